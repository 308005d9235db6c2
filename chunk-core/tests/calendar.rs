//! The calendar, compared with that of jiff.

use chunk_core::Day;
use jiff::{Timestamp, civil::Date, tz::Offset};

#[test]
fn every_day_is_that_of_another_calendar() {
    let first = Day::new(-9999, 1, 1).unwrap().since_1970();
    let last = Day::new(9999, 12, 31).unwrap().since_1970();
    assert_eq!((Day::from_1970(first - 1), Day::from_1970(last + 1)), (None, None));
    let mut date = Date::MIN;
    for days in first..=last {
        let day = Day::from_1970(days).unwrap();
        let other = (i64::from(date.year()), i64::from(date.month()), i64::from(date.day()));
        assert_eq!((day.year(), day.month(), day.day()), other);
        assert_eq!((day.since_1970(), Day::new(other.0, other.1, other.2)), (days, Some(day)));
        let begins = Offset::UTC.to_timestamp(date.at(0, 0, 0, 0)).ok().map(Timestamp::as_second);
        assert_eq!(day.begins(), begins, "{date}");
        date = date.tomorrow().unwrap_or(Date::MAX);
    }
}

#[test]
fn no_day_is_there_that_the_other_one_has_not() {
    for year in [-10_000, -9999, -400, -100, -4, -1, 0, 1900, 2000, 2023, 2024, 9999, 10_000] {
        for month in -1..=13 {
            for day in -1..=32 {
                let other = i16::try_from(year).ok().and_then(|year| Date::new(year, month, day).ok());
                let own = Day::new(year, month.into(), day.into());
                assert_eq!(own.is_some(), other.is_some(), "{year}-{month}-{day}");
            }
        }
    }
}

#[test]
fn moments_are_those_of_the_other_one() {
    let ends = [i64::MIN, Timestamp::MIN.as_second(), -1, 0, 86_399, Timestamp::MAX.as_second(), i64::MAX];
    for end in ends {
        for seconds in [end.saturating_sub(1), end, end.saturating_add(1)] {
            let other = Timestamp::from_second(seconds).ok().map(|moment| {
                let at = Offset::UTC.to_datetime(moment);
                let seconds =
                    (i64::from(at.hour()) * 60 + i64::from(at.minute())) * 60 + i64::from(at.second());
                (Day::new(at.year().into(), at.month().into(), at.day().into()).unwrap(), seconds)
            });
            assert_eq!(Day::of_moment(seconds), other, "{seconds}");
        }
    }
}
