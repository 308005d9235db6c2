//! Which chunks a question finds first: by BM25, or by vectors that somebody else made.

use super::{rows::Row, words::lowercase};
use std::collections::BTreeMap;

// The usual constants of BM25. It is written here because no crate of it is a better choice (2026-11-28): `bm25` needs a hash function that nobody
// maintains (fxhash), `rank-bm25` is a first version with other weights, `bm25x` maps files into memory, and `tantivy` is a whole search engine.
const K1: f64 = 1.2;
const B: f64 = 0.75;

/// The numbers of the chunks that a question finds, the best first.
pub(super) type Rank<'r> = Box<dyn Fn(&str) -> Vec<usize> + 'r>;

/// Finds the chunks that have a word of the question; of equals the first is the best.
pub(super) fn by_words(rows: &[Row]) -> Rank<'static> {
    // Which chunks have each word, and how often; and the length of each chunk in words, of the mean length.
    let mut places: BTreeMap<String, Vec<(usize, f64)>> = BTreeMap::new();
    let mut lengths = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let words = lowercase(row.embedded());
        lengths.push(words.len() as f64);
        for word in words {
            let rows = places.entry(word).or_default();
            match rows.last_mut() {
                Some((last, times)) if *last == number => *times += 1.0,
                _ => rows.push((number, 1.0)),
            }
        }
    }
    let count = lengths.len() as f64;
    let mean = lengths.iter().sum::<f64>() / count.max(1.0);
    lengths.iter_mut().for_each(|length| *length /= mean);
    Box::new(move |question| {
        let mut scores = vec![0.0; lengths.len()];
        for rows in lowercase(question).iter().filter_map(|word| places.get(word)) {
            let rare = (1.0 + (count - rows.len() as f64 + 0.5) / (rows.len() as f64 + 0.5)).ln();
            for &(row, times) in rows {
                let (Some(score), Some(length)) = (scores.get_mut(row), lengths.get(row)) else { continue };
                *score += rare * times * (K1 + 1.0) / (times + K1 * (1.0 - B + B * length));
            }
        }
        best_first(scores.into_iter().enumerate().filter(|&(_, score)| score > 0.0))
    })
}

/// The same by the cosine of vectors: of all chunks, as each has one.
pub(super) fn by_vectors(question: &[f32], rows: &[&[f32]]) -> Vec<usize> {
    let product = |one: &[f32], other: &[f32]| -> f64 {
        one.iter().zip(other).map(|(&x, &y)| f64::from(x) * f64::from(y)).sum()
    };
    // The length of the question's vector changes nothing in the order.
    let score = |row: &[f32]| product(question, row) / product(row, row).sqrt().max(f64::MIN_POSITIVE);
    best_first(rows.iter().map(|row| score(row)).enumerate())
}

fn best_first(scores: impl Iterator<Item = (usize, f64)>) -> Vec<usize> {
    let mut ranked: Vec<(usize, f64)> = scores.collect();
    ranked.sort_by(|(row, score), (other, others)| others.total_cmp(score).then(row.cmp(other)));
    ranked.into_iter().map(|(row, _)| row).collect()
}
