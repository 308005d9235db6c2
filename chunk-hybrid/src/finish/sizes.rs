//! The size rules that hold for every strategy (H6).

use crate::{
    analysis::Analysis,
    strategy::plugin::{ChunkContext, ChunkingPlugin, Draft},
    topics::segment::{BAND, BY_TOPIC, Segmentation},
};
use chunk_core::unicode;
use std::ops::Range;

/// A draft of its size, and the strategy that it belongs to.
#[derive(Clone)]
pub(crate) struct Piece<'p> {
    pub(crate) draft: Draft,
    pub(crate) tokens: usize,
    pub(crate) plugin: &'p dyn ChunkingPlugin,
}

/// Drafts in the making, with the places that those of the old list went to.
struct Moved<'p> {
    pieces: Vec<Piece<'p>>,
    places: Vec<Option<usize>>,
}

impl<'p> Moved<'p> {
    fn with_capacity(count: usize) -> Self {
        Self { pieces: Vec::with_capacity(count), places: Vec::with_capacity(count) }
    }

    /// The new list, its links pointing to new places, none to itself.
    fn relinked(mut self) -> Vec<Piece<'p>> {
        let place = |old: &usize| self.places.get(*old).copied().flatten();
        for (index, Piece { draft, .. }) in self.pieces.iter_mut().enumerate() {
            draft.parent = draft.parent.as_ref().and_then(place).filter(|&parent| parent != index);
            let dependencies = std::mem::take(&mut draft.dependencies).into_iter();
            draft.dependencies =
                dependencies.filter_map(|old| place(&old)).filter(|&other| other != index).collect();
            draft.dependencies.sort_unstable();
            draft.dependencies.dedup();
        }
        self.pieces
    }
}

/// Cuts the drafts of one part of a document that are too large. Links between drafts follow.
pub(crate) fn split<'p>(
    content: &Analysis<'_>,
    context: &ChunkContext<'_>,
    drafts: Vec<Draft>,
    plugin_of: impl Fn(&Draft) -> &'p dyn ChunkingPlugin,
) -> Vec<Piece<'p>> {
    let max = context.config().max_chunk_size;
    let mut moved = Moved::with_capacity(drafts.len());
    for draft in drafts {
        let Some(span) = content.trimmed(&draft.span) else {
            moved.places.push(None);
            continue;
        };
        moved.places.push(Some(moved.pieces.len()));
        let plugin = plugin_of(&draft);
        let tokens = context.tokens(span.clone());
        // Blank lines at the start are no part of the overlap.
        let overlap = draft.overlap.saturating_sub(span.start - draft.span.start);
        if tokens <= max {
            moved.pieces.push(Piece { draft: Draft { span, overlap, ..draft }, tokens, plugin });
            continue;
        }
        for (index, piece) in parts(content, context, span, tokens).into_iter().enumerate() {
            let overlap = if index == 0 { overlap } else { 0 };
            let tokens = context.tokens(piece.clone());
            let draft = Draft { span: piece, overlap, ..draft.clone() };
            moved.pieces.push(Piece { draft, tokens, plugin });
        }
    }
    moved.relinked()
}

/// `span` in as few pieces as fit, as even as the breaks in it allow.
fn parts(
    content: &Analysis<'_>,
    context: &ChunkContext<'_>,
    span: Range<usize>,
    tokens: usize,
) -> Vec<Range<usize>> {
    let max = context.config().max_chunk_size;
    let units = content.units_of(span);
    let target = tokens.div_ceil(tokens.div_ceil(max));
    let segmentation = Segmentation { units: &units, topics: None, max, target, band: BAND, costs: BY_TOPIC };
    let starts = segmentation.starts();
    let ends = starts.iter().skip(1).copied().chain([units.units.len()]);
    let mut pieces = Vec::with_capacity(starts.len());
    let mut open: Vec<Range<usize>> =
        starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect();
    open.reverse();
    while let Some(run) = open.pop() {
        let Some(piece) = content.trimmed(&units.span(run.start, run.end)) else { continue };
        // Tokens of units do not add up exactly: what is still above is cut once more.
        if run.len() > 1 && context.tokens(piece.clone()) > max {
            let middle = run.start + run.len() / 2;
            open.extend([middle..run.end, run.start..middle]);
        } else {
            pieces.push(piece);
        }
    }
    pieces
}

/// Joins the drafts of a document that are too small with a neighbour of the same strategy, be it of another part.
pub(crate) fn join<'p>(
    content: &Analysis<'_>,
    context: &ChunkContext<'_>,
    pieces: Vec<Piece<'p>>,
) -> Vec<Piece<'p>> {
    let (min, max) = (context.config().min_chunk_size, context.config().max_chunk_size);
    let mut moved = Moved::with_capacity(pieces.len());
    let fits = |before: &Piece<'_>, behind: &Piece<'_>| {
        let between = before.draft.span.end..behind.draft.span.start;
        let adjacent = before.plugin.name() == behind.plugin.name()
            && behind.draft.overlap == 0
            && between.start <= between.end
            && unicode::trim(content.slice(&between)).is_empty();
        let whole = before.draft.span.start..behind.draft.span.end;
        adjacent.then(|| context.tokens(whole)).filter(|&tokens| tokens <= max)
    };
    for piece in pieces {
        // The one before is final, or too small and without a neighbour before it.
        let joins = moved.pieces.last_mut().and_then(|before| {
            let is_small = piece.tokens < min || before.tokens < min;
            let whole = is_small.then(|| fits(before, &piece)).flatten()?;
            Some((before, whole))
        });
        match joins {
            Some((before, whole)) => {
                before.draft.span.end = piece.draft.span.end;
                before.draft.metadata.absorb(piece.draft.metadata, piece.tokens > before.tokens);
                before.draft.dependencies.extend(piece.draft.dependencies);
                before.tokens = whole;
            }
            None => moved.pieces.push(piece),
        }
        moved.places.push(Some(moved.pieces.len() - 1));
    }
    moved.relinked()
}
