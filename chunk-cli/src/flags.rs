//! The flags of single policies: those that stand for settings, and the others on which records depend.

use crate::{
    counting::{COUNTING, Counting, RESERVE},
    error::{Error, trouble},
    foreign::Foreign,
    profile::Profile,
};
use clap::{ArgMatches, Command, Parser as _, parser::ValueSource};
use std::iter;

/// The heading of these flags, where they are not those of one policy.
pub(crate) const OF_POLICIES: &str = "Options of single policies";

/// The flags of single policies.
#[derive(Debug, Default, Clone, clap::Args)]
#[command(next_help_heading = OF_POLICIES)]
pub(crate) struct PolicyFlags {
    #[command(flatten)]
    pub(crate) settings: SettingFlags,
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
}

/// What a run of hybrid can be asked for besides chunks.
#[derive(Debug, Default, Clone, Copy, clap::Args)]
#[command(next_help_heading = OF_POLICIES)]
pub(crate) struct Asked {
    /// Write no chunks but, for each document, which strategy it gets and why: --format text for people, json a record a
    /// document [default: text on a terminal, else json]
    #[cfg_attr(feature = "sqlite", arg(conflicts_with = "store"))]
    #[arg(long, conflicts_with = "out_dir")]
    pub(crate) explain: bool,
    /// At the end, write statistics as JSON to stderr: chunks by strategy, sizes, times
    #[arg(long)]
    pub(crate) stats: bool,
}

impl Asked {
    /// The first that was given.
    pub(crate) fn given(self) -> Option<&'static str> {
        if self.explain { Some("explain") } else { self.stats.then_some("stats") }
    }
}

/// The flags that stand for settings, as they were given.
#[derive(Debug, Default, Clone)]
pub(crate) struct SettingFlags(pub(crate) Vec<(String, String)>);

/// The value of one. No other argument has values of this type, so that these are found among all.
#[derive(Debug, Clone)]
pub(crate) struct Given(pub(crate) String);

/// The arguments themselves are added by [`command`](crate::arguments::command), which knows all policies.
impl clap::Args for SettingFlags {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl clap::FromArgMatches for SettingFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |id: &clap::Id| {
            // A switch has a value even if it is not given.
            matches.value_source(id.as_str()).filter(|source| *source == ValueSource::CommandLine)?;
            let Given(value) = matches.try_get_one(id.as_str()).ok().flatten()?;
            Some((id.to_string(), value.clone()))
        };
        Ok(Self(matches.ids().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The flags as a command line of their own.
#[derive(clap::Parser)]
struct FlagsAlone {
    #[command(flatten)]
    flags: PolicyFlags,
}

impl PolicyFlags {
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
            Ok(read) => Ok(Self { settings: self.settings.clone(), ..read.flags }),
            Err(error) => trouble(format!(
                "the records were made with flags that cannot be used here: {}",
                error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ")
            )),
        }
    }

    /// The flags that were given and stand for no settings, with their values if they take any.
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
            settings: SettingFlags::default(),
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
            Some((flag, _)) => trouble(profile.without(flag)),
            None => Ok(()),
        }
    }
}
