//! Which chunks a question finds first, by BM25 or by vectors that somebody else made, and how well they hold its answers.

use super::{
    anchor::lowercase,
    questions::Place,
    rows::{Row, by_source},
};
use serde::Serialize;
use std::{collections::BTreeMap, ops::Range};

/// What is measured of one question, or the means over several (`answers_cut` is their sum). All but that are shares, 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub(super) struct Scores {
    /// Of the best chunks: the part of the answers' characters that they hold,
    pub(super) recall: f64,
    /// the part of them that is answer,
    pub(super) precision: f64,
    /// and what is both, of what is either.
    pub(super) iou: f64,
    /// The precision if exactly the chunks with a part of an answer were found.
    pub(super) precision_omega: f64,
    /// As the first three, of as many of the best chunks as fit into the budget of tokens.
    pub(super) budget_recall: f64,
    pub(super) budget_precision: f64,
    pub(super) budget_iou: f64,
    /// How many answers no chunk holds whole.
    pub(super) answers_cut: usize,
}

impl Scores {
    pub(super) fn mean(all: &[Self]) -> Self {
        let mean = |of: fn(&Self) -> f64| all.iter().map(of).sum::<f64>() / all.len().max(1) as f64;
        Self {
            recall: mean(|one| one.recall),
            precision: mean(|one| one.precision),
            iou: mean(|one| one.iou),
            precision_omega: mean(|one| one.precision_omega),
            budget_recall: mean(|one| one.budget_recall),
            budget_precision: mean(|one| one.budget_precision),
            budget_iou: mean(|one| one.budget_iou),
            answers_cut: all.iter().map(|one| one.answers_cut).sum(),
        }
    }
}

/// Measures a question with these answers, that finds the chunks with these numbers, the best first.
pub(super) type Measure<'r> = Box<dyn Fn(&[Place], &[usize]) -> Scores + 'r>;

/// The measure of the chunks `rows`: of the `best` ones, and of as many as have no more tokens than the budget.
pub(super) fn measure(rows: &[Row], best: usize, budget: usize) -> Measure<'_> {
    let by_source = by_source(rows);
    Box::new(move |answers, ranking| {
        let ranked = || ranking.iter().filter_map(|&number| rows.get(number));
        let fitting = ranked().scan(0, |sum, row| {
            *sum += row.size;
            (*sum <= budget).then_some(row)
        });
        let [recall, precision, iou] = shares(answers, &ranked().take(best).collect::<Vec<_>>());
        let [budget_recall, budget_precision, budget_iou] = shares(answers, &fitting.collect::<Vec<_>>());
        let of = |answer: &Place| by_source.get(answer.source.as_str()).into_iter().flatten().copied();
        let mut touching: Vec<&Row> =
            answers.iter().flat_map(|answer| of(answer).filter(|row| shared(answer, row) > 0)).collect();
        touching.sort_by_key(|row| std::ptr::from_ref(*row));
        touching.dedup_by_key(|row| std::ptr::from_ref(*row));
        let [_, precision_omega, _] = shares(answers, &touching);
        let is_whole = |answer: &&Place| of(answer).any(|row| shared(answer, row) == answer.chars.len());
        let answers_cut = answers.len() - answers.iter().filter(is_whole).count();
        Scores {
            recall,
            precision,
            iou,
            precision_omega,
            budget_recall,
            budget_precision,
            budget_iou,
            answers_cut,
        }
    })
}

/// Recall, precision and the intersection over the union.
fn shares(answers: &[Place], chunks: &[&Row]) -> [f64; 3] {
    let wanted = length(answers.iter().map(|answer| (answer.source.as_str(), answer.chars.clone())));
    // Text that two chunks hold is found once, but costs twice.
    let given: usize = chunks.iter().map(|row| row.chars().len()).sum();
    let both = answers.iter().flat_map(|answer| {
        let in_source = chunks.iter().filter(|row| row.source == answer.source);
        in_source.map(|row| (answer.source.as_str(), common(&answer.chars, &row.chars())))
    });
    let both = length(both) as f64;
    let share = |whole: usize| if whole == 0 { 0.0 } else { both / whole as f64 };
    [share(wanted), share(given), both / (wanted as f64 + given as f64 - both).max(1.0)]
}

/// How many characters these places have together, each counted once.
fn length<'s>(places: impl Iterator<Item = (&'s str, Range<usize>)>) -> usize {
    let mut places: Vec<_> = places.filter(|(_, range)| !range.is_empty()).collect();
    places.sort_by_key(|(source, range)| (*source, range.start, range.end));
    let (mut sum, mut last) = (0, ("", 0));
    for (source, range) in places {
        let start = if last.0 == source { range.start.max(last.1) } else { range.start };
        sum += range.end.saturating_sub(start);
        last = (source, range.end.max(start));
    }
    sum
}

fn common(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    one.start.max(other.start)..one.end.min(other.end)
}

fn shared(answer: &Place, row: &Row) -> usize {
    common(&answer.chars, &row.chars()).len()
}

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
