//! Makes a view: a document as one policy chunks it.

use super::Inspect;
use crate::{
    chunking::Chunking,
    console::{Console, When},
    documents::{Documents, Loaded},
    environment::Environment,
    error::{Error, Verdict, cannot, trouble},
    find::{Found, Place},
    inputs,
    options::{Format, Provenance},
    output::Output,
    redact::masked,
    report::{Report, Seen, Spot},
    summary::Summary,
};
use chunk_records::{Piece, View};
use serde_json::Value;
use std::slice;

/// A document of a folder.
pub(super) struct Listed {
    pub(super) name: String,
    pub(super) view: View,
    pub(super) warnings: Vec<String>,
    pub(super) error: Option<String>,
}

impl Inspect {
    /// The view of a document, and the verdict on it; its errors have been shown.
    pub(super) fn view(&self, environment: &Environment) -> Result<(View, Verdict), Error> {
        let mut summary = Summary::new(Console::new(When::Never, Some(1)));
        let mut listed = self.list(environment, &mut summary, true)?;
        let only = listed.pop().filter(|_| listed.is_empty());
        let verdict = summary.close(false, self.policy.profile().summary, None, None);
        only.map_or_else(|| trouble("name one document"), |only| Ok((only.view, verdict)))
    }

    /// The documents that the path means; their errors and warnings go to `summary`.
    pub(super) fn list(
        &self,
        environment: &Environment,
        summary: &mut Summary,
        quiet: bool,
    ) -> Result<Vec<Listed>, Error> {
        let (path, reading, profile) = (slice::from_ref(&self.path), &self.reading, self.policy.profile());
        let (policy, given) = self.policy.in_force(&self.flags, &self.settings, None, environment)?;
        let chunking = Chunking::new(&*policy, &given, path, reading, &Provenance::default(), environment)?;
        let found = inputs::find(profile, path, reading, &[], quiet)?;
        if let [Found { place: Place::Unreadable { error, .. }, .. }] = found.as_slice() {
            return trouble(&*error.message);
        }
        let config = given.in_force()?;
        let title = match given.changed().join(", ") {
            none if none.is_empty() => profile.contract.policy.to_owned(),
            changed => format!("{}: {changed}", profile.contract.policy),
        };
        let mut listed = Vec::new();
        let list = |name: &str, Shown { bytes, records }: Shown, report: Report| Listed {
            name: name.to_owned(),
            view: View::new(&profile.keys, title.clone(), &bytes, records, &config),
            warnings: report.seen.warnings.iter().map(ToString::to_string).collect(),
            error: report.error.map(|error| error.message),
        };
        if profile.keys.is_stream {
            for document in &found {
                let mut output = Output::memory();
                chunking.stream_into(slice::from_ref(document), summary, &mut output)?;
                let lines = output.into_memory();
                let records =
                    serde_json::Deserializer::from_slice(&lines).into_iter().collect::<Result<_, _>>();
                let records = records.map_err(cannot("read", "the chunks"))?;
                let report = Report::new(Spot::whole(&document.place), Seen::default(), None);
                listed.push(list(&document.name, Shown { records, ..Shown::default() }, report));
            }
            return Ok(listed);
        }
        let mut names = found.iter().map(|document| &document.name);
        chunking.each(
            Documents::new(Format::Document, &found, &chunking.reader),
            |_, loaded, seen, shown| show(&chunking, loaded, seen, shown),
            |shown: Shown, report| {
                summary.enter(&report);
                listed.extend(names.next().map(|name| list(name, shown, report)));
                Ok(true)
            },
        )?;
        Ok(listed)
    }
}

/// A document as it is shown: the text that was chunked, and its records.
#[derive(Default)]
struct Shown {
    bytes: Vec<u8>,
    records: Vec<Value>,
}

/// Chunks a document as a run does, as far as possible.
fn show(
    chunking: &Chunking<'_>,
    loaded: &Loaded<'_>,
    seen: &mut Seen,
    shown: &mut Shown,
) -> Result<(), Error> {
    let mut has_places = true;
    let done = chunking.policy.pieces(loaded.source(), None, seen, &mut |piece: Piece<'_>| {
        has_places &= piece.bytes.is_some();
        shown.records.push(serde_json::from_slice(piece.json)?);
        Ok(())
    });
    let is_redacted = chunking.policy.flags().redact;
    shown.bytes = match loaded.source().text() {
        // What was read of another program's file has its places in the text that it became, which is in the records.
        _ if !has_places => Vec::new(),
        Ok(text) if is_redacted => masked(text).into_owned().into_bytes(),
        _ => loaded.bytes.clone(),
    };
    done
}
