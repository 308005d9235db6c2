//! A policy in force, whichever it is: what runs, checks and shows chunks is written against it, and compiled once.

use crate::{
    any_chunk::{AnyChunk, Taker},
    command::{MakingFlags, PolicyCommand, Profile, Stream},
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

    /// The flags beside its settings on which its records depend, as they were given.
    fn made_with(&self) -> MakingFlags;

    /// That of the contract, with the encoding's name where it is another.
    fn version(&self) -> Cow<'static, str>;

    /// What is legal but unusual about the settings.
    fn warnings(&self) -> Vec<Warning>;

    /// The same, of which up to so many threads work on one document.
    fn with_threads(self: Box<Self>, threads: usize) -> Box<dyn AnyPolicy>;

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

    /// A stream to read the inputs as, for a contract that does.
    fn stream(&self, line_limit: usize) -> Option<Box<dyn Stream + '_>>;

    /// What tells what is wrong with a record by itself, or why it cannot be read; `None` where only its document does.
    fn rules(&self) -> Option<Box<RecordRules<'_>>>;

    /// Says what a flag asks for when all documents are done.
    fn finish(&self);
}

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

    fn made_with(&self) -> MakingFlags {
        self.command.made_with()
    }

    fn version(&self) -> Cow<'static, str> {
        self.policy.version()
    }

    fn warnings(&self) -> Vec<Warning> {
        self.policy.warnings()
    }

    fn with_threads(self: Box<Self>, threads: usize) -> Box<dyn AnyPolicy> {
        let Self { command, policy } = *self;
        Box::new(Self { command, policy: policy.with_threads(threads) })
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
        match command.write(policy, format, unit, out, &mut Looking::<C> { policy, seen }) {
            Ok(_) => Ok(()),
            Err(WriteError::Chunk(error)) => Err(refused(&error).into()),
            Err(WriteError::Write(error)) => Err(Problem::Unwritable(error.to_string())),
        }
    }

    fn chunk(&self, source: Source<'_>, taker: &mut dyn Taker) -> Result<(), Fault> {
        let unit = self.policy.unit(source).map_err(|error| refused(&error))?;
        let mut sink = Handing::<C> { policy: &self.policy, taker };
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

/// Sees the chunks whose records are written.
struct Looking<'l, C: PolicyCommand> {
    policy: &'l C::Policy,
    seen: &'l mut Seen,
}

impl<C: PolicyCommand> Witness<C::Policy> for Looking<'_, C> {
    fn chunk(&mut self, chunk: &<C::Policy as Policy>::Chunk<'_>) {
        self.seen.chunk(&Of::<C> { policy: self.policy, chunk });
    }

    fn warning(&mut self, warning: Warning) {
        self.seen.warnings.push(warning);
    }
}

/// Hands the chunks of a policy on as those of any.
pub(crate) struct Handing<'h, C: PolicyCommand> {
    pub(crate) policy: &'h C::Policy,
    pub(crate) taker: &'h mut dyn Taker,
}

impl<'u, C: PolicyCommand> Sink<<C::Policy as Policy>::Chunk<'u>> for Handing<'_, C> {
    fn chunk(&mut self, chunk: <C::Policy as Policy>::Chunk<'u>) -> ControlFlow<()> {
        self.taker.chunk(&Of::<C> { policy: self.policy, chunk: &chunk })
    }

    fn warning(&mut self, warning: Warning) {
        self.taker.warning(warning);
    }
}

/// A chunk, and the policy it is of.
struct Of<'o, 'u, C: PolicyCommand> {
    policy: &'o C::Policy,
    chunk: &'o <C::Policy as Policy>::Chunk<'u>,
}

impl<C: PolicyCommand> AnyChunk for Of<'_, '_, C> {
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
