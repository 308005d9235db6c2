//! The recorder policy: chunks a whole log or a slice of events, and replays chunks.

use crate::{
    Chunker, Framing, LogOffset, LoggedEvent, RecorderChunk, RecorderConfig, RecorderError,
    chunk::POLICY_VERSION, read_events, replay,
};
use chunk_core::{ConfigError, FromConfig, Policy, Sink, Source, Warning, types::Contract};
use std::{
    borrow::Cow,
    ops::{ControlFlow, Range},
};

/// The recorder policy: contract `ft.recorder.chunking.v1`, configured. The default has the settings of the contract's table.
#[derive(Debug, Clone, Default)]
pub struct RecorderPolicy {
    config: RecorderConfig,
}

/// A stream of events.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Unit<'u> {
    /// A log as it was written, in ascending order.
    Log {
        /// The whole log.
        bytes: &'u [u8],
        /// How it was written.
        framing: Framing,
    },
    /// Events in any order.
    Events(&'u [LoggedEvent<'u>]),
}

impl RecorderPolicy {
    /// A policy with these settings.
    ///
    /// # Errors
    /// [`ConfigError`] with every setting that is out of range.
    pub fn new(config: RecorderConfig) -> Result<Self, ConfigError> {
        config.validate()?;
        Ok(Self { config })
    }

    /// A chunker for events as they arrive.
    #[must_use]
    pub const fn chunker(&self) -> Chunker<'_> {
        Chunker::new(Cow::Borrowed(&self.config))
    }

    /// The same, but the chunker owns the settings: for callers that keep the chunker, such as an object of another language.
    #[must_use]
    pub fn into_chunker(self) -> Chunker<'static> {
        Chunker::new(Cow::Owned(self.config))
    }

    /// The settings.
    #[must_use]
    pub const fn config(&self) -> &RecorderConfig {
        &self.config
    }
}

/// The events in the contract's order (R3). Only references are moved, and none if the events are sorted already.
fn sorted<'s, 'e>(events: &'s [LoggedEvent<'e>]) -> Vec<&'s LoggedEvent<'e>> {
    let mut sorted: Vec<_> = events.iter().collect();
    sorted.sort_by(|a, b| a.offset.order(&b.offset));
    sorted
}

impl FromConfig for RecorderPolicy {
    fn new(config: RecorderConfig) -> Result<Self, ConfigError> {
        Self::new(config)
    }
}

impl Policy for RecorderPolicy {
    const CONTRACT: Contract = Contract::new("recorder", POLICY_VERSION);
    type Config = RecorderConfig;
    type Unit<'u> = Unit<'u>;
    type Chunk<'u> = RecorderChunk;
    type Error = RecorderError;

    /// `large-overlap` if `overlap_chars` is not below `max_chunk_chars` (R16).
    fn warnings(&self) -> Vec<Warning> {
        self.config.warnings()
    }

    /// The bytes of a log, with the framing that [`Framing::of`] finds.
    fn unit<'u>(&self, source: Source<'u>) -> Result<Unit<'u>, RecorderError> {
        Ok(Unit::Log { bytes: source.bytes, framing: Framing::of(source.bytes)? })
    }

    /// A bad record of a log is a hard boundary, and what follows it is chunked all the same (R17). The first one is the error
    /// that is returned in the end; further ones are warnings `bad-record`.
    fn chunk<'u>(&self, unit: Unit<'u>, sink: &mut dyn Sink<RecorderChunk>) -> Result<(), RecorderError> {
        let (bytes, framing) = match unit {
            Unit::Events(events) => {
                let events = sorted(events).into_iter().map(|event| (event, false, false));
                return self.chunk_in_order(events, sink);
            }
            Unit::Log { bytes, framing } => (bytes, framing),
        };
        let mut chunker = self.chunker();
        let mut first_bad = None;
        let mut bad = |error: RecorderError, sink: &mut dyn Sink<RecorderChunk>| {
            match &first_bad {
                None => first_bad = Some(error),
                Some(_) => sink.warning(error.into_warning()),
            }
            ControlFlow::Continue(())
        };
        let read = chunker.read(bytes, framing.into(), sink, &mut bad);
        let torn = read.unwrap_or_else(|error| {
            let _ = bad(error, sink);
            None
        });
        let _ = chunker.finish(sink);
        torn.into_iter().for_each(|warning| sink.warning(warning));
        first_bad.map_or(Ok(()), Err)
    }

    /// The records of its events in a log, from the first byte of the first to the last byte of the last, its line end aside.
    fn source_bytes<'u>(&self, unit: Self::Unit<'u>, chunk: &Self::Chunk<'_>) -> Option<Range<usize>> {
        let Unit::Log { bytes, framing } = unit else { return None };
        let [start, last] =
            [chunk.start_offset, chunk.end_offset].map(|offset| usize::try_from(offset.byte_offset).ok());
        let rest = bytes.get(last?..)?;
        let length = match framing {
            Framing::Jsonl => memchr::memchr(b'\n', rest).unwrap_or(rest.len()),
            Framing::AppendLog => 4 + usize::try_from(u32::from_le_bytes(*rest.first_chunk()?)).ok()?,
        };
        Some(start?..last? + length)
    }

    /// The text of the chunk without its overlap (R14).
    fn replay<'u>(
        &self,
        unit: Self::Unit<'u>,
        chunk: &Self::Chunk<'_>,
    ) -> Result<Cow<'u, str>, RecorderError> {
        let (start, end) = (chunk.start_offset, chunk.end_offset);
        let is_in_span = |at: LogOffset| start.order(&at).is_le() && at.order(&end).is_le();
        let text = match unit {
            Unit::Events(events) => {
                let events = sorted(events).into_iter().filter(|event| is_in_span(event.offset));
                replay::text(events, chunk)
            }
            Unit::Log { bytes, framing } => {
                let mut events = Vec::new();
                read_events(bytes, framing.into(), |record| {
                    // No chunk spans a bad record (R17).
                    let Ok(logged) = record else { return Ok(ControlFlow::Continue(())) };
                    let is_after = logged.offset.order(&end).is_gt();
                    if is_in_span(logged.offset) {
                        events.push(logged.into_owned());
                    }
                    Ok(if is_after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
                })?;
                replay::text(&events, chunk)
            }
        }?;
        Ok(Cow::Owned(text))
    }
}
