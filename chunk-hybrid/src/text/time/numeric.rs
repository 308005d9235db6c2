//! Points in time that are written in digits: dates, times of day, seconds since 1970.

use chunk_core::Day;

/// A point in time as it stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) moment: Moment,
    /// How many bytes it takes, brackets included.
    pub(crate) length: usize,
}

/// A point in time, as much of it as is written.
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

/// The value and the number of the digits that `text` starts with, of at most `most`.
pub(super) fn digits(text: &str, most: usize) -> Option<(i64, usize)> {
    let (mut value, mut count) = (0, 0);
    for digit in text.bytes().take(most).take_while(u8::is_ascii_digit) {
        value = value * 10 + i64::from(digit - b'0');
        count += 1;
    }
    (count > 0).then_some((value, count))
}

pub(super) fn after(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// `2024-05-01`, `2024-05-01T10:00Z`, `2024-05-01 10:00:00.5 +02:00`, `2024/05/01 10:00`.
pub(super) fn date_time(text: &str) -> Option<Stamp> {
    let (year, 4) = digits(text, 5)? else { return None };
    let mark = *text.as_bytes().get(4).filter(|mark| matches!(mark, b'-' | b'/'))?;
    let (month, 2) = digits(after(text, 5), 3)? else { return None };
    if text.as_bytes().get(7) != Some(&mark) {
        return None;
    }
    let (day, 2) = digits(after(text, 8), 3)? else { return None };
    let midnight = date(year, month, day)?;
    let alone = Stamp { moment: Moment::Day(midnight), length: 10 };
    let at = match after(text, 10).as_bytes() {
        [b'T' | b't' | b' ', ..] => 11,
        [b',', b' ', ..] => 12,
        _ => return Some(alone),
    };
    let Some(Stamp { moment: Moment::OfDay(ms), length }) = time_of_day(after(text, at)) else {
        return Some(alone);
    };
    let end = at + length;
    let (offset, zone) = offset(after(text, end)).unwrap_or((0, 0));
    Some(Stamp { moment: Moment::Absolute(midnight + ms - offset), length: end + zone })
}

/// The first millisecond of a day, UTC.
pub(super) fn date(year: i64, month: i64, day: i64) -> Option<i64> {
    Some(Day::new(year, month, day)?.begins()? * 1000)
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

/// `10:32`, `10:32:05`, `10:32:05.123`, `9:05 AM`, `9:05 p.m.`.
pub(super) fn time_of_day(text: &str) -> Option<Stamp> {
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
    let (letter, length) = match bare.as_bytes() {
        [letter, b'm' | b'M', ..] => (*letter, 2),
        [letter, b'.', b'm' | b'M', b'.', ..] => (*letter, 4),
        _ => return of_day(hours, minutes, ms, end),
    };
    let ends_there = !after(bare, length).starts_with(|c: char| c.is_ascii_alphanumeric());
    if matches!(letter, b'a' | b'A' | b'p' | b'P') && ends_there {
        hours = of_half_day(hours, letter)?;
        end += length + suffix.len() - bare.len();
    }
    of_day(hours, minutes, ms, end)
}

/// The hour of the day of `9 AM` or `9 PM`, by the letter `A` or `P`.
pub(super) fn of_half_day(hours: i64, letter: u8) -> Option<i64> {
    let half = if letter.eq_ignore_ascii_case(&b'p') { 12 } else { 0 };
    (1..=12).contains(&hours).then_some(hours % 12 + half)
}

/// The stamp of a time of day that takes `length` bytes, if there is such a time.
pub(super) fn of_day(hours: i64, minutes: i64, ms: i64, length: usize) -> Option<Stamp> {
    let moment = Moment::OfDay((hours * 60 + minutes) * 60_000 + ms);
    (hours < 24 && minutes < 60).then_some(Stamp { moment, length })
}

/// Ten digits of seconds or thirteen of milliseconds, between the years 2001 and 2100.
pub(super) fn epoch(text: &str) -> Option<Stamp> {
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
