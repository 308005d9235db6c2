//! Lines of a log that are pushed as they come (R15, R17).

use crate::{Chunker, Framing, LogFormat, RecorderChunk, RecorderError, RecorderPolicy, read_events};
use chunk_core::Chunks;

/// Chunks a log whose lines are pushed as they come: JSONL, whole lines at a time.
///
/// ```
/// use chunk_recorder::{LineStream, RecorderPolicy};
///
/// let mut stream = LineStream::new(RecorderPolicy::default());
/// let line = br#"{"schema_version":"ft.recorder.event.v1","event_id":"e1","pane_id":1,"occurred_at_ms":0,"event_type":"egress_output","text":"hi"}"#;
/// let (chunks, errors) = stream.push(line).unwrap();
/// assert!(chunks.is_empty() && errors.is_empty(), "the chunk may still grow");
/// assert_eq!(stream.finish().unwrap()[0].text, "[OUT] hi");
/// assert!(stream.push(line).is_none(), "the stream was finished");
/// ```
#[derive(Debug)]
pub struct LineStream {
    /// `None` once the stream is finished.
    chunker: Option<Chunker<'static>>,
    format: LogFormat,
}

impl LineStream {
    /// A stream of this policy.
    #[must_use]
    pub fn new(policy: RecorderPolicy) -> Self {
        Self { chunker: Some(policy.into_chunker()), format: Framing::Jsonl.into() }
    }

    /// Takes whole lines, and gives the chunks that have become final and the errors of bad records, each of which is a boundary
    /// (R17). An event out of order finishes the stream (R3). `None` if it was finished before.
    pub fn push(&mut self, lines: &[u8]) -> Option<(Vec<RecorderChunk>, Vec<RecorderError>)> {
        let Self { chunker, format } = self;
        let mut open = chunker.take()?;
        let (mut chunks, mut errors, mut records) = (Chunks::default(), Vec::new(), 0);
        let pushed = read_events(lines, *format, |record| {
            records += 1;
            match record {
                Ok(event) => open.push(&event, &mut chunks),
                Err(error) => {
                    errors.push(error);
                    Ok(open.gap(&mut chunks))
                }
            }
        });
        format.ordinal += records;
        format.byte_offset += lines.len() as u64;
        match pushed {
            Ok(_) => *chunker = Some(open),
            Err(error) => {
                errors.push(error);
                let _ = open.finish(&mut chunks);
            }
        }
        Some((chunks.into_iter().collect(), errors))
    }

    /// Ends the stream, and gives the chunks that were still open; `None` if it was finished before.
    pub fn finish(&mut self) -> Option<Vec<RecorderChunk>> {
        let mut chunks = Chunks::default();
        let _ = self.chunker.take()?.finish(&mut chunks);
        Some(chunks.into_iter().collect())
    }
}
