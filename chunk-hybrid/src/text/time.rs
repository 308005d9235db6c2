//! Points in time and lengths of time, as people and machines write them.

mod entry;

use chunk_core::slice;
use entry::{month, watch, weekday};
pub(crate) use entry::{opens_entry, opens_weekday};
use jiff::{civil::DateTime, tz::Offset};

/// A point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) moment: Moment,
    /// How many bytes it takes, brackets included.
    pub(crate) length: usize,
}

/// How much of a point in time is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Milliseconds since 1970 UTC.
    Absolute(i64),
    /// A day, as its first millisecond.
    Day(i64),
    /// Milliseconds since midnight.
    OfDay(i64),
    /// Month, day and milliseconds since midnight: syslog knows no year.
    OfYear(i8, i8, i64),
}

pub(crate) const DAY_MS: i64 = 86_400_000;

/// The stamp that `line` starts with, behind list and quote marks and an opening bracket.
pub(crate) fn stamp_at_start(line: &str) -> Option<Stamp> {
    let lead = line
        .bytes()
        .take_while(|byte| {
            matches!(byte, b' ' | b'\t' | b'-' | b'*' | b'>' | b'|' | b'[' | b'(' | b'<' | b'`' | b'_' | b'#')
        })
        .count();
    let rest = slice(line, lead..line.len());
    let stamp = match rest.as_bytes().first()? {
        b'0'..=b'9' => numeric(rest)?,
        // What days and months start with.
        b'A' | b'D' | b'F' | b'J' | b'M' | b'N' | b'O' | b'S' | b'T' | b'W' => {
            weekday(rest).or_else(|| syslog(rest))?
        }
        _ => return None,
    };
    let closers = rest
        .bytes()
        .skip(stamp.length)
        .take_while(|byte| matches!(byte, b']' | b')' | b'>' | b'`' | b'*' | b'_'))
        .count();
    let end = lead + stamp.length + closers;
    let apart = line
        .as_bytes()
        .get(end)
        .is_none_or(|byte| matches!(byte, b' ' | b'\t' | b':' | b',' | b'|' | b'-' | b';') || *byte >= 0x80);
    apart.then_some(Stamp { length: end, ..stamp })
}

/// The first stamp with a date anywhere in `text`, and where.
pub(crate) fn dated_stamp(text: &str) -> Option<(usize, Stamp)> {
    let bytes = text.as_bytes();
    // Most texts have nothing that could be the end of a year. Looking at all bytes, many at once, is faster than to stop.
    let ends_year = |(one, next): (&u8, &u8)| one.is_ascii_digit() & matches!(next, b'-' | b'/');
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    if !pairs.fold(false, |found, pair| found | ends_year(pair)) {
        return None;
    }
    let mut before_is_word = false;
    for (at, &byte) in bytes.iter().enumerate() {
        if byte.is_ascii_digit()
            && !before_is_word
            && let Some(stamp) = date_time(slice(text, at..text.len()))
        {
            return Some((at, stamp));
        }
        before_is_word = byte.is_ascii_alphanumeric();
    }
    None
}

fn numeric(text: &str) -> Option<Stamp> {
    date_time(text).or_else(|| clock(text)).or_else(|| watch(text)).or_else(|| epoch(text))
}

/// Digits at the start of `text`: their value and count.
fn digits(text: &str, most: usize) -> Option<(i64, usize)> {
    let (mut value, mut count) = (0, 0);
    for digit in text.bytes().take(most).take_while(u8::is_ascii_digit) {
        value = value * 10 + i64::from(digit - b'0');
        count += 1;
    }
    (count > 0).then_some((value, count))
}

fn after(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// `2024-05-01`, `2024-05-01T10:00Z`, `2024-05-01 10:00:00.5 +02:00`, `2024/05/01 10:00`.
fn date_time(text: &str) -> Option<Stamp> {
    let (year, 4) = digits(text, 5)? else { return None };
    let mark = *text.as_bytes().get(4).filter(|mark| matches!(mark, b'-' | b'/'))?;
    let (month, 2) = digits(after(text, 5), 3)? else { return None };
    if text.as_bytes().get(7) != Some(&mark) {
        return None;
    }
    let (day, 2) = digits(after(text, 8), 3)? else { return None };
    let midnight = date(year, month, day)?;
    let time = match text.as_bytes().get(10) {
        Some(b'T' | b't' | b' ') => clock(after(text, 11)).map(|stamp| (stamp, 11)),
        Some(b',') if text.as_bytes().get(11) == Some(&b' ') => {
            clock(after(text, 12)).map(|stamp| (stamp, 12))
        }
        _ => None,
    };
    let Some((Stamp { moment: Moment::OfDay(ms), length }, at)) = time else {
        return Some(Stamp { moment: Moment::Day(midnight), length: 10 });
    };
    let end = at + length;
    let (offset, zone) = offset(after(text, end)).unwrap_or((0, 0));
    Some(Stamp { moment: Moment::Absolute(midnight + ms - offset), length: end + zone })
}

/// The first millisecond of a day, UTC.
fn date(year: i64, month: i64, day: i64) -> Option<i64> {
    let date = DateTime::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?, 0, 0, 0, 0)
        .ok()?;
    Some(Offset::UTC.to_timestamp(date).ok()?.as_millisecond())
}

