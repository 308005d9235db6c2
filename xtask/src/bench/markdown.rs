//! The contest of chunk-markdown: chunks of at most 800 tokens; ours have overlaps, ids and line ranges. One contestant only
//! does what no chunker can do without: it parses, then counts.

use super::{
    contest::{self, Contestant},
    corpus::Input,
    record::Row,
};
use chunk_core::{Policy, TokenCounter, counters::Cl100k};
use chunk_markdown::{Document, MarkdownPolicy};
use pulldown_cmark::{Options, Parser};
use std::ops::Range;
use text_splitter::{ChunkConfig, MarkdownSplitter};

/// Each chunk's range in the text, in bytes.
type Spans = Vec<Range<usize>>;

/// In bytes; for longer texts the other splitter takes many seconds a round.
const LONGEST_FOR_PEER: usize = 4 << 20;

pub fn contest(input: &Input, rounds: usize) -> Result<Vec<Row>, String> {
    let policy = MarkdownPolicy::default();
    let tiktoken = tiktoken_rs::cl100k_base_singleton();
    let splitter = MarkdownSplitter::new(ChunkConfig::new(800).with_sizer(tiktoken));
    let mut contestants: Vec<Contestant<'_, Spans>> = vec![
        Contestant::new("chunk-markdown", |text| {
            let chunks = policy.collect(Document::new("bench.md", text)).unwrap_or_default().chunks;
            chunks.iter().map(|chunk| chunk.source_start_byte..chunk.source_end_byte).collect()
        }),
        Contestant::new("parsing and counting alone", |text| {
            let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_TASKLISTS;
            let events = Parser::new_ext(text, options).into_offset_iter().count();
            let tokens = Cl100k::default().count(text);
            Vec::from_iter((events > 0 && tokens > 0).then_some(0..text.len()))
        }),
        Contestant::new("text-splitter Markdown + tiktoken-rs", |text| {
            splitter.chunk_indices(text).map(|(start, chunk)| start..start + chunk.len()).collect()
        }),
    ];
    if input.text.len() > LONGEST_FOR_PEER {
        contestants.pop();
    }
    contest::run("markdown", input, rounds, &contestants, |_, spans| cover(spans, &input.text))
}

/// Whether `spans`, which may overlap, cover all of `text` but white space.
fn cover(spans: &[Range<usize>], text: &str) -> bool {
    let ends = spans.iter().map(|span| span.start).chain([text.len()]);
    let starts = [0].into_iter().chain(spans.iter().map(|span| span.end));
    starts
        .zip(ends)
        .all(|(start, end)| start >= end || text.get(start..end).is_some_and(|gap| gap.trim().is_empty()))
}
