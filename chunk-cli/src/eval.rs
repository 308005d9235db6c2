//! `chunk eval`: which settings hold the answers to one's own questions, how sure that is, and what each setting costs.
//!
//! An answer is a place in a document, and so is a chunk: whether a chunk holds an answer needs no model to judge. Every setting makes
//! rows (`--format rows`), so that other programs can be tried in the same way.

mod anchor;
mod bootstrap;
mod churn;
mod documents;
mod measure;
mod page;
mod questions;
mod rank;
mod reanchor;
mod rows;
mod structure;
mod suggest;
mod table;
mod tried;
mod vectors;

use crate::{
    console::{print, say},
    error::{Error, Verdict, cannot, trouble},
    report::counted,
    shown::shown,
};
use chunk_core::jsonl::write_record;
use documents::Documents;
use rows::{Row, Try};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
use tried::Tried;

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
    /// A setting: a policy with its options, split at spaces; may be repeated, and the others are compared with the first
    /// [default: each policy for documents, in the sizes most in use]
    #[arg(long = "try", value_name = "POLICY OPTIONS")]
    tries: Vec<String>,
    /// Another program that prints rows, split at spaces, {} being the folder; may be repeated
    #[arg(long, value_name = "CMD")]
    try_cmd: Vec<String>,
    /// How many chunks are found for a question
    #[arg(long, value_name = "N", default_value_t = 5)]
    best: usize,
    /// How many tokens of chunks are found for a question, which compares settings of different sizes fairly
    #[arg(long, value_name = "TOKENS", default_value_t = 2000)]
    budget: usize,
    /// How many tokens the embedding model takes; what is above it is counted
    #[arg(long, value_name = "TOKENS", default_value_t = 512)]
    limit: usize,
    /// Find by vectors instead of words: lines {"hash", "vector"}, the hash being a row's embed_hash, or a question's SHA-256
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// A program that makes the vectors that are missing: it reads lines {"hash", "text"} and prints lines {"hash", "vector"}
    #[arg(long, value_name = "CMD")]
    embed_cmd: Option<String>,
    /// Write a page with tables and a plot; if the name ends with .svg, the plot alone
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// table: for a terminal; jsonl: a line for each setting
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    /// Try a small grid of settings, and write the cheapest of the best into a new file of settings
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tries", "try_cmd"])]
    suggest: Option<PathBuf>,
    /// Print the questions with the places that their answers have in NEW
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"])]
    reanchor: Vec<PathBuf>,
    /// What the draws of the intervals start from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Table,
    Jsonl,
}

/// What is tried if nothing is named.
const DEFAULTS: [&str; 5] = [
    "markdown",
    "markdown --chunk-size 400 --chunk-overlap 0",
    "tokens",
    "tokens --max-tokens 256",
    "hybrid",
];

/// Keeps the chunks of documents that every setting takes, so that all are asked about the same; returns the names of the others.
fn keep_common(made: &mut [(Vec<Row>, Try)]) -> BTreeSet<String> {
    let sources = |rows: &[Row]| -> BTreeSet<String> { rows.iter().map(|row| row.source.clone()).collect() };
    let each: Vec<BTreeSet<String>> = made.iter().map(|(rows, _)| sources(rows)).collect();
    let all: BTreeSet<String> = each.iter().flatten().cloned().collect();
    let left_out: BTreeSet<String> =
        all.into_iter().filter(|source| each.iter().any(|sources| !sources.contains(source))).collect();
    for (rows, _) in made {
        rows.retain(|row| !left_out.contains(&row.source));
    }
    left_out
}

