//! Where to cut: the dynamic programme that weighs topics, sizes and breaks against each other (section "Similarity").

use crate::topics::{
    costs::{BIT, Costs},
    log2::log2_q16,
    similarity::Gaps,
    unit::Units,
};
use chunk_core::{OffsetSet, beside};
use std::{collections::VecDeque, ops::Range};

/// No piece has more units: only if a counter of others finds no token in most of them, they could be that many.
const MOST_UNITS: usize = u16::MAX as usize;

/// Of so many units behind the middle the costs are kept, to see whether the ways from there and from the start have become one.
const NEAR: usize = 1 << 12;

/// How a text is cut.
pub(crate) struct Segmentation<'s> {
    pub(crate) units: &'s Units<'s>,
    /// What the words say; none if only sizes and breaks count.
    pub(crate) topics: Option<Topics<'s>>,
    /// The most tokens of a piece; a unit above it is a piece of its own.
    pub(crate) max: usize,
    /// The best size.
    pub(crate) target: usize,
    /// The tokens from there to the end of the band.
    pub(crate) band: u64,
    pub(crate) costs: Costs,
    /// Whether two threads seek.
    pub(crate) shared: bool,
}

/// What the words say about where to cut.
pub(crate) struct Topics<'s> {
    pub(crate) gaps: &'s Gaps,
    /// The units before which a cut is asked for.
    pub(crate) candidates: &'s OffsetSet,
}

impl Segmentation<'_> {
    /// The pieces, in order, as runs of units: the cheapest cuts, and of those the earliest starts.
    pub(crate) fn pieces(&self) -> Vec<Range<usize>> {
        let count = self.units.units.len();
        let lengths =
            if self.shared { self.by_halves(count) } else { Way::new(self, 0).up_to(count).lengths };
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

    /// The lengths of the way through all units, by two threads. One begins in the middle as if there were a cut; soon the other one, which comes
    /// there from the start, takes the same way, for what it cost to come there is the same for all that is behind.
    fn by_halves(&self, count: usize) -> Vec<u16> {
        let middle = count / 2;
        let from_middle = || {
            let mut way = Way::new(self, middle);
            let costs: Vec<u64> = (middle..count).take(NEAR).map(|_| way.step()).collect();
            (costs, way.up_to(count).lengths)
        };
        let ((costs, behind), mut way) = beside(&from_middle, || Way::new(self, 0).up_to(middle));
        let (mut more, mut same) = (0, 0);
        for (own, &cost) in (1..).zip(&costs) {
            let last = std::mem::replace(&mut more, way.step().wrapping_sub(cost));
            same = if more == last { same + 1 } else { 1 };
            // As much more, wherever a piece may still begin.
            if same >= way.costs.len() {
                way.lengths.extend(behind.get(own..).unwrap_or_default());
                return way.lengths;
            }
        }
        way.up_to(count).lengths
    }

    /// What a cut before a unit costs; behind the last, nothing.
    fn cut(&self, index: usize) -> u64 {
        let Some(unit) = self.units.units.get(index) else { return 0 };
        let asked = self.topics.as_ref().map_or(0, |topics| {
            let unasked = !topics.candidates.contains(index);
            self.costs.likeness * topics.gaps.before(index)
                + log2_q16(self.units.terms.len() as u64) / 2
                + if unasked { self.costs.unasked * BIT } else { 0 }
        });
        asked + self.costs.of_break(unit.before()) * BIT
    }
}

/// The cheapest way through the units, from one of them on.
struct Way<'s> {
    from: usize,
    /// What it costs to come to a unit and cut there, for those where a piece may still begin.
    costs: VecDeque<u64>,
    /// How many units the cheapest piece has that ends with each.
    lengths: Vec<u16>,
    piece: Piece<'s>,
}

impl<'s> Way<'s> {
    fn new(of: &'s Segmentation<'s>, from: usize) -> Self {
        Self { from, costs: VecDeque::from([0]), lengths: Vec::new(), piece: Piece::new(of) }
    }

    /// The units before which it is.
    fn end(&self) -> usize {
        self.from + self.lengths.len()
    }

    fn up_to(mut self, end: usize) -> Self {
        self.lengths.reserve_exact(end - self.end());
        while self.end() < end {
            self.step();
        }
        self
    }

    /// Takes the next unit; what a cut behind it costs.
    fn step(&mut self) -> u64 {
        let Self { costs, piece, .. } = self;
        let end = self.from + self.lengths.len() + 1;
        let mut cheapest = (u64::MAX, end - 1);
        piece.clear(end);
        let first = end - costs.len();
        let mut still = first;
        for (start, &before) in (first..end).zip(&*costs).rev().take(MOST_UNITS) {
            let fits = piece.take_in(start);
            if !fits && start + 1 < end {
                // Up to a later end it is no smaller.
                still = start + 1;
                break;
            }
            let cost = before.saturating_add(piece.cost());
            if cost <= cheapest.0 {
                cheapest = (cost, start);
            }
        }
        costs.drain(..still - first);
        self.lengths.push((end - cheapest.1) as u16);
        let cost = cheapest.0.saturating_add(piece.of.cut(end));
        costs.push_back(cost);
        cost
    }
}

