//! The time stamps of a document, in order, as points in time. `time` says what a stamp is.

use crate::english::listed;
use crate::text::time::{self, DAY_MS, Stamp, date};
use crate::text::{Block, BlockKind, ParsedContent, is_heading, label_of};
use chunk_core::{MetadataBounds, slice, unicode};

/// The time stamps of the body that have a time of day, with the byte at which each starts.
pub(crate) fn stamps(content: &ParsedContent<'_>) -> Vec<(usize, Instant)> {
    let (named, document) = (content.day(), content.document());
    let year = named.or(document.created_at_ms).or(document.modified_at_ms).and_then(time::day);
    // The start of the current day, and the last time of day: a time without a day gets the day that was named before it.
    let mut day = Instant { ms: named.unwrap_or_default(), dated: named.is_some() };
    let (mut last_of_day, mut instants) = (None, Vec::new());
    for block in content.blocks().iter().filter(|block| is_read(block)) {
        let mut start = block.text;
        for line in content.text_of(block).split_inclusive('\n') {
            let line_start = start;
            start += line.len();
            let Some((offset, stamp)) = stamp_of(line) else { continue };
            if let Some(ms) = stamp.day {
                day = Instant { ms, dated: true };
            } else if let Some((month, of_month)) = stamp.month_and_day {
                let Some(ms) = date(year.map_or(1972, |day| day.year().into()), month, of_month) else {
                    continue;
                };
                day = Instant { ms, dated: year.is_some() };
            } else if last_of_day.zip(stamp.of_day).is_some_and(|(last, own)| last - own > DAY_MS / 2) {
                // A time that lies more than half a day back is one of the next day.
                day.ms += DAY_MS;
            }
            last_of_day = stamp.of_day;
            let instant = stamp.of_day.map(|ms| Instant { ms: day.ms + ms, ..day });
            instants.extend(instant.map(|instant| (line_start + offset, instant)));
        }
    }
    instants
}

/// The stamp of a line, and where it is: at its start or after a label in brackets (`[DO] 10:00 …`), else the first one with a date.
fn stamp_of(line: &str) -> Option<(usize, Stamp)> {
    let behind_label = || {
        let label = label_of(line).filter(|label| slice(line, 0..label.name().start).ends_with('['))?;
        Some((label.text, time::stamp_at_start(slice(line, label.text..line.len()))?))
    };
    let at_start = time::stamp_at_start(line).map(|stamp| (0, stamp));
    at_start.or_else(behind_label).or_else(|| time::dated(line))
}

/// Whether stamps are read in a block: not in code, nor in the definition of a link.
const fn is_read(block: &Block) -> bool {
    !matches!(block.kind, BlockKind::Code | BlockKind::Definition)
}

/// The day that a block is of, as its first millisecond: the one that its first line starts with, be a weekday or `Date:` before it; of a
/// heading also one behind a mark, a number or a word such as `meeting`, or at its end, but not that of `Use Postgres by 2024-12-31`.
pub(crate) fn day_of(content: &ParsedContent<'_>, block: &Block) -> Option<i64> {
    // A heading is asked for each decision below it, and its line may be long.
    let line = MetadataBounds::looked_at(content.text_of(block).lines().next().filter(|_| is_read(block))?);
    let (at, stamp) = time::dated(line)?;
    let before = unicode::trim_end(slice(line, 0..at));
    let words = || before.split(|c: char| !unicode::is_alphanumeric(c)).filter(|word| !word.is_empty());
    let last = words().next_back().unwrap_or_default();
    let is_named = || {
        let behind = slice(line, at + stamp.length..line.len());
        let closes = || !behind.contains(unicode::is_alphanumeric) && listed("to-a-day", last).is_none();
        before.ends_with(['-', '–', '—', '|', '·', ',', '(', '['])
            || last.starts_with(|c: char| c.is_ascii_digit())
            || listed("not-before-day", last).is_none()
                && (closes() || words().any(|word| listed("of-a-day", word).is_some()))
    };
    let opens = last.is_empty() || words().nth(1).is_none() && listed("before-day", last).is_some();
    stamp.day.filter(|_| opens || is_heading(block) && is_named())
}

/// A moment on a document's own time line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instant {
    /// Milliseconds; since 1970 only if `dated`.
    pub(crate) ms: i64,
    /// Whether the day is known.
    pub(crate) dated: bool,
}
