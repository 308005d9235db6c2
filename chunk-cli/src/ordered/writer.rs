//! The writer of one document: keeps its records until its turn comes, then writes straight through.

use super::{Done, OrderedOutput, Stopped, Unwritable};
use crate::report::Report;
use std::{
    io::{self, Write},
    mem, thread,
};

/// A document passes its records on in blocks of this many bytes.
pub(super) const BLOCK: usize = 64 << 10;
/// How many bytes of records a document keeps before it waits for its turn.
pub(super) const KEPT: usize = 4 << 20;

/// Where one document writes its records. It fails once everything has [stopped](OrderedOutput::stop).
pub(crate) struct DocumentWriter<'l, 't> {
    ordered: &'l OrderedOutput<'t>,
    number: usize,
    kept: Vec<u8>,
    /// At how many bytes kept to check next whether it is its turn.
    ask_at: usize,
}

impl<'l, 't> DocumentWriter<'l, 't> {
    pub(super) const fn new(ordered: &'l OrderedOutput<'t>, number: usize) -> Self {
        Self { ordered, number, kept: Vec::new(), ask_at: BLOCK }
    }

    /// Ends the document: its last records are written, or kept until its turn comes.
    pub(crate) fn finish(mut self, report: Report) {
        let (maker, records) = (thread::current().id(), mem::take(&mut self.kept));
        let mut turns = self.ordered.wait(|turns| turns.turn == self.number || turns.has_room(records.len()));
        if turns.stopped.is_some() {
            return;
        }
        turns.entered.retain(|(other, _)| *other != maker);
        if turns.turn == self.number {
            drop(turns);
            self.ordered.end_turn(Done { maker, records, report });
        } else {
            turns.parked_bytes += records.len();
            turns.parked.insert(self.number, Done { maker, records, report });
        }
    }

    /// Stops everything, since the document's records cannot be written.
    pub(crate) fn fail(self, message: String) {
        self.ordered.stop(Stopped::Unwritable(Unwritable::Document(message)));
    }

    /// Writes what is kept, if it is the document's turn, or once it is if that is too much to keep.
    fn pass_on(&mut self) -> io::Result<()> {
        if self.kept.len() < KEPT && self.ordered.turns().turn != self.number {
            self.ask_at = self.kept.len() + BLOCK;
            return Ok(());
        }
        if self.ordered.wait(|turns| turns.turn == self.number).stopped.is_some() {
            return Err(io::ErrorKind::Other.into());
        }
        self.ordered.write(&self.kept)?;
        self.kept.clear();
        self.ask_at = BLOCK;
        Ok(())
    }
}

impl Write for DocumentWriter<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.kept.extend_from_slice(bytes);
        if self.kept.len() >= self.ask_at {
            self.pass_on()?;
        }
        Ok(bytes.len())
    }

    /// Does nothing: records are written when it is their turn.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for DocumentWriter<'_, '_> {
    /// A thread that panics must not leave the others waiting for the end of its document's turn.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.ordered.stop(Stopped::Enough);
        }
    }
}
