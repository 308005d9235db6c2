//! How far a number of tokens reaches from a place in the text, in whole words: contexts (H12, H19) and windows (H7) end there. Tokens
//! are counted only near the answer, in time that does not depend on the length of the text.

use chunk_core::{Border, TokenMeasure, is_white_space, positions, slice};
use std::{iter, ops::Range};

/// No token of cl100k_base is longer than this many bytes.
pub(crate) const LONGEST_TOKEN: usize = 128;

/// A range with this many tokens more than the limit stays above it, wherever its words are cut.
const FAR: usize = 20;

/// Room is made for words of this many bytes, with what stands between them: hardly any text has shorter ones.
const SHORT_WORD: usize = 4;

/// How far `limit` tokens of a text reach.
pub(crate) struct Reach<'r> {
    pub(crate) text: &'r str,
    pub(crate) tokens: &'r dyn TokenMeasure,
    pub(crate) limit: usize,
}

impl Reach<'_> {
    /// The farthest end of a range from `start` that is within the limit and ends before white space; `None` if there is none.
    pub(crate) fn forward(&self, start: usize) -> Option<usize> {
        self.last_end(start..self.text.len(), |_| true)
    }

    /// The farthest start of a range to `end` that is within the limit and starts with a word, or with the indented line that this word
    /// opens; `None` if there is none.
    pub(crate) fn backward(&self, end: usize) -> Option<usize> {
        let start = self.first_word(0..end).filter(|_| self.limit > 0)?;
        // No more blanks are looked at than could be within the limit: a text can be all blanks.
        let blanks = slice(self.text, 0..start).bytes().rev().take(self.limit + 1);
        let indent = blanks.take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let line = start - indent;
        let opens_line = line == 0 || slice(self.text, 0..line).ends_with('\n');
        let fits = || indent <= self.limit && self.tokens.count(line..end) <= self.limit;
        Some(if opens_line && fits() { line } else { start })
    }

    /// The last words of `within`: as many as are within the limit.
    pub(crate) fn words_before(&self, within: Range<usize>) -> Range<usize> {
        let end = within.start + slice(self.text, within.clone()).trim_end_matches(is_white_space).len();
        self.first_word(within.start..end).unwrap_or(end)..end
    }

    /// The first words of `within`: as many as are within the limit.
    pub(crate) fn words_after(&self, within: Range<usize>) -> Range<usize> {
        let rest = slice(self.text, within.clone()).trim_start_matches(is_white_space);
        let start = within.end - rest.len();
        let ends_word = |end| !slice(self.text, start..end).ends_with(is_white_space);
        start..self.last_end(start..within.end, ends_word).unwrap_or(start)
    }

    /// The last place in `within` before white space, or its end, up to which the text of `within` is within the limit.
    fn last_end(&self, within: Range<usize>, is_end: impl Fn(usize) -> bool) -> Option<usize> {
        let Range { start, end } = within;
        let from = self.tokens.start(start);
        let count = |end: usize| self.count(start..end, from, self.tokens.end(end));
        let after = |bytes: usize| self.text.ceil_char_boundary(start.saturating_add(bytes)).min(end);
        let farthest = after(self.bytes_to_search(|bytes| count(after(bytes))));
        let near = slice(self.text, start..farthest);
        let ends_word = farthest == end || slice(self.text, farthest..end).starts_with(is_white_space);
        let bytes = positions(near.as_bytes(), may_be_white);
        let white_space = bytes.filter(|&at| white_at(near, at).is_some());
        let ends = white_space.chain(ends_word.then_some(near.len())).map(|at| start + at);
        let ends: Vec<usize> = ends.filter(|&end| is_end(end)).collect();
        // After an end that is too far, none is near enough: so few are counted, also where a text is all blanks.
        let within_limit = ends.partition_point(|&end| count(end) <= self.limit);
        within_limit.checked_sub(1).and_then(|last| ends.get(last)).copied()
    }

    /// The first start of a word in `within` from which the text of `within` is within the limit.
    fn first_word(&self, within: Range<usize>) -> Option<usize> {
        let Range { start, end } = within;
        let to = self.tokens.end(end);
        let count = |start: usize| self.count(start..end, self.tokens.start(start), to);
        let before = |bytes: usize| self.text.floor_char_boundary(end.saturating_sub(bytes)).max(start);
        let farthest = before(self.bytes_to_search(|bytes| count(before(bytes))));
        let near = slice(self.text, farthest..end);
        let opens_word = farthest == start || slice(self.text, start..farthest).ends_with(is_white_space);
        let mut starts: Vec<usize> = Vec::with_capacity(near.len() / SHORT_WORD);
        starts.extend(Some(farthest).filter(|_| opens_word && near.starts_with(|c| !is_white_space(c))));
        let white_space = positions(near.as_bytes(), may_be_white);
        starts.extend(white_space.filter_map(|at| Some(farthest + word_after(near, at)?)));
        // A range that starts with a word's white space has more tokens the earlier it starts, so these counts can be searched by
        // bisection. One that starts with the word itself may have a token more or fewer: so the last two starts that bisection
        // takes for too far are tried as well.
        let is_far = |&start: &usize| {
            let gap = slice(self.text, farthest..start).trim_end_matches(is_white_space).len();
            count(farthest + gap) > self.limit + 1
        };
        let far = starts.partition_point(is_far).saturating_sub(2);
        starts.into_iter().skip(far).find(|&start| count(start) <= self.limit)
    }

    /// The tokens of a range, from what the measure knows of its two ends where that is enough.
    fn count(&self, range: Range<usize>, from: Option<Border>, to: Option<Border>) -> usize {
        let known = from.zip(to).and_then(|(from, to)| from.count_to(to));
        known.unwrap_or_else(|| self.tokens.count(range))
    }

    /// How many bytes have to be searched: so many that they are above the limit by `count`, or at most as many as `limit` tokens can
    /// have. So a long word is not read to its end.
    fn bytes_to_search(&self, count: impl Fn(usize) -> usize) -> usize {
        let most = self.limit.saturating_mul(LONGEST_TOKEN);
        let is_enough = |&bytes: &usize| bytes >= most || count(bytes) > self.limit + FAR;
        let mut wider = iter::successors(Some(self.limit.saturating_mul(8)), |bytes| bytes.checked_mul(2));
        wider.find(is_enough).map_or(most, |bytes| bytes.min(most))
    }
}

