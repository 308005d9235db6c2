//! The time stamps of a document, in order, as points in time. `time` says what a stamp is; a [`Clock`](time::Clock) goes through the
//! document, so that a time of day gets the day that was named before it.

use crate::text::time::Moment;
use crate::text::{Block, BlockKind, Instant, ParsedContent, bracketed_label, is_heading, time};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// The time stamps of the body that have a time of day, with the byte at which each starts.
pub(crate) fn stamps(content: &ParsedContent<'_>) -> Vec<(usize, Instant)> {
    let mut clock = content.clock();
    let mut instants = Vec::new();
    for block in content.blocks().iter() {
        let text = content.text_of(block);
        // Most blocks have no digit, and without one there is no stamp.
        let has_digit = || text.bytes().fold(false, |found, byte| found | byte.is_ascii_digit());
        if !is_read(block) || !has_digit() {
            continue;
        }
        let mut start = block.text;
        for line in text.split_inclusive('\n') {
            let found = time::stamp_at_start(line)
                .map(|stamp| (0, stamp))
                .or_else(|| after_label(line))
                .or_else(|| dated(line));
            if let Some((offset, stamp)) = found {
                instants.extend(clock.read(stamp.moment).map(|instant| (start + offset, instant)));
            }
            start += line.len();
        }
    }
    instants
}

/// Whether stamps are read in a block: not in code, nor in the definition of a link.
const fn is_read(block: &Block) -> bool {
    !matches!(block.kind, BlockKind::Code | BlockKind::Definition)
}

/// The first stamp with a date in a line, be the date in digits or in words.
fn dated(line: &str) -> Option<(usize, time::Stamp)> {
    time::dated_stamp(line).or_else(|| time::written_day(line))
}

/// The first day in `span` that a heading names or an entry starts with, as its first millisecond.
pub(crate) fn first_day(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<i64> {
    content.blocks_in(span).iter().filter(|block| is_read(block)).find_map(|block| {
        let line = content.text_of(block).lines().next()?;
        let (at, stamp) = dated(line)?;
        let Moment::Day(ms) = stamp.moment else { return None };
        let opens_line = || !slice(line, 0..at).contains(unicode::is_alphanumeric);
        (is_heading(block) || opens_line()).then_some(ms)
    })
}

/// The stamp after a label: `[DO] 10:00 …`.
fn after_label(text: &str) -> Option<(usize, time::Stamp)> {
    let label = bracketed_label(text)?;
    let rest = slice(text, label.text..text.len());
    time::stamp_at_start(rest).map(|stamp| (label.text, stamp))
}
