//! Reads the dates that front matter and worklogs write (B7, B16), and writes them as RFC 3339.

use jiff::{
    SignedDuration,
    civil::{Date, DateTime, Time},
};
use regex::{Captures, Regex};
use std::{fmt, sync::LazyLock};

/// A moment in UTC, to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(DateTime);

impl Moment {
    /// The moment that `text` names, if all of it is a valid date.
    pub(crate) fn read(text: &str) -> Option<Self> {
        forms(text).find(|(length, _)| *length == text.len())?.1
    }

    /// The moment of the longest valid date that `text` starts with and that is followed by the end of `text` or one of
    /// `followers` (B16).
    pub(crate) fn at_start_of(text: &str, followers: &[u8]) -> Option<Self> {
        let ends_well =
            |length: usize| text.as_bytes().get(length).is_none_or(|byte| followers.contains(byte));
        forms(text).find_map(|(length, moment)| moment.filter(|_| ends_well(length)))
    }

    /// The day in UTC.
    pub(crate) fn day(self) -> Date {
        self.0.date()
    }
}

/// RFC 3339, such as `2026-01-09T18:05:00Z`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}Z", self.0)
    }
}

/// The forms of a date, longest first: with a fraction, with seconds, with minutes, each of these with a zone and without; the day alone.
static FORMS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    const DAY: &str = "^(?<year>[0-9]{4})-(?<month>[0-9]{2})-(?<day>[0-9]{2})";
    const MINUTES: &str = "[ T](?<hour>[0-9]{2}):(?<minute>[0-9]{2})";
    const ZONE: &str = " ?(?:Z|(?<sign>[+-])(?<hours>[0-9]{2}):?(?<minutes>[0-9]{2}))";
    let times = [":(?<second>[0-9]{2})[.][0-9]+", ":(?<second>[0-9]{2})", ""];
    let with_time =
        times.into_iter().flat_map(|time| [ZONE, ""].map(|zone| format!("{DAY}{MINUTES}{time}{zone}")));
    with_time.chain([DAY.to_owned()]).filter_map(|form| Regex::new(&form).ok()).collect()
});

/// The forms of a date that `text` starts with, longest first. For each its length, and its moment if that exists.
fn forms(text: &str) -> impl Iterator<Item = (usize, Option<Moment>)> {
    let forms = if text.starts_with(|c: char| c.is_ascii_digit()) { FORMS.as_slice() } else { &[] };
    let found = forms.iter().filter_map(move |form| form.captures(text));
    found.map(|found| (found.get(0).map_or(0, |all| all.len()), moment(&found)))
}

fn moment(found: &Captures<'_>) -> Option<Moment> {
    let number = |name: &str| found.name(name).map_or(Some(0_i8), |digits| digits.as_str().parse().ok());
    let year = found.name("year")?.as_str().parse().ok()?;
    let date = Date::new(year, number("month")?, number("day")?).ok()?;
    let time = Time::new(number("hour")?, number("minute")?, number("second")?, 0).ok()?;
    let (hours, minutes) = (number("hours")?, number("minutes")?);
    let east = SignedDuration::from_mins(i64::from(hours) * 60 + i64::from(minutes));
    let is_west = found.name("sign").is_some_and(|sign| sign.as_str() == "-");
    let in_utc = date.to_datetime(time).checked_sub(if is_west { -east } else { east }).ok()?;
    // RFC 3339 writes no years before 0.
    (hours < 24 && minutes < 60 && in_utc.year() >= 0).then_some(Moment(in_utc))
}
