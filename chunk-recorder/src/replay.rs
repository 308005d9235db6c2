//! R14: rebuilds a chunk's text from the log and the span alone.

use crate::{
    LoggedEvent, RecorderChunk, RecorderError,
    assemble::{Contribution, normalize},
    draft::Draft,
    error::Kind,
};
use chunk_core::slice;

/// The text of `chunk` without its overlap, rebuilt from `events`, which are those of its span: from its start to its end, both
/// included.
pub(crate) fn text<'s, 'e: 's>(
    events: impl IntoIterator<Item = &'s LoggedEvent<'e>>,
    chunk: &RecorderChunk,
) -> Result<String, RecorderError> {
    let failed =
        |reason| RecorderError::from(Kind::Span { start: chunk.start_offset, end: chunk.end_offset, reason });
    let mut events = events.into_iter().peekable();
    let mut draft: Option<Draft> = None;
    let mut normalized = String::new();
    while let Some(logged) = events.next() {
        let (direction, text) = logged.event.text().ok_or_else(|| failed("it holds a marker"))?;
        normalize(text, &mut normalized);
        let is_last = events.peek().is_none();
        let start = if draft.is_none() { chunk.start_text_offset } else { 0 };
        let end = if is_last { chunk.end_text_offset } else { normalized.len() };
        if normalized.get(start..end).is_none() {
            return Err(failed("a text offset lies outside its event"));
        }
        if draft.is_none() && logged.offset != chunk.start_offset {
            return Err(failed("no event is at its start"));
        }
        if is_last && logged.offset != chunk.end_offset {
            return Err(failed("no event is at its end"));
        }
        if draft.as_ref().is_some_and(|draft| draft.pane_id != logged.event.pane_id) {
            return Err(failed("it holds two panes"));
        }
        let part = Contribution::new(direction, slice(&normalized, start..end));
        draft.get_or_insert_with(|| Draft::new(logged, direction)).append(logged, part, start..end);
    }
    draft.map(Draft::into_text).ok_or_else(|| failed("no event is in it"))
}
