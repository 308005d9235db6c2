use crate::{
    LogOffset, LoggedEvent, RecorderChunk, RecorderConfig, RecorderError,
    assemble::{Contribution, normalize},
    boundary::{self, Boundary},
    draft::Draft,
    error::Kind,
    split,
};
use chunk_core::{Sink, is_white_space};
use std::{borrow::Cow, cmp::Ordering, mem, ops::ControlFlow};

/// Chunks a stream of events, in memory of two chunks: the open one and the one before it, which may still get a
/// short tail (R15).
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
    config: Cow<'p, RecorderConfig>,
    /// The chunk before the open one. There is one exactly if a soft split opened the open one.
    before: Option<Draft>,
    open: Option<Draft>,
    /// The id of the chunk emitted last.
    last_id: String,
    last_offset: Option<LogOffset>,
    /// The normalized text of the event being pushed; kept for its memory.
    normalized: String,
}

impl<'p> Chunker<'p> {
    pub(crate) const fn new(config: Cow<'p, RecorderConfig>) -> Self {
        Self {
            config,
            before: None,
            open: None,
            last_id: String::new(),
            last_offset: None,
            normalized: String::new(),
        }
    }

    /// Takes the next event and hands `sink` the chunks that are final with it. A [`ControlFlow::Break`] of the sink
    /// is passed on; nothing should be pushed after it.
    ///
    /// # Errors
    /// [`RecorderError`] if the event does not come after the one before it (R3), which ends the stream: what is still open
    /// is had by [`finish`](Self::finish). And if its `event_id` is empty, or an id has more than 1,024 bytes (R1, C1): then it is
    /// not taken, and the stream may go on behind a [`gap`](Self::gap).
    pub fn push(
        &mut self,
        logged: &LoggedEvent<'_>,
        sink: &mut dyn Sink<RecorderChunk>,
    ) -> Result<ControlFlow<()>, RecorderError> {
        logged.event.check_ids()?;
        self.check_order(logged.offset)?;
        let Some((direction, text)) = logged.event.text() else { return Ok(self.close(sink)) };
        let mut normalized = mem::take(&mut self.normalized);
        normalize(text, &mut normalized);
        let flow = self.take(logged, Contribution::new(direction, &normalized), sink);
        self.normalized = normalized;
        Ok(flow)
    }

    /// Something is missing here, such as a record that cannot be read: what it held is unknown, so it is a hard boundary
    /// (R17). The chunks before it are final and go to `sink`.
    pub fn gap(&mut self, sink: &mut dyn Sink<RecorderChunk>) -> ControlFlow<()> {
        self.close(sink)
    }

    /// Pushes what a reader gives; a bad record is a [`gap`](Self::gap), and its error is returned.
    pub(crate) fn push_record(
        &mut self,
        record: Result<LoggedEvent<'_>, RecorderError>,
        sink: &mut dyn Sink<RecorderChunk>,
    ) -> Result<ControlFlow<()>, RecorderError> {
        match record {
            Ok(logged) => self.push(&logged, sink),
            Err(error) => {
                // Whether the sink has seen enough, it says with the next chunk.
                let _ = self.gap(sink);
                Err(error)
            }
        }
    }

    /// Hands `sink` the chunks that are left: the stream has ended.
    pub fn finish(mut self, sink: &mut dyn Sink<RecorderChunk>) -> ControlFlow<()> {
        self.close(sink)
    }

    fn check_order(&mut self, next: LogOffset) -> Result<(), RecorderError> {
        if let Some(previous) = self.last_offset.replace(next) {
            match previous.order(&next) {
                Ordering::Less => {}
                Ordering::Equal => return Err(Kind::SamePosition { first: previous, second: next }.into()),
                Ordering::Greater => return Err(Kind::Descending { previous, next }.into()),
            }
        }
        Ok(())
    }

    fn take(
        &mut self,
        logged: &LoggedEvent<'_>,
        contribution: Contribution<'_>,
        sink: &mut dyn Sink<RecorderChunk>,
    ) -> ControlFlow<()> {
        let boundary = self.open.as_ref().map_or(Boundary::None, |open| {
            boundary::before(&logged.event, &contribution, open, &self.config)
        });
        match boundary {
            Boundary::None => {}
            Boundary::Soft => self.split(sink)?,
            Boundary::Hard => self.close(sink)?,
        }
        // A gap without text is a boundary and nothing else (R6).
        if logged.event.is_gap() && contribution.text().chars().all(is_white_space) {
            return ControlFlow::Continue(());
        }
        if contribution.chars() <= self.config.max_chunk_chars {
            // The overlap never makes an event split that would have fitted (R9): it gets what room is left.
            let room = (self.config.max_chunk_chars - contribution.chars()).saturating_sub(1);
            let end = contribution.text().len();
            self.open(logged, contribution, room).append(logged, contribution, 0..end);
            ControlFlow::Continue(())
        } else {
            self.take_pieces(logged, contribution, sink)
        }
    }

