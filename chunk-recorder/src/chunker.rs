//! R15: chunks a stream of events.

mod reading;

use crate::{LoggedEvent, RecorderChunk, RecorderConfig, RecorderError, draft::Draft, drafter::Drafter};
use chunk_core::Sink;
use std::{borrow::Cow, ops::ControlFlow};

/// Chunks a stream of events. It keeps two chunks in memory: the open one and the one before it, which may still get a short
/// tail (R15).
///
/// ```
/// # #![deny(unused_must_use, unused_imports)]
/// use chunk_recorder::{Event, LogOffset, LoggedEvent, Payload, RecorderPolicy};
/// use chunk_recorder::chunk_core::Chunks;
///
/// let policy = RecorderPolicy::new(Default::default())?;
/// let mut chunker = policy.chunker();
/// let mut sink = Chunks::default();
/// for (ordinal, text) in ["total 0\n", "done\n"].into_iter().enumerate() {
///     let event = Event::new(format!("e{ordinal}"), 1, 0, Payload::Egress { text: text.into(), is_gap: false });
///     let offset = LogOffset { segment_id: 0, ordinal: ordinal as u64, byte_offset: 0 };
///     if chunker.push(&LoggedEvent::new(offset, event), &mut sink)?.is_break() {
///         break; // a sink that breaks off wants no more; this one never does
///     }
/// }
/// let _ = chunker.finish(&mut sink);
/// assert_eq!(sink[0].text, "[OUT] total 0\n[OUT] done");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Chunker<'p> {
    drafter: Drafter<'p>,
    /// The id of the chunk that was handed over last.
    last_id: String,
}

impl<'p> Chunker<'p> {
    pub(crate) const fn new(config: Cow<'p, RecorderConfig>) -> Self {
        Self { drafter: Drafter::new(config), last_id: String::new() }
    }

    /// Takes the next event, and hands `sink` the chunks that have become final. A [`ControlFlow::Break`] of the sink is
    /// passed on; nothing should be pushed after it.
    ///
    /// # Errors
    /// [`RecorderError`] if the position of the event is not after that of the previous one (R3). This ends the stream:
    /// [`finish`](Self::finish) gives what is still open. Also if its `event_id` is empty, or an id has more than 1,024 characters (R1,
    /// C1): then the event is not taken, and the stream may go on after a [`gap`](Self::gap).
    pub fn push(
        &mut self,
        logged: &LoggedEvent<'_>,
        sink: &mut dyn Sink<RecorderChunk>,
    ) -> Result<ControlFlow<()>, RecorderError> {
        self.drafter.push(logged, &mut sealing(&mut self.last_id, sink))
    }

    /// Tells that something is missing here, such as a record that cannot be read. What it held is unknown, so it is a hard
    /// boundary (R17): the chunks before it become final and go to `sink`.
    pub fn gap(&mut self, sink: &mut dyn Sink<RecorderChunk>) -> ControlFlow<()> {
        self.drafter.close(&mut sealing(&mut self.last_id, sink))
    }

    /// Ends the stream, and hands `sink` the chunks that are left.
    pub fn finish(mut self, sink: &mut dyn Sink<RecorderChunk>) -> ControlFlow<()> {
        self.drafter.close(&mut sealing(&mut self.last_id, sink))
    }
}

/// Turns drafts into records and hands them to `sink`.
fn sealing<'s>(
    last_id: &'s mut String,
    sink: &'s mut dyn Sink<RecorderChunk>,
) -> impl FnMut(Draft) -> ControlFlow<()> + 's {
    |draft| sink.chunk(sealed(draft, last_id))
}

/// The record of a draft. It may name the one before it by its id, `last_id`.
fn sealed(draft: Draft, last_id: &mut String) -> RecorderChunk {
    let chunk = draft.seal(last_id);
    last_id.clone_from(&chunk.chunk_id);
    chunk
}
