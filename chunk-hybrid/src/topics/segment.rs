//! Where to cut a text: a dynamic program that finds the cheapest cuts between units, where topics, sizes and breaks cost (section
//! "Similarity"). `strategy::semantic` cuts topics by it, `finish::sizes` what is too large.

use crate::topics::{
    costs::{BIT, Costs},
    log2::log2_q16,
    similarity::Gaps,
    unit::Units,
};
use std::{collections::VecDeque, ops::Range};

/// The most units of a piece. Pieces could only have more with a counter that finds no token in most units.
const MOST_UNITS: usize = u16::MAX as usize;

/// How a text is cut.
pub(crate) struct Segmentation<'s> {
    pub(crate) units: &'s Units<'s>,
    /// What the words say; `None` if only sizes and breaks count.
    pub(crate) topics: Option<Topics<'s>>,
    /// The most tokens of a piece. A unit with more is a piece of its own.
    pub(crate) max: usize,
    /// The best size of a piece, in tokens.
    pub(crate) target: usize,
    /// Half of the band of sizes around the target, in tokens.
    pub(crate) band: u64,
    pub(crate) costs: Costs,
}

/// What the words say about where to cut.
pub(crate) struct Topics<'s> {
    pub(crate) gaps: &'s Gaps,
    /// The units before which a cut is asked for.
    pub(crate) candidates: &'s [bool],
}

impl Segmentation<'_> {
    /// The pieces with the cheapest cuts, in order, as ranges of units. Of equally cheap ones, those whose last piece starts earliest.
    pub(crate) fn pieces(&self) -> Vec<Range<usize>> {
        let count = self.units.units.len();
        let lengths = self.lengths();
        let mut pieces = Vec::new();
        let mut end = count;
        while let Some(last) = end.checked_sub(1) {
            let start = end.saturating_sub(lengths.get(last).map_or(1, |&length| length.into()));
            pieces.push(start..end);
            end = start;
        }
        pieces.reverse();
        pieces
    }

    /// For each unit, how many units the cheapest piece has that ends with it, on the cheapest path from the first unit to there.
    fn lengths(&self) -> Vec<u16> {
        let mut lengths: Vec<u16> = Vec::with_capacity(self.units.units.len());
        // For each unit at which the next piece may still begin, the cost of all pieces and cuts before it.
        let mut costs = VecDeque::from([0_u64]);
        let mut piece = Piece::new(self);
        for end in 1..=self.units.units.len() {
            let (mut cheapest, mut cheapest_start) = (u64::MAX, end - 1);
            piece.clear(end);
            let first = end - costs.len();
            let mut first_that_fits = first;
            // The piece that ends here grows backwards, as long as it fits.
            for (start, &before) in (first..end).zip(&costs).rev().take(MOST_UNITS) {
                let fits = piece.take_in(start);
                if !fits && start + 1 < end {
                    // Nor will a piece from there fit that ends later.
                    first_that_fits = start + 1;
                    break;
                }
                let cost = before.saturating_add(piece.cost());
                if cost <= cheapest {
                    (cheapest, cheapest_start) = (cost, start);
                }
            }
            costs.drain(..first_that_fits - first);
            lengths.push((end - cheapest_start) as u16);
            costs.push_back(cheapest.saturating_add(self.cut(end)));
        }
        lengths
    }

    /// What a cut before a unit costs; after the last unit, nothing.
    fn cut(&self, index: usize) -> u64 {
        let Some(unit) = self.units.units.get(index) else { return 0 };
        let asked = self.topics.as_ref().map_or(0, |topics| {
            let unasked = topics.candidates.get(index) != Some(&true);
            self.costs.likeness * topics.gaps.before(index)
                + log2_q16(self.units.terms.len() as u64) / 2
                + if unasked { self.costs.unasked * BIT } else { 0 }
        });
        asked + self.costs.of_break(unit.before()) * BIT
    }
}

