//! Any policy, as a trait object: the code that runs, checks and shows chunks is written against it, and compiled once.

use crate::{
    command::{PolicyCommand, SinkOf, Stream},
    error::Error,
    flags::PolicyFlags,
    foreign::{Export, Exports},
    options::OutputFormat,
    profile::Profile,
    redact::{masked, masked_fields},
    report::{Seen, Taker},
};
use chunk_core::{Policy, Source, Warning, types::WriteError};
use chunk_records::Piece;
use std::{borrow::Cow, io::Write};

pub(crate) trait AnyPolicy: Sync {
    fn profile(&self) -> &'static Profile;

    /// The flags that it was given.
    fn flags(&self) -> &PolicyFlags;

    /// The contract's version, followed by the name of the encoding if that is not the contract's.
    fn version(&self) -> Cow<'static, str>;

    /// What is legal but unusual about the settings.
    fn warnings(&self) -> Vec<Warning>;

    /// How files of other programs are read; `None` if all are taken as they are.
    fn foreign(&self) -> Option<Exports<'_>> {
        self.profile().foreign.map(|kind| (&self.flags().foreign, kind))
    }

    /// Writes the records of a document, or its explanation; of an export, if it is one that has not been read yet.
    fn write(
        &self,
        source: Source<'_>,
        export: Option<Export>,
        format: OutputFormat,
        records: &mut dyn Write,
        seen: &mut Seen,
    ) -> Result<(), Error>;

    /// Hands the chunks of a document to `take`, until that fails, and counts them; of an export, if it is one that has not been read yet.
    fn pieces(
        &self,
        source: Source<'_>,
        export: Option<Export>,
        seen: &mut Seen,
        take: &mut dyn FnMut(Piece<'_>) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// The chunking of a stream, for a contract that takes all inputs as one.
    fn stream(&self, line_limit: usize) -> Option<Box<dyn Stream + '_>>;

    /// Checks a record by itself; `None` if a record can only be checked with its document.
    fn rules(&self) -> Option<Box<RecordRules<'_>>>;

    /// Prints what a flag asks for after the last document.
    fn finish(&self);
}

/// Returns what is wrong with a record, or why it cannot be read.
pub(crate) type RecordRules<'p> = dyn Fn(&[u8]) -> Result<Vec<String>, String> + 'p;

/// A policy with its command's flags applied.
pub(crate) struct Prepared<C: PolicyCommand> {
    flags: PolicyFlags,
    policy: C::Policy,
    /// Of a setting that the flags change.
    warning: Option<Warning>,
}

impl<C: PolicyCommand> Prepared<C> {
    /// With a policy that has its settings already.
    pub(crate) fn new(flags: &PolicyFlags, policy: C::Policy) -> Result<Self, Error> {
        flags.check(C::PROFILE)?;
        let (policy, warning) = C::prepare(flags, policy)?;
        Ok(Self { flags: flags.clone(), policy, warning })
    }
}

impl<C: PolicyCommand> AnyPolicy for Prepared<C> {
    fn profile(&self) -> &'static Profile {
        C::PROFILE
    }

    fn flags(&self) -> &PolicyFlags {
        &self.flags
    }

    fn version(&self) -> Cow<'static, str> {
        self.policy.version()
    }

    fn warnings(&self) -> Vec<Warning> {
        self.policy.warnings().into_iter().chain(self.warning.clone()).collect()
    }

    fn write(
        &self,
        source: Source<'_>,
        export: Option<Export>,
        format: OutputFormat,
        records: &mut dyn Write,
        seen: &mut Seen,
    ) -> Result<(), Error> {
        let Self { policy, flags, .. } = self;
        let mut warnings = Vec::new();
        let written = self.each(source, export, &mut warnings, &mut |source, _| {
            let unit = policy.unit(source).map_err(refused)?;
            let mut witness = SinkOf::<C, _> { policy, unit: None, to: &mut *seen };
            C::write(policy, flags, format, unit, records, &mut witness).map(drop).map_err(
                |error| match error {
                    WriteError::Chunk(error) => refused(error),
                    WriteError::Write(error) => Error::run(error.to_string()),
                },
            )
        });
        seen.warnings.extend(warnings);
        written
    }

    fn pieces(
        &self,
        source: Source<'_>,
        export: Option<Export>,
        seen: &mut Seen,
        take: &mut dyn FnMut(Piece<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (mut taker, mut warnings) = (Taker::new(seen, take), Vec::new());
        let chunked = self.each(source, export, &mut warnings, &mut |document, is_file| {
            let unit = self.policy.unit(document).map_err(refused)?;
            // What was read from a file of another format has its places in the text that it became, not in the file.
            let places = is_file.then(|| unit.clone());
            taker.document = (!is_file).then(|| document.path.to_owned());
            let mut sink = SinkOf::<C, _> { policy: &self.policy, unit: places, to: &mut taker };
            self.policy.chunk(unit, &mut sink).map_err(refused)
        });
        taker.seen.warnings.extend(warnings);
        chunked.and_then(|()| taker.finish())
    }

    fn stream(&self, line_limit: usize) -> Option<Box<dyn Stream + '_>> {
        C::stream(&self.flags, &self.policy, line_limit)
    }

    fn rules(&self) -> Option<Box<RecordRules<'_>>> {
        let rules = C::RULES?;
        Some(Box::new(move |json| rules(&self.policy, json)))
    }

    fn finish(&self) {
        C::finish(&self.policy, &self.flags);
    }
}

impl<C: PolicyCommand> Prepared<C> {
    /// Hands the documents that a file holds to `each`, and whether they are the file itself. Their secrets are written over first if that
    /// was asked for, which moves nothing.
    fn each(
        &self,
        source: Source<'_>,
        export: Option<Export>,
        warnings: &mut Vec<Warning>,
        each: &mut dyn FnMut(Source<'_>, bool) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut hand_over = |document: Source<'_>| {
            let is_file = std::ptr::eq(document.bytes, source.bytes);
            // The policy says what is wrong with bytes that are no text.
            let Some(text) = self.flags.redact.then(|| document.text().ok()).flatten() else {
                return each(document, is_file);
            };
            let text = masked(text);
            let fields = document.fields.map(masked_fields);
            let mut masked = document;
            (masked.bytes, masked.fields) = (text.as_bytes(), fields.as_ref());
            each(masked, is_file)
        };
        match self.foreign() {
            Some((foreign, kind)) => foreign.each(kind, source, export, warnings, &mut hand_over),
            None => hand_over(source),
        }
    }
}

fn refused(error: impl std::error::Error) -> Error {
    Error::refused(error.to_string())
}
