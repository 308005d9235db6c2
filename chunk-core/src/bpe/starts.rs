//! Finds where the pre-tokens of a text start, and how many tokens are before each, in one pass over it.

use super::{
    encoding::Encoding,
    long::{LONGEST_PIECE, LongPiece},
    piece_counter::PieceCounter,
    scan,
};
use std::ops::Range;

/// The starts of the pre-tokens of a text, and of the tokens of long pre-tokens.
#[derive(Default)]
pub(super) struct Starts {
    /// Each start and the number of tokens before it, ascending, and at last the end of the text.
    starts: Vec<(usize, usize)>,
    /// For every [`BLOCK`] bytes the index of the first start in or after them, so that a look-up goes through few starts. By halves, all that
    /// is asked about the sentences of 0.4 MB of prose took 22% more instructions, the measure itself included.
    blocks: Vec<usize>,
    /// The long pre-tokens, of which each token has a start.
    long: Vec<Range<usize>>,
}

const BLOCK: usize = 16;

impl Starts {
    pub(super) fn of<E: Encoding>(text: &str) -> Self {
        let text = text.as_bytes();
        let (mut found, mut tokens) = (Self::default(), 0);
        // A pre-token has about five bytes.
        found.starts.reserve(text.len() / 4);
        PieceCounter::<E>::with(|counter| {
            scan::pretokens::<E>(text, |piece| {
                if piece.len() <= LONGEST_PIECE {
                    found.starts.push((piece.start, tokens));
                    tokens += counter.count(text, piece);
                } else {
                    let starts = LongPiece::starts(text, piece.clone(), &mut counter.merge);
                    let count = starts.len();
                    found.starts.extend(starts.into_iter().zip(tokens..));
                    tokens += count;
                    found.long.push(piece);
                }
            });
        });
        found.starts.push((text.len(), tokens));
        for (index, (start, _)) in found.starts.iter().enumerate() {
            while found.blocks.len() * BLOCK <= *start {
                found.blocks.push(index);
            }
        }
        found
    }

    /// The number of tokens before the pre-token that starts at `at`, or before the end of the text; `None` if it is neither.
    pub(super) fn tokens_before(&self, at: usize) -> Option<usize> {
        self.tokens_before_token(at).filter(|_| self.long_around(at).is_none_or(|long| long.start == at))
    }

    /// The same also of a token of a long pre-token.
    pub(super) fn tokens_before_token(&self, at: usize) -> Option<usize> {
        self.starts.get(self.index(at)).filter(|(start, _)| *start == at).map(|&(_, tokens)| tokens)
    }

    /// Whether a pre-token starts at `at`, or the text ends there.
    pub(super) fn contains(&self, at: usize) -> bool {
        self.tokens_before(at).is_some()
    }

    /// The last start of a pre-token before `at`.
    pub(super) fn last_before(&self, at: usize) -> Option<usize> {
        let last = self.start(self.index(at).checked_sub(1)?)?;
        Some(self.long_around(last).map_or(last, |long| long.start))
    }

    /// The first start of a pre-token at or after `at`, or the end of the text; `None` after that.
    pub(super) fn first_from(&self, at: usize) -> Option<usize> {
        let first = self.start(self.index(at))?;
        Some(self.long_around(first).filter(|long| long.start < first).map_or(first, |long| long.end))
    }

    /// The long pre-token that the byte `at` is in.
    pub(super) fn long_around(&self, at: usize) -> Option<&Range<usize>> {
        let index = self.long.partition_point(|long| long.end <= at);
        self.long.get(index).filter(|long| long.start <= at)
    }

    /// Whether these bytes of a long pre-token are one of its tokens.
    pub(super) fn is_token(&self, bytes: &Range<usize>) -> bool {
        let index = self.index(bytes.start);
        self.start(index) == Some(bytes.start) && self.start(index + 1) == Some(bytes.end)
    }

    fn start(&self, index: usize) -> Option<usize> {
        self.starts.get(index).map(|&(start, _)| start)
    }

    /// The index of the first start at or after `at`.
    fn index(&self, at: usize) -> usize {
        let first = self.blocks.get(at / BLOCK).map_or(self.starts.len(), |&first| first);
        let rest = self.starts.get(first..).unwrap_or_default();
        first + rest.iter().take_while(|(start, _)| *start < at).count()
    }
}
