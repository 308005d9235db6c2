//! What made the records that are checked: read from a folder's manifest, and from the first record.

use crate::{
    counter::Counter,
    error::{Error, cannot},
    opened::{first_line, without_mark},
    out_dir::Recorded,
    registry::{PolicyName, is_row, no_record, policy_of_record, policy_of_version},
    shown::shown,
};
use chunk_records::Stamp;
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Cursor, Read};

/// What made records, as far as they say it.
pub(super) struct Made {
    pub(super) policy: PolicyName,
    pub(super) is_rows: bool,
    /// The flags of the run, each as `--flag=value`, by the first record, and its encoding.
    pub(super) flags: Vec<String>,
    /// The settings, by the manifest or the first record.
    pub(super) config: Option<Value>,
    /// Contract and settings, by the first record.
    pub(super) stamp: Option<Stamp>,
    /// Stdin with the first record, if that was read from it.
    pub(super) stdin: Option<Box<dyn BufRead>>,
}

impl Made {
    /// What made the records, which are of `policy` if that is given.
    pub(super) fn of(recorded: &[Recorded], policy: Option<PolicyName>) -> Result<Self, Error> {
        let (mut line, mut stdin) = (Vec::new(), None);
        for file in recorded.iter().flat_map(|recorded| &recorded.files) {
            if file.path.as_os_str() == "-" {
                let mut input = BufReader::new(io::stdin());
                line = first_line(&mut input).map_err(cannot("read", "stdin"))?;
                stdin = Some(Box::new(Cursor::new(line.clone()).chain(input)) as Box<dyn BufRead>);
            } else {
                let unreadable = || cannot("read", shown(&file.path));
                let mut lines = file.lines().map_err(unreadable())?;
                line = first_line(&mut lines).map_err(unreadable())?;
            }
            if !line.trim_ascii().is_empty() {
                break;
            }
        }
        let line = without_mark(&line);
        let record: Value = serde_json::from_slice(line).unwrap_or_default();
        let written = recorded.iter().find_map(|recorded| recorded.written.as_ref());
        let version = written.map(|written| written.version.clone());
        let of_manifest = || policy_of_version(version.as_deref()?);
        let Some(policy) = policy.or_else(of_manifest).or_else(|| policy_of_record(&record, None)) else {
            let first = recorded.first().and_then(|recorded| recorded.files.first());
            return Err(no_record(&first.map_or(String::new(), |file| shown(&file.path))));
        };
        let is_rows = is_row(&record);
        let stamp = if is_rows { Stamp::of_row(line) } else { Stamp::split(line.trim_ascii()).1 };
        let version = version.or_else(|| stamp.as_ref().map(|stamp: &Stamp| stamp.contract.clone()));
        let config = written.and_then(|written| written.head.get("config").cloned());
        let config = config.or_else(|| stamp.as_ref().map(config_of));
        let named = stamp.iter().flat_map(|stamp| &stamp.changed_settings);
        let mut flags: Vec<_> = named.filter(|setting| setting.starts_with("--")).cloned().collect();
        let encoding = version.as_ref().and_then(|version| Some(version.split_once('+')?.1));
        let encoding = encoding.filter(|name| Counter::encoding_named(name).is_some());
        // A model stands for its encoding.
        if let Some(name) = encoding.filter(|_| !flags.iter().any(|flag| flag.starts_with("--model="))) {
            flags.push(format!("--encoding={name}"));
        }
        Ok(Self { policy, is_rows, flags, config, stamp, stdin })
    }
}

/// The settings that a stamp names, by their dotted keys.
fn config_of(stamp: &Stamp) -> Value {
    let settings = stamp.changed_settings.iter().filter(|setting| !setting.starts_with("--"));
    let read = |setting: &String| {
        let (key, value) = setting.split_once('=')?;
        Some((key.to_owned(), serde_json::from_str(value).ok()?))
    };
    Value::Object(settings.filter_map(read).collect())
}
