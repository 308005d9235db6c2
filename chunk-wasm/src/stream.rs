//! The recorder's stream: events that are pushed as they come.

use crate::{
    failure::{failure, refused},
    policy::prepared,
};
use chunk_core::jsonl::write_record;
use chunk_recorder::{LineStream, RecorderChunk, RecorderPolicy};
use wasm_bindgen::prelude::*;

/// A chunker that events are pushed to.
#[wasm_bindgen]
#[derive(Debug)]
pub struct EventStream(LineStream);

#[wasm_bindgen]
impl EventStream {
    /// A stream with these settings, which are JSON.
    ///
    /// # Errors
    /// Names all that is wrong with the settings.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str) -> Result<Self, JsValue> {
        let settings = serde_json::from_str(settings).map_err(|error| failure("invalid-settings", error))?;
        let (policy, _) = prepared(&settings, RecorderPolicy::new).map_err(refused)?;
        Ok(Self(LineStream::new(policy)))
    }

    /// Takes whole lines of JSONL, and returns the chunks that become final as lines of JSON, followed by the errors of events.
    ///
    /// # Errors
    /// If the stream was finished.
    pub fn push(&mut self, log: &[u8]) -> Result<Vec<JsValue>, JsValue> {
        let (chunks, errors) = self.0.push(log).ok_or_else(finished)?;
        let errors = errors.iter().map(ToString::to_string);
        Ok([lines(&chunks)].into_iter().chain(errors).map(|line| line.into()).collect())
    }

    /// Ends the stream, and returns the chunks that were still open.
    ///
    /// # Errors
    /// If the stream was finished.
    pub fn finish(&mut self) -> Result<String, JsValue> {
        self.0.finish().map(|chunks| lines(&chunks)).ok_or_else(finished)
    }
}

fn finished() -> JsValue {
    failure("stream-finished", "the stream was finished; begin another one")
}

/// Chunks as lines of JSON.
fn lines(chunks: &[RecorderChunk]) -> String {
    let mut lines = Vec::new();
    for chunk in chunks {
        // This cannot fail: a record can always be written as JSON, and the target is memory.
        let _ = write_record(&mut lines, chunk);
    }
    String::from_utf8(lines).unwrap_or_default()
}
