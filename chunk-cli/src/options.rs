//! The options that all policies share.

use crate::{
    console::When,
    environment::variable,
    error::{Error, cannot_run, trouble},
    shown::shown,
};
use chunk_core::unicode;
#[cfg(feature = "sqlite")]
use clap::builder::{OsStringValueParser, TypedValueParser as _};
use clap::{Args, ValueEnum};
#[cfg(feature = "sqlite")]
use clap_lex::OsStrExt as _;
use jiff::{Timestamp, civil::Date, tz::TimeZone};
#[cfg(feature = "sqlite")]
use std::ffi::OsString;
use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::Command,
};

/// What the input holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    Document,
    Jsonl,
}

/// Where the time of the last modification comes from. The file system's is used only on request, so that a copy of a folder gives the
/// same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ModifiedAt {
    /// From the file system.
    File,
    /// The same for all documents, in milliseconds since 1970-01-01 UTC.
    Given(i64),
}

impl ModifiedAt {
    pub(crate) fn given(self) -> Option<i64> {
        if let Self::Given(time) = self { Some(time) } else { None }
    }
}

/// How documents are read and named.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct ReadingOptions {
    /// What each input is: a document, or lines of JSON, a document each
    #[arg(long, value_name = "FORMAT", default_value = "document")]
    pub(crate) input: Format,
    /// The field of a JSON line that is the document's id [default: path, or interaction_id for tokens]
    #[arg(long, value_name = "NAME")]
    pub(crate) id_field: Option<String>,
    /// The field of a JSON line that is the document's text
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub(crate) text_field: String,
    /// Name documents by their paths relative to DIR; without it, relative to the folder given
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// Give the document this name; there must be only one
    #[arg(long, value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Of a folder, take all files that match GLOB and no others, whatever their ending; may be repeated
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    /// Of a folder, leave out the files and folders that match GLOB, as a line of a .gitignore does; may be repeated
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    /// Run CMD for each file, its path as the last argument and its bytes on stdin, and chunk what CMD prints, such as
    /// --pre 'pandoc -t gfm'
    #[arg(long, value_name = "CMD")]
    pub(crate) pre: Option<String>,
    /// Refuse documents above SIZE, in bytes or with K, M, G [default: 64M for backlog, hybrid and markdown, which hold a
    /// document's structure in memory; 256M for tokens]
    #[arg(long, value_name = "SIZE", value_parser = size, allow_negative_numbers = true)]
    pub(crate) file_limit: Option<u64>,
    /// Refuse lines above SIZE, in bytes or with K, M, G
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = size, allow_negative_numbers = true)]
    pub(crate) line_limit: u64,
}

/// The flags that say something of documents alone, and nothing of a stream. (`--id` is none: whoever runs all policies alike may name what
/// comes on stdin.)
pub(crate) const OF_DOCUMENTS: &[&str] =
    &["input", "id-field", "text-field", "file-limit", "pre", "out-dir", "omit"];

impl ReadingOptions {
    /// The folder of the documents, by the root or the first path.
    pub(crate) fn folder<'p>(&'p self, paths: &'p [PathBuf]) -> &'p Path {
        let path = self.root.as_deref().or_else(|| paths.first().map(PathBuf::as_path));
        let folder = path.filter(|path| path.is_dir()).or_else(|| path?.parent());
        folder.filter(|folder| folder.is_dir()).unwrap_or(Path::new("."))
    }
}

/// The heading of these options.
pub(crate) const PROVENANCE: &str = "Provenance, recorded in each chunk";

/// What is known of documents but is not in them.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = PROVENANCE)]
pub(crate) struct Provenance {
    /// The documents' version, such as a commit id; git takes that of the repository they lie in
    #[arg(long, value_name = "REV|git")]
    source_version: Option<String>,
    /// When they were created: a date (2026-01-31, midnight UTC), RFC 3339, or milliseconds since 1970; without it,
    /// SOURCE_DATE_EPOCH
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    created_at: Option<i64>,
    /// When they were last modified, in the same forms; file takes what the file system says of each
    #[arg(long, value_name = "TIME|file", value_parser = modified_at, allow_negative_numbers = true)]
    pub(crate) modified_at: Option<ModifiedAt>,
}

