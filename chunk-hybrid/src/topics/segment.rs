//! Where to cut a text: a dynamic program that finds the cheapest cuts between units, where topics, sizes and breaks cost (section
//! "Similarity"). `strategy::semantic` cuts topics by it, `finish::sizes` what is too large.

use crate::topics::{Break, Gaps, Units, log2_q16};
use std::ops::Range;

/// One bit, in the fixed-point numbers (Q16) in which costs are added up.
const BIT: u64 = 1 << 16;

/// The costs of cuts and chunks, in bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Costs {
    /// A cut between two texts that are the same (`s = 1`); in proportion for less similar ones.
    likeness: u64,
    /// A chunk whose size is at the end of the band; it grows with the square of the distance from the target.
    size: u64,
    /// A cut where neither a heading, a turn nor a drop of similarity asks for one.
    unasked: u64,
    /// A cut at the end of a sentence, inside a paragraph.
    sentence: u64,
    /// Whether a chunk also costs the description length of its terms: many different ones cost more than the same ones again.
    counts_terms: bool,
}

/// The costs where topics decide, and a chunk may have 200 to 500 tokens.
pub(crate) const BY_TOPIC: Costs =
    Costs { likeness: 433, size: 8, unasked: 4096, sentence: 16, counts_terms: true };

/// The costs where a size was asked for: each chunk is cut near it, where the text is least similar. Chosen by hand on three corpora of
/// questions; chosen on two of them, most of the gain was gone on the third.
pub(crate) const BY_SIZE: Costs =
    Costs { likeness: 900, size: 30, unasked: 0, sentence: 60, counts_terms: false };

/// Half of the band of sizes, 200 to 500 tokens: from its middle to its ends.
pub(crate) const BAND: u64 = 150;

/// Half of the band around another target than 350, in the same proportion.
pub(crate) fn band(target: usize) -> u64 {
    (target as u64 * 3 / 7).max(1)
}

/// How a text is cut.
pub(crate) struct Segmentation<'s> {
    pub(crate) units: &'s Units<'s>,
    /// What the words say: how alike the units are, and before which of them a cut is asked for; `None` if only sizes and breaks count.
    pub(crate) topics: Option<(&'s Gaps, &'s [bool])>,
    /// The most tokens of a piece. A unit with more is a piece of its own.
    pub(crate) max: usize,
    /// The best size of a piece, in tokens.
    pub(crate) target: usize,
    /// Half of the band of sizes around the target, in tokens.
    pub(crate) band: u64,
    pub(crate) costs: Costs,
}

impl Segmentation<'_> {
    /// The pieces with the cheapest cuts, in order, as ranges of units. Of equally cheap ones, those whose last piece starts earliest.
    pub(crate) fn pieces(&self) -> Vec<Range<usize>> {
        let Self { units, max, costs: rates, .. } = self;
        let count = units.units.len();
        // How often the piece at hand holds each term; nothing if terms are not counted.
        let counts_terms = self.topics.is_some() && rates.counts_terms;
        let mut counts = vec![0_u64; if counts_terms { units.numbers.len() } else { 0 }];
        // For each unit, the cost of all pieces and cuts before it; and where the cheapest piece starts that ends with it.
        let (mut costs, mut starts) = (vec![0_u64], Vec::with_capacity(count));
        for end in 1..=count {
            let (mut cheapest, mut cheapest_start) = (u64::MAX, end - 1);
            // The piece that ends here grows backwards, as long as it fits: its tokens, its terms, and Σ f · L(f + 1) of these.
            let (mut tokens, mut n, mut repeated, mut first) = (0, 0, 0, end);
            for (start, unit) in units.units.iter().enumerate().take(end).rev() {
                tokens += unit.tokens;
                if tokens > *max && start + 1 < end {
                    break;
                }
                first = start;
                for &term in units.terms_of(start) {
                    let Some(count) = counts.get_mut(term as usize) else { continue };
                    repeated += (*count + 1) * log2_q16(*count + 2) - *count * log2_q16(*count + 1);
                    *count += 1;
                    n += 1;
                }
                let terms = (n * log2_q16(n + units.distinct as u64)).saturating_sub(repeated);
                let before = costs.get(start).copied().unwrap_or_default();
                let cost = before.saturating_add(self.size(tokens)).saturating_add(terms);
                if cost <= cheapest {
                    (cheapest, cheapest_start) = (cost, start);
                }
            }
            for &term in (first..end).flat_map(|unit| units.terms_of(unit)) {
                counts.get_mut(term as usize).into_iter().for_each(|count| *count = 0);
            }
            starts.push(cheapest_start);
            costs.push(cheapest.saturating_add(self.cut(end)));
        }
        let mut pieces = Vec::new();
        let mut end = count;
        while let Some(&start) = end.checked_sub(1).and_then(|last| starts.get(last)) {
            pieces.push(start..end);
            end = start;
        }
        pieces.reverse();
        pieces
    }

    /// What a piece of so many tokens costs by its size.
    fn size(&self, tokens: usize) -> u64 {
        let off = tokens.abs_diff(self.target) as u64;
        (self.costs.size * BIT).saturating_mul(off.saturating_mul(off)) / (self.band * self.band)
    }

    /// What a cut before a unit costs; after the last unit, nothing.
    fn cut(&self, index: usize) -> u64 {
        let Some(unit) = self.units.units.get(index) else { return 0 };
        let asked = self.topics.map_or(0, |(gaps, candidates)| {
            let unasked = if candidates.get(index) == Some(&true) { 0 } else { self.costs.unasked };
            let of_terms = log2_q16(self.units.terms.len() as u64) / 2;
            self.costs.likeness * gaps.before(index) + of_terms + unasked * BIT
        });
        let of_break = match unit.before {
            Break::Heading => 0,
            Break::BlankLine => 2,
            Break::Newline => 8,
            Break::Sentence => self.costs.sentence,
            Break::Inside | Break::Words => 1 << 20,
        };
        asked + of_break * BIT
    }
}
