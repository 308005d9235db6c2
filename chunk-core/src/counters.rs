//! Counters that need no vocabulary: bytes, characters, and whatever a closure counts (T10).

use crate::{
    Border, CodePointIndex, OffsetSet, TokenCounter, TokenMeasure, slice,
    tokens::{Recount, seams},
};
use std::ops::Range;

/// Counts bytes.
///
/// ```
/// use chunk_core::{Bytes, TokenCounter};
///
/// assert_eq!((Bytes.count("añb"), Bytes.encoding()), (4, "bytes"));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bytes;

/// Counts characters: Unicode scalar values.
///
/// ```
/// use chunk_core::{Characters, TokenCounter};
///
/// assert_eq!((Characters.count("añb"), Characters.encoding()), (3, "characters"));
/// assert_eq!(Characters.measure("añb").count(1..4), 2);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Characters;

/// Counts with a closure, under a name of the caller's choice.
///
/// A text counts at most as many tokens as it has bytes, whatever the closure says. The closure must not count much less for a
/// text than for its parts. Every range that a policy asks for is counted afresh: each block, sentence and candidate for an
/// overlap, and each run of them that might be a chunk. So the work grows linearly with the text, but with the square of the
/// chunk size, unless [`lines_add_up`](Self::lines_add_up).
///
/// ```
/// use chunk_core::{CountWith, TokenCounter};
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
    /// use chunk_core::{CountWith, TokenCounter};
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
        (self.count)(text).min(text.len())
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
        measure(text, |part: &str| self.tokens(part), self.lines_add_up)
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

/// The measure of a counter that is a closure.
pub(crate) fn measure<'t>(
    text: &'t str,
    count: impl Fn(&str) -> usize + Send + Sync + 't,
    lines_add_up: bool,
) -> Box<dyn TokenMeasure + 't> {
    match lines_add_up {
        true => Box::new(LineCounts::new(count, text)),
        false => Box::new(Recount { text, count }),
    }
}

/// The counts of a text's lines, or of runs of lines whose counts do not add up.
struct LineCounts<'t, F> {
    count: F,
    text: &'t str,
    /// Where the text is divided, its two ends included.
    seams: OffsetSet,
    /// The number of tokens before each seam.
    before: Vec<usize>,
}

impl<'t, F: Fn(&str) -> usize> LineCounts<'t, F> {
    fn new(count: F, text: &'t str) -> Self {
        let inner = seams(text.as_bytes());
        let seams = OffsetSet::new(text.len(), [0].into_iter().chain(inner).chain([text.len()]));
        let mut lines = Self { count, text, seams, before: vec![0] };
        let (mut start, mut before) = (0, 0);
        while let Some(end) = lines.seams.first_from(start + 1) {
            before += (lines.count)(slice(text, start..end));
            lines.before.push(before);
            start = end;
        }
        lines
    }

    fn tokens_before(&self, seam: usize) -> usize {
        self.before.get(self.seams.rank(seam)).copied().unwrap_or_default()
    }
}

impl<F: Fn(&str) -> usize + Send + Sync> TokenMeasure for LineCounts<'_, F> {
    fn count(&self, range: Range<usize>) -> usize {
        let part = |range| self.text.get(range).map_or(0, &self.count);
        let first = self.seams.first_from(range.start);
        let last = self.seams.last_below(range.end.saturating_add(1));
        match first.zip(last).filter(|(first, last)| first <= last && range.start <= range.end) {
            Some((first, last)) if self.text.get(range.clone()).is_some() => {
                let between = self.tokens_before(last) - self.tokens_before(first);
                part(range.start..first) + between + part(last..range.end)
            }
            _ => part(range),
        }
    }
}
