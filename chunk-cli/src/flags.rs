//! The flags of single policies: those that stand for settings, and the others on which records depend.

use crate::{
    counter::Counter,
    error::{Error, trouble},
    foreign::Foreign,
    profile::Profile,
};
use clap::{
    Arg, ArgMatches, Args as _, Command, FromArgMatches as _, builder::PossibleValuesParser,
    parser::ValueSource,
};
use std::path::PathBuf;

/// The heading of these flags, where they are not those of one policy.
pub(crate) const OF_POLICIES: &str = "Options of single policies";

/// The flags of single policies.
#[derive(Debug, Default, Clone, clap::Args)]
#[command(next_help_heading = OF_POLICIES)]
pub(crate) struct PolicyFlags {
    #[command(flatten)]
    pub(crate) given: GivenFlags,
    #[command(flatten)]
    pub(crate) counting: Counting,
    #[command(flatten)]
    pub(crate) foreign: Foreign,
    /// Chunk by this strategy, whatever the content: event-based, semantic-boundary, preference-signal, step-based
    #[arg(long, value_name = "NAME")]
    pub(crate) strategy: Option<String>,
    /// Write over what looks like a secret with X before anything is chunked; places stay those of the source
    #[arg(long)]
    pub(crate) redact: bool,
    /// Read everything and sort it, instead of refusing events that come out of order
    #[arg(long)]
    pub(crate) sort: bool,
    /// The input is the recorder's own append log; without this, its first bytes decide
    #[arg(long)]
    pub(crate) append_log: bool,
    /// What a run is asked for besides; nothing where chunks are made again.
    #[arg(skip)]
    pub(crate) extras: Extras,
}

/// What a run can be asked for besides chunks, by those policies whose profile names it.
#[derive(Debug, Default, Clone, Copy, clap::Args)]
#[command(next_help_heading = OF_POLICIES)]
pub(crate) struct Extras {
    /// Write no chunks but, for each document, which strategy it gets and why: --format text for people, json a record a
    /// document [default: text on a terminal, else json]
    #[cfg_attr(feature = "sqlite", arg(conflicts_with = "store"))]
    #[arg(long, conflicts_with = "out_dir")]
    pub(crate) explain: bool,
    /// At the end, write statistics as JSON to stderr: chunks by strategy, sizes, times
    #[arg(long)]
    pub(crate) stats: bool,
}

/// The flags as they were given, by their names.
#[derive(Debug, Default, Clone)]
pub(crate) struct GivenFlags {
    /// Those that stand for settings, with their values.
    pub(crate) settings: Vec<(String, String)>,
    /// The others, with their values if they take any, in the order of [`PolicyFlags`].
    pub(crate) others: Vec<(String, Option<String>)>,
    /// The names of all flags of the command that were given.
    all: Vec<String>,
}

/// The value of a flag that stands for a setting. No other argument has values of this type, so that these are found among all.
#[derive(Debug, Clone)]
pub(crate) struct Given(pub(crate) String);

