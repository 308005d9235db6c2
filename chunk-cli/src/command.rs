//! What a policy has to say of itself to be a subcommand.

use crate::{
    any_chunk::Taker,
    encoding::Encoding,
    exit::{Broken, trouble},
    json::json,
    options::OutputFormat,
    report::Fault,
    schemas::Schemas,
    tally::Tally,
};
use chunk_core::{ConfigError, Contract, FromConfig, Policy, TokenCounter, Witness, WriteError};
use serde_json::Value;
use std::{
    io::{BufRead, Write},
    ops::ControlFlow,
};

/// What is wrong with a record by itself, or why it cannot be read.
pub(crate) type Rules<P> = fn(&P, &[u8]) -> Result<Vec<String>, String>;

/// A policy as a subcommand: its own flags, and what they do.
pub(crate) trait PolicyCommand: clap::Args + Default + Sync + 'static {
    /// What it runs.
    type Policy: FromConfig + 'static;

    /// What the common machinery has to know of it.
    const PROFILE: &'static Profile;

    /// `None` where only its document tells what is wrong with a record.
    const RULES: Option<Rules<Self::Policy>> = None;

    /// The flags that stand for settings.
    fn flags(&self) -> Vec<Flag<'_>>;

    /// The command with those of its flags on which its records depend.
    fn making(flags: &MakingFlags) -> Result<Self, Broken> {
        flags.check(Self::PROFILE).map(|()| Self::default())
    }

    /// The flags that [`making`](Self::making) takes, as they were given.
    fn made_with(&self) -> MakingFlags {
        MakingFlags::default()
    }

    /// The policy as the command's own flags want it, beside the settings.
    fn prepare(&self, policy: Self::Policy) -> Result<Self::Policy, Broken> {
        Ok(policy)
    }

    /// A stream to read the inputs as, for a contract that does; `None` where each is a document by itself.
    fn stream<'p>(&self, policy: &'p Self::Policy, line_limit: usize) -> Option<Box<dyn Stream + 'p>> {
        let _ = (policy, line_limit);
        None
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

    /// Counts what the summary tells of a chunk.
    fn count(policy: &Self::Policy, chunk: &<Self::Policy as Policy>::Chunk<'_>, tally: &mut Tally) {
        let _ = (policy, chunk, tally);
    }

    /// Says what a flag asks for when all documents are done.
    fn finish(&self, policy: &Self::Policy) {
        let _ = policy;
    }
}

/// What is known of a policy, whatever its flags and settings.
pub(crate) struct Profile {
    pub(crate) contract: Contract,
    /// Where in its records what stands.
    pub(crate) keys: Keys,
    /// What its records look like.
    pub(crate) schemas: Schemas,
    /// Given some settings, all that are in force as JSON, in the order of the contract's table.
    pub(crate) in_force: fn(&Value) -> Result<String, String>,
    /// The contract's own environment variables and the settings they stand for, beside `CHUNK_<POLICY>_<KEY>`.
    pub(crate) variables: &'static [(&'static str, &'static str)],
    /// The flags beside its settings on which its records depend: names of [`MakingFlags`].
    pub(crate) making: &'static [&'static str],
    /// The options of [`Provenance`](crate::options::Provenance) that stand in its records.
    pub(crate) recorded: &'static [&'static str],
    /// The field of a JSON line that is the document's id, unless `--id-field` says otherwise.
    pub(crate) id_field: &'static str,
    /// Whether such a line may say when its document was made and changed (H1).
    pub(crate) lines_have_times: bool,
    /// Whether the contract wants paths inside a root: a file that is given from elsewhere goes by its name alone.
    pub(crate) names_inside: bool,
    /// Whether a file of this name is one of the contract's, where a folder is given; and which are, for people.
    pub(crate) selects: fn(&str) -> bool,
    pub(crate) selected: &'static str,
    /// Whether the contract reads a stream: then the inputs, in the order given, are one.
    pub(crate) is_stream: bool,
    /// What a stream has to hold, said where nothing of the inputs could be chunked.
    pub(crate) wants: &'static str,
    /// What the summary says of what was counted, such as `12 tokens`.
    pub(crate) summary: fn(&Tally) -> String,
    /// Why a chunk begins where it does, for people, by the record of the one before it, its own, and the settings in force.
    pub(crate) reason: fn(Option<&Value>, &Value, &Value) -> String,
}

