//! Groups of preference signals with the text around them, each of which becomes a chunk (H19).

use crate::analysis::Analysis;
use crate::english::class::{LIST_OF_OPTIONS, NAME_OF_DECISION, PART_OF_RECORD};
use crate::recognize::decisions::Signal;
use crate::text::{Block, BlockKind, LOOSE, Label, Reach, is_head, is_heading, is_under_item, is_unit};
use chunk_core::{sentences, slice, types::SentenceRules, unicode};
use std::{iter, ops::Range};

/// Signals that become a chunk, and its bytes.
pub(super) struct Group<'s> {
    pub(super) span: Range<usize>,
    pub(super) signals: Vec<&'s Signal>,
}

/// The signals in groups: of each decision the smallest entry that has its reason and what else belongs to it. In a text without headings,
/// signals whose contexts overlap, or which share an option, are one group as long as that fits into a chunk.
pub(super) fn groups<'s>(
    content: &Analysis<'_>,
    scope: &Range<usize>,
    signals: &[&'s Signal],
) -> Vec<Group<'s>> {
    let max = content.config.max_chunk_size;
    let breaks = breaks(content, scope);
    let mut groups: Vec<Group<'_>> = Vec::new();
    for &signal in signals {
        let own = with_label(content, signal);
        let entry = entry_of(content, scope, signal);
        let is_loose = entry.is_none();
        let span = entry.unwrap_or_else(|| with_context(content, scope, &breaks, &own));
        let mut group = Group { span, signals: vec![signal] };
        while let Some(last) = groups.last_mut() {
            let whole = last.span.start.min(group.span.start)..last.span.end.max(group.span.end);
            let overlaps = group.span.start < last.span.end;
            let is_related = overlaps || is_loose && share_option(content, &last.signals, &group.signals);
            if is_related && content.token_count(whole.clone()) <= max {
                last.signals.append(&mut group.signals);
                (group.span, group.signals) = (whole, std::mem::take(&mut last.signals));
                groups.pop();
                continue;
            }
            if overlaps {
                // They are cut between their signals: after the last blank line, else after the last line end, else right before the second.
                let end = last.signals.last().map_or(last.span.end, |last| last.span.end);
                let between = content.slice(&(end..own.start.max(end)));
                let at =
                    between.rfind("\n\n").map(|at| at + 2).or_else(|| between.rfind('\n').map(|at| at + 1));
                let cut = end + at.unwrap_or(between.len());
                let cut = content.wholes.cut_before(content, cut, is_unit);
                // A heading that decides is not cut off its body.
                let cut = if parts_heading(content, cut) {
                    content.headings_before_end(&(last.span.start..cut))
                } else {
                    cut
                };
                let of_headings = last.signals.partition_point(|own| own.span.start < cut);
                group.signals.splice(0..0, last.signals.drain(of_headings..));
                if last.signals.is_empty() {
                    group.span.start = group.span.start.min(cut);
                    groups.pop();
                    continue;
                }
                if cut > last.span.start {
                    last.span.end = last.span.end.min(cut);
                }
                group.span.start = group.span.start.max(last.span.end);
                group.span.end = group.span.end.max(group.span.start);
            }
            break;
        }
        groups.push(group);
    }
    groups
}

