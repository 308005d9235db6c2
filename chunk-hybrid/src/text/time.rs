//! Points in time as people and machines write them: where a line or text holds one.

use chunk_core::slice;
use jiff::{civil::Date, tz::Offset};
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// A point in time as it stands in a text, as much of it as is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Stamp {
    /// The day, as its first millisecond since 1970 UTC.
    pub(crate) day: Option<i64>,
    /// Month and day where the year is not written, as in syslog.
    pub(crate) month_and_day: Option<(i64, i64)>,
    /// Milliseconds since midnight.
    pub(crate) of_day: Option<i64>,
    /// How many bytes it takes, brackets included.
    pub(crate) length: usize,
}

impl Stamp {
    /// A moment in milliseconds since 1970 UTC.
    const fn at(ms: i64, length: usize) -> Self {
        let of_day = ms.rem_euclid(DAY_MS);
        Self { day: Some(ms - of_day), month_and_day: None, of_day: Some(of_day), length }
    }
}

pub(crate) const DAY_MS: i64 = 86_400_000;

/// The first millisecond of a day, UTC.
pub(crate) fn date(year: i64, month: i64, day: i64) -> Option<i64> {
    let date = Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()?;
    Some(Offset::UTC.to_timestamp(date.at(0, 0, 0, 0)).ok()?.as_millisecond())
}

/// The day of a moment in milliseconds, UTC.
pub(crate) fn day(ms: i64) -> Option<Date> {
    let moment = jiff::Timestamp::from_millisecond(ms).ok()?;
    Some(Offset::UTC.to_datetime(moment).date())
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// `10:32`, `10:32:05`, `10:32:05.123`, `9:05 AM`, `9:05 p.m.`
const TIME: &str = r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]{1,9}))?)?(?: ?(?P<half>[aApP])(?:[mM](?-u:\b)|\.[mM]\.))?";

/// A pattern in which `TIME` and `MONTH` stand for a time of day and the name of a month.
fn pattern(text: &str) -> Regex {
    let text = text.replace("MONTH", &format!("(?:{})", MONTHS.join("|"))).replace("TIME", TIME);
    crate::pattern(&text)
}

/// `2024-05-01`, `2024-05-01T10:00Z`, `2024-05-01 10:00:00.5 +02:00`, `2024/05/01 10:00`.
static DATED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?P<day>([0-9]{4})(?:-([0-9]{2})-|/([0-9]{2})/)([0-9]{2}))(?:(?:[Tt ]|, )TIME(?:[Zz]| ?UTC(?-u:\b)| ?(?P<sign>[+-])(?P<hours>[0-9]{2}):?(?P<minutes>[0-9]{2}))?)?",
    )
});
static OF_DAY: LazyLock<Regex> = LazyLock::new(|| pattern("^TIME"));
/// Seconds or milliseconds since 1970.
static EPOCH: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:[0-9]{13}|[0-9]{10}(?:\.[0-9]{1,9})?)"));
/// `May  1 10:00:00`
static SYSLOG: LazyLock<Regex> = LazyLock::new(|| pattern("^(MONTH) {1,2}([0-9]{1,2}) TIME"));

/// The stamp that `line` starts with, after marks of lists and quotes and an opening bracket.
pub(crate) fn stamp_at_start(line: &str) -> Option<Stamp> {
    let rest = line.trim_start_matches([' ', '\t', '-', '*', '>', '|', '[', '(', '<', '`', '_', '#']);
    let stamp = match rest.as_bytes().first()? {
        b'0'..=b'9' => dated(rest).or_else(|| of_day(rest)).or_else(|| epoch(rest))?,
        // The first letters of months.
        b'A' | b'D' | b'F' | b'J' | b'M' | b'N' | b'O' | b'S' => syslog(rest)?,
        _ => return None,
    };
    let after = slice(rest, stamp.length..rest.len()).trim_start_matches([']', ')', '>', '`', '*', '_']);
    let is_apart = |c: char| matches!(c, ' ' | '\t' | ':' | ',' | '|' | '-' | ';') || !c.is_ascii();
    let is_stamp = after.is_empty() || after.starts_with(is_apart);
    is_stamp.then(|| Stamp { length: line.len() - after.len(), ..stamp })
}

/// Whether a number goes on after a pattern that ends with one.
fn goes_on(text: &str, end: usize) -> bool {
    text.as_bytes().get(end).is_some_and(u8::is_ascii_digit)
}

fn number(found: &Captures<'_>, name: &str) -> Option<i64> {
    found.name(name)?.as_str().parse().ok()
}

/// The milliseconds since midnight of the `TIME` in a pattern.
fn time_of(found: &Captures<'_>) -> Option<i64> {
    let [mut hours, minutes] = [number(found, "hour")?, number(found, "minute")?];
    let seconds = number(found, "second").unwrap_or_default();
    let fraction = found.name("fraction").map_or("", |digits| digits.as_str());
    let ms: i64 = fraction.chars().chain("000".chars()).take(3).collect::<String>().parse().ok()?;
    if let Some(half) = found.name("half") {
        let half = if half.as_str().eq_ignore_ascii_case("p") { 12 } else { 0 };
        hours = (1..=12).contains(&hours).then_some(hours % 12 + half)?;
    }
    (hours < 24 && minutes < 60 && seconds <= 60)
        .then_some((hours * 60 + minutes) * 60_000 + seconds * 1000 + ms)
}

