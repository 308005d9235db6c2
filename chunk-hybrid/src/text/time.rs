//! Points in time as people and machines write them: where a line or text holds one.

use chunk_core::{Day, slice};
use std::ops::RangeInclusive;

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
    OfYear(i64, i64, i64),
}

pub(crate) const DAY_MS: i64 = 86_400_000;

/// The first millisecond of a day, UTC.
pub(crate) fn date(year: i64, month: i64, day: i64) -> Option<i64> {
    Some(Day::new(year, month, day)?.begins()? * 1000)
}

/// The stamp that `line` starts with, after marks of lists and quotes and an opening bracket.
pub(crate) fn stamp_at_start(line: &str) -> Option<Stamp> {
    let mut scan = Scan { text: line, at: 0 };
    scan.skip(b" \t-*>|[(<`_#");
    let moment = match scan.rest().as_bytes().first()? {
        b'0'..=b'9' => {
            scan.moment(Scan::date_time).or_else(|| scan.of_day()).or_else(|| scan.moment(Scan::epoch))?
        }
        // The first letters of months.
        b'A' | b'D' | b'F' | b'J' | b'M' | b'N' | b'O' | b'S' => scan.syslog()?,
        _ => return None,
    };
    scan.skip(b"])>`*_");
    let is_apart =
        |byte: &u8| matches!(byte, b' ' | b'\t' | b':' | b',' | b'|' | b'-' | b';') || *byte >= 0x80;
    let apart = scan.rest().as_bytes().first().is_none_or(is_apart);
    apart.then_some(Stamp { moment, length: scan.at })
}

/// The first stamp with a date in digits anywhere in `text`, and where.
pub(crate) fn dated_stamp(text: &str) -> Option<(usize, Stamp)> {
    // Most texts hold nothing that could be a date, and a mark is found faster than a digit.
    memchr::memchr2_iter(b'-', b'/', text.as_bytes()).find_map(|mark| {
        let start = mark.checked_sub(4)?;
        let before = slice(text, 0..text.floor_char_boundary(start));
        let mut scan = Scan { text: text.get(start..)?, at: 0 };
        if before.ends_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        let moment = scan.date_time()?;
        Some((start, Stamp { moment, length: scan.at }))
    })
}

/// What stands between day, month and year.
const BETWEEN: [char; 8] = [' ', ',', '.', '\n', '*', '_', '(', '['];

/// The first day with a year in `text` as people write it (`12 March 2024`, `March 12th, 2024`, `12.03.2024`), and where it starts. A time of
/// day right after it belongs to it.
pub(crate) fn written_day(text: &str) -> Option<(usize, Stamp)> {
    // Most lines hold no year.
    if !text.as_bytes().windows(4).any(|bytes| bytes.iter().all(u8::is_ascii_digit)) {
        return None;
    }
    let mut at = 0;
    let mut last: [(usize, &str); 2] = [(0, ""); 2];
    text.split(BETWEEN).find_map(|part| {
        let (start, end) = (at, at + part.len());
        at = end + 1;
        if part.is_empty() {
            return None;
        }
        let [(first_start, first), (second_start, second)] = last;
        last = [(second_start, second), (start, part)];
        let year = Scan { text: part, at: 0 }.number(4..=4)?;
        let (month, day) = named(second, first).or_else(|| named(first, second)).or_else(|| {
            let dotted = format!("{first}.{second}.{part}");
            let is_dotted = text.get(first_start..).is_some_and(|text| text.starts_with(&dotted));
            Some((whole(second)?, whole(first)?)).filter(|_| is_dotted)
        })?;
        let midnight = date(year, month, day)?;
        let mut scan = Scan { text, at: end };
        while [" ", ",", "-", "–"].iter().any(|mark| scan.word(mark).is_some()) {}
        let time = if scan.at > end { scan.time_of_day() } else { None };
        let moment = time.map_or(Moment::Day(midnight), |ms| Moment::Absolute(midnight + ms));
        let end = if time.is_some() { scan.at } else { end };
        Some((first_start, Stamp { moment, length: end - first_start }))
    })
}

/// The numbers of the month with this name and of a day, which is written `12` or `12th`.
fn named(name: &str, day: &str) -> Option<(i64, i64)> {
    let is_name = name.len() >= 3 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    // "12–14 March": from its first day on.
    let day =
        day.split_once(['-', '–']).filter(|(_, last)| whole(last).is_some()).map_or(day, |(first, _)| first);
    let day = ["st", "nd", "rd", "th"].iter().find_map(|suffix| day.strip_suffix(suffix)).unwrap_or(day);
    Some((month(name).filter(|_| is_name)?, whole(day)?))
}

