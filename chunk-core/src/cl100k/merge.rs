//! Byte-pair merging: of all neighbours that together are a token, those of the lowest rank are merged, the leftmost
//! first, until there are none.

use super::vocabulary::rank;
use std::ops::Range;

/// Room for merging, used again and again.
#[derive(Debug, Default)]
pub(super) struct Merge {
    /// Where the parts start, in bytes from the start of the piece, and at last its length.
    starts: Vec<usize>,
    /// The rank of each part with the one behind it.
    ranks: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Merge {
    /// Where the tokens of `piece` start, in bytes from its start, and at last its length.
    ///
    /// Work grows with the square of the piece's length: pieces are short ([`LongPiece`](super::long::LongPiece)
    /// is for others).
    pub(super) fn tokens(&mut self, text: &[u8], piece: Range<usize>) -> &[usize] {
        self.starts.clear();
        self.starts.extend(0..=piece.len());
        self.ranks.clear();
        self.ranks.extend((piece.start + 2..=piece.end).map(|end| rank(text, end - 2..end).unwrap_or(NONE)));
        while let Some(left) = self.lowest() {
            self.ranks.remove(left);
            self.starts.remove(left + 1);
            self.update(text, piece.start, left);
            if let Some(before) = left.checked_sub(1) {
                self.update(text, piece.start, before);
            }
        }
        &self.starts
    }

    /// The leftmost of the parts that merge first.
    fn lowest(&self) -> Option<usize> {
        let &lowest = self.ranks.iter().min().filter(|&&rank| rank != NONE)?;
        self.ranks.iter().position(|&rank| rank == lowest)
    }

    fn update(&mut self, text: &[u8], start: usize, left: usize) {
        if let (Some(known), Some(&from), Some(&to)) =
            (self.ranks.get_mut(left), self.starts.get(left), self.starts.get(left + 2))
        {
            *known = rank(text, start + from..start + to).unwrap_or(NONE);
        }
    }
}