impl Eval {
    pub(crate) fn run(&self, quiet: bool) -> Result<Verdict, Error> {
        let note = |line: &str| {
            if !quiet {
                say(line)
            }
        };
        if let [old, new] = self.reanchor.as_slice() {
            return self.move_answers(old, new);
        }
        let (asked, folder) = match self.paths.as_slice() {
            [questions, folder] => (Some(questions), folder),
            [folder] => (None, folder),
            _ => return trouble("eval takes a file of questions and a folder, or a folder"),
        };
        let documents = Documents::below(folder)?;
        let asked = match asked {
            Some(path) => {
                let questions = questions::read(path)?;
                let asked =
                    questions::anchored(&questions, &documents, &mut |line| note(&format!("note: {line}")));
                let (all, found) = (questions.len(), asked.len());
                if asked.is_empty() {
                    return trouble(format!(
                        "none of the answers of {} is in {}",
                        shown(path),
                        shown(folder)
                    ));
                }
                note(&format!("{found} of {} with answers in {}", counted(all, "question"), shown(folder)));
                asked
            }
            None => Vec::new(),
        };
        let mut made = Vec::new();
        for setting in self.settings() {
            made.push((setting.rows(folder)?, setting));
        }
        let left_out = keep_common(&mut made);
        if !left_out.is_empty() {
            let first = left_out.iter().next().map_or("", String::as_str);
            note(&format!(
                "note: {} that not every setting takes are left out, such as {first}",
                counted(left_out.len(), "document")
            ));
        }
        if made.iter().any(|(rows, _)| rows.is_empty()) {
            return trouble(format!("the settings have no document of {} in common", shown(folder)));
        }
        let mut tried = Vec::new();
        for (rows, setting) in made {
            tried.push(Tried::new(setting, &rows, &documents, &asked, self)?);
        }
        self.report(&tried, asked.len())?;
        match (&self.suggest, asked.is_empty()) {
            (Some(_), true) => {
                trouble("--suggest needs questions: without them no setting is better than another")
            }
            (Some(path), false) => suggest::write(path, &tried, self.seed),
            (None, _) => Ok(Verdict::Well),
        }
    }

    fn settings(&self) -> Vec<Try> {
        let own = self.tries.iter().cloned().map(Try::Policy);
        let named: Vec<Try> = own.chain(self.try_cmd.iter().cloned().map(Try::Program)).collect();
        let all = |words: &[&str]| words.iter().map(|&words| Try::Policy(words.to_owned())).collect();
        match (named.is_empty(), &self.suggest) {
            (false, _) => named,
            (true, Some(_)) => all(&suggest::GRID),
            (true, None) => all(&DEFAULTS),
        }
    }

    fn report(&self, tried: &[Tried], questions: usize) -> Result<(), Error> {
        if let Some(path) = &self.html {
            let page = match path.extension().is_some_and(|extension| extension == "svg") {
                true => page::plot(tried, self.seed),
                false => page::render(tried, questions, self),
            };
            fs::write(path, page).map_err(cannot("write", shown(path)))?;
        }
        let out = match self.format {
            Format::Table => tried::tables(tried, questions, self).into_bytes(),
            Format::Jsonl => {
                let mut out = Vec::new();
                for line in tried::lines(tried, self.seed) {
                    write_record(&mut out, &line).map_err(cannot("write", "a line"))?;
                }
                out
            }
        };
        print(&out).map(|_| ())
    }

    fn move_answers(&self, old: &Path, new: &Path) -> Result<Verdict, Error> {
        let [questions] = self.paths.as_slice() else {
            return trouble("--reanchor OLD NEW takes one file of questions, and no folder besides the two");
        };
        let questions = questions::read(questions)?;
        let mut gone = 0;
        let documents = Documents::below(old)?;
        let moved = reanchor::reanchored(&questions, &documents, new, &mut |line| {
            gone += 1;
            say(&format!("warning: {line}"));
        })?;
        let mut out = Vec::new();
        for question in &moved {
            write_record(&mut out, question).map_err(cannot("write", "a question"))?;
        }
        print(&out)?;
        Ok(if gone == 0 { Verdict::Well } else { Verdict::No })
    }
}