/// The number that `text` is, if it is one or two digits and nothing else.
fn whole(text: &str) -> Option<i64> {
    let mut scan = Scan { text, at: 0 };
    scan.number(1..=2).filter(|_| scan.rest().is_empty())
}

/// The number of the month whose name `text` starts with.
fn month(text: &str) -> Option<i64> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    (1..).zip(MONTHS).find(|(_, month)| text.starts_with(month)).map(|(number, _)| number)
}

/// Whether `line` opens like an entry of a log that is kept by hand: with a day, a date without a year, `T+5`, `15.42`. That is weaker
/// evidence than a stamp: prose may open so too.
pub(crate) fn opens_entry(line: &str) -> bool {
    const DAYS: [&str; 9] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Day", "Week"];
    let line = line.trim_start_matches([' ', '\t', '*', '_', '>', '(', '[']);
    let named = |text: &str| month(text).is_some() || DAYS.iter().any(|day| text.starts_with(day));
    match line.as_bytes() {
        [b'A'..=b'Z', ..] if named(line) => true,
        [b't' | b'T', b'+' | b'-' | b'=', b'0'..=b'9', ..] | [b'+', b'0'..=b'9', ..] => true,
        [b'0'..=b'9', ..] => {
            let mut scan = Scan { text: line, at: 0 };
            let is_year = scan.number(4..=4).is_some();
            let is_day = scan.number(1..=2).is_some();
            let rest = scan.rest();
            let spaced = rest.trim_start_matches(['.', ' ', 't', 'h', 's', 'n', 'r', 'd']);
            is_year && rest.starts_with([' ', ':', ',', '-'])
                || is_day && (named(spaced) || matches!(rest.as_bytes(), [b'.' | b'/', b'0'..=b'9', ..]))
        }
        _ => false,
    }
}