pub(crate) const SOURCE_VERSION: &str = "source-version";
pub(crate) const CREATED_AT: &str = "created-at";
pub(crate) const MODIFIED_AT: &str = "modified-at";

impl Provenance {
    /// Warnings of options that do nothing, since the records of `policy` hold only those called `recorded`, and notes on times that may
    /// have been meant otherwise.
    pub(crate) fn remarks(&self, policy: &str, recorded: &[&str]) -> Vec<String> {
        let modified_at = self.modified_at.and_then(ModifiedAt::given);
        let given = [
            (SOURCE_VERSION, self.source_version.is_some(), None),
            (CREATED_AT, self.created_at.is_some(), self.created_at),
            (MODIFIED_AT, self.modified_at.is_some(), modified_at),
        ];
        let remark = |(option, is_given, time): (&str, bool, Option<i64>)| match time {
            _ if !is_given => None,
            _ if !recorded.contains(&option) => {
                Some(format!("warning: the records of {policy} have no place for --{option}; leave it out"))
            }
            // As milliseconds, these are in the third second of 1970, which hardly anybody means.
            Some(time @ 1900..=2100) => Some(format!(
                "note: --{option} {time} is taken as milliseconds since 1970; for the year, pass --{option} {time}-01-01"
            )),
            _ => None,
        };
        given.into_iter().filter_map(remark).collect()
    }

    /// The version that was given, or the commit id of the git repository that `folder` is in.
    pub(crate) fn revision(&self, folder: &Path) -> Result<Option<String>, Error> {
        match self.source_version.as_deref() {
            Some("git") => commit_id(folder).map(Some),
            given => Ok(given.map(str::to_owned)),
        }
    }

    pub(crate) fn created_at_ms(&self) -> Result<Option<i64>, Error> {
        let Some(epoch) = variable("SOURCE_DATE_EPOCH").filter(|_| self.created_at.is_none()) else {
            return Ok(self.created_at);
        };
        let seconds = epoch.ok().and_then(|seconds| seconds.parse::<i64>().ok());
        match seconds.and_then(|seconds| seconds.checked_mul(1000)) {
            Some(milliseconds) => Ok(Some(milliseconds)),
            None => trouble(
                "SOURCE_DATE_EPOCH must be a number of seconds since 1970; set it to one, or unset it",
            ),
        }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputOptions {
    /// Write to FILE, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write DIR/chunks/**.jsonl, a file for each document, and DIR/metadata/ingestion-manifest.json
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    pub(crate) out_dir: Option<PathBuf>,
    /// Write to the SQLite database PATH, a transaction for each document
    #[cfg(feature = "sqlite")]
    #[arg(
        long,
        value_name = "sqlite:PATH",
        value_parser = OsStringValueParser::new().try_map(location),
        conflicts_with_all = ["output", "out_dir"]
    )]
    pub(crate) store: Option<PathBuf>,
    /// Remove from the store the documents that are gone from the folder
    #[cfg(feature = "sqlite")]
    #[arg(long, requires = "store")]
    pub(crate) prune: bool,
    /// Give the store an FTS5 index of the chunks' words, which later runs keep
    #[cfg(feature = "sqlite")]
    #[arg(long, requires = "store")]
    pub(crate) full_text: bool,
    /// jsonl, the contract's records; rows, a line for each chunk with the same keys for all policies; or for a knowledge base of Amazon Bedrock: bedrock-files, a text and a .metadata.json for each chunk, or
    /// bedrock-lambda, what its Lambda function writes for each document [default: jsonl]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<OutputFormat>,
    /// Add to each record the contract that made it, and a digest of the settings; rows always have both
    #[arg(long)]
    pub(crate) stamp: bool,
    /// Keys of the record that the two formats for Bedrock leave out
    #[arg(long, value_name = "KEY,…", value_delimiter = ',')]
    pub(crate) omit: Vec<String>,
    /// How many documents are chunked at the same time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// What to do after a document that cannot be chunked
    #[arg(long, value_name = "WHAT", default_value = "continue")]
    pub(crate) on_error: OnError,
    /// No summary at the end, and no warning about unusual settings; what is wrong with documents is still said
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Show all warnings, and all errors of lines; without this, the first three of each kind of warning, the first ten
    /// errors of the lines of an input, and how many more there are
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// When to show progress; auto: on a terminal, after a second
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "always"
    )]
    pub(crate) progress: When,
}