fn dated(text: &str) -> Option<Stamp> {
    let found = DATED.captures(text)?;
    let part = |index: usize| found.get(index)?.as_str().parse().ok();
    let midnight = date(part(2)?, part(3).or_else(|| part(4))?, part(5)?)?;
    let day = found.name("day")?.end();
    let east = number(&found, "hours").zip(number(&found, "minutes")).map_or(0, |(hours, minutes)| {
        let sign = if found.name("sign").is_some_and(|sign| sign.as_str() == "-") { -1 } else { 1 };
        sign * (hours * 60 + minutes) * 60_000
    });
    if goes_on(text, day) {
        return None;
    }
    Some(match time_of(&found) {
        Some(ms) => Stamp::at(midnight + ms - east, found.get(0)?.end()),
        None => Stamp { day: Some(midnight), length: day, ..Stamp::default() },
    })
}

fn of_day(text: &str) -> Option<Stamp> {
    let found = OF_DAY.captures(text)?;
    let length = found.get(0)?.end();
    let of_day = Some(time_of(&found)?);
    (!goes_on(text, length)).then_some(Stamp { of_day, length, ..Stamp::default() })
}

/// Ten digits of seconds or thirteen of milliseconds, between the years 2001 and 2100.
fn epoch(text: &str) -> Option<Stamp> {
    let found = EPOCH.find(text).filter(|found| !goes_on(text, found.end()))?;
    let whole: i64 = found.as_str().split('.').next()?.parse().ok()?;
    let ms = if whole < 10_000_000_000 { whole * 1000 } else { whole };
    let is_moment = (1_000_000_000_000..4_102_444_800_000).contains(&ms);
    is_moment.then_some(Stamp::at(ms, found.end()))
}

fn syslog(text: &str) -> Option<Stamp> {
    let found = SYSLOG.captures(text)?;
    let (month, day) = (month(found.get(1)?.as_str())?, found.get(2)?.as_str().parse().ok()?);
    let (of_day, length) = (Some(time_of(&found)?), found.get(0)?.end());
    let month_and_day = Some((month, day));
    (1..=31).contains(&day).then_some(Stamp { day: None, month_and_day, of_day, length })
}

/// The number of the month whose name `text` starts with.
fn month(text: &str) -> Option<i64> {
    (1..).zip(MONTHS).find(|(_, month)| text.starts_with(month)).map(|(number, _)| number)
}

/// The first stamp with a date in digits anywhere in `text`, and where.
pub(crate) fn dated_stamp(text: &str) -> Option<(usize, Stamp)> {
    // Most texts hold nothing that could be a date, and a mark is found faster than a digit.
    memchr::memchr2_iter(b'-', b'/', text.as_bytes()).find_map(|mark| {
        let start = mark.checked_sub(4)?;
        let rest = text.get(start..)?;
        let is_inside = slice(text, 0..start).ends_with(|c: char| c.is_ascii_alphanumeric());
        let stamp = if is_inside { None } else { dated(rest) };
        stamp.map(|stamp| (start, stamp))
    })
}

/// `12 March 2024`, `March 12th, 2024`, `12.03.2024`; a time of day after it.
static WRITTEN: LazyLock<Regex> = LazyLock::new(|| {
    const DAY: &str = r"([0-9]{1,2})(?:[-–][0-9]{1,2})?(?:st|nd|rd|th)?";
    const BETWEEN: &str = r"[ ,.\n*_(\[]+";
    pattern(&format!(
        r"(?-u:\b)(?:{DAY}{BETWEEN}(MONTH)[a-zA-Z]*{BETWEEN}|(MONTH)[a-zA-Z]*{BETWEEN}{DAY}{BETWEEN}|([0-9]{{1,2}})\.([0-9]{{1,2}})\.)(?P<year>[0-9]{{4}})(?-u:\b)(?:[ ,–-]+TIME)?"
    ))
});

/// The first day with a year in `text` as people write it, and where it starts. A time of day right after it belongs to it.
pub(crate) fn written_day(text: &str) -> Option<(usize, Stamp)> {
    WRITTEN.captures_iter(text).find_map(|found| {
        let part = |index: usize| found.get(index).map(|part| part.as_str());
        let (month, day) = match (part(2).or_else(|| part(3)), part(6)) {
            (Some(name), _) => (month(name)?, part(1).or_else(|| part(4))?),
            (None, number) => (number?.parse().ok()?, part(5)?),
        };
        let (whole, year) = (found.get(0)?, found.name("year")?);
        let midnight = date(year.as_str().parse().ok()?, month, day.parse().ok()?)?;
        let stamp = match time_of(&found) {
            Some(ms) => Stamp::at(midnight + ms, whole.len()),
            None => Stamp { day: Some(midnight), length: year.end() - whole.start(), ..Stamp::default() },
        };
        Some((whole.start(), stamp))
    })
}
