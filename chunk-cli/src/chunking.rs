//! How a document becomes records: read, known by its times and version, chunked, written.

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

/// A policy with all that its records depend on beside the documents.
pub(crate) struct Chunking<'c> {
    pub(crate) policy: &'c dyn AnyPolicy,
    pub(crate) limits: Limits,
    /// How records are written, and what of them is not.
    pub(crate) format: OutputFormat,
    pub(crate) omit: &'c [String],
    fields: Fields<'c>,
    revision: Option<String>,
    created_at_ms: Option<i64>,
    modified_at: Option<ModifiedAt>,
}

impl<'c> Chunking<'c> {
    /// As the options want it, for documents that `paths` name.
    pub(crate) fn new(
        policy: &'c dyn AnyPolicy,
        paths: &[PathBuf],
        reading: &'c ReadingOptions,
        provenance: &Provenance,
        environment: &Environment,
    ) -> Result<Self, Broken> {
        let profile = policy.profile();
        // What is not recorded is not asked for either: git outside of a repository would be an error.
        let is_recorded = profile.recorded.contains(&SOURCE_VERSION);
        let revision = is_recorded.then(|| provenance.revision(reading.folder(paths))).transpose()?;
        Ok(Self {
            policy,
            limits: reading.limits(),
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

    /// Reads a document and hands it to `take` with all that is known of it.
    pub(crate) fn read(
        &self,
        content: Content<'_>,
        take: &mut dyn FnMut(Source<'_>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        content.read(self.limits, self.fields, self.modified_at, &mut |source| {
            let mut source: Source<'_> = source;
            source.revision = self.revision.as_deref();
            source.created_at_ms = source.created_at_ms.or(self.created_at_ms);
            take(source)
        })
    }

    /// A stream to read the inputs as, for a contract that does.
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

/// Has something made of each chunk, all of it before any is written: a row, a file.
pub(crate) struct Each<'e> {
    make: &'e mut dyn FnMut(&dyn AnyChunk) -> Result<(), String>,
    seen: &'e mut Seen,
    failed: Option<String>,
}

impl<'e> Each<'e> {
    pub(crate) fn new(
        make: &'e mut dyn FnMut(&dyn AnyChunk) -> Result<(), String>,
        seen: &'e mut Seen,
    ) -> Self {
        Self { make, seen, failed: None }
    }

    /// Why nothing can be made of one of the chunks, if so.
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
