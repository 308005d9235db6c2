//! `cargo xtask sizes`: measures, over the contracts of this repository, what sizes and overlaps cost, for the table of
//! docs/sizes.md; and how many ids and hashes change when a line is added at the top of each, for docs/updates.md.

use crate::{Answer, generated, root};
use chunk_markdown::{MarkdownConfig, MarkdownPolicy, Packing};
use chunk_tokens::{TokenConfig, TokenPolicy};
use std::{collections::BTreeSet, error::Error, fs};

#[derive(clap::Args)]
pub struct Arguments {
    /// Write nothing; fail if a page has other numbers
    #[arg(long)]
    check: bool,
}

/// Size, overlap, and whether small sections share a chunk.
const MARKDOWN: [(usize, usize, bool); 8] = [
    (500, 0, false),
    (500, 50, false),
    (500, 100, false),
    (800, 0, false),
    (800, 100, false),
    (1000, 0, false),
    (1000, 100, false),
    (800, 100, true),
];
const TOKENS: [usize; 4] = [256, 512, 1024, 2048];

pub type Documents = Vec<(String, String)>;

pub fn run(arguments: &Arguments) -> Answer {
    let documents = contracts()?;
    let mut is_well = true;
    for (page, text) in [("docs/sizes.md", table(&documents)?), ("docs/updates.md", changes(&documents)?)] {
        is_well &= generated::part(page, &text, "cargo xtask sizes", arguments.check)?;
    }
    Ok(is_well)
}

/// The names and texts of this repository's contracts.
pub fn contracts() -> Result<Documents, Box<dyn Error>> {
    let mut documents = Documents::new();
    for entry in fs::read_dir(root().join("docs/contracts"))? {
        let entry = entry?;
        documents.push((entry.file_name().to_string_lossy().into_owned(), fs::read_to_string(entry.path())?));
    }
    documents.sort();
    Ok(documents)
}

fn table(documents: &Documents) -> Result<String, Box<dyn Error>> {
    let bytes: usize = documents.iter().map(|(_, text)| text.len()).sum();
    let mut table =
        format!("\nOver the {} contracts of this repository, {} kB:\n\n", documents.len(), bytes / 1000);
    table += "| policy | size | overlap | chunks | median tokens | tokens embedded | more than without |\n";
    table += "|---|---:|---:|---:|---:|---:|---:|\n";
    let mut without = 0;
    for (size, overlap, is_packed) in MARKDOWN {
        let policy = markdown(size, overlap, is_packed)?;
        let mut sizes = Vec::new();
        for (path, text) in documents {
            sizes.extend(policy.chunks(path, text)?.chunks.iter().map(|chunk| chunk.tokens));
        }
        let sum: usize = sizes.iter().sum();
        if overlap == 0 {
            without = sum;
        }
        let (name, more) = match (is_packed, overlap) {
            (true, _) => ("markdown, `--packing sections`", String::new()),
            (_, 0) => ("markdown", String::new()),
            _ => ("markdown", format!(" {}%", ((sum - without) * 100 + without / 2) / without)),
        };
        table += &row(name, size, overlap, sizes, &more);
    }
    for size in TOKENS {
        let policy = TokenPolicy::new(TokenConfig::default().with_max_tokens(size))?;
        let counts = |(_, text): &(String, String)| {
            policy.chunks(text).into_iter().map(|chunk| chunk.token_count).collect::<Vec<_>>()
        };
        table += &row("tokens", size, 0, documents.iter().flat_map(counts).collect(), "");
    }
    Ok(table + "\n")
}

fn markdown(size: usize, overlap: usize, is_packed: bool) -> Result<MarkdownPolicy, Box<dyn Error>> {
    let config = MarkdownConfig::default().with_chunk_size(size).with_chunk_overlap(overlap);
    let packing = if is_packed { Packing::Sections } else { Packing::Strict };
    Ok(MarkdownPolicy::new(config.with_packing(packing))?)
}

fn row(policy: &str, size: usize, overlap: usize, mut sizes: Vec<usize>, more: &str) -> String {
    sizes.sort_unstable();
    let median = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
    let sum = thousands(sizes.iter().sum());
    format!("| {policy} | {size} | {overlap} | {} | {} | {sum} |{more} |\n", sizes.len(), thousands(median))
}

fn thousands(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

/// A sentence that says how many ids and content hashes change when a line is added at the top.
fn changes(documents: &Documents) -> Result<String, Box<dyn Error>> {
    let policy = MarkdownPolicy::default();
    let (mut ids, mut hashes, mut all) = (0, 0, 0);
    for (path, text) in documents {
        let before = policy.chunks(path, text)?.chunks;
        let longer = format!("A line more.\n\n{text}");
        let after = policy.chunks(path, &longer)?.chunks;
        let own: BTreeSet<_> = after.iter().map(|chunk| chunk.chunk_id.to_string()).collect();
        let bodies: BTreeSet<_> = after.iter().map(|chunk| chunk.chunk_hash.to_string()).collect();
        all += before.len();
        ids += before.iter().filter(|chunk| !own.contains(&chunk.chunk_id.to_string())).count();
        hashes += before.iter().filter(|chunk| !bodies.contains(&chunk.chunk_hash.to_string())).count();
    }
    Ok(format!(
        "\nOf the {all} chunks of `chunk markdown docs/contracts`, a line more at the top of every file changes {ids} `chunk_id`s and\n\
         {hashes} `chunk_hash`es.\n\n"
    ))
}
