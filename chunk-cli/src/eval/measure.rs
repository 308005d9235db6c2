//! How well the chunks that a question finds hold its answers.

use super::{
    questions::Place,
    rows::{Row, by_source},
};
use serde::Serialize;
use std::ops::Range;

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