/// A piece that grows backwards, with the description length of its terms: n · L(n + distinct) − Σ f · L(f + 1), where n is the number of
/// its terms, and f how often each different one occurs.
struct Piece<'s> {
    of: &'s Segmentation<'s>,
    tokens: usize,
    /// Its range of [`Units::terms`]; empty if terms are not counted.
    terms: Range<usize>,
    /// How often it holds each term; empty if terms are not counted.
    counts: Vec<u32>,
    /// Σ f · L(f + 1)
    repeated: u64,
    /// For small f, by how much that sum grows with one more of a term that occurs f times.
    growths: [u64; 16],
    /// n · L(n + distinct)
    spreads: Memo,
    /// The cost of a size in tokens.
    sizes: Memo,
}

impl<'s> Piece<'s> {
    fn new(of: &'s Segmentation<'s>) -> Self {
        let has_terms = of.topics.is_some() && !of.units.terms.is_empty();
        Self {
            of,
            tokens: 0,
            terms: 0..0,
            counts: vec![0; if has_terms { of.units.below } else { 0 }],
            repeated: 0,
            growths: std::array::from_fn(|f| growth(f as u64)),
            spreads: Memo::default(),
            sizes: Memo::default(),
        }
    }

    /// Empties the piece. It then grows backwards from before the unit `end`.
    fn clear(&mut self, end: usize) {
        for &term in self.of.units.terms.get(self.terms.clone()).unwrap_or_default() {
            if let Some(count) = self.counts.get_mut(term as usize) {
                *count = 0;
            }
        }
        let at = self.of.units.terms_from(end);
        (self.tokens, self.terms, self.repeated) = (0, at..at, 0);
    }

    /// Adds the unit `index` in front; gives whether the piece still fits. If it does not, and is more than that unit, it is unchanged but
    /// for its tokens.
    fn take_in(&mut self, index: usize) -> bool {
        let units = self.of.units;
        let Some(unit) = units.units.get(index) else { return false };
        self.tokens += unit.tokens();
        let fits = self.tokens <= self.of.max;
        if !fits && self.tokens > unit.tokens() {
            return false;
        }
        if !self.counts.is_empty() {
            let from = units.terms_from(index);
            for &term in units.terms.get(from..self.terms.start).unwrap_or_default() {
                let Some(count) = self.counts.get_mut(term as usize) else { continue };
                let known = self.growths.get(*count as usize).copied();
                self.repeated += known.unwrap_or_else(|| growth((*count).into()));
                *count += 1;
            }
            self.terms.start = from;
        }
        fits
    }

    /// What the piece costs by its size and its terms.
    fn cost(&mut self) -> u64 {
        let &Segmentation { units, target, band, costs, .. } = self.of;
        let size = self.sizes.of(self.tokens, |tokens| {
            let off = tokens.abs_diff(target) as u64;
            (costs.size * BIT).saturating_mul(off.saturating_mul(off)) / (band * band)
        });
        if !costs.counts_terms || self.terms.is_empty() {
            return size;
        }
        let spread = self.spreads.of(self.terms.len(), |n| n as u64 * log2_q16((n + units.distinct) as u64));
        size.saturating_add(spread.saturating_sub(self.repeated))
    }
}

/// The values of a function for small numbers, kept since it is asked for them again and again.
#[derive(Default)]
struct Memo(Vec<u64>);

impl Memo {
    /// Values for larger numbers are not kept.
    const MOST: usize = 1 << 12;

    #[inline]
    fn of(&mut self, n: usize, function: impl Fn(usize) -> u64) -> u64 {
        if n >= self.0.len() && n < Self::MOST {
            self.0.extend((self.0.len()..=n).map(&function));
        }
        self.0.get(n).copied().unwrap_or_else(|| function(n))
    }
}

/// By how much `f · L(f + 1)` grows if `f` grows by one.
fn growth(f: u64) -> u64 {
    (f + 1) * log2_q16(f + 2) - f * log2_q16(f + 1)
}

#[cfg(test)]
mod tests;
