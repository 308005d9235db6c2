//! The rules of size that hold for every strategy (H6): a draft that is too large is cut, one that is too small joins its neighbour.

use crate::analysis::Analysis;
use crate::strategy::{ChunkingPlugin, Draft};
use crate::text::is_heading;
use crate::topics::{BAND, BY_TOPIC, Segmentation};
use chunk_core::{fitting_pieces, unicode};
use std::ops::Range;

/// A draft of its final size, or a part of one.
pub(crate) struct Piece<'p> {
    pub(crate) draft: Draft,
    pub(crate) tokens: usize,
    /// The strategy that it belongs to.
    pub(crate) plugin: &'p dyn ChunkingPlugin,
    /// The strategy that drafted it.
    pub(crate) drafter: &'p dyn ChunkingPlugin,
    /// Whether a hard limit cut what is kept whole otherwise (H25).
    pub(crate) cut: bool,
    /// The first byte by which other drafts can refer to it; the next piece's is where these bytes end. Of a draft that was cut, all
    /// bytes refer to the first piece.
    pub(crate) from: usize,
}

/// Adds a draft to the pieces of a document, with its strategy and the one that drafted it, and cuts it if it is too large.
pub(crate) fn add<'p>(
    pieces: &mut Vec<Piece<'p>>,
    content: &Analysis<'_>,
    mut draft: Draft,
    [plugin, drafter]: [&'p dyn ChunkingPlugin; 2],
) {
    let Some(span) = content.trimmed(&draft.span) else { return };
    let Range { start: mut from, end } = draft.span;
    let tokens = content.token_count(span.clone());
    // Blank lines at the start are no part of the overlap.
    draft.overlap = draft.overlap.saturating_sub(span.start - from);
    draft.span = span;
    if tokens <= content.config.max_chunk_size {
        return pieces.push(Piece { draft, tokens, plugin, drafter, cut: false, from });
    }
    for (span, cut) in cut(content, draft.span.clone(), tokens) {
        let tokens = content.token_count(span.clone());
        let mut part = Draft { span, ..draft.clone() };
        part.metadata.keep_steps(content.slice(&part.span));
        pieces.push(Piece { draft: part, tokens, plugin, drafter, cut, from });
        (draft.overlap, from) = (0, end);
    }
}

/// The pieces, of which each that is too small becomes one with a neighbour, if that fits, even if they are of different parts of a mixed
/// document; and one that leads to a step or decision (`These are the steps:`) with that.
pub(crate) fn joined<'p>(pieces: Vec<Piece<'p>>, content: &Analysis<'_>) -> Vec<Piece<'p>> {
    let min = content.config.min_chunk_size;
    let mut joined: Vec<Piece<'p>> = Vec::with_capacity(pieces.len());
    let mut rest = pieces.into_iter().peekable();
    while let Some(mut piece) = rest.next() {
        loop {
            let is_small = piece.tokens < min;
            let leads = rest.peek().is_some_and(|after| leads(content, &piece, after));
            let before = joined.last().filter(|_| is_small);
            let of_before = before.and_then(|before| together(content, before, &piece));
            let after = rest.peek().filter(|_| is_small || leads);
            let of_after = after.and_then(|after| together(content, &piece, after));
            let is_after_nearer = || {
                before.zip(after).is_some_and(|(before, after)| {
                    nearness(content, &piece, after) > nearness(content, before, &piece)
                })
            };
            if let Some(tokens) = of_after.filter(|_| leads || of_before.is_none() || is_after_nearer()) {
                rest.next().into_iter().for_each(|after| piece.absorb(after, tokens));
            } else if let Some((tokens, mut last)) = of_before.and_then(|own| Some((own, joined.pop()?))) {
                last.absorb(piece, tokens);
                piece = last;
            } else {
                break;
            }
        }
        joined.push(piece);
    }
    joined
}

/// Whether text that no step or decision claims ends with a colon right above one.
fn leads(content: &Analysis<'_>, lead: &Piece<'_>, next: &Piece<'_>) -> bool {
    let text = unicode::trim_end(content.slice(&lead.draft.span));
    lead.is_rest() && !next.is_rest() && text.ends_with(':') && !text.ends_with("::")
}

