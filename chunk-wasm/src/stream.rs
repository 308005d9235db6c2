//! The recorder's stream: events that are pushed as they come.

use crate::{
    failure::{failure, refused},
    policy::prepared,
};
use chunk_core::{Sink, Warning, jsonl::write_record};
use chunk_recorder::{Chunker, Framing, LogFormat, RecorderChunk, RecorderPolicy, read_events};
use js_sys::Array;
use std::ops::ControlFlow;
use wasm_bindgen::prelude::*;

/// A chunker that events are pushed to.
#[wasm_bindgen]
#[derive(Debug)]
pub struct EventStream {
    /// `None` once the stream is finished.
    chunker: Option<Chunker<'static>>,
    format: LogFormat,
}

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
        Ok(Self { chunker: Some(policy.into_chunker()), format: Framing::Jsonl.into() })
    }

    /// Takes whole lines of JSONL, and returns the chunks that become final as lines of JSON, followed by the errors of events.
    ///
    /// # Errors
    /// If the stream was finished.
    pub fn push(&mut self, log: &[u8]) -> Result<Array, JsValue> {
        let Self { chunker: Some(chunker), format } = self else { return Err(finished()) };
        let (mut lines, mut errors, mut records) = (Lines::default(), Vec::new(), 0);
        let pushed = read_events(log, *format, |record| {
            records += 1;
            match record {
                Ok(event) => chunker.push(&event, &mut lines),
                Err(error) => {
                    errors.push(error.to_string());
                    Ok(chunker.gap(&mut lines))
                }
            }
        });
        // Only events that are out of order end the reading, and with it the stream (R3).
        if let Err(error) = pushed {
            errors.push(error.to_string());
            if let Some(chunker) = self.chunker.take() {
                let _ = chunker.finish(&mut lines);
            }
        }
        self.format.ordinal += records;
        self.format.byte_offset += log.len() as u64;
        let told = [lines.text()].into_iter().chain(errors).map(|line| JsValue::from_str(&line));
        Ok(told.collect())
    }

    /// Ends the stream, and returns the chunks that were still open.
    ///
    /// # Errors
    /// If the stream was finished.
    pub fn finish(&mut self) -> Result<String, JsValue> {
        let chunker = self.chunker.take().ok_or_else(finished)?;
        let mut lines = Lines::default();
        let _ = chunker.finish(&mut lines);
        Ok(lines.text())
    }
}

fn finished() -> JsValue {
    failure("stream-finished", "the stream was finished; begin another one")
}

/// Chunks as lines of JSON.
#[derive(Default)]
struct Lines(Vec<u8>);

impl Lines {
    fn text(self) -> String {
        String::from_utf8(self.0).unwrap_or_default()
    }
}

impl Sink<RecorderChunk> for Lines {
    fn chunk(&mut self, chunk: RecorderChunk) -> ControlFlow<()> {
        // This cannot fail: a record can always be written as JSON, and the target is memory.
        let _ = write_record(&mut self.0, &chunk);
        ControlFlow::Continue(())
    }

    /// The recorder gives no warnings about chunks.
    fn warning(&mut self, _: Warning) {}
}
