//! The records that are checked.

use crate::exit::{Broken, cannot};
use chunk_core::jsonl::{LineError, Lines};
use std::{
    fmt::Display,
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::Path,
};

/// A file of records, and what is wrong with it.
pub(crate) struct Records<'r> {
    place: String,
    lines: Lines<Box<dyn BufRead>>,
    out: &'r mut dyn Write,
    pub(super) read: u64,
    pub(super) violations: u64,
}

impl<'r> Records<'r> {
    pub(super) fn open(path: &Path, line_limit: u64, out: &'r mut dyn Write) -> Result<Self, Broken> {
        let (place, reader): (_, Box<dyn BufRead>) = match path.as_os_str() == "-" {
            true => ("stdin".to_owned(), Box::new(BufReader::new(io::stdin()))),
            false => {
                let file = File::open(path).map_err(cannot("read", path.display()))?;
                (path.display().to_string(), Box::new(BufReader::new(file)))
            }
        };
        let limit = usize::try_from(line_limit).unwrap_or(usize::MAX);
        Ok(Self { place, lines: Lines::new(reader, limit), out, read: 0, violations: 0 })
    }

    /// Has every record checked by itself: `check` says what is wrong with it, or why it cannot be read.
    pub(crate) fn each<V: Display>(
        &mut self,
        mut check: impl FnMut(&[u8]) -> Result<Vec<V>, String>,
    ) -> Result<(), Broken> {
        while let Some(line) = self.lines.next_line() {
            let (number, checked) = match line {
                Ok(line) if line.bytes.is_empty() => continue,
                Ok(line) => (line.number, check(line.bytes)),
                Err(LineError::TooLong { number, limit }) => {
                    (number, Err(format!("longer than {limit} bytes; pass a higher --line-limit")))
                }
                Err(LineError::Read { error, .. }) => return Err(cannot("read", &self.place)(error)),
            };
            self.read += 1;
            match checked {
                Err(unreadable) => self.violation(format_args!("line {number}: {unreadable}"))?,
                Ok(violations) => {
                    for violation in violations {
                        self.violation(format_args!("line {number}: {violation}"))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reports what is wrong with all records together.
    pub(crate) fn violation(&mut self, violation: impl Display) -> Result<(), Broken> {
        self.violations += 1;
        writeln!(self.out, "{}: {violation}", self.place).map_err(Broken::stdout)
    }
}
