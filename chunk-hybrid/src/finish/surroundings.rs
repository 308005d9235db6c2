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
        // No run has more bytes, so a word that lies farther away is never looked through.
        let least = self.text.floor_char_boundary(end.saturating_sub(self.most_bytes())).max(start);
        let near = slice(self.text, least..end);
        let opens_word = least == start || slice(self.text, start..least).ends_with(is_white_space);
        let behind_white_space = near.rmatch_indices(is_white_space).map(|(at, white)| at + white.len());
        let starts = behind_white_space
            .chain(opens_word.then_some(0))
            .filter(|&at| !slice(near, at..near.len()).starts_with(is_white_space));
        // With the white space before it, a word is what it is in every longer run: such counts only grow. Without, at the start
        // of a run, a word may have more tokens, or fewer.
        let to = self.tokens.end(end);
        let count = |start: usize| {
            let known = self.tokens.start(start).zip(to).and_then(|(from, to)| from.count_to(to));
            known.unwrap_or_else(|| self.tokens.count(start..end))
        };
        let is_near = |start: usize| {
            let gap = slice(self.text, least..start).trim_end_matches(is_white_space).len();
            count(least + gap) <= self.size + 1
        };
        let reached = reached(starts.map(|at| least + at), 2, is_near);
        let fits = |start: &usize| count(*start) <= self.size;
        reached.into_iter().rev().find(fits).unwrap_or(end)..end
    }

    /// The first words of `start..end`.
    fn behind(&self, start: usize, end: usize) -> Range<usize> {
        let rest = slice(self.text, start..end);
        let start = end - rest.trim_start_matches(is_white_space).len();
        let most = self.text.ceil_char_boundary(start.saturating_add(self.most_bytes())).min(end);
        let near = slice(self.text, start..most);
        let ends_word = most == end || slice(self.text, most..end).starts_with(is_white_space);
        let before_white_space = near.match_indices(is_white_space).map(|(at, _)| at);
        let ends = before_white_space
            .chain(ends_word.then_some(near.len()))
            .filter(|&at| !slice(near, 0..at).ends_with(is_white_space))
            .map(|at| start + at);
        let from = self.tokens.start(start);
        let count = |end: usize| {
            let known = from.zip(self.tokens.end(end)).and_then(|(from, to)| from.count_to(to));
            known.unwrap_or_else(|| self.tokens.count(start..end))
        };
        start..reached(ends, 0, |end| count(end) <= self.size).last().copied().unwrap_or(start)
    }

    const fn most_bytes(&self) -> usize {
        self.size.saturating_mul(LONGEST_TOKEN)
    }
}

/// Of how many words one is counted on the way.
const STRIDE: usize = 16;

/// The first of `places` that are near, with so many `beyond` them. Behind a far one all are far.
fn reached(
    places: impl Iterator<Item = usize>,
    beyond: usize,
    is_near: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut reached: Vec<usize> = Vec::new();
    for place in places {
        reached.push(place);
        let looked_at = reached.len().checked_sub(1 + beyond).filter(|at| at % STRIDE == 0);
        if looked_at.and_then(|at| reached.get(at)).is_some_and(|&place| !is_near(place)) {
            break;
        }
    }
    reached.truncate(reached.partition_point(|&place| is_near(place)) + beyond);
    reached
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
