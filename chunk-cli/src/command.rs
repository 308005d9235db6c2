//! What a policy has to provide to be a subcommand: its own flags ([`PolicyCommand`]), and facts about its contract ([`Profile`]).

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

/// Returns what is wrong with a record by itself, or why it cannot be read.
pub(crate) type Rules<P> = fn(&P, &[u8]) -> Result<Vec<String>, String>;

/// A policy as a subcommand: its own flags, and what they do.
pub(crate) trait PolicyCommand: clap::Args + Default + Sync + 'static {
    /// The policy that it runs.
    type Policy: FromConfig + 'static;

    /// The facts about its contract.
    const PROFILE: &'static Profile;

    /// Checks a record by itself; `None` if a record can only be checked with its document.
    const RULES: Option<Rules<Self::Policy>> = None;

    /// The flags that stand for settings.
    fn flags(&self) -> Vec<Flag<'_>>;

    /// The command with these flags and no others.
    fn with_record_flags(flags: &RecordFlags) -> Result<Self, Broken> {
        flags.check(Self::PROFILE).map(|()| Self::default())
    }

    /// Those of its flags, besides settings, on which its records depend.
    fn record_flags(&self) -> RecordFlags {
        RecordFlags::default()
    }

    /// Applies the command's own flags to the policy, which has its settings already.
    fn prepare(&self, policy: Self::Policy) -> Result<Self::Policy, Broken> {
        Ok(policy)
    }

    /// The chunking of a stream, for a contract that takes all inputs as one; `None` if each is a document by itself.
    fn stream<'p>(&self, policy: &'p Self::Policy, line_limit: usize) -> Option<Box<dyn Stream + 'p>> {
        let _ = (policy, line_limit);
        None
    }

    /// Whether documents are explained instead of chunked.
    fn explains(&self) -> bool {
        false
    }

    /// Writes the records of a document, or what else a flag asks for, in that format.
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

    /// Counts a chunk for the summary.
    fn count(policy: &Self::Policy, chunk: &<Self::Policy as Policy>::Chunk<'_>, tally: &mut Tally) {
        let _ = (policy, chunk, tally);
    }

    /// Prints what a flag asks for after the last document.
    fn finish(&self, policy: &Self::Policy) {
        let _ = policy;
    }
}

/// The facts about a policy, whatever its flags and settings.
pub(crate) struct Profile {
    pub(crate) contract: Contract,
    /// Where its records hold what the command needs of them.
    pub(crate) keys: Keys,
    /// The schemas of its records.
    pub(crate) schemas: Schemas,
    /// Given some settings, returns all that are in force as JSON, in the order of the contract's table.
    pub(crate) in_force: fn(&Value) -> Result<String, String>,
    /// The contract's own environment variables and the settings they stand for, besides `CHUNK_<POLICY>_<KEY>`.
    pub(crate) variables: &'static [(&'static str, &'static str)],
    /// The flags, besides settings, on which its records depend: names of [`RecordFlags`].
    pub(crate) record_flags: &'static [&'static str],
    /// The options of [`Provenance`](crate::options::Provenance) that its records hold.
    pub(crate) recorded: &'static [&'static str],
    /// The field of a JSON line that is the document's id, unless `--id-field` says otherwise.
    pub(crate) id_field: &'static str,
    /// Whether such a line may say when its document was made and changed (H1).
    pub(crate) lines_have_times: bool,
    /// Whether the contract requires paths inside a root: a file outside of it goes by its file name alone.
    pub(crate) names_inside: bool,
    /// Whether the policy takes a file of this name from a folder.
    pub(crate) selects: fn(&str) -> bool,
    /// How many bytes a document may have, unless `--file-limit` says otherwise.
    pub(crate) file_limit: u64,
    /// Which files that are, for people.
    pub(crate) selected: &'static str,
    /// Whether the contract takes all inputs, in the order given, as one stream.
    pub(crate) is_stream: bool,
    /// What a stream has to hold, printed if nothing of the inputs could be chunked.
    pub(crate) wants: &'static str,
    /// Formats the tally for the summary, such as `12 tokens`.
    pub(crate) summary: fn(&Tally) -> String,
    /// Tells people why a chunk begins where it does, from the record before it, its own, and the settings in force.
    pub(crate) reason: fn(Option<&Value>, &Value, &Value) -> String,
}

impl Profile {
    /// The profile of a policy that chunks each document by itself, takes all files and counts nothing.
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
            record_flags: &[],
            recorded: &[],
            id_field: "path",
            lines_have_times: false,
            names_inside: false,
            selects: |_| true,
            file_limit: 64 << 20,
            selected: "all files",
            is_stream: false,
            wants: "",
            summary: |_| String::new(),
            reason: |_, _, _| String::new(),
        }
    }
}

/// Where a policy's records hold what the command needs of them, as JSON pointers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Keys {
    /// The document's name; of a stream, what comes nearest to one.
    pub(crate) source: &'static str,
    /// The chunk's id, if the contract has ids.
    pub(crate) id: Option<&'static str>,
    /// The chunk's index in the document, if it has no ids.
    pub(crate) index: &'static str,
    /// The text to embed.
    pub(crate) text: &'static str,
    /// The list of chunks, for a contract whose records hold all chunks of a document.
    pub(crate) chunks: Option<&'static str>,
    /// The chunk's size.
    pub(crate) size: &'static str,
    /// What sizes are counted in: no pointer, but a word for people.
    pub(crate) unit: &'static str,
    /// Start and end in the document, in bytes, if the records have them.
    pub(crate) span: Option<(&'static str, &'static str)>,
}

impl Keys {
    /// The keys of no record at all.
    pub(crate) const NONE: Self =
        Self { source: "", id: None, index: "", text: "", chunks: None, size: "", unit: "", span: None };

    /// Whether `record` looks like a record with these keys.
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
    /// Its value, if it was given.
    pub(crate) value: Option<&'f str>,
}

/// The flags of single policies on which records depend, for commands that make records again.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Options of single policies")]
pub(crate) struct RecordFlags {
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

impl RecordFlags {
    /// The flags that were given, with their values if they take any.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, Option<&str>)> {
        let encoding = self.encoding.as_ref().map(|encoding| (ENCODING, Some(encoding.encoding())));
        let strategy = self.strategy.as_deref().map(|strategy| (STRATEGY, Some(strategy)));
        let sort = self.sort.then_some((SORT, None));
        let append_log = self.append_log.then_some((APPEND_LOG, None));
        [encoding, strategy, sort, append_log].into_iter().flatten()
    }

    /// # Errors
    /// If a flag was given that the policy does not have.
    pub(crate) fn check(&self, profile: &Profile) -> Result<(), Broken> {
        match self.given().find(|(flag, _)| !profile.record_flags.contains(flag)) {
            Some((flag, _)) => trouble(format!("{} has no --{flag}; leave it out", profile.contract.policy)),
            None => Ok(()),
        }
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
    /// Either of them, to be read by one thread.
    pub(crate) fn reader(self) -> Box<dyn BufRead + 'i> {
        match self {
            Self::Ahead(reader) => reader,
            Self::Live(reader) => reader,
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
        taker: &mut dyn Taker,
        bad: &mut dyn FnMut(Fault) -> ControlFlow<()>,
    ) -> Result<(), Fault>;

    /// Notes that an input could not be read, so that the stream has a gap.
    fn skip(&mut self, taker: &mut dyn Taker);

    /// Hands over the chunk that is still open, after the last input.
    fn finish(self: Box<Self>, taker: &mut dyn Taker) -> Result<(), Fault>;
}