    /// Cuts an over-long event (R8). The last piece stays open.
    fn take_pieces(
        &mut self,
        logged: &LoggedEvent<'_>,
        whole: Contribution<'_>,
        sink: &mut dyn Sink<RecorderChunk>,
    ) -> ControlFlow<()> {
        let cap = self.config.max_chunk_chars;
        let mut rest = whole;
        loop {
            let start = whole.text().len() - rest.text().len();
            let open = self.open(logged, rest, cap);
            let room = cap - (open.chars + open.join()) - rest.marker().len();
            let (piece, left) = if rest.text_chars() <= room { (rest, None) } else { split::cut(rest, room) };
            open.append(logged, piece, start..start + piece.text().len());
            let Some(left) = left else { return ControlFlow::Continue(()) };
            rest = left;
            self.split(sink)?;
        }
    }

    /// The open chunk, or a new one that repeats at most `room` characters of the chunk before it (R9).
    fn open(&mut self, logged: &LoggedEvent<'_>, first: Contribution<'_>, room: usize) -> &mut Draft {
        let overlap = self.config.overlap_chars.min(self.config.max_chunk_chars / 2).min(room);
        self.open.get_or_insert_with(|| {
            let draft = Draft::new(logged, first.direction());
            match &self.before {
                Some(before) => draft.after(before, overlap),
                None => draft,
            }
        })
    }

    /// A soft boundary: the open chunk becomes the one before, and the one that was is final.
    fn split(&mut self, sink: &mut dyn Sink<RecorderChunk>) -> ControlFlow<()> {
        match mem::replace(&mut self.before, self.open.take()) {
            Some(before) => self.emit(before, sink),
            None => ControlFlow::Continue(()),
        }
    }

    /// A hard boundary or the end: both chunks are final, and a short tail joins the chunk before it (R11).
    fn close(&mut self, sink: &mut dyn Sink<RecorderChunk>) -> ControlFlow<()> {
        match (self.before.take(), self.open.take()) {
            (Some(mut before), Some(tail)) if boundary::attaches(&before, &tail, &self.config) => {
                before.attach(tail);
                self.emit(before, sink)
            }
            (before, open) => before.into_iter().chain(open).try_for_each(|draft| self.emit(draft, sink)),
        }
    }

    fn emit(&mut self, draft: Draft, sink: &mut dyn Sink<RecorderChunk>) -> ControlFlow<()> {
        let chunk = draft.seal(&self.last_id);
        self.last_id.clone_from(&chunk.chunk_id);
        sink.chunk(chunk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, Payload};
    use chunk_core::Chunks;
    use rstest::rstest;

    /// What an event can cost is what the chunker holds, and the event: so the work of a stream is linear if that is bounded,
    /// however long the stream is. It is: by two chunks.
    #[rstest]
    #[case::keystrokes("k", 1)]
    #[case::nothing("", 1)]
    #[case::lines("some output\n", 1_000)]
    #[case::no_two_at_a_time("some output\n", 60_000)]
    #[case::longer_than_a_chunk("漢 ", 10)]
    fn what_is_held_never_grows(#[case] text: &str, #[case] pause: i64) {
        const EVENTS: u64 = 50_000;
        let config = RecorderConfig::default();
        let text = if text.contains('漢') { text.repeat(2_000) } else { text.to_owned() };
        let events = if text.len() > 1_000 { EVENTS / 100 } else { EVENTS };
        let mut chunker = Chunker::new(Cow::Borrowed(&config));
        let (mut sink, mut most) = (Chunks::default(), 0);
        for ordinal in 0..events {
            let text = text.as_str().into();
            let payload = if ordinal % 2 == 0 {
                Payload::Ingress { text }
            } else {
                Payload::Egress { text, is_gap: false }
            };
            let at = pause * i64::try_from(ordinal).unwrap_or_default();
            let event = Event::new(format!("e{ordinal}"), 1, at, payload);
            let offset = LogOffset { segment_id: 0, ordinal, byte_offset: ordinal };
            let flow =
                chunker.push(&LoggedEvent::new(offset, event), &mut sink).map_err(|error| error.to_string());
            assert_eq!(flow, Ok(ControlFlow::Continue(())));
            for draft in [&chunker.before, &chunker.open].into_iter().flatten() {
                assert!(draft.chars <= config.max_chunk_chars, "{} characters are held", draft.chars);
                most = most.max(draft.event_ids.len());
            }
        }
        assert!(most <= config.max_chunk_events, "{most} events are held");
    }
}
