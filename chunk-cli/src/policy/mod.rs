//! The policies, each a subcommand. To add one: a file beside this one that implements [`PolicyCommand`], and a line in
//! the list below.

pub(crate) mod backlog;
pub(crate) mod hybrid;
pub(crate) mod markdown;
pub(crate) mod recorder;
pub(crate) mod tokens;

use crate::{
    documents::Limits,
    end::{Broken, Verdict},
    environment::Environment,
    ledger::Tally,
    run::Run,
    settings::Flag,
    stream::Stream,
};
use chunk_core::{Contract, Policy, Witness, WriteError};
use std::io::Write;

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

impl<P: Policy> Tally<P> for () {
    fn chunk(&mut self, _: &P, _: &P::Chunk<'_>) {}

    fn add(&mut self, (): Self) {}

    fn summary(&self) -> String {
        String::new()
    }
}

macro_rules! policies {
    ($($(#[$about:meta])* $name:ident($command:ty),)+) => {
        #[derive(clap::Subcommand)]
        pub(crate) enum PolicyRun {
            $($(#[$about])* $name(Box<Run<$command>>),)+
        }

        impl PolicyRun {
            pub(crate) fn run(&self, environment: &Environment) -> Result<Verdict, Broken> {
                match self {
                    $(Self::$name(run) => run.run(environment),)+
                }
            }
        }

        /// The contracts that there are policies for.
        pub(crate) const CONTRACTS: &[Contract] =
            &[$(<<$command as PolicyCommand>::Policy as Policy>::CONTRACT),+];
    };
}

policies! {
    /// Work items and decision records, secrets redacted
    Backlog(backlog::Backlog),
    /// Logs, notes, decisions, procedures: each by what it holds
    Hybrid(hybrid::Hybrid),
    /// Markdown: sections and blocks, citable by file and lines
    Markdown(markdown::Markdown),
    /// The event stream of a terminal recorder, chunked as it comes
    Recorder(recorder::Recorder),
    /// Plain text: sentences and paragraphs, up to a number of tokens
    Tokens(tokens::Tokens),
}

/// The names of all policies.
pub(crate) fn names() -> Vec<&'static str> {
    CONTRACTS.iter().map(|contract| contract.policy).collect()
}
