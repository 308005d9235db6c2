//! Byte-pair merging: of all neighbours that together are a token, those of the lowest rank are merged, the leftmost
//! first, until there are none.

use super::vocabulary::{rank, rank_of_pair};
use std::{cmp::Reverse, collections::BinaryHeap, ops::Range};

/// Room for merging, used again and again. Offsets are in bytes from the start of the piece.
#[derive(Debug, Default)]
pub(super) struct Merge {
    /// By the offset where a part starts.
    parts: Vec<Part>,
    /// The rank and the offset of each part that forms a token with the one behind it, and stale ones.
    candidates: BinaryHeap<Reverse<(u32, usize)>>,
    /// Where the tokens start, and at last the length of the piece.
    starts: Vec<usize>,
    /// The rank of the token that each of these forms with the one behind it.
    ranks: Vec<u32>,
    /// How many bytes were merged, ever: the tests hold it to be linear.
    #[cfg(test)]
    pub(super) work: usize,
}

/// Pieces up to this length are merged faster without a heap.
const SHORT: usize = 96;

/// The rank of what is no token.
const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Part {
    /// Where the part before it starts.
    before: usize,
    end: usize,
    /// The rank of the token that it forms with the part behind it.
    rank: Option<u32>,
}

impl Merge {
    /// Where the tokens of `piece` start, in bytes from its start, and at last its length.
    pub(super) fn tokens(&mut self, text: &[u8], piece: Range<usize>) -> &[usize] {
        #[cfg(test)]
        {
            self.work += piece.len();
        }
        if piece.len() <= SHORT {
            self.merge_by_scan(text, piece);
        } else {
            self.merge_by_heap(text, piece);
        }
        &self.starts
    }

    /// Looks for the lowest rank among all: the least work while there are few.
    fn merge_by_scan(&mut self, text: &[u8], piece: Range<usize>) {
        let rank_of = |bytes: Range<usize>| rank(text, bytes).unwrap_or(NONE);
        self.starts.clear();
        self.starts.extend(0..=piece.len());
        self.ranks.clear();
        let bytes = text.get(piece.clone()).unwrap_or_default();
        let pairs = bytes.iter().zip(bytes.iter().skip(1));
        self.ranks.extend(pairs.map(|(&first, &second)| rank_of_pair(first, second).unwrap_or(NONE)));
        loop {
            let lowest = self.ranks.iter().fold(NONE, |lowest, &rank| lowest.min(rank));
            if lowest == NONE {
                return;
            }
            let Some(left) = self.ranks.iter().position(|&rank| rank == lowest) else { return };
            self.ranks.remove(left);
            self.starts.remove(left + 1);
            for changed in left.saturating_sub(1)..=left {
                if let (Some(rank), Some(&from), Some(&to)) =
                    (self.ranks.get_mut(changed), self.starts.get(changed), self.starts.get(changed + 2))
                {
                    *rank = rank_of(piece.start + from..piece.start + to);
                }
            }
        }
    }

    /// Keeps the ranks in a heap: work that grows hardly faster than the piece.
    fn merge_by_heap(&mut self, text: &[u8], piece: Range<usize>) {
        self.parts.clear();
        self.parts.extend((0..piece.len()).map(|at| Part {
            before: at.wrapping_sub(1),
            end: at + 1,
            rank: None,
        }));
        self.candidates.clear();
        for at in 1..piece.len() {
            self.update(text, piece.start, at - 1);
        }
        while let Some(Reverse((rank, left))) = self.candidates.pop() {
            self.merge(text, piece.start, left, rank);
        }
        self.starts.clear();
        self.starts.push(0);
        let mut at = 0;
        while let Some(part) = self.parts.get(at) {
            at = part.end;
            self.starts.push(at);
        }
    }

    /// Merges the part at `left` with the one behind it, if that still is what `rank` says.
    fn merge(&mut self, text: &[u8], start: usize, left: usize, rank: u32) {
        let Some(&part) = self.parts.get(left).filter(|part| part.rank == Some(rank)) else { return };
        let Some(right) = self.parts.get_mut(part.end) else { return };
        right.rank = None;
        let end = right.end;
        if let Some(behind) = self.parts.get_mut(end) {
            behind.before = left;
        }
        if let Some(part) = self.parts.get_mut(left) {
            part.end = end;
        }
        self.update(text, start, left);
        self.update(text, start, part.before);
    }

    /// Looks up what the part at `left` forms with the one behind it.
    fn update(&mut self, text: &[u8], start: usize, left: usize) {
        let Some(&part) = self.parts.get(left) else { return };
        let token = self.parts.get(part.end).map(|right| start + left..start + right.end);
        let rank = token.and_then(|token| rank(text, token));
        if let Some(part) = self.parts.get_mut(left) {
            part.rank = rank;
        }
        self.candidates.extend(rank.map(|rank| Reverse((rank, left))));
    }
}
