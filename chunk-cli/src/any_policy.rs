//! Any policy, as a trait object: the code that runs, checks and shows chunks is written against it, and compiled once.

use crate::{
    any_chunk::{AnyChunk, Taker},
    command::{PolicyCommand, Profile, RecordFlags, Stream},
    exit::Broken,
    options::OutputFormat,
    report::{Fault, Problem, Seen},
    settings::Settings,
    tally::Tally,
};
use chunk_core::{Chunk, Policy, Sink, Source, Warning, Witness, WriteError, jsonl::write_json};
use std::{
    borrow::Cow,
    io::{self, Write},
    ops::ControlFlow,
};

pub(crate) trait AnyPolicy: Sync {
    fn profile(&self) -> &'static Profile;

    /// The flags, besides settings, on which its records depend.
    fn record_flags(&self) -> RecordFlags;

    /// The contract's version, followed by the name of the encoding if that is not the contract's.
    fn version(&self) -> Cow<'static, str>;

    /// What is legal but unusual about the settings.
    fn warnings(&self) -> Vec<Warning>;

    /// Whether documents are explained instead of chunked.
    fn explains(&self) -> bool;

    /// Writes the records of a document, or its explanation.
    fn write(
        &self,
        source: Source<'_>,
        format: OutputFormat,
        out: &mut dyn Write,
        seen: &mut Seen,
    ) -> Result<(), Problem>;

    /// Hands the chunks of a document to `taker`.
    fn chunk(&self, source: Source<'_>, taker: &mut dyn Taker) -> Result<(), Fault>;

    /// The chunking of a stream, for a contract that takes all inputs as one.
    fn stream(&self, line_limit: usize) -> Option<Box<dyn Stream + '_>>;

    /// Checks a record by itself; `None` if a record can only be checked with its document.
    fn rules(&self) -> Option<Box<RecordRules<'_>>>;

    /// Prints what a flag asks for after the last document.
    fn finish(&self);
}

/// Returns what is wrong with a record, or why it cannot be read.
pub(crate) type RecordRules<'p> = dyn Fn(&[u8]) -> Result<Vec<String>, String> + 'p;

/// The policy of `command`, with these settings.
pub(crate) fn prepared<C: PolicyCommand>(
    command: C,
    settings: &Settings,
) -> Result<Box<dyn AnyPolicy>, Broken> {
    let policy = command.prepare(settings.policy()?)?;
    Ok(Box::new(Prepared { command, policy }))
}

struct Prepared<C: PolicyCommand> {
    command: C,
    policy: C::Policy,
}

impl<C: PolicyCommand> AnyPolicy for Prepared<C> {
    fn profile(&self) -> &'static Profile {
        C::PROFILE
    }

    fn record_flags(&self) -> RecordFlags {
        self.command.record_flags()
    }

    fn version(&self) -> Cow<'static, str> {
        self.policy.version()
    }

    fn warnings(&self) -> Vec<Warning> {
        self.policy.warnings()
    }

    fn explains(&self) -> bool {
        self.command.explains()
    }

    fn write(
        &self,
        source: Source<'_>,
        format: OutputFormat,
        out: &mut dyn Write,
        seen: &mut Seen,
    ) -> Result<(), Problem> {
        let Self { command, policy } = self;
        let unit = policy.unit(source).map_err(|error| refused(&error))?;
        match command.write(policy, format, unit, out, &mut SeenWitness::<C> { policy, seen }) {
            Ok(_) => Ok(()),
            Err(WriteError::Chunk(error)) => Err(refused(&error).into()),
            Err(WriteError::Write(error)) => Err(Problem::Unwritable(error.to_string())),
        }
    }

    fn chunk(&self, source: Source<'_>, taker: &mut dyn Taker) -> Result<(), Fault> {
        let unit = self.policy.unit(source).map_err(|error| refused(&error))?;
        let mut sink = TakerSink::<C> { policy: &self.policy, taker };
        self.policy.chunk(unit, &mut sink).map_err(|error| refused(&error))
    }

    fn stream(&self, line_limit: usize) -> Option<Box<dyn Stream + '_>> {
        self.command.stream(&self.policy, line_limit)
    }

    fn rules(&self) -> Option<Box<RecordRules<'_>>> {
        let rules = C::RULES?;
        Some(Box::new(move |json| rules(&self.policy, json)))
    }

    fn finish(&self) {
        self.command.finish(&self.policy);
    }
}

fn refused(error: &dyn std::error::Error) -> Fault {
    Fault::refused(error.to_string())
}

/// Counts the chunks whose records are written.
struct SeenWitness<'s, C: PolicyCommand> {
    policy: &'s C::Policy,
    seen: &'s mut Seen,
}

impl<C: PolicyCommand> Witness<C::Policy> for SeenWitness<'_, C> {
    fn chunk(&mut self, chunk: &<C::Policy as Policy>::Chunk<'_>) {
        self.seen.chunk(&ChunkOf::<C> { policy: self.policy, chunk });
    }

    fn warning(&mut self, warning: Warning) {
        self.seen.warnings.push(warning);
    }
}

/// Hands the chunks of a policy to a taker of chunks of any policy.
pub(crate) struct TakerSink<'t, C: PolicyCommand> {
    pub(crate) policy: &'t C::Policy,
    pub(crate) taker: &'t mut dyn Taker,
}

impl<'u, C: PolicyCommand> Sink<<C::Policy as Policy>::Chunk<'u>> for TakerSink<'_, C> {
    fn chunk(&mut self, chunk: <C::Policy as Policy>::Chunk<'u>) -> ControlFlow<()> {
        self.taker.chunk(&ChunkOf::<C> { policy: self.policy, chunk: &chunk })
    }

    fn warning(&mut self, warning: Warning) {
        self.taker.warning(warning);
    }
}

/// A chunk, and the policy that made it.
struct ChunkOf<'c, 'u, C: PolicyCommand> {
    policy: &'c C::Policy,
    chunk: &'c <C::Policy as Policy>::Chunk<'u>,
}

impl<C: PolicyCommand> AnyChunk for ChunkOf<'_, '_, C> {
    fn id(&self) -> Option<&str> {
        self.chunk.id()
    }

    fn text(&self) -> &str {
        self.chunk.text()
    }

    fn append_to(&self, json: &mut Vec<u8>) -> io::Result<()> {
        write_json(json, self.chunk)
    }

    fn count(&self, tally: &mut Tally) {
        C::count(self.policy, self.chunk, tally);
    }
}
