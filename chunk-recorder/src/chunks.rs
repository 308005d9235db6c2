//! R15, R17: the chunks of a log as an iterator, for callers that pull instead of being pushed to.

use crate::{Chunker, LogFormat, RecorderChunk, RecorderError, RecorderPolicy, reader::Reader};
use chunk_core::{Chunks, Warning};
use std::{collections::VecDeque, io::BufRead};

/// An iterator over the chunks of a log, as they become final while it is read: see [`RecorderPolicy::chunks`].
#[derive(Debug)]
pub struct RecorderChunks<'p, R> {
    reader: Reader<R>,
    /// `None` once the stream has ended.
    chunker: Option<Chunker<'p>>,
    /// Chunks and errors that are still to be handed over.
    ready: VecDeque<Result<RecorderChunk, RecorderError>>,
}

impl RecorderPolicy {
    /// The chunks of a log, one at a time, as they become final while it is read. Two chunks, one record and the pieces of one
    /// event are in memory.
    ///
    /// A record that cannot be read is an error and a hard boundary. What follows it is read and chunked all the same (R17), unless
    /// the log cannot be read any further. Events out of order end the iterator (R3).
    ///
    /// ```
    /// use chunk_recorder::RecorderPolicy;
    ///
    /// let log = r#"
    /// {"schema_version":"ft.recorder.event.v1","event_id":"a","pane_id":1,"occurred_at_ms":0,"event_type":"ingress_text","text":"ls\n"}
    /// {"schema_version":"ft.recorder.event.v1","event_id":"b","pane_id":1,"occurred_at_ms":40,"event_type":"egress_output","text":"a.txt\n"}
    /// "#;
    /// for chunk in RecorderPolicy::default().chunks(log.as_bytes()) {
    ///     assert_eq!(chunk?.text, "[IN] ls\n[OUT] a.txt");
    /// }
    /// # Ok::<(), chunk_recorder::RecorderError>(())
    /// ```
    pub fn chunks<R: BufRead>(&self, log: R) -> RecorderChunks<'_, R> {
        self.chunks_of(log, LogFormat::default())
    }

    /// The same for a log whose format is known.
    pub fn chunks_of<R: BufRead>(&self, log: R, format: LogFormat) -> RecorderChunks<'_, R> {
        RecorderChunks::new(self.chunker(), log, format)
    }

    /// The same, but the iterator owns the settings.
    pub fn into_chunks_of<R: BufRead>(self, log: R, format: LogFormat) -> RecorderChunks<'static, R> {
        RecorderChunks::new(self.into_chunker(), log, format)
    }
}

impl<'p, R: BufRead> RecorderChunks<'p, R> {
    fn new(chunker: Chunker<'p>, log: R, format: LogFormat) -> Self {
        Self { reader: Reader::new(log, format), chunker: Some(chunker), ready: VecDeque::new() }
    }

    /// Takes the warning that the last record of the log is torn, if it is. To be called after the last chunk.
    pub fn warning(&mut self) -> Option<Warning> {
        self.reader.warning()
    }
}

impl<R: BufRead> Iterator for RecorderChunks<'_, R> {
    type Item = Result<RecorderChunk, RecorderError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() {
            let open = self.chunker.as_mut()?;
            let mut chunks = Chunks::default();
            let pushed = self.reader.next_with(|record| match record {
                Ok(logged) => open.push(&logged, &mut chunks).map(|_| ()),
                Err(error) => {
                    let _ = open.gap(&mut chunks);
                    Err(error)
                }
            });
            let error = match pushed {
                Some(Ok(())) => None,
                Some(Err(error)) if !error.is_order() => Some(error),
                end => {
                    // What was still open is handed over first (R17).
                    if let Some(chunker) = self.chunker.take() {
                        let _ = chunker.finish(&mut chunks);
                    }
                    end.and_then(Result::err)
                }
            };
            self.ready.extend(chunks.into_iter().map(Ok).chain(error.map(Err)));
        }
        self.ready.pop_front()
    }
}
