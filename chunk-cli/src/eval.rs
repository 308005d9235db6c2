//! `chunk eval`: which settings hold the answers to one's own questions, how sure that is, and what each setting costs.
//!
//! An answer is a place in a document, and so is a chunk: whether a chunk holds an answer needs no model to judge. Every setting makes
//! rows (`--format rows`), so that other programs can be tried in the same way.

mod anchor;
mod documents;
mod log;
mod measure;
mod page;
mod plot;
mod questions;
mod reanchor;
mod rows;
mod run;
mod structure;
mod suggest;
mod tried;
mod vectors;

use std::{num::NonZeroUsize, path::PathBuf};

const EXAMPLES: &str = "\
Examples:
  chunk eval docs
  chunk eval questions.jsonl docs --try 'markdown --chunk-size 400' --try 'tokens --max-tokens 256'
  chunk eval questions.jsonl docs --suggest chunk.toml --html report.html
  chunk eval questions.jsonl --reanchor docs-before docs > questions-now.jsonl

A question is a line of JSON:
  {\"question\": \"How long is a lease?\", \"answers\": [{\"source\": \"faq.md\", \"quote\": \"for ten minutes\"}]}";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Eval {
    /// Questions with the places of their answers, and the folder of documents; or the folder alone, to see what each setting cuts
    #[arg(value_name = "[QUESTIONS.jsonl] FOLDER", num_args = 1..=2, required = true)]
    paths: Vec<PathBuf>,
    /// A setting: a policy with its options; may be repeated, and the others are compared with the first
    /// [default: each policy for documents, in the sizes most in use]
    #[arg(long = "try", value_name = "POLICY OPTIONS")]
    tries: Vec<String>,
    /// Another program, {} being the folder: it prints a line of JSON for each chunk, with source (a path below the folder), text, and
    /// its place in code points, start_char and end_char, or no place, which then is that of its lines; may be repeated
    #[arg(long, value_name = "CMD")]
    try_cmd: Vec<String>,
    /// How many chunks are found for a question
    #[arg(long, value_name = "N", default_value = "5")]
    best: NonZeroUsize,
    /// How many tokens of chunks are found for a question, so that settings of different sizes are compared fairly
    #[arg(long, value_name = "TOKENS", default_value = "2000")]
    budget: NonZeroUsize,
    /// How many tokens the embedding model takes; what is above it is counted
    #[arg(long, value_name = "TOKENS", default_value = "512")]
    limit: NonZeroUsize,
    /// Find by vectors instead of words (BM25): lines {"hash", "vector"}, the hash being a row's embed_hash, or a question's SHA-256
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// A program that makes the vectors that are missing: it reads lines {"hash", "text"} and prints lines {"hash",
    /// "vector"}, which are added to the file of --vectors
    #[arg(long, value_name = "CMD")]
    embed_cmd: Option<String>,
    /// Write a page with tables and a plot; if the name ends with .svg, the plot alone
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// table: for a terminal; jsonl: a line for each setting; questions: a line for each setting and question, to see which it does not answer
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    /// Try a small grid of settings, and write the cheapest of the best into a new file of settings
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tries", "try_cmd"])]
    suggest: Option<PathBuf>,
    /// Instead, move the answers from the folder OLD to NEW, where its documents were edited, and print the questions with their places;
    /// the exit status is 1 if an answer is gone
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"])]
    #[arg(conflicts_with_all = ["tries", "try_cmd", "vectors", "embed_cmd", "html", "suggest"])]
    reanchor: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Table,
    Jsonl,
    Questions,
}
