//! Any policy. [`PolicyCommand`] is what a policy has to provide to be a subcommand, besides the facts in its [`Profile`]. [`AnyPolicy`]
//! is the same as a trait object: the code that runs, checks and shows chunks is written against it, and compiled once.

use crate::{
    error::Error,
    flags::PolicyFlags,
    options::OutputFormat,
    profile::Profile,
    report::{Seen, Taker, Tally},
    settings::Settings,
};
use chunk_core::{
    Chunk, FromConfig, Sink, Source, Warning,
    types::{Witness, WriteError},
};
use std::{
    borrow::Cow,
    io::{BufRead, Write},
    ops::ControlFlow,
};

/// Returns what is wrong with a record by itself, or why it cannot be read.
pub(crate) type RecordRules<'p> = dyn Fn(&[u8]) -> Result<Vec<String>, String> + 'p;

/// A policy as a subcommand.
pub(crate) trait PolicyCommand: FromConfig + 'static {
    /// The facts about its contract.
    const PROFILE: &'static Profile;

    /// The policy, which has its settings already, with the flags; and a warning if they change a setting that was not given.
    fn with_flags(self, flags: &PolicyFlags) -> Result<(Self, Option<Warning>), Error> {
        let _ = flags;
        Ok((self, None))
    }

    /// Checks a record by itself; `None` if a record can only be checked with its document.
    fn rules(&self) -> Option<Box<RecordRules<'_>>> {
        None
    }

    /// The chunking of a stream, for a contract that takes all inputs as one; `None` if each is a document by itself.
    fn stream(&self, flags: &PolicyFlags, line_limit: usize) -> Option<Box<dyn Stream + '_>> {
        let _ = (flags, line_limit);
        None
    }

    /// Writes the record of a document, for a contract whose records are of whole documents, or what else is asked for, in that format.
    fn write(
        &self,
        _: &PolicyFlags,
        _: OutputFormat,
        unit: Self::Unit<'_>,
        out: &mut dyn Write,
        witness: &mut dyn Witness<Self>,
    ) -> Result<usize, WriteError<Self::Error>> {
        self.write_jsonl(unit, out, witness)
    }

    /// Counts a chunk for the summary.
    fn count(&self, chunk: &Self::Chunk<'_>, tally: &mut Tally) {
        let _ = (chunk, tally);
    }

    /// Prints what is asked for after the last document.
    fn finish(&self, flags: &PolicyFlags) {
        let _ = flags;
    }
}

/// [`PolicyCommand`] as a trait object.
pub(crate) trait AnyPolicy: Sync {
    /// Writes the record of a document, for a contract whose records are of whole documents, or what else is asked for, in that format.
    fn write(
        &self,
        source: Source<'_>,
        flags: &PolicyFlags,
        format: OutputFormat,
        records: &mut dyn Write,
        seen: &mut Seen,
    ) -> Result<(), Error>;

    /// Hands the chunks of a document to `taker`.
    fn pieces(&self, source: Source<'_>, taker: &mut Taker<'_>) -> Result<(), Error>;

    fn rules(&self) -> Option<Box<RecordRules<'_>>>;

    fn stream(&self, flags: &PolicyFlags, line_limit: usize) -> Option<Box<dyn Stream + '_>>;

    fn finish(&self, flags: &PolicyFlags);
}

impl<P: PolicyCommand> AnyPolicy for P {
    fn write(
        &self,
        source: Source<'_>,
        flags: &PolicyFlags,
        format: OutputFormat,
        records: &mut dyn Write,
        seen: &mut Seen,
    ) -> Result<(), Error> {
        let unit = self.unit(source).map_err(refused)?;
        let mut witness = SinkOf { policy: self, unit: None, to: seen };
        match PolicyCommand::write(self, flags, format, unit, records, &mut witness) {
            Ok(_) => Ok(()),
            Err(WriteError::Chunk(error)) => Err(refused(error)),
            Err(WriteError::Write(error)) => Err(Error::run(error.to_string())),
        }
    }

    fn pieces(&self, source: Source<'_>, taker: &mut Taker<'_>) -> Result<(), Error> {
        let unit = self.unit(source).map_err(refused)?;
        // What was read from a file of another format has its places in the text that it became, not in the file.
        let places = taker.document.is_none().then(|| unit.clone());
        self.chunk(unit, &mut SinkOf { policy: self, unit: places, to: taker }).map_err(refused)
    }

    fn rules(&self) -> Option<Box<RecordRules<'_>>> {
        PolicyCommand::rules(self)
    }

    fn stream(&self, flags: &PolicyFlags, line_limit: usize) -> Option<Box<dyn Stream + '_>> {
        PolicyCommand::stream(self, flags, line_limit)
    }

    fn finish(&self, flags: &PolicyFlags) {
        PolicyCommand::finish(self, flags);
    }
}

fn refused(error: impl std::error::Error) -> Error {
    Error::refused(error.to_string())
}

/// A policy that has its settings and flags.
pub(crate) struct Ready {
    pub(crate) policy: Box<dyn AnyPolicy>,
    /// The contract's version, followed by the name of the encoding if that is not the contract's.
    pub(crate) version: Cow<'static, str>,
    /// What is legal but unusual about the settings.
    pub(crate) warnings: Vec<Warning>,
}

impl Ready {
    pub(crate) fn new<P: PolicyCommand>(flags: &PolicyFlags, settings: &Settings) -> Result<Self, Error> {
        let policy: P = settings.policy()?;
        flags.check(P::PROFILE)?;
        let (policy, warning) = policy.with_flags(flags)?;
        let (version, warnings) = (policy.version(), policy.warnings().into_iter().chain(warning).collect());
        Ok(Self { policy: Box::new(policy), version, warnings })
    }
}

/// The chunks of a policy on their way to a taker; or, as a witness, those that the policy writes itself, which are only counted.
pub(crate) struct SinkOf<'s, 'u, P: PolicyCommand, T> {
    pub(crate) policy: &'s P,
    /// What they are made of, to say where they stand in it; `None` if nobody asks.
    pub(crate) unit: Option<P::Unit<'u>>,
    pub(crate) to: T,
}

impl<'u, P: PolicyCommand> Sink<P::Chunk<'u>> for SinkOf<'_, 'u, P, &mut Taker<'_>> {
    fn chunk(&mut self, chunk: P::Chunk<'u>) -> ControlFlow<()> {
        let bytes = self.unit.clone().and_then(|unit| self.policy.source_bytes(unit, &chunk));
        self.policy.count(&chunk, &mut self.to.seen.tally);
        self.to.failed = self.to.piece(&chunk, bytes).err();
        if self.to.failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn warning(&mut self, warning: Warning) {
        self.to.seen.warnings.push(warning);
    }
}

impl<P: PolicyCommand> Witness<P> for SinkOf<'_, '_, P, &mut Seen> {
    fn chunk(&mut self, chunk: &P::Chunk<'_>) {
        self.policy.count(chunk, &mut self.to.tally);
        self.to.chunk(chunk.id());
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