/// A place in a text, from which on it is read. What is not there is not passed.
#[derive(Clone, Copy)]
struct Scan<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scan<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Passes any number of these bytes.
    fn skip(&mut self, bytes: &[u8]) {
        self.at += self.rest().bytes().take_while(|byte| bytes.contains(byte)).count();
    }

    /// Passes a word.
    fn word(&mut self, word: &str) -> Option<()> {
        self.rest().starts_with(word).then(|| self.at += word.len())
    }

    /// Passes a number with so many digits.
    fn number(&mut self, widths: RangeInclusive<usize>) -> Option<i64> {
        let digits = self.rest().bytes().take(widths.end() + 1).take_while(u8::is_ascii_digit).count();
        let number = self.rest().get(..digits).filter(|_| widths.contains(&digits))?.parse().ok()?;
        self.at += digits;
        Some(number)
    }

    /// Passes what `read` does, if that is there as a whole.
    fn moment<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut ahead = *self;
        let read = read(&mut ahead)?;
        *self = ahead;
        Some(read)
    }

    /// `2024-05-01`, `2024-05-01T10:00Z`, `2024-05-01 10:00:00.5 +02:00`, `2024/05/01 10:00`.
    fn date_time(&mut self) -> Option<Moment> {
        let year = self.number(4..=4)?;
        let mark = ["-", "/"].into_iter().find(|mark| self.word(mark).is_some())?;
        let month = self.number(2..=2)?;
        self.word(mark)?;
        let midnight = date(year, month, self.number(2..=2)?)?;
        let ms = self.moment(|scan| {
            ["T", "t", " ", ", "].into_iter().find(|mark| scan.word(mark).is_some())?;
            Some(scan.time_of_day()? - scan.moment(Self::offset).unwrap_or_default())
        });
        Some(ms.map_or(Moment::Day(midnight), |ms| Moment::Absolute(midnight + ms)))
    }

    /// `Z`, `+02:00`, `-0530`: milliseconds east.
    fn offset(&mut self) -> Option<i64> {
        if self.word("Z").or_else(|| self.word("z")).is_some() {
            return Some(0);
        }
        self.word(" ");
        if self.word("UTC").is_some() {
            return (!self.rest().starts_with(|c: char| c.is_ascii_alphanumeric())).then_some(0);
        }
        let sign = if self.word("-").is_some() { -1 } else { self.word("+").map(|()| 1)? };
        let two = |scan: &mut Self| {
            let digits = scan.rest().get(..2).filter(|two| two.bytes().all(|byte| byte.is_ascii_digit()))?;
            scan.at += 2;
            digits.parse::<i64>().ok()
        };
        let hours = two(self)?;
        self.word(":");
        let minutes = two(self)?;
        (hours <= 18 && minutes < 60).then_some(sign * (hours * 60 + minutes) * 60_000)
    }

    fn of_day(&mut self) -> Option<Moment> {
        self.moment(Self::time_of_day).map(Moment::OfDay)
    }

    /// `10:32`, `10:32:05`, `10:32:05.123`, `9:05 AM`, `9:05 p.m.`: milliseconds since midnight.
    fn time_of_day(&mut self) -> Option<i64> {
        let mut hours = self.number(1..=2)?;
        self.word(":")?;
        let minutes = self.number(2..=2)?;
        let mut ms = 0;
        if self.word(":").is_some() {
            let seconds = self.number(2..=2).filter(|seconds| *seconds <= 60)?;
            ms = seconds * 1000;
            let is_digit = |scan: &Self| {
                scan.rest().get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            };
            if self.rest().starts_with(['.', ',']) && is_digit(self) {
                self.at += 1;
                let digits = self.rest().bytes().take(9).take_while(u8::is_ascii_digit).count();
                let first: String = self.rest().chars().take(digits).chain("00".chars()).take(3).collect();
                ms += first.parse::<i64>().ok()?;
                self.at += digits;
            }
        }
        let half = self.moment(|scan| {
            scan.word(" ");
            let half = if scan.rest().starts_with(['p', 'P']) { 12 } else { 0 };
            scan.word("a")
                .or_else(|| scan.word("A"))
                .or_else(|| scan.word("p"))
                .or_else(|| scan.word("P"))?;
            let marks = ["m", "M", ".m.", ".M."];
            marks.into_iter().find(|mark| scan.word(mark).is_some())?;
            (!scan.rest().starts_with(|c: char| c.is_ascii_alphanumeric())).then_some(half)
        });
        if let Some(half) = half {
            hours = (1..=12).contains(&hours).then_some(hours % 12 + half)?;
        }
        (hours < 24 && minutes < 60).then_some((hours * 60 + minutes) * 60_000 + ms)
    }

    /// Ten digits of seconds or thirteen of milliseconds, between the years 2001 and 2100.
    fn epoch(&mut self) -> Option<Moment> {
        let ms = match self.number(13..=13) {
            Some(ms) => ms,
            None => {
                let seconds = self.number(10..=10)?;
                self.moment(|scan| scan.word(".").and_then(|()| scan.number(1..=9)));
                seconds * 1000
            }
        };
        (1_000_000_000_000..4_102_444_800_000).contains(&ms).then_some(Moment::Absolute(ms))
    }

    /// `May  1 10:00:00`
    fn syslog(&mut self) -> Option<Moment> {
        let month = month(self.rest())?;
        self.at += 3;
        self.word("  ").or_else(|| self.word(" "))?;
        let day = self.number(1..=2).filter(|day| (1..=31).contains(day))?;
        self.word(" ")?;
        Some(Moment::OfYear(month, day, self.time_of_day()?))
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

    // Expected values from `date -u -d '…' +%s`.
    #[rstest]
    #[case("Tuesday 12 March 2024", Some((8, Moment::Day(1_710_201_600_000), 13)))]
    #[case("March 12th, 2024", Some((0, Moment::Day(1_710_201_600_000), 16)))]
    #[case("## 12.03.2024", Some((3, Moment::Day(1_710_201_600_000), 10)))]
    #[case("**Tue, 12 Mar 2024, 8:00** x", Some((7, Moment::Absolute(1_710_230_400_000), 17)))]
    #[case("on 12.03.2024 8:00 pm", Some((3, Moment::Absolute(1_710_273_600_000), 18)))]
    #[case("12–14 March 2024", Some((0, Moment::Day(1_710_201_600_000), 18)))]
    #[case("March 12-14, 2024", Some((0, Moment::Day(1_710_201_600_000), 17)))]
    #[case("12-x March 2024", None)]
    #[case("12 03 2024", None)]
    #[case("31.02.2024", None)]
    #[case("12 May", None)]
    #[case("May 2024", None)]
    #[case("12 Marbles 12024", None)]
    fn days(#[case] text: &str, #[case] expected: Option<(usize, Moment, usize)>) {
        let found = written_day(text);
        assert_eq!(found.map(|(at, stamp)| (at, stamp.moment, stamp.length)), expected);
    }

    #[rstest]
    #[case("3 June. Loaded", true)]
    #[case("Mon: loaded", true)]
    #[case("12/3 loaded", true)]
    #[case("15.42 loaded", true)]
    #[case("T+5 loaded", true)]
    #[case("3 loaded", false)]
    #[case("12 boxes were loaded", false)]
    #[case("loaded on Monday", false)]
    fn entries_of_logs_kept_by_hand(#[case] line: &str, #[case] expected: bool) {
        assert_eq!(opens_entry(line), expected);
    }
}
