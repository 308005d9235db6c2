//! Counts the tokens of single pre-tokens.

use super::{
    encoding::Encoding,
    key,
    long::{LONGEST_PIECE, LongPiece},
    merge::{Merge, short_count},
    vocabulary,
};
use crate::memo::{self, Memo};
use std::{cell::Cell, ops::Range};

/// Counts the tokens of pieces, which are pre-tokens or parts of them, and remembers what it counted.
#[derive(Debug)]
pub(super) struct PieceCounter<E> {
    /// Counts of pieces of up to 30 bytes. Without them, 0.9 MB of English prose took 5.9 instead of 3.7 ms, 0.8 MB of Russian words 13.0 instead
    /// of 2.8 ms, and 1.3 MB of Chinese 24 instead of 12 ms (2026-11-28, the least processor time of 60 runs; so are the other times of
    /// this file).
    memo: Memo,
    pub(super) merge: Merge<E>,
}

/// The counter that a thread keeps for an encoding.
pub(super) type Kept<E> = Cell<Option<Box<PieceCounter<E>>>>;

impl<E: Encoding> Default for PieceCounter<E> {
    fn default() -> Self {
        Self { memo: Memo::default(), merge: Merge::new() }
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
        self.count_with(text, piece, Self::count_parts)
    }

    /// Counts a piece with `count`, unless it is a token, as nearly every word is, or was counted before.
    #[inline(always)]
    fn count_with(
        &mut self,
        text: &[u8],
        piece: Range<usize>,
        count: fn(&mut Self, &[u8], Range<usize>) -> usize,
    ) -> usize {
        match length(&piece) {
            length @ 0..=1 => length,
            length @ 2..=key::LONGEST_KEY if is_token::<E>(text, piece.start, length) => 1,
            _ => self.remembered(text, piece, count),
        }
    }

    #[inline(never)]
    fn remembered(
        &mut self,
        text: &[u8],
        piece: Range<usize>,
        count: fn(&mut Self, &[u8], Range<usize>) -> usize,
    ) -> usize {
        let Some(slot) = text.get(piece.clone()).and_then(memo::slot) else {
            return count(self, text, piece);
        };
        self.memo.get(&slot).unwrap_or_else(|| {
            let count = count(self, text, piece);
            self.memo.insert(slot, count);
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
                tokens += self.count_with(text, start..at, Self::count_unknown);
                start = at;
            }
            (at, before) = (at + length, character);
        }
        if start > piece.start {
            tokens + self.count_with(text, start..piece.end, Self::count_unknown)
        } else {
            self.count_unknown(text, piece)
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

/// Whether so many bytes, few enough for a key, are a token.
#[inline]
fn is_token<E: Encoding>(text: &[u8], start: usize, length: usize) -> bool {
    let key = key::key(vocabulary::window(text, start), length);
    E::vocabulary().rank_of_key(key, key::hash(key)).is_some()
}

/// The length of a range whose ends are in order, without the check of [`len`](ExactSizeIterator::len).
#[inline]
const fn length(piece: &Range<usize>) -> usize {
    piece.end - piece.start
}
