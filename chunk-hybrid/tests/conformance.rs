//! The conformance cases, and what the contract promises of the chunks of each.
// Holds: P1, P2
#![allow(clippy::unwrap_used, clippy::string_slice, clippy::disallowed_methods, missing_docs)]

use chunk_core::{Source, is_white_space};
use chunk_hybrid::{ChunkingSystem, HybridChunk, PREFERENCE_SIGNAL};
use chunk_testkit::{
    Failures, check_with,
    law::{self, Broken},
    records_read_back,
};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

#[test]
fn cases() -> Result<(), Failures> {
    check_with::<ChunkingSystem, _>(FIXTURES, promises)
}

#[test]
fn every_record_is_read_back() -> Result<(), Failures> {
    records_read_back::<HybridChunk<'_>>(FIXTURES, "hybrid")
}

/// H6: above the maximum stands only what is kept whole. H7: only windows overlap. H9: every line that is not blank is in a chunk,
/// unless only signals were asked for. H11: an id names one chunk.
fn promises(system: &ChunkingSystem, source: Source<'_>, chunks: &[HybridChunk<'_>]) -> Result<(), Broken> {
    law::unique_ids(chunks)?;
    let is_whole = |chunk: &HybridChunk<'_>| {
        let text = chunk.content.trim_start_matches(is_white_space);
        let is_marked = text.starts_with(['`', '~', '|', '-', '*', '+'])
            || text.starts_with(|first: char| first.is_ascii_digit());
        is_marked && chunk.token_count <= 2000
    };
    law::capped(chunks, system.config().max_chunk_size, |chunk| chunk.token_count, is_whole)?;
    let mut covered: Vec<(usize, usize, usize)> = Vec::new();
    for chunk in chunks {
        covered.push((chunk.place.start_byte, chunk.place.end_byte, chunk.overlap_tokens));
        covered.extend(chunk.duplicates.iter().map(|place| (place.start_byte, place.end_byte, 1)));
    }
    covered.sort_unstable();
    let text = source.text().unwrap();
    let only_signals = chunks.iter().all(|chunk| chunk.strategy_type == PREFERENCE_SIGNAL);
    let mut end = body(text);
    for (start, own_end, overlap) in covered {
        if start < end && overlap == 0 {
            return Err(Broken { law: "partition", how: format!("byte {start} is in two chunks") });
        }
        let between = text.get(end..start).unwrap_or_default();
        if !only_signals && !between.chars().all(is_white_space) {
            return Err(Broken { law: "coverage", how: format!("{between:?} is lost") });
        }
        end = end.max(own_end);
    }
    let behind = &text[end..];
    if !only_signals && !behind.chars().all(is_white_space) {
        return Err(Broken { law: "coverage", how: format!("{behind:?} is lost") });
    }
    Ok(())
}

/// Where the text starts after byte order mark and frontmatter (H1).
fn body(text: &str) -> usize {
    let mut at = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
    let start = at;
    for (index, line) in text[start..].split_inclusive('\n').enumerate() {
        at += line.len();
        match (index, line.trim_end()) {
            (0, "---") => {}
            (0, _) => return start,
            (_, "---" | "...") => return at,
            _ => {}
        }
    }
    start
}
