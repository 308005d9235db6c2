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

    /// The same, made by up to so many threads where the text is long.
    fn measure_with<'t>(&'t self, text: &'t str, threads: usize) -> Box<dyn TokenMeasure + 't> {
        self.measure_beside(text, threads, &mut || ())
    }

    /// The same, where this thread does `first`, once, before it helps the others. Unless overridden, it makes the counts alone.
    fn measure_beside<'t>(
        &'t self,
        text: &'t str,
        threads: usize,
        first: &mut dyn FnMut(),
    ) -> Box<dyn TokenMeasure + 't> {
        let _ = threads;
        first();
        self.measure(text)
    }
}

/// The token counts of one text, which several threads may ask for.
pub trait TokenMeasure: Send + Sync {
    /// How many tokens the bytes `range` of the text are, on their own. Counts of neighbouring ranges do not add up
    /// to the count of both together. A range off the character boundaries counts 0.
    fn count(&self, range: Range<usize>) -> usize;

    /// What all ranges have in common that start at the byte `start`. With the [`end`](Self::end) of others,
    /// [`Border::count_to`] gives the counts of all their combinations, without another look at the text. `None` if
    /// nothing is known, as unless overridden.
    fn start(&self, start: usize) -> Option<Border> {
        let _ = start;
        None
    }

    /// What all ranges have in common that end at the byte `end`.
    fn end(&self, end: usize) -> Option<Border> {
        let _ = end;
        None
    }
}

/// The start or the end of ranges: see [`TokenMeasure::start`].
///
/// ```
/// use chunk_core::{Cl100k, TokenCounter};
///
/// let text = "Count once, ask often.";
/// let cl100k = Cl100k::default();
/// let measure = cl100k.measure(text);
/// let (start, end) = (measure.start(6).unwrap(), measure.end(text.len()).unwrap());
/// assert_eq!(start.count_to(end), Some(cl100k.count("once, ask often.")));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Border {
    /// From here on, or up to here, the tokens are those of the whole text.
    pub at: usize,
    /// How many tokens the whole text has before `at`, less those from a start to `at`, or more those from `at` to an
    /// end; modulo 2^64.
    pub tokens: usize,
}

impl Border {
    /// How many tokens the range from this start to `end` is; `None` if they are too near to tell.
    #[must_use]
    pub const fn count_to(self, end: Self) -> Option<usize> {
        if self.at <= end.at { Some(end.tokens.wrapping_sub(self.tokens)) } else { None }
    }
}

/// Where the counts of what is before and behind add up in tiktoken's newer encodings, whatever it is: before an ASCII letter or
/// digit at the start of a line. A line end is a token with nothing but white space and signs before it, and line ends.
pub(crate) fn seams(text: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memchr_iter(b'\n', text)
        .map(|line_end| line_end + 1)
        .filter(|&start| text.get(start).is_some_and(u8::is_ascii_alphanumeric))
}

pub(crate) struct Recount<'t, F> {
    pub(crate) text: &'t str,
    pub(crate) count: F,
}

impl<F: Fn(&str) -> usize + Send + Sync> TokenMeasure for Recount<'_, F> {
    fn count(&self, range: Range<usize>) -> usize {
        self.text.get(range).map_or(0, &self.count)
    }
}
