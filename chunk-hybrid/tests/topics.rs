//! Where topics are cut, by the clauses read word by word: every way to cut is tried, on words that mean nothing (H14.7, H18.10 to H18.15).
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use chunk_core::counters::CountWith;
use chunk_hybrid::{ChunkingConfig, ChunkingSystem, Document, SEMANTIC_BOUNDARY, Score};
use fastrand::Rng;
use std::{collections::BTreeMap, iter};

/// A paragraph or an item of a list.
struct Unit {
    /// Where it starts in the text.
    start: usize,
    tokens: u64,
    terms: Vec<u64>,
    /// What a cut before it costs by its place, in bits.
    bits: u64,
}

const BIT: u64 = 1 << 16;

/// `L(x)`
fn log2(x: u64) -> u64 {
    ((x as f64).log2() * 65_536.0).floor() as u64
}

/// A text of paragraphs, of which some end with a colon, and of lists; every word is a term.
fn text(random: &mut Rng) -> (String, Vec<Unit>) {
    let most_words = [20, 120, 400][random.usize(..3)];
    let different = random.u64(1..120);
    let (mut text, mut units) = (String::new(), Vec::new());
    let (mut in_list, mut is_introduced) = (false, false);
    for _ in 0..random.usize(2..9) {
        let is_item = random.bool();
        let bits = match (is_item, in_list, is_introduced) {
            (true, true, _) => 8,
            (true, false, true) => 16,
            _ => 2,
        };
        text.push_str(if is_item && in_list { "\n" } else { "\n\n" });
        let start = text.len();
        let terms: Vec<u64> = (0..random.usize(10..most_words)).map(|_| random.u64(..different)).collect();
        let words: Vec<String> = terms.iter().map(|term| format!("zq{term}")).collect();
        text.push_str(if is_item { "- " } else { "" });
        text.push_str(&words.join(" "));
        is_introduced = !is_item && random.bool();
        text.push_str(if is_introduced { ":" } else { "" });
        units.push(Unit { start, tokens: terms.len() as u64 + u64::from(is_item), terms, bits });
        in_list = is_item;
    }
    (text, units)
}

/// H18.11
fn likeness(units: &[Unit]) -> Vec<u64> {
    let df = |term| units.iter().filter(|unit| unit.terms.contains(&term)).count() as u64;
    let weight = |term| u128::from((log2(units.len() as u64 + 1) - log2(df(term))) >> 8);
    let block = |near_first: &mut dyn Iterator<Item = &Unit>| {
        let (mut vector, mut count) = (BTreeMap::<u64, u128>::new(), 0);
        for unit in near_first {
            if count >= 60 {
                break;
            }
            count += unit.terms.len();
            unit.terms.iter().for_each(|&term| *vector.entry(term).or_default() += weight(term));
        }
        vector
    };
    let of_gap = |gap: usize| {
        let sides = [block(&mut units[..gap].iter().rev()), block(&mut units[gap..].iter())];
        let dot: u128 = sides[0].iter().map(|(term, own)| own * sides[1].get(term).unwrap_or(&0)).sum();
        let [one, other] = sides.map(|side| side.values().map(|own| own * own).sum::<u128>());
        (dot << 16).checked_div((one * other).isqrt()).unwrap_or(0) as u64
    };
    (1..units.len()).map(of_gap).collect()
}

/// H18.12, in thousandths.
fn similarity(likeness: &[u64], gap: usize) -> u64 {
    let (own, count) = (likeness[gap], likeness.len() as u64);
    (1000 * 3 * own * count).checked_div(3 * own * count + 2 * likeness.iter().sum::<u64>()).unwrap_or(0)
}

/// H18.13 to H18.15: what it costs to cut before these units, the first of all among them; nothing where a piece is above `max`.
fn cost(units: &[Unit], likeness: &[u64], max: u64, starts: &[usize]) -> Option<u64> {
    let all: usize = units.iter().map(|unit| unit.terms.len()).sum();
    let different = terms(units).len() as u64;
    let target = if max < 500 { max * 7 / 10 } else { 350 };
    let mut cost = 0;
    for (index, &start) in starts.iter().enumerate() {
        let piece = &units[start..starts.get(index + 1).copied().unwrap_or(units.len())];
        let tokens: u64 = piece.iter().map(|unit| unit.tokens).sum();
        if tokens > max && piece.len() > 1 {
            return None;
        }
        let counts = terms(piece);
        let n: u64 = counts.values().sum();
        cost += n * log2(n + different) - counts.values().map(|f| f * log2(f + 1)).sum::<u64>();
        cost += 8 * BIT * tokens.abs_diff(target).pow(2) / (150 * 150);
        if start > 0 {
            let unasked = if similarity(likeness, start - 1) < 600 { 0 } else { 4096 };
            cost += 433 * likeness[start - 1] + log2(all as u64) / 2 + (piece[0].bits + unasked) * BIT;
        }
    }
    Some(cost)
}

fn terms(units: &[Unit]) -> BTreeMap<u64, u64> {
    let mut counts = BTreeMap::new();
    units.iter().flat_map(|unit| &unit.terms).for_each(|&term| *counts.entry(term).or_default() += 1);
    counts
}

#[test]
fn the_cheapest_of_all_ways_to_cut_is_found() {
    let mut random = Rng::with_seed(18);
    let mut cuts = 0;
    for _ in 0..1_000 {
        let max = [150, 500, 900][random.usize(..3)];
        let (text, units) = text(&mut random);
        let likeness = likeness(&units);
        if (1..units.len()).all(|unit| similarity(&likeness, unit - 1) >= 600)
            || units.iter().any(|unit| unit.tokens > max)
        {
            continue;
        }
        let ways = (0..1_u32 << (units.len() - 1)).filter_map(|cuts| {
            let at = (1..units.len()).filter(|unit| cuts >> (unit - 1) & 1 == 1);
            let starts: Vec<usize> = iter::once(0).chain(at).collect();
            // Of equal costs, the last piece with the earliest start, then the one before it.
            let from_last: Vec<usize> = starts.iter().rev().copied().collect();
            Some((cost(&units, &likeness, max, &starts)?, from_last))
        });
        let mut starts = ways.min().unwrap().1;
        starts.reverse();
        let config = ChunkingConfig::default().with_min_chunk_size(10).with_max_chunk_size(max as usize);
        let words = CountWith::new("words", |text: &str| text.split_ascii_whitespace().count());
        let system = ChunkingSystem::new(config).unwrap().with_counter(words);
        let found =
            system.chunk_with_strategy(&Document::new("a.md", &text), SEMANTIC_BOUNDARY).unwrap().chunks;
        let found_starts: Vec<usize> = found.iter().map(|chunk| chunk.place.start_byte).collect();
        assert_eq!(found_starts, starts.iter().map(|&unit| units[unit].start).collect::<Vec<_>>(), "{text}");
        cuts += starts.len() - 1;
        for (index, chunk) in found.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(units.len());
            let inside: Vec<u64> = (starts[index]..end - 1).map(|gap| similarity(&likeness, gap)).collect();
            let mean = inside.iter().sum::<u64>().checked_div(inside.len() as u64).unwrap_or(1000);
            assert_eq!(chunk.coherence_score, Some(Score::from_thousandths(mean)), "{text}");
        }
    }
    assert!(cuts > 500, "{cuts} are too few to tell anything");
}
