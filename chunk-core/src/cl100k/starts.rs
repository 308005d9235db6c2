//! Where the pre-tokens and the tokens of a text start: found in one pass over it, or, part by part, by several threads.

use super::{
    long::{LONGEST_PIECE, token_starts},
    pieces::Pieces,
    scan::{self, Found},
};
use crate::{OffsetSet, threads::share, tokens::seams};
use std::{
    iter,
    ops::Range,
    sync::{Mutex, PoisonError},
};

/// In bytes: for less it takes longer to begin a thread than to do its work.
const LEAST_FOR_THREADS: usize = 1 << 19;

/// In bytes: parts are hardly longer, so that threads are done at about the same time.
const PART: usize = 1 << 17;

/// Two bits a byte.
pub(super) struct Starts {
    /// Where pre-tokens start, and the end of the text.
    pub(super) pretokens: OffsetSet,
    /// As many bytes of each pre-token as it has tokens, so that the rank of its start is the count before it: the
    /// first ones, but of a long pre-token those where its tokens start.
    pub(super) tokens: OffsetSet,
}

impl Starts {
    /// Those of `text`, by up to so many threads. This one does `first` before it helps.
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

    /// Those of a part of `text`, which neither starts nor ends within a pre-token, as sets whose first word holds the start of
    /// the part.
    fn of_part(text: &[u8], part: Range<usize>) -> Self {
        let bytes = text.get(part.clone()).unwrap_or_default();
        let before = OffsetSet::bit(part.start);
        let last = before + bytes.len();
        let (mut pretokens, mut tokens) = (OffsetSet::up_to(last), OffsetSet::up_to(last));
        Pieces::with(|pieces| {
            pieces.expect(bytes.len());
            scan::pretokens(bytes, |found| match found {
                Found::Window { at, ends } => {
                    // Where the last one ends, another starts.
                    pretokens.insert_bits(before + at, ends | 1);
                    tokens.insert_bits(before + at, ends | 1);
                    for piece in scan::pieces(at, ends) {
                        let count = pieces.count(bytes, piece.clone());
                        if count > 1 {
                            tokens.insert(before + piece.start, count);
                        }
                    }
                }
                Found::One(piece) => {
                    pretokens.insert(before + piece.start, 1);
                    if piece.len() > LONGEST_PIECE {
                        token_starts(bytes, piece, &mut pieces.merge, |start| {
                            tokens.insert(before + start, 1)
                        });
                    } else {
                        tokens.insert(before + piece.start, pieces.count(bytes, piece));
                    }
                }
            });
        });
        Self { pretokens, tokens }
    }
}

/// What `text` is parted into, where the counts of the parts add up.
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
