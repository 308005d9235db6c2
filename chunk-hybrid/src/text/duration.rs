//! Lengths of time in running text: `about 5 minutes`, `1h30`, `half an hour`, `10-15 min`. They tell how long a step takes (H20).

use crate::english::{is_one_of, is_word};
use chunk_core::{slice, unicode};

/// The sum of all lengths of time in `text` that say how long something takes, in seconds; `None` without any. A range counts as its
/// middle.
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
        let before = |most: usize| (1..=most).filter_map(|back| index.checked_sub(back)).map(at);
        let (next, second) = (at(index + used), at(index + used + 1));
        // "10 minutes before serving" says how long, "10 minutes before the start" when.
        let is_point = is_one_of(next, &["before", "after", "prior"])
            && !(second.ends_with("ing") || is_one_of(second, &["you"]));
        let excluded = before(2).any(|token| is_one_of(token, NO_LENGTH_AFTER))
            || before(4).any(|token| is_one_of(token, NO_LENGTH_NEAR))
            || is_one_of(next, NO_LENGTH_BEFORE)
            || is_point;
        if !excluded {
            total = Some(total.unwrap_or(0_u64).saturating_add(seconds));
        }
        index += used;
    }
    total
}

/// Right after these words, a time is no length: `every 5 minutes` says how often, `within 24 hours` until when.
const NO_LENGTH_AFTER: &[&str] = &[
    "every", "each", "per", "within", "than", "last", "past", "timeout", "of", "previous", "next", "before",
    "after", "under",
];
/// Nor soon after these: `valid for about 10 minutes` says how long something may be used.
const NO_LENGTH_NEAR: &[&str] = &["valid", "default", "expires", "retention"];
/// Nor before these: `5 minutes ago` says when.
const NO_LENGTH_BEFORE: &[&str] = &["ago", "old", "earlier", "notice", "warranty", "later"];

/// The words of `text` outside of code, its numbers with their fractions, and the hyphens of ranges. `5min` is two, a number and a unit.
fn tokens(text: &str) -> Vec<&str> {
    let is_letter =
        |c: char| if c.is_ascii() { c.is_ascii_alphabetic() } else { unicode::is_alphanumeric(c) };
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '`' => memchr::memchr(b'`', slice(rest, 1..rest.len()).as_bytes()).map_or(1, |end| end + 2),
            '0'..='9' => number_length(rest.as_bytes()),
            _ if is_letter(first) => rest.find(|c| !is_letter(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        if first.is_ascii_digit() || is_letter(first) || matches!(first, '-' | '–' | '~') {
            tokens.push(slice(rest, 0..length));
        }
        rest = slice(rest, length..rest.len());
    }
    tokens
}

/// The length of the number that `bytes` start with, its fraction included: `1.5`, `1/2`.
fn number_length(bytes: &[u8]) -> usize {
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_point = |at: usize| matches!(bytes.get(at), Some(b'.' | b',' | b'/'));
    (1..).find(|&at| !(is_digit(at) || is_point(at) && is_digit(at + 1))).unwrap_or(bytes.len())
}

/// The length of time that starts with the token `index`, in seconds, and how many tokens it takes.
fn length<'t>(at: &impl Fn(usize) -> &'t str, index: usize) -> Option<(u64, usize)> {
    // "An overnight stay" is of any length.
    let next = at(index + 1);
    let is_adverb =
        || !next.starts_with(|c: char| c.is_ascii_lowercase()) || is_one_of(next, AFTER_OVERNIGHT);
    if is_one_of(at(index), &["overnight"]) && is_adverb() {
        return Some((NIGHT, 1));
    }
    let (low, mut used) = amount(at, index)?;
    // From here on `used` is how many tokens were read, and `at(index + used)` the next one.
    // "A second try" counts tries.
    if is_one_of(at(index + used), &["second"]) && is_one_of(at(index), &["a"]) {
        return None;
    }
    // `2m30s`: an `m` alone may be metres.
    if at(index + used) == "m"
        && let Some(seconds) = at(index + used + 1).parse::<u64>().ok().filter(|&seconds| seconds < 60)
        && unit(at(index + used + 2)) == Some(1)
    {
        return Some((low * 60 / 1000 + seconds, used + 3));
    }
    let mut thousandths = low;
    let between = at(index + used);
    let is_between = index.checked_sub(1).is_some_and(|before| is_one_of(at(before), &["between"]));
    if (matches!(between, "-" | "–" | "to" | "or") || between == "and" && is_between)
        && let Some((high, more)) = amount(at, index + used + 1)
        && unit(at(index + used + 1 + more)).is_some()
    {
        thousandths = (low + high) / 2;
        used += 1 + more;
    }
    if at(index + used) == "-" {
        used += 1;
    }
    let seconds = unit(at(index + used))?;
    used += 1;
    let mut total = thousandths * seconds / 1000;
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
    let begins = first.as_bytes().first().copied().unwrap_or_default();
    // Words are no fractions, and need no closer look.
    if !begins.is_ascii_alphabetic()
        && let Some(part) = fraction(first)
    {
        return Some((part, 1));
    }
    if begins.is_ascii_digit() {
        let (whole, decimals) = first.split_once(['.', ',']).unwrap_or((first, ""));
        let whole: u64 = whole.parse().ok().filter(|&whole| whole < 1_000_000)?;
        let padded = || decimals.chars().chain("000".chars()).take(3).collect::<String>().parse::<u64>().ok();
        if !decimals.is_empty() {
            return Some((whole * 1000 + padded().unwrap_or_default(), 1));
        }
        let part = fraction(at(index + 1));
        return Some((whole * 1000 + part.unwrap_or_default(), 1 + usize::from(part.is_some())));
    }
    let is = |ahead: usize, wanted| is_one_of(at(index + ahead), wanted);
    let one = &["a", "an"];
    match () {
        () if is(0, &["half"]) && is(1, one) => return Some((500, 2)),
        () if is(0, &["quarter"]) && is(1, &["of"]) && is(2, one) => return Some((250, 3)),
        () if is(0, one) && is(1, &["couple"]) && is(2, &["of"]) => return Some((2000, 3)),
        () if is(0, one) && is(1, &["few"]) => return Some((3000, 2)),
        () => {}
    }
    let place = NUMBERS.iter().position(|number| is_word(first, number))?;
    Some((VALUES.get(place)? * 1000, 1))
}

