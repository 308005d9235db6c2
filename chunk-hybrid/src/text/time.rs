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

/// A pattern in which `TIME`, `MONTH`, `DAY` and `YEAR` stand for a time of day, the name of a month, a day of it, or the first of several, and a year.
fn pattern(text: &str) -> Regex {
    let text =
        text.replace("DAY", r"(?P<day>[0-9]{1,2})(?: ?[-–] ?[0-9]{1,2})?(?:st|nd|rd|th)?[ ,.\n*_(\[]+");
    let text = text.replace("MONTH", &format!("(?P<month>{})", MONTHS.join("|")));
    crate::pattern(&text.replace("YEAR", r"(?P<year>[0-9]{4})(?-u:\b)").replace("TIME", TIME))
}

/// `2024-05-01`, `2024-05-01T10:00Z`, `2024-05-01 10:00:00.5 +02:00`, `2024/05/01 10:00`.
static DATED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?P<date>(?P<year>[0-9]{4})[-/](?P<month>[0-9]{2})[-/](?P<day>[0-9]{2}))(?:(?:[Tt ]|, )TIME(?:[Zz]| ?UTC(?-u:\b)| ?(?P<sign>[+-])(?P<hours>[0-9]{2}):?(?P<minutes>[0-9]{2}))?)?",
    )
});
static OF_DAY: LazyLock<Regex> = LazyLock::new(|| pattern("^TIME"));
/// `May  1 10:00:00`
static SYSLOG: LazyLock<Regex> =
    LazyLock::new(|| pattern("^(?P<date>MONTH {1,2}(?P<day>[12][0-9]|3[01]|0?[1-9])) TIME"));
/// Seconds or milliseconds since 1970.
static EPOCH: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:[0-9]{13}|[0-9]{10}(?:\.[0-9]{1,9})?)"));
/// `12 March 2024`, `March 12th, 2024`, `12.03.2024`; `20240312` at the start of a text; a time of day after it.
static WRITTEN: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    let forms = [
        "DAYMONTH[a-zA-Z]*[ ,.\n*_(\\[]+YEAR",
        "MONTH[a-zA-Z]*[ ,.\n*_(\\[]+DAYYEAR",
        r"(?P<day>[0-9]{1,2})\.(?P<month>[0-9]{1,2})\.YEAR",
        r"^(?P<year>20[0-9]{2})(?P<month>[0-9]{2})(?P<day>[0-9]{2})(?-u:\b)",
    ];
    forms.map(|form| pattern(&format!(r"(?-u:\b)(?P<date>{form})(?:[ ,–-]+TIME)?")))
});

/// The stamp that `line` starts with, after marks of lists and quotes and an opening bracket.
pub(crate) fn stamp_at_start(line: &str) -> Option<Stamp> {
    let rest = line.trim_start_matches([' ', '\t', '-', '*', '>', '|', '[', '(', '<', '`', '_', '#']);
    let read = |form| read(form, rest).map(|(_, stamp)| stamp);
    let stamp = match rest.as_bytes().first()? {
        b'0'..=b'9' => read(&DATED).or_else(|| read(&OF_DAY)).or_else(|| epoch(rest))?,
        // The first letters of months.
        b'A' | b'D' | b'F' | b'J' | b'M' | b'N' | b'O' | b'S' => read(&SYSLOG)?,
        _ => return None,
    };
    let after = slice(rest, stamp.length..rest.len()).trim_start_matches([']', ')', '>', '`', '*', '_']);
    let is_apart = |c: char| matches!(c, ' ' | '\t' | ':' | ',' | '|' | '-' | ';') || !c.is_ascii();
    let is_stamp = after.is_empty() || after.starts_with(is_apart);
    is_stamp.then(|| Stamp { length: line.len() - after.len(), ..stamp })
}

/// The first stamp with a date in digits anywhere in `text`, and where.
fn in_digits(text: &str) -> Option<(usize, Stamp)> {
    // Most texts hold nothing that could be a date, and a mark is found faster than a digit.
    memchr::memchr2_iter(b'-', b'/', text.as_bytes()).find_map(|mark| {
        let start = mark.checked_sub(4)?;
        let rest = text.get(start..)?;
        let is_inside = slice(text, 0..start).ends_with(|c: char| c.is_ascii_alphanumeric());
        let stamp = if is_inside { None } else { read(&DATED, rest) };
        stamp.map(|(_, stamp)| (start, stamp))
    })
}

