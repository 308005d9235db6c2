//! The patterns by which encodings divide a text into pre-tokens, matched by hand-written code: `end` finds where the pre-token that
//! starts at a place ends. That depends on nothing before the place.

pub(super) mod cl100k;
#[cfg(any(feature = "encodings", feature = "loadable"))]
pub(super) mod gpt2;
#[cfg(any(feature = "encodings", feature = "loadable"))]
pub(super) mod o200k;
