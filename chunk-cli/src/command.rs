//! What a policy has to say of itself to be a subcommand.

use crate::{
    documents::Limits,
    encoding::Encoding,
    exit::{Broken, trouble},
    options::OutputFormat,
    report::{Fault, Tally},
    settings::Flag,
};
use chunk_core::{Policy, Sink, Witness, WriteError};
use serde_json::Value;
use std::{
    io::{BufRead, Write},
    ops::ControlFlow,
};

/// What is wrong with a record by itself, or why it cannot be read.
pub(crate) type Rules<P> = fn(&P, &[u8]) -> Result<Vec<String>, String>;

/// A policy as a subcommand: its own flags, and what the common machinery has to know of it.
pub(crate) trait PolicyCommand: clap::Args + Default + Sync {
    /// What it runs.
    type Policy: Policy;

    /// What its summary counts; `()` for nothing but documents and chunks.
    type Tally: Tally<Self::Policy>;

    /// The contract's own environment variables and the settings they stand for, beside `CHUNK_<POLICY>_<KEY>`.
    const VARIABLES: &'static [(&'static str, &'static str)] = &[];

    /// The field of a JSON line that is the document's id, unless `--id-field` says otherwise.
    const ID_FIELD: &'static str = "path";

    /// Whether such a line may say when its document was made and changed (H1).
    const LINES_HAVE_TIMES: bool = false;

    /// Where in its records what stands.
    const KEYS: Keys;

    /// What is wrong with a record by itself, or why it cannot be read; `None` where only its document tells.
    const RULES: Option<Rules<Self::Policy>> = None;

    /// Whether the contract wants paths inside a root: a file that is given from elsewhere goes by its name alone.
    const NAMES_INSIDE: bool = false;

    /// Which files of a folder are the contract's, for people.
    const SELECTS: &'static str = "all files";

    /// Whether the contract reads a stream: then the inputs, in the order given, are one.
    const IS_STREAM: bool = false;

    /// What a stream has to hold, said where nothing of the inputs could be chunked.
    const WANTS: &'static str = "";

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

    /// The command with those of its flags on which its records depend.
    fn making(flags: &MakingFlags) -> Result<Self, Broken> {
        flags.none::<Self>().map(|()| Self::default())
    }

    /// The policy as the command's own flags want it, beside the settings.
    fn prepare(&self, policy: Self::Policy) -> Result<Self::Policy, Broken> {
        Ok(policy)
    }

    /// Whether documents are explained instead of chunked.
    fn explains(&self) -> bool {
        false
    }

    /// Writes what is to be known of a document: its records, unless a flag asks for something else, in that format.
    fn write(
        &self,
        policy: &Self::Policy,
        _: OutputFormat,
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

    /// Why a chunk begins where it does, for people, by its record, the one before it and the settings in force.
    fn reason(before: Option<&Value>, record: &Value, config: &Value) -> String;

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

/// The flags of single policies on which records depend, for commands that make records again.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Options of single policies")]
pub(crate) struct MakingFlags {
    /// Of tokens, markdown and hybrid: count tokens in this encoding [default: cl100k_base]
    #[arg(long, value_name = "NAME", value_parser = Encoding::parser())]
    pub(crate) encoding: Option<Encoding>,
    /// Of hybrid: chunk by this strategy, whatever the content
    #[arg(long, value_name = "NAME")]
    pub(crate) strategy: Option<String>,
    /// Of recorder: sort the events first
    #[arg(long)]
    pub(crate) sort: bool,
    /// Of recorder: the input is the recorder's own append log
    #[arg(long)]
    pub(crate) append_log: bool,
}

impl MakingFlags {
    /// For a policy that has none of them.
    pub(crate) fn none<C: PolicyCommand>(&self) -> Result<(), Broken> {
        let given = [
            ("encoding", self.encoding.is_some()),
            ("strategy", self.strategy.is_some()),
            ("sort", self.sort),
            ("append-log", self.append_log),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((flag, _)) => {
                trouble(format!("{} has no --{flag}; leave it out", C::Policy::CONTRACT.policy))
            }
            None => Ok(()),
        }
    }
}

/// Where in a policy's records what stands, as JSON pointers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Keys {
    /// The document's name; of a stream, what comes nearest.
    pub(crate) source: &'static str,
    /// The chunk's id, where the contract has one; else its place in the document.
    pub(crate) id: Option<&'static str>,
    pub(crate) index: &'static str,
    /// The text to embed.
    pub(crate) text: &'static str,
    /// The chunks, for a contract whose record holds all of a document.
    pub(crate) chunks: Option<&'static str>,
    /// Its size, and what that is counted in.
    pub(crate) size: &'static str,
    pub(crate) unit: &'static str,
    /// Start and end in the document, in bytes, where the record has them.
    pub(crate) span: Option<(&'static str, &'static str)>,
}

impl Keys {
    /// Of no record at all.
    pub(crate) const NONE: Self =
        Self { source: "", id: None, index: "", text: "", chunks: None, size: "", unit: "", span: None };

    /// Whether `record` has them.
    pub(crate) fn fit(&self, record: &Value) -> bool {
        let chunk = match self.chunks {
            None => Some(record),
            Some(pointer) => match record.pointer(pointer).and_then(Value::as_array) {
                None => return false,
                Some(chunks) => chunks.first(),
            },
        };
        let has = |chunk: &Value| {
            chunk.pointer(self.text).is_some_and(Value::is_string)
                && self.id.is_none_or(|id| chunk.pointer(id).is_some_and(Value::is_string))
        };
        record.pointer(self.source).is_some() && chunk.is_none_or(has)
    }
}

/// Work that is done with any policy.
pub(crate) trait Task {
    /// What comes of it.
    type Answer;

    /// Does it with the policy of `C`.
    fn run<C: PolicyCommand>(self) -> Self::Answer;
}
