//! Turns a document into records: a policy, how documents are read for it, and how its records are written.

use crate::{
    bedrock,
    console::note,
    documents::{Loaded, Reader},
    error::Error,
    flags::PolicyFlags,
    foreign::{Exports, taken_as_text},
    json::json,
    options::{OutputFormat, Provenance, ReadingOptions},
    policy::{AnyPolicy, PolicyName, Reading, names},
    profile::Profile,
    report::{Seen, Taker},
    settings::{Settings, SettingsOptions},
    shown::shown_name,
};
use chunk_backlog::redact::masked;
use chunk_core::{
    LineEnds, Normalized, Source, Warning, frontmatter, slice,
    types::{Metadata, MetadataValue},
};
use chunk_records::{Piece, Rows, Stamp};
use serde_json::Value;
use std::{
    borrow::Cow,
    io::{self, Write},
    num::NonZeroUsize,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
};

/// A policy, and everything else besides the documents that its records depend on.
pub(crate) struct Chunking<'c> {
    pub(crate) profile: &'static Profile,
    pub(crate) settings: Settings,
    pub(crate) flags: &'c PolicyFlags,
    pub(crate) policy: AnyPolicy,
    /// The contract's version, followed by the name of the encoding if that is not the contract's.
    pub(crate) version: Cow<'static, str>,
    /// What is legal but unusual about the settings.
    pub(crate) warnings: Vec<Warning>,
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
    /// Whether output is flushed after each document, or each record of a stream: an input may be a pipe of which somebody awaits the answers.
    pub(crate) flush: bool,
    /// The keys to keep that no document has had so far.
    absent: Mutex<Vec<String>>,
}

impl<'c> Chunking<'c> {
    /// The chunking that the options ask for, of the documents that `paths` name; with the settings that records were `made` with, unless
    /// others are given.
    pub(crate) fn new(
        policy: PolicyName,
        flags: &'c PolicyFlags,
        options: &SettingsOptions,
        made: Option<&Value>,
        paths: &[PathBuf],
        reading: &'c ReadingOptions,
        provenance: &Provenance,
    ) -> Result<Self, Error> {
        let profile = policy.profile();
        let mut settings = Settings::gather(profile, &names(), options, &flags.given.settings, made)?;
        let (policy, version, warnings) = AnyPolicy::new(policy, flags, &mut settings)?;
        flags.check(profile)?;
        let mut reader = Reader::new(profile, paths, reading, provenance)?;
        let keep = settings.in_force()?.get("keep").cloned();
        reader.keeps = keep.is_some();
        let stamp = settings.stamp(&version, flags)?;
        Ok(Self {
            profile,
            settings,
            flags,
            policy,
            version,
            warnings,
            reader,
            format: OutputFormat::Jsonl,
            omit: &[],
            stamp,
            is_stamped: false,
            jobs: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            stop: false,
            flush: false,
            absent: Mutex::new(keep.map_or(Ok(Vec::new()), serde_json::from_value)?),
        })
    }

    fn absent(&self) -> MutexGuard<'_, Vec<String>> {
        self.absent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks which of the keys to keep a document has.
    fn look_for_keys(&self, document: Source<'_>) {
        let Some(text) = Some(document).filter(|_| !self.absent().is_empty()).and_then(|it| it.text().ok())
        else {
            return;
        };
        let text = Normalized::without_bom(text, LineEnds::CrLf);
        let yaml = frontmatter::find(text.as_str()).map(|found| slice(text.as_str(), found.yaml));
        let own = yaml.and_then(|yaml| frontmatter::parse(yaml).ok()).unwrap_or_default();
        let has = |key: &str| {
            own.get(key).is_some() || document.fields.is_some_and(|fields| fields.contains_key(key))
        };
        self.absent().retain(|key| !has(key));
    }

    /// Notes the keys to keep that no document had.
    pub(crate) fn note_absent_keys(&self) {
        for key in self.absent().iter() {
            note(&format!(
                "note: no document has the key {} (keep), neither in its front matter nor in its line of JSON; check how it is \
                 written there",
                shown_name(key)
            ));
        }
    }

    /// A warning about a document that is not the text that the policy takes it for.
    pub(crate) fn mistaken(&self, loaded: &Loaded<'_>) -> Option<Warning> {
        if self.reader.pre.is_some() || loaded.is_line || loaded.export.borrow().is_some() {
            return None;
        }
        if self.profile.is_markdown && loaded.is_html() {
            let what =
                "it is HTML, whose tags are chunked as text; convert it first, as by --pre 'pandoc -t gfm'";
            return Some(Warning::new("html", what));
        }
        let Source { path, bytes, .. } = loaded.source();
        taken_as_text(self.foreign(), path, bytes, !loaded.is_found)
    }

