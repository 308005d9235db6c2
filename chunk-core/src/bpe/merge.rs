//! Byte-pair merging: of all neighbouring parts that together are a token, the two with the lowest rank are merged, the
//! leftmost first, until no two are.

use super::encoding::Encoding;
use std::{cmp::Reverse, collections::BinaryHeap, marker::PhantomData, ops::Range};

/// Merges the bytes of a piece into tokens, in memory that is used again and again. Offsets are in bytes from the start of the piece.
#[derive(Debug)]
pub(super) struct Merge<E> {
    /// The parts, indexed by the offset at which they start.
    parts: Vec<Part>,
    /// The rank and the offset of each part that forms a token with the next one, and entries that no longer hold.
    candidates: BinaryHeap<Reverse<(u32, usize)>>,
    /// Where the tokens start, and at last the length of the piece.
    starts: Vec<usize>,
    /// How many bytes were merged so far: the tests check that it grows linearly.
    #[cfg(test)]
    pub(super) work: usize,
    encoding: PhantomData<E>,
}

/// Stands for no candidate: greater than all of them.
const NONE: u32 = i32::MAX as u32;

/// A candidate is a rank and, in this many low bits, the place of the pair that forms the token of that rank.
const PLACE_BITS: u32 = 6;

#[derive(Debug, Clone, Copy)]
struct Part {
    /// Where the part before it starts.
    before: usize,
    end: usize,
    /// The rank of the token that it forms with the next part.
    rank: Option<u32>,
}

impl<E: Encoding> Merge<E> {
    pub(super) const fn new() -> Self {
        Self {
            parts: Vec::new(),
            candidates: BinaryHeap::new(),
            starts: Vec::new(),
            #[cfg(test)]
            work: 0,
            encoding: PhantomData,
        }
    }

    /// Where the tokens of `piece` start, and at last its length.
    pub(super) fn tokens(&mut self, text: &[u8], piece: Range<usize>) -> &[usize] {
        #[cfg(test)]
        {
            self.work += piece.len();
        }
        match short_starts::<E>(text, piece.clone()) {
            Some(mut starts) => {
                self.starts.clear();
                while starts != 0 {
                    self.starts.push(starts.trailing_zeros() as usize);
                    starts &= starts - 1;
                }
            }
            None => self.merge_by_heap(text, piece),
        }
        &self.starts
    }

    /// Merges with the ranks in a heap, so that work hardly grows faster than the piece.
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

    /// Merges the part at `left` with the next one, if they still form the token of this rank.
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

    /// Looks up the token that the part at `left` forms with the next one.
    fn update(&mut self, text: &[u8], start: usize, left: usize) {
        let Some(&part) = self.parts.get(left) else { return };
        let token = self.parts.get(part.end).map(|right| start + left..start + right.end);
        let rank = token.and_then(|token| E::vocabulary().rank(text, token));
        if let Some(part) = self.parts.get_mut(left) {
            part.rank = rank;
        }
        self.candidates.extend(rank.map(|rank| Reverse((rank, left))));
    }
}

/// The number of tokens of `piece`; `None` if it is too long for [`short_starts`].
pub(super) fn short_count<E: Encoding>(text: &[u8], piece: Range<usize>) -> Option<usize> {
    Some(short_starts::<E>(text, piece)?.count_ones() as usize - 1)
}

/// A bit where each token of `piece` starts, and one for its end; `None` if these are too many bits.
fn short_starts<E: Encoding>(text: &[u8], piece: Range<usize>) -> Option<u64> {
    match piece.len() {
        ..16 => Some(starts::<E, 16>(text, piece)),
        16..64 => Some(starts::<E, 64>(text, piece)),
        _ => None,
    }
}

/// A bit where each token of a `piece` of fewer than `LANES` bytes starts, and one for its end. The lowest rank is sought among all
/// candidates, as they are few, without a branch.
#[inline]
fn starts<E: Encoding, const LANES: usize>(text: &[u8], piece: Range<usize>) -> u64 {
    let (start, length) = (piece.start, piece.len());
    let rank = |from, to| E::vocabulary().rank(text, start + from..start + to);
    let candidate =
        |rank: Option<u32>, place: usize| rank.map_or(NONE, |rank| rank << PLACE_BITS | place as u32);
    let mut candidates = [NONE; LANES];
    let pairs = text.get(piece).unwrap_or_default().windows(2);
    for ((place, here), pair) in candidates.iter_mut().enumerate().zip(pairs) {
        if let &[first, second] = pair {
            *here = candidate(E::vocabulary().rank_of_pair(first, second), place);
        }
    }
    let mut starts = u64::MAX >> (63 - length);
    let behind = |starts: u64, place: usize| (starts & (u64::MAX << 1 << place)).trailing_zeros() as usize;
    loop {
        let lowest = candidates.iter().fold(NONE as i32, |lowest, &other| lowest.min(other as i32));
        if lowest == NONE as i32 {
            return starts;
        }
        let left = lowest as usize % LANES;
        let merged = behind(starts, left);
        starts &= !(1 << merged);
        let end = behind(starts, left);
        let mut set = |place: usize, value: u32| {
            if let Some(candidate) = candidates.get_mut(place) {
                *candidate = value;
            }
        };
        set(merged, NONE);
        set(left, if end < length { candidate(rank(left, behind(starts, end)), left) } else { NONE });
        let before = starts & !(u64::MAX << left);
        if before != 0 {
            let before = 63 - before.leading_zeros() as usize;
            set(before, candidate(rank(before, end), before));
        }
    }
}
