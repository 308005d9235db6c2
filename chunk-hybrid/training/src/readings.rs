//! `cargo training readings`: how often each row of the table of readings is right in labelled documents. A row that is right in less than
//! 0.95 has no place in the table, and neither has one that no document has and no clause names.

use crate::{
    Answer,
    fit::corpus::{self, Known},
    rate::Rate,
};
use chunk_core::LineIndex;
use chunk_hybrid::{
    ContentType, HybridPolicy,
    training::{Row, readings, rows},
};
use std::{ops::RangeInclusive, path::PathBuf};

#[derive(clap::Args)]
pub struct Arguments {
    /// Folders with labelled documents and a SOURCES.tsv
    #[arg(required = true)]
    folders: Vec<PathBuf>,
}

/// The share of its occurrences in which a row has to be right.
const LEAST: f64 = 0.95;

pub fn run(arguments: &Arguments) -> Answer {
    let documents = corpus::read_all(&arguments.folders)?;
    let mut rates: Vec<(Row, usize, Rate)> = rows().map(|row| (row, 0, Rate::default())).collect();
    for known in &documents {
        let content = HybridPolicy::default().read(known.document(true));
        let lines = LineIndex::new(content.text());
        for (row, span) in readings(&content) {
            let own = lines.line(span.start)..=lines.line(span.end.saturating_sub(1).max(span.start));
            let Some((_, count, rate)) = rates.iter_mut().find(|(other, ..)| *other == row) else { continue };
            *count += 1;
            for is_right in judged(known, &row, &own) {
                rate.count(is_right);
            }
        }
    }
    let mut passes = true;
    println!(
        "{:<10} {:<32} {:<14} {:>6} {:>12} {:>6}",
        "place", "phrase", "meaning", "found", "right", "share"
    );
    for (row, count, rate) in rates {
        let is_kept = if rate.whole == 0 { row.clause.is_some() || count > 0 } else { rate.value() >= LEAST };
        passes &= is_kept;
        let share = if rate.whole == 0 { "-".to_owned() } else { format!("{:.3}", rate.value()) };
        let right = format!("{}/{}", rate.part, rate.whole);
        let note = if is_kept { row.clause.unwrap_or_default() } else { "goes" };
        println!(
            "{:<10} {:<32} {:<14} {count:>6} {right:>12} {share:>6} {note}",
            row.place, row.phrase, row.meaning
        );
    }
    Ok(passes)
}

/// For each label that a reading bears on, whether it agrees with it. Of the lines `own`, the first is the heading's or label's.
fn judged(known: &Known, row: &Row, own: &RangeInclusive<usize>) -> Vec<bool> {
    let (labels, marks) = (&known.labels, &known.marks);
    let strategy = labels.strategy.as_str();
    let steps = |kind: &'static str| {
        let inside = labels.steps.iter().filter(|step| own.contains(&step.line));
        inside.map(move |step| step.kind == kind).collect()
    };
    let is_signal = |lines: &RangeInclusive<usize>| {
        marks
            .signals
            .iter()
            .any(|signal| signal.line.first() <= *lines.end() && signal.line.last() >= *lines.start())
    };
    let is_open = |lines: &RangeInclusive<usize>| marks.ambiguous.iter().any(|line| lines.contains(line));
    match row.meaning {
        "optional" => steps("optional"),
        "prerequisite" => steps("prerequisite"),
        // Lines that may or may not be steps are what is needed; any step is wrong.
        "material" if !labels.steps.is_empty() => {
            let needed = marks.ambiguous.iter().filter(|line| own.contains(line)).map(|_| true);
            needed.chain(steps("")).collect()
        }
        "aside" if strategy == "preference-signal" && !marks.signals.is_empty() => vec![!is_signal(own)],
        "decision" | "decisions" if matches!(row.place, "heading" | "label") => match strategy {
            "preference-signal" if marks.signals.is_empty() => Vec::new(),
            "preference-signal" if is_signal(own) => vec![true],
            "preference-signal" if !is_open(own) => vec![false],
            _ => Vec::new(),
        },
        // There are no labels of these.
        "outcome" | "task" | "reason" | "others" | "when" | "material" | "aside" => Vec::new(),
        _ if matches!(row.place, "heading" | "label") => {
            let below = own.start() + usize::from(row.place == "heading");
            let line = (below..=*own.end())
                .find(|line| known.text.lines().nth(line - 1).is_some_and(|text| !text.trim().is_empty()));
            let first = marks.phases.first().map(|phase| phase.phase.as_str());
            let begun = |line| marks.phases.iter().take_while(|phase| phase.line <= line).last();
            let phase = line.and_then(|line| begun(line).map(|phase| phase.phase.as_str()).or(first));
            phase.map(|phase| phase == row.meaning).into_iter().collect()
        }
        name => {
            let kind = ContentType::ALL.into_iter().find(|kind| kind.name() == name);
            let is_known = strategy != "mixed";
            kind.filter(|_| is_known).map(|kind| kind.strategy() == strategy).into_iter().collect()
        }
    }
}
