//! Chunks documents and streams into a store.

use crate::{
    any_chunk::AnyChunk,
    batch::Batch,
    chunking::Each,
    console::Console,
    find::Found,
    output::Unwritable,
    report::{Fault, Problem, Report, Seen, Spot},
    store::{NotStored, Row, Store},
    summary::Summary,
};
use chunk_core::Source;
use std::ops::ControlFlow;

impl Batch<'_> {
    /// Puts the chunks of a document into a store.
    pub(crate) fn store(&self, source: Source<'_>, store: &Store, seen: &mut Seen) -> Result<(), Problem> {
        self.store_rows(source.path, store, seen, |each| self.chunking.policy.chunk(source, each))
    }

    /// Puts the chunks of streams into a store. Each of `inputs` is a stream by itself, so that its chunks can be replaced when that
    /// input changes.
    pub(crate) fn store_streams(
        &self,
        inputs: &[Found],
        console: Console,
        store: &Store,
    ) -> Result<Summary, Unwritable> {
        let mut summary = Summary::new(console);
        for input in inputs {
            let mut seen = Seen::default();
            let place = input.place.to_string();
            let mut is_faulty = false;
            let mut bad = self.fault_reporter(&mut summary, &place, &mut is_faulty);
            let stored = self.store_stream(input, store, &mut seen, &mut bad);
            drop(bad);
            let fault = match stored {
                Ok(()) => None,
                Err(Problem::Refused(fault)) => Some(fault),
                Err(Problem::Unwritable(message)) => return Err(Unwritable::Document(message)),
            };
            let mut report = Report::new(Spot::whole(place), seen, fault);
            report.is_faulty |= is_faulty;
            summary.enter(&report);
            if self.stop && report.is_faulty {
                summary.is_complete = false;
                break;
            }
        }
        Ok(summary)
    }

    fn store_stream(
        &self,
        input: &Found,
        store: &Store,
        seen: &mut Seen,
        bad: &mut dyn FnMut(Fault) -> ControlFlow<()>,
    ) -> Result<(), Problem> {
        let opened = self.open_file(&input.place)?;
        self.store_rows(&input.name, store, seen, |each| {
            let Some(mut stream) = self.chunking.stream() else { return Ok(()) };
            stream.read(opened, each, bad)?;
            stream.finish(each)
        })
    }

    /// Puts the chunks that `chunk` hands over into a store, as the chunks of the document `source`.
    fn store_rows(
        &self,
        source: &str,
        store: &Store,
        seen: &mut Seen,
        chunk: impl FnOnce(&mut Each<'_>) -> Result<(), Fault>,
    ) -> Result<(), Problem> {
        let mut rows = Vec::new();
        let mut make = |chunk: &dyn AnyChunk| {
            rows.push(Row::of(chunk, source, rows.len()).map_err(|error| error.to_string())?);
            Ok(())
        };
        let mut each = Each::new(&mut make, seen);
        chunk(&mut each)?;
        each.finish()?;
        store.replace(&self.chunking.policy.version(), source, &rows).map_err(|error| match error {
            NotStored::Refused(message) => Fault::refused(message).into(),
            NotStored::Unwritable(message) => Problem::Unwritable(message),
        })
    }
}
