//! The rules of size that hold for every strategy (H6): a draft that is too large is cut, one that is too small joins its neighbour.

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

/// A draft of its final size, or a part of one.
pub(crate) struct Piece<'p> {
    pub(crate) draft: Draft,
    pub(crate) tokens: usize,
    /// The strategy that it belongs to.
    pub(crate) plugin: &'p dyn ChunkingPlugin,
    /// The first byte by which other drafts can refer to it; the next piece's is where these bytes end. Of a draft that was cut, all
    /// bytes refer to the first piece.
    pub(crate) from: usize,
}

/// The pieces of a document so far. Small drafts are joined as they come, so that a document of many small ones takes little memory.
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
        let Range { start: mut from, end } = draft.span;
        let tokens = context.tokens(span.clone());
        // Blank lines at the start are no part of the overlap.
        draft.overlap = draft.overlap.saturating_sub(span.start - from);
        draft.span = span;
        if tokens <= context.config().max_chunk_size {
            return self.push(content, context, Piece { draft, tokens, plugin, from });
        }
        for span in cut(content, context, draft.span.clone(), tokens) {
            let tokens = context.tokens(span.clone());
            let part = Draft { span, ..draft.clone() };
            self.push(content, context, Piece { draft: part, tokens, plugin, from });
            (draft.overlap, from) = (0, end);
        }
    }

    /// Adds a piece. If it or the one before is too small, both become one, even if they are of different parts of a mixed document.
    fn push(&mut self, content: &Analysis<'_>, context: &ChunkContext<'_>, piece: Piece<'p>) {
        let min = context.config().min_chunk_size;
        // The piece before is large enough, or it is too small and could not be joined with the one before that.
        let before = self.0.last().filter(|before| piece.tokens.min(before.tokens) < min);
        let whole = before.and_then(|before| together(content, context, before, &piece));
        let Some((Piece { draft, tokens, from, .. }, whole)) = self.0.last_mut().zip(whole) else {
            return self.0.push(piece);
        };
        draft.span.end = piece.draft.span.end;
        draft.metadata.absorb(piece.draft.metadata, piece.tokens > *tokens);
        // A chunk does not depend on itself.
        let own = *from..draft.span.end;
        let others = piece.draft.dependencies.into_iter().filter(|other| !own.contains(other));
        draft.dependencies.extend(others);
        *tokens = whole;
    }
}

/// The tokens of two neighbours as one piece, if they can be one.
fn together(
    content: &Analysis<'_>,
    context: &ChunkContext<'_>,
    before: &Piece<'_>,
    after: &Piece<'_>,
) -> Option<usize> {
    let between = before.draft.span.end..after.draft.span.start;
    let adjacent = before.plugin.name() == after.plugin.name()
        && after.draft.overlap == 0
        && between.start <= between.end
        && unicode::trim(content.slice(&between)).is_empty();
    let whole = before.draft.span.start..after.draft.span.end;
    adjacent.then(|| context.tokens(whole)).filter(|&tokens| tokens <= context.config().max_chunk_size)
}

/// Cuts `span`, which has `tokens`, into as few pieces as fit, as even as the breaks in it allow.
fn cut(
    content: &Analysis<'_>,
    context: &ChunkContext<'_>,
    span: Range<usize>,
    tokens: usize,
) -> Vec<Range<usize>> {
    let max = context.config().max_chunk_size;
    let units = content.units_of(span);
    let target = tokens.div_ceil(tokens.div_ceil(max));
    let segmentation = Segmentation { units: &units, topics: None, max, target, band: BAND, costs: BY_TOPIC };
    let mut open = segmentation.pieces();
    let mut pieces = Vec::with_capacity(open.len());
    open.reverse();
    while let Some(run) = open.pop() {
        let Some(piece) = content.trimmed(&units.span(run.start, run.end)) else { continue };
        // The tokens of units do not add up exactly to those of a piece. A piece that is still too large is halved.
        if run.len() > 1 && context.tokens(piece.clone()) > max {
            let middle = run.start + run.len() / 2;
            open.extend([middle..run.end, run.start..middle]);
        } else {
            pieces.push(piece);
        }
    }
    pieces
}
