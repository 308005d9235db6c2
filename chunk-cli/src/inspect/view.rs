//! Makes a view: a document as one policy chunks it.

use super::Inspect;
use crate::{
    chunking::Chunking,
    console::{Console, When},
    documents::{Documents, Loaded},
    error::{Error, Verdict, cannot, trouble},
    find::{Found, Place},
    inputs,
    options::{Format, Provenance},
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
    /// The chunking that is asked for.
    pub(super) fn chunking(&self) -> Result<Chunking<'_>, Error> {
        let (path, provenance) = (slice::from_ref(&self.path), Provenance::default());
        Chunking::new(self.policy, &self.flags, &self.settings, None, path, &self.reading, &provenance)
    }

    /// The documents that the path means, and the verdict on them; their errors and warnings are shown.
    pub(super) fn list(&self) -> Result<(Vec<Listed>, Verdict), Error> {
        let mut summary = Summary::new(Console::new(When::Auto, None, false), false);
        let chunking = self.chunking()?;
        let (profile, given) = (chunking.profile, &chunking.settings);
        let found = inputs::find(profile, slice::from_ref(&self.path), &self.reading, &[], true)?;
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
                let lines = chunking.stream_to_memory(slice::from_ref(document), &mut summary)?;
                let records =
                    serde_json::Deserializer::from_slice(&lines).into_iter().collect::<Result<_, _>>();
                let records = records.map_err(cannot("read", "the chunks"))?;
                let report = Report::new(Spot::whole(&document.place), Seen::default(), None);
                listed.push(list(&document.name, Shown { records, ..Shown::default() }, report));
            }
        } else {
            let mut names = found.iter().map(|document| &document.name);
            chunking.each(
                Documents::new(Format::Document, &found, &chunking.reader),
                |_, loaded, seen, shown| show(&chunking, loaded, seen, shown),
                |shown: Shown, report| {
                    let goes_on = summary.enter(&report);
                    listed.extend(names.next().map(|name| list(name, shown, report)));
                    Ok(goes_on)
                },
            )?;
        }
        Ok((listed, summary.close(false, profile.summary, None, None)))
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
    let done = chunking.pieces(loaded.source(), None, seen, &mut |piece: Piece<'_>| {
        has_places &= piece.bytes.is_some();
        shown.records.push(serde_json::from_slice(piece.json)?);
        Ok(())
    });
    let is_redacted = chunking.flags.redact;
    shown.bytes = match loaded.source().text() {
        // What was read of another program's file has its places in the text that it became, which is in the records.
        _ if !has_places => Vec::new(),
        Ok(text) if is_redacted => masked(text).into_owned().into_bytes(),
        _ => loaded.bytes.clone(),
    };
    done
}
