//! Documents and streams, chunked into a store.

use crate::{
    batch::{Batch, Done, Seen},
    chunking::Problem,
    command::{PolicyCommand, Stream},
    console::Console,
    documents::reader,
    each::{Each, Make},
    find::Found,
    ordered::Unwritable,
    report::Fault,
    store::{NotStored, Row, Store},
    summary::Summary,
};
use chunk_core::{Policy, Source};
use std::ops::ControlFlow;

impl<C: PolicyCommand> Batch<'_, C> {
    /// Puts the chunks of a document into a store.
    pub(crate) fn store(
        &self,
        source: Source<'_>,
        store: &Store,
        seen: &mut Seen<'_, C>,
    ) -> Result<(), Problem> {
        let rows = self.chunking.each(source, RowOf(source.path), seen)?;
        put(store, &self.chunking.policy.version(), source.path, &rows)
    }

    /// Puts the chunks of streams into a store: each of `inputs` is one by itself, as a store holds what came of a
    /// document, and no more of it once the document has changed.
    pub(crate) fn store_streams<'p>(
        &self,
        stream: impl Fn() -> Option<Box<dyn Stream<C::Policy> + 'p>>,
        inputs: &[Found],
        console: Console,
        store: &Store,
    ) -> Result<Done<C::Tally>, Unwritable> {
        let mut summary = Summary::new(console);
        for input in inputs {
            let mut seen = Seen::<C>::new(self.chunking.policy, false);
            let place = input.place.to_string();
            let mut is_faulty = false;
            let mut bad = self.telling(&mut summary, &place, &mut is_faulty);
            let stored = self.store_stream(stream(), input, store, &mut seen, &mut bad);
            drop(bad);
            let fault = match stored {
                Ok(()) => None,
                Err(Problem::Refused(fault)) => Some(fault),
                Err(Problem::Unwritable(message)) => return Err(Unwritable::Document(message)),
            };
            let mut report = seen.report(place, fault);
            report.is_faulty |= is_faulty;
            let is_last = self.stop && report.is_faulty;
            summary.enter::<C::Policy>(report);
            if is_last {
                return Ok(Done { summary, is_complete: false });
            }
        }
        Ok(Done { summary, is_complete: true })
    }

    fn store_stream(
        &self,
        stream: Option<Box<dyn Stream<C::Policy> + '_>>,
        input: &Found,
        store: &Store,
        seen: &mut Seen<'_, C>,
        bad: &mut dyn FnMut(Fault) -> ControlFlow<()>,
    ) -> Result<(), Problem> {
        let mut rows = Each::new(RowOf(&input.name), seen);
        let mut reader = reader(&input.place)?;
        if let Some(mut stream) = stream {
            stream.read(&mut reader, &mut rows, bad)?;
            stream.finish(&mut rows)?;
        }
        put(store, &self.chunking.policy.version(), &input.name, &rows.made()?)
    }
}

/// Makes rows of the chunks of a document.
struct RowOf<'r>(&'r str);

impl<P: Policy> Make<P> for RowOf<'_> {
    type Made = Row;

    fn make(&self, chunk: &P::Chunk<'_>, index: usize) -> Result<Row, String> {
        Row::of(chunk, self.0, index).map_err(|error| error.to_string())
    }
}

fn put(store: &Store, version: &str, source: &str, rows: &[Row]) -> Result<(), Problem> {
    store.replace(version, source, rows).map_err(|error| match error {
        NotStored::Refused(message) => Fault::refused(message).into(),
        NotStored::Unwritable(message) => Problem::Unwritable(message),
    })
}
