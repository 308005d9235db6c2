//! Days, by dates whose moments are known.

use chunk_core::Day;
use rstest::rstest;

#[rstest]
#[case([1970, 1, 1], Some(0))]
#[case([1969, 12, 31], Some(-86_400))]
#[case([2024, 2, 29], Some(1_709_164_800))]
#[case([1900, 3, 1], Some(-2_203_891_200))]
#[case([1, 1, 1], Some(-62_135_596_800))]
// In some time zone, it begins in another year.
#[case([-9999, 1, 1], None)]
#[case([9999, 12, 29], Some(253_402_041_600))]
#[case([9999, 12, 31], None)]
fn a_day_begins_at_a_moment(#[case] date: [i64; 3], #[case] begins: Option<i64>) {
    let [year, month, day] = date;
    let at = Day::new(year, month, day).unwrap();
    assert_eq!((at.begins(), at.year(), at.month(), at.day()), (begins, year, month, day));
    if let Some(begins) = begins {
        assert_eq!(Day::of_moment(begins + 86_399), Some((at, 86_399)));
    }
}

#[rstest]
#[case(2023, 2, 29)]
#[case(1900, 2, 29)]
#[case(2024, 4, 31)]
#[case(2024, 0, 1)]
#[case(2024, 13, 1)]
#[case(2024, 1, 0)]
#[case(2024, 1, i64::MAX)]
#[case(10_000, 1, 1)]
#[case(-10_000, 1, 1)]
fn what_is_no_day_is_none(#[case] year: i64, #[case] month: i64, #[case] day: i64) {
    assert_eq!(Day::new(year, month, day), None);
}

/// The first and the last second that are in these years in all time zones, which are up to 25:59:59 off UTC.
#[test]
fn moments_are_those_of_the_years_in_every_zone() {
    let [first, last] = [-377_705_023_201, 253_402_207_200];
    assert!(Day::of_moment(first).is_some() && Day::of_moment(last).is_some());
    for beyond in [first - 1, last + 1, i64::MIN, i64::MAX] {
        assert_eq!(Day::of_moment(beyond), None);
    }
}
