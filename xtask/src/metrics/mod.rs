//! `cargo xtask metrics PATH`: measures the Markdown contract's success metrics over the documents of a folder.

mod inlines;
mod laws;

use crate::{Answer, rate::Rate};
use chunk_markdown::{MarkdownConfig, MarkdownPolicy, Packing};
use ignore::WalkBuilder;
use laws::{File, Metrics};
use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
};

#[derive(clap::Args)]
pub struct Arguments {
    /// A folder of Markdown documents
    path: PathBuf,
}

/// Prints each metric for both packings; returns whether each reaches the contract's goal.
pub fn run(arguments: &Arguments) -> Answer {
    let files = read(&arguments.path)?;
    let [strict, sections] =
        [Packing::Strict, Packing::Sections].map(|packing| Metrics::measure(&policy(packing), &files));
    let (strict, sections) = (strict?, sections?);
    println!(
        "{:<44} {:>18} {:>18} {:>7}",
        format!("{} documents", files.len()),
        "strict",
        "sections",
        "wanted"
    );
    let mut passes = true;
    for (what, measure, wanted) in METRICS {
        let (strict, sections) = (measure(&strict), measure(&sections));
        // Strict packing makes a chunk of each section (rule 1), so it has no goal for sizes (M12).
        let judged = if what == IN_SIZE { vec![sections] } else { vec![strict, sections] };
        passes &= judged.iter().all(|rate| rate.value() >= wanted);
        println!("{what:<44} {:>18} {:>18} {wanted:>7.2}", cell(strict), cell(sections));
    }
    Ok(passes)
}

/// A metric: its name, its rate, and the lowest rate that passes.
type Metric = (&'static str, fn(&Metrics) -> Rate, f64);

const IN_SIZE: &str = "500 to 1000 tokens, where a document has them";

const METRICS: [Metric; 5] = [
    ("same bytes again", |metrics| metrics.deterministic, 1.0),
    ("no end in mid-sentence", |metrics| metrics.at_sentence_ends, 1.0),
    ("cited by file, lines and id", |metrics| metrics.cited, 1.0),
    (IN_SIZE, |metrics| metrics.in_size, 0.95),
    ("overlap of 50 to 100 tokens, or all there is", |metrics| metrics.overlapping, 1.0),
];

fn cell(rate: Rate) -> String {
    format!("{:.3} {:>12}", rate.value(), format!("({}/{})", rate.part, rate.whole))
}

fn policy(packing: Packing) -> MarkdownPolicy {
    let mut config = MarkdownConfig::default();
    config.packing = packing;
    MarkdownPolicy::new(config).unwrap_or_default()
}

fn read(folder: &Path) -> Result<Vec<File>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in WalkBuilder::new(folder).standard_filters(false).sort_by_file_path(Ord::cmp).build() {
        let path = entry?.into_path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let name = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
            files.push((
                name,
                fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?,
            ));
        }
    }
    Ok(files)
}
