//! What a policy has to provide to be a subcommand: its own flags, and what they do. Facts are in its [`Profile`].

use crate::{
    counting::{COUNTING, Counting, RESERVE},
    error::{Error, trouble},
    foreign::{Exports, Foreign},
    options::OutputFormat,
    profile::Profile,
    report::{Seen, Taker, Tally},
};
use chunk_core::{Chunk, FromConfig, Policy, Sink, Warning, Witness, WriteError};
use clap::Parser as _;
use std::{
    io::{BufRead, Write},
    iter,
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

    /// The command with these flags, all of which it has, and no others.
    fn with_record_flags(flags: &RecordFlags) -> Self;

    /// Those of its flags, besides settings, on which its records depend.
    fn record_flags(&self) -> RecordFlags;

    /// Applies the command's own flags to the policy, which has its settings already; and warns if they change one that was not given.
    fn prepare(&self, policy: Self::Policy) -> Result<(Self::Policy, Option<Warning>), Error> {
        Ok((policy, None))
    }

    /// The chunking of a stream, for a contract that takes all inputs as one; `None` if each is a document by itself.
    fn stream<'p>(&self, policy: &'p Self::Policy, line_limit: usize) -> Option<Box<dyn Stream + 'p>> {
        let _ = (policy, line_limit);
        None
    }

    /// How files of other programs are read, and what such files hold; `None` if all are taken as they are.
    fn foreign(&self) -> Option<Exports<'_>> {
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

/// A command's flags as [`RecordFlags`], and the way back: those of its fields that are called so.
macro_rules! record_flags {
    ($($flag:ident),+) => {
        fn with_record_flags(flags: &$crate::command::RecordFlags) -> Self {
            Self { $($flag: flags.$flag.clone(),)+ ..Self::default() }
        }

        fn record_flags(&self) -> $crate::command::RecordFlags {
            $crate::command::RecordFlags { $($flag: self.$flag.clone(),)+ ..Default::default() }
        }
    };
}
pub(crate) use record_flags;

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

/// A flag of a policy that stands for one of its settings.
pub(crate) struct Flag<'f> {
    /// The setting, dotted where it is nested. The flag is called `--` and the key in kebab case: `maxChunkSize` is
    /// `--max-chunk-size`.
    pub(crate) key: &'static str,
    /// Its value, if it was given.
    pub(crate) value: Option<&'f str>,
}

/// The flags of single policies on which records depend, for commands that make records again.
#[derive(Debug, Default, Clone, clap::Args)]
#[command(next_help_heading = "Options of single policies")]
pub(crate) struct RecordFlags {
    #[command(flatten)]
    pub(crate) counting: Counting,
    #[command(flatten)]
    pub(crate) foreign: Foreign,
    /// Of hybrid: chunk by this strategy, whatever the content
    #[arg(long, value_name = "NAME")]
    pub(crate) strategy: Option<String>,
    /// Of all but backlog, which does by itself: what looks like a secret was written over
    #[arg(long)]
    pub(crate) redact: bool,
    /// Of recorder: sort the events first
    #[arg(long)]
    pub(crate) sort: bool,
    /// Of recorder: the input is the recorder's own append log
    #[arg(long)]
    pub(crate) append_log: bool,
}

/// The flags as a command line of their own.
#[derive(clap::Parser)]
struct FlagsAlone {
    #[command(flatten)]
    flags: RecordFlags,
}

impl RecordFlags {
    /// The same, and those that records were `made` with, each as `--flag=value`, of which none was given.
    ///
    /// # Errors
    /// If there is no such flag.
    pub(crate) fn or_those(&self, made: &[String]) -> Result<Self, Error> {
        let given: Vec<_> = self
            .given()
            .map(|(flag, value)| {
                (flag, value.map_or(format!("--{flag}"), |value| format!("--{flag}={value}")))
            })
            .collect();
        // Two flags that say what counts tokens cannot be given together.
        let counts = |flag: &str| COUNTING.contains(&flag) && flag != RESERVE;
        let is_given =
            |name: &str| given.iter().any(|&(flag, _)| flag == name || counts(flag) && counts(name));
        let of_records = made.iter().filter(|flag| {
            let name =
                flag.strip_prefix("--").map(|flag| flag.split_once('=').map_or(flag, |(name, _)| name));
            name.is_some_and(|name| !is_given(name))
        });
        let all = given.iter().map(|(_, flag)| flag).chain(of_records);
        match FlagsAlone::try_parse_from(iter::once("").chain(all.map(String::as_str))) {
            Ok(read) => Ok(read.flags),
            Err(error) => trouble(format!(
                "the records were made with flags that cannot be used here: {}",
                error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ")
            )),
        }
    }

    /// The flags that were given, with their values if they take any.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, Option<String>)> {
        let strategy = self.strategy.clone().map(|strategy| ("strategy", Some(strategy)));
        let sort = self.sort.then_some(("sort", None));
        let redact = self.redact.then_some(("redact", None));
        let append_log = self.append_log.then_some(("append-log", None));
        self.counting
            .given()
            .chain(self.foreign.given())
            .chain([strategy, redact, sort, append_log].into_iter().flatten())
    }

    /// The same for another policy, of which nothing is asked that it does not have.
    pub(crate) fn as_far_as(&self, profile: &Profile) -> Self {
        let has = |flag: &str| profile.record_flags().any(|own| own == flag);
        Self {
            counting: if profile.counts_tokens { self.counting.clone() } else { Counting::default() },
            foreign: self.foreign.clone(),
            // Secrets are never shown because a flag was dropped: a policy that does not have it is refused.
            redact: self.redact,
            strategy: self.strategy.clone().filter(|_| has("strategy")),
            sort: self.sort && has("sort"),
            append_log: self.append_log && has("append-log"),
        }
    }

    /// # Errors
    /// If a flag was given that the policy does not have.
    pub(crate) fn check(&self, profile: &Profile) -> Result<(), Error> {
        match self.given().find(|(flag, _)| !profile.record_flags().any(|own| own == *flag)) {
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
