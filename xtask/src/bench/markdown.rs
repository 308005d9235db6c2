//! Markdown in chunks of at most 800 tokens; ours with overlaps, ids and line ranges. Beside it stands what no chunker can do
//! without: parsing and counting, one after the other.

use super::{
    contest::{self, Contestant},
    corpus::Input,
    record::Row,
};
use chunk_core::{Cl100k, Policy, TokenCounter};
use chunk_markdown::{Document, MarkdownPolicy};
use pulldown_cmark::{Options, Parser};
use text_splitter::{ChunkConfig, MarkdownSplitter};

/// In bytes: a longer text takes the other splitter many seconds a round.
const LONGEST_FOR_PEER: usize = 4 << 20;

pub fn contest(input: &Input, rounds: usize) -> Result<Vec<Row>, String> {
    let policy = MarkdownPolicy::default();
    let tiktoken = tiktoken_rs::cl100k_base_singleton();
    let splitter = MarkdownSplitter::new(ChunkConfig::new(800).with_sizer(tiktoken));
    // How many characters that are no white space the chunks hold, overlaps left out.
    let mut contestants: Vec<Contestant<'_, usize>> = vec![
        Contestant::new("chunk-markdown", |text| {
            let chunks = policy.collect(Document::new("bench.md", text)).unwrap_or_default().chunks;
            chunks.iter().map(|chunk| solid(chunk.body())).sum()
        }),
        Contestant::new("parsing and counting alone", |text| {
            let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_TASKLISTS;
            let events = Parser::new_ext(text, options).into_offset_iter().count();
            let tokens = Cl100k::default().count(text);
            if events > 0 && tokens > 0 { solid(text) } else { 0 }
        }),
        Contestant::new("text-splitter Markdown + tiktoken-rs", |text| {
            splitter.chunks(text).map(solid).sum()
        }),
    ];
    if input.text.len() > LONGEST_FOR_PEER {
        contestants.pop();
    }
    contest::run("markdown", input, rounds, &contestants, |_, &held| held == solid(&input.text))
}

fn solid(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}
