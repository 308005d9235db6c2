use super::*;
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
        let tokens: usize = piece.iter().map(|unit| unit.tokens).sum();
        if tokens > segmentation.max && piece.len() > 1 {
            return None;
        }
        let off = tokens.abs_diff(segmentation.target) as u64;
        cost += (8 << 16) * off * off / (150 * 150);
        if start > 0 {
            let bits = BREAKS.iter().find(|(before, _)| *before == piece[0].before)?.1;
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
            cost += if topics.candidates[start] { 0 } else { 4096 << 16 };
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
    let best = legal.min_by_key(|(cost, starts)| (*cost, starts.iter().rev().copied().collect::<Vec<_>>()));
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
        let candidates: Vec<bool> = (0..count).map(|_| random.bool()).collect();
        let topics = (round % 3 > 0).then_some(Topics { gaps: &gaps, candidates: &candidates });
        let max = random.usize(100..600);
        let segmentation =
            Segmentation { units: &units, topics, max, target: max * 7 / 10, band: BAND, costs: BY_TOPIC };
        assert_eq!(starts(&segmentation), cheapest(&segmentation), "{made_up:?}");
    }
}

#[test]
fn of_equal_cuts_the_earliest_start_wins() {
    // Two of three have the best size, and one is alone: the last piece takes in as much as it may.
    let units = Units::made_up(&vec![(175, Break::BlankLine, vec![]); 3]);
    let segmentation =
        Segmentation { units: &units, topics: None, max: 500, target: 350, band: BAND, costs: BY_TOPIC };
    assert_eq!(starts(&segmentation), [0, 1]);
}