    /// The chunking of a stream, for a contract that takes all inputs as one.
    pub(crate) fn stream(&self) -> Option<Reading<'_>> {
        self.policy.stream(self.flags, self.reader.line_limit)
    }

    /// How files of other programs are read; `None` if all are taken as they are.
    fn foreign(&self) -> Option<Exports<'_>> {
        self.profile.foreign.map(|kind| (&self.flags.foreign, kind))
    }

    /// How exports are recognized that are read as they are chunked; `None` if a document's records are one value.
    pub(crate) fn exports(&self) -> Option<Exports<'_>> {
        let is_one = matches!(self.format, OutputFormat::BedrockFiles | OutputFormat::BedrockLambda);
        self.foreign().filter(|_| !is_one)
    }

    /// Writes the records of a document, or of an export that has not been read yet.
    pub(crate) fn write(
        &self,
        loaded: &Loaded<'_>,
        records: &mut dyn Write,
        seen: &mut Seen,
    ) -> Result<(), Error> {
        let failed = |error: io::Error| Error::run(error.to_string());
        match self.format {
            OutputFormat::BedrockFiles | OutputFormat::BedrockLambda => {
                let contents = json(&self.contents(loaded, seen)?).map_err(failed)?;
                writeln!(records, "{{\"fileContents\":{contents}}}").map_err(failed)
            }
            format if self.is_whole() => {
                let mut warnings = Vec::new();
                let written = self.each_document(loaded, &mut warnings, &mut |document, _| {
                    if !self.is_stamped {
                        return self.policy.write(document, format, records, seen);
                    }
                    let (mut record, mut stamped) = (Vec::new(), Vec::new());
                    self.policy.write(document, format, &mut record, seen)?;
                    self.stamp.append(record.trim_ascii_end(), &mut stamped)?;
                    stamped.push(b'\n');
                    records.write_all(&stamped).map_err(failed)
                });
                seen.warnings.extend(warnings);
                written
            }
            _ => {
                let mut line =
                    self.line(Some(loaded.source()), |line| records.write_all(line).map_err(failed));
                self.pieces(loaded, seen, &mut line)
            }
        }
    }

    /// Whether the policy itself writes what there is of a document as a whole: the record of all its chunks, or an explanation.
    fn is_whole(&self) -> bool {
        self.flags.extras.explain || self.profile.keys.chunks.is_some() && self.format != OutputFormat::Rows
    }

    /// Makes a line of each chunk of a document, or of a stream, for `put`.
    pub(crate) fn line<'l>(
        &'l self,
        source: Option<Source<'l>>,
        mut put: impl FnMut(&[u8]) -> Result<(), Error> + 'l,
    ) -> impl FnMut(Piece<'_>) -> Result<(), Error> + 'l {
        let is_rows = self.format == OutputFormat::Rows;
        let mut rows = is_rows.then(|| Rows::new(self.profile.keys, &self.stamp, source));
        let mut line = Vec::new();
        move |piece| {
            line.clear();
            match &mut rows {
                Some(rows) => rows.append(&piece, &mut line)?,
                None if self.is_stamped => self.stamp.append(piece.json, &mut line)?,
                None => line.extend_from_slice(piece.json),
            }
            if !is_rows {
                line.push(b'\n');
            }
            put(&line)
        }
    }

    /// Hands the chunks of a document to `take`, until that fails, and counts them; of an export, if it is one that has not been read yet.
    pub(crate) fn pieces(
        &self,
        loaded: &Loaded<'_>,
        seen: &mut Seen,
        take: &mut dyn FnMut(Piece<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (mut taker, mut warnings) = (Taker::new(seen, take), Vec::new());
        let chunked = self.each_document(loaded, &mut warnings, &mut |document, is_file| {
            taker.document = (!is_file).then(|| document.path.to_owned());
            self.policy.pieces(document, &mut taker)
        });
        taker.seen.warnings.extend(warnings);
        chunked.and_then(|()| taker.finish())
    }

    /// Hands the documents that a file holds to `each`, and whether they are the file itself. Their secrets are written over first if that
    /// was asked for, which moves nothing.
    fn each_document(
        &self,
        loaded: &Loaded<'_>,
        warnings: &mut Vec<Warning>,
        each: &mut dyn FnMut(Source<'_>, bool) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut hand_over = |document: Source<'_>, is_file| {
            self.look_for_keys(document);
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
            Some((foreign, kind)) => {
                foreign.each(kind, loaded.source(), loaded.export.take(), warnings, &mut hand_over)
            }
            None => hand_over(loaded.source(), true),
        }
    }

    /// The chunks of a document with their attributes.
    pub(crate) fn contents(
        &self,
        loaded: &Loaded<'_>,
        seen: &mut Seen,
    ) -> Result<Vec<bedrock::Content>, Error> {
        let mut contents = Vec::new();
        self.pieces(loaded, seen, &mut |piece: Piece<'_>| {
            let (index, keys) = (contents.len(), self.profile.keys);
            let document = piece.document.unwrap_or(loaded.source().path);
            let content = bedrock::content(&piece, index, keys, self.omit, document);
            contents.push(content.map_err(Error::refused)?);
            Ok(())
        })?;
        Ok(contents)
    }
}

/// The fields of a line of JSON with the secrets in their texts written over.
fn masked_fields(fields: &Metadata) -> Metadata {
    fields.iter().map(|(key, value)| (key.clone(), masked_value(key, value))).collect()
}

/// A value beside its key, which may be what makes a secret of it.
fn masked_value(key: &str, value: &MetadataValue) -> MetadataValue {
    match value {
        MetadataValue::Text(text) => {
            let named = format!("{key}: {text}");
            MetadataValue::Text(slice(&masked(&named), key.len() + 2..named.len()).to_owned())
        }
        MetadataValue::List(values) => {
            MetadataValue::List(values.iter().map(|value| masked_value(key, value)).collect())
        }
        MetadataValue::Map(fields) => MetadataValue::Map(masked_fields(fields)),
        MetadataValue::Null | MetadataValue::Bool(_) | MetadataValue::Number(_) => value.clone(),
    }
}
