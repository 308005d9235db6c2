//! Long pre-tokens, such as a megabyte of one letter, in linear time and for any end.
//!
//! Two facts make it possible. What stands between two token boundaries of an encoding merges by itself as it does
//! within the whole, because no merge crossed them. And a sequence of tokens is the encoding of its bytes if each two
//! neighbours are the encoding of theirs, because the first merge that crosses a boundary would have crossed it with
//! the two neighbours alone. So if the encodings of two overlapping ranges have one token in common, then the tokens of
//! the first up to it and those of the second from it on are the encoding of both together.

use super::merge::Merge;

/// So many bytes are merged at once.
const WINDOW: usize = 256;

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

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// The whole piece in one window, however long that takes.
    fn naive(text: &[u8], merge: &mut Merge) -> usize {
        merge.tokens(text, 0..text.len()).len() - 1
    }

    fn hostile(unit: &str, length: usize) -> String {
        let mut random = fastrand::Rng::with_seed(8);
        match unit {
            "random letters" => (0..length).map(|_| random.lowercase()).collect(),
            "random a and b" => (0..length).map(|_| if random.bool() { 'a' } else { 'b' }).collect(),
            "random marks" => {
                (0..length).map(|_| ['=', '-', '_', '.', '*', '#'][random.usize(..6)]).collect()
            }
            "random emoji" => (0..length / 4).map(|_| random.char('\u{1F300}'..='\u{1F6FF}')).collect(),
            _ => unit.repeat(length / unit.len()),
        }
    }

    #[rstest]
    fn any_end_is_counted_right_and_in_linear_work(
        #[values(
            "a",
            "ab",
            "aab",
            "the",
            " ",
            "\n",
            "\n ",
            "\n\n ",
            "_",
            "=",
            "★。",
            "é",
            "漢",
            "漢字",
            "😀",
            "\u{1}",
            "\u{301}",
            "random letters",
            "random a and b",
            "random marks",
            "random emoji"
        )]
        unit: &str,
    ) {
        let text = hostile(unit, 6000);
        let text = text.as_bytes();
        let (mut merge, mut growing) = (Merge::default(), LongPiece::new(0));
        let mut random = fastrand::Rng::with_seed(9);
        for _ in 0..40 {
            let end = random.usize(1..=text.len());
            let expected = naive(text.get(..end).unwrap(), &mut merge);
            assert_eq!(growing.count_to(text, end, &mut merge), expected, "known from before");
            assert_eq!(LongPiece::new(0).count_to(text, end, &mut merge), expected, "from the start");
        }

        let text = hostile(unit, 150_000);
        let text = text.as_bytes();
        merge.work = 0;
        LongPiece::new(0).count_to(text, text.len(), &mut merge);
        assert!(merge.work <= 2 * text.len(), "{} bytes merged for {}", merge.work, text.len());

        merge.work = 0;
        let mut growing = LongPiece::new(0);
        let ends = (0..text.len()).step_by(100).skip(1);
        let queries = ends.clone().count();
        for end in ends {
            growing.count_to(text, end, &mut merge);
        }
        assert!(merge.work <= 2 * WINDOW * queries, "{} bytes merged for {queries} ends", merge.work);
    }
}
