//! Turns a document into records: reads it, adds its version and times, has the policy chunk it, writes the records.

use crate::{
    any_chunk::{AnyChunk, Taker},
    any_policy::AnyPolicy,
    bedrock::{self, Attributes, FileContents},
    command::Stream,
    documents::{Content, Limits, ModifiedAt},
    environment::Environment,
    exit::Broken,
    json::json,
    line::Fields,
    options::{OutputFormat, Provenance, ReadingOptions, SOURCE_VERSION},
    report::{Fault, Problem, Seen},
};
use chunk_core::{Source, Warning};
use std::{io::Write, ops::ControlFlow, path::PathBuf};

/// A policy, and everything else besides the documents that its records depend on.
pub(crate) struct Chunking<'c> {
    pub(crate) policy: &'c dyn AnyPolicy,
    pub(crate) limits: Limits,
    /// How records are written.
    pub(crate) format: OutputFormat,
    /// The keys of a record that are not written.
    pub(crate) omit: &'c [String],
    fields: Fields<'c>,
    revision: Option<String>,
    created_at_ms: Option<i64>,
    modified_at: Option<ModifiedAt>,
}

impl<'c> Chunking<'c> {
    /// The chunking that the options ask for, of the documents that `paths` name.
    pub(crate) fn new(
        policy: &'c dyn AnyPolicy,
        paths: &[PathBuf],
        reading: &'c ReadingOptions,
        provenance: &Provenance,
        environment: &Environment,
    ) -> Result<Self, Broken> {
        let profile = policy.profile();
        // Git is asked only for a version that is recorded: outside of a repository, it would be an error.
        let is_recorded = profile.recorded.contains(&SOURCE_VERSION);
        let revision = is_recorded.then(|| provenance.revision(reading.folder(paths))).transpose()?;
        Ok(Self {
            policy,
            limits: reading.limits(profile.file_limit),
            format: OutputFormat::Jsonl,
            omit: &[],
            fields: Fields {
                id: reading.id_field.as_deref().unwrap_or(profile.id_field),
                text: &reading.text_field,
                has_times: profile.lines_have_times,
            },
            revision: revision.flatten(),
            created_at_ms: provenance.created_at_ms(environment)?,
            modified_at: provenance.modified_at,
        })
    }

    /// Reads a document and hands it to `take`, with its version and times.
    pub(crate) fn read(
        &self,
        content: Content<'_>,
        take: &mut dyn FnMut(Source<'_>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let is_found = content.is_found();
        content.read(self.limits, self.fields, self.modified_at, &mut |source| {
            let mut source: Source<'_> = source;
            source.revision = self.revision.as_deref();
            source.created_at_ms = source.created_at_ms.or(self.created_at_ms);
            let bytes = Source::new("", source.bytes);
            let is_no_text = || is_found && bytes.text().is_err_and(|error| error.is_no_text());
            take(source).map_err(|problem| match problem {
                // Whoever names a folder does not know of every picture in it.
                Problem::Refused(fault) if is_no_text() => Problem::Refused(fault.into_note()),
                problem => problem,
            })
        })
    }

    /// The chunking of a stream, for a contract that takes all inputs as one.
    pub(crate) fn stream(&self) -> Option<Box<dyn Stream + '_>> {
        self.policy.stream(self.limits.line)
    }

    /// Writes the records of a document.
    pub(crate) fn write(
        &self,
        source: Source<'_>,
        out: &mut dyn Write,
        seen: &mut Seen,
    ) -> Result<(), Problem> {
        if matches!(self.format, OutputFormat::BedrockFiles | OutputFormat::BedrockLambda) {
            let contents = FileContents::of(self.contents(source, seen)?);
            let written = json(&contents).and_then(|json| writeln!(out, "{json}"));
            return written.map_err(|error| Problem::Unwritable(error.to_string()));
        }
        self.policy.write(source, self.format, out, seen)
    }

    /// The chunks of a document with their attributes.
    pub(crate) fn contents(
        &self,
        source: Source<'_>,
        seen: &mut Seen,
    ) -> Result<Vec<bedrock::Content>, Fault> {
        let attributes =
            Attributes { keys: self.policy.profile().keys, omit: self.omit, source: source.path };
        let mut contents = Vec::new();
        let mut make = |chunk: &dyn AnyChunk| {
            contents.push(attributes.content(chunk, contents.len())?);
            Ok(())
        };
        let mut each = Each::new(&mut make, seen);
        self.policy.chunk(source, &mut each)?;
        each.finish()?;
        Ok(contents)
    }
}

/// Calls `make` for each chunk, to make a row or a file of it. All are made before any is written.
pub(crate) struct Each<'e> {
    make: &'e mut dyn FnMut(&dyn AnyChunk) -> Result<(), String>,
    seen: &'e mut Seen,
    /// Why `make` failed, if it did.
    failed: Option<String>,
}

impl<'e> Each<'e> {
    pub(crate) fn new(
        make: &'e mut dyn FnMut(&dyn AnyChunk) -> Result<(), String>,
        seen: &'e mut Seen,
    ) -> Self {
        Self { make, seen, failed: None }
    }

    /// # Errors
    /// If `make` failed for a chunk.
    pub(crate) fn finish(self) -> Result<(), Fault> {
        self.failed.map_or(Ok(()), |why| Err(Fault::refused(why)))
    }
}

impl Taker for Each<'_> {
    fn chunk(&mut self, chunk: &dyn AnyChunk) -> ControlFlow<()> {
        if self.failed.is_some() {
            return ControlFlow::Break(());
        }
        self.failed = (self.make)(chunk).err();
        self.seen.chunk(chunk);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, warning: Warning) {
        self.seen.warnings.push(warning);
    }
}
