//! `cargo xtask quality`: how well chunk-hybrid sees what people marked in `fixtures/hybrid/labelled`.

mod cross;
mod cross_phases;
mod found;
pub mod labels;
mod marks;
pub mod score;
mod segmentation;

use crate::{Answer, fit::corpus, rate::Rate};
use cross::Selected;
use found::Hybrid;
use marks::Marks;
use segmentation::{Errors, Joined, Topics, mean};
use std::{
    error::Error,
    path::{Path, PathBuf},
};

#[derive(clap::Args)]
pub struct Arguments {
    /// Measure semantic boundaries too, on text joined from the files of this folder
    path: Option<PathBuf>,
    /// List what fails in the documents that are not held back
    #[arg(long)]
    details: bool,
    /// Measure the labelled documents of this folder, instead of those of the repository
    #[arg(long, value_name = "FOLDER", conflicts_with = "path")]
    labelled: Vec<PathBuf>,
    /// Measure the selector on the labelled documents of `--labelled`, by models that are fitted to all documents but those
    /// of the same repository
    #[arg(long, requires = "labelled")]
    cross_validate: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let hybrid = Hybrid::new()?;
    if arguments.cross_validate {
        return cross_validate(arguments);
    }
    if let Some(folder) = arguments.labelled.first() {
        let marks = Marks::compare(&labels::read_folder(folder)?, &hybrid);
        let passes = print_marks(&[("labelled", &marks)]);
        if arguments.details {
            marks.failures.iter().for_each(|failure| println!("{failure}"));
        }
        return Ok(passes);
    }
    let tuning = Marks::compare(&labels::read("tuning")?, &hybrid);
    let held_back = Marks::compare(&labels::read("held-back")?, &hybrid);
    let passes = print_marks(&[("tuning", &tuning), ("held back", &held_back)]);
    if let Some(folder) = &arguments.path {
        print_segmentation(folder, &hybrid)?;
    }
    if arguments.details {
        println!("\nFailures in tuning/:");
        tuning.failures.iter().for_each(|failure| println!("{failure}"));
    }
    Ok(passes)
}

/// A word of the model of phases must stand in the documents of so many repositories.
const PHASE_WORDS: usize = 4;

/// Wanted of the selector on real documents.
const SELECTED: f64 = 0.85;

fn cross_validate(arguments: &Arguments) -> Answer {
    let mut documents = corpus::own()?;
    for folder in &arguments.labelled {
        documents.extend(corpus::read_documents(folder)?);
    }
    let selected = cross::validate(&documents);
    println!("{:<32} {:>18} {:>18} {:>8}", "left-out repositories", "by name alone", "by path", "wanted");
    let row = |what: &str, rates: [Rate; 2], wanted: Option<f64>| {
        let cells = rates
            .map(|rate| format!("{:.3} {:>11}", rate.value(), format!("({}/{})", rate.part, rate.whole)));
        let wanted = wanted.map_or(String::new(), |wanted| format!("{wanted:.2}"));
        println!("{what:<32} {:>18} {:>18} {wanted:>8}", cells[0], cells[1]);
    };
    let of = |measure: fn(&Selected) -> Rate| selected.each_ref().map(measure);
    row("selector", of(|selected| selected.all), Some(SELECTED));
    row("  unmixed documents", of(|selected| selected.unmixed), None);
    row("  mixed documents", of(|selected| selected.mixed), None);
    for tenth in 2..10 {
        let rates =
            selected.each_ref().map(|selected| selected.calibration.get(tenth).copied().unwrap_or_default());
        row(&format!("  right at confidence 0.{tenth}+"), rates, None);
    }
    let phases = cross_phases::validate(&documents, PHASE_WORDS, true);
    row("phase boundaries: F1", [phases.f1(); 2], Some(0.55));
    for ((wanted, taken), count) in &selected[0].taken {
        println!("  {wanted:<20} taken for {taken:<20} {count:>4}");
    }
    if arguments.details {
        selected[1].failures.iter().for_each(|failure| println!("{failure}"));
    }
    Ok(selected.iter().all(|selected| selected.all.value() >= SELECTED))
}

