//! The contest of chunk-hybrid: chunks by the strategy that it selects, with all enrichment.

use super::{
    contest::{self, Contestant},
    corpus::Input,
    record::Row,
};
use chunk_hybrid::{ChunkingSystem, Document};

/// The start of the first chunk and the end of the last one, in bytes.
type Ends = (usize, usize);

pub fn contest(input: &Input, rounds: usize) -> Result<Vec<Row>, String> {
    let system = ChunkingSystem::new(Default::default()).map_err(|error| error.to_string())?;
    let contestants = [Contestant::new("chunk-hybrid", |text| -> Ends {
        let chunks = system.chunk(&Document::new("bench.md", text)).unwrap_or_default().chunks;
        let ends = chunks.first().zip(chunks.last());
        ends.map_or((0, 0), |(first, last)| (first.place.start_byte, last.place.end_byte))
    })];
    let body = input.text.len() - input.text.trim_start().len()..input.text.trim_end().len();
    contest::run("hybrid", input, rounds, &contestants, |_, &(start, end)| {
        start <= body.start && end >= body.end
    })
}
