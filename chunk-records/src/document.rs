//! A document's records or chunks as lines, for bindings of other languages, which cannot hold chunks.

use chunk_core::{JsonlSink, Policy, Source, Warning, Witness};
use std::ops::Range;

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

/// The chunks of a document, each as a line of its own, with their places.
///
/// ```
/// use chunk_records::{chunk_core::Source, chunks};
///
/// let written = chunks(&chunk_tokens::TokenPolicy::default(), Source::new("a.txt", b"It hums."));
/// assert_eq!(written.places, [Some(0..8)]);
/// ```
pub fn chunks<P: Policy>(policy: &P, source: Source<'_>) -> Written {
    let mut written = Written::default();
    let unit = match policy.unit(source) {
        Ok(unit) => unit,
        Err(error) => return Written { error: Some(error.to_string()), ..written },
    };
    let mut seen = Seen { policy, unit: unit.clone(), places: Vec::new(), warnings: Vec::new() };
    let mut sink = JsonlSink::<P>::new(&mut written.lines, &mut seen);
    let chunked = policy.chunk(unit, &mut sink).map_err(|error| error.to_string());
    let ended = sink.finish().map_err(|error| error.to_string());
    written.error = chunked.and(ended).err();
    (written.places, written.warnings) = (seen.places, seen.warnings);
    written
}

/// Collects the places of chunks, and the warnings, while chunks are written.
struct Seen<'u, P: Policy> {
    policy: &'u P,
    unit: P::Unit<'u>,
    places: Vec<Option<Range<usize>>>,
    warnings: Vec<Warning>,
}

impl<P: Policy> Witness<P> for Seen<'_, P> {
    fn chunk(&mut self, chunk: &P::Chunk<'_>) {
        self.places.push(self.policy.source_bytes(self.unit.clone(), chunk));
    }

    fn warning(&mut self, warning: Warning) {
        self.warnings.push(warning);
    }
}

/// A warning's message, with the place before it.
#[must_use]
pub fn placed(warning: &Warning) -> String {
    warning.at.map_or_else(String::new, |at| format!("{at}: ")) + &warning.message
}
