//! How well the chunks that a question finds hold its answers.

use super::{
    questions::{Asked, Place},
    rows::Row,
};
use std::ops::Range;

/// The shares of one question, each 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Shares {
    /// Of the answers, in characters, the part that is in the chunks.
    pub(super) recall: f64,
    /// Of the chunks, the part that is answer.
    pub(super) precision: f64,
    /// What is both, of what is either.
    pub(super) iou: f64,
}

/// One setting, measured by all questions.
#[derive(Debug, Default)]
pub(super) struct Measured {
    /// For each question, with its best `k` chunks.
    pub(super) best: Vec<Shares>,
    /// For each question, with as many of its best chunks as fit into the budget of tokens.
    pub(super) budget: Vec<Shares>,
    /// For each question, the precision if exactly the chunks with a part of an answer were found.
    pub(super) omega: Vec<f64>,
    /// How many answers no chunk holds whole.
    pub(super) cut: usize,
}

pub(super) fn measure(
    asked: &[Asked],
    rows: &[Row],
    ranked: &[Vec<usize>],
    k: usize,
    budget: usize,
) -> Measured {
    let mut measured = Measured::default();
    for (question, ranking) in asked.iter().zip(ranked) {
        let found = |count: usize| -> Vec<&Row> {
            ranking.iter().take(count).filter_map(|&number| rows.get(number)).collect()
        };
        let sizes = ranking.iter().filter_map(|&number| rows.get(number)).map(|row| row.size);
        let fitting = sizes
            .scan(0, |sum, size| {
                *sum += size;
                Some(*sum)
            })
            .take_while(|&sum| sum <= budget)
            .count();
        measured.best.push(shares(&question.answers, &found(k)));
        measured.budget.push(shares(&question.answers, &found(fitting)));
        let touching: Vec<&Row> =
            rows.iter().filter(|row| question.answers.iter().any(|answer| shared(answer, row) > 0)).collect();
        measured.omega.push(shares(&question.answers, &touching).precision);
        let is_whole = |answer: &Place| rows.iter().any(|row| shared(answer, row) == answer.chars.len());
        measured.cut += question.answers.iter().filter(|answer| !is_whole(answer)).count();
    }
    measured
}

fn shares(answers: &[Place], chunks: &[&Row]) -> Shares {
    let wanted = length(answers.iter().map(|answer| (answer.source.as_str(), answer.chars.clone())));
    // Text that two chunks hold is found once, but costs twice.
    let given: usize = chunks.iter().map(|row| row.chars().len()).sum();
    let both = answers.iter().flat_map(|answer| {
        let in_source = chunks.iter().filter(|row| row.source == answer.source);
        in_source.map(|row| (answer.source.as_str(), common(&answer.chars, &row.chars())))
    });
    let both = length(both) as f64;
    let share = |whole: usize| if whole == 0 { 0.0 } else { both / whole as f64 };
    let iou = both / (wanted as f64 + given as f64 - both).max(1.0);
    Shares { recall: share(wanted), precision: share(given), iou }
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
    if answer.source == row.source { common(&answer.chars, &row.chars()).len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(source: &str, start_char: usize, end_char: usize, size: usize) -> Row {
        Row { source: source.to_owned(), start_char, end_char, size, ..Row::default() }
    }

    fn asked(answers: &[(&str, Range<usize>)]) -> Asked {
        let place = |(source, chars): &(&str, Range<usize>)| Place {
            source: (*source).to_owned(),
            chars: chars.clone(),
        };
        Asked { question: String::new(), answers: answers.iter().map(place).collect() }
    }

    #[test]
    fn shares_are_those_counted_by_hand() {
        // The answer is the characters 10 to 30 of a; the chunks overlap from 15 to 20.
        let rows = [row("a", 0, 20, 5), row("a", 15, 40, 6), row("b", 10, 30, 7)];
        let measured = measure(&[asked(&[("a", 10..30)])], &rows, &[vec![2, 0, 1]], 2, 18);
        // Best two: b and 0..20 of a: 10 of 20 characters, 40 given.
        assert_eq!(measured.best, [Shares { recall: 0.5, precision: 0.25, iou: 10.0 / 50.0 }]);
        // In 18 tokens all three: 20 of 20, 65 given.
        assert_eq!(measured.budget, [Shares { recall: 1.0, precision: 20.0 / 65.0, iou: 20.0 / 65.0 }]);
        // The two chunks of a are 45 characters.
        assert_eq!(measured.omega, [20.0 / 45.0]);
        // Neither holds 10 to 30 whole.
        assert_eq!(measured.cut, 1);
    }

    #[test]
    fn a_budget_that_fits_nothing_finds_nothing() {
        let rows = [row("a", 0, 20, 5)];
        let measured = measure(&[asked(&[("a", 5..10), ("a", 7..12)])], &rows, &[vec![0]], 1, 4);
        assert_eq!(measured.budget, [Shares::default()]);
        // Two answers that overlap are 7 characters together.
        assert_eq!(measured.best[0], Shares { recall: 1.0, precision: 7.0 / 20.0, iou: 7.0 / 20.0 });
        assert_eq!(measured.cut, 0);
    }
}
