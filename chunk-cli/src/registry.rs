//! All policies. To add one: a file in `policy/` that implements [`PolicyCommand`], a line in the list below, and a subcommand in
//! `arguments.rs`.

use crate::{
    any_policy::{PolicyCommand, Ready},
    counter::Counter,
    error::Error,
    flags::PolicyFlags,
    profile::Profile,
    settings::Settings,
};
use chunk_backlog::BacklogPolicy;
use chunk_hybrid::ChunkingSystem;
use chunk_markdown::MarkdownPolicy;
use chunk_recorder::RecorderPolicy;
use chunk_tokens::TokenPolicy;
use clap::ValueEnum;
use serde_json::Value;
use std::{
    fs::{self, File},
    io::BufReader,
    path::Path,
};

macro_rules! policies {
    ($($name:ident($policy:ty),)+) => {
        /// A policy by its name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
        pub(crate) enum PolicyName {
            $($name,)+
        }

        impl PolicyName {
            pub(crate) fn profile(self) -> &'static Profile {
                match self {
                    $(Self::$name => <$policy>::PROFILE,)+
                }
            }

            /// The policy with these flags and settings.
            pub(crate) fn ready(self, flags: &PolicyFlags, settings: &Settings) -> Result<Ready, Error> {
                match self {
                    $(Self::$name => Ready::new::<$policy>(flags, settings),)+
                }
            }
        }

        pub(crate) const PROFILES: &[&Profile] = &[$(<$policy>::PROFILE),+];
    };
}

policies! {
    Backlog(BacklogPolicy),
    Hybrid(ChunkingSystem),
    Markdown(MarkdownPolicy<Counter>),
    Recorder(RecorderPolicy),
    Tokens(TokenPolicy<Counter>),
}

impl PolicyName {
    pub(crate) fn name(self) -> &'static str {
        self.profile().contract.policy
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
