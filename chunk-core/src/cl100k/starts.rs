//! Where the pre-tokens and the tokens of a text start: found in one pass over it, or in several beside each other.

use super::{
    long::{LONGEST_PIECE, token_starts},
    pieces::Pieces,
    scan::{self, Found},
};
use crate::{OffsetSet, beside, tokens::seams};
use std::ops::Range;

/// In bytes: for less than two of these it takes longer to begin a thread than to do its work.
const LEAST_FOR_A_THREAD: usize = 1 << 18;

/// Two bits a byte.
pub(super) struct Starts {
    /// Where pre-tokens start, and the end of the text.
    pub(super) pretokens: OffsetSet,
    /// As many bytes of each pre-token as it has tokens, so that the rank of its start is the count before it: the
    /// first ones, but of a long pre-token those where its tokens start.
    pub(super) tokens: OffsetSet,
}

impl Starts {
    /// Those of `text`, by up to so many threads.
    pub(super) fn of(text: &str, threads: usize) -> Self {
        let mut starts = Self::of_part(text.as_bytes(), 0..text.len(), threads);
        starts.pretokens.insert(text.len(), 1);
        starts.pretokens.index();
        starts.tokens.index();
        starts
    }

    /// Those of a part of `text`, which neither starts nor ends within a pre-token, as sets whose first word holds the start of
    /// the part.
    fn of_part(text: &[u8], part: Range<usize>, threads: usize) -> Self {
        let Some(seam) = (threads > 1).then(|| seam(text, &part)).flatten() else {
            return Self::by_one(text, part);
        };
        let behind = || Self::of_part(text, seam..part.end, threads / 2);
        let (behind, mut all) =
            beside(&behind, || Self::of_part(text, part.start..seam, threads.div_ceil(2)));
        let words = OffsetSet::word(seam) - OffsetSet::word(part.start);
        all.pretokens.append(words, &behind.pretokens);
        all.tokens.append(words, &behind.tokens);
        all
    }

    fn by_one(text: &[u8], part: Range<usize>) -> Self {
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

/// Where a part that is large enough for two threads is parted, about in its middle.
fn seam(text: &[u8], part: &Range<usize>) -> Option<usize> {
    let middle = part.start + part.len() / 2;
    let behind = text.get(middle..part.end).filter(|_| part.len() >= 2 * LEAST_FOR_A_THREAD)?;
    Some(middle + seams(behind).next()?)
}
