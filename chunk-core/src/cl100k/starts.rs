//! Finds where the pre-tokens and the tokens of a text start, in one pass over it, or part by part on several threads.

use super::{
    long::{LONGEST_PIECE, token_starts},
    piece_counter::PieceCounter,
    scan::{self, Pretokens},
};
use crate::{OffsetSet, threads::share, tokens::seams};
use std::{
    iter,
    ops::Range,
    sync::{Mutex, PoisonError},
};

/// The least size of a text for several threads, in bytes: for less, it takes longer to start a thread than to do its work.
const LEAST_FOR_THREADS: usize = 1 << 19;

/// The size of a part, in bytes. Parts are hardly longer, so that all threads finish at about the same time.
const PART: usize = 1 << 17;

/// The starts of the pre-tokens and of the tokens of a text, as two bits for each byte.
pub(super) struct Starts {
    /// Where pre-tokens start, and the end of the text.
    pub(super) pretokens: OffsetSet,
    /// For each pre-token as many of its bytes as it has tokens, so that the rank of its start is the number of tokens before it.
    /// In a long pre-token these are the starts of its tokens, in a short one its first bytes.
    pub(super) tokens: OffsetSet,
}

impl Starts {
    /// The starts in `text`, found by up to `threads` threads. This one runs `first` before it helps.
    pub(super) fn of(text: &str, threads: usize, first: impl FnOnce()) -> Self {
        let has_threads = threads > 1 && text.len() >= LEAST_FOR_THREADS;
        let mut all = if has_threads {
            Self::of_parts(text.as_bytes(), threads, first)
        } else {
            first();
            Self::of_part(text.as_bytes(), 0..text.len())
        };
        all.pretokens.insert(text.len(), 1);
        if has_threads {
            OffsetSet::index_both(&mut all.pretokens, &mut all.tokens);
        } else {
            all.pretokens.index();
            all.tokens.index();
        }
        all
    }

    fn of_parts(text: &[u8], threads: usize, first: impl FnOnce()) -> Self {
        let parts = Mutex::new(parts(text));
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let [pretokens, tokens] = [text.len(); 2].map(OffsetSet::up_to);
        let all = Mutex::new(Self { pretokens, tokens });
        let work = || {
            while let Some(part) = next() {
                let found = Self::of_part(text, part.clone());
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                all.pretokens.insert_set(part.start, &found.pretokens);
                all.tokens.insert_set(part.start, &found.tokens);
            }
        };
        let most = text.len() / PART;
        share(threads.min(most), &work, first);
        all.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The starts in a part of `text` that neither starts nor ends within a pre-token, as sets whose first word is the one that holds
    /// the start of the part.
    fn of_part(text: &[u8], part: Range<usize>) -> Self {
        let bytes = text.get(part.clone()).unwrap_or_default();
        let before = OffsetSet::bit(part.start);
        let last = before + bytes.len();
        let (mut pretokens, mut tokens) = (OffsetSet::up_to(last), OffsetSet::up_to(last));
        PieceCounter::with(|counter| {
            counter.expect(bytes.len());
            scan::pretokens(bytes, |found| match found {
                Pretokens::Window { at, ends } => {
                    // Where one ends the next one starts, also after the last one of the window.
                    pretokens.insert_bits(before + at, ends | 1);
                    tokens.insert_bits(before + at, ends | 1);
                    for piece in scan::pieces(at, ends) {
                        let count = counter.count(bytes, piece.clone());
                        if count > 1 {
                            tokens.insert(before + piece.start, count);
                        }
                    }
                }
                Pretokens::One(piece) => {
                    pretokens.insert(before + piece.start, 1);
                    if piece.len() > LONGEST_PIECE {
                        token_starts(bytes, piece, &mut counter.merge, |start| {
                            tokens.insert(before + start, 1)
                        });
                    } else {
                        tokens.insert(before + piece.start, counter.count(bytes, piece));
                    }
                }
            });
        });
        Self { pretokens, tokens }
    }
}

/// Divides `text` into parts whose counts add up.
fn parts(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let seam = |from: usize| Some(from + seams(text.get(from..)?).next()?);
    let mut start = 0;
    iter::from_fn(move || {
        let end = seam(start + PART).unwrap_or(text.len());
        let part = (start < end).then_some(start..end);
        start = end;
        part
    })
}
