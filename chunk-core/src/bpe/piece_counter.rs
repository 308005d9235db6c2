//! Counts the tokens of single pre-tokens.

use super::{
    encoding::Encoding,
    key,
    long::{LONGEST_PIECE, LongPiece},
    memo::Memo,
    merge::{Merge, short_count},
    vocabulary,
};
use crate::long_memo::{self, LongMemo};
use std::{cell::Cell, ops::Range};

/// Counts the tokens of pieces, which are pre-tokens or parts of them, and remembers what it counted.
#[derive(Debug)]
pub(super) struct PieceCounter<E> {
    /// Counts of pieces that fit into a key. Without them, 0.9 MB of English prose took 5.9 instead of 3.7 ms, and 1.3 MB of Chinese 24
    /// instead of 12 ms (2026-11-28, the least processor time of 60 runs; so are the other times of this file).
    memo: Memo,
    /// Counts of pieces of up to 30 bytes: nothing to English, but without them 0.8 MB of Russian words took 13.0 instead of 2.8 ms.
    words: LongMemo,
    pub(super) merge: Merge<E>,
}

/// The high bits of the bytes of a key.
const NOT_ASCII: u128 = 0x80_8080_8080_8080_8080_8080_8080;

/// The counter that a thread keeps for an encoding.
pub(super) type Kept<E> = Cell<Option<Box<PieceCounter<E>>>>;

impl<E: Encoding> Default for PieceCounter<E> {
    fn default() -> Self {
        Self { memo: Memo::default(), words: LongMemo::default(), merge: Merge::new() }
    }
}

impl<E: Encoding> PieceCounter<E> {
    /// Runs `run` with the counter of this thread.
    pub(super) fn with<R>(run: impl FnOnce(&mut Self) -> R) -> R {
        let mut counter = E::kept().try_with(Cell::take).ok().flatten().unwrap_or_default();
        let result = run(&mut counter);
        // A thread that is ending remembers nothing.
        let _ = E::kept().try_with(|kept| kept.set(Some(counter)));
        result
    }

    /// The number of tokens of `piece` of `text`.
    #[inline]
    pub(super) fn count(&mut self, text: &[u8], piece: Range<usize>) -> usize {
        match length(&piece) {
            length @ 0..=1 => length,
            2..=key::LONGEST_KEY => self.count_short(text, piece),
            _ => self.count_long(text, piece, Self::count_parts),
        }
    }

    #[inline(always)]
    fn count_short(&mut self, text: &[u8], piece: Range<usize>) -> usize {
        let key = key::key(vocabulary::window(text, piece.start), length(&piece));
        let hash = key::hash(key);
        if E::vocabulary().rank_of_key(key, hash).is_some() {
            return 1;
        }
        self.memo.get(key, hash).unwrap_or_else(|| self.merge_short(text, piece, key, hash))
    }

    /// Apart from the look-up, which is all that nearly every word needs.
    #[cold]
    fn merge_short(&mut self, text: &[u8], piece: Range<usize>, key: u128, hash: u64) -> usize {
        let count = match key & NOT_ASCII {
            0 => short_count::<E>(text, piece).unwrap_or_default(),
            _ => self.count_parts(text, piece),
        };
        self.memo.insert(key, hash, count);
        count
    }

    /// Counts a piece with `count`, unless that was done before.
    #[inline(never)]
    fn count_long(
        &mut self,
        text: &[u8],
        piece: Range<usize>,
        count: fn(&mut Self, &[u8], Range<usize>) -> usize,
    ) -> usize {
        let Some(word) = text.get(piece.clone()).and_then(long_memo::slot) else {
            return count(self, text, piece);
        };
        self.words.get(&word).unwrap_or_else(|| {
            let count = count(self, text, piece);
            self.words.insert(word, count);
            count
        })
    }

    /// Counts a piece that is not remembered, divided where no token can cross. In scripts whose letters have two bytes and more,
    /// that is between most words and often between letters. Counted whole, 1.3 MB of Chinese took 57 instead of 12 ms.
    fn count_parts(&mut self, text: &[u8], piece: Range<usize>) -> usize {
        let (mut start, mut tokens, mut at, mut before) = (piece.start, 0, piece.start, 0);
        while at < piece.end {
            let (character, length) = vocabulary::character(text, at);
            if length > 1
                && let Some(&last @ 0x80..) = text.get(at.wrapping_sub(1))
                && at > start
                && E::vocabulary().no_token_crosses(before, last, character)
            {
                tokens += self.count_part(text, start..at);
                start = at;
            }
            (at, before) = (at + length, character);
        }
        if start > piece.start {
            tokens + self.count_part(text, start..piece.end)
        } else {
            self.count_unknown(text, piece)
        }
    }

    #[inline(always)]
    fn count_part(&mut self, text: &[u8], part: Range<usize>) -> usize {
        match part.len() {
            0..=1 => part.len(),
            2..=key::LONGEST_KEY => self.count_short(text, part),
            _ => self.count_long(text, part, Self::count_unknown),
        }
    }

    fn count_unknown(&mut self, text: &[u8], piece: Range<usize>) -> usize {
        if E::vocabulary().rank(text, piece.clone()).is_some() {
            1
        } else if let Some(count) = short_count::<E>(text, piece.clone()) {
            count
        } else if piece.len() <= LONGEST_PIECE {
            self.merge.tokens(text, piece).len() - 1
        } else {
            LongPiece::new(piece.start).count_to(text, piece.end, &mut self.merge)
        }
    }
}

/// The length of a range whose ends are in order, without the check of [`len`](ExactSizeIterator::len).
#[inline]
const fn length(piece: &Range<usize>) -> usize {
    piece.end - piece.start
}
