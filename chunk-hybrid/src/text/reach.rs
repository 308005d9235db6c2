//! How far a number of tokens reaches from a place in the text, in whole words: contexts (H12, H19) and windows (H7) end there. Tokens
//! are counted only near the answer, in time that does not depend on the length of the text.

use chunk_core::{counters::TokenMeasure, is_white_space, slice};
use std::ops::Range;

/// No token of cl100k_base is longer than this many bytes.
const LONGEST_TOKEN: usize = 128;

/// How far `limit` tokens of a text reach.
pub(crate) struct Reach<'r> {
    pub(crate) text: &'r str,
    pub(crate) tokens: &'r dyn TokenMeasure,
    pub(crate) limit: usize,
}

impl Reach<'_> {
    /// The farthest end of a range from `start` that is within the limit and ends before white space; `None` if there is none.
    pub(crate) fn forward(&self, start: usize) -> Option<usize> {
        let word_end = self.last_end(start..self.text.len())?;
        let rest = slice(self.text, word_end..self.text.len());
        let gap = rest.len() - rest.trim_start_matches(is_white_space).len();
        // The last end is before the last of the white space, or at the end of the text.
        let is_end = |at: &usize| *at < gap || *at == rest.len();
        let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]).take_while(is_end);
        let ends: Vec<usize> = ends.take(LONGEST_TOKEN * self.limit).map(|at| word_end + at).collect();
        let fitting = ends.partition_point(|&end| self.fits(start..end));
        Some(fitting.checked_sub(1).and_then(|last| ends.get(last)).copied().unwrap_or(word_end))
    }

    /// The farthest start of a range to `end` that is within the limit and starts with a word, or with the indented line that this word
    /// opens; `None` if there is none.
    pub(crate) fn backward(&self, end: usize) -> Option<usize> {
        let start = self.first_start(0..end).filter(|_| self.limit > 0)?;
        // No more blanks are looked at than could be within the limit: a text can be all blanks.
        let blanks = slice(self.text, 0..start).bytes().rev().take(self.limit + 1);
        let line = start - blanks.take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let opens_line = line == 0 || slice(self.text, 0..line).ends_with('\n');
        Some(if opens_line && self.fits(line..end) { line } else { start })
    }

    /// The last words of `within`: as many as are within the limit.
    pub(crate) fn words_before(&self, within: Range<usize>) -> Range<usize> {
        let end = within.start + slice(self.text, within.clone()).trim_end_matches(is_white_space).len();
        self.first_start(within.start..end).unwrap_or(end)..end
    }

    /// The first words of `within`: as many as are within the limit.
    pub(crate) fn words_after(&self, within: Range<usize>) -> Range<usize> {
        let start = within.end - slice(self.text, within.clone()).trim_start_matches(is_white_space).len();
        start..self.last_end(start..within.end).unwrap_or(start)
    }

    fn fits(&self, range: Range<usize>) -> bool {
        self.tokens.count(range) <= self.limit
    }

    /// The end of the last word in `within` up to which the text of `within` is within the limit.
    fn last_end(&self, within: Range<usize>) -> Option<usize> {
        let Range { start, end } = within;
        let most = start.saturating_add(self.limit.saturating_mul(LONGEST_TOKEN));
        let farthest = self.text.ceil_char_boundary(most.min(end));
        let near = slice(self.text, start..farthest);
        let starts_white = farthest == end || slice(self.text, farthest..end).starts_with(is_white_space);
        let ends =
            near.match_indices(is_white_space).map(|(at, _)| at).chain(starts_white.then_some(near.len()));
        let ends_word = |at: &usize| *at > 0 && !slice(near, 0..*at).ends_with(is_white_space);
        // A word has at least one token.
        let ends: Vec<usize> = ends.filter(ends_word).map(|at| start + at).take(self.limit + 1).collect();
        let fitting = ends.partition_point(|&end| self.fits(start..end));
        fitting.checked_sub(1).and_then(|last| ends.get(last)).copied()
    }

    /// The start of the first word in `within` from which the text of `within` is within the limit.
    fn first_start(&self, within: Range<usize>) -> Option<usize> {
        let Range { start, end } = within;
        let farthest = end.saturating_sub(self.limit.saturating_mul(LONGEST_TOKEN));
        let farthest = self.text.floor_char_boundary(farthest).max(start);
        let near = slice(self.text, farthest..end);
        let opens_word = farthest == start || slice(self.text, start..farthest).ends_with(is_white_space);
        let starts = near.rmatch_indices(is_white_space).map(|(at, white)| at + white.len());
        let starts = starts.chain(opens_word.then_some(0));
        let starts_word = |at: &usize| slice(near, *at..near.len()).starts_with(|c| !is_white_space(c));
        // From the end on. A word has at least one token.
        let starts: Vec<usize> =
            starts.filter(starts_word).map(|at| farthest + at).take(self.limit + 1).collect();
        // With the white space before a word, a range has more tokens the earlier it starts, so that these counts can be searched by
        // bisection. Without it, it may have a token more or fewer: so the first two starts that bisection takes for too far are tried, too.
        let is_near = |&start: &usize| {
            let gap = slice(self.text, farthest..start).trim_end_matches(is_white_space).len();
            self.tokens.count(farthest + gap..end) <= self.limit + 1
        };
        let near = starts.partition_point(is_near) + 2;
        starts.into_iter().take(near).rfind(|&start| self.fits(start..end))
    }
}
