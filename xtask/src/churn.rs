//! `cargo xtask churn`: measures how much of a document has to be embedded again after one sentence is edited, for each
//! policy and for fixed-size and recursive splitters. All get the same edits of the same documents; chunk-backlog gets each
//! as a work item, chunk-recorder as a log of terminal output with an event for each line.

use crate::{Answer, root};
use chunk_backlog::BacklogPolicy;
use chunk_core::{Chunk, ContentHash, Policy, SentenceRules, Source, paragraphs, sentences};
use chunk_hybrid::ChunkingSystem;
use chunk_markdown::MarkdownPolicy;
use chunk_recorder::RecorderPolicy;
use chunk_tokens::TokenPolicy;
use fastrand::Rng;
use ignore::WalkBuilder;
use std::{collections::BTreeSet, fs, ops::Range, path::PathBuf};
use text_splitter::{ChunkConfig, TextSplitter};

#[derive(clap::Args)]
pub struct Arguments {
    /// The folder whose Markdown files are edited; by default, the workspace
    path: Option<PathBuf>,
    /// How many edits, of documents drawn at random
    #[arg(long, default_value_t = 1000)]
    edits: usize,
}

/// Sizes of the peers in characters: about the 800 tokens of the Markdown contract, and its overlap of 100.
const SIZE: usize = 3200;
const OVERLAP: usize = 400;

/// The path of each document, which is that of a work item, for chunk-backlog.
const PATH: &str = "products/pages/items/page.md";

/// Returns the texts of a document's chunks; `None` if it refuses the document.
type Chunker = Box<dyn Fn(&str) -> Option<Vec<String>>>;

/// What edits made new.
#[derive(Default)]
struct Churn {
    /// The number of new chunks, for each edit.
    new_chunks: Vec<usize>,
    /// The characters of all new chunks.
    new_characters: usize,
    /// All chunks of all edited documents.
    all_chunks: usize,
}

pub fn run(arguments: &Arguments) -> Answer {
    let folder = arguments.path.clone().unwrap_or_else(|| root().to_owned());
    let chunkers = chunkers()?;
    let mut documents = documents(&folder);
    let found = documents.len();
    // A page whose frontmatter is not YAML, such as a template's, is an error for two policies.
    documents.retain(|(text, _)| chunkers.iter().all(|(_, chunker)| chunker(text).is_some()));
    if documents.is_empty() {
        return Err(format!("{}: no Markdown file of two sentences and more", folder.display()).into());
    }
    let mut churns: Vec<Churn> = chunkers.iter().map(|_| Churn::default()).collect();
    let mut random = Rng::with_seed(16);
    for number in 0..arguments.edits {
        let Some((text, sentences)) = documents.get(random.usize(..documents.len())) else { continue };
        let Some(sentence) = sentences.get(random.usize(..sentences.len())) else { continue };
        let edited = edit(text, sentence.clone(), number);
        for ((name, chunker), churn) in chunkers.iter().zip(&mut churns) {
            let (Some(before), Some(after)) = (chunker(text), chunker(&edited)) else {
                return Err(
                    format!("{name} refuses a document in which a sentence was edited:\n{edited}").into()
                );
            };
            let before: BTreeSet<_> = before.iter().map(ContentHash::of).collect();
            churn.all_chunks += after.len();
            let new: Vec<_> = after.iter().filter(|text| !before.contains(&ContentHash::of(text))).collect();
            churn.new_characters += new.iter().map(|text| text.chars().count()).sum::<usize>();
            churn.new_chunks.push(new.len());
        }
    }
    println!(
        "{} edits of a sentence in {} documents ({} refused): chunks to be embedded again",
        arguments.edits,
        documents.len(),
        found - documents.len()
    );
    println!(
        "{:<42} {:>8} {:>6} {:>6} {:>6} {:>12} {:>12}",
        "", "mean", "p50", "p99", "most", "of chunks", "characters"
    );
    for ((name, _), churn) in chunkers.iter().zip(&mut churns) {
        churn.new_chunks.sort_unstable();
        let edits = churn.new_chunks.len().max(1);
        let percentile =
            |percent: usize| churn.new_chunks.get((edits - 1) * percent / 100).copied().unwrap_or_default();
        println!(
            "{name:<42} {:>8.2} {:>6} {:>6} {:>6} {:>12.1} {:>12.0}",
            churn.new_chunks.iter().sum::<usize>() as f64 / edits as f64,
            percentile(50),
            percentile(99),
            percentile(100),
            churn.all_chunks as f64 / edits as f64,
            churn.new_characters as f64 / edits as f64,
        );
    }
    Ok(true)
}

