//! Counts the tokens of long pre-tokens, such as a megabyte of one letter, in linear time and for any end.
//!
//! Two facts make it possible. The bytes between two token boundaries of an encoding merge alone as they do within the whole,
//! because no merge crossed the boundaries. And a sequence of tokens is the encoding of its bytes if every two neighbours are the
//! encoding of theirs, because the first merge that crosses a boundary would have crossed it with those two neighbours alone. So
//! if the encodings of two overlapping ranges have one token in common, the tokens of the first up to it and those of the second
//! from it on are the encoding of both ranges together.

use super::{encoding::Encoding, merge::Merge};
use std::ops::Range;

/// Bytes merged at once.
const WINDOW: usize = 256;

/// Pieces of up to this many bytes are merged as a whole.
pub(super) const LONGEST_PIECE: usize = WINDOW;

/// The encoding of a piece from `start` on, as far as it was needed.
#[derive(Debug, Default)]
pub(super) struct LongPiece {
    start: usize,
    /// Tokens in order: one every few hundred bytes, and from `recent` on all those of the last window, so that an end a little
    /// after the last one costs little.
    known: Vec<KnownToken>,
    recent: usize,
}

/// A token of a long piece.
#[derive(Debug, Clone, Copy)]
struct KnownToken {
    start: usize,
    length: usize,
    /// The number of tokens before it.
    before: usize,
}

impl LongPiece {
    pub(super) const fn new(start: usize) -> Self {
        Self { start, known: Vec::new(), recent: 0 }
    }

    pub(super) const fn start(&self) -> usize {
        self.start
    }

    /// The number of tokens of the piece if it ends at `end`.
    pub(super) fn count_to<E: Encoding>(&mut self, text: &[u8], end: usize, merge: &mut Merge<E>) -> usize {
        let mut window = WINDOW;
        let mut from = self.far_before(end, window);
        loop {
            let shared = from.checked_sub(1).and_then(|at| self.known.get(at)).copied();
            let (start, before) = shared.map_or((self.start, 0), |token| (token.start, token.before));
            let until = end.min(start + window);
            let tokens = merge.tokens(text, start..until);
            if shared.is_some_and(|token| tokens.get(1) != Some(&token.length)) {
                // What follows changes this token: start at an earlier one, and look further ahead.
                window *= 2;
                from = self.far_before(end, window).min(from - 1);
                continue;
            }
            let count = before + tokens.len() - 1;
            if until < end || from == self.known.len() {
                // The tokens just before the cut may change with what follows it.
                let settled = tokens.partition_point(|token| start + token + margin(window) <= until);
                self.remember(from, start, before, tokens.get(..=settled).unwrap_or(tokens));
                from = self.known.len();
            }
            if until == end {
                return count;
            }
        }
    }

    /// How many known tokens start so far before `end` that what follows it hardly ever changes them.
    fn far_before(&self, end: usize, window: usize) -> usize {
        self.known.partition_point(|token| token.start + margin(window) <= end)
    }

    /// Replaces the known tokens from `from` on by those of a window, which starts at byte `start` of the text; `starts` are their
    /// starts in the window.
    fn remember(&mut self, from: usize, start: usize, before: usize, starts: &[usize]) {
        self.known.truncate(from);
        self.recent = self.recent.min(from);
        let tokens = starts.iter().zip(starts.iter().skip(1)).enumerate();
        // The first one is known already, as the window started with it.
        let fresh = tokens.skip(usize::from(from > 0));
        self.known.extend(fresh.map(|(index, (first, second))| KnownToken {
            start: start + first,
            length: second - first,
            before: before + index,
        }));
        self.thin_out();
    }

    /// Keeps all tokens of the last window, and one of each window before it.
    fn thin_out(&mut self) {
        let (Some(first), Some(last)) = (self.known.get(self.recent), self.known.last()) else { return };
        let last_window = last.start.saturating_sub(WINDOW);
        if first.start + WINDOW > last_window {
            return;
        }
        for token in self.known.split_off(self.recent) {
            if token.start < last_window {
                if self.known.last().is_none_or(|kept| token.start >= kept.start + WINDOW) {
                    self.known.push(token);
                }
                self.recent = self.known.len();
            } else {
                self.known.push(token);
            }
        }
    }
}