/// `Z`, `+02:00`, `-0530`: milliseconds east, and its length.
fn offset(text: &str) -> Option<(i64, usize)> {
    let spaces = text.bytes().take_while(|&byte| byte == b' ').count().min(1);
    let rest = after(text, spaces);
    if rest.starts_with(['Z', 'z']) && spaces == 0 {
        return Some((0, 1));
    }
    if let Some(behind) = rest.strip_prefix("UTC") {
        return (!behind.starts_with(|c: char| c.is_ascii_alphanumeric())).then_some((0, spaces + 3));
    }
    let sign = match rest.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hours, 2) = digits(after(rest, 1), 2)? else { return None };
    let colon = usize::from(rest.as_bytes().get(3) == Some(&b':'));
    let (minutes, 2) = digits(after(rest, 3 + colon), 2)? else { return None };
    (hours <= 18 && minutes < 60).then_some((sign * (hours * 60 + minutes) * 60_000, spaces + 5 + colon))
}

/// `10:32`, `10:32:05`, `10:32:05.123`, `9:05 AM`.
fn clock(text: &str) -> Option<Stamp> {
    let (mut hours, width) = digits(text, 2)?;
    if text.as_bytes().get(width) != Some(&b':') {
        return None;
    }
    let (minutes, 2) = digits(after(text, width + 1), 3)? else { return None };
    let mut end = width + 3;
    let mut ms = 0;
    if text.as_bytes().get(end) == Some(&b':') {
        let (seconds, 2) = digits(after(text, end + 1), 3)? else { return None };
        if seconds > 60 {
            return None;
        }
        end += 3;
        ms = seconds * 1000;
        if matches!(text.as_bytes().get(end), Some(b'.' | b','))
            && let Some((_, count)) = digits(after(text, end + 1), 9)
        {
            let (first, taken) = digits(after(text, end + 1), 3)?;
            ms += first * [1000, 100, 10, 1].get(taken).copied().unwrap_or(1);
            end += 1 + count;
        }
    }
    let suffix = after(text, end);
    let bare = suffix.strip_prefix(' ').unwrap_or(suffix);
    let half =
        bare.as_bytes().get(..2).filter(|_| !bare.as_bytes().get(2).is_some_and(u8::is_ascii_alphanumeric));
    if let Some([letter @ (b'a' | b'A' | b'p' | b'P'), b'm' | b'M']) = half {
        if !(1..=12).contains(&hours) {
            return None;
        }
        hours = hours % 12 + if letter.eq_ignore_ascii_case(&b'p') { 12 } else { 0 };
        end += 2 + suffix.len() - bare.len();
    }
    (hours < 24 && minutes < 60)
        .then_some(Stamp { moment: Moment::OfDay((hours * 60 + minutes) * 60_000 + ms), length: end })
}

/// `May  1 10:00:00`
fn syslog(text: &str) -> Option<Stamp> {
    let month = month(text)?;
    let spaces = text.bytes().skip(3).take_while(|&byte| byte == b' ').count();
    if !(1..=2).contains(&spaces) {
        return None;
    }
    let (day, width) = digits(after(text, 3 + spaces), 2)?;
    let at = 3 + spaces + width;
    if text.as_bytes().get(at) != Some(&b' ') || !(1..=31).contains(&day) {
        return None;
    }
    let Stamp { moment: Moment::OfDay(ms), length } = clock(after(text, at + 1))? else { return None };
    Some(Stamp { moment: Moment::OfYear(month, day as i8, ms), length: at + 1 + length })
}

/// Ten digits of seconds or thirteen of milliseconds, between the years 2001 and 2100.
fn epoch(text: &str) -> Option<Stamp> {
    let (value, count) = digits(text, 14)?;
    let ms = match count {
        10 => value * 1000,
        13 => value,
        _ => return None,
    };
    let mut length = count;
    if text.as_bytes().get(count) == Some(&b'.') && count == 10 {
        length += digits(after(text, count + 1), 9).map_or(0, |(_, width)| width + 1);
    }
    (1_000_000_000_000..4_102_444_800_000)
        .contains(&ms)
        .then_some(Stamp { moment: Moment::Absolute(ms), length })
}

/// Follows the stamps of a document, so that a time of day gets the day it is written under.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Clock {
    /// The first millisecond of the current day; from nowhere if it is not known which.
    day: i64,
    known: bool,
    last_of_day: Option<i64>,
    year: Option<i64>,
}

/// A moment on a document's own time line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instant {
    /// Milliseconds; since 1970 only if `dated`.
    pub(crate) ms: i64,
    /// Whether the day is known.
    pub(crate) dated: bool,
}

