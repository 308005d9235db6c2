//! Days of the Gregorian calendar, for the dates in documents.

use jiff::{Timestamp, civil::Date, tz::Offset};

/// A day of the Gregorian calendar in UTC, in the years -9999 to 9999. The calendar is extended to the years before it was
/// introduced.
///
/// ```
/// use chunk_core::Day;
///
/// let leap_day = Day::new(2024, 2, 29).unwrap();
/// assert_eq!(leap_day.begins(), Some(1_709_164_800));
/// assert_eq!(Day::of_moment(1_709_164_805), Some((leap_day, 5)));
/// assert_eq!(Day::new(2023, 2, 29), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(Date);

impl Day {
    /// The day of this date, if it exists.
    #[must_use]
    pub fn new(year: i64, month: i64, day: i64) -> Option<Self> {
        Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok().map(Self)
    }

    /// The day that holds a moment, given in seconds since 1970, and the seconds since that day began. `None` if in some time
    /// zone the moment is in a year that this calendar does not have.
    #[must_use]
    pub fn of_moment(seconds: i64) -> Option<(Self, i64)> {
        let moment = Timestamp::from_second(seconds).ok()?;
        Some((Self(Offset::UTC.to_datetime(moment).date()), seconds.rem_euclid(86_400)))
    }

    /// The moment at which it begins, in seconds since 1970, if that is one that [`of_moment`](Self::of_moment) takes.
    #[must_use]
    pub fn begins(self) -> Option<i64> {
        Offset::UTC.to_timestamp(self.0.at(0, 0, 0, 0)).ok().map(Timestamp::as_second)
    }

    /// Its year, such as 2026.
    #[must_use]
    pub fn year(self) -> i64 {
        self.0.year().into()
    }

    /// Its month, from 1.
    #[must_use]
    pub fn month(self) -> i64 {
        self.0.month().into()
    }

    /// Its day of the month, from 1.
    #[must_use]
    pub fn day(self) -> i64 {
        self.0.day().into()
    }
}