/// The most starts that are taken back at a time: the window doubles with each, so there are no more than a length has bits.
const MOST_TAKEN_BACK: usize = usize::BITS as usize;

/// Calls `take` with the start of each token of the long `piece`, in order.
pub(super) fn token_starts<E: Encoding>(
    text: &[u8],
    piece: Range<usize>,
    merge: &mut Merge<E>,
    mut take: impl FnMut(usize),
) {
    let mut window = WINDOW;
    // The starts not handed to `take` yet. The last one is the end of the last token that is settled.
    let mut starts = vec![piece.start];
    loop {
        let shared = starts.len().saturating_sub(2);
        let start = starts.get(shared).map_or(piece.start, |&start| start);
        let until = piece.end.min(start + window);
        let tokens = merge.tokens(text, start..until);
        let token_end = starts.get(shared + 1);
        if token_end.is_some_and(|&end| tokens.get(1).is_none_or(|length| start + length != end)) {
            // What follows changes this token: start at an earlier one, and look further ahead.
            window *= 2;
            starts.pop();
            continue;
        }
        let settled = match until == piece.end {
            true => tokens.len() - 1,
            false => tokens.partition_point(|token| start + token + margin(window) <= until) + 1,
        };
        starts.truncate(shared);
        starts.extend(tokens.iter().take(settled).map(|token| start + token));
        if until == piece.end {
            return starts.into_iter().for_each(take);
        }
        let settled = starts.len().saturating_sub(MOST_TAKEN_BACK + 2);
        starts.drain(..settled).for_each(&mut take);
    }
}

/// How far before the end of a window its tokens are taken for settled.
const fn margin(window: usize) -> usize {
    window * 3 / 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::Cl100k;
    use rstest::rstest;

    /// The whole piece in one window, however long that takes.
    fn naive(text: &[u8], merge: &mut Merge<Cl100k>) -> usize {
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
        let (mut merge, mut growing) = (Merge::<Cl100k>::new(), LongPiece::new(0));
        let mut random = fastrand::Rng::with_seed(9);
        for _ in 0..40 {
            let end = random.usize(1..=text.len());
            let expected = naive(text.get(..end).unwrap(), &mut merge);
            assert_eq!(growing.count_to(text, end, &mut merge), expected, "known from before");
            assert_eq!(LongPiece::new(0).count_to(text, end, &mut merge), expected, "from the start");
            let whole = merge.tokens(text, 0..end).to_vec();
            let mut starts = Vec::new();
            token_starts(text, 0..end, &mut merge, |start| starts.push(start));
            assert_eq!(starts, whole[..expected]);
        }

        let text = hostile(unit, 150_000);
        let text = text.as_bytes();
        merge.work = 0;
        let count = LongPiece::new(0).count_to(text, text.len(), &mut merge);
        assert!(merge.work <= 2 * text.len(), "{} bytes merged for {}", merge.work, text.len());
        merge.work = 0;
        let mut starts = 0;
        token_starts(text, 0..text.len(), &mut merge, |_| starts += 1);
        assert_eq!(starts, count);
        assert!(merge.work <= 2 * text.len(), "{} bytes merged for {}", merge.work, text.len());

        merge.work = 0;
        let mut growing = LongPiece::new(0);
        let ends = (0..text.len()).step_by(100).skip(1);
        let queries = ends.clone().count();
        for end in ends {
            growing.count_to(text, end, &mut merge);
        }
        assert!(merge.work <= 3 * WINDOW * queries, "{} bytes merged for {queries} ends", merge.work);

        merge.work = 0;
        let mut growing = LongPiece::new(0);
        for end in 1..=20_000 {
            growing.count_to(text, end, &mut merge);
        }
        assert!(merge.work <= 2 * WINDOW * 20_000, "{} bytes merged, end by end", merge.work);
        assert!(growing.known.len() <= 3 * WINDOW, "{} tokens known", growing.known.len());
    }
}
