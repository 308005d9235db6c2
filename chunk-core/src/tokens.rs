//! Token counts, exact for any range of a text.

use std::ops::Range;

/// Counts the tokens of one encoding. Another encoding is plugged in by implementing this trait (T10).
pub trait TokenCounter: Sync {
    /// The encoding's name, such as `cl100k_base`.
    fn encoding(&self) -> &str;

    /// How many tokens `text` is, special-token strings counted as ordinary text (T4). Never fails, and never gives
    /// more tokens than `text` has bytes.
    fn count(&self, text: &str) -> usize;

    /// Makes the counts of all ranges of `text` cheap. Unless overridden, every range is counted afresh.
    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        Box::new(Recount { text, count: move |part: &str| self.count(part) })
    }
}

/// The token counts of one text.
pub trait TokenMeasure {
    /// How many tokens the bytes `range` of the text are, on their own. Counts of neighbouring ranges do not add up
    /// to the count of both together. A range off the character boundaries counts 0.
    fn count(&self, range: Range<usize>) -> usize;
}

struct Recount<'t, F> {
    text: &'t str,
    count: F,
}

impl<F: Fn(&str) -> usize> TokenMeasure for Recount<'_, F> {
    fn count(&self, range: Range<usize>) -> usize {
        (self.count)(crate::slice(self.text, range))
    }
}
