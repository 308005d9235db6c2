//! `chunk check`: whether records keep the rules of their contract. To add a policy: implement [`Checked`] beside its
//! [`PolicyCommand`], and name it in [`CheckedPolicy`].

use crate::{
    console::say,
    documents::read_file,
    end::{Broken, Verdict, cannot, trouble},
    environment::Environment,
    ledger::counted,
    options::size,
    policy::{
        self, PolicyCommand, backlog::Backlog, hybrid::Hybrid, markdown::Markdown, recorder::Recorder,
        tokens::Tokens,
    },
    settings::{Settings, SettingsOptions},
};
use chunk_core::jsonl::{LineError, Lines};
use std::{
    fmt::Display,
    fs::{self, File},
    io::{self, BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

const EXAMPLES: &str = "\
Examples:
  chunk check --policy tokens notes.jsonl
  chunk tokens notes/ | chunk check --policy tokens --source notes/ -
  chunk hybrid notes/ | chunk check --policy hybrid --source notes/ -
  chunk recorder events.jsonl | chunk check --policy recorder --source events.jsonl -";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Check {
    /// Files of records, or - for stdin
    #[arg(value_name = "CHUNKS.jsonl", required = true)]
    files: Vec<PathBuf>,
    /// The policy whose contract the records follow
    #[arg(long)]
    policy: CheckedPolicy,
    /// Where the documents are that the records were made from: each record must be what its document gives. Of a
    /// recorder it is the log, one file, which is held in memory as a whole
    #[arg(long, value_name = "PATH")]
    source: Option<PathBuf>,
    /// No summary
    #[arg(short, long)]
    quiet: bool,
    /// Refuse records above SIZE, in bytes or with K, M, G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    line_limit: u64,
    /// Refuse documents above SIZE, in bytes or with K, M, G; a recorder's log is one
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = size)]
    file_limit: u64,
    #[command(flatten)]
    settings: SettingsOptions,
}

/// The policies whose records can be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum CheckedPolicy {
    Backlog,
    Hybrid,
    Markdown,
    Recorder,
    Tokens,
}

/// A policy whose records can be checked.
pub(crate) trait Checked: PolicyCommand {
    /// Goes through `records` and reports every violation; with the documents that the records were made from, where
    /// they are given.
    fn check(
        policy: &Self::Policy,
        records: &mut Records<'_>,
        source: Option<&Documents<'_>>,
    ) -> Result<(), Broken>;
}

impl Check {
    pub(crate) fn run(&self, environment: &Environment) -> Result<Verdict, Broken> {
        match self.policy {
            CheckedPolicy::Backlog => self.check::<Backlog>(environment),
            CheckedPolicy::Hybrid => self.check::<Hybrid>(environment),
            CheckedPolicy::Markdown => self.check::<Markdown>(environment),
            CheckedPolicy::Recorder => self.check::<Recorder>(environment),
            CheckedPolicy::Tokens => self.check::<Tokens>(environment),
        }
    }

    fn check<C: Checked>(&self, environment: &Environment) -> Result<Verdict, Broken> {
        let names = policy::names();
        let settings = Settings::gather::<C::Policy>(&self.settings, &[], C::VARIABLES, environment, &names)?;
        let policy: C::Policy = settings.policy()?;
        if self.settings.show_config {
            return settings.print::<C::Policy>();
        }
        let source = self.source.as_deref().map(|path| Documents::open(path, self.file_limit)).transpose()?;
        let mut stdout = BufWriter::new(io::stdout());
        let (mut read, mut violations) = (0, 0);
        for file in &self.files {
            let mut records = Records::open(file, self.line_limit, &mut stdout)?;
            C::check(&policy, &mut records, source.as_ref())?;
            read += records.read;
            violations += records.violations;
        }
        stdout.flush().map_err(Broken::stdout)?;
        if !self.quiet {
            say(&format!("{}, {}", counted(read, "record"), counted(violations, "violation")));
        }
        Ok(if violations == 0 { Verdict::Well } else { Verdict::No })
    }
}

/// A file of records, and what is wrong with it.
pub(crate) struct Records<'r> {
    place: String,
    lines: Lines<Box<dyn BufRead>>,
    out: &'r mut dyn Write,
    read: u64,
    violations: u64,
}

impl<'r> Records<'r> {
    fn open(path: &Path, line_limit: u64, out: &'r mut dyn Write) -> Result<Self, Broken> {
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

/// The documents that records were made from: a folder of them, or a file.
pub(crate) struct Documents<'d> {
    root: PathBuf,
    given: &'d Path,
    limit: u64,
}

impl<'d> Documents<'d> {
    fn open(given: &'d Path, limit: u64) -> Result<Self, Broken> {
        let root = fs::canonicalize(given).map_err(cannot("read", given.display()))?;
        Ok(Self { root, given, limit })
    }

    /// The only document, which is a file by itself and to be held in memory.
    pub(crate) fn open_file(&self) -> Result<BufReader<File>, Broken> {
        let (given, limit) = (self.given.display(), self.limit);
        let metadata = fs::metadata(&self.root).map_err(cannot("read", &given))?;
        if metadata.is_dir() {
            return trouble(format!(
                "--source {given} must be a file: the one log that the records were made from"
            ));
        }
        if metadata.len() > limit {
            return trouble(format!(
                "--source {given} is longer than {limit} bytes, and a log is checked in memory as a whole; pass a \
                 higher --file-limit"
            ));
        }
        File::open(&self.root).map(BufReader::new).map_err(cannot("read", self.given.display()))
    }

    /// The bytes of the document called `name`. A record is somebody else's word: it leads nowhere but into the folder.
    pub(crate) fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let cannot = |reason: String| format!("cannot read {name} in {}: {reason}", self.given.display());
        let path = fs::canonicalize(self.root.join(name)).map_err(|error| cannot(error.to_string()))?;
        if !path.starts_with(&self.root) {
            return Err(cannot("it is not inside".to_owned()));
        }
        read_file(&path, self.limit).map_err(|fault| cannot(fault.message))
    }
}