/// The arguments themselves are those of [`PolicyFlags`], and those that [`command`](crate::arguments::command) adds, which knows all
/// policies.
impl clap::Args for GivenFlags {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl clap::FromArgMatches for GivenFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        // A switch has a value even if it is not given.
        let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let setting = |id: &str| {
            let Given(value) = matches.try_get_one(id).ok().flatten()?;
            Some((id.to_owned(), value.clone()))
        };
        let other = |arg: &Arg| {
            let value = matches.get_raw(arg.get_id().as_str())?.next()?.to_string_lossy().into_owned();
            Some((arg.get_long()?.to_owned(), Some(value).filter(|_| arg.get_action().takes_values())))
        };
        let declared = PolicyFlags::augment_args(Command::new(""));
        let others = declared.get_arguments().filter(|arg| is_given(arg.get_id().as_str()));
        let ids = || matches.ids().map(clap::Id::as_str).filter(|id| is_given(id));
        Ok(Self {
            settings: ids().filter_map(setting).collect(),
            others: others.filter_map(other).collect(),
            all: ids().map(|id| id.replace('_', "-")).collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl GivenFlags {
    /// Those of these flags that were given.
    pub(crate) fn of(&self, flags: &[&'static str]) -> impl Iterator<Item = &'static str> {
        flags.iter().copied().filter(|flag| self.all.iter().any(|given| given == flag))
    }
}

/// A flag as it is written in a stamp.
fn written((flag, value): &(String, Option<String>)) -> String {
    value.as_ref().map_or_else(|| format!("--{flag}"), |value| format!("--{flag}={value}"))
}

impl PolicyFlags {
    /// The same, and those that records were `made` with, each as `--flag=value`, of which none was given.
    ///
    /// # Errors
    /// If there is no such flag.
    pub(crate) fn or_those(&self, made: &[String]) -> Result<Self, Error> {
        // Two flags that say what counts tokens cannot be given together.
        let counts = |flag: &str| ["encoding", "model", "tokenizer"].contains(&flag);
        let is_given = |name: &str| {
            self.given.others.iter().any(|(flag, _)| flag == name || counts(flag) && counts(name))
        };
        let name =
            |flag: &str| flag.trim_start_matches("--").split('=').next().unwrap_or_default().to_owned();
        let of_records = made.iter().filter(|flag| !is_given(&name(flag))).cloned();
        let mut read =
            Self::read(self.given.others.iter().map(written).chain(of_records)).map_err(|what| {
                Error::run(format!("the records were made with flags that cannot be used here: {what}"))
            })?;
        read.given.settings.clone_from(&self.given.settings);
        Ok(read)
    }

    /// Reads flags that stand for no settings, each as `--flag=value`.
    fn read(flags: impl Iterator<Item = String>) -> Result<Self, String> {
        let alone = Self::augment_args(Command::new("flags").no_binary_name(true));
        let read = alone.try_get_matches_from(flags).and_then(|matches| Self::from_arg_matches(&matches));
        let what = |error: clap::Error| error.to_string().lines().next().unwrap_or_default().to_owned();
        read.map_err(|error| what(error).trim_start_matches("error: ").to_owned())
    }

    /// # Errors
    /// If a flag was given that the policy does not have.
    pub(crate) fn check(&self, profile: &Profile) -> Result<(), Error> {
        let extras = [self.extras.explain.then_some("explain"), self.extras.stats.then_some("stats")];
        let mut given =
            extras.into_iter().flatten().chain(self.given.others.iter().map(|(flag, _)| flag.as_str()));
        given.find(|flag| !profile.has(flag)).map_or(Ok(()), |flag| trouble(profile.without(flag)))
    }
}

/// What counts tokens.
#[derive(Debug, Default, Clone, clap::Args)]
pub(crate) struct Counting {
    /// Count tokens in this encoding of tiktoken; ids may differ by encoding [default: cl100k_base]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Counter::encodings()))]
    encoding: Option<String>,
    /// Count tokens as this hosted model does, and make no chunk size larger than what it takes
    #[arg(long, value_name = "NAME", conflicts_with = "encoding")]
    model: Option<String>,
    /// Count tokens with this tokenizer.json of a model, or that of a folder, with room for the tokens that the model adds;
    /// tokenizer_config.json beside it says how many the model takes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["encoding", "model"])]
    tokenizer: Option<PathBuf>,
    /// Leave room in each chunk for N tokens that are put before it, such as "passage: "
    #[arg(long, value_name = "N")]
    reserve: Option<usize>,
}

/// The names of these flags.
pub(crate) const COUNTING: &[&str] = &["encoding", "model", "tokenizer", "reserve"];

impl Counting {
    /// What they ask for.
    ///
    /// # Errors
    /// If a model is not known, or a tokenizer cannot be read.
    pub(crate) fn counter(&self) -> Result<Counter, Error> {
        let counter = match self {
            Self { tokenizer: Some(path), .. } => {
                Counter::open(path).map_err(|error| Error::run(format!("--tokenizer: {error}")))?
            }
            Self { model: Some(name), .. } => Counter::model_named(name).ok_or_else(|| {
                let known = Counter::models().collect::<Vec<_>>().join(", ");
                Error::run(format!(
                    "--model {name} is none of the hosted models that are known: {known}. Of an open model give its tokenizer.json \
                     (--tokenizer), of another hosted one its encoding (--encoding)"
                ))
            })?,
            Self { encoding: Some(name), .. } => Counter::encoding_named(name).unwrap_or_default(),
            _ => Counter::default(),
        };
        Ok(counter.with_reserve(self.reserve.unwrap_or_default()))
    }
}
