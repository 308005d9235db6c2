//! The two sides of a decision (H19).

use std::ops::Range;

/// What a decision is for and against. All are bytes of the text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) preferred: Option<Range<usize>>,
    pub(crate) rejected: Vec<Range<usize>>,
}
