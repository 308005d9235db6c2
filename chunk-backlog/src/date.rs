//! Reads the dates that front matter and worklogs write (B7, B16), and writes them as RFC 3339.

use jiff::{
    SignedDuration,
    civil::{Date, DateTime, Time},
};
use std::fmt;

/// A moment in UTC, to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(DateTime);

impl Moment {
    /// The moment that `text` names, if all of it is a valid date.
    pub(crate) fn read(text: &str) -> Option<Self> {
        forms(text).into_iter().find(|(length, _)| *length == text.len())?.1
    }

    /// The moment of the longest valid date that `text` starts with and that is followed by the end of `text` or one of
    /// `followers` (B16).
    pub(crate) fn at_start_of(text: &str, followers: &[u8]) -> Option<Self> {
        let ends_well =
            |length: usize| text.as_bytes().get(length).is_none_or(|byte| followers.contains(byte));
        forms(text).into_iter().rev().find_map(|(length, moment)| moment.filter(|_| ends_well(length)))
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

/// All forms of a date that `text` starts with, shortest first: the day; then with minutes, seconds and a fraction, each of
/// these without a zone and with one. For each its length, and its moment if that exists.
fn forms(text: &str) -> Vec<(usize, Option<Moment>)> {
    let mut forms = Vec::new();
    let mut push = |rest: &str, moment: Option<DateTime>, offset: Option<i64>| {
        let in_utc = moment.zip(offset).and_then(|(moment, offset)| {
            let in_utc = moment.checked_sub(SignedDuration::from_secs(offset)).ok();
            // RFC 3339 writes no years before 0.
            in_utc.filter(|in_utc| in_utc.year() >= 0)
        });
        forms.push((text.len() - rest.len(), in_utc.map(Moment)));
    };
    let Some((day, rest)) = take(text, "0000-00-00") else { return forms };
    let day = date(day);
    push(rest, day.map(|day| day.to_datetime(Time::midnight())), Some(0));

    let mut push_with_zones = |rest: &str, [hour, minute, second]: [&str; 3]| {
        let time = || Time::new(number(hour)?, number(minute)?, number(second)?, 0).ok();
        let moment = day.zip(time()).map(|(day, time)| day.to_datetime(time));
        push(rest, moment, Some(0));
        if let Some((rest, offset)) = zone(rest) {
            push(rest, moment, offset);
        }
    };
    let Some((minutes, rest)) = rest.strip_prefix([' ', 'T']).and_then(|rest| take(rest, "00:00")) else {
        return forms;
    };
    let (hour, minute) = minutes.split_once(':').unwrap_or_default();
    push_with_zones(rest, [hour, minute, "0"]);
    if let Some((second, rest)) = take(rest, ":00") {
        let time = [hour, minute, second.trim_start_matches(':')];
        push_with_zones(rest, time);
        if let Some((_, digits)) = take(rest, ".0") {
            push_with_zones(digits.trim_start_matches(|c: char| c.is_ascii_digit()), time);
        }
    }
    forms
}

/// The start of `text`, if it has this form, in which `0` stands for a digit; and the rest.
fn take<'t>(text: &'t str, form: &str) -> Option<(&'t str, &'t str)> {
    let (start, rest) = text.split_at_checked(form.len())?;
    let fits = |(byte, form): (u8, u8)| if form == b'0' { byte.is_ascii_digit() } else { byte == form };
    start.bytes().zip(form.bytes()).all(fits).then_some((start, rest))
}

fn date(day: &str) -> Option<Date> {
    let (year, day) = day.split_once('-')?;
    let (month, day) = day.split_once('-')?;
    Date::new(year.parse().ok()?, number(month)?, number(day)?).ok()
}

/// `Z`, `±HH:MM` or `±HHMM`, after a space or not: the rest of the text, and the seconds east of UTC, if such a zone can exist.
fn zone(text: &str) -> Option<(&str, Option<i64>)> {
    let text = text.strip_prefix(' ').unwrap_or(text);
    if let Some(rest) = text.strip_prefix('Z') {
        return Some((rest, Some(0)));
    }
    let digits = text.strip_prefix(['+', '-'])?;
    let (zone, rest) = take(digits, "00:00").or_else(|| take(digits, "0000"))?;
    let (hours, minutes) = (number(zone.get(..2)?)?, number(zone.get(zone.len() - 2..)?)?);
    let seconds = (i64::from(hours) * 60 + i64::from(minutes)) * 60;
    let seconds = if text.starts_with('+') { seconds } else { -seconds };
    Some((rest, (hours < 24 && minutes < 60).then_some(seconds)))
}

/// Two digits as a number.
fn number(digits: &str) -> Option<i8> {
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::day("2026-01-09", "2026-01-09T00:00:00Z")]
    #[case::minutes("2026-01-09 18:05", "2026-01-09T18:05:00Z")]
    #[case::seconds("2026-01-09T18:05:07", "2026-01-09T18:05:07Z")]
    #[case::fraction("2026-01-09T18:05:07.999999999999", "2026-01-09T18:05:07Z")]
    #[case::zulu("2026-01-09T18:05:07Z", "2026-01-09T18:05:07Z")]
    #[case::zone("2026-01-09T02:05+08:00", "2026-01-08T18:05:00Z")]
    #[case::zone_without_colon("2026-01-09 23:05 -0130", "2026-01-10T00:35:00Z")]
    #[case::zone_behind_a_fraction("2026-01-09 23:05:01.5 Z", "2026-01-09T23:05:01Z")]
    #[case::leap_day("2024-02-29", "2024-02-29T00:00:00Z")]
    #[case::first_year("0000-01-01", "0000-01-01T00:00:00Z")]
    #[case::last_moment("9999-12-31T23:59:59-00:00", "9999-12-31T23:59:59Z")]
    fn valid(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(Moment::read(text).unwrap().to_string(), expected);
    }