/// A piece that grows backwards, with the description length of its terms.
struct Piece<'s> {
    of: &'s Segmentation<'s>,
    tokens: usize,
    /// Its terms in [`Units::terms`]; none without topics.
    terms: Range<usize>,
    /// How often it holds each term; of none, if none is counted.
    counts: Vec<u32>,
    /// Σ f · L(f + 1)
    repeated: u64,
    /// What a term adds to that which it holds so often already.
    steps: [u64; 16],
    /// What so many terms take if all differ.
    spreads: Known,
    /// What so many tokens cost.
    sizes: Known,
}

impl<'s> Piece<'s> {
    fn new(of: &'s Segmentation<'s>) -> Self {
        let is_described = of.topics.is_some() && !of.units.terms.is_empty();
        Self {
            of,
            tokens: 0,
            terms: 0..0,
            counts: vec![0; if is_described { of.units.below } else { 0 }],
            repeated: 0,
            steps: std::array::from_fn(|f| step(f as u64)),
            spreads: Known::default(),
            sizes: Known::default(),
        }
    }

    /// Takes all out of it. What is put in next ends before the unit `end`.
    fn clear(&mut self, end: usize) {
        for &term in self.of.units.terms.get(self.terms.clone()).unwrap_or_default() {
            if let Some(count) = self.counts.get_mut(term as usize) {
                *count = 0;
            }
        }
        let at = self.of.units.terms_from(end);
        (self.tokens, self.terms, self.repeated) = (0, at..at, 0);
    }

    /// Puts the unit `index` in front; `false` if the piece is too large then.
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
                let known = self.steps.get(*count as usize).copied();
                self.repeated += known.unwrap_or_else(|| step((*count).into()));
                *count += 1;
            }
            self.terms.start = from;
        }
        fits
    }

    fn cost(&mut self) -> u64 {
        let &Segmentation { units, target, band, costs, .. } = self.of;
        let size = self.sizes.of(self.tokens, |tokens| {
            let off = tokens.abs_diff(target) as u64;
            (costs.size * BIT).saturating_mul(off.saturating_mul(off)) / (band * band)
        });
        if !costs.describes || self.terms.is_empty() {
            return size;
        }
        // n · L(n + distinct)
        let spread = self.spreads.of(self.terms.len(), |n| n as u64 * log2_q16((n + units.distinct) as u64));
        size.saturating_add(spread.saturating_sub(self.repeated))
    }
}

/// What a function gives for small numbers, found out when it is first asked for, since it is asked for again and again.
#[derive(Default)]
struct Known(Vec<u64>);

impl Known {
    /// Of larger numbers it is not kept.
    const MOST: usize = 1 << 12;

    #[inline]
    fn of(&mut self, n: usize, function: impl Fn(usize) -> u64) -> u64 {
        if n >= self.0.len() && n < Self::MOST {
            self.0.extend((self.0.len()..=n).map(&function));
        }
        self.0.get(n).copied().unwrap_or_else(|| function(n))
    }
}

