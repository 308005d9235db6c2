//! What counts tokens (T10): bytes, characters, whatever a closure counts, and, by features of this crate, the encodings of tiktoken
//! and of any `tokenizer.json`.

#[cfg(feature = "cl100k")]
pub use crate::bpe::Cl100k;
#[cfg(feature = "loadable")]
pub use crate::bpe::{LoadError, encodings_to_load, load_encoding, loaded_encoding};
#[cfg(feature = "encodings")]
pub use crate::bpe::{O200k, P50k, R50k};
#[cfg(feature = "huggingface")]
pub use crate::huggingface::{HuggingFace, InvalidTokenizer};
pub use crate::tokens::{Border, TokenMeasure};

use crate::{
    CodePointIndex, TokenCounter,
    parts::{Parts, line_seams},
    tokens::{Recount, bounded},
};
use std::ops::Range;

/// Counts bytes.
///
/// ```
/// use chunk_core::{TokenCounter, counters::Bytes};
///
/// assert_eq!((Bytes.count("añb"), Bytes.encoding()), (4, "bytes"));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bytes;

/// Counts characters: Unicode scalar values.
///
/// ```
/// use chunk_core::{TokenCounter, counters::Characters};
///
/// assert_eq!((Characters.count("añb"), Characters.encoding()), (3, "characters"));
/// assert_eq!(Characters.measure("añb").count(1..4), 2);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Characters;

/// Counts with a closure, under a name of the caller's choice.
///
/// A text counts at most 16 tokens for each byte and 16 more, and none if it is empty, whatever the closure says. The closure must not count much less for a
/// text than for its parts. Every range that a policy asks for is counted afresh: each block, sentence and candidate for an
/// overlap, and each run of them that might be a chunk. So the work grows linearly with the text, but with the square of the
/// chunk size, unless [`lines_add_up`](Self::lines_add_up).
///
/// ```
/// use chunk_core::{TokenCounter, counters::CountWith};
///
/// let words = CountWith::new("words", |text: &str| text.split_whitespace().count());
/// assert_eq!((words.count("three short words"), words.encoding()), (3, "words"));
/// ```
#[derive(Debug, Clone)]
pub struct CountWith<F> {
    name: String,
    count: F,
    lines_add_up: bool,
}

impl<F: Fn(&str) -> usize + Sync> CountWith<F> {
    /// A counter that calls `count`. `name` becomes part of the version of what is made with it.
    pub fn new(name: impl Into<String>, count: F) -> Self {
        Self { name: name.into(), count, lines_add_up: false }
    }

    /// The same, with the caller's promise that counts add up wherever an ASCII letter or digit follows a line end, as those of
    /// tiktoken's newer encodings do (`cl100k_base`, `o200k_base`, `o200k_harmony`; not `r50k_base` and `p50k_base`).
    ///
    /// A text is then counted once, line by line, and a range of it costs only the lines at its two ends. Only a long line, or many
    /// lines that do not start with a letter or digit, are counted again for each range.
    ///
    /// (`count_ordinary` of tiktoken-rs panics if its regular expressions give up, as on millions of spaces in a row; `count`
    /// returns an error instead.)
    ///
    /// ```
    /// use chunk_core::{TokenCounter, counters::CountWith};
    ///
    /// let bpe = tiktoken_rs::o200k_base_singleton();
    /// let o200k = CountWith::new("o200k_base", |text: &str| bpe.count_ordinary(text)).lines_add_up();
    /// assert_eq!(o200k.count("The encoding of current models."), 6);
    /// ```
    #[must_use]
    pub fn lines_add_up(mut self) -> Self {
        self.lines_add_up = true;
        self
    }

    fn tokens(&self, text: &str) -> usize {
        bounded((self.count)(text), text.len())
    }
}

impl<F: Fn(&str) -> usize + Sync> TokenCounter for CountWith<F> {
    fn encoding(&self) -> &str {
        &self.name
    }

    fn count(&self, text: &str) -> usize {
        self.tokens(text)
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        match self.lines_add_up {
            true => {
                let count = move |part: Range<usize>, _| text.get(part).map_or(0, |part| self.tokens(part));
                Box::new(Parts::new(text, line_seams(text), (0, 0), count, count))
            }
            false => Box::new(Recount { text, count: move |part: &str| self.tokens(part) }),
        }
    }
}

impl TokenCounter for Bytes {
    fn encoding(&self) -> &str {
        "bytes"
    }

    fn count(&self, text: &str) -> usize {
        text.len()
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        Box::new(Sums { text, before: |byte| byte })
    }
}

impl TokenCounter for Characters {
    fn encoding(&self) -> &str {
        "characters"
    }

    fn count(&self, text: &str) -> usize {
        text.chars().count()
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        let index = CodePointIndex::new(text);
        Box::new(Sums { text, before: move |byte| index.code_point(byte) })
    }
}

/// Counts that add up, so that those of all ranges follow from the count before each byte.
struct Sums<'t, F> {
    text: &'t str,
    /// The count before a byte.
    before: F,
}

impl<F: Fn(usize) -> usize + Send + Sync> TokenMeasure for Sums<'_, F> {
    fn count(&self, range: Range<usize>) -> usize {
        match self.text.get(range.clone()) {
            Some(_) => (self.before)(range.end) - (self.before)(range.start),
            None => 0,
        }
    }

    fn start(&self, start: usize) -> Option<Border> {
        self.text.is_char_boundary(start).then(|| Border { at: start, tokens: (self.before)(start) })
    }

    fn end(&self, end: usize) -> Option<Border> {
        self.start(end)
    }
}
