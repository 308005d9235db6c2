//! Points in time as people and machines write them: where a line or text holds one. `numeric` reads those in digits, `written` days
//! with the names of months, `entry` the openings of logs kept by hand; `clock` puts them on one time line.

mod clock;
mod entry;
mod numeric;
mod written;

use chunk_core::slice;
pub(crate) use clock::{Clock, Instant};
use entry::month;
pub(crate) use entry::opens_entry;
pub(crate) use numeric::{DAY_MS, Moment, Stamp};
use numeric::{after, date_time, digits, epoch, time_of_day};
pub(crate) use written::written_day;

/// The stamp that `line` starts with, after marks of lists and quotes and an opening bracket.
pub(crate) fn stamp_at_start(line: &str) -> Option<Stamp> {
    let lead = line
        .bytes()
        .take_while(|byte| {
            matches!(byte, b' ' | b'\t' | b'-' | b'*' | b'>' | b'|' | b'[' | b'(' | b'<' | b'`' | b'_' | b'#')
        })
        .count();
    let rest = slice(line, lead..line.len());
    let stamp = match rest.as_bytes().first()? {
        b'0'..=b'9' => date_time(rest).or_else(|| time_of_day(rest)).or_else(|| epoch(rest))?,
        // The first letters of months.
        b'A' | b'D' | b'F' | b'J' | b'M' | b'N' | b'O' | b'S' => syslog(rest)?,
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
    // Most texts hold nothing that could be the end of a year. To fold over all bytes is faster than to stop at the first hit, since the
    // compiler makes it look at many bytes at once.
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
    let Stamp { moment: Moment::OfDay(ms), length } = time_of_day(after(text, at + 1))? else { return None };
    Some(Stamp { moment: Moment::OfYear(month, day as i8, ms), length: at + 1 + length })
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
    #[case("9:05 p.m. x", Moment::OfDay(75_900_000))]
    #[case("| 09:15 | x", Moment::OfDay(33_300_000))]
    #[case("May  1 10:00:00 host app: x", Moment::OfYear(5, 1, 36_000_000))]
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
}