/// The smallest entry around a signal that says all of its decision: its item or row, its section, and where that is only a part of a
/// record ("Decision", "Consequences"), the record. `None` if the signal is below no heading.
fn entry_of(content: &Analysis<'_>, scope: &Range<usize>, signal: &Signal) -> Option<Range<usize>> {
    let block = content.block_at(signal.span.start)?;
    content.section_at(block.start)?;
    let within = |span: Range<usize>| span.start.max(scope.start)..span.end.min(scope.end);
    if is_heading(block) && fits(content, block) {
        return Some(within(with_headings(content, content.entry(record(content, block)))));
    }
    let whole = content.wholes.around(block.start + 1).cloned();
    let whole = whole.unwrap_or(block.start.min(signal.span.start)..block.end);
    if !content.blocks_in(&whole).iter().any(is_heading) {
        // The section is too large: what is left is the signal's own entry, with the headings right above it.
        return Some(within(with_headings(content, with_rejected(content, whole, signal))));
    }
    // Its own item or row, if the section has those.
    let unit = content.outwards(Some(block)).find(|block| is_unit(block));
    let names_part = |block: &Block| {
        let label = block.label.map_or(0..0, Label::name);
        content.words_of(block).within(&label).any(PART_OF_RECORD.or(NAME_OF_DECISION))
    };
    let section = content.outwards(Some(block)).find(|block| block.level().is_some_and(|own| own < LOOSE))?;
    let record = record(content, section);
    // An item of "Decision" whose reason is below "Rationale" is in one chunk with it.
    let has_reason = |record: Range<usize>| {
        let is_elsewhere = |reason: &Range<usize>| !whole.contains(&reason.start);
        signal
            .rationale
            .as_ref()
            .filter(|reason| is_elsewhere(reason))
            .is_some_and(|reason| record.contains(&reason.start))
    };
    if let Some(unit) = unit.filter(|unit| !names_part(unit) && !has_reason(content.entry(record))) {
        // What is rejected may be in other items of the list, as in boxes that are not ticked.
        let rejected = signal.rejected.iter().map(|option| option.start).filter(|at| whole.contains(at));
        let (first, last) =
            rejected.fold((unit.start, unit.start), |(first, last), at| (first.min(at), last.max(at)));
        let mut start = content.wholes.cut_before(content, first, is_unit);
        let lead = whole.start..start;
        // The rows that name a table's columns are nobody's decision.
        let names_columns = |block: &Block| block.number <= block.head + 1 && is_head(content, block.head);
        let is_first = !content.blocks_in(&lead).iter().any(|block| is_unit(block) && !names_columns(block));
        if is_first && content.token_count(lead) < content.config.min_chunk_size {
            start = whole.start;
        }
        let after = content.blocks_in(&(last + 1..whole.end)).iter().find(|block| is_unit(block));
        // The headings above the next item are that one's.
        let end = after.map_or(whole.end, |after| content.headings_before_end(&(start..after.start)));
        return Some(within(start..end));
    }
    let is_own = record.number == section.number;
    Some(within(if is_own { whole } else { with_headings(content, content.entry(record)) }))
}

/// Whether a cut at the byte `at` parts a heading from what is below it.
fn parts_heading(content: &Analysis<'_>, at: usize) -> bool {
    let next = content.blocks_before(at);
    let [above, below] = [next.checked_sub(1), Some(next)].map(|at| content.blocks().get(at?));
    above.zip(below).is_some_and(|(above, below)| below.parent == Some(above.number) && is_heading(above))
}

/// An item or row of a section that is too large, with those of its list that the signal rejects, if they fit into a chunk together.
fn with_rejected(content: &Analysis<'_>, own: Range<usize>, signal: &Signal) -> Range<usize> {
    let others = signal.rejected.iter().filter_map(|option| content.wholes.around(option.start));
    let all = others.fold(own.clone(), |all, other| all.start.min(other.start)..all.end.max(other.end));
    let is_list = content
        .blocks_in(&all)
        .iter()
        .skip_while(|block| is_heading(block))
        .all(|block| is_unit(block) || block.in_item);
    let is_held =
        is_list && content.token_count(with_headings(content, all.clone())) <= content.config.max_chunk_size;
    if is_held { all } else { own }
}

/// Whether an entry fits into a chunk.
fn fits(content: &Analysis<'_>, entry: &Block) -> bool {
    content.token_count(content.entry(entry)) <= content.config.max_chunk_size
}

