use crate::{
    Chunker, Framing, LogOffset, LoggedEvent, RecorderChunk, RecorderConfig, RecorderError,
    chunk::POLICY_VERSION,
    read_events,
    replay::{self, LastText},
};
use chunk_core::{ConfigError, Contract, Policy, Sink, Source};
use std::{borrow::Cow, ops::ControlFlow};

/// The contract `ft.recorder.chunking.v1`.
#[derive(Debug, Clone)]
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
    /// Chunks events as they arrive.
    #[must_use]
    pub const fn chunker(&self) -> Chunker<'_> {
        Chunker::new(&self.config)
    }

    /// The settings.
    #[must_use]
    pub const fn config(&self) -> &RecorderConfig {
        &self.config
    }

    fn chunk_events(
        &self,
        events: &[LoggedEvent<'_>],
        sink: &mut dyn Sink<RecorderChunk>,
    ) -> Result<(), RecorderError> {
        let mut chunker = self.chunker();
        for event in sorted(events) {
            if chunker.push(event, sink)?.is_break() {
                return Ok(());
            }
        }
        let _ = chunker.finish(sink);
        Ok(())
    }
}

/// The events in the contract's order (R3). Nothing is moved but references, and nothing if they are sorted.
fn sorted<'s, 'e>(events: &'s [LoggedEvent<'e>]) -> Vec<&'s LoggedEvent<'e>> {
    let mut sorted: Vec<_> = events.iter().collect();
    sorted.sort_by(|a, b| a.offset.order(&b.offset));
    sorted
}

impl Policy for RecorderPolicy {
    const CONTRACT: Contract = Contract { policy: "recorder", version: POLICY_VERSION };
    type Config = RecorderConfig;
    type Unit<'u> = Unit<'u>;
    type Chunk<'u> = RecorderChunk;
    type Error = RecorderError;

    fn new(config: RecorderConfig) -> Result<Self, ConfigError> {
        config.validate()?;
        Ok(Self { config })
    }

    /// The bytes of a log, its framing told by [`Framing::of`].
    fn unit<'u>(&self, source: Source<'u>) -> Result<Unit<'u>, RecorderError> {
        Ok(Unit::Log { bytes: source.bytes, framing: Framing::of(source.bytes) })
    }

    fn chunk<'u>(&self, unit: Unit<'u>, sink: &mut dyn Sink<RecorderChunk>) -> Result<(), RecorderError> {
        let (bytes, framing) = match unit {
            Unit::Events(events) => return self.chunk_events(events, sink),
            Unit::Log { bytes, framing } => (bytes, framing),
        };
        let mut chunker = self.chunker();
        let mut flow = ControlFlow::Continue(());
        let warning = read_events(bytes, framing, |event| {
            flow = chunker.push(&event, sink)?;
            Ok(flow)
        })?;
        if flow.is_continue() {
            let _ = chunker.finish(sink);
        }
        warning.into_iter().for_each(|warning| sink.warning(warning));
        Ok(())
    }

    /// The text of the chunk without its overlap (R14).
    fn replay<'u>(
        &self,
        unit: Self::Unit<'u>,
        chunk: &Self::Chunk<'_>,
    ) -> Result<Cow<'u, str>, RecorderError> {
        let (start, end) = (chunk.start_offset, chunk.end_offset);
        let spanned = |at: LogOffset| start.order(&at).is_le() && at.order(&end).is_le();
        let draft = match unit {
            Unit::Events(events) => {
                let events = sorted(events).into_iter().filter(|event| spanned(event.offset));
                replay::draft(None, events, chunk, &mut LastText::default())
            }
            Unit::Log { bytes, framing } => {
                let mut events = Vec::new();
                read_events(bytes, framing, |LoggedEvent { offset, event }| {
                    if spanned(offset) {
                        events.push(LoggedEvent { offset, event: event.into_owned() });
                    }
                    let behind = offset.order(&end).is_gt();
                    Ok(if behind { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
                })?;
                replay::draft(None, &events, chunk, &mut LastText::default())
            }
        }?;
        Ok(Cow::Owned(draft.into_text()))
    }
}
