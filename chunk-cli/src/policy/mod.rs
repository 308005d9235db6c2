//! The policies: a file each for what only one of them has, and all of them as one type, which knows no more than the command needs; and
//! which policy a name, a version or a record means.

mod backlog;
mod hybrid;
mod markdown;
mod recorder;
mod sink;
mod tokens;

pub(crate) use recorder::{Input, Reading};

use crate::{
    counter::Counter,
    error::Error,
    flags::PolicyFlags,
    options::OutputFormat,
    profile::Profile,
    report::{Seen, Taker},
    settings::Settings,
};
use chunk_backlog::BacklogPolicy;
use chunk_core::{ConfigError, Policy, Source, Warning};
use chunk_hybrid::ChunkingSystem;
use chunk_markdown::{MarkdownConfig, MarkdownPolicy};
use chunk_recorder::RecorderPolicy;
use chunk_tokens::TokenPolicy;
use clap::ValueEnum;
use serde_json::Value;
use sink::pieces;
use std::{
    borrow::Cow,
    fs::{self, File},
    io::{BufReader, Write},
    path::Path,
};

/// A policy by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PolicyName {
    Backlog,
    Hybrid,
    Markdown,
    Recorder,
    Tokens,
}

pub(crate) static PROFILES: [&Profile; 5] =
    [&backlog::PROFILE, &hybrid::PROFILE, &markdown::PROFILE, &recorder::PROFILE, &tokens::PROFILE];

impl PolicyName {
    pub(crate) fn profile(self) -> &'static Profile {
        match self {
            Self::Backlog => &backlog::PROFILE,
            Self::Hybrid => &hybrid::PROFILE,
            Self::Markdown => &markdown::PROFILE,
            Self::Recorder => &recorder::PROFILE,
            Self::Tokens => &tokens::PROFILE,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        self.profile().contract.policy
    }
}

/// A policy with its settings.
pub(crate) enum AnyPolicy {
    Backlog(BacklogPolicy),
    Hybrid(Box<ChunkingSystem>),
    Markdown(MarkdownPolicy<Counter>),
    Recorder(RecorderPolicy),
    Tokens(TokenPolicy<Counter>),
}

/// Returns what is wrong with a record by itself, or why it cannot be read.
pub(crate) type RecordRules<'p> = dyn Fn(&[u8]) -> Result<Vec<String>, String> + 'p;

/// A policy, the version of its output, and what is legal but unusual about its settings.
pub(crate) type Ready = (AnyPolicy, Cow<'static, str>, Vec<Warning>);

fn ready<P: Policy>(warnings: Vec<Warning>, policy: P, as_any: fn(P) -> AnyPolicy) -> Ready {
    let version = policy.version();
    (as_any(policy), version, warnings)
}

impl AnyPolicy {
    /// The policy of this name with these settings and flags.
    pub(crate) fn new(
        name: PolicyName,
        flags: &PolicyFlags,
        settings: &mut Settings,
    ) -> Result<Ready, Error> {
        match name {
            PolicyName::Backlog => {
                let policy: BacklogPolicy = settings.policy()?;
                Ok(ready(policy.warnings(), policy, Self::Backlog))
            }
            PolicyName::Hybrid => {
                let asked: ChunkingSystem = settings.policy()?;
                let counter = flags.counting.counter()?;
                let fitted = settings.fitted(counter.hybrid(asked.config().clone()))?;
                let system = ChunkingSystem::new(fitted.config)?.with_counter(counter);
                let policy = hybrid::with_flags(system, flags)?;
                Ok(ready(fitted.warnings, policy, |policy| Self::Hybrid(Box::new(policy))))
            }
            PolicyName::Markdown => {
                let counter = flags.counting.counter()?;
                let given = settings.given();
                let is_overlap_given = given.get("chunk_overlap").is_some();
                if let (false, Ok(config)) = (is_overlap_given, ConfigError::read::<MarkdownConfig>(&given)) {
                    settings.lower(&counter.with_overlap(config))?;
                }
                let asked: MarkdownPolicy<Counter> = settings.policy()?;
                let fitted = settings.fitted(counter.markdown(asked.config().clone(), is_overlap_given))?;
                let policy = MarkdownPolicy::with_counter(fitted.config, counter);
                let policy = policy.map_err(|error| settings.refused(&error))?;
                Ok(ready(fitted.warnings, policy, Self::Markdown))
            }
            PolicyName::Recorder => {
                let policy: RecorderPolicy = settings.policy()?;
                Ok(ready(policy.warnings(), policy, Self::Recorder))
            }
            PolicyName::Tokens => {
                let asked: TokenPolicy<Counter> = settings.policy()?;
                let counter = flags.counting.counter()?;
                let fitted = settings.fitted(counter.tokens(asked.config().clone()))?;
                let policy = TokenPolicy::with_counter(fitted.config, counter)?;
                Ok(ready(fitted.warnings, policy, Self::Tokens))
            }
        }
    }

    /// Hands the chunks of a document to `taker`.
    pub(crate) fn pieces(&self, source: Source<'_>, taker: &mut Taker<'_>) -> Result<(), Error> {
        match self {
            Self::Backlog(policy) => pieces(policy, source, taker),
            Self::Hybrid(policy) => pieces(&**policy, source, taker),
            Self::Markdown(policy) => pieces(policy, source, taker),
            Self::Recorder(policy) => pieces(policy, source, taker),
            Self::Tokens(policy) => pieces(policy, source, taker),
        }
    }

    /// Writes what there is of a document as a whole: the record of all its chunks, or its explanation in that format.
    pub(crate) fn write(
        &self,
        source: Source<'_>,
        format: OutputFormat,
        out: &mut dyn Write,
        seen: &mut Seen,
    ) -> Result<(), Error> {
        match self {
            Self::Hybrid(policy) => hybrid::explain(policy, source, format, out, seen),
            Self::Tokens(policy) => tokens::write(policy, source, out, seen),
            // Their records are their chunks.
            Self::Backlog(_) | Self::Markdown(_) | Self::Recorder(_) => Ok(()),
        }
    }

    /// Checks a record by itself; `None` if a record can only be checked with its document.
    pub(crate) fn rules(&self) -> Option<Box<RecordRules<'_>>> {
        match self {
            Self::Markdown(policy) => Some(Box::new(|json| markdown::check(policy, json))),
            Self::Tokens(policy) => Some(Box::new(|json| tokens::check(policy, json))),
            Self::Backlog(_) | Self::Hybrid(_) | Self::Recorder(_) => None,
        }
    }

    /// The chunking of a stream, for a contract that takes all inputs as one; `None` if each is a document by itself.
    pub(crate) fn stream(&self, flags: &PolicyFlags, line_limit: usize) -> Option<Reading<'_>> {
        match self {
            Self::Recorder(policy) => Some(Reading::new(policy, flags, line_limit)),
            _ => None,
        }
    }

    /// Prints what a flag asks for after the last document.
    pub(crate) fn finish(&self, flags: &PolicyFlags) {
        if let (Self::Hybrid(policy), true) = (self, flags.extras.stats) {
            hybrid::print_stats(policy);
        }
    }
}

