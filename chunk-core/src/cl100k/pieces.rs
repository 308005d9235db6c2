//! The tokens of single pre-tokens.

use super::{
    key,
    long::{LONGEST_PIECE, LongPiece},
    long_memo::{self, LongMemo},
    memo::Memo,
    merge::{Merge, short_count},
    vocabulary,
};
use std::{cell::Cell, ops::Range};

/// Counts the tokens of single pre-tokens, and remembers what it counted.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    memo: Memo,
    long_memo: LongMemo,
    pub(super) merge: Merge,
    has_fetched: bool,
}

/// In bytes. If no token is near the processor, fetching all of them pays from a fourth of this on; if they are, it takes a tenth
/// longer here and less the longer the text.
const WORTH_FETCHING: usize = 1 << 17;

thread_local! {
    static PIECES: Cell<Option<Box<Pieces>>> = const { Cell::new(None) };
}

impl Pieces {
    /// Runs with what this thread remembers.
    pub(super) fn with<R>(run: impl FnOnce(&mut Self) -> R) -> R {
        let mut pieces = PIECES.try_with(Cell::take).ok().flatten().unwrap_or_default();
        let result = run(&mut pieces);
        // A thread that is ending remembers nothing.
        let _ = PIECES.try_with(|kept| kept.set(Some(pieces)));
        result
    }

    /// Makes ready for a text of so many bytes: only for the first long one of a thread, behind which the tokens are near.
    pub(super) fn expect(&mut self, bytes: usize) {
        if bytes >= WORTH_FETCHING && !self.has_fetched {
            vocabulary::fetch();
            self.has_fetched = true;
        }
    }

    /// How many tokens `piece` of `text` is.
    #[inline]
    pub(super) fn count(&mut self, text: &[u8], piece: Range<usize>) -> usize {
        match length(&piece) {
            length @ 0..=1 => length,
            2..=key::LONGEST_KEY => self.count_short(text, piece),
            _ => self.count_long(text, piece),
        }
    }

    #[inline(always)]
    fn count_short(&mut self, text: &[u8], piece: Range<usize>) -> usize {
        let key = key::key(vocabulary::window(text, piece.start), length(&piece));
        let hash = key::hash(key);
        if vocabulary::rank_of_key(key, hash).is_some() {
            return 1;
        }
        self.memo.get(key, hash).unwrap_or_else(|| self.merge_short(text, piece, key, hash))
    }

    /// Apart from what looks it up, for that is done for almost every word.
    #[cold]
    fn merge_short(&mut self, text: &[u8], piece: Range<usize>, key: u128, hash: u64) -> usize {
        let count = short_count(text, piece).unwrap_or_default();
        self.memo.insert(key, hash, count);
        count
    }

    /// What is new is parted where no token can lie: in scripts of two bytes and more a letter, that is between most words
    /// and often between letters.
    #[inline(never)]
    fn count_long(&mut self, text: &[u8], piece: Range<usize>) -> usize {
        let Some(bytes) = text.get(piece.clone()) else { return 0 };
        let word = long_memo::word(bytes);
        if let Some(known) = word.as_ref().and_then(|word| self.long_memo.get(word)) {
            return known;
        }
        let (mut start, mut tokens, mut cuts) = (piece.start, 0, 0);
        for (at, around) in (piece.start + 2..).zip(bytes.windows(4)) {
            let &[a, b @ 0x80..=0xFF, c @ 0xC0..=0xFF, d] = around else { continue };
            if vocabulary::parts([a, b], [c, d]) {
                tokens += self.count_part(text, start..at);
                start = at;
                cuts += 1;
            }
        }
        if cuts > 0 {
            tokens += self.count_part(text, start..piece.end);
        } else {
            tokens = self.count_unknown(text, piece);
        }
        // With more cuts it is a phrase, which hardly comes again.
        if let Some(word) = word.filter(|_| cuts < 4) {
            self.long_memo.insert(word, tokens);
        }
        tokens
    }

    fn count_part(&mut self, text: &[u8], part: Range<usize>) -> usize {
        match part.len() {
            0..=1 => part.len(),
            2..=key::LONGEST_KEY => self.count_short(text, part),
            _ => self.count_word(text, part),
        }
    }

    fn count_word(&mut self, text: &[u8], piece: Range<usize>) -> usize {
        let word = text.get(piece.clone()).and_then(long_memo::word);
        if let Some(known) = word.as_ref().and_then(|word| self.long_memo.get(word)) {
            return known;
        }
        let count = self.count_unknown(text, piece);
        if let Some(word) = word {
            self.long_memo.insert(word, count);
        }
        count
    }

    fn count_unknown(&mut self, text: &[u8], piece: Range<usize>) -> usize {
        if vocabulary::rank(text, piece.clone()).is_some() {
            1
        } else if let Some(count) = short_count(text, piece.clone()) {
            count
        } else if piece.len() <= LONGEST_PIECE {
            self.merge.tokens(text, piece).len() - 1
        } else {
            LongPiece::new(piece.start).count_to(text, piece.end, &mut self.merge)
        }
    }
}

/// [`len`](ExactSizeIterator::len) without what makes it dear: it checks itself.
#[inline]
const fn length(piece: &Range<usize>) -> usize {
    piece.end - piece.start
}
