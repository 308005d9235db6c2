//! What a policy has to provide to be a subcommand: what its flags do. Facts are in its [`Profile`].

use crate::{
    error::Error,
    flags::PolicyFlags,
    options::OutputFormat,
    profile::Profile,
    report::{Seen, Taker, Tally},
};
use chunk_core::{
    Chunk, FromConfig, Policy, Sink, Warning,
    types::{Witness, WriteError},
};
use std::{
    io::{BufRead, Write},
    ops::ControlFlow,
};

/// Returns what is wrong with a record by itself, or why it cannot be read.
pub(crate) type Rules<P> = fn(&P, &[u8]) -> Result<Vec<String>, String>;

/// A policy as a subcommand.
pub(crate) trait PolicyCommand: Sync + 'static {
    /// The policy that it runs.
    type Policy: FromConfig + 'static;

    /// The facts about its contract.
    const PROFILE: &'static Profile;

    /// Checks a record by itself; `None` if a record can only be checked with its document.
    const RULES: Option<Rules<Self::Policy>> = None;

    /// Applies the flags to the policy, which has its settings already; and warns if they change one that was not given.
    fn prepare(flags: &PolicyFlags, policy: Self::Policy) -> Result<(Self::Policy, Option<Warning>), Error> {
        let _ = flags;
        Ok((policy, None))
    }

    /// The chunking of a stream, for a contract that takes all inputs as one; `None` if each is a document by itself.
    fn stream<'p>(
        flags: &PolicyFlags,
        policy: &'p Self::Policy,
        line_limit: usize,
    ) -> Option<Box<dyn Stream + 'p>> {
        let _ = (flags, policy, line_limit);
        None
    }

    /// Writes the records of a document, or what else is asked for, in that format.
    fn write(
        policy: &Self::Policy,
        _: &PolicyFlags,
        _: OutputFormat,
        unit: <Self::Policy as Policy>::Unit<'_>,
        out: &mut dyn Write,
        witness: &mut dyn Witness<Self::Policy>,
    ) -> Result<usize, WriteError<<Self::Policy as Policy>::Error>> {
        policy.write_jsonl(unit, out, witness)
    }

    /// Counts a chunk for the summary.
    fn count(policy: &Self::Policy, chunk: &<Self::Policy as Policy>::Chunk<'_>, tally: &mut Tally) {
        let _ = (policy, chunk, tally);
    }

    /// Prints what is asked for after the last document.
    fn finish(policy: &Self::Policy, flags: &PolicyFlags) {
        let _ = (policy, flags);
    }
}

/// The chunks of `C`'s policy on their way to a taker; or, as a witness, those that the policy writes itself, which are only counted.
pub(crate) struct SinkOf<'s, 'u, C: PolicyCommand, T> {
    pub(crate) policy: &'s C::Policy,
    /// What they are made of, to say where they stand in it; `None` if nobody asks.
    pub(crate) unit: Option<<C::Policy as Policy>::Unit<'u>>,
    pub(crate) to: T,
}

impl<'u, C: PolicyCommand> Sink<<C::Policy as Policy>::Chunk<'u>> for SinkOf<'_, 'u, C, &mut Taker<'_>> {
    fn chunk(&mut self, chunk: <C::Policy as Policy>::Chunk<'u>) -> ControlFlow<()> {
        let bytes = self.unit.clone().and_then(|unit| self.policy.source_bytes(unit, &chunk));
        self.to.failed = self.to.piece(&chunk, bytes, |tally| C::count(self.policy, &chunk, tally)).err();
        if self.to.failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn warning(&mut self, warning: Warning) {
        self.to.seen.warnings.push(warning);
    }
}

impl<C: PolicyCommand> Witness<C::Policy> for SinkOf<'_, '_, C, &mut Seen> {
    fn chunk(&mut self, chunk: &<C::Policy as Policy>::Chunk<'_>) {
        self.to.chunk(chunk.id(), |tally| C::count(self.policy, chunk, tally));
    }

    fn warning(&mut self, warning: Warning) {
        self.to.warnings.push(warning);
    }
}

/// What a stream is read from.
pub(crate) enum Input<'i> {
    /// May be read ahead of the chunking, by another thread.
    Ahead(Box<dyn BufRead + Send>),
    /// May keep its reader waiting, so all that has been read is chunked before more is read.
    Live(Box<dyn BufRead + 'i>),
}

impl<'i> Input<'i> {
    /// The same, for a reader that reads nothing ahead.
    pub(crate) fn live(self) -> Box<dyn BufRead + 'i> {
        match self {
            Self::Ahead(input) => input,
            Self::Live(input) => input,
        }
    }
}

/// A stream that is being chunked.
pub(crate) trait Stream {
    /// Reads the next input to its end. Calls `bad` for a record that is at fault, and reads on after it unless
    /// `bad` breaks off. An error ends the stream, and hands over the chunk that was open.
    fn read(
        &mut self,
        input: Input<'_>,
        taker: &mut Taker<'_>,
        bad: &mut dyn FnMut(Error) -> ControlFlow<()>,
    ) -> Result<(), Error>;

    /// Notes that an input could not be read, so that the stream has a gap.
    fn skip(&mut self, taker: &mut Taker<'_>);

    /// Hands over the chunk that is still open, after the last input.
    fn finish(self: Box<Self>, taker: &mut Taker<'_>) -> Result<(), Error>;
}