    #[rstest]
    #[case("")]
    #[case("2026-1-9")]
    #[case("2026-02-29")]
    #[case("2026-13-01")]
    #[case("2026-01-09T24:00")]
    #[case("2026-01-09T23:60")]
    #[case("2026-01-09T23:59:60")]
    #[case("2026-01-09t10:00")]
    #[case("2026-01-09  10:00")]
    #[case("2026-01-09T10")]
    #[case("2026-01-09T10:00.5")]
    #[case("2026-01-09T10:00:00.")]
    #[case("2026-01-09T10:00  Z")]
    #[case("2026-01-09T10:00+8")]
    #[case("2026-01-09T10:00+24:00")]
    #[case("2026-01-09T10:00+01:60")]
    #[case("2026-01-09Z")]
    #[case("2026-01-09 ")]
    #[case("２０２６-01-09")]
    #[case("0000-01-01T00:00+00:01")]
    #[case("9999-12-31T23:59-00:01")]
    fn invalid(#[case] text: &str) {
        assert_eq!(Moment::read(text), None);
    }

    #[rstest]
    #[case::zone_wins("2026-01-09 10:00 +0800 x", Some("2026-01-09T02:00:00Z"))]
    #[case::at_the_end("2026-01-09 10:00", Some("2026-01-09T10:00:00Z"))]
    #[case::colon("2026-01-09 10:00: x", Some("2026-01-09T10:00:00Z"))]
    #[case::bracket("2026-01-09[a]", Some("2026-01-09T00:00:00Z"))]
    #[case::tab("2026-01-09\tx", Some("2026-01-09T00:00:00Z"))]
    #[case::the_time_does_not_exist("2026-01-09 25:00 x", Some("2026-01-09T00:00:00Z"))]
    #[case::the_zone_does_not_exist("2026-01-09 10:00 +99:00 x", Some("2026-01-09T10:00:00Z"))]
    #[case::longer_form_with_wrong_end("2026-01-09 10:00:30x", Some("2026-01-09T10:00:00Z"))]
    #[case::dash("2026-01-09T10:00-x", None)]
    #[case::comma("2026-01-09, x", None)]
    #[case::the_day_does_not_exist("2026-02-30 10:00 x", None)]
    fn longest_valid_form(#[case] text: &str, #[case] expected: Option<&str>) {
        let found = Moment::at_start_of(text, b" \t:[").map(|moment| moment.to_string());
        assert_eq!(found.as_deref(), expected);
    }
}
