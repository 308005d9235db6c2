//! Reads the dates that frontmatter and worklogs write (B7, B16), and writes them as RFC 3339.

use chunk_core::Day;
use std::fmt;

/// A moment in UTC, to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment {
    day: Day,
    /// Seconds since the day began.
    second: i64,
}

impl Moment {
    /// The moment that `text` names, if all of it is a valid date.
    pub(crate) fn read(text: &str) -> Option<Self> {
        forms(text).into_iter().find(|form| form.length == text.len())?.moment
    }

    /// The moment of the longest valid date that `text` starts with and that is followed by the end of `text` or one of
    /// `followers` (B16).
    pub(crate) fn at_start_of(text: &str, followers: &[u8]) -> Option<Self> {
        let ends_well =
            |form: &Form| text.as_bytes().get(form.length).is_none_or(|byte| followers.contains(byte));
        forms(text).into_iter().rev().filter(ends_well).find_map(|form| form.moment)
    }

    /// The day in UTC.
    pub(crate) const fn day(self) -> Day {
        self.day
    }
}

/// RFC 3339, such as `2026-01-09T18:05:00Z`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { day, second } = self;
        write!(f, "{:04}-{:02}-{:02}T", day.year(), day.month(), day.day())?;
        write!(f, "{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
    }
}

/// The start of a text that has the form of a date.
struct Form {
    length: usize,
    /// The moment that it names, if that exists.
    moment: Option<Moment>,
}

/// All forms that `text` starts with, shortest first: the day; then with minutes, seconds and a fraction, each of
/// these without a zone and with one.
fn forms(text: &str) -> Vec<Form> {
    let mut forms = Vec::new();
    let mut scan = Scanner(text.as_bytes());
    let Some(day) = scan.day() else { return forms };
    let length = |scan: &Scanner<'_>| text.len() - scan.0.len();
    forms.push(Form { length: length(&scan), moment: in_utc(day, [0; 3], Some(0)) });

    let Some([hour, minute]) = scan.hour_and_minute() else { return forms };
    let mut time = [hour, minute, 0];
    let mut push = |scan: &Scanner<'_>, time| {
        forms.push(Form { length: length(scan), moment: in_utc(day, time, Some(0)) });
        let mut with_zone = Scanner(scan.0);
        if let Some(zone) = with_zone.zone() {
            forms.push(Form { length: length(&with_zone), moment: in_utc(day, time, zone) });
        }
    };
    push(&scan, time);
    if let Some(second) = scan.second() {
        time = [hour, minute, second];
        push(&scan, time);
        if scan.fraction().is_some() {
            push(&scan, time);
        }
    }
    forms
}

/// The moment of a day and time in a zone `offset` seconds east of UTC. `None` if one of these does not exist, or RFC 3339
/// cannot write the year.
fn in_utc(
    [year, month, day]: [i64; 3],
    [hour, minute, second]: [i64; 3],
    offset: Option<i64>,
) -> Option<Moment> {
    const SECONDS: i64 = 86_400;
    let day = Day::new(year, month, day)?;
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let in_utc = day.since_1970() * SECONDS + (hour * 60 + minute) * 60 + second - offset?;
    let day = Day::from_1970(in_utc.div_euclid(SECONDS)).filter(|day| day.year() >= 0)?;
    Some(Moment { day, second: in_utc.rem_euclid(SECONDS) })
}

/// The rest of a text that is being scanned. A method that finds nothing does not move it.
struct Scanner<'t>(&'t [u8]);

impl Scanner<'_> {
    /// `YYYY-MM-DD`
    fn day(&mut self) -> Option<[i64; 3]> {
        let [y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1, rest @ ..] = self.0 else { return None };
        let year = number([y0, y1])? * 100 + number([y2, y3])?;
        let day = [year, number([m0, m1])?, number([d0, d1])?];
        self.0 = rest;
        Some(day)
    }

    /// ` HH:MM` or `THH:MM`
    fn hour_and_minute(&mut self) -> Option<[i64; 2]> {
        let [b' ' | b'T', h0, h1, b':', m0, m1, rest @ ..] = self.0 else { return None };
        let time = [number([h0, h1])?, number([m0, m1])?];
        self.0 = rest;
        Some(time)
    }

    /// `:SS`
    fn second(&mut self) -> Option<i64> {
        let [b':', s0, s1, rest @ ..] = self.0 else { return None };
        let second = number([s0, s1])?;
        self.0 = rest;
        Some(second)
    }

    /// `.digits`
    fn fraction(&mut self) -> Option<()> {
        let [b'.', rest @ ..] = self.0 else { return None };
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.0 = rest.get(digits..)?;
        (digits > 0).then_some(())
    }

    /// `Z`, `±HH:MM` or `±HHMM`, after a space or not: seconds east of UTC, if such a zone can exist.
    fn zone(&mut self) -> Option<Option<i64>> {
        let zone = self.0.strip_prefix(b" ").unwrap_or(self.0);
        if let [b'Z', rest @ ..] = zone {
            self.0 = rest;
            return Some(Some(0));
        }
        let ([sign @ (b'+' | b'-'), h0, h1, b':', m0, m1, rest @ ..]
        | [sign @ (b'+' | b'-'), h0, h1, m0, m1, rest @ ..]) = zone
        else {
            return None;
        };
        let (hours, minutes) = (number([h0, h1])?, number([m0, m1])?);
        let seconds = (hours * 60 + minutes) * 60;
        self.0 = rest;
        let exists = hours < 24 && minutes < 60;
        Some(exists.then_some(if *sign == b'+' { seconds } else { -seconds }))
    }
}

/// Two digits as a number.
fn number(digits: [&u8; 2]) -> Option<i64> {
    let [tens, ones] = digits.map(|digit| digit.is_ascii_digit().then(|| i64::from(digit - b'0')));
    Some(tens? * 10 + ones?)
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
