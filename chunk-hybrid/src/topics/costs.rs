//! What a cut, and the chunk that it ends, cost (section "Similarity"): `segment` looks for the cuts that cost least in all.

use crate::topics::unit::Break;

/// One bit, in the fixed-point numbers (Q16) in which costs are added up.
pub(super) const BIT: u64 = 1 << 16;

/// The costs of cuts and chunks, in bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Costs {
    /// A cut between two texts that are the same (`s = 1`); in proportion for less similar ones.
    pub(super) likeness: u64,
    /// A chunk whose size is at the end of the band; it grows with the square of the distance from the target.
    pub(super) size: u64,
    /// A cut where neither a heading, a turn nor a drop of similarity asks for one.
    pub(super) unasked: u64,
    /// A cut at the end of a sentence, inside a paragraph.
    sentence: u64,
    /// Whether a chunk also costs the description length of its terms: many different ones cost more than the same ones again.
    pub(super) counts_terms: bool,
}

/// The costs where topics decide, and a chunk may have 200 to 500 tokens.
pub(crate) const BY_TOPIC: Costs =
    Costs { likeness: 433, size: 8, unasked: 4096, sentence: 16, counts_terms: true };

/// The costs where a size was asked for: each chunk is cut near it, where the text is least similar. Chosen by hand on three corpora of
/// questions; chosen on two of them, most of the gain was gone on the third.
pub(crate) const BY_SIZE: Costs =
    Costs { likeness: 900, size: 30, unasked: 0, sentence: 60, counts_terms: false };

impl Costs {
    /// What a cut costs by what it breaks.
    pub(super) const fn of_break(self, before: Break) -> u64 {
        match before {
            Break::Heading => 0,
            Break::BlankLine => 2,
            Break::Newline => 8,
            Break::Sentence => self.sentence,
            Break::Inside | Break::Words => 1 << 20,
        }
    }
}

/// Half of the band of sizes, 200 to 500 tokens: from its middle to its ends.
pub(crate) const BAND: u64 = 150;

/// Half of the band around another target than 350, in the same proportion.
pub(crate) const fn band(target: usize) -> u64 {
    let band = target as u64 * 3 / 7;
    if band == 0 { 1 } else { band }
}
