//! Finds where the pre-tokens and the tokens of a text start, in one pass over it.

use super::{
    encoding::Encoding,
    long::{LONGEST_PIECE, LongPiece},
    piece_counter::PieceCounter,
    scan,
};
use std::ops::Range;

/// The starts of the pre-tokens of a text, and of the tokens of long pre-tokens, in 0.4 bytes for each byte of the text. As a sorted list with
/// an index they took 4.5, and `chunk tokens` 140 instead of 103 ms of CPU time for 10 MB of pages (2026-11-29, the least of seven runs).
pub(super) struct Starts {
    blocks: Vec<Block>,
    /// The long pre-tokens.
    long: Vec<Range<usize>>,
}

/// Bytes of a block.
const BLOCK: usize = u64::BITS as usize;

/// What starts in 64 bytes: a bit for each byte, the lowest for the first one.
#[derive(Debug, Clone, Copy, Default)]
struct Block {
    /// Where pre-tokens start, and where the text ends.
    pretokens: u64,
    /// Of each pre-token as many bytes as it has tokens, so that the tokens before it are the bits before it: of a long one those where its
    /// tokens start, of others the first ones.
    tokens: u64,
    /// The number of tokens before the block.
    tokens_before: usize,
}

impl Starts {
    pub(super) fn of<E: Encoding>(text: &str) -> Self {
        let text = text.as_bytes();
        let (mut blocks, mut long) = (vec![Block::default(); text.len() / BLOCK + 1], Vec::new());
        PieceCounter::<E>::with(|counter| {
            scan::pretokens::<E>(text, |piece| {
                add(&mut blocks, piece.start, true);
                if piece.len() <= LONGEST_PIECE {
                    let tokens = counter.count(text, piece.clone());
                    (1..tokens).for_each(|token| add(&mut blocks, piece.start + token, false));
                } else {
                    let tokens = LongPiece::starts(text, piece.clone(), &mut counter.merge);
                    tokens.into_iter().for_each(|at| add(&mut blocks, at, false));
                    long.push(piece);
                }
            });
        });
        add(&mut blocks, text.len(), true);
        let mut tokens = 0;
        for block in &mut blocks {
            block.tokens_before = tokens;
            tokens += block.tokens.count_ones() as usize;
        }
        Self { blocks, long }
    }

    /// Whether a pre-token starts at `at`, or the text ends there.
    pub(super) fn contains(&self, at: usize) -> bool {
        self.block(at).pretokens >> (at % BLOCK) & 1 == 1
    }

    /// The number of tokens before `at`, where a pre-token or a token of a long one starts, or the text ends.
    pub(super) fn tokens_before(&self, at: usize) -> usize {
        let block = self.block(at);
        block.tokens_before + (block.tokens & below(at)).count_ones() as usize
    }

    /// The last start of a pre-token before `at`.
    pub(super) fn last_before(&self, at: usize) -> Option<usize> {
        if let Some(long) = self.long_around(at.checked_sub(1)?) {
            return Some(long.start);
        }
        let (mut block, mut bits) = (at / BLOCK, self.block(at).pretokens & below(at));
        while bits == 0 {
            block = block.checked_sub(1)?;
            bits = self.blocks.get(block)?.pretokens;
        }
        Some(block * BLOCK + bits.ilog2() as usize)
    }

    /// The first start of a pre-token at or after `at`, or the end of the text; `None` after that.
    pub(super) fn first_from(&self, at: usize) -> Option<usize> {
        if let Some(long) = self.long_around(at).filter(|long| long.start < at) {
            return Some(long.end);
        }
        let (mut block, mut bits) = (at / BLOCK, self.block(at).pretokens & !below(at));
        while bits == 0 {
            block += 1;
            bits = self.blocks.get(block)?.pretokens;
        }
        Some(block * BLOCK + bits.trailing_zeros() as usize)
    }

    /// The long pre-token that the byte `at` is in.
    pub(super) fn long_around(&self, at: usize) -> Option<&Range<usize>> {
        let index = self.long.partition_point(|long| long.end <= at);
        self.long.get(index).filter(|long| long.start <= at)
    }

    /// Whether these bytes of a long pre-token are one of its tokens.
    pub(super) fn is_token(&self, bytes: &Range<usize>) -> bool {
        let starts = |at| self.block(at).tokens >> (at % BLOCK) & 1 == 1;
        starts(bytes.start)
            && starts(bytes.end)
            && self.tokens_before(bytes.end) - self.tokens_before(bytes.start) == 1
    }

    /// The block of the byte `at`.
    fn block(&self, at: usize) -> Block {
        self.blocks.get(at / BLOCK).copied().unwrap_or_default()
    }
}

/// Adds the start of a token, which is that of a pre-token, too, if `is_pretoken`.
#[inline]
fn add(blocks: &mut [Block], at: usize, is_pretoken: bool) {
    if let Some(block) = blocks.get_mut(at / BLOCK) {
        let start = 1 << (at % BLOCK);
        block.tokens |= start;
        block.pretokens |= if is_pretoken { start } else { 0 };
    }
}

/// The bits of a block before that of `at`.
const fn below(at: usize) -> u64 {
    !(u64::MAX << (at % BLOCK))
}
