//! Lengths of time in running text: `about 5 minutes`, `1h30`, `half an hour`, `10-15 min`.

use crate::{
    known::{Known, Signs, sign, words},
    word::is_word,
};
use chunk_core::slice;

/// Seconds of all lengths of time in `text`, those that tell how long something takes; `None` without any. Of a
/// range, the middle counts.
pub(crate) fn stated(text: &str) -> Option<u64> {
    let tokens = tokens(text);
    let at = |index: usize| tokens.get(index).copied().unwrap_or_default();
    let mut total = None;
    let mut index = 0;
    while index < tokens.len() {
        let Some((seconds, used)) = length(&at, index) else {
            index += 1;
            continue;
        };
        let lead: Vec<&str> = (1..=2).filter_map(|back| index.checked_sub(back)).map(at).collect();
        let excluded = lead.iter().any(|word| NO_LENGTH_AFTER.iter().any(|other| is_word(word, other)))
            || NO_LENGTH_BEFORE.iter().any(|other| is_word(at(index + used), other));
        if !excluded {
            total = Some(total.unwrap_or(0_u64).saturating_add(seconds));
        }
        index += used;
    }
    total
}

/// `every 5 minutes` tells how often, `within 24 hours` until when, `5 minutes ago` when.
const NO_LENGTH_AFTER: [&str; 14] = [
    "every", "each", "per", "within", "than", "last", "past", "timeout", "of", "previous", "next", "before",
    "after", "under",
];
const NO_LENGTH_BEFORE: [&str; 6] = ["ago", "old", "earlier", "notice", "warranty", "later"];

/// Words, numbers with their fraction, and hyphens of ranges. `5min` is a number and a unit.
fn tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_fraction = |at: usize| matches!(bytes.get(at), Some(b'.' | b',')) && is_digit(at + 1);
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while is_digit(at) || at > start && is_fraction(at) {
            at += 1;
        }
        if at == start {
            while let Some(length) = letter(text, at) {
                at += length;
            }
        }
        if at == start {
            let mark = text.get(at..).and_then(|rest| rest.chars().next());
            at += mark.map_or(1, char::len_utf8);
            if !matches!(mark, Some('-' | '–' | '~')) {
                continue;
            }
        }
        tokens.push(slice(text, start..at));
    }
    tokens
}

/// The length of the letter at `at`, if one stands there.
fn letter(text: &str, at: usize) -> Option<usize> {
    match text.as_bytes().get(at)? {
        byte if byte.is_ascii() => byte.is_ascii_alphabetic().then_some(1),
        _ => slice(text, at..text.len()).chars().next().filter(|c| c.is_alphanumeric()).map(char::len_utf8),
    }
}

/// The length of time that starts with the token `index`, in seconds, and how many tokens it takes.
fn length<'t>(at: &impl Fn(usize) -> &'t str, index: usize) -> Option<(u64, usize)> {
    let (low, mut used) = amount(at, index)?;
    let mut amount_of = low;
    if matches!(at(index + used), "-" | "–" | "to" | "or" | "and")
        && (at(index + used) != "and" || is_word(at(index.wrapping_sub(1)), "between"))
        && let Some((high, more)) = amount(at, index + used + 1)
        && unit(at(index + used + 1 + more)).is_some()
    {
        amount_of = (low + high) / 2;
        used += 1 + more;
    }
    if at(index + used) == "-" {
        used += 1;
    }
    let seconds = unit(at(index + used))?;
    used += 1;
    let mut total = amount_of * seconds / 1000;
    // `an hour and a half`
    if is_word(at(index + used), "and")
        && is_word(at(index + used + 1), "a")
        && is_word(at(index + used + 2), "half")
    {
        return Some((total + seconds / 2, used + 3));
    }
    // `1h30`
    if seconds == 3600
        && matches!(at(index + used - 1), "h" | "H")
        && let Some(minutes) = at(index + used).parse::<u64>().ok().filter(|&minutes| minutes < 60)
        && !matches!(unit(at(index + used + 1)), Some(seconds) if seconds != 60)
    {
        total += minutes * 60;
        used += 1 + usize::from(unit(at(index + used + 1)) == Some(60) || at(index + used + 1) == "m");
    }
    Some((total, used))
}

