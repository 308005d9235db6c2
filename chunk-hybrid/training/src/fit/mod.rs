//! `cargo training fit`: fits the models of chunk-hybrid and writes their weights, the same bytes on every machine. `--extract`
//! first extracts the rows of real documents anew; the repository contains only numbers and labels of these.

#![allow(
    clippy::indexing_slicing,
    reason = "feature numbers are indices throughout: one out of range must stop the fit"
)]

pub mod chain;
pub mod corpus;
pub mod kind;
pub mod lines;
mod minimize;
pub mod phases;
mod reread;
pub mod rows;
pub mod train;

use crate::{Answer, root};
use chunk_hybrid::training::Vocabulary;
use rows::Rows;
use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fs,
    path::PathBuf,
};

#[derive(clap::Args)]
pub struct Arguments {
    /// Extract the rows of real documents anew from these folders, which have labelled documents and a SOURCES.tsv, or a folder
    /// for each strategy
    #[arg(long, value_name = "FOLDER", num_args = 1..)]
    extract: Vec<PathBuf>,
    /// Write nothing; fail if the weights are not what the fit gives
    #[arg(long)]
    check: bool,
}

const HEAD: &str =
    "# What features weigh, in 1/1024 bit: 1024 doubles the odds. Made by `cargo training fit`.\n";

pub fn run(arguments: &Arguments) -> Answer {
    let rows = root().join("fixtures/hybrid/rows.gz");
    let weights = root().join("chunk-hybrid/src/model/weights.tsv");
    if !arguments.extract.is_empty() {
        let documents = corpus::read_all(&arguments.extract)?;
        let vocabulary = kind::vocabulary(&documents);
        let groups = rows::groups(documents.iter());
        let mut own = Rows::default();
        own.add(documents.iter(), &groups, &vocabulary);
        let (count, repositories) = (documents.len(), groups.len());
        rows::write(&rows, &vocabulary, &own)?;
        println!("{}: {count} documents of {repositories} repositories", rows.display());
    }
    let text = fit(&rows)?;
    let same = fs::read_to_string(&weights).is_ok_and(|before| before == text);
    if arguments.check {
        println!(
            "{}: {}",
            weights.display(),
            if same { "as fitted" } else { "not what is fitted: run `cargo training fit`" }
        );
        return Ok(same);
    }
    fs::write(&weights, text)?;
    println!("{}: {}", weights.display(), if same { "unchanged" } else { "written" });
    Ok(true)
}

/// The text of the weights file, fitted to the rows of a file and to this repository's own documents.
fn fit(rows: &std::path::Path) -> Result<String, Box<dyn Error>> {
    let (vocabulary, mut all) = rows::read(rows)?;
    all.add(corpus::own()?.iter(), &BTreeMap::new(), &vocabulary);
    Ok(file(&vocabulary, &all.sections(|_| true)))
}

/// How sure, in thousandths, the classification has to be of another strategy than `semantic-boundary`. By cross-validation: 0.960 of such
/// choices are right, and 0.750 of such documents are found; by path 0.954 and 0.760.
const LEAST_CONFIDENCE: u64 = 700;

/// The text of the weights file with these sections. Words without a weight are left out of its vocabulary.
pub fn file(vocabulary: &Vocabulary, sections: &str) -> String {
    let used: BTreeSet<&str> = sections
        .lines()
        .filter_map(|line| line.split('\t').next()?.split_once(':'))
        .map(|(_, term)| term)
        .collect();
    let mut text = format!("{HEAD}[vocabulary]\n");
    for word in (0..).map_while(|number| vocabulary.word(number)).filter(|word| used.contains(word)) {
        text += word;
        text.push('\n');
    }
    format!("{text}{sections}[choice]\t{LEAST_CONFIDENCE}\n")
}
