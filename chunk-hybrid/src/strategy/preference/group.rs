//! Preference signals with the text around them, which become chunks (H19).

use crate::analysis::Analysis;
use crate::english::class::{LIST_OF_OPTIONS, NAME_OF_DECISION, PART_OF_RECORD};
use crate::recognize::decisions::Signal;
use crate::text::{Block, LOOSE, Label, Reach, is_head, is_heading, is_unit};
use crate::topics::Units;
use chunk_core::{slice, unicode};
use std::{iter, ops::Range};

/// The bytes of the signals in groups: of each decision the smallest entry that has its reason and what else belongs to it, or in a text without
/// headings its context. Those that overlap, and contexts that share an option, are one as long as that fits into a chunk.
pub(super) fn groups(content: &Analysis<'_>, scope: &Range<usize>, signals: &[&Signal]) -> Vec<Range<usize>> {
    let mut breaks = None;
    let mut groups: Vec<Group> = Vec::new();
    for signal in signals {
        // The first sentence of a block has the mark, time stamp and label before it, and the headings above.
        let own = match content.block_at(signal.span.start) {
            Some(block) if signal.opens_block => with_headings(content, block.start..signal.span.end),
            _ => signal.span.clone(),
        };
        let entry = entry_of(content, signal);
        let is_context = entry.is_none();
        let span = entry.unwrap_or_else(|| {
            let breaks = breaks.get_or_insert_with(|| self::breaks(content, scope));
            with_context(content, scope, breaks, &own)
        });
        let span = span.start.max(scope.start)..span.end.min(scope.end);
        let options = signal.preferred.iter().chain(&signal.rejected);
        let options = options.map(|span| unicode::lowercase(content.slice(span))).collect();
        let mut group = Group { span, options, end: signal.span.end };
        while let Some(mut last) = groups.pop() {
            let whole = last.span.start.min(group.span.start)..last.span.end.max(group.span.end);
            let overlaps = group.span.start < last.span.end;
            let shares_option = || group.options.iter().any(|own| last.options.contains(own));
            if (overlaps || is_context && shares_option()) && fits(content, &whole) {
                group.span = whole;
                group.options.append(&mut last.options);
                continue;
            }
            if overlaps {
                // They are parted between their decisions, and no heading is cut off its body.
                let cut = content.wholes.cut_before(content, own.start.max(last.end), is_unit);
                let decides_heading = content.block_at(signal.span.start).is_some_and(is_heading);
                let above = content.headings_before_end(&(last.span.start..cut));
                last.span.end = last.span.end.min(if decides_heading { cut } else { above });
                if last.span.end <= last.span.start {
                    group.span.start = group.span.start.min(last.span.start);
                    continue;
                }
                group.span.start = group.span.start.max(last.span.end);
            }
            groups.push(last);
            break;
        }
        groups.push(group);
    }
    groups.into_iter().map(|group| group.span).collect()
}

/// Signals that become a chunk.
struct Group {
    span: Range<usize>,
    /// What they are for and against, in lower case.
    options: Vec<String>,
    /// Where the last one ends.
    end: usize,
}