/// A number in thousandths, and how many tokens it takes.
fn amount<'t>(at: &impl Fn(usize) -> &'t str, index: usize) -> Option<(u64, usize)> {
    let first = at(index);
    if first.as_bytes().first().is_some_and(u8::is_ascii_digit) {
        let (whole, fraction) = first.split_once(['.', ',']).unwrap_or((first, ""));
        let whole: u64 = whole.parse().ok().filter(|&whole| whole < 1_000_000)?;
        let padded = || fraction.chars().chain("000".chars()).take(3).collect::<String>().parse::<u64>().ok();
        let part = if fraction.is_empty() { None } else { padded() };
        return Some((whole * 1000 + part.unwrap_or_default(), 1));
    }
    // Most words are no number.
    let own = sign(first);
    if !NUMBER_SIGNS.hold(own) {
        return None;
    }
    if is_word(first, "half") && (is_word(at(index + 1), "an") || is_word(at(index + 1), "a")) {
        return Some((500, 2));
    }
    if is_word(first, "quarter") && is_word(at(index + 1), "of") && is_word(at(index + 2), "an") {
        return Some((250, 3));
    }
    if is_word(first, "three") && is_word(at(index + 1), "quarters") && is_word(at(index + 2), "of") {
        return Some((750, 4));
    }
    if is_word(first, "couple") && is_word(at(index + 1), "of") {
        return Some((2000, 2));
    }
    let found = NUMBERS.iter().find(|&&(word, sign, _)| sign == own && is_word(first, word));
    found.map(|&(.., value)| (value * 1000, 1))
}

const NUMBERS: [(&str, u16, u64); 26] = [
    number("a", 1),
    number("an", 1),
    number("one", 1),
    number("two", 2),
    number("three", 3),
    number("few", 3),
    number("four", 4),
    number("five", 5),
    number("six", 6),
    number("seven", 7),
    number("eight", 8),
    number("nine", 9),
    number("ten", 10),
    number("eleven", 11),
    number("twelve", 12),
    number("fifteen", 15),
    number("eighteen", 18),
    number("twenty", 20),
    number("thirty", 30),
    number("forty", 40),
    number("fifty", 50),
    number("sixty", 60),
    number("seventy", 70),
    number("eighty", 80),
    number("ninety", 90),
    number("hundred", 100),
];

/// A number's word with its sign and value.
const fn number(word: &'static str, value: u64) -> (&'static str, u16, u64) {
    (word, sign(word), value)
}

static NUMBER_SIGNS: Signs = {
    let mut signs = Signs::NONE.and("half").and("quarter").and("couple");
    let mut rest = NUMBERS.as_slice();
    while let [(_, sign, _), behind @ ..] = rest {
        signs = signs.with(*sign);
        rest = behind;
    }
    signs
};

/// The seconds of a unit.
fn unit(word: &str) -> Option<u64> {
    const UNITS: [(&Known, u64); 5] = [
        (words!["s", "sec", "secs", "second", "seconds"], 1),
        (words!["min", "mins", "minute", "minutes"], 60),
        (words!["h", "hr", "hrs", "hour", "hours"], 3600),
        (words!["day", "days"], 86_400),
        (words!["week", "weeks"], 604_800),
    ];
    let sign = sign(word);
    UNITS.iter().find_map(|(names, seconds)| names.holds(sign, || word).then_some(*seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("Wait about 5 minutes.", Some(300))]
    #[case("This takes 10 to 15 minutes.", Some(750))]
    #[case("10-15 min", Some(750))]
    #[case("5–10 minutes", Some(450))]
    #[case("between 20 and 30 minutes", Some(1500))]
    #[case("1h30", Some(5400))]
    #[case("1h 30min", Some(5400))]
    #[case("1.5 hours", Some(5400))]
    #[case("an hour and a half", Some(5400))]
    #[case("half an hour", Some(1800))]
    #[case("a quarter of an hour", Some(900))]
    #[case("a 10-minute rest", Some(600))]
    #[case("Bake 20 min, then rest 90 seconds", Some(1290))]
    #[case("in bursts of ten seconds", None)]
    #[case("Poll every 30 seconds", None)]
    #[case("answer within 24 hours", None)]
    #[case("two days ago", None)]
    #[case("Use 5 litres", None)]
    #[case("", None)]
    #[case("Leave it overnight for 2 days", Some(172_800))]
    #[case("5s", Some(5))]
    fn lengths(#[case] text: &str, #[case] seconds: Option<u64>) {
        assert_eq!(stated(text), seconds);
    }
}
