//! Reads the records that are checked, and collects what is wrong with them; and what made them, by a folder's manifest and the first record.

use crate::{
    beneath::Located,
    counter::Counter,
    error::{Error, cannot, trouble},
    opened::{RECORD_LIMIT, first_line, without_mark},
    out_dir::Recorded,
    policy::{PolicyName, is_row, no_record, policy_of_record, policy_of_version},
    shown::{message, shown},
};
use chunk_core::jsonl::{LineError, Lines};
use chunk_records::{Keys, Stamp};
use serde_json::Value;
use std::{
    fmt,
    io::{self, BufRead, BufReader, Cursor, Read},
    mem,
    path::Path,
};

/// What is wrong with a record, or with a file of records.
pub(super) struct Violation {
    /// The file as given, made safe to show.
    file: String,
    /// 1-based; `None` for the file as a whole.
    line: Option<usize>,
    what: String,
}

impl Violation {
    /// What it is sorted by: what concerns no single line comes last.
    pub(super) fn place(&self) -> (bool, &str, Option<usize>) {
        (self.line.is_none(), &self.file, self.line)
    }

    pub(super) fn of_file(path: &Path, what: String) -> Self {
        Self::of_files(&shown(path), what)
    }

    pub(super) fn of_files(files: &str, what: String) -> Self {
        Self { file: files.to_owned(), line: None, what }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, what } = self;
        let what = message(what);
        match line {
            Some(line) => write!(f, "{file}: line {line}: {what}"),
            None => write!(f, "{file}: {what}"),
        }
    }
}

/// What a file of records holds.
#[derive(Default)]
pub(super) struct Held {
    pub(super) chunks: usize,
    pub(super) ids: Vec<String>,
    /// The document that its records name.
    pub(super) source: Option<String>,
}

impl Held {
    /// Counts a record.
    pub(super) fn add(&mut self, keys: &Keys, json: &[u8]) {
        let record: Value = serde_json::from_slice(json).unwrap_or_default();
        let string = |pointer: &str| record.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        self.chunks += keys.chunks_of(&record).len();
        self.ids.extend(keys.id.and_then(string));
        self.source = self.source.take().or_else(|| string(keys.source));
    }
}

/// Reads files of records, one after the other.
pub(super) struct Records {
    policy: PolicyName,
    /// How many records have been read.
    pub(super) read: usize,
    pub(super) violations: Vec<Violation>,
    /// Stdin, if something was read from it before.
    stdin: Option<Box<dyn BufRead>>,
}

impl Records {
    pub(super) fn new(policy: PolicyName, stdin: Option<Box<dyn BufRead>>) -> Self {
        Self { policy, read: 0, violations: Vec::new(), stdin }
    }

    /// Calls `check` for every record of a file, which returns what is wrong with it.
    ///
    /// # Errors
    /// If the file cannot be read, or its first record is of another policy.
    pub(super) fn read_file(
        &mut self,
        located: &Located,
        check: &mut dyn FnMut(&[u8]) -> Vec<String>,
    ) -> Result<(), Error> {
        let path = &located.path;
        let (file, reader): (_, Box<dyn BufRead>) = match path.as_os_str() == "-" {
            true => (
                "stdin".to_owned(),
                self.stdin.take().unwrap_or_else(|| Box::new(BufReader::new(io::stdin()))),
            ),
            false => {
                let file = located.lines().map_err(cannot("read", shown(path)))?;
                (shown(path), Box::new(file))
            }
        };
        let (before, mut has_cr) = (self.read, false);
        let mut lines = Lines::new(reader, RECORD_LIMIT);
        while let Some(line) = lines.next_line() {
            let (number, wrong) = match line {
                Ok(line) if line.bytes.is_empty() => continue,
                Ok(line) => {
                    if self.read == before {
                        refuse_other(&file, line.bytes, self.policy)?;
                    }
                    let mut wrong = check(line.bytes);
                    // One change to the file, however many lines it has.
                    if line.had_cr && !mem::replace(&mut has_cr, true) {
                        wrong.push("the line ends in CR LF, and a run writes LF; convert the file back, or make it again".to_owned());
                    }
                    (line.number, wrong)
                }
                Err(LineError::TooLong { number, limit }) => {
                    (number, vec![format!("longer than {limit} bytes, as no record is")])
                }
                Err(mark @ LineError::ByteOrderMark) => (1, vec![mark.to_string()]),
                Err(LineError::Read { error, .. }) => return Err(cannot("read", &file)(error)),
            };
            self.read += 1;
            let violation = |what| Violation { file: file.clone(), line: Some(number), what };
            self.violations.extend(wrong.into_iter().map(violation));
        }
        Ok(())
    }
}

/// Refuses a file of another policy's records by its first one: that is one mistake, not one for each record.
fn refuse_other(file: &str, json: &[u8], policy: PolicyName) -> Result<(), Error> {
    let record: Option<Value> = serde_json::from_slice(json).ok();
    match record.and_then(|record| policy_of_record(&record, Some(policy))) {
        Some(other) if other != policy => trouble(format!(
            "{file}: these are records of {}, and --policy is {}; pass --policy {}",
            other.name(),
            policy.name(),
            other.name()
        )),
        _ => Ok(()),
    }
}

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
