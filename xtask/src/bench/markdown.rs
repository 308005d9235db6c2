//! Markdown in chunks of at most 800 tokens; ours with overlaps, ids and line ranges.

use super::{
    contest::{self, Contestant, Row},
    corpus::Input,
};
use chunk_core::Policy;
use chunk_markdown::{Document, MarkdownPolicy};
use text_splitter::{ChunkConfig, MarkdownSplitter};

pub fn contest(input: &Input, rounds: usize) -> Result<Vec<Row>, String> {
    let policy = MarkdownPolicy::default();
    let tiktoken = tiktoken_rs::cl100k_base_singleton();
    let splitter = MarkdownSplitter::new(ChunkConfig::new(800).with_sizer(tiktoken));
    // How many characters that are no white space the chunks hold, overlaps left out.
    let contestants: [Contestant<'_, usize>; 2] = [
        Contestant {
            name: "chunk-markdown",
            run: Box::new(|text| {
                let chunks = policy.collect(Document::new("bench.md", text)).unwrap_or_default().chunks;
                chunks.iter().map(|chunk| solid(chunk.body())).sum()
            }),
        },
        Contestant {
            name: "text-splitter Markdown + tiktoken-rs",
            run: Box::new(|text| splitter.chunks(text).map(solid).sum()),
        },
    ];
    contest::run("markdown", input, rounds, &contestants, |_, &held| held == solid(&input.text))
}

fn solid(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}
