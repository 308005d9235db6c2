//! T2 (a): a full stop behind an abbreviation ends no sentence.

use crate::{
    slice,
    unicode::{is_alphanumeric, is_uppercase},
};

/// None is longer than [`LONGEST_ABBREVIATION`].
pub(super) const ABBREVIATIONS: [&str; 34] = [
    "mr", "mrs", "ms", "dr", "prof", "sr", "jr", "st", "vs", "etc", "e.g", "i.e", "a.m", "p.m", "cf", "al",
    "fig", "eq", "inc", "ltd", "co", "corp", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept",
    "oct", "nov", "dec",
];
const LONGEST_ABBREVIATION: usize = 4;

/// Whether the longest run of `.` and alphanumerics at the end of `before` is an abbreviation, or ends in an
/// uppercase letter that is the whole run or follows a `.` in it. Looks at no more than the run's last few characters.
pub(super) fn ends_with_abbreviation(before: &str) -> bool {
    // Most words are too long.
    let tail: Option<&[u8; LONGEST_ABBREVIATION + 1]> = before.as_bytes().last_chunk();
    if tail.is_some_and(|tail| tail.iter().all(u8::is_ascii_lowercase)) {
        return false;
    }
    let mut run = before.chars().rev().take_while(|&c| c == '.' || is_alphanumeric(c));
    let last = run.next();
    if last.is_some_and(is_uppercase) && matches!(run.next(), None | Some('.')) {
        return true;
    }
    let length: usize = before
        .chars()
        .rev()
        .take_while(|&c| c == '.' || is_alphanumeric(c))
        .take(LONGEST_ABBREVIATION + 1)
        .map(char::len_utf8)
        .sum();
    let run = slice(before, before.len() - length..before.len());
    (1..=LONGEST_ABBREVIATION).contains(&run.len())
        && ABBREVIATIONS.iter().any(|abbreviation| run.eq_ignore_ascii_case(abbreviation))
}
