//! R14: a chunk's text from the log and its span alone.

use crate::{
    Direction, LogOffset, LoggedEvent, RecorderChunk, RecorderError,
    assemble::{Contribution, normalize},
    draft::Draft,
    error::Kind,
};
use chunk_core::slice;

/// Fills a draft with what the span of `chunk` takes of `events`: those from its start to its end, both included. It
/// stands behind the overlap that `chunk` claims, if the chunk `before` it is given.
pub(crate) fn draft<'s, 'e: 's>(
    before: Option<&RecorderChunk>,
    events: impl IntoIterator<Item = &'s LoggedEvent<'e>>,
    chunk: &RecorderChunk,
    texts: &mut LastText,
) -> Result<Draft, RecorderError> {
    let failed =
        |reason| RecorderError::from(Kind::Span { start: chunk.start_offset, end: chunk.end_offset, reason });
    let mut events = events.into_iter().peekable();
    let mut draft: Option<Draft> = None;
    while let Some(logged) = events.next() {
        let (direction, normalized) = texts.of(logged).ok_or_else(|| failed("it holds a marker"))?;
        let is_last = events.peek().is_none();
        let start = if draft.is_none() { chunk.start_text_offset } else { 0 };
        let end = if is_last { chunk.end_text_offset } else { normalized.len() };
        if normalized.get(start..end).is_none() {
            return Err(failed("a text offset lies outside its event"));
        }
        if draft.is_none() && logged.offset != chunk.start_offset {
            return Err(failed("no event stands at its start"));
        }
        if is_last && logged.offset != chunk.end_offset {
            return Err(failed("no event stands at its end"));
        }
        if draft.as_ref().is_some_and(|draft| draft.pane_id != logged.event.pane_id) {
            return Err(failed("it holds two panes"));
        }
        let fresh = || {
            let draft = Draft::new(logged, direction);
            match (before, &chunk.overlap) {
                (Some(before), Some(overlap)) => {
                    draft.repeating(&before.text, before.end_offset, overlap.chars)
                }
                _ => draft,
            }
        };
        let part = Contribution::new(direction, slice(normalized, start..end));
        draft.get_or_insert_with(fresh).append(logged, part, start..end);
    }
    draft.ok_or_else(|| failed("no event stands in it"))
}

/// The normalized text of the event that was asked for last: each piece of an over-long event asks for it again.
#[derive(Debug, Default)]
pub(crate) struct LastText {
    at: Option<LogOffset>,
    normalized: String,
}

impl LastText {
    /// Direction and normalized text of an event, unless it is a marker.
    pub(crate) fn of(&mut self, logged: &LoggedEvent<'_>) -> Option<(Direction, &str)> {
        let (direction, text) = logged.event.text()?;
        if self.at.replace(logged.offset) != Some(logged.offset) {
            normalize(text, &mut self.normalized);
        }
        Some((direction, &self.normalized))
    }
}