impl<'p> Piece<'p> {
    /// Becomes one piece of `tokens` with the next one.
    fn absorb(&mut self, next: Self, tokens: usize) {
        match (self.is_rest(), next.is_rest()) {
            (true, false) => {
                (self.plugin, self.draft.strategy) = (next.plugin, None);
                (self.draft.metadata, self.draft.parent) = (next.draft.metadata, next.draft.parent);
            }
            (false, true) => {}
            _ => self.draft.metadata.absorb(next.draft.metadata, next.tokens > self.tokens),
        }
        self.draft.span.end = next.draft.span.end;
        self.draft.dependencies.extend(next.draft.dependencies);
        self.tokens = tokens;
        self.cut |= next.cut;
    }

    /// Whether it is text that no decision and no step claims.
    const fn is_rest(&self) -> bool {
        self.draft.strategy.is_some()
    }
}

/// How near two neighbours are: how many entries are around both, and whether both are whole sections or neither is.
fn nearness(content: &Analysis<'_>, one: &Piece<'_>, next: &Piece<'_>) -> (usize, bool) {
    let blocks = content.blocks();
    let begins_section = |index: usize| blocks.get(index).is_none_or(is_heading);
    let is_whole = |piece: &Piece<'_>| {
        let [first, after] =
            [piece.draft.span.start, piece.draft.span.end].map(|at| content.blocks_before(at));
        begins_section(first) && begins_section(after)
    };
    let start = next.draft.span.start;
    let first = blocks.get(content.blocks_before(start)).filter(|block| block.start == start);
    // Inside of a block nothing is nearer.
    let around = first.map_or(usize::MAX, |first| content.outwards(Some(first)).count());
    (around, is_whole(one) == is_whole(next))
}

/// The tokens of two neighbours as one piece, if they can be one.
fn together(content: &Analysis<'_>, before: &Piece<'_>, after: &Piece<'_>) -> Option<usize> {
    let between = before.draft.span.end..after.draft.span.start;
    let is_small_rest = |piece: &Piece<'_>| piece.is_rest() && piece.tokens < content.config.min_chunk_size;
    let belong = before.plugin.name() == after.plugin.name()
        || before.drafter.name() == after.drafter.name()
            && (is_small_rest(before) || is_small_rest(after) || leads(content, before, after));
    let adjacent = belong
        && after.draft.overlap == 0
        && between.start <= between.end
        && unicode::trim(content.slice(&between)).is_empty();
    let whole = before.draft.span.start..after.draft.span.end;
    adjacent.then(|| content.token_count(whole)).filter(|&tokens| tokens <= content.config.max_chunk_size)
}

/// Cuts `span`, which has `tokens`, into as few pieces as fit, as even as the breaks in it allow; each with whether a hard limit cut what is
/// kept whole otherwise.
fn cut(content: &Analysis<'_>, span: Range<usize>, tokens: usize) -> Vec<(Range<usize>, bool)> {
    let max = content.config.max_chunk_size;
    let (units, _) = content.units_of(span).joined(&content.wholes, &*content.tokens);
    let target = tokens.div_ceil(tokens.div_ceil(max));
    let segmentation = Segmentation { units: &units, topics: None, max, target, band: BAND, costs: BY_TOPIC };
    let mut open = segmentation.pieces();
    let mut pieces = Vec::with_capacity(open.len());
    open.reverse();
    while let Some(run) = open.pop() {
        let Some(piece) = content.trimmed(&units.span(&run)) else { continue };
        // The tokens of units do not add up exactly to those of a piece. A piece that is still too large is halved.
        let is_above = content.token_count(piece.clone()) > max;
        if run.len() > 1 && is_above {
            let middle = run.start + run.len() / 2;
            open.extend([middle..run.end, run.start..middle]);
        } else if is_above && content.config.hard_limit {
            let count =
                |part: Range<usize>| content.trimmed(&part).map_or(0, |solid| content.token_count(solid));
            let parts = fitting_pieces(content.text(), piece, max, &count);
            let is_cut = parts.len() > 1;
            pieces.extend(parts.iter().filter_map(|part| Some((content.trimmed(part)?, is_cut))));
        } else {
            pieces.push((piece, false));
        }
    }
    pieces
}
