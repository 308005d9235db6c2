//! The patterns by which encodings divide a text into pre-tokens, matched by hand-written code: `end` finds where the pre-token that
//! starts at a place ends. That depends on nothing before the place.

pub(super) mod cl100k;
#[cfg(any(feature = "encodings", feature = "loadable"))]
pub(super) mod gpt2;
#[cfg(any(feature = "encodings", feature = "loadable"))]
pub(super) mod o200k;

use super::{
    character::{Text, skip, skip_back},
    class::Class,
};
use std::ops::Range;

/// The end of the up to three numbers of which the first one ends at `at`.
fn numbers(text: &[u8], at: usize) -> usize {
    let Some(second) = skip(text, at, Class::NUMBER) else { return at };
    skip(text, second, Class::NUMBER).unwrap_or(second)
}

/// Where white space ends that is followed by something else: its last character goes to that, unless it is alone.
fn before_last<T: Text>(text: T, white_space: Range<usize>) -> usize {
    let last = skip_back(text.bytes(), white_space.end, Class::WHITE_SPACE);
    last.filter(|&last| last > white_space.start).unwrap_or(white_space.end)
}