impl Profile {
    /// That of a policy of documents that takes all files and counts nothing.
    pub(crate) const fn of<P: Policy>() -> Self {
        Self {
            contract: P::CONTRACT,
            keys: Keys::NONE,
            schemas: Schemas::NONE,
            in_force: |given| {
                let config: P::Config = ConfigError::read(given).map_err(|error| error.to_string())?;
                json(&config).map_err(|error| error.to_string())
            },
            variables: &[],
            making: &[],
            recorded: &[],
            id_field: "path",
            lines_have_times: false,
            names_inside: false,
            selects: |_| true,
            selected: "all files",
            is_stream: false,
            wants: "",
            summary: |_| String::new(),
            reason: |_, _, _| String::new(),
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

/// A flag of a policy that stands for one of its settings.
pub(crate) struct Flag<'f> {
    /// The setting, dotted where it is nested. The flag is called `--` and the key in kebab case: `maxChunkSize` is
    /// `--max-chunk-size`.
    pub(crate) key: &'static str,
    /// What was given, if it was.
    pub(crate) value: Option<&'f str>,
}

/// The flags of single policies on which records depend, for commands that make records again.
#[derive(Debug, Default, clap::Args)]
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

pub(crate) const ENCODING: &str = "encoding";
pub(crate) const STRATEGY: &str = "strategy";
pub(crate) const SORT: &str = "sort";
pub(crate) const APPEND_LOG: &str = "append-log";

impl MakingFlags {
    /// Those that were given, with the value of one that has one.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, Option<&str>)> {
        let encoding = self.encoding.as_ref().map(|encoding| (ENCODING, Some(encoding.encoding())));
        let strategy = self.strategy.as_deref().map(|strategy| (STRATEGY, Some(strategy)));
        let sort = self.sort.then_some((SORT, None));
        let append_log = self.append_log.then_some((APPEND_LOG, None));
        [encoding, strategy, sort, append_log].into_iter().flatten()
    }

    /// An error where one is given that the policy has not.
    pub(crate) fn check(&self, profile: &Profile) -> Result<(), Broken> {
        match self.given().find(|(flag, _)| !profile.making.contains(flag)) {
            Some((flag, _)) => trouble(format!("{} has no --{flag}; leave it out", profile.contract.policy)),
            None => Ok(()),
        }
    }
}

/// What a stream is read from.
pub(crate) enum Input<'i> {
    /// More of it may be read than has been chunked.
    Ahead(Box<dyn BufRead + Send>),
    /// It may keep its reader waiting: what came before is chunked first.
    Live(Box<dyn BufRead + 'i>),
}

impl<'i> Input<'i> {
    /// Whatever it is, to be read by one thread.
    pub(crate) fn reader(self) -> Box<dyn BufRead + 'i> {
        match self {
            Self::Ahead(reader) => reader,
            Self::Live(reader) => reader,
        }
    }
}

/// A stream that is being chunked.
pub(crate) trait Stream {
    /// Reads the next input to its end. A record that is at fault is told to `bad`, and what is behind it is read unless
    /// that says to stop. An error ends the stream, and what was open is handed over.
    fn read(
        &mut self,
        input: Input<'_>,
        taker: &mut dyn Taker,
        bad: &mut dyn FnMut(Fault) -> ControlFlow<()>,
    ) -> Result<(), Fault>;

    /// An input could not be read: what it holds is missing in the stream.
    fn skip(&mut self, taker: &mut dyn Taker);

    /// Hands over what was still open: there is no further input.
    fn finish(self: Box<Self>, taker: &mut dyn Taker) -> Result<(), Fault>;
}
