//! Finds where the pre-tokens and the tokens of a text start, in one pass over it.

use super::{
    encoding::Encoding,
    long::{LONGEST_PIECE, token_starts},
    offsets::OffsetSet,
    piece_counter::PieceCounter,
    scan::{self, Pretokens},
};

/// The starts of the pre-tokens and of the tokens of a text, as two bits for each byte.
pub(super) struct Starts {
    /// Where pre-tokens start, and the end of the text.
    pub(super) pretokens: OffsetSet,
    /// For each pre-token as many of its bytes as it has tokens, so that the rank of its start is the number of tokens before it.
    /// In a long pre-token these are the starts of its tokens, in a short one its first bytes.
    pub(super) tokens: OffsetSet,
}

impl Starts {
    pub(super) fn of<E: Encoding>(text: &str) -> Self {
        let bytes = text.as_bytes();
        let [mut pretokens, mut tokens] = [bytes.len(); 2].map(OffsetSet::up_to);
        PieceCounter::<E>::with(|counter| {
            scan::pretokens::<E>(bytes, |found| match found {
                Pretokens::Window { at, ends } => {
                    // Where one ends the next one starts, also after the last one of the window.
                    pretokens.insert_bits(at, ends | 1);
                    tokens.insert_bits(at, ends | 1);
                    for piece in scan::pieces(at, ends) {
                        let count = counter.count(bytes, piece.clone());
                        if count > 1 {
                            tokens.insert(piece.start, count);
                        }
                    }
                }
                Pretokens::One(piece) => {
                    pretokens.insert(piece.start, 1);
                    if piece.len() > LONGEST_PIECE {
                        token_starts(bytes, piece, &mut counter.merge, |start| tokens.insert(start, 1));
                    } else {
                        tokens.insert(piece.start, counter.count(bytes, piece));
                    }
                }
            });
        });
        pretokens.insert(bytes.len(), 1);
        pretokens.index();
        tokens.index();
        Self { pretokens, tokens }
    }
}
