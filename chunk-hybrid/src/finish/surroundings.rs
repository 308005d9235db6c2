//! The text right before and right after a chunk (H12).

use crate::{
    strategy::plugin::ChunkContext,
    text::{document::ParsedContent, reach::LONGEST_TOKEN},
};
use chunk_core::{TokenMeasure, is_white_space, slice};
use std::ops::Range;

/// The longest runs of whole words of at most `contextWindowSize` tokens before and behind a chunk.
pub(crate) fn around(
    content: &ParsedContent<'_>,
    context: &ChunkContext<'_>,
    span: &Range<usize>,
) -> (Range<usize>, Range<usize>) {
    let config = context.config();
    let size = if config.enable_context_extraction { config.context_window_size } else { 0 };
    let body = content.body();
    let run = Run { text: content.text(), tokens: context.measure(), size };
    (run.before(body.start, span.start), run.behind(span.end, body.end))
}

struct Run<'r> {
    text: &'r str,
    tokens: &'r dyn TokenMeasure,
    size: usize,
}

impl Run<'_> {
    /// The last words of `start..end`.
    fn before(&self, start: usize, end: usize) -> Range<usize> {
        let end = start + slice(self.text, start..end).trim_end_matches(is_white_space).len();
        let start = self.farthest_start(start, end);
        let most = end - start;
        // With the white space before it, a word is what it is in every longer run: such counts only grow.
        let is_near = |distance: usize| {
            let word = self.word_start(start, end - distance);
            let gap = slice(self.text, start..word).trim_end_matches(is_white_space).len();
            self.tokens.count(start + gap..end) <= self.size + 1
        };
        let mut from = self.word_start(start, end - farthest(self.size, most, is_near));
        // At the start of a run, without white space, a word may have more tokens, or fewer.
        for _ in 0..2 {
            from = self.word_start(start, from.saturating_sub(1).max(start));
        }
        from = end - slice(self.text, from..end).trim_start_matches(is_white_space).len();
        while from < end && self.tokens.count(from..end) > self.size {
            let rest = slice(self.text, from..end);
            let word = rest.find(is_white_space).unwrap_or(rest.len());
            let behind = slice(rest, word..rest.len());
            from = end - behind.trim_start_matches(is_white_space).len();
        }
        from..end
    }

    /// The first words of `start..end`.
    fn behind(&self, start: usize, end: usize) -> Range<usize> {
        let rest = slice(self.text, start..end).trim_end_matches(is_white_space);
        let end = start + rest.len();
        let start = end - rest.trim_start_matches(is_white_space).len();
        let end = self.farthest_end(start, end);
        let end = start + slice(self.text, start..end).trim_end_matches(is_white_space).len();
        let most = end - start;
        let is_near = |distance: usize| {
            self.tokens.count(start..self.word_end(start, start + distance, end)) <= self.size
        };
        let near = farthest(self.size, most, is_near);
        let mut to = self.word_end(start, start + near, end);
        // Nothing may be near.
        while to > start && self.tokens.count(start..to) > self.size {
            let run = slice(self.text, start..to);
            let last = run.rfind(is_white_space).unwrap_or_default();
            to = start + slice(run, 0..last).trim_end_matches(is_white_space).len();
        }
        start..to
    }

    /// No run has more bytes, so a word that lies farther away is never looked through.
    fn most_bytes(&self) -> usize {
        self.size.saturating_mul(LONGEST_TOKEN)
    }

    /// From where on the words of `start..end` can belong to a run up to `end`.
    fn farthest_start(&self, start: usize, end: usize) -> usize {
        let near = self.text.floor_char_boundary(end.saturating_sub(self.most_bytes()));
        if near <= start || slice(self.text, start..near).ends_with(is_white_space) {
            return near.max(start);
        }
        let rest = slice(self.text, near..end);
        near + rest.find(is_white_space).unwrap_or(rest.len())
    }

    /// Up to where the words of `start..end` can belong to a run from `start` on.
    fn farthest_end(&self, start: usize, end: usize) -> usize {
        let far = self.text.ceil_char_boundary(start.saturating_add(self.most_bytes()));
        if far >= end || slice(self.text, far..end).starts_with(is_white_space) {
            return far.min(end);
        }
        let run = slice(self.text, start..far);
        start + run.rfind(is_white_space).unwrap_or_default()
    }

    /// Where the word starts that the byte `at` lies in or behind; not before `least`.
    fn word_start(&self, least: usize, at: usize) -> usize {
        let at = self.text.floor_char_boundary(at);
        let before = slice(self.text, least..at).trim_end_matches(is_white_space);
        // In white space: the word before it.
        let within = if before.len() < at - least { before } else { slice(self.text, least..at) };
        least + within.rfind(is_white_space).map_or(0, |white| white + char_length(within, white))
    }

    /// Where the word ends that the byte `at` lies in or before; not behind `most`.
    fn word_end(&self, least: usize, at: usize, most: usize) -> usize {
        let at = self.text.floor_char_boundary(at).max(least);
        let rest = slice(self.text, at..most);
        let word = rest.trim_start_matches(is_white_space);
        let at = most - word.len();
        at + word.find(is_white_space).unwrap_or(word.len())
    }
}

fn char_length(text: &str, at: usize) -> usize {
    slice(text, at..text.len()).chars().next().map_or(0, char::len_utf8)
}

/// The longest distance up to `most` that is near, if what lies behind a far one is far too; 0 if none is.
fn farthest(size: usize, most: usize, is_near: impl Fn(usize) -> bool) -> usize {
    let (mut near, mut far) = (0, size * 4);
    while far < most && is_near(far) {
        (near, far) = (far, far * 2);
    }
    if far >= most {
        if is_near(most) {
            return most;
        }
        far = most;
    }
    while far - near > 1 {
        let middle = near + (far - near) / 2;
        if is_near(middle) { near = middle } else { far = middle }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use chunk_core::{Cl100k, TokenCounter};

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
            let run = Run { text: &text, tokens: &*tokens, size };
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
            let found = run.before(0, at);
            let all = words(&(0..at));
            let fits = all
                .iter()
                .map(|word| word.start)
                .find(|&from| tokens.count(from..all[all.len() - 1].end) <= size);
            assert_eq!(fits, (!found.is_empty()).then_some(found.start), "{text:?} {at} {size} {found:?}");
            let found = run.behind(at, text.len());
            let all = words(&(at..text.len()));
            let fits =
                all.iter().rev().map(|word| word.end).find(|&to| tokens.count(all[0].start..to) <= size);
            assert_eq!(fits, (!found.is_empty()).then_some(found.end), "{text:?} {at} {size} {found:?}");
        }
    }
}
