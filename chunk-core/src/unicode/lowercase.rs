//! Lowercase letters, by Unicode's simple mapping and the condition Final_Sigma.

use super::{
    property::{CASE_IGNORABLE, CASED},
    table::has,
};
use crate::slice;
use std::iter;

/// Every `step`th code point from `first` to `last` has a lowercase letter, which is `by` code points after it.
struct Mapping {
    first: u32,
    last: u32,
    step: u32,
    by: i32,
}

static MAPPINGS: &[Mapping] = include!(concat!(env!("OUT_DIR"), "/lowercase.rs"));

/// The lowercase of `c`: one character, except for `İ`, which becomes `i` and U+0307.
#[inline]
pub fn to_lowercase(c: char) -> impl Iterator<Item = char> + Clone {
    let dot = (c == 'İ').then_some('\u{307}');
    iter::once(lowercase_letter(c)).chain(dot)
}

/// `text` in lowercase, character by character, but `Σ` at the end of a word becomes `ς` (Unicode's condition Final_Sigma).
#[must_use]
pub fn lowercase(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut lower = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            'Σ' => lower.push(sigma(text, at)),
            _ => lower.extend(to_lowercase(c)),
        }
    }
    lower
}

/// The simple lowercase mapping of Unicode.
#[inline]
fn lowercase_letter(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { lowercase_letter_beyond_ascii(c) }
}

fn lowercase_letter_beyond_ascii(c: char) -> char {
    let code_point = u32::from(c);
    let behind = MAPPINGS.partition_point(|mapping| mapping.first <= code_point);
    let mapping = MAPPINGS.get(..behind).and_then(<[_]>::last);
    mapping
        .filter(|mapping| code_point <= mapping.last && (code_point - mapping.first) % mapping.step == 0)
        .and_then(|mapping| char::from_u32(code_point.wrapping_add_signed(mapping.by)))
        .unwrap_or(c)
}

/// The lowercase of the `Σ` at `at`: the final form if a cased letter comes before it and none after it, with any number of
/// case-ignorable characters in between.
fn sigma(text: &str, at: usize) -> char {
    let is_cased = |c: Option<char>| c.is_some_and(|c| has(c, CASED));
    let is_ignored = |&c: &char| has(c, CASE_IGNORABLE);
    let before = slice(text, 0..at).chars().rev().find(|c| !is_ignored(c));
    let behind = slice(text, at + 'Σ'.len_utf8()..text.len()).chars().find(|c| !is_ignored(c));
    if is_cased(before) && !is_cased(behind) { 'ς' } else { 'σ' }
}
