//! The time stamps of a document, in order, as points in time. `time` says what a stamp is; a [`Clock`] goes through the
//! document, so that a time of day gets the day that was named before it.

use crate::text::time::{self, DAY_MS, Stamp, date};
use crate::text::{Block, BlockKind, ParsedContent, bracketed_label, is_heading};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// The time stamps of the body that have a time of day, with the byte at which each starts.
pub(crate) fn stamps(content: &ParsedContent<'_>) -> Vec<(usize, Instant)> {
    let (day, document) = (content.day(), content.document());
    let year = day.or(document.created_at_ms).or(document.modified_at_ms).and_then(time::day);
    let year = year.map(|day| day.year().into());
    let day = Instant { ms: day.unwrap_or_default(), dated: day.is_some() };
    let (mut clock, mut instants) = (Clock { day, last_of_day: None, year }, Vec::new());
    for block in content.blocks().iter().filter(|block| is_read(block)) {
        let mut start = block.text;
        for line in content.text_of(block).split_inclusive('\n') {
            let found = time::stamp_at_start(line)
                .map(|stamp| (0, stamp))
                .or_else(|| {
                    // `[DO] 10:00 …`.
                    let label = bracketed_label(line)?;
                    let stamp = time::stamp_at_start(slice(line, label.text..line.len()))?;
                    Some((label.text, stamp))
                })
                .or_else(|| dated(line));
            if let Some((offset, stamp)) = found {
                instants.extend(clock.read(stamp).map(|instant| (start + offset, instant)));
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
fn dated(line: &str) -> Option<(usize, Stamp)> {
    // Most lines have no digit, and few have a year. Without this, a text would take 4% more instructions.
    let has_digit = line.bytes().fold(false, |found, byte| found | byte.is_ascii_digit());
    let has_year = || line.as_bytes().split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() >= 4);
    if !has_digit || !has_year() {
        return None;
    }
    time::dated_stamp(line).or_else(|| time::written_day(line))
}

/// The first day in `span` that a heading names or an entry starts with, as its first millisecond.
pub(crate) fn first_day(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<i64> {
    content.blocks_in(span).iter().filter(|block| is_read(block)).find_map(|block| {
        let line = content.text_of(block).lines().next()?;
        let (at, stamp) = dated(line)?;
        let ms = stamp.day.filter(|_| stamp.of_day.is_none())?;
        let opens_line = || !slice(line, 0..at).contains(unicode::is_alphanumeric);
        (is_heading(block) || opens_line()).then_some(ms)
    })
}

/// A moment on a document's own time line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instant {
    /// Milliseconds; since 1970 only if `dated`.
    pub(crate) ms: i64,
    /// Whether the day is known.
    pub(crate) dated: bool,
}

/// Follows the stamps of a document, so that a time of day gets the day that was named before it.
struct Clock {
    /// The start of the current day: first that of the document.
    day: Instant,
    /// The last time of day, in milliseconds since midnight.
    last_of_day: Option<i64>,
    /// The year of stamps that have none.
    year: Option<i64>,
}

impl Clock {
    /// The instant of the next stamp. A day without a time only sets the clock.
    fn read(&mut self, stamp: Stamp) -> Option<Instant> {
        if let Some(ms) = stamp.day {
            self.day = Instant { ms, dated: true };
        } else if let Some((month, day)) = stamp.month_and_day {
            let ms = date(self.year.unwrap_or(1972), month, day)?;
            self.day = Instant { ms, dated: self.year.is_some() };
        } else if self.last_of_day.zip(stamp.of_day).is_some_and(|(last, own)| last - own > DAY_MS / 2) {
            // A time that lies more than half a day back is one of the next day.
            self.day.ms += DAY_MS;
        }
        self.last_of_day = stamp.of_day;
        stamp.of_day.map(|ms| Instant { ms: self.day.ms + ms, ..self.day })
    }
}