/// The record that a section is a part of by its title, if all of it fits into a chunk; else the section.
fn record<'c>(content: &'c Analysis<'_>, section: &'c Block) -> &'c Block {
    let is_part = |heading: &Block| {
        let title = content.words_of(heading);
        title.len() <= SHORT_TITLE && title.any(PART_OF_RECORD.or(NAME_OF_DECISION).or(LIST_OF_OPTIONS))
    };
    let around = iter::successors(Some(section), |own| {
        let around = content.blocks().get(own.parent?).filter(|_| is_part(own));
        around.filter(|around| fits(content, around))
    });
    around.last().unwrap_or(section)
}

/// A title of more words is no mere name of a part of a record.
const SHORT_TITLE: usize = 3;

/// A span with the headings right above it, of which a chunk holds no more than it has tokens.
fn with_headings(content: &Analysis<'_>, span: Range<usize>) -> Range<usize> {
    let above = content.blocks().get(..content.blocks_before(span.start)).unwrap_or_default().iter();
    let most = content.config.max_chunk_size;
    let first = above.rev().take(most).take_while(|block| is_heading(block)).last();
    first.map_or(span.start, |first| first.start)..span.end
}

/// The bytes of a signal; if it is the first sentence of its block, with the mark, time stamp and label before it, and the headings above.
fn with_label(content: &Analysis<'_>, signal: &Signal) -> Range<usize> {
    match content.block_at(signal.span.start).filter(|_| signal.opens_block) {
        // A heading is not cut off its body.
        Some(block) => with_headings(content, block.start..signal.span.end),
        None => signal.span.clone(),
    }
}

fn share_option(content: &Analysis<'_>, some: &[&Signal], others: &[&Signal]) -> bool {
    let options = |signals: &[&Signal]| -> Vec<String> {
        let spans = signals.iter().flat_map(|signal| signal.preferred.iter().chain(&signal.rejected));
        spans.map(|span| unicode::lowercase(content.slice(span))).collect()
    };
    let others = options(others);
    options(some).iter().any(|option| others.contains(option))
}

/// The signal with at most `contextSize` tokens to each side, moved to sentence ends.
fn with_context(
    content: &Analysis<'_>,
    scope: &Range<usize>,
    breaks: &[usize],
    span: &Range<usize>,
) -> Range<usize> {
    let text = slice(content.text(), 0..scope.end);
    let reach =
        Reach { text, tokens: &*content.tokens, limit: content.config.preference_signal.context_size };
    let start = reach.backward(span.start).unwrap_or(span.start).max(scope.start);
    let end = reach.forward(span.end).unwrap_or(span.end);
    let first = breaks.get(breaks.partition_point(|at| *at < start));
    let last = breaks.partition_point(|at| *at <= end).checked_sub(1).and_then(|last| breaks.get(last));
    first.map_or(span.start, |at| span.start.min(*at))..last.map_or(span.end, |at| span.end.max(*at))
}

/// Where contexts may start and end: at the ends of the scope, at sentence ends in paragraphs, and before and after blocks. Not after a
/// heading or a colon, which introduce the next block, nor inside of fences, rows, and items with what is under them (H6).
fn breaks(content: &Analysis<'_>, scope: &Range<usize>) -> Vec<usize> {
    let mut breaks = vec![scope.start];
    let blocks = content.blocks_in(scope);
    let mut is_introduced = false;
    for (index, block) in blocks.iter().enumerate() {
        let text = content.slice(&block.span());
        if !is_introduced && !is_under_item(block) {
            breaks.push(block.start);
        }
        is_introduced = is_heading(block) || text.ends_with(':');
        if block.kind == BlockKind::Paragraph && !block.in_item {
            let ends = sentences(text, SentenceRules::Standard).map(|sentence| block.start + sentence.end);
            breaks.extend(ends.filter(|&end| !is_introduced || end < block.end));
        } else if !is_introduced && !blocks.get(index + 1).is_some_and(is_under_item) {
            breaks.push(block.end);
        }
    }
    breaks.push(scope.end);
    breaks
}