/// The smallest entry around a signal that says all of its decision: its item or row with those that it rejects, its section, and where that is
/// only a part of a record ("Decision", "Consequences") or the reason is elsewhere in it, the record. `None` if the signal is below no heading.
fn entry_of(content: &Analysis<'_>, signal: &Signal) -> Option<Range<usize>> {
    let block = content.block_at(signal.span.start)?;
    content.section_at(block.start)?;
    let whole = content.wholes.around(block.start + 1).cloned().unwrap_or(block.span());
    let names_part = |block: &Block| {
        let label = block.label.map_or(0..0, Label::name);
        content.words_of(block).within(&label).any(PART_OF_RECORD.or(NAME_OF_DECISION))
    };
    let unit_at = |at: usize| content.outwards(content.block_at(at)).find(|block| is_unit(block));
    let unit = unit_at(block.start).filter(|unit| !names_part(unit));
    let is_section =
        |own: &&Block| own.number == block.number || own.level().is_some_and(|level| level < LOOSE);
    if let Some(section) = content.outwards(Some(block)).find(|own| is_heading(own) && is_section(own)) {
        let record = record(content, section);
        let entry = content.entry(record);
        let holds = |reason: &Range<usize>| entry.contains(&reason.start) && !whole.contains(&reason.start);
        let is_part = is_heading(block) || unit.is_none() && record.number != section.number;
        if (is_part || signal.rationale.as_ref().is_some_and(holds)) && fits(content, &entry) {
            return Some(with_headings(content, entry));
        }
    }
    let Some(unit) = unit else { return Some(with_headings(content, whole)) };
    // What is rejected may be in other items of the list, as in boxes that are not ticked, or above it.
    let place = |option: &Range<usize>| {
        let other = unit_at(option.start).filter(|other| other.parent == unit.parent);
        other.map(|other| other.start).or(Some(option.start).filter(|at| whole.contains(at)))
    };
    let rejected = signal.rejected.iter().filter_map(place);
    let (first, last) =
        rejected.fold((unit.start, unit.start), |(first, last), at| (first.min(at), last.max(at)));
    let mut list = first..content.entry(unit_at(last).unwrap_or(unit)).end;
    if content.blocks_in(&whole).iter().any(is_heading) {
        // The section is divided into its items. Its start goes with the first one; the rows that name a table's columns are none.
        list.start = content.wholes.cut_before(content, list.start, is_unit);
        let names_columns = |block: &Block| block.number <= block.head + 1 && is_head(content, block.head);
        let mut before = content.blocks_in(&(whole.start..list.start)).iter();
        if !before.any(|block| is_unit(block) && !names_columns(block)) {
            list.start = whole.start;
        }
        let next = content.blocks_in(&(list.end..whole.end)).iter().find(|block| is_unit(block));
        list.end = next.map_or(whole.end, |next| content.headings_before_end(&(list.start..next.start)));
    }
    // An item with much in it is divided into what is directly in it.
    let own = Some(content.entry(unit)).filter(|own| fits(content, own)).unwrap_or(whole);
    Some(with_headings(content, if fits(content, &list) { list } else { own }))
}

/// A span with the headings right above it, as far as a chunk can hold them.
fn with_headings(content: &Analysis<'_>, span: Range<usize>) -> Range<usize> {
    let from = span.start.saturating_sub(4 * content.config.max_chunk_size);
    content.headings_before_end(&(from..span.start))..span.end
}

/// Whether a span fits into a chunk.
fn fits(content: &Analysis<'_>, span: &Range<usize>) -> bool {
    content.token_count(span.clone()) <= content.config.max_chunk_size
}

/// A title of more words is no mere name of a part of a record.
const SHORT_TITLE: usize = 3;

/// The record that a section is a part of by its title, if all of it fits into a chunk; else the section.
fn record<'c>(content: &'c Analysis<'_>, section: &'c Block) -> &'c Block {
    let is_part = |heading: &Block| {
        let title = content.words_of(heading);
        title.len() <= SHORT_TITLE && title.any(PART_OF_RECORD.or(NAME_OF_DECISION).or(LIST_OF_OPTIONS))
    };
    let around = iter::successors(Some(section), |own| {
        let around = content.blocks().get(own.parent?).filter(|_| is_part(own));
        around.filter(|around| fits(content, &content.entry(around)))
    });
    around.last().unwrap_or(section)
}

/// A signal with at most `contextSize` tokens to each side, moved to the ends of sentences.
fn with_context(
    content: &Analysis<'_>,
    scope: &Range<usize>,
    breaks: &[usize],
    span: &Range<usize>,
) -> Range<usize> {
    let text = content.text();
    let reach =
        Reach { text, tokens: &*content.tokens, limit: content.config.preference_signal.context_size };
    // With the white space around: a break is after that.
    let before = slice(text, 0..reach.words_before(scope.start..span.start).start);
    let start = unicode::trim_end(before).len();
    let after = slice(text, reach.words_after(span.end..scope.end).end..scope.end);
    let end = scope.end - unicode::trim_start(after).len();
    let first = breaks.get(breaks.partition_point(|at| *at < start));
    let last = breaks.partition_point(|at| *at <= end).checked_sub(1).and_then(|last| breaks.get(last));
    first.map_or(span.start, |at| span.start.min(*at))..last.map_or(span.end, |at| span.end.max(*at))
}

/// Where contexts may start and end: where a sentence, item, row or fence begins, unless a heading or colon introduces it.
fn breaks(content: &Analysis<'_>, scope: &Range<usize>) -> Vec<usize> {
    let max = content.config.max_chunk_size;
    let sentences = Units::new(content, scope.clone(), max, Some(0), &*content.tokens);
    let starts = sentences.units.iter().map(|unit| unit.span.start);
    let is_introduced =
        |at: &usize| unicode::trim_end(slice(content.text(), scope.start..*at)).ends_with(':');
    starts.filter(|at| !is_introduced(at)).chain([scope.end]).collect()
}
