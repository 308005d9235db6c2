//! What speaks for and against a cut (section "Similarity").

use crate::topics::unit::Break;

/// One bit of description length, in the fixed-point numbers costs are.
pub(super) const BIT: u64 = 1 << 16;

/// What speaks for and against a cut, in bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Costs {
    /// Of a cut through the midst of likeness: `s = 1`.
    pub(super) likeness: u64,
    /// Of a chunk that is as far from the target as the end of the band.
    pub(super) size: u64,
    /// Of a cut where neither a heading, a turn nor a drop of similarity asks for one.
    pub(super) unasked: u64,
    /// Of a cut at the end of a sentence, inside a paragraph.
    sentence: u64,
    /// Whether the description length of a piece's terms counts.
    pub(super) describes: bool,
}

/// Topics as they come, in the wide band of 200 to 500 tokens.
pub(crate) const BY_TOPIC: Costs =
    Costs { likeness: 433, size: 8, unasked: 4096, sentence: 16, describes: true };

/// Chunks of a size that was asked for, each cut where likeness is least near it. Chosen by hand on three corpora of
/// questions: on one that was left out most of the gain was gone.
pub(crate) const BY_SIZE: Costs =
    Costs { likeness: 900, size: 30, unasked: 0, sentence: 60, describes: false };

impl Costs {
    pub(super) const fn of_break(self, before: Break) -> u64 {
        match before {
            Break::Heading => 0,
            Break::BlankLine => 2,
            Break::Newline => 8,
            Break::Sentence => self.sentence,
            Break::Inside => 1 << 20,
        }
    }
}

/// Tokens from the middle to the end of the band of 200 to 500.
pub(crate) const BAND: u64 = 150;

/// Tokens from the target to the end of the band, in that proportion.
pub(crate) const fn band(target: usize) -> u64 {
    let band = target as u64 * 3 / 7;
    if band == 0 { 1 } else { band }
}
