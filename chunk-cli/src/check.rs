//! `chunk check`: whether records keep the rules of their contract.

pub(crate) mod checked;
pub(crate) mod records;
pub(crate) mod remake;
pub(crate) mod sources;
use crate::{
    console::say,
    environment::Environment,
    exit::{Broken, Verdict},
    options::size,
    policy::{backlog::Backlog, hybrid::Hybrid, markdown::Markdown, recorder::Recorder, tokens::Tokens},
    registry,
    report::counted,
    settings::{Settings, SettingsOptions},
};
use checked::Checked;
use records::Records;
use sources::Sources;
use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
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
        let names = registry::names();
        let settings = Settings::gather::<C::Policy>(&self.settings, &[], C::VARIABLES, environment, &names)?;
        let policy: C::Policy = settings.policy()?;
        if self.settings.show_config {
            return settings.print::<C::Policy>();
        }
        let source = self.source.as_deref().map(|path| Sources::open(path, self.file_limit)).transpose()?;
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