/// A part of one in thousandths: `1/2`, `½`.
fn fraction(text: &str) -> Option<u64> {
    let (part, whole): (u64, u64) = match text {
        "½" => (1, 2),
        "¼" => (1, 4),
        "¾" => (3, 4),
        _ => {
            let (part, whole) = text.split_once('/')?;
            (part.parse().ok()?, whole.parse().ok()?)
        }
    };
    (part < whole && whole < 100).then(|| part * 1000 / whole)
}

/// The seconds of a unit of time.
fn unit(token: &str) -> Option<u64> {
    // The S of "16S" is no unit.
    let named = UNITS.iter().find(|(_, names)| is_one_of(token, names) && token != "S");
    named.map(|&(seconds, _)| seconds)
}

/// What `overnight` stands for.
const NIGHT: u64 = 12 * 3600;

/// What may follow `overnight` where it says how long.
const AFTER_OVERNIGHT: &[&str] = &[
    "at", "in", "on", "and", "or", "to", "for", "with", "before", "until", "if", "so", "which", "while",
    "then",
];

const NUMBERS: &[&str] = &[
    "a", "an", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "fifteen",
    "twenty", "thirty", "forty", "sixty", "ninety",
];
/// What each of [`NUMBERS`] stands for.
const VALUES: [u64; 18] = [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 40, 60, 90];

/// The units, each with its seconds.
const UNITS: [(u64, &[&str]); 5] = [
    (1, &["s", "sec", "secs", "second", "seconds"]),
    (60, &["min", "mins", "minute", "minutes"]),
    (3600, &["h", "hr", "hrs", "hour", "hours"]),
    (86_400, &["day", "days"]),
    (604_800, &["week", "weeks"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("Wait about 5 minutes.", Some(300))]
    #[case("This takes 10 to 15 minutes.", Some(750))]
    #[case("10-15 min", Some(750))]
    #[case("5–10 minutes", Some(450))]
    #[case("1h30", Some(5400))]
    #[case("1h 30min", Some(5400))]
    #[case("1h 05m", Some(3900))]
    #[case("2m30s", Some(150))]
    #[case("2 m 30 s", Some(150))]
    #[case("1h 2m30s", Some(3750))]
    #[case("90 sec", Some(90))]
    #[case("a 2m pipe", None)]
    #[case("1.5 hours", Some(5400))]
    #[case("1 1/2 hours", Some(5400))]
    #[case("1½ hours", Some(5400))]
    #[case("1/2 to 1 hour", Some(2700))]
    #[case("3/4 hour, 24/7", Some(2700))]
    #[case("1/2 of the 5 minutes", None)]
    #[case("half an hour", Some(1800))]
    #[case("a 10-minute rest", Some(600))]
    #[case("Bake 20 min, then rest 90 seconds", Some(1290))]
    #[case("in bursts of ten seconds", None)]
    #[case("Poll every 30 seconds", None)]
    #[case("answer within 24 hours", None)]
    #[case("two days ago", None)]
    #[case("Use 5 litres", None)]
    #[case("", None)]
    #[case("Leave it there for 2 days", Some(172_800))]
    #[case("Leave it overnight", Some(43_200))]
    #[case("Leave it overnight at 4 degrees", Some(43_200))]
    #[case("Suppress it during overnight maintenance", None)]
    #[case("between 5 and 10 minutes", Some(450))]
    #[case("5 minutes and 10 seconds", Some(310))]
    #[case("a quarter of an hour", Some(900))]
    #[case("It takes a few minutes", Some(180))]
    #[case("a couple of hours", Some(7200))]
    #[case("Ask for a second opinion", None)]
    #[case("half a second", Some(0))]
    #[case("the 16S gene", None)]
    #[case("Run `sleep 5m` for 2 minutes", Some(120))]
    #[case("Let it rest 10 minutes before carving", Some(600))]
    #[case("Wait 5 minutes before you open it", Some(300))]
    #[case("Tell them 2 days before the start", None)]
    #[case("at least one week prior to the release", None)]
    #[case("The key is valid for about 10 minutes", None)]
    #[case("The default is 10 seconds", None)]
    #[case("5s", Some(5))]
    fn lengths(#[case] text: &str, #[case] seconds: Option<u64>) {
        assert_eq!(stated(text), seconds);
    }
}