/// The texts of the Markdown files, each with the ranges of its sentences, in the order of their paths.
fn documents(folder: &PathBuf) -> Vec<(String, Vec<Range<usize>>)> {
    let walk = WalkBuilder::new(folder).sort_by_file_name(Ord::cmp).build();
    let files = walk.filter_map(Result::ok).map(ignore::DirEntry::into_path);
    let markdown = files.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let texts = markdown.filter_map(|path| fs::read_to_string(path).ok());
    let with_sentences = texts.map(|text| {
        let places = paragraphs(&text).flat_map(|paragraph| {
            let inside = text.get(paragraph.clone()).unwrap_or_default();
            let ranges: Vec<_> = sentences(inside, SentenceRules::Standard).collect();
            ranges.into_iter().map(move |range| paragraph.start + range.start..paragraph.start + range.end)
        });
        let is_prose = |range: &Range<usize>| {
            text.get(range.clone())
                .is_some_and(|text| text.len() > 20 && text.starts_with(char::is_alphabetic))
        };
        let places: Vec<_> = places.filter(is_prose).collect();
        (text, places)
    });
    with_sentences.filter(|(_, sentences)| sentences.len() > 1).collect()
}

/// `text` with a word added inside a sentence.
fn edit(text: &str, sentence: Range<usize>, number: usize) -> String {
    let inside = text.get(sentence.clone()).unwrap_or_default();
    let middle = inside.char_indices().filter(|(_, c)| *c == ' ').nth(1).map_or(inside.len(), |(at, _)| at);
    let at = sentence.start + middle;
    format!("{} edited{number}{}", text.get(..at).unwrap_or_default(), text.get(at..).unwrap_or_default())
}

fn chunkers() -> Result<Vec<(&'static str, Chunker)>, Box<dyn std::error::Error>> {
    let recursive = ChunkConfig::new(SIZE).with_overlap(OVERLAP)?;
    let recursive = TextSplitter::new(recursive);
    Ok(vec![
        ("chunk-markdown", policy(MarkdownPolicy::default())),
        ("chunk-hybrid", policy(ChunkingSystem::default())),
        ("chunk-tokens", policy(TokenPolicy::default())),
        ("chunk-backlog", policy(BacklogPolicy::default())),
        ("chunk-recorder", {
            let recorder = policy(RecorderPolicy::default());
            Box::new(move |text: &str| recorder(&log(text)))
        }),
        (
            "recursive, 3200 characters, overlap 400",
            Box::new(move |text: &str| Some(recursive.chunks(text).map(str::to_owned).collect())),
        ),
        ("fixed size, 3200 characters, overlap 400", Box::new(|text: &str| Some(fixed(text)))),
    ])
}

fn policy<P: Policy + 'static>(policy: P) -> Chunker {
    Box::new(move |text| {
        let unit = policy.unit(Source::new(PATH, text.as_bytes())).ok()?;
        let chunks = policy.collect(unit).ok()?;
        Some(chunks.chunks.iter().map(|chunk| chunk.text().to_owned()).collect())
    })
}

/// The log of a terminal that shows the text: an event for each line, a millisecond apart.
fn log(text: &str) -> String {
    let events = text.split_inclusive('\n').enumerate().map(|(number, line)| {
        let event = serde_json::json!({
            "schema_version": "ft.recorder.event.v1", "event_id": format!("e{number}"), "pane_id": 1,
            "occurred_at_ms": number, "event_type": "egress_output", "text": line,
        });
        format!("{event}\n")
    });
    events.collect()
}

fn fixed(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let mut chunks = Vec::new();
    let mut start = 0;
    while start < characters.len() {
        let end = (start + SIZE).min(characters.len());
        chunks.push(characters.get(start..end).unwrap_or_default().iter().collect());
        if end == characters.len() {
            break;
        }
        start = end - OVERLAP;
    }
    chunks
}
