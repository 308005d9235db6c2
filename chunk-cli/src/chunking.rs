//! Turns a document into records: a policy, how documents are read for it, and how its records are written.

use crate::{
    any_policy::AnyPolicy,
    bedrock::{self, Attributes, FileContents},
    command::Stream,
    documents::{Loaded, Reader},
    environment::Environment,
    error::Error,
    foreign::taken_as_text,
    json::json,
    options::{OutputFormat, Provenance, ReadingOptions},
    report::Seen,
    settings::Settings,
};
use chunk_core::{Source, Warning};
use chunk_records::{Piece, Rows, Stamp};
use std::{num::NonZeroUsize, path::PathBuf, thread};

/// A policy, and everything else besides the documents that its records depend on.
pub(crate) struct Chunking<'c> {
    pub(crate) policy: &'c dyn AnyPolicy,
    pub(crate) reader: Reader<'c>,
    /// How records are written.
    pub(crate) format: OutputFormat,
    /// The keys of a record that are not written.
    pub(crate) omit: &'c [String],
    /// What makes the records, and whether each of them says so.
    pub(crate) stamp: Stamp,
    pub(crate) is_stamped: bool,
    /// How many threads work on documents.
    pub(crate) jobs: NonZeroUsize,
    /// Whether the run stops at a document that cannot be chunked.
    pub(crate) stop: bool,
    /// Whether output is flushed after each document.
    pub(crate) flush: bool,
}

impl<'c> Chunking<'c> {
    /// The chunking that the options ask for, of the documents that `paths` name.
    pub(crate) fn new(
        policy: &'c dyn AnyPolicy,
        settings: &Settings,
        paths: &[PathBuf],
        reading: &'c ReadingOptions,
        provenance: &Provenance,
        environment: &Environment,
    ) -> Result<Self, Error> {
        let mut reader = Reader::new(policy.profile(), paths, reading, provenance, environment)?;
        reader.keeps = settings.in_force()?.get("keep").is_some();
        let stamp = settings.stamp(&policy.version(), &policy.record_flags())?;
        Ok(Self {
            policy,
            reader,
            format: OutputFormat::Jsonl,
            omit: &[],
            stamp,
            is_stamped: false,
            jobs: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            stop: false,
            flush: false,
        })
    }

    /// A warning about a document that is not the text that the policy takes it for.
    pub(crate) fn mistaken(&self, loaded: &Loaded<'_>) -> Option<Warning> {
        if self.reader.converts() || loaded.is_line {
            return None;
        }
        if self.policy.profile().is_markdown && loaded.is_html() {
            let what =
                "it is HTML, whose tags are chunked as text; convert it first, as by --pre 'pandoc -t gfm'";
            return Some(Warning::new("html", what));
        }
        let Source { path, bytes, .. } = loaded.source();
        taken_as_text(self.policy.foreign(), path, bytes, !loaded.is_found)
    }

    /// The chunking of a stream, for a contract that takes all inputs as one.
    pub(crate) fn stream(&self) -> Option<Box<dyn Stream + '_>> {
        self.policy.stream(self.reader.line_limit)
    }

    /// Appends the records of a document.
    pub(crate) fn write(
        &self,
        source: Source<'_>,
        records: &mut Vec<u8>,
        seen: &mut Seen,
    ) -> Result<(), Error> {
        match self.format {
            OutputFormat::BedrockFiles | OutputFormat::BedrockLambda => {
                let contents = FileContents::of(self.contents(source, seen)?);
                let json = json(&contents).map_err(|error| Error::run(error.to_string()))?;
                records.extend_from_slice(json.as_bytes());
                records.push(b'\n');
                Ok(())
            }
            OutputFormat::Rows => {
                let mut rows = self.rows(Some(source));
                self.policy.pieces(source, seen, &mut |piece| Ok(rows.append(&piece, records)?))
            }
            format if self.is_stamped => {
                let mut plain = Vec::new();
                let written = self.policy.write(source, format, &mut plain, seen);
                for line in plain.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
                    self.stamp.append(line, records)?;
                    records.push(b'\n');
                }
                written
            }
            format => self.policy.write(source, format, records, seen),
        }
    }

    /// Makes the rows of a document, or of a stream.
    pub(crate) fn rows<'r>(&'r self, source: Option<Source<'r>>) -> Rows<'r> {
        Rows::new(self.policy.profile().keys, &self.stamp, source)
    }

    /// Appends the record of a chunk of a stream as a line.
    pub(crate) fn append(
        &self,
        piece: &Piece<'_>,
        rows: &mut Rows<'_>,
        records: &mut Vec<u8>,
    ) -> Result<(), Error> {
        match self.format {
            OutputFormat::Rows => return Ok(rows.append(piece, records)?),
            _ if self.is_stamped => self.stamp.append(piece.json, records)?,
            _ => records.extend_from_slice(piece.json),
        }
        records.push(b'\n');
        Ok(())
    }

    /// The chunks of a document with their attributes.
    pub(crate) fn contents(
        &self,
        source: Source<'_>,
        seen: &mut Seen,
    ) -> Result<Vec<bedrock::Content>, Error> {
        let attributes =
            Attributes { keys: self.policy.profile().keys, omit: self.omit, source: source.path };
        let mut contents = Vec::new();
        self.policy.pieces(source, seen, &mut |piece: Piece<'_>| {
            contents.push(attributes.content(&piece, contents.len()).map_err(Error::refused)?);
            Ok(())
        })?;
        Ok(contents)
    }
}
