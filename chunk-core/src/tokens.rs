//! Token counts, exact for any range of a text (T4, T10): what a policy asks of a tokenizer.

use std::ops::Range;

/// Counts the tokens of one encoding. Another encoding is plugged in by implementing this trait (T10).
pub trait TokenCounter: Sync {
    /// The encoding's name, such as `cl100k_base`.
    fn encoding(&self) -> &str;

    /// The number of tokens of `text`. Strings that name special tokens count as ordinary text (T4). Never fails, and gives at most 16
    /// tokens for each byte and 16 more.
    fn count(&self, text: &str) -> usize;

    /// Makes the counts of all ranges of `text` cheap. Unless overridden, every range is counted afresh.
    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        Box::new(Recount { text, count: move |part: &str| self.count(part) })
    }
}

/// The token counts of one text. Several threads may ask for them.
pub trait TokenMeasure: Send + Sync {
    /// The number of tokens of the bytes `range` of the text, taken on their own. The counts of neighbouring ranges do not add
    /// up to the count of both together. A range that is not on character boundaries counts 0.
    fn count(&self, range: Range<usize>) -> usize;

    /// Whether the bytes `range` have at most `most` tokens. Unless overridden, so many bytes are taken to have no more tokens, and are not
    /// counted: not so for a counter that changes the text before it divides it.
    fn fits(&self, range: Range<usize>, most: usize) -> bool {
        range.len() <= most || self.count(range) <= most
    }

    /// What all ranges that start at byte `start` have in common. [`Border::count_to`] combines it with any [`end`](Self::end)
    /// to give the count of the range between, without another look at the text. `None` if nothing is known, which is so
    /// unless overridden.
    fn start(&self, start: usize) -> Option<Border> {
        let _ = start;
        None
    }

    /// What all ranges that end at byte `end` have in common.
    fn end(&self, end: usize) -> Option<Border> {
        let _ = end;
        None
    }
}

/// What is known of all ranges that share a start or an end: see [`TokenMeasure::start`].
///
/// ```
/// use chunk_core::{TokenCounter, counters::Cl100k};
///
/// let text = "Count once, ask often.";
/// let cl100k = Cl100k::default();
/// let measure = cl100k.measure(text);
/// let (start, end) = (measure.start(6).unwrap(), measure.end(text.len()).unwrap());
/// assert_eq!(start.count_to(end), Some(cl100k.count("once, ask often.")));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Border {
    /// From here on (for a start), or up to here (for an end), the tokens of the range are those of the whole text.
    pub at: usize,
    /// The number of tokens that the whole text has before `at`; for a start, less those of the range up to `at`; for an end,
    /// plus those of the range from `at` on. Modulo 2^64.
    pub tokens: usize,
}

impl Border {
    /// The number of tokens of the range from this start to `end`; `None` if the two are too close to tell.
    #[must_use]
    pub const fn count_to(self, end: Self) -> Option<usize> {
        if self.at <= end.at { Some(end.tokens.wrapping_sub(self.tokens)) } else { None }
    }
}

/// Counts every range afresh.
pub(crate) struct Recount<'t, F> {
    pub(crate) text: &'t str,
    pub(crate) count: F,
}

impl<F: Fn(&str) -> usize + Send + Sync> TokenMeasure for Recount<'_, F> {
    fn count(&self, range: Range<usize>) -> usize {
        self.text.get(range).map_or(0, &self.count)
    }

    fn fits(&self, range: Range<usize>, most: usize) -> bool {
        self.count(range) <= most
    }
}

/// A count that a counter of others gives for so many bytes, as far as it can be one. A tokenizer may put something before a text, or write
/// a character as several (`½` as `1⁄2`), so it may be more than there are bytes; but sums of counts must not overflow.
pub(crate) fn bounded(tokens: usize, bytes: usize) -> usize {
    if bytes == 0 { 0 } else { tokens.min(bytes.saturating_mul(16).saturating_add(16)) }
}
