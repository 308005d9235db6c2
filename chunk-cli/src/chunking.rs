//! How a document becomes records: read, known by its times and version, chunked, written.

use crate::{
    bedrock::{self, Attributes, FileContents},
    command::PolicyCommand,
    documents::{Content, Limits, ModifiedAt},
    each::{Each, Make},
    environment::Environment,
    exit::Broken,
    line::Fields,
    options::{OutputFormat, Provenance, ReadingOptions},
    report::Fault,
};
use chunk_core::{Policy, Source, Witness, WriteError, jsonl::write_record};
use std::{io::Write, path::PathBuf};

/// A policy with all that its records depend on beside the documents.
pub(crate) struct Chunking<'c, C: PolicyCommand> {
    pub(crate) command: &'c C,
    pub(crate) policy: &'c C::Policy,
    pub(crate) limits: Limits,
    /// How records are written, and what of them is not.
    pub(crate) format: OutputFormat,
    pub(crate) omit: &'c [String],
    fields: Fields<'c>,
    revision: Option<String>,
    created_at_ms: Option<i64>,
    modified_at: Option<ModifiedAt>,
}

impl<'c, C: PolicyCommand> Chunking<'c, C> {
    /// As the options want it, for documents that `paths` name.
    pub(crate) fn new(
        command: &'c C,
        policy: &'c C::Policy,
        paths: &[PathBuf],
        reading: &'c ReadingOptions,
        provenance: &Provenance,
        environment: &Environment,
    ) -> Result<Self, Broken> {
        Ok(Self {
            command,
            policy,
            limits: reading.limits(),
            format: OutputFormat::Jsonl,
            omit: &[],
            fields: Fields {
                id: reading.id_field.as_deref().unwrap_or(C::ID_FIELD),
                text: &reading.text_field,
                has_times: C::LINES_HAVE_TIMES,
            },
            revision: provenance.revision(reading.folder(paths))?,
            created_at_ms: provenance.created_at_ms(environment)?,
            modified_at: provenance.modified_at,
        })
    }

    /// Reads a document and hands it to `take` with all that is known of it.
    pub(crate) fn read<R, E: From<Fault>>(
        &self,
        content: Content,
        take: impl FnOnce(Source<'_>) -> Result<R, E>,
    ) -> Result<R, E> {
        content.read(self.limits, self.fields, self.modified_at, |source| {
            let mut source: Source<'_> = source;
            source.revision = self.revision.as_deref();
            source.created_at_ms = source.created_at_ms.or(self.created_at_ms);
            take(source)
        })
    }

    /// Writes the records of a document.
    pub(crate) fn write(
        &self,
        source: Source<'_>,
        out: &mut dyn Write,
        witness: &mut dyn Witness<C::Policy>,
    ) -> Result<(), Problem> {
        if matches!(self.format, OutputFormat::BedrockFiles | OutputFormat::BedrockLambda) {
            let contents = FileContents::of(self.contents(source, witness)?);
            return write_record(out, &contents).map_err(|error| Problem::Unwritable(error.to_string()));
        }
        let unit = self.policy.unit(source).map_err(|error| Fault::refused(error.to_string()))?;
        match self.command.write(self.policy, self.format, unit, out, witness) {
            Ok(_) => Ok(()),
            Err(WriteError::Chunk(error)) => Err(Fault::refused(error.to_string()).into()),
            Err(WriteError::Write(error)) => Err(Problem::Unwritable(error.to_string())),
        }
    }

    /// The chunks of a document with their attributes.
    pub(crate) fn contents(
        &self,
        source: Source<'_>,
        witness: &mut dyn Witness<C::Policy>,
    ) -> Result<Vec<bedrock::Content>, Fault> {
        let attributes = Attributes { keys: C::KEYS, omit: self.omit, source: source.path };
        self.each(source, attributes, witness)
    }

    /// What `make` makes of the chunks of a document.
    pub(crate) fn each<M: Make<C::Policy>>(
        &self,
        source: Source<'_>,
        make: M,
        witness: &mut dyn Witness<C::Policy>,
    ) -> Result<Vec<M::Made>, Fault> {
        let refused = |error: &dyn std::error::Error| Fault::refused(error.to_string());
        let unit = self.policy.unit(source).map_err(|error| refused(&error))?;
        let mut each = Each::new(make, witness);
        self.policy.chunk(unit, &mut each).map_err(|error| refused(&error))?;
        each.made()
    }
}

/// Why a document has no records, or not all.
pub(crate) enum Problem {
    /// It is told, and the others go on.
    Refused(Fault),
    /// Nothing goes on.
    Unwritable(String),
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::Refused(fault)
    }
}
