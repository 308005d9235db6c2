//! Long pre-tokens, such as a megabyte of one letter, in linear time and for any end.
//!
//! Two facts make it possible. What stands between two token boundaries of an encoding merges by itself as it does
//! within the whole, because no merge crossed them. And a sequence of tokens is the encoding of its bytes if each two
//! neighbours are the encoding of theirs, because the first merge that crosses a boundary would have crossed it with
//! the two neighbours alone. So if the encodings of two overlapping ranges have one token in common, then the tokens of
//! the first up to it and those of the second from it on are the encoding of both together.

use super::merge::Merge;

/// So many bytes are merged at once.
const WINDOW: usize = 512;

/// Pieces up to this length are merged as a whole.
pub(super) const LONGEST_PIECE: usize = WINDOW;

/// The encoding of the bytes from `start` on, as far as it was asked for: a token of it every few hundred bytes.
#[derive(Debug, Default)]
pub(super) struct LongPiece {
    start: usize,
    known: Vec<Known>,
}

/// A token of a long piece.
#[derive(Debug, Clone, Copy)]
struct Known {
    start: usize,
    length: usize,
    /// How many tokens are before it.
    before: usize,
}

impl LongPiece {
    pub(super) const fn new(start: usize) -> Self {
        Self { start, known: Vec::new() }
    }

    pub(super) const fn start(&self) -> usize {
        self.start
    }

    /// How many tokens the bytes of `text` up to `end` are.
    pub(super) fn count_to(&mut self, text: &[u8], end: usize, merge: &mut Merge) -> usize {
        let mut window = WINDOW;
        let mut from = self.known.partition_point(|token| token.start + margin(window) <= end);
        loop {
            let shared = from.checked_sub(1).and_then(|at| self.known.get(at)).copied();
            let (start, before) = shared.map_or((self.start, 0), |token| (token.start, token.before));
            let until = end.min(start + window);
            let tokens = merge.tokens(text, start..until);
            if shared.is_some_and(|token| tokens.get(1) != Some(&token.length)) {
                // What is behind changes this token: start at an earlier one, and look further ahead.
                from -= 1;
                window *= 2;
                continue;
            }
            if until == end {
                return before + tokens.len() - 1;
            }
            // The tokens just before the cut may change with what is behind it.
            let settled = tokens.partition_point(|token| start + token + margin(window) <= until);
            let next = settled.saturating_sub(1);
            self.known.truncate(from);
            if let (Some(first), Some(second)) = (tokens.get(next), tokens.get(next + 1)) {
                self.known.push(Known {
                    start: start + first,
                    length: second - first,
                    before: before + next,
                });
            }
            from = self.known.len();
        }
    }
}

const fn margin(window: usize) -> usize {
    window / 4
}
