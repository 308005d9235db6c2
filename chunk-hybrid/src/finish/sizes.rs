//! The size rules that hold for every strategy (H6).

use crate::{
    analysis::Analysis,
    strategy::plugin::{ChunkContext, ChunkingPlugin, Draft},
    topics::{
        costs::{BAND, BY_TOPIC},
        segment::Segmentation,
    },
};
use chunk_core::unicode;
use std::ops::Range;

/// A draft of its size, and the strategy that it belongs to.
pub(crate) struct Piece<'p> {
    pub(crate) draft: Draft,
    pub(crate) tokens: usize,
    pub(crate) plugin: &'p dyn ChunkingPlugin,
    /// From which byte on links lead to it. A link to a draft that was cut leads to its first piece.
    pub(crate) from: usize,
}

/// The pieces of a document so far. Those that are too small are joined as they come: a document of many small drafts is never held
/// as so many pieces.
#[derive(Default)]
pub(crate) struct Pieces<'p>(pub(super) Vec<Piece<'p>>);

impl<'p> Pieces<'p> {
    /// Adds a draft, and cuts it if it is too large.
    pub(crate) fn add(
        &mut self,
        content: &Analysis<'_>,
        context: &ChunkContext<'_>,
        mut draft: Draft,
        plugin: &'p dyn ChunkingPlugin,
    ) {
        let Some(span) = content.trimmed(&draft.span) else { return };
        let Range { start: mut from, end: behind } = draft.span;
        let tokens = context.tokens(span.clone());
        // Blank lines at the start are no part of the overlap.
        draft.overlap = draft.overlap.saturating_sub(span.start - from);
        draft.span = span;
        if tokens <= context.config().max_chunk_size {
            return self.push(content, context, Piece { draft, tokens, plugin, from });
        }
        for span in parts(content, context, draft.span.clone(), tokens) {
            let tokens = context.tokens(span.clone());
            let part = Draft { span, ..draft.clone() };
            self.push(content, context, Piece { draft: part, tokens, plugin, from });
            (draft.overlap, from) = (0, behind);
        }
    }

    /// Adds a piece. If it or the one before is too small, both become one, be they of different parts.
    fn push(&mut self, content: &Analysis<'_>, context: &ChunkContext<'_>, piece: Piece<'p>) {
        let min = context.config().min_chunk_size;
        // The one before is final, or too small and without a neighbour before it.
        let before = self.0.last().filter(|before| piece.tokens.min(before.tokens) < min);
        let whole = before.and_then(|before| together(content, context, before, &piece));
        let Some((Piece { draft, tokens, from, .. }, whole)) = self.0.last_mut().zip(whole) else {
            return self.0.push(piece);
        };
        draft.span.end = piece.draft.span.end;
        draft.metadata.absorb(piece.draft.metadata, piece.tokens > *tokens);
        // It does not wait for itself.
        let own = *from..draft.span.end;
        let others = piece.draft.dependencies.into_iter().filter(|other| !own.contains(other));
        draft.dependencies.extend(others);
        *tokens = whole;
    }
}

/// The tokens of two neighbours in one, if they can be one.
fn together(
    content: &Analysis<'_>,
    context: &ChunkContext<'_>,
    before: &Piece<'_>,
    behind: &Piece<'_>,
) -> Option<usize> {
    let between = before.draft.span.end..behind.draft.span.start;
    let adjacent = before.plugin.name() == behind.plugin.name()
        && behind.draft.overlap == 0
        && between.start <= between.end
        && unicode::trim(content.slice(&between)).is_empty();
    let whole = before.draft.span.start..behind.draft.span.end;
    adjacent.then(|| context.tokens(whole)).filter(|&tokens| tokens <= context.config().max_chunk_size)
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
    let segmentation =
        Segmentation { units: &units, topics: None, max, target, band: BAND, costs: BY_TOPIC, shared: false };
    let mut open = segmentation.pieces();
    let mut pieces = Vec::with_capacity(open.len());
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
