//! The time stamps of a document, read by one clock.

use crate::text::{
    block::{Block, BlockKind, is_heading},
    document::ParsedContent,
    line::bracketed_label,
    time::{self, Instant, Moment},
};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// The time stamps of the body with a time of day, and where they stand.
pub(crate) fn stamps(content: &ParsedContent<'_>) -> Vec<(usize, Instant)> {
    let mut clock = content.clock();
    let mut instants = Vec::new();
    for block in content.blocks().iter() {
        let text = content.text_of(&block);
        // No stamp is without a digit.
        let has_digit = || text.bytes().fold(false, |found, byte| found | byte.is_ascii_digit());
        if !is_read(&block) || !has_digit() {
            continue;
        }
        let mut start = block.text();
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

/// Whether a block is no code, and none of what only links need.
const fn is_read(block: &Block) -> bool {
    !matches!(block.kind, BlockKind::Code | BlockKind::Definition)
}

/// The first stamp with a date in a line, in digits or as people write it.
fn dated(line: &str) -> Option<(usize, time::Stamp)> {
    time::dated_stamp(line).or_else(|| time::written_day(line))
}

/// The first day in `span` that a heading names or an entry starts with, as its first millisecond.
pub(crate) fn first_day(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<i64> {
    let blocks = content.blocks_in(span).iter().filter(is_read);
    blocks
        .filter_map(|block| {
            let line = content.text_of(&block).lines().next()?;
            let (at, stamp) = dated(line)?;
            let Moment::Day(ms) = stamp.moment else { return None };
            let opens = || !slice(line, 0..at).contains(unicode::is_alphanumeric);
            (is_heading(&block) || opens()).then_some(ms)
        })
        .next()
}

/// The stamp behind a label: `[DO] 10:00 …`.
fn after_label(text: &str) -> Option<(usize, time::Stamp)> {
    let label = bracketed_label(text)?;
    let behind = slice(text, label.text..text.len());
    time::stamp_at_start(behind).map(|stamp| (label.text, stamp))
}
