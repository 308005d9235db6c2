//! Turns a document into records: a policy, how documents are read for it, and how its records are written.

use crate::{
    any_policy::{AnyPolicy, Piece},
    bedrock::{self, Attributes, FileContents},
    command::Stream,
    documents::Reader,
    environment::Environment,
    error::Error,
    json::json,
    options::{OutputFormat, Provenance, ReadingOptions},
    report::Seen,
};
use chunk_core::Source;
use std::path::PathBuf;

/// A policy, and everything else besides the documents that its records depend on.
pub(crate) struct Chunking<'c> {
    pub(crate) policy: &'c dyn AnyPolicy,
    pub(crate) reader: Reader<'c>,
    /// How records are written.
    pub(crate) format: OutputFormat,
    /// The keys of a record that are not written.
    pub(crate) omit: &'c [String],
}

impl<'c> Chunking<'c> {
    /// The chunking that the options ask for, of the documents that `paths` name.
    pub(crate) fn new(
        policy: &'c dyn AnyPolicy,
        paths: &[PathBuf],
        reading: &'c ReadingOptions,
        provenance: &Provenance,
        environment: &Environment,
    ) -> Result<Self, Error> {
        let reader = Reader::new(policy.profile(), paths, reading, provenance, environment)?;
        Ok(Self { policy, reader, format: OutputFormat::Jsonl, omit: &[] })
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
            format => self.policy.write(source, format, records, seen),
        }
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
