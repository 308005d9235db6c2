//! `cargo training quality`: measures how well chunk-hybrid finds what people labelled in real documents.

pub mod cross;
pub mod labels;
mod marks;
pub mod score;

use crate::{Answer, fit::corpus, rate::Rate};
use chunk_hybrid::HybridPolicy;
use marks::{Elsewhere, Marks};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Arguments {
    /// List the failures
    #[arg(long)]
    details: bool,
    /// Measure the labelled documents of these folders; a SOURCES.tsv in each (name, repository, path) gives their paths
    #[arg(long, value_name = "FOLDER", num_args = 1.., required = true)]
    labelled: Vec<PathBuf>,
    /// Measure the documents of `--labelled` by ten-fold cross-validation: with models that are fitted to the documents of other
    /// repositories
    #[arg(long)]
    cross_validate: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let mut documents = corpus::read_all(&arguments.labelled)?;
    let marks = if arguments.cross_validate {
        documents.extend(corpus::own()?);
        cross::validate(&documents)?
    } else {
        [false, true].map(|with_path| Marks::compare(&documents, &HybridPolicy::default(), with_path))
    };
    let passes = print(&["by name alone", "by path"], &marks);
    if arguments.details {
        println!("\nFailures:");
        marks[0].failures.iter().for_each(|failure| println!("{failure}"));
    }
    Ok(passes)
}

/// A metric: its name, its rate, and the lowest rate that passes, for documents of repositories that were left out of the fit.
type Metric = (&'static str, fn(&Marks) -> Rate, Option<f64>);

const METRICS: [Metric; 19] = [
    ("another strategy: right", |marks| marks.others.precision(), Some(0.95)),
    ("another strategy: found", |marks| marks.others.recall(), Some(0.75)),
    ("documents of one kind", |marks| marks.unmixed, None),
    ("mixed ones, all sections", |marks| marks.mixed, None),
    ("phase boundaries: precision", |marks| marks.phases.precision(), None),
    ("phase boundaries: recall", |marks| marks.phases.recall(), None),
    ("phase boundaries: F1", |marks| marks.phases.f1(), Some(0.55)),
    ("  their phases", |marks| marks.phase_names, None),
    ("preference signals: precision", |marks| marks.signals.precision(), None),
    ("preference signals: recall", |marks| marks.signals.recall(), None),
    ("preference signals: F1", |marks| marks.signals.f1(), Some(0.7)),
    ("  their decision types", |marks| marks.decision_types, None),
    ("  their options: precision", |marks| marks.options.precision(), None),
    ("  their options: recall", |marks| marks.options.recall(), None),
    ("  their options: F1", |marks| marks.options.f1(), Some(0.7)),
    ("steps: precision", |marks| marks.steps.precision(), None),
    ("steps: recall", |marks| marks.steps.recall(), None),
    ("steps: F1", |marks| marks.steps.f1(), Some(0.88)),
    ("  their types", |marks| marks.step_types, None),
];

/// False findings in documents of other kinds: their name, their count, their own kind, and the limit per thousand words.
type FalseFindings = (&'static str, fn(Elsewhere) -> usize, &'static str, f64);

const FALSE_FINDINGS: [FalseFindings; 2] = [
    ("false signals", |found| found.signals, "preference-signal", 0.5),
    ("false steps", |found| found.steps, "step-based", 1.0),
];

/// Prints the table for some sets of documents; returns whether all pass.
fn print(names: &[&str], sets: &[Marks]) -> bool {
    let row = |what: &str, cells: Vec<String>, wanted: &str| {
        let cells: String = cells.iter().map(|cell| format!(" {cell:>18}")).collect();
        println!("{what:<34}{cells} {wanted:>8}");
    };
    let of = |rate: Rate| format!("{:.3} {:>11}", rate.value(), format!("({}/{})", rate.part, rate.whole));
    row("", names.iter().map(|name| (*name).to_owned()).collect(), "wanted");
    let mut passes = true;
    for (what, measure, wanted) in METRICS {
        let rates: Vec<Rate> = sets.iter().map(measure).collect();
        let least = wanted.map_or(String::new(), |wanted| format!("{wanted:.2}"));
        row(what, rates.iter().map(|rate| of(*rate)).collect(), &least);
        passes &= wanted.is_none_or(|wanted| rates.iter().all(|rate| rate.value() >= wanted));
    }
    for (what, measure, own_kind, most) in FALSE_FINDINGS {
        let thousandth = |found: Elsewhere| Rate { part: 1000 * measure(found), whole: found.words };
        let all: Vec<Rate> = sets.iter().map(|marks| thousandth(marks.elsewhere_but(own_kind))).collect();
        let shown = |rate: &Rate| format!("{:.3} {:>11}", rate.value(), format!("({})", rate.part / 1000));
        row(&format!("{what} a thousand words"), all.iter().map(shown).collect(), &format!("{most:.2}"));
        passes &= all.iter().all(|rate| rate.value() < most);
        for kind in chunk_hybrid::STRATEGIES.iter().filter(|kind| **kind != own_kind) {
            let found = sets.iter().map(|marks| marks.elsewhere.get(*kind).copied().unwrap_or_default());
            let cells = found.map(|found| shown(&thousandth(found))).collect();
            row(&format!("  in {kind}"), cells, "");
        }
    }
    passes
}
