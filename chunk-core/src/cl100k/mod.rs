//! The encoding cl100k_base: exact counts, without the tokens.

mod class;
mod key;
mod long;
mod long_memo;
mod measure;
mod memo;
mod merge;
mod pretoken;
mod vocabulary;

use crate::{TokenCounter, TokenMeasure};
use long::{LONGEST_PIECE, LongPiece};
use long_memo::LongMemo;
use measure::Measure;
use memo::Memo;
use merge::Merge;
use std::{cell::Cell, ops::Range};

/// The encoding `cl100k_base`.
///
/// Counts are those of tiktoken's ordinary encoding, on every string; no string makes them fail, panic or take more
/// than linear time. The vocabulary is part of the program, so nothing is read or parsed at the start. Each thread keeps
/// a cache of at most 3 MiB.
///
/// ```
/// use chunk_core::{Cl100k, TokenCounter};
///
/// assert_eq!(Cl100k::default().count("<|endoftext|> is ordinary text here."), 12);
/// ```
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Cl100k;

impl TokenCounter for Cl100k {
    fn encoding(&self) -> &str {
        "cl100k_base"
    }

    fn count(&self, text: &str) -> usize {
        Pieces::with(|pieces| {
            let text = text.as_bytes();
            let (mut at, mut tokens) = (0, 0);
            while at < text.len() {
                let end = pretoken::end(text, at);
                tokens += pieces.count(text, at..end);
                at = end;
            }
            tokens
        })
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        Box::new(Measure::new(text))
    }
}

/// Counts the tokens of single pre-tokens.
#[derive(Debug, Default)]
struct Pieces {
    memo: Memo,
    long_memo: LongMemo,
    merge: Merge,
}

thread_local! {
    static PIECES: Cell<Option<Box<Pieces>>> = const { Cell::new(None) };
}

impl Pieces {
    /// Runs with what this thread remembers.
    fn with<R>(run: impl FnOnce(&mut Self) -> R) -> R {
        let mut pieces = PIECES.try_with(Cell::take).ok().flatten().unwrap_or_default();
        let result = run(&mut pieces);
        // A thread that is ending remembers nothing.
        let _ = PIECES.try_with(|kept| kept.set(Some(pieces)));
        result
    }

    /// How many tokens `piece` of `text` is.
    #[inline]
    fn count(&mut self, text: &[u8], piece: Range<usize>) -> usize {
        match piece.len() {
            0..=1 => piece.len(),
            2..=key::LONGEST_KEY => self.count_short(text, piece),
            _ => self.count_long(text, piece),
        }
    }

    #[inline]
    fn count_short(&mut self, text: &[u8], piece: Range<usize>) -> usize {
        let key = key::key(vocabulary::window(text, piece.start), piece.len());
        let hash = key::hash(key);
        if vocabulary::rank_of_key(key, hash).is_some() {
            return 1;
        }
        self.memo.get(key, hash).unwrap_or_else(|| {
            let count = self.merge.tokens(text, piece).len() - 1;
            self.memo.insert(key, hash, count);
            count
        })
    }

    /// A piece is parted where no token can lie: in scripts of two bytes and more a letter, that is between most words and
    /// often between letters.
    fn count_long(&mut self, text: &[u8], piece: Range<usize>) -> usize {
        let Some(bytes) = text.get(piece.clone()) else { return 0 };
        let (mut start, mut tokens) = (piece.start, 0);
        for (at, around) in (piece.start + 2..).zip(bytes.windows(4)) {
            let &[a, b @ 0x80..=0xFF, c @ 0xC0..=0xFF, d] = around else { continue };
            if vocabulary::parts([a, b], [c, d]) {
                tokens += self.count_part(text, start..at);
                start = at;
            }
        }
        tokens + self.count_part(text, start..piece.end)
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
        } else if piece.len() <= LONGEST_PIECE {
            self.merge.tokens(text, piece).len() - 1
        } else {
            LongPiece::new(piece.start).count_to(text, piece.end, &mut self.merge)
        }
    }
}
