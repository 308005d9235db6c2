//! Numbers and signs: what is measured, a part of another, equal to something, or ticked.

use super::feature::{Counts, Feature};
use crate::{
    english::{
        tell,
        word_list::{WordList, words},
    },
    text::word::Word,
};
use chunk_core::slice;

/// A number, what it is measured in, and whether it is a part of another.
pub(super) fn number(words: &[Word], index: usize, text: &str, counts: &mut Counts) {
    let bytes = text.as_bytes();
    let Some(word) = words.get(index) else { return };
    let (start, end) = (word.span().start, word.span().end);
    let is_rest = start >= 2
        && matches!(bytes.get(start - 1), Some(b'.' | b','))
        && bytes.get(start - 2).is_some_and(u8::is_ascii_digit);
    if !is_rest {
        counts.add(Feature::Number);
    }
    let next = words.get(index + 1);
    let is_decimal = bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
    if is_decimal {
        counts.add(Feature::Decimal);
    }
    if is_measure(bytes.get(start..end).unwrap_or_default()) {
        counts.add(Feature::Measure);
        return;
    }
    let is_near = next.is_some_and(|next| next.span().start <= end + 1);
    if matches!(bytes.get(end), Some(b'%')) || bytes.get(end..end + 2) == Some(b" %") {
        counts.add(Feature::Measure);
    } else if let Some(next) = next.filter(|_| is_near) {
        let number_after = |at: usize| words.get(index + at).is_some_and(|word| word.tells.any(tell::NUMBER));
        if next.tells.any(tell::UNIT) {
            counts.add(Feature::Measure);
        } else if is(text, next, words!["of"]) && (number_after(2) || number_after(3))
            || is(text, next, words!["out"]) && number_after(3)
            || bytes.get(end) == Some(&b'/') && number_after(1)
        {
            counts.add(Feature::Ratio);
        }
    } else if bytes.get(end) == Some(&0xC2) {
        // The degree sign.
        counts.add(Feature::Measure);
    }
}

/// What the signs behind a word show.
pub(super) fn signs(between: &[u8], counts: &mut Counts) {
    for (at, byte) in between.iter().enumerate() {
        let is_tick =
            || matches!(between.get(at + 1..at + 3), Some([0x9C, 0x93..=0x98 | 0x85] | [0x9D, 0x8C]));
        match byte {
            b'=' => counts.add(Feature::Equals),
            0xE2 if is_tick() => counts.add(Feature::Mark),
            _ => {}
        }
    }
}

/// Whether a number has its unit with it: `590Mi`, `40s`.
fn is_measure(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let unit = word.get(digits..).unwrap_or_default();
    (1..=3).contains(&unit.len())
        && unit.iter().all(u8::is_ascii_alphabetic)
        && !matches!(unit, b"st" | b"nd" | b"rd" | b"th" | b"x")
}

#[inline]
pub(super) fn is(text: &str, word: &Word, wanted: &WordList) -> bool {
    wanted.holds(word.sign, || slice(text, word.span()))
}
