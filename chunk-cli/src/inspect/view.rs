//! Makes a view: a document as one policy chunks it.

use crate::{
    batch::Batch,
    chunking::Chunking,
    command::RecordFlags,
    console::{Console, When},
    documents::Content,
    environment::Environment,
    error::{Error, Verdict, cannot, trouble},
    find::{Found, Place},
    inputs,
    options::{Provenance, ReadingOptions},
    output::{Lines, Output},
    redact::masked,
    registry::PolicyName,
    report::{Report, Seen, Spot},
    settings::SettingsOptions,
    summary::Summary,
};
use chunk_records::{Piece, View};
use serde_json::Value;
use std::{num::NonZeroUsize, path::PathBuf, slice};

/// Makes views of one document.
pub(super) struct Viewer<'v> {
    pub(super) path: &'v [PathBuf],
    pub(super) reading: &'v ReadingOptions,
    pub(super) record_flags: &'v RecordFlags,
    pub(super) settings: &'v SettingsOptions,
    pub(super) environment: &'v Environment,
}

/// A document of a folder.
pub(super) struct Listed {
    pub(super) name: String,
    pub(super) view: View,
    pub(super) warnings: Vec<String>,
    pub(super) error: Option<String>,
}

impl Viewer<'_> {
    /// The view of a document, and the verdict on it; its errors have been shown.
    pub(super) fn view(&self, policy: PolicyName) -> Result<(View, Verdict), Error> {
        let mut summary = Summary::new(Console::new(When::Never, Some(1)));
        let mut listed = self.list(policy, &mut summary)?;
        let only = listed.pop().filter(|_| listed.is_empty());
        let verdict = summary.close(false, policy.profile().summary, None);
        only.map_or_else(|| trouble("name one document"), |only| Ok((only.view, verdict)))
    }

    /// The documents that the path means; their errors and warnings go to `summary`.
    pub(super) fn list(&self, policy: PolicyName, summary: &mut Summary) -> Result<Vec<Listed>, Error> {
        let Self { path, reading, record_flags, settings, environment } = self;
        let profile = policy.profile();
        let (policy, given) = policy.in_force(record_flags, settings, None, environment)?;
        let chunking = Chunking::new(&*policy, &given, path, reading, &Provenance::default(), environment)?;
        let found = inputs::find(profile, path, reading, &[], true)?;
        if let [Found { place: Place::Unreadable { error, .. }, .. }] = found.as_slice() {
            return trouble(&*error.message);
        }
        let config = given.in_force()?;
        let mut listed = Vec::new();
        for document in &found {
            let (source, records, report) = if profile.keys.is_stream {
                streamed(&chunking, document, summary)?
            } else {
                chunked(&chunking, document)
            };
            if !profile.keys.is_stream {
                summary.enter(&report);
            }
            let title = title(profile.contract.policy, &given.changed());
            listed.push(Listed {
                name: document.name.clone(),
                view: View::new(&profile.keys, title, &source, records, &config),
                warnings: report.seen.warnings.iter().map(ToString::to_string).collect(),
                error: report.error.map(|error| error.message),
            });
        }
        Ok(listed)
    }
}

/// A document's bytes, its records, and what became of it.
type Chunked = (Vec<u8>, Vec<Value>, Report);

/// Chunks a document as a run does, as far as possible.
fn chunked(chunking: &Chunking<'_>, document: &Found) -> Chunked {
    let (mut records, mut seen, mut bytes) = (Vec::new(), Seen::default(), Vec::new());
    let mut has_places = true;
    let mut keep = |piece: Piece<'_>| {
        has_places &= piece.bytes.is_some();
        records.push(serde_json::from_slice(piece.json).map_err(|error| Error::refused(error.to_string()))?);
        Ok(())
    };
    let loaded = chunking.reader.load(Content::Whole(document));
    let done = loaded.and_then(|loaded| {
        let done = chunking.policy.pieces(loaded.source(), &mut seen, &mut keep);
        let done = done.map_err(|error| loaded.refused(error));
        bytes = loaded.bytes;
        done
    });
    match std::str::from_utf8(&bytes) {
        // What was read of another program's file has its places in the text that it became, which is in the records.
        _ if !has_places => bytes.clear(),
        Ok(text) if chunking.policy.record_flags().redact => bytes = masked(text).into_owned().into_bytes(),
        _ => {}
    }
    (bytes, records, Report::new(Spot::whole(&document.place), seen, done.err()))
}

/// Chunks a stream as a run does. Its bytes are never held as a whole.
fn streamed(chunking: &Chunking<'_>, document: &Found, summary: &mut Summary) -> Result<Chunked, Error> {
    let batch = Batch { chunking, jobs: NonZeroUsize::MIN, stop: false, flush: false };
    let mut output = Output::memory();
    batch.stream_into(slice::from_ref(document), summary, &mut output)?;
    let Lines::Memory(lines) = output.lines else { return trouble("the chunks went elsewhere") };
    let records = serde_json::Deserializer::from_slice(&lines).into_iter().collect::<Result<_, _>>();
    let records = records.map_err(cannot("read", "the chunks"))?;
    Ok((Vec::new(), records, Report::new(Spot::whole(&document.place), Seen::default(), None)))
}

fn title(policy: &str, changed: &[String]) -> String {
    if changed.is_empty() { policy.to_owned() } else { format!("{policy}: {}", changed.join(", ")) }
}
