//! What a policy has to say of itself to be a subcommand.

use crate::{
    documents::Limits,
    exit::Broken,
    report::{Fault, Tally},
    settings::Flag,
};
use chunk_core::{Policy, Sink, Witness, WriteError};
use std::{
    io::{BufRead, Write},
    ops::ControlFlow,
};

/// A policy as a subcommand: its own flags, and what the common machinery has to know of it.
pub(crate) trait PolicyCommand: clap::Args + Sync {
    /// What it runs.
    type Policy: Policy;

    /// What its summary counts; `()` for nothing but documents and chunks.
    type Tally: Tally<Self::Policy>;

    /// The contract's own environment variables and the settings they stand for, beside `CHUNK_<POLICY>_<KEY>`.
    const VARIABLES: &'static [(&'static str, &'static str)] = &[];

    /// The field of a JSON line that is the document's id, unless `--id-field` says otherwise.
    const ID_FIELD: &'static str = "path";

    /// Whether the contract wants paths inside a root: a file that is given from elsewhere goes by its name alone.
    const NAMES_INSIDE: bool = false;

    /// Which files of a folder are the contract's, for people; `None` for all of them.
    const SELECTS: Option<&'static str> = None;

    /// Whether the contract reads a stream: then the inputs, in the order given, are one.
    const IS_STREAM: bool = false;

    /// The flags that stand for settings.
    fn flags(&self) -> Vec<Flag<'_>>;

    /// A stream to read the inputs as, for a contract that does; `None` where each is a document by itself.
    fn stream<'p>(
        &self,
        policy: &'p Self::Policy,
        limits: Limits,
    ) -> Option<Box<dyn Stream<Self::Policy> + 'p>> {
        let _ = (policy, limits);
        None
    }

    /// The policy as the command's own flags want it, beside the settings.
    fn prepare(&self, policy: Self::Policy) -> Result<Self::Policy, Broken> {
        Ok(policy)
    }

    /// Writes what is to be known of a document: its records, unless a flag asks for something else.
    fn write(
        &self,
        policy: &Self::Policy,
        unit: <Self::Policy as Policy>::Unit<'_>,
        out: &mut dyn Write,
        witness: &mut dyn Witness<Self::Policy>,
    ) -> Result<usize, WriteError<<Self::Policy as Policy>::Error>> {
        policy.write_jsonl(unit, out, witness)
    }

    /// Says what a flag asks for when all documents are done.
    fn finish(&self, policy: &Self::Policy) {
        let _ = policy;
    }

    /// Whether the file called `name` is one of the contract's, where a folder is given.
    fn selects(name: &str) -> bool {
        let _ = name;
        true
    }
}

/// A stream that is being chunked.
pub(crate) trait Stream<P: Policy> {
    /// Reads the next input to its end. A record that is at fault is told to `bad`, and what is behind it is read unless
    /// that says to stop. An error ends the stream, and what was open is handed over.
    fn read(
        &mut self,
        input: &mut dyn BufRead,
        sink: &mut dyn Sink<P::Chunk<'static>>,
        bad: &mut dyn FnMut(Fault) -> ControlFlow<()>,
    ) -> Result<(), Fault>;

    /// An input could not be read: what it holds is missing in the stream.
    fn skip(&mut self, sink: &mut dyn Sink<P::Chunk<'static>>);

    /// Hands over what was still open: there is no further input.
    fn finish(self: Box<Self>, sink: &mut dyn Sink<P::Chunk<'static>>) -> Result<(), Fault>;
}
