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

/// The tokens of a long piece from its start up to the farthest end that was asked for. Another end costs little more than what is after the
/// farthest one.
#[derive(Debug, Default)]
pub(super) struct LongPiece {
    /// Where the tokens start, and at last where the last one ends; at first the start of the piece alone.
    starts: Vec<usize>,
}

impl LongPiece {
    pub(super) fn new(start: usize) -> Self {
        Self { starts: vec![start] }
    }

    pub(super) fn start(&self) -> Option<usize> {
        self.starts.first().copied()
    }

    /// Where the tokens of `piece` start.
    pub(super) fn starts<E: Encoding>(text: &[u8], piece: Range<usize>, merge: &mut Merge<E>) -> Vec<usize> {
        let mut own = Self::new(piece.start);
        let count = own.count_to(text, piece.end, merge);
        own.starts.truncate(count);
        own.starts
    }

    /// The number of tokens of the piece if it ends at `end`.
    pub(super) fn count_to<E: Encoding>(&mut self, text: &[u8], end: usize, merge: &mut Merge<E>) -> usize {
        let mut window = WINDOW;
        let farthest = self.starts.last().map_or(end, |&last| last);
        // What is far before both ends, the farthest one and this one, hardly ever changes with what follows.
        let is_settled = |start: &usize| start + margin(window) <= farthest.min(end);
        let mut settled = self.starts.partition_point(is_settled).max(1);
        loop {
            // The window starts with the last token that is settled, if there is one.
            let shared = settled.saturating_sub(2);
            let start = self.starts.get(shared).map_or(end, |&start| start);
            // Of an end within what is known, the start is near.
            let until = if end < farthest { end } else { end.min(start + window) };
            let tokens = merge.tokens(text, start..until);
            let token_end = self.starts.get(shared + 1).filter(|_| settled > 1);
            if token_end.is_some_and(|&end| tokens.get(1).is_none_or(|length| start + length != end)) {
                // What follows changes this token: start at an earlier one, and look further ahead.
                window *= 2;
                settled -= 1;
                continue;
            }
            if end < farthest {
                return shared + tokens.len() - 1;
            }
            let known = match until == end {
                true => tokens.len(),
                // The tokens just before the cut may change with what follows it.
                false => tokens.partition_point(|token| start + token + margin(window) <= until) + 1,
            };
            self.starts.truncate(shared);
            self.starts.extend(tokens.iter().take(known).map(|token| start + token));
            settled = self.starts.len();
            if until == end {
                return settled - 1;
            }
        }
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
            // In one window, however long that takes.
            let whole = merge.tokens(text, 0..end).to_vec();
            let expected = whole.len() - 1;
            assert_eq!(growing.count_to(text, end, &mut merge), expected, "known from before");
            assert_eq!(LongPiece::new(0).count_to(text, end, &mut merge), expected, "from the start");
            assert_eq!(LongPiece::starts(text, 0..end, &mut merge), whole[..expected]);
        }

        let text = hostile(unit, 150_000);
        let (text, length) = (text.as_bytes(), text.len());
        let mut work = |ends: &[usize]| {
            merge.work = 0;
            let mut growing = LongPiece::new(0);
            for &end in ends {
                growing.count_to(text, end, &mut merge);
            }
            merge.work
        };
        let far_from_each_other: Vec<_> =
            (149_000..length).step_by(10).flat_map(|end| [end, end - 100_000]).collect();
        let ends: Vec<_> = (100..length).step_by(100).collect();
        let every_end: Vec<_> = (1..=20_000).collect();
        for (ends, most) in [
            (&[length][..], 2 * length),
            (&far_from_each_other, 2 * length + 16 * WINDOW * 200),
            (&ends, 3 * WINDOW * ends.len()),
            (&every_end, 2 * WINDOW * every_end.len()),
        ] {
            let bytes = work(ends);
            assert!(bytes <= most, "{bytes} bytes merged for {} ends", ends.len());
        }
    }
}