/// The names of all policies.
pub(crate) fn names() -> Vec<&'static str> {
    PROFILES.iter().map(|profile| profile.contract.policy).collect()
}

/// The policy that is called `name`.
pub(crate) fn policy_of(name: &str) -> Option<PolicyName> {
    PolicyName::from_str(name, false).ok()
}

/// The policy that implements the contract of this version, whatever encoding the version names.
pub(crate) fn policy_of_version(version: &str) -> Option<PolicyName> {
    let contract = version.split_once('+').map_or(version, |(contract, _)| contract);
    find(|profile| profile.contract.version == contract)
}

/// Whether a record is a row.
pub(crate) fn is_row(record: &Value) -> bool {
    record.get("contract").is_some() && record.get("hash").is_some()
}

/// The policy whose records look like `record`; `wanted`, if it is given and is such a policy.
pub(crate) fn policy_of_record(record: &Value, wanted: Option<PolicyName>) -> Option<PolicyName> {
    if is_row(record) {
        return policy_of_version(record.get("contract")?.as_str()?);
    }
    let fits = |profile: &Profile| profile.keys.fit(record);
    wanted.filter(|wanted| fits(wanted.profile())).or_else(|| find(fits))
}

/// Whether an output was written by an earlier run, of this policy or another, by its first line. Any other file is still a document of its
/// folder.
pub(crate) fn is_of_earlier_run(output: &Path) -> bool {
    // A pipe is not opened: that might wait for a writer.
    if !fs::metadata(output).is_ok_and(|metadata| metadata.is_file()) {
        return true;
    }
    let Ok(file) = File::open(output) else { return true };
    // However long the record is: what is no JSON is seen at its first byte.
    match serde_json::Deserializer::from_reader(BufReader::new(file)).into_iter::<Value>().next() {
        None => true,
        Some(record) => record.is_ok_and(|record| {
            is_row(&record)
                || policy_of_record(&record, None).is_some()
                || record.get("fileContents").is_some()
        }),
    }
}

/// The error of a file of records that no policy wrote.
pub(crate) fn no_record(file: &str) -> Error {
    Error::run(format!(
        "{file}: the first line is no record that a policy wrote; name a file that -o wrote, or pass --policy"
    ))
}

fn find(is_wanted: impl Fn(&Profile) -> bool) -> Option<PolicyName> {
    PolicyName::value_variants().iter().copied().find(|name| is_wanted(name.profile()))
}
