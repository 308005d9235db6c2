//! What made the records that are checked: read from a folder's manifest, and from the first record.

use crate::{
    beneath::Located,
    error::{Error, cannot, trouble},
    out_dir::Written,
    profile::Profile,
    registry::{PolicyName, is_row, policy_of_record, policy_of_version},
    shown::shown,
};
use chunk_records::{Keys, ROWS, Stamp};
use serde_json::Value;
use std::{
    io::{self, BufRead, BufReader, Cursor, Read},
    path::PathBuf,
};

/// What made records, as far as they say it.
pub(super) struct Made {
    pub(super) policy: PolicyName,
    pub(super) form: Form,
    /// The contract's version with the name of the counter.
    pub(super) version: Option<String>,
    /// The settings, by the manifest or the first record.
    pub(super) config: Option<Value>,
    /// Contract and settings, by the first record.
    pub(super) stamp: Option<Stamp>,
    /// Stdin with the first record, if that was read from it.
    pub(super) stdin: Option<Box<dyn BufRead>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    /// With what `--stamp` adds.
    Stamped,
    Rows,
}

impl Form {
    /// The keys of records of this form, where what the contract has no id for has none.
    pub(super) fn keys(self, profile: &Profile) -> Keys {
        match self {
            Self::Rows => Keys {
                id: ROWS.id.filter(|_| profile.keys.id.is_some()),
                is_stream: profile.keys.is_stream,
                ..ROWS
            },
            Self::Plain | Self::Stamped => profile.keys,
        }
    }
}

impl Made {
    /// What made the records in `files`, which are of `policy` if that is given; records above `limit` are not read.
    pub(super) fn of(files: &[PathBuf], policy: Option<PolicyName>, limit: u64) -> Result<Self, Error> {
        let (mut line, mut stdin, mut manifest) = (Vec::new(), None, None);
        for path in files {
            if path.as_os_str() == "-" {
                let mut input = BufReader::new(io::stdin());
                line = first_line(&mut input, limit).map_err(cannot("read", "stdin"))?;
                stdin = Some(Box::new(Cursor::new(line.clone()).chain(input)) as Box<dyn BufRead>);
            } else if path.is_dir() {
                let written = Written::read(path)?;
                for file in &written.files {
                    line = first_line_of(file, limit)?;
                    if !line.is_empty() {
                        break;
                    }
                }
                manifest = manifest.or(Some((written.version, written.head.get("config").cloned())));
            } else {
                line = first_line_of(&Located::at(path.clone()), limit)?;
            }
            if !line.trim_ascii().is_empty() {
                break;
            }
        }
        let record: Value = serde_json::from_slice(&line).unwrap_or_default();
        let (version, config) = manifest.unzip();
        let of_manifest = || policy_of_version(version.as_deref()?);
        let Some(policy) = policy.or_else(of_manifest).or_else(|| policy_of_record(&record, None)) else {
            let file = files.first().map_or(String::new(), |file| shown(file));
            return trouble(format!("{file}: the first line is no record of a policy; pass --policy"));
        };
        let (form, stamp) = if is_row(&record) {
            (Form::Rows, Stamp::of_row(&line))
        } else {
            let (_, stamp) = Stamp::split(line.trim_ascii());
            (if stamp.is_some() { Form::Stamped } else { Form::Plain }, stamp)
        };
        let version = version.or_else(|| stamp.as_ref().map(|stamp: &Stamp| stamp.contract.clone()));
        let config = config.flatten().or_else(|| stamp.as_ref().map(config_of));
        Ok(Self { policy, form, version, config, stamp, stdin })
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

fn first_line_of(file: &Located, limit: u64) -> Result<Vec<u8>, Error> {
    let opened = file.open().map_err(cannot("read", shown(&file.path)))?;
    first_line(&mut BufReader::new(opened), limit).map_err(cannot("read", shown(&file.path)))
}

/// The first line that is not empty, with the empty ones before it; or as much of it as may be.
fn first_line(input: &mut dyn BufRead, limit: u64) -> io::Result<Vec<u8>> {
    let mut lines = Vec::new();
    while input.take(limit.saturating_add(1)).read_until(b'\n', &mut lines)? > 0
        && lines.trim_ascii().is_empty()
    {}
    Ok(lines)
}
