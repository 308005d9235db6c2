//! R6, R7, R10, R11: decides where a chunk ends.

use crate::{Event, RecorderConfig, assemble::Contribution, chunk::Direction, draft::Draft};

/// What lies between the open chunk and the next text event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Boundary {
    /// The event joins the chunk.
    None,
    /// A limit would be exceeded: the event starts the next chunk, which may repeat the end of this one.
    Soft,
    /// The event has nothing to do with the chunk.
    Hard,
}

/// The boundary before `event`, whose text is `contribution`.
pub(crate) fn before(
    event: &Event<'_>,
    contribution: &Contribution<'_>,
    open: &Draft,
    config: &RecorderConfig,
) -> Boundary {
    let jump_ms = open.last_ms.abs_diff(event.occurred_at_ms);
    if event.is_gap() || event.pane_id != open.pane_id || jump_ms > config.hard_gap_ms {
        return Boundary::Hard;
    }
    if contribution.direction() == open.last_direction() {
        return if fits(event, contribution.chars(), open, config) { Boundary::None } else { Boundary::Soft };
    }
    // Of an over-long output only one character has to fit; the rest goes into the following chunks (R8).
    let least = match contribution.chars() {
        chars if chars > config.max_chunk_chars => contribution.marker().len() + 1,
        chars => chars,
    };
    let glues = open.direction == Direction::Ingress
        && open.chars < config.min_chunk_chars
        && jump_ms <= config.merge_window_ms
        && fits(event, least, open, config);
    if glues { Boundary::None } else { Boundary::Hard }
}

/// Whether all three limits hold if the event joins the chunk with `chars` characters of its contribution (R7).
fn fits(event: &Event<'_>, chars: usize, open: &Draft, config: &RecorderConfig) -> bool {
    let earliest_ms = open.earliest_ms.min(event.occurred_at_ms);
    let latest_ms = open.latest_ms.max(event.occurred_at_ms);
    open.chars + open.join() + chars <= config.max_chunk_chars
        && open.event_ids.len() < config.max_chunk_events
        && latest_ms.abs_diff(earliest_ms) <= config.max_window_ms
}

/// Whether `tail` is attached to the chunk before it (R11). A soft split opened it, and a hard boundary or the end of the stream
/// closes it.
pub(crate) fn attaches(before: &Draft, tail: &Draft, config: &RecorderConfig) -> bool {
    tail.direction != Direction::MixedGlued
        && tail.start_text == 0
        && tail.own_chars() < config.min_chunk_chars
        && before.chars + 1 + tail.own_chars() <= config.max_chunk_chars
}
