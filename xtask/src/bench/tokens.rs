//! The contest of chunk-tokens: chunks of at most 1024 tokens.

use super::{
    contest::{self, Contestant},
    corpus::Input,
    record::Row,
};
use chunk_core::Policy;
use chunk_tokens::{Interaction, TokenConfig, TokenPolicy};
use text_splitter::{ChunkConfig, TextSplitter};

/// Each chunk's length in bytes.
type Lengths = Vec<usize>;

pub fn contest(input: &Input, rounds: usize) -> Result<Vec<Row>, String> {
    let policy: TokenPolicy = TokenPolicy::new(TokenConfig::default()).map_err(|error| error.to_string())?;
    let tiktoken = tiktoken_rs::cl100k_base_singleton();
    let config = ChunkConfig::new(1024).with_sizer(tiktoken).with_trim(false);
    let splitter = TextSplitter::new(config);
    let contestants: [Contestant<'_, Lengths>; 2] = [
        Contestant::new("chunk-tokens", |text| {
            let chunks = policy.collect(Interaction::new("bench", text)).unwrap_or_default().chunks;
            chunks.iter().map(|chunk| chunk.source_end_byte - chunk.source_start_byte).collect()
        }),
        Contestant::new("text-splitter + tiktoken-rs", |text| splitter.chunks(text).map(str::len).collect()),
    ];
    let whole = |lengths: &Lengths| lengths.iter().sum::<usize>() == input.text.len();
    contest::run("tokens", input, rounds, &contestants, |_, other| whole(other))
}
