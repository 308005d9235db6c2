//! Days as people write them: `12 March 2024`, `March 12th, 2024`, `12.03.2024`.

use super::{
    entry::month,
    numeric::{Moment, Stamp, after, date, digits, time_of_day},
};

/// What stands between day, month and year.
const BETWEEN: [char; 8] = [' ', ',', '.', '\n', '*', '_', '(', '['];

/// The first day with a year in `text`, and where it starts. A time of day right after it belongs to it.
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
        let (year, 4) = digits(part, 5)? else { return None };
        let (month, day) = named(second, first).or_else(|| named(first, second)).or_else(|| {
            let is_dotted = after(text, first_start).starts_with(&format!("{first}.{second}.{part}"));
            Some((whole(second)?, whole(first)?)).filter(|_| is_dotted)
        })?;
        let midnight = date(year, month, day)?;
        let behind = after(text, end);
        let gap = behind.len() - behind.trim_start_matches([' ', ',', '-', '–']).len();
        let (moment, length) = match time_of_day(after(behind, gap)) {
            Some(Stamp { moment: Moment::OfDay(ms), length }) if gap > 0 => {
                (Moment::Absolute(midnight + ms), gap + length)
            }
            _ => (Moment::Day(midnight), 0),
        };
        Some((first_start, Stamp { moment, length: end - first_start + length }))
    })
}

/// The numbers of the month with this name and of a day, which is written `12` or `12th`.
fn named(name: &str, day: &str) -> Option<(i64, i64)> {
    let is_name = name.len() >= 3 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    // "12–14 March": from its first day on.
    let day =
        day.split_once(['-', '–']).filter(|(_, last)| whole(last).is_some()).map_or(day, |(first, _)| first);
    let day = ["st", "nd", "rd", "th"].iter().find_map(|suffix| day.strip_suffix(suffix)).unwrap_or(day);
    Some((month(name).filter(|_| is_name)?.into(), whole(day)?))
}

/// The number that `text` is, if it is one or two digits and nothing else.
fn whole(text: &str) -> Option<i64> {
    digits(text, 3).filter(|(_, count)| *count <= 2 && *count == text.len()).map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

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
}
