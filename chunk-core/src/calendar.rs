//! Days of the Gregorian calendar, for the dates in documents.

use std::ops::RangeInclusive;

/// A day of the Gregorian calendar in UTC, in the years -9999 to 9999. The calendar is extended to the years before it was
/// introduced.
///
/// ```
/// use chunk_core::Day;
///
/// let leap_day = Day::new(2024, 2, 29).unwrap();
/// assert_eq!(leap_day.since_1970(), 19_782);
/// assert_eq!(Day::from_1970(19_782), Some(leap_day));
/// assert_eq!(Day::new(2023, 2, 29), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    year: i64,
    month: i64,
    day: i64,
}

const YEARS: RangeInclusive<i64> = -9999..=9999;
const DAY_SECONDS: i64 = 86_400;
/// Seconds since 1970 that are in [`YEARS`] in every time zone; zones are up to 25 hours, 59 minutes and 59 seconds off UTC.
const MOMENTS: RangeInclusive<i64> = -377_705_023_201..=253_402_207_200;
/// Days in 400 years, after which the calendar repeats.
const CYCLE: i64 = 146_097;
/// Days from 1 March of the year 0 to 1 January 1970. Years are counted from March, so that a leap day is the last day of its
/// year.
const TO_1970: i64 = 719_468;

impl Day {
    /// The day of this date, if it exists.
    #[must_use]
    pub fn new(year: i64, month: i64, day: i64) -> Option<Self> {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 => 28 + i64::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (YEARS.contains(&year) && (1..=days).contains(&day)).then_some(Self { year, month, day })
    }

    /// The day that is `days` days after 1 January 1970.
    #[must_use]
    pub fn from_1970(days: i64) -> Option<Self> {
        let days = days.checked_add(TO_1970)?;
        let (cycle, of_cycle) = (days.div_euclid(CYCLE), days.rem_euclid(CYCLE));
        // Without the leap days so far (every four years, but not every hundred), all years have 365 days.
        let of_years = of_cycle - of_cycle / 1_460 + of_cycle / 36_524 - of_cycle / (CYCLE - 1);
        let year = of_years / 365;
        let of_year = of_cycle - (365 * year + year / 4 - year / 100);
        // From March on, every five months have 153 days.
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        Self::new(year + 400 * cycle + next, month, day)
    }

    /// The day that holds a moment, given in seconds since 1970, and the seconds since that day began. `None` if in some time
    /// zone the moment is in a year that this calendar does not have.
    #[must_use]
    pub fn of_moment(seconds: i64) -> Option<(Self, i64)> {
        let day = Self::from_1970(seconds.div_euclid(DAY_SECONDS)).filter(|_| MOMENTS.contains(&seconds))?;
        Some((day, seconds.rem_euclid(DAY_SECONDS)))
    }

    /// The moment at which it begins, in seconds since 1970, if that is one that [`of_moment`](Self::of_moment) takes.
    #[must_use]
    pub fn begins(self) -> Option<i64> {
        Some(self.since_1970() * DAY_SECONDS).filter(|seconds| MOMENTS.contains(seconds))
    }

    /// How many days after 1 January 1970 it is.
    #[must_use]
    pub const fn since_1970(self) -> i64 {
        let (year, month) =
            if self.month > 2 { (self.year, self.month - 3) } else { (self.year - 1, self.month + 9) };
        let (cycle, year) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * month + 2) / 5 + self.day - 1;
        cycle * CYCLE + 365 * year + year / 4 - year / 100 + of_year - TO_1970
    }

    /// Its year, such as 2026.
    #[must_use]
    pub const fn year(self) -> i64 {
        self.year
    }

    /// Its month, from 1.
    #[must_use]
    pub const fn month(self) -> i64 {
        self.month
    }

    /// Its day of the month, from 1.
    #[must_use]
    pub const fn day(self) -> i64 {
        self.day
    }
}
