//! Documents and streams, chunked into a store.

use crate::{
    batch::{Batch, Done, Seen},
    chunking::Problem,
    command::{PolicyCommand, Stream},
    console::Console,
    documents::reader,
    find::Found,
    ordered::Unwritable,
    report::Fault,
    store::{NotStored, Row, Store},
    summary::Summary,
};
use chunk_core::{Policy, Sink, Source, Warning, Witness};
use std::ops::ControlFlow;

impl<C: PolicyCommand> Batch<'_, C> {
    /// Puts the chunks of a document into a store.
    pub(crate) fn store(
        &self,
        source: Source<'_>,
        store: &Store,
        seen: &mut Seen<'_, C>,
    ) -> Result<(), Problem> {
        let refused = |error: &dyn std::error::Error| Fault::refused(error.to_string());
        let unit = self.chunking.policy.unit(source).map_err(|error| refused(&error))?;
        let mut rows = Rows::new(source.path, seen);
        self.chunking.policy.chunk(unit, &mut rows).map_err(|error| refused(&error))?;
        rows.store::<C::Policy>(store)
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
            let mut bad = |fault: Fault| {
                summary.tell(&place, &fault);
                is_faulty = true;
                if self.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let fault = match self.store_stream(stream(), input, store, &mut seen, &mut bad) {
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
        let mut rows = Rows::new(&input.name, seen);
        let mut reader = reader(&input.place)?;
        if let Some(mut stream) = stream {
            stream.read(&mut reader, &mut rows, bad)?;
            stream.finish(&mut rows)?;
        }
        rows.store::<C::Policy>(store)
    }
}

/// Makes rows of a document's chunks.
struct Rows<'r, 's, C: PolicyCommand> {
    source: &'r str,
    seen: &'r mut Seen<'s, C>,
    rows: serde_json::Result<Vec<Row>>,
}

impl<'r, 's, C: PolicyCommand> Rows<'r, 's, C> {
    fn new(source: &'r str, seen: &'r mut Seen<'s, C>) -> Self {
        Self { source, seen, rows: Ok(Vec::new()) }
    }

    fn store<P: Policy>(self, store: &Store) -> Result<(), Problem> {
        let rows = self.rows.map_err(|error| Fault::refused(error.to_string()))?;
        store.replace(P::CONTRACT.version, self.source, &rows).map_err(|error| match error {
            NotStored::Refused(message) => Fault::refused(message).into(),
            NotStored::Unwritable(message) => Problem::Unwritable(message),
        })
    }
}

impl<'u, C: PolicyCommand> Sink<<C::Policy as Policy>::Chunk<'u>> for Rows<'_, '_, C> {
    fn chunk(&mut self, chunk: <C::Policy as Policy>::Chunk<'u>) -> ControlFlow<()> {
        let Ok(rows) = &mut self.rows else { return ControlFlow::Break(()) };
        match Row::of(&chunk, self.source, rows.len()) {
            Ok(row) => rows.push(row),
            Err(error) => self.rows = Err(error),
        }
        self.seen.chunk(&chunk);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, warning: Warning) {
        self.seen.warning(warning);
    }
}
