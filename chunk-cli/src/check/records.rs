//! Reads the records that are checked, and collects what is wrong with them.

use crate::{
    beneath::Located,
    error::{Error, cannot, trouble},
    opened::RECORD_LIMIT,
    registry::{PolicyName, policy_of_record},
    shown::{message, shown},
};
use chunk_core::jsonl::{LineError, Lines};
use chunk_records::Keys;
use serde_json::Value;
use std::{
    fmt,
    io::{self, BufRead, BufReader},
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
