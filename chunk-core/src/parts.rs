//! Counts of any range of a text that is counted in parts: at the seams between parts, counts add up.

use crate::{counters::TokenMeasure, tokens::bounded};
use std::ops::Range;

/// Places where a text can be divided so that the counts of the two sides add up, whatever they hold, in tiktoken's newer
/// encodings: before an ASCII letter or digit at the start of a line. There a line end shares a token only with white space,
/// signs and line ends before it.
pub(crate) fn line_seams(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'\n', bytes)
        .map(|line_end| line_end + 1)
        .filter(|&start| bytes.get(start).is_some_and(u8::is_ascii_alphanumeric))
}

/// The counts of a text's parts.
pub(crate) struct Parts<'t, F> {
    text: &'t str,
    /// Where the text is divided, its two ends included, and how many tokens are before each.
    seams: Vec<(usize, usize)>,
    /// How many bytes before and after a seam make it one: a range without them is not divided there.
    context: (usize, usize),
    count: F,
}

impl<'t, F: Fn(Range<usize>, bool) -> usize> Parts<'t, F> {
    /// `seams` are ascending. `count` counts a part of the text, given whether that is the first of the range that is asked for;
    /// `count_once` does the same while all parts are counted for the first time.
    pub(crate) fn new(
        text: &'t str,
        seams: impl Iterator<Item = usize>,
        context: (usize, usize),
        mut count_once: impl FnMut(Range<usize>, bool) -> usize,
        count: F,
    ) -> Self {
        let mut counted = vec![(0, 0)];
        let (mut start, mut tokens) = (0, 0);
        for end in seams.chain([text.len()]).filter(|&end| end > 0) {
            tokens += count_once(start..end, start == 0);
            counted.push((end, tokens));
            start = end;
        }
        Self { text, seams: counted, context, count }
    }
}

impl<F: Fn(Range<usize>, bool) -> usize + Send + Sync> TokenMeasure for Parts<'_, F> {
    fn count(&self, range: Range<usize>) -> usize {
        if self.text.get(range.clone()).is_none_or(str::is_empty) {
            return 0;
        }
        let Range { start, end } = range;
        let (before, after) = self.context;
        let seams_below = |at: usize| self.seams.partition_point(|&(seam, _)| seam < at);
        let first = if start == 0 { 0 } else { seams_below(start + before) };
        let last = if end == self.text.len() {
            self.seams.len()
        } else {
            seams_below((end + 1).saturating_sub(after))
        };
        let tokens = match self.seams.get(first..last).and_then(|seams| seams.first().zip(seams.last())) {
            Some((&(first, tokens_before), &(last, tokens_up_to))) => {
                let head = if start < first { (self.count)(start..first, true) } else { 0 };
                let tail = if last < end { (self.count)(last..end, last == start) } else { 0 };
                head + (tokens_up_to - tokens_before) + tail
            }
            None => (self.count)(range, true),
        };
        bounded(tokens, end - start)
    }

    fn fits(&self, range: Range<usize>, most: usize) -> bool {
        self.count(range) <= most
    }
}