/// The first stamp with a date in `text`, and where: of those in digits, or else as people write a day with a year.
pub(crate) fn dated(text: &str) -> Option<(usize, Stamp)> {
    // Most texts have no digit, and few have a year. Without this, a text would take 4% more instructions.
    let has_digit = text.bytes().fold(false, |found, byte| found | byte.is_ascii_digit());
    let has_year = || text.as_bytes().split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() >= 4);
    let written = || WRITTEN.iter().filter_map(|form| read(form, text)).min_by_key(|(at, _)| *at);
    if has_digit && has_year() { in_digits(text).or_else(written) } else { None }
}

/// Whether a text is a day and nothing else.
pub(crate) fn is_day(text: &str) -> bool {
    dated(text).is_some_and(|(at, stamp)| at == 0 && stamp.length == text.len())
}

/// The first stamp of a form in `text`, and where. A day is there as written, in UTC.
fn read(form: &Regex, text: &str) -> Option<(usize, Stamp)> {
    form.captures_iter(text).find_map(|found| {
        let part = |name| found.name(name).map(|part| part.as_str());
        let number = |name| part(name)?.parse::<i64>().ok();
        let (whole, of_day) = (found.get(0)?, time_of(&found));
        let named = |month| (1..).zip(MONTHS).find(|(_, name)| *name == month).map(|(number, _)| number);
        let month_and_day =
            part("month").and_then(|month| month.parse().ok().or_else(|| named(month))).zip(number("day"));
        let midnight = match (number("year"), month_and_day) {
            (Some(year), Some((month, day))) => Some(date(year, month, day)?),
            _ => None,
        };
        let east = number("hours")
            .zip(number("minutes"))
            .map_or(0, |(hours, minutes)| (hours * 60 + minutes) * 60_000);
        let east = if part("sign") == Some("-") { -east } else { east };
        let stamp = match (midnight, of_day) {
            (Some(midnight), Some(ms)) => Stamp::at(midnight + ms - east, whole.len()),
            (Some(_), None) => Stamp { day: midnight, length: found.name("date")?.len(), ..Stamp::default() },
            (None, _) => Stamp { day: None, month_and_day, of_day: Some(of_day?), length: whole.len() },
        };
        let goes_on = text.as_bytes().get(whole.start() + stamp.length).is_some_and(u8::is_ascii_digit);
        (!goes_on).then_some((whole.start(), stamp))
    })
}

/// The milliseconds since midnight of the `TIME` in a pattern.
fn time_of(found: &Captures<'_>) -> Option<i64> {
    let number = |name| found.name(name)?.as_str().parse::<i64>().ok();
    let [mut hours, minutes] = [number("hour")?, number("minute")?];
    let seconds = number("second").unwrap_or_default();
    let fraction = found.name("fraction").map_or("", |digits| digits.as_str());
    let ms: i64 = fraction.chars().chain("000".chars()).take(3).collect::<String>().parse().ok()?;
    if let Some(half) = found.name("half") {
        let half = if half.as_str().eq_ignore_ascii_case("p") { 12 } else { 0 };
        hours = (1..=12).contains(&hours).then_some(hours % 12 + half)?;
    }
    (hours < 24 && minutes < 60 && seconds <= 60)
        .then_some((hours * 60 + minutes) * 60_000 + seconds * 1000 + ms)
}

/// Ten digits of seconds or thirteen of milliseconds, between the years 2001 and 2100.
fn epoch(text: &str) -> Option<Stamp> {
    let found = EPOCH.find(text)?;
    let whole: i64 = found.as_str().split('.').next()?.parse().ok()?;
    let ms = if whole < 10_000_000_000 { whole * 1000 } else { whole };
    let is_moment = (1_000_000_000_000..4_102_444_800_000).contains(&ms);
    is_moment.then_some(Stamp::at(ms, found.end()))
}