/// How much `f · L(f + 1)` grows if `f` does by one.
fn step(f: u64) -> u64 {
    (f + 1) * log2_q16(f + 2) - f * log2_q16(f + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topics::{
        costs::{BAND, BY_TOPIC},
        unit::Break,
    };
    use fastrand::Rng;
    use std::collections::BTreeMap;

    const BREAKS: [(Break, u64); 5] = [
        (Break::Heading, 0),
        (Break::BlankLine, 2),
        (Break::Newline, 8),
        (Break::Sentence, 16),
        (Break::Inside, 1 << 20),
    ];

    /// What the clause says a way of cutting costs, in bits of Q16; none if a piece is too large.
    fn cost(segmentation: &Segmentation<'_>, starts: &[usize]) -> Option<u64> {
        let units = &segmentation.units.units;
        let mut cost = 0;
        for (index, &start) in starts.iter().enumerate() {
            let piece = units.get(start..starts.get(index + 1).copied().unwrap_or(units.len()))?;
            let tokens: usize = piece.iter().map(|unit| unit.tokens()).sum();
            if tokens > segmentation.max && piece.len() > 1 {
                return None;
            }
            let off = tokens.abs_diff(segmentation.target) as u64;
            cost += (8 << 16) * off * off / (150 * 150);
            if start > 0 {
                let bits = BREAKS.iter().find(|(before, _)| *before == piece[0].before())?.1;
                cost += bits << 16;
            }
            let Some(topics) = &segmentation.topics else { continue };
            let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
            for &term in (start..start + piece.len()).flat_map(|unit| segmentation.units.terms_of(unit)) {
                *counts.entry(term).or_default() += 1;
            }
            let n: u64 = counts.values().sum();
            cost += n * log2_q16(n + segmentation.units.distinct as u64);
            cost -= counts.values().map(|f| f * log2_q16(f + 1)).sum::<u64>();
            if start > 0 {
                cost += 433 * topics.gaps.before(start);
                cost += log2_q16(segmentation.units.terms.len() as u64) / 2;
                cost += if topics.candidates.contains(start) { 0 } else { 4096 << 16 };
            }
        }
        Some(cost)
    }

    fn starts(segmentation: &Segmentation<'_>) -> Vec<usize> {
        segmentation.pieces().into_iter().map(|piece| piece.start).collect()
    }

    /// All ways to cut, one by one.
    fn cheapest(segmentation: &Segmentation<'_>) -> Vec<usize> {
        let count = segmentation.units.units.len();
        let all = (0..1_u32 << (count - 1)).map(|cuts| {
            let at = (1..count).filter(|unit| cuts >> (unit - 1) & 1 == 1);
            std::iter::once(0).chain(at).collect::<Vec<_>>()
        });
        let legal = all.filter_map(|starts| Some((cost(segmentation, &starts)?, starts)));
        // Of equal costs, the last piece with the earliest start, then the one before it.
        let best =
            legal.min_by_key(|(cost, starts)| (*cost, starts.iter().rev().copied().collect::<Vec<_>>()));
        best.unwrap().1
    }

    #[test]
    fn the_cheapest_of_all_ways_to_cut_is_found() {
        let mut random = Rng::with_seed(18);
        for round in 0..3_000 {
            let count = random.usize(1..=9);
            let most = [30, 200, 700][random.usize(..3)];
            let most_terms = [1, 12, 12][random.usize(..3)];
            let made_up: Vec<_> = (0..count)
                .map(|_| {
                    let terms = (0..random.usize(..most_terms)).map(|_| random.u32(..15)).collect();
                    (random.usize(1..most), BREAKS[random.usize(..5)].0, terms)
                })
                .collect();
            let units = Units::made_up(&made_up);
            let highest = 1 << random.u32(..17);
            let values = (0..count).map(|_| random.u32(..=highest)).collect();
            let gaps = Gaps::new(values, count);
            let candidates = OffsetSet::new(count, (0..count).filter(|_| random.bool()));
            let topics = (round % 3 > 0).then_some(Topics { gaps: &gaps, candidates: &candidates });
            let max = random.usize(100..600);
            let segmentation = Segmentation {
                units: &units,
                topics,
                max,
                target: max * 7 / 10,
                band: BAND,
                costs: BY_TOPIC,
                shared: random.bool(),
            };
            assert_eq!(starts(&segmentation), cheapest(&segmentation), "{made_up:?}");
        }
    }

    #[test]
    fn of_equal_cuts_the_earliest_start_wins() {
        // Two of three have the best size, and one is alone: the last piece takes in as much as it may.
        let units = Units::made_up(&vec![(175, Break::BlankLine, vec![]); 3]);
        let segmentation = Segmentation {
            units: &units,
            topics: None,
            max: 500,
            target: 350,
            band: BAND,
            costs: BY_TOPIC,
            shared: false,
        };
        assert_eq!(starts(&segmentation), [0, 1]);
    }

    // Those without tokens are all one piece, however many: there the ways never meet.
    #[test]
    fn two_threads_find_the_same_cuts() {
        let mut random = Rng::with_seed(19);
        for round in 0..1_500 {
            let count = if round == 0 { 2 * NEAR + 2 } else { random.usize(1..400) };
            let tokens = [0, 1, 30, 200][random.usize(..4)];
            let (most, breaks) = (random.usize(1..=20), random.usize(1..=4));
            let (tokens, most) = if round == 0 { (0, 1) } else { (tokens, most) };
            let made_up: Vec<_> = (0..count)
                .map(|_| {
                    (tokens + random.usize(..most), BREAKS[random.usize(..breaks)].0, vec![random.u32(..9)])
                })
                .collect();
            let units = Units::made_up(&made_up);
            let gaps = Gaps::new((0..count).map(|_| random.u32(..1 << 16)).collect(), count);
            let candidates = OffsetSet::new(count, (0..count).filter(|_| random.bool()));
            let is_told = random.bool();
            let [one, two] = [false, true].map(|shared| {
                let topics = is_told.then_some(Topics { gaps: &gaps, candidates: &candidates });
                let (units, target) = (&units, 350);
                starts(&Segmentation { units, topics, max: 500, target, band: BAND, costs: BY_TOPIC, shared })
            });
            assert!(one == two, "round {round}");
        }
    }
}
