//! The size rules that hold for every strategy (H6).

use crate::{
    analysis::Analysis,
    strategy::plugin::{ChunkContext, Draft},
    topics::segment::Segmentation,
};
use std::ops::Range;

/// Cuts the drafts that are too large and joins those that are too small. Links between drafts follow. Each draft comes
/// with its tokens.
pub(crate) fn fit(
    content: &Analysis<'_>,
    context: &ChunkContext<'_>,
    drafts: Vec<Draft>,
) -> Vec<(Draft, usize)> {
    let pieces = split(content, context, drafts);
    join(content, context, pieces)
}

/// A list of drafts in the making and their tokens, with the places that the drafts of the old list went to.
struct Moved {
    drafts: Vec<(Draft, usize)>,
    places: Vec<Option<usize>>,
}

impl Moved {
    /// The new list, its links pointing to new places, none to itself.
    fn relinked(mut self) -> Vec<(Draft, usize)> {
        let place = |old: &usize| self.places.get(*old).copied().flatten();
        for (index, (draft, _)) in self.drafts.iter_mut().enumerate() {
            draft.parent = draft.parent.as_ref().and_then(place).filter(|&parent| parent != index);
            let dependencies = std::mem::take(&mut draft.dependencies).into_iter();
            draft.dependencies =
                dependencies.filter_map(|old| place(&old)).filter(|&other| other != index).collect();
            draft.dependencies.sort_unstable();
            draft.dependencies.dedup();
        }
        self.drafts
    }
}

fn split(content: &Analysis<'_>, context: &ChunkContext<'_>, drafts: Vec<Draft>) -> Vec<(Draft, usize)> {
    let max = context.config().max_chunk_size;
    let mut moved =
        Moved { drafts: Vec::with_capacity(drafts.len()), places: Vec::with_capacity(drafts.len()) };
    for draft in drafts {
        let Some(span) = content.trimmed(&draft.span) else {
            moved.places.push(None);
            continue;
        };
        moved.places.push(Some(moved.drafts.len()));
        let tokens = context.tokens(span.clone());
        if tokens <= max {
            moved.drafts.push((Draft { span, ..draft }, tokens));
            continue;
        }
        let overlap = draft.overlap.saturating_sub(span.start - draft.span.start);
        for (index, piece) in pieces(content, context, span, tokens).into_iter().enumerate() {
            let overlap = if index == 0 { overlap } else { 0 };
            let tokens = context.tokens(piece.clone());
            moved.drafts.push((Draft { span: piece, overlap, ..draft.clone() }, tokens));
        }
    }
    moved.relinked()
}

/// `span` in as few pieces as fit, as even as the breaks in it allow.
fn pieces(
    content: &Analysis<'_>,
    context: &ChunkContext<'_>,
    span: Range<usize>,
    tokens: usize,
) -> Vec<Range<usize>> {
    let max = context.config().max_chunk_size;
    let units = content.units_of(span);
    let target = tokens.div_ceil(tokens.div_ceil(max));
    let segmentation = Segmentation { units: &units, topics: None, max, target };
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

fn join(
    content: &Analysis<'_>,
    context: &ChunkContext<'_>,
    drafts: Vec<(Draft, usize)>,
) -> Vec<(Draft, usize)> {
    let (min, max) = (context.config().min_chunk_size, context.config().max_chunk_size);
    let mut moved =
        Moved { drafts: Vec::with_capacity(drafts.len()), places: Vec::with_capacity(drafts.len()) };
    let fits = |before: &Draft, behind: &Draft| {
        let between = before.span.end..behind.span.start;
        let adjacent = before.strategy == behind.strategy
            && behind.overlap == 0
            && between.start <= between.end
            && content.slice(&between).trim().is_empty();
        let whole = before.span.start..behind.span.end;
        adjacent.then(|| context.tokens(whole)).filter(|&tokens| tokens <= max)
    };
    for (draft, size) in drafts {
        // The one before is final, or too small and without a neighbour before it.
        let joins = moved.drafts.last_mut().and_then(|(before, before_size)| {
            let is_small = size < min || *before_size < min;
            let whole = is_small.then(|| fits(before, &draft)).flatten()?;
            Some((before, before_size, whole))
        });
        match joins {
            Some((before, before_size, whole)) => {
                before.span.end = draft.span.end;
                before.metadata.absorb(draft.metadata, size > *before_size);
                before.dependencies.extend(draft.dependencies);
                *before_size = whole;
            }
            None => moved.drafts.push((draft, size)),
        }
        moved.places.push(Some(moved.drafts.len() - 1));
    }
    moved.relinked()
}