impl Clock {
    /// A clock that knows a date near the document's: syslog's year comes from it.
    pub(crate) fn new(day: Option<i64>, year_hint: Option<i64>) -> Self {
        let year = day.or(year_hint).and_then(|ms| {
            let stamp = jiff::Timestamp::from_millisecond(ms).ok()?;
            Some(i64::from(Offset::UTC.to_datetime(stamp).year()))
        });
        Self { day: day.unwrap_or_default(), known: day.is_some(), last_of_day: None, year }
    }

    /// Where `moment` lies. A day by itself sets the clock and is no instant of an event.
    pub(crate) fn read(&mut self, moment: Moment) -> Option<Instant> {
        match moment {
            Moment::Absolute(ms) => {
                self.set_day(ms.div_euclid(DAY_MS) * DAY_MS);
                self.last_of_day = Some(ms.rem_euclid(DAY_MS));
                Some(Instant { ms, dated: true })
            }
            Moment::Day(ms) => {
                self.set_day(ms);
                self.last_of_day = None;
                None
            }
            Moment::OfDay(ms) => {
                // Half a day back is the next day.
                if self.last_of_day.is_some_and(|last| last - ms > DAY_MS / 2) {
                    self.day += DAY_MS;
                }
                self.last_of_day = Some(ms);
                Some(Instant { ms: self.day + ms, dated: self.known })
            }
            Moment::OfYear(month, day, ms) => {
                let midnight = date(self.year.unwrap_or(1972), i64::from(month), i64::from(day))?;
                self.day = midnight;
                self.known = self.year.is_some();
                self.last_of_day = Some(ms);
                Some(Instant { ms: midnight + ms, dated: self.known })
            }
        }
    }

    const fn set_day(&mut self, day: i64) {
        self.day = day;
        self.known = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    // Expected values from `date -u -d '…' +%s`.
    #[rstest]
    #[case("2024-05-01T10:00:00Z started", Moment::Absolute(1_714_557_600_000))]
    #[case("2024-05-01T12:00:00+02:00 x", Moment::Absolute(1_714_557_600_000))]
    #[case("2024-05-01 10:00 x", Moment::Absolute(1_714_557_600_000))]
    #[case("[2024-05-01 10:00:00.250] x", Moment::Absolute(1_714_557_600_250))]
    #[case("2024-05-01 10:00:00,250 INFO", Moment::Absolute(1_714_557_600_250))]
    #[case("- 2024-05-01: x", Moment::Day(1_714_521_600_000))]
    #[case("[10:32:05] x", Moment::OfDay(37_925_000))]
    #[case("10:32 - x", Moment::OfDay(37_920_000))]
    #[case("9:05 PM x", Moment::OfDay(75_900_000))]
    #[case("12:05am x", Moment::OfDay(300_000))]
    #[case("| 09:15 | x", Moment::OfDay(33_300_000))]
    #[case("May  1 10:00:00 host app: x", Moment::OfYear(5, 1, 36_000_000))]
    #[case("0410  pump off", Moment::OfDay(15_000_000))]
    #[case("0410h pump off", Moment::OfDay(15_000_000))]
    #[case("14h05 pump off", Moment::OfDay(50_700_000))]
    #[case("7pm pump off", Moment::OfDay(68_400_000))]
    #[case("Mon 08:15 pump off", Moment::OfDay(29_700_000))]
    #[case("Tuesday, 8:15 pump off", Moment::OfDay(29_700_000))]
    #[case("1714557600 x", Moment::Absolute(1_714_557_600_000))]
    #[case("1714557600250 x", Moment::Absolute(1_714_557_600_250))]
    fn stamps(#[case] line: &str, #[case] expected: Moment) {
        assert_eq!(stamp_at_start(line).map(|stamp| stamp.moment), Some(expected));
    }

    #[rstest]
    #[case("2024-13-01 x")]
    #[case("2024-02-30 10:00 x")]
    #[case("25:00 x")]
    #[case("10:61 x")]
    #[case("3:1 ratio")]
    #[case("2024 was")]
    #[case("1h30m of work")]
    #[case("Monday was")]
    #[case("123456789 x")]
    #[case("May contain nuts")]
    #[case("5 minutes")]
    #[case("")]
    fn no_stamps(#[case] line: &str) {
        assert_eq!(stamp_at_start(line), None);
    }

    #[test]
    fn a_time_of_day_has_the_day_it_stands_under() {
        let mut clock = Clock::default();
        assert_eq!(clock.read(Moment::OfDay(5)), Some(Instant { ms: 5, dated: false }));
        clock.read(Moment::Day(DAY_MS));
        assert_eq!(
            clock.read(Moment::OfDay(82_800_000)),
            Some(Instant { ms: DAY_MS + 82_800_000, dated: true })
        );
        assert_eq!(clock.read(Moment::OfDay(60_000)), Some(Instant { ms: 2 * DAY_MS + 60_000, dated: true }));
    }
}
