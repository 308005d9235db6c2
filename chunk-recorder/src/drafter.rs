//! R3, R6 to R11: turns events into drafts, in memory of two chunks (R15).

use crate::{
    LogOffset, LoggedEvent, RecorderConfig, RecorderError,
    assemble::{Contribution, normalize},
    boundary::{self, Boundary},
    draft::Draft,
    error::Kind,
    split,
};
use chunk_core::is_white_space;
use std::{borrow::Cow, cmp::Ordering, mem, ops::ControlFlow};

/// Takes what is final, such as a draft that only has to be sealed; returns [`ControlFlow::Break`] if it wants no more.
pub(crate) type Take<'t, T> = dyn FnMut(T) -> ControlFlow<()> + 't;

/// The part of a stream that is not final yet.
#[derive(Debug)]
pub(crate) struct Drafter<'p> {
    config: Cow<'p, RecorderConfig>,
    /// The chunk before the open one, if a soft split opened that; else `None`.
    before: Option<Draft>,
    open: Option<Draft>,
    last_offset: Option<LogOffset>,
    /// The normalized text of the event being pushed; kept for its memory.
    normalized: String,
}

impl<'p> Drafter<'p> {
    pub(crate) const fn new(config: Cow<'p, RecorderConfig>) -> Self {
        Self { config, before: None, open: None, last_offset: None, normalized: String::new() }
    }

    /// Takes the next event.
    pub(crate) fn push(
        &mut self,
        logged: &LoggedEvent<'_>,
        take: &mut Take<'_, Draft>,
    ) -> Result<ControlFlow<()>, RecorderError> {
        logged.event.check_ids()?;
        self.check_order(logged.offset)?;
        let Some((direction, text)) = logged.event.text() else { return Ok(self.close(take)) };
        let mut normalized = mem::take(&mut self.normalized);
        normalize(text, &mut normalized);
        let flow = self.put(logged, Contribution::new(direction, &normalized), take);
        self.normalized = normalized;
        Ok(flow)
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

    /// Adds an event to the open chunk, or to new ones.
    fn put(
        &mut self,
        logged: &LoggedEvent<'_>,
        contribution: Contribution<'_>,
        take: &mut Take<'_, Draft>,
    ) -> ControlFlow<()> {
        let boundary = self.open.as_ref().map_or(Boundary::None, |open| {
            boundary::before(&logged.event, &contribution, open, &self.config)
        });
        match boundary {
            Boundary::None => {}
            Boundary::Soft => self.split(take)?,
            Boundary::Hard => self.close(take)?,
        }
        // A gap without text is a boundary and nothing else (R6).
        if logged.event.is_gap() && contribution.text().chars().all(is_white_space) {
            return ControlFlow::Continue(());
        }
        // The overlap only gets the room that the event leaves, so that an event that fits is never split (R9). An over-long one is cut (R8), and
        // its last piece stays open.
        let cap = self.config.max_chunk_chars;
        let overlap = match contribution.chars() {
            chars if chars <= cap => (cap - chars).saturating_sub(1),
            _ => cap,
        };
        let mut rest = contribution;
        loop {
            let start = contribution.text().len() - rest.text().len();
            let open = self.open(logged, rest, overlap);
            let room = cap - (open.chars + open.join()) - rest.marker().len();
            let (piece, left) = if rest.text_chars() <= room { (rest, None) } else { split::cut(rest, room) };
            open.append(logged, piece, start..start + piece.text().len());
            let Some(left) = left else { return ControlFlow::Continue(()) };
            rest = left;
            self.split(take)?;
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

    /// A soft boundary: the chunk before the open one is final, and the open one takes its place.
    fn split(&mut self, take: &mut Take<'_, Draft>) -> ControlFlow<()> {
        match mem::replace(&mut self.before, self.open.take()) {
            Some(before) => take(before),
            None => ControlFlow::Continue(()),
        }
    }

    /// A hard boundary or the end: both chunks are final, and a short tail is attached to the chunk before it (R11).
    pub(crate) fn close(&mut self, take: &mut Take<'_, Draft>) -> ControlFlow<()> {
        match (self.before.take(), self.open.take()) {
            (Some(mut before), Some(tail)) if boundary::attaches(&before, &tail, &self.config) => {
                before.attach(tail);
                take(before)
            }
            (before, open) => before.into_iter().chain(open).try_for_each(take),
        }
    }

    /// Drops what is not final.
    pub(crate) fn forget(&mut self) {
        self.before = None;
        self.open = None;
    }
}
