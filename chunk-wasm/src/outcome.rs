//! What becomes of a document: its records or chunks, where they stand in the units of JavaScript's strings, warnings and the error.

use crate::{counter, failure::failure};
use chunk_core::{Chunk, Policy, Sink, Source, Warning, jsonl::write_json, types::Metadata};
#[cfg(feature = "full")]
use chunk_core::{Chunks, jsonl::write_record};
#[cfg(feature = "full")]
use chunk_records::View;
use chunk_records::{Keys, Piece, Rows, Stamp, Written, placed};
use serde_json::{Value, json};
use std::ops::{ControlFlow, Range};
use wasm_bindgen::JsValue;

/// The result for a document.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The records or chunks, as lines of JSON.
    lines: Vec<u8>,
    /// The start and end of each chunk in the document, in units of UTF-16, or [`NOWHERE`] twice; nothing if the document is no text.
    places: Vec<u32>,
    warnings: Vec<Value>,
    /// Why it was refused. A recorder's log may have chunks nevertheless (R17).
    error: Option<String>,
}

impl Outcome {
    /// The chunks that were found in a text, or the error.
    #[cfg(feature = "full")]
    pub(crate) fn of<C: Chunk, E: std::error::Error>(
        text: &str,
        found: Result<Chunks<C>, E>,
        place: impl Fn(&C) -> Option<Range<usize>>,
    ) -> Self {
        let mut outcome = Self::default();
        match found {
            Ok(found) => {
                let mut written = found.iter().map(|chunk| write_record(&mut outcome.lines, chunk));
                outcome.error = written.find_map(Result::err).map(|error| error.to_string());
                let ranges: Vec<_> = found.iter().map(place).collect();
                outcome.places = utf16(text.as_bytes(), &ranges);
                outcome.warnings = found.warnings.iter().map(said).collect();
            }
            Err(error) => outcome.error = Some(error.to_string()),
        }
        outcome
    }

    fn written(written: Written, text: &[u8]) -> Self {
        let Written { lines, places, warnings, error } = written;
        Self { lines, places: utf16(text, &places), warnings: warnings.iter().map(said).collect(), error }
    }

    /// `[lines, places, warnings, error]`; warnings are JSON.
    pub(crate) fn told(self) -> Result<Vec<JsValue>, JsValue> {
        counter::check()?;
        let lines = String::from_utf8(self.lines).map_err(|error| failure("invalid-document", error))?;
        let warnings = Value::from(self.warnings).to_string();
        Ok(vec![lines.into(), self.places.into(), warnings.into(), self.error.into()])
    }
}

/// The records of a document, as the command writes them.
pub(crate) fn records<P: Policy>(policy: &P, source: Source<'_>) -> Outcome {
    Outcome::written(chunk_records::records(policy, source), source.bytes)
}

/// The chunks of a document, each as a line of its own, with their places.
pub(crate) fn chunks<P: Policy>(policy: &P, source: Source<'_>) -> Outcome {
    Outcome::written(chunk_records::chunks(policy, source), source.bytes)
}

/// The rows of a document, the same keys for every policy.
pub(crate) fn rows<P: Policy>(policy: &P, source: Source<'_>, keys: Keys, stamp: &Stamp) -> Outcome {
    let mut outcome = Outcome::default();
    let unit = match policy.unit(source) {
        Ok(unit) => unit,
        Err(error) => return Outcome { error: Some(error.to_string()), ..outcome },
    };
    let source = Some(source).filter(|_| !keys.is_stream);
    let sink = &mut RowSink {
        policy,
        kept: policy.kept(unit.clone()),
        unit: unit.clone(),
        rows: Rows::new(keys, stamp, source),
        outcome: &mut outcome,
    };
    let chunked = policy.chunk(unit, sink);
    outcome.error = outcome.error.or(chunked.err().map(|error| error.to_string()));
    outcome
}

struct RowSink<'r, 'u, P: Policy> {
    policy: &'u P,
    unit: P::Unit<'u>,
    kept: Metadata,
    rows: Rows<'r>,
    outcome: &'r mut Outcome,
}

impl<'u, P: Policy> Sink<P::Chunk<'u>> for RowSink<'_, 'u, P> {
    fn chunk(&mut self, chunk: P::Chunk<'u>) -> ControlFlow<()> {
        let mut json = Vec::new();
        let written = write_json(&mut json, &chunk).map_err(serde_json::Error::io).and_then(|()| {
            let bytes = self.policy.source_bytes(self.unit.clone(), &chunk);
            let (id, tokens, kept) = (chunk.id(), chunk.tokens(), &self.kept);
            let piece = Piece { document: None, id, text: chunk.text(), tokens, bytes, json: &json, kept };
            self.rows.append(&piece, &mut self.outcome.lines)
        });
        self.outcome.error = written.err().map(|error| error.to_string());
        if self.outcome.error.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn warning(&mut self, warning: Warning) {
        self.outcome.warnings.push(said(&warning));
    }
}

/// What `chunk inspect` shows of a document, and the whole records, as two lines of JSON.
#[cfg(feature = "full")]
pub(crate) fn view<P: Policy>(
    policy: &P,
    source: Source<'_>,
    keys: Keys,
    title: String,
    config: &Value,
) -> Outcome {
    let mut outcome = chunks(policy, source);
    let records =
        serde_json::Deserializer::from_slice(&outcome.lines).into_iter().collect::<Result<Vec<_>, _>>();
    let written = records.and_then(|records| {
        let bytes = if keys.is_stream { &[] } else { source.bytes };
        let view = View::new(&keys, title, bytes, records, config);
        Ok([serde_json::to_vec(&view)?, serde_json::to_vec(&view.records().collect::<Vec<_>>())?]
            .join(&b'\n'))
    });
    match written {
        Ok(lines) => outcome.lines = lines,
        Err(error) => outcome.error = Some(error.to_string()),
    }
    outcome
}

/// A warning as JSON: its code, and its message with the place before it.
pub(crate) fn said(warning: &Warning) -> Value {
    json!({ "code": warning.code, "message": placed(warning) })
}

/// The place of a chunk that stands in no one place.
const NOWHERE: u32 = u32::MAX;

/// The starts and ends of `ranges` of bytes in units of UTF-16, one after the other. The text is read once.
pub(crate) fn utf16(text: &[u8], ranges: &[Option<Range<usize>>]) -> Vec<u32> {
    if std::str::from_utf8(text).is_err() {
        return Vec::new();
    }
    let ends = ranges
        .iter()
        .map(|range| range.as_ref().map_or([None; 2], |range| [Some(range.start), Some(range.end)]));
    let mut ends: Vec<(usize, usize)> =
        ends.flatten().enumerate().filter_map(|(at, byte)| Some((byte?, at))).collect();
    ends.sort_unstable();
    let mut places = vec![NOWHERE; 2 * ranges.len()];
    let (mut from, mut units) = (0, 0);
    for (byte, at) in ends {
        // A character is one unit, one of four bytes two.
        let units_of = |byte: u8| u32::from(byte & 0xC0 != 0x80) + u32::from(byte >= 0xF0);
        units += text.get(from..byte).unwrap_or_default().iter().map(|&byte| units_of(byte)).sum::<u32>();
        from = byte;
        if let Some(place) = places.get_mut(at) {
            *place = units;
        }
    }
    places
}
