//! A document's records or chunks as lines, for bindings of other languages, which cannot hold chunks.

use chunk_core::{Policy, Sink, Source, Warning, jsonl::write_record, types::Metadata};
use serde::Serialize;
use std::ops::{ControlFlow, Range};

/// What becomes of a document.
#[derive(Debug, Default)]
pub struct Written {
    /// The records or chunks, as lines of JSON.
    pub lines: Vec<u8>,
    /// Of chunks, where each stands in the document, in bytes; `None` if it stands in no one place.
    pub places: Vec<Option<Range<usize>>>,
    /// The warnings about it.
    pub warnings: Vec<Warning>,
    /// Why it was refused. A recorder's log may have chunks nevertheless (R17).
    pub error: Option<String>,
}

/// The records of a document, as the command writes them.
///
/// ```
/// use chunk_records::{chunk_core::Source, records};
///
/// let written = records(&chunk_tokens::TokenPolicy::default(), Source::new("a.txt", b"It hums."));
/// assert!(written.lines.starts_with(br#"{"interaction_id":"a.txt""#) && written.error.is_none());
/// ```
pub fn records<P: Policy>(policy: &P, source: Source<'_>) -> Written {
    let mut written = Written::default();
    let Written { lines, warnings, error, .. } = &mut written;
    let mut warn = |warning: Warning| warnings.push(warning);
    *error = match policy.unit(source) {
        Ok(unit) => policy.write_jsonl(unit, lines, &mut warn).err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    };
    written
}

/// The chunks of a document, each as a line of its own, with their places. What is kept of the document is in each, as `metadata`, where its
/// contract has that beside the chunks, too.
///
/// ```
/// use chunk_records::{chunk_core::Source, chunks};
///
/// let written = chunks(&chunk_tokens::TokenPolicy::default(), Source::new("a.txt", b"It hums."));
/// assert_eq!(written.places, [Some(0..8)]);
///
/// let policy = chunk_tokens::TokenPolicy::new(chunk_tokens::TokenConfig::default().with_keep(["by"]))?;
/// let written = chunks(&policy, Source::new("a.txt", b"---\nby: Ada\n---\nIt hums."));
/// assert!(written.lines.ends_with(b",\"metadata\":{\"by\":\"Ada\"}}\n"));
/// # Ok::<(), chunk_records::chunk_core::ConfigError>(())
/// ```
pub fn chunks<P: Policy>(policy: &P, source: Source<'_>) -> Written {
    let mut written = Written::default();
    let unit = match policy.unit(source) {
        Ok(unit) => unit,
        Err(error) => return Written { error: Some(error.to_string()), ..written },
    };
    let kept = policy.kept(unit.clone());
    let mut sink = Lines { policy, unit: unit.clone(), kept, written: &mut written };
    let chunked = policy.chunk(unit, &mut sink);
    if let Err(error) = chunked {
        written.error = Some(error.to_string());
    }
    written
}

/// Writes chunks as lines, and notes their places.
struct Lines<'w, 'u, P: Policy> {
    policy: &'w P,
    unit: P::Unit<'u>,
    kept: Metadata,
    written: &'w mut Written,
}

impl<'u, P: Policy> Sink<P::Chunk<'u>> for Lines<'_, 'u, P> {
    fn chunk(&mut self, chunk: P::Chunk<'u>) -> ControlFlow<()> {
        let lines = &mut self.written.lines;
        let written = match self.kept.is_empty() {
            true => write_record(lines, &chunk),
            false => write_record(lines, &WithKept { chunk: &chunk, metadata: &self.kept }),
        };
        if let Err(error) = written {
            self.written.error = Some(error.to_string());
            return ControlFlow::Break(());
        }
        self.written.places.push(self.policy.source_bytes(self.unit.clone(), &chunk));
        ControlFlow::Continue(())
    }

    fn warning(&mut self, warning: Warning) {
        self.written.warnings.push(warning);
    }
}

/// A chunk with what was kept of its document.
#[derive(Serialize)]
struct WithKept<'w, C> {
    #[serde(flatten)]
    chunk: &'w C,
    metadata: &'w Metadata,
}

/// A warning's message, with the place before it.
#[must_use]
pub fn placed(warning: &Warning) -> String {
    warning.at.map_or_else(String::new, |at| format!("{at}: ")) + &warning.message
}