/// What is measured, how, and what is wanted of it.
type Measured = (&'static str, fn(&Marks) -> Rate, Option<f64>);

const MEASURED: [Measured; 16] = [
    ("selector", |marks| marks.selector, Some(0.95)),
    ("phase boundaries: precision", |marks| marks.phases.precision(), None),
    ("phase boundaries: recall", |marks| marks.phases.recall(), None),
    ("phase boundaries: F1", |marks| marks.phases.f1(), Some(0.85)),
    ("  their phases", |marks| marks.phase_names, None),
    ("preference signals: precision", |marks| marks.signals.precision(), None),
    ("preference signals: recall", |marks| marks.signals.recall(), None),
    ("preference signals: F1", |marks| marks.signals.f1(), Some(0.8)),
    ("  their decision types", |marks| marks.decision_types, None),
    ("  their options: precision", |marks| marks.options.precision(), None),
    ("  their options: recall", |marks| marks.options.recall(), None),
    ("  their options: F1", |marks| marks.options.f1(), Some(0.8)),
    ("steps: precision", |marks| marks.steps.precision(), None),
    ("steps: recall", |marks| marks.steps.recall(), None),
    ("steps: F1", |marks| marks.steps.f1(), Some(0.9)),
    ("  their types", |marks| marks.step_types, None),
];

/// Prints the table of some folders. Whether all have all that is wanted.
fn print_marks(folders: &[(&str, &Marks)]) -> bool {
    let row = |what: &str, cells: Vec<String>, wanted: &str| {
        let cells: String = cells.iter().map(|cell| format!(" {cell:>18}")).collect();
        println!("{what:<32}{cells} {wanted:>8}");
    };
    row("", folders.iter().map(|(name, _)| (*name).to_owned()).collect(), "wanted");
    let mut passes = true;
    for (what, measure, wanted) in MEASURED {
        let rates: Vec<Rate> = folders.iter().map(|(_, marks)| measure(marks)).collect();
        let cell =
            |rate: &Rate| format!("{:.3} {:>11}", rate.value(), format!("({}/{})", rate.part, rate.whole));
        let least = wanted.map_or(String::new(), |wanted| format!("{wanted:.2}"));
        row(what, rates.iter().map(cell).collect(), &least);
        passes &= wanted.is_none_or(|wanted| rates.iter().all(|rate| rate.value() >= wanted));
    }
    passes
}

/// Pk and WindowDiff of a text under some way to cut it.
type Segmented<'m> = &'m dyn Fn(&Joined) -> Result<Errors, Box<dyn Error>>;

/// Prints Pk and WindowDiff of our semantic boundaries beside those of cuts that know nothing of the text.
fn print_segmentation(folder: &Path, hybrid: &Hybrid) -> Result<(), Box<dyn Error>> {
    let other = segmentation::join(folder, Topics::OtherFile)?;
    let same = segmentation::join(folder, Topics::SameFile)?;
    println!(
        "\n{:<32} {:>18} {:>18}",
        "semantic boundaries in topics", "from other files", "from the same file"
    );
    println!("{:<32} {:>18} {:>18}", "", "Pk   WindowDiff", "Pk   WindowDiff");
    let row = |what: &str, errors: Segmented<'_>| {
        let cell = |texts: &[Joined]| -> Result<String, Box<dyn Error>> {
            let Errors { pk, window_diff } = mean(texts.iter().map(errors).collect::<Result<Vec<_>, _>>()?);
            Ok(format!("{pk:.3} {window_diff:>12.3}"))
        };
        println!("{what:<32} {:>18} {:>18}", cell(&other)?, cell(&same)?);
        Ok::<_, Box<dyn Error>>(())
    };
    row("chunk-hybrid", &|text| Ok(text.errors(&hybrid.semantic_cuts(&text.text)?)))?;
    row("random, as many as topics", &|text| {
        let mut random = fastrand::Rng::with_seed(1);
        Ok(mean((0..20).map(|_| text.errors(&text.random(&mut random)))))
    })?;
    row("even, as many as topics", &|text| Ok(text.errors(&text.even())))?;
    row("every paragraph", &|text| Ok(text.errors(&text.every_paragraph())))
}