/// Whether white space may start with this byte. Most bytes are ASCII letters, for which this quick test is enough.
const fn may_be_white(byte: u8) -> bool {
    (byte <= b' ') | (byte >= 0x80)
}

/// Where a word starts right after the white space at a byte of `text`.
fn word_after(text: &str, at: usize) -> Option<usize> {
    // The quick way for most words, which follow a single space.
    if let Some([b' ', b'!'..=b'~']) = text.as_bytes().get(at..at + 2) {
        return Some(at + 1);
    }
    let start = at + white_at(text, at)?.len_utf8();
    slice(text, start..text.len()).starts_with(|c| !is_white_space(c)).then_some(start)
}

/// The white space at a byte of `text`.
fn white_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next().filter(|&c| is_white_space(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chunk_core::{Cl100k, TokenCounter};

    #[test]
    fn they_reach_as_far_as_a_naive_search() {
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..5_000 {
            let text: String = (0..random.usize(1..60))
                .map(|_| {
                    ["pump", " ", " ", "\n", "valve,", "é", "unbelievably", "1", ".\n\n", "Äquatorial"]
                        [random.usize(..10)]
                })
                .collect();
            let counter = Cl100k::default();
            let measure = counter.measure(&text);
            let limit = random.usize(1..12);
            let reach = Reach { text: &text, tokens: &*measure, limit };
            let at = text.floor_char_boundary(random.usize(..=text.len()));
            let is_white = |byte: usize| text.as_bytes().get(byte).is_some_and(u8::is_ascii_whitespace);
            let ends = (at..=text.len())
                .filter(|&end| text.is_char_boundary(end) && (end == text.len() || is_white(end)));
            let found = reach.forward(at);
            let naive = ends.filter(|&end| end > at && measure.count(at..end) <= limit).max();
            let width = |end: Option<usize>| end.map_or(0, |end| measure.count(at..end.max(at)));
            assert!(width(found) <= limit);
            assert!(
                naive.is_none() || width(found) + 1 >= width(naive),
                "{text:?} {at} {limit} {found:?} {naive:?}"
            );
            let found = reach.backward(at);
            let opens = |start: &usize| (*start == 0 || is_white(start - 1)) && !is_white(*start);
            let starts = (0..at).filter(|&start| text.is_char_boundary(start)).filter(opens);
            let farthest = starts.filter(|&start| measure.count(start..at) <= limit).min();
            // The line that the word opens may start before it.
            let word = found
                .map(|start| at - text[start..at].trim_start_matches(is_white_space).len())
                .filter(|start| *start < at);
            assert_eq!(word, farthest, "{text:?} {at} {limit} {found:?}");
        }
    }

    /// The clause, word by word: of all runs of whole words that fit the longest.
    #[test]
    fn they_are_the_longest_runs_that_fit() {
        let mut random = fastrand::Rng::with_seed(12);
        // Of these two, a token can have all or half.
        let (long_space, long_word) = (" ".repeat(80), "=".repeat(128));
        let mut pieces =
            vec!["pump", " ", " ", "\n\n", "valve,", "é", "unbelievably", "1", ".", "\n", "\t  ", "Äquator"];
        for round in 0..6_000 {
            if round == 2_000 {
                pieces.extend([&*long_space, &*long_word, &*long_word]);
            }
            let text: String =
                (0..random.usize(1..60)).map(|_| pieces[random.usize(..pieces.len())]).collect();
            let counter = Cl100k::default();
            let tokens = counter.measure(&text);
            let size = random.usize(0..12);
            let at = text.floor_char_boundary(random.usize(..=text.len()));
            let reach = Reach { text: &text, tokens: &*tokens, limit: size };
            let words = |part: &Range<usize>| {
                let mut words: Vec<Range<usize>> = Vec::new();
                let mut start = None;
                for (offset, c) in text[part.clone()].char_indices() {
                    let place = part.start + offset;
                    match (is_white_space(c), start) {
                        (false, None) => start = Some(place),
                        (true, Some(from)) => {
                            words.push(from..place);
                            start = None;
                        }
                        _ => {}
                    }
                }
                words.extend(start.map(|from| from..part.end));
                words
            };
            let found = reach.words_before(0..at);
            let all = words(&(0..at));
            let fits = all
                .iter()
                .map(|word| word.start)
                .find(|&from| tokens.count(from..all[all.len() - 1].end) <= size);
            assert_eq!(fits, (!found.is_empty()).then_some(found.start), "{text:?} {at} {size} {found:?}");
            let found = reach.words_after(at..text.len());
            let all = words(&(at..text.len()));
            let fits =
                all.iter().rev().map(|word| word.end).find(|&to| tokens.count(all[0].start..to) <= size);
            assert_eq!(fits, (!found.is_empty()).then_some(found.end), "{text:?} {at} {size} {found:?}");
        }
    }
}
