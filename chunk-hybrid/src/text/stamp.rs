//! The time stamps of a document, in order, as points in time. `time` says what a stamp is.

use crate::english::listed;
use crate::text::time::{self, DAY_MS, date};
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
            let at = |at: usize| Some((at, time::stamp_at_start(slice(line, at..line.len()))?));
            // `[PLAN] 10:00 …`
            let label = || label_of(line).filter(|label| slice(line, 0..label.start).ends_with('['));
            let found = at(0).or_else(|| at(label()?.text)).or_else(|| time::dated(line));
            let Some((offset, stamp)) = found else { continue };
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

/// Whether stamps are read in a block: not in code, nor in the definition of a link.
const fn is_read(block: &Block) -> bool {
    !matches!(block.kind, BlockKind::Code | BlockKind::Definition)
}

/// The day that a block is of, as its first millisecond: the one that its first line starts with, be a weekday or `Date:` before it; of a
/// heading also one farther behind, but not that of `Use Postgres by 2024-12-31`.
pub(crate) fn day_of(content: &ParsedContent<'_>, block: &Block) -> Option<i64> {
    // A heading is asked for each decision below it, and its line may be long.
    let line = MetadataBounds::looked_at(content.text_of(block).lines().next().filter(|_| is_read(block))?);
    let (at, stamp) = time::dated(line)?;
    let before = slice(line, 0..at).split(|c: char| !unicode::is_alphanumeric(c));
    let mut before = before.filter(|word| !word.is_empty()).rev();
    let last = before.next().unwrap_or_default();
    let opens = last.is_empty() || before.next().is_none() && listed("before-day", last).is_some();
    let is_own = opens || is_heading(block) && listed("not-before-day", last).is_none();
    stamp.day.filter(|_| is_own)
}

/// A moment on a document's own time line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instant {
    /// Milliseconds; since 1970 only if `dated`.
    pub(crate) ms: i64,
    /// Whether the day is known.
    pub(crate) dated: bool,
}
