//! Groups of preference signals with the text around them, each of which becomes a chunk (H19).

use crate::{
    analysis::Analysis,
    recognize::decisions::Signal,
    strategy::plugin::ChunkContext,
    text::{
        block::{Block, BlockKind, is_heading},
        reach::Reach,
        whole::is_under_item,
    },
};
use chunk_core::{OffsetSet, SentenceRules, sentences, slice, unicode};
use std::ops::Range;

/// Gives `take` each group of signals with its span. Signals whose contexts overlap, or which share an option, are one group as long as
/// that fits into a chunk.
pub(super) fn groups(
    content: &Analysis<'_>,
    context: &ChunkContext<'_>,
    signals: impl Iterator<Item = Signal>,
    take: &mut dyn FnMut(Range<usize>, &[Signal]),
) {
    let max = context.config().max_chunk_size;
    let breaks = breaks(content, &context.scope());
    let mut block_start = BlockStart::default();
    let mut last: Option<(Range<usize>, Vec<Signal>)> = None;
    for signal in signals {
        let own = block_start.with_label(content, &signal.span());
        let around = with_context(content, context, &breaks, &own);
        let mut start = around.start;
        if let Some((span, members)) = &mut last {
            let whole = span.start..around.end.max(span.end);
            let related = around.start < span.end
                || members.iter().any(|member| same_options(content, member, &signal));
            if related && context.tokens(whole.clone()) <= max {
                *span = whole;
                members.push(signal);
                continue;
            }
            // Overlapping contexts of two groups are cut between their signals.
            let end = members.last().map_or(span.end, |last| last.span().end);
            if around.start < span.end {
                span.end = span.end.min(line_break(content, end..own.start.max(end)));
            }
            start = start.max(span.end);
        }
        if let Some((span, members)) = last.replace((start..around.end, vec![signal])) {
            take(span, &members);
        }
    }
    if let Some((span, members)) = last {
        take(span, &members);
    }
}

/// How a block begins; kept for the last block, since signals come in order and several can be in one.
#[derive(Default)]
struct BlockStart {
    /// The block's index.
    block: Option<usize>,
    /// The index of the first of the headings right above it; its own if there are none.
    first: usize,
    /// Where its first sentence ends.
    sentence_end: usize,
}

impl BlockStart {
    /// The bytes of a signal, extended to the headings, mark, time stamp and label before it if it is in its block's first sentence.
    fn with_label(&mut self, content: &Analysis<'_>, span: &Range<usize>) -> Range<usize> {
        let Some(index) = content.block_at(span.start) else { return span.clone() };
        if Some(index) != self.block {
            self.read(content, index);
        }
        let first = content.blocks().get(self.first).filter(|_| span.end <= self.sentence_end);
        first.map_or(span.start, |first| first.span().start)..span.end
    }

    fn read(&mut self, content: &Analysis<'_>, index: usize) {
        let before = self.block.replace(index);
        let Some(block) = content.blocks().get(index) else { return };
        // A heading is not cut off its body.
        let above = (before.unwrap_or(0)..index).rev();
        let is_heading = |&at: &usize| content.blocks().get(at).is_some_and(is_heading);
        let first = above.take_while(is_heading).last().unwrap_or(index);
        self.first = if Some(first) == before { self.first } else { first };
        let text = content.slice(&(block.text()..block.span().end.max(block.text())));
        let sentence = sentences(text, SentenceRules::Standard).next().unwrap_or_default();
        self.sentence_end = block.text() + sentence.end;
    }
}

/// Where to cut between two signals: after the last blank line, else after the last line end, else right before the second.
fn line_break(content: &Analysis<'_>, between: Range<usize>) -> usize {
    let text = content.slice(&between);
    let at = text.rfind("\n\n").map(|at| at + 2).or_else(|| text.rfind('\n').map(|at| at + 1));
    at.map_or(between.end, |at| between.start + at)
}

fn same_options(content: &Analysis<'_>, one: &Signal, other: &Signal) -> bool {
    let options = |signal: &Signal| -> Vec<String> {
        let spans = signal.preferred().into_iter().chain(signal.rejected());
        spans.map(|span| unicode::lowercase(content.slice(&span))).collect()
    };
    let others = options(other);
    options(one).iter().any(|option| others.contains(option))
}

/// The signal with at most `contextSize` tokens to each side, moved to sentence ends.
fn with_context(
    content: &Analysis<'_>,
    context: &ChunkContext<'_>,
    breaks: &OffsetSet,
    span: &Range<usize>,
) -> Range<usize> {
    let scope = context.scope();
    let text = slice(content.text(), 0..scope.end);
    let reach =
        Reach { text, tokens: context.tokens, limit: context.config().preference_signal.context_size };
    let start = reach.backward(span.start).unwrap_or(span.start).max(scope.start);
    let end = reach.forward(span.end).unwrap_or(span.end);
    let start =
        breaks.first_from(start - scope.start).map_or(span.start, |at| span.start.min(scope.start + at));
    let end = breaks.last_below(end + 1 - scope.start).map_or(span.end, |at| span.end.max(scope.start + at));
    start..end
}

/// Where contexts may start and end: at the ends of the scope, at sentence ends in paragraphs, and before and after blocks. Not after a
/// heading or a colon, which introduce the next block, nor inside of fences, rows, and items with what is under them (H6).
fn breaks(content: &Analysis<'_>, scope: &Range<usize>) -> OffsetSet {
    let blocks = content.blocks_in(scope);
    let mut is_introduced = false;
    let of_block = |(index, block): (usize, &Block)| {
        let (span, text) = (block.span(), content.slice(&block.span()));
        let start = (!is_introduced && !is_under_item(block)).then_some(span.start);
        let introduces = is_heading(block) || text.ends_with(':');
        is_introduced = introduces;
        let is_text = block.kind == BlockKind::Paragraph && !block.in_item;
        let is_open = || introduces || blocks.get(index + 1).is_some_and(is_under_item);
        let end = (!is_text && !is_open()).then_some(span.end);
        let ends = sentences(if is_text { text } else { "" }, SentenceRules::Standard);
        let ends = ends.map(move |sentence| span.start + sentence.end);
        let ends = ends.filter(move |&end| !introduces || end < span.end);
        start.into_iter().chain(ends).chain(end)
    };
    let breaks = blocks.iter().enumerate().flat_map(of_block).chain([scope.start, scope.end]);
    OffsetSet::new(scope.len(), breaks.map(|at| at - scope.start))
}