/// How records are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    Jsonl,
    Rows,
    BedrockFiles,
    BedrockLambda,
    /// An explanation for programs, a record a document.
    #[value(hide = true)]
    Json,
    /// An explanation for people.
    #[value(hide = true)]
    Text,
}

/// What to do after a document that cannot be chunked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    Continue,
    Stop,
}

fn commit_id(folder: &Path) -> Result<String, Error> {
    let git = Command::new("git").arg("-C").arg(folder).args(["rev-parse", "--verify", "HEAD"]).output();
    let git = git.map_err(cannot_run("git, for --source-version git"))?;
    let said = String::from_utf8_lossy(if git.status.success() { &git.stdout } else { &git.stderr });
    let said = unicode::trim_end(&said);
    match git.status.success() {
        true => Ok(said.to_owned()),
        false => trouble(format!("--source-version git: {}: {said}", shown(folder))),
    }
}

/// A number of bytes: `1000`, `64K`, `256M`, `2G`.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (text.get(..at), 1 << 10),
        Some((at, 'm' | 'M')) => (text.get(..at), 1 << 20),
        Some((at, 'g' | 'G')) => (text.get(..at), 1 << 30),
        _ => (Some(text), 1),
    };
    let number = digits.and_then(|digits| digits.parse::<u64>().ok());
    number
        .and_then(|number| number.checked_mul(unit))
        .ok_or_else(|| "must be a number of bytes, such as 65536, 64K, 256M or 2G".to_owned())
}

/// The milliseconds since 1970-01-01 UTC of a date, which begins in UTC, or of a moment in the form of RFC 3339; or these themselves.
fn time(text: &str) -> Result<i64, String> {
    let moment = match text.parse::<Date>() {
        Ok(date) if text.len() == "2026-01-31".len() => {
            date.to_zoned(TimeZone::UTC).map(|date| date.timestamp())
        }
        _ => text.parse(),
    };
    text.parse::<i64>().or_else(|_| moment.map(Timestamp::as_millisecond)).map_err(|_| {
        "must be like 2026-01-31 (midnight UTC), 2026-01-31T12:00:00Z, or milliseconds since 1970".to_owned()
    })
}

fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "must be a number of threads, at least 1".to_owned())
}

fn modified_at(text: &str) -> Result<ModifiedAt, String> {
    if text == "file" { Ok(ModifiedAt::File) } else { time(text).map(ModifiedAt::Given) }
}

/// The path of the store, if an argument names one.
#[cfg(feature = "sqlite")]
pub(crate) fn store_named_by(argument: &Path) -> Option<&Path> {
    argument.as_os_str().strip_prefix("sqlite:").map(Path::new)
}

/// The path in `sqlite:PATH`.
#[cfg(feature = "sqlite")]
fn location(argument: OsString) -> Result<PathBuf, String> {
    match store_named_by(Path::new(&argument)) {
        Some(path) if path == ":memory:" || path.as_os_str().starts_with("file:") => {
            Err("SQLite would keep it in memory, or read it as an address: name a file, such as sqlite:chunks.db \
                 (sqlite:./file:x for one that is called so)"
                .to_owned())
        }
        Some(path) if !path.as_os_str().is_empty() => Ok(path.to_owned()),
        _ => Err("must be sqlite:PATH, such as sqlite:chunks.db".to_owned()),
    }
}
