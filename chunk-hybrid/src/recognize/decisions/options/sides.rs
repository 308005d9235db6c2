//! The two sides of a decision (H19).

use std::ops::Range;

/// What a decision is for and against. All are bytes of the text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(in crate::recognize::decisions) struct Options {
    pub(in crate::recognize::decisions) preferred: Option<Range<usize>>,
    pub(in crate::recognize::decisions) rejected: Vec<Range<usize>>,
}
