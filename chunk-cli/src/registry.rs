//! The lists of policies, and which policy a name, a version or a record means.

pub(crate) use crate::policy::{PROFILES, PolicyName};

use crate::{error::Error, profile::Profile};
use clap::ValueEnum;
use serde_json::Value;
use std::{
    fs::{self, File},
    io::BufReader,
    path::Path,
};

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
