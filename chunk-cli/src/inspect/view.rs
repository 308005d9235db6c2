//! Makes a view: a document as one policy chunks it.

use crate::{
    any_chunk::AnyChunk,
    batch::Batch,
    chunking::{Chunking, Each},
    command::{Profile, RecordFlags, Stream},
    console::{Console, When},
    documents::Content,
    environment::Environment,
    exit::{Broken, Verdict, cannot, trouble},
    find::{Found, Place},
    inputs,
    options::{Provenance, ReadingOptions},
    output::broken,
    registry::PolicyName,
    report::{Problem, Report, Seen, Spot},
    settings::SettingsOptions,
    summary::Summary,
};
use serde::Serialize;
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

/// A document as one policy chunks it.
#[derive(Serialize)]
pub(super) struct View {
    /// The policy, and the settings that are not the contract's defaults.
    pub(super) title: String,
    /// What sizes are counted in.
    pub(super) unit: &'static str,
    pub(super) pieces: Vec<Piece>,
    /// The text after the last chunk.
    pub(super) rest: String,
}

/// A chunk, and the text before it.
#[derive(Serialize)]
pub(super) struct Piece {
    /// The text between the chunk before and this one, which is in neither.
    pub(super) between: String,
    /// The text that the chunk before holds too.
    pub(super) overlap: String,
    /// The rest of the chunk's text.
    pub(super) text: String,
    pub(super) size: usize,
    pub(super) id: String,
    /// Why it begins where it does.
    pub(super) reason: String,
    /// The whole record, which the page holds apart from the views.
    #[serde(skip)]
    pub(super) record: Value,
}

impl Viewer<'_> {
    /// The view, and the verdict on the document, whose errors have been shown.
    pub(super) fn view(&self, policy: PolicyName) -> Result<(View, Verdict), Broken> {
        let Self { path, reading, record_flags, settings, environment } = self;
        let profile = policy.profile();
        let (policy, given) = policy.in_force(record_flags, settings, environment)?;
        let chunking = Chunking::new(&*policy, path, reading, &Provenance::default(), environment)?;
        let found = inputs::find(profile, path, reading, &[])?;
        let [document] = found.as_slice() else { return trouble("name one document") };
        if let Place::Unreadable { fault, .. } = &document.place {
            return trouble(&*fault.message);
        }
        let Chunked { source, records, summary } = match chunking.stream() {
            Some(stream) => streamed(&chunking, stream, document)?,
            None => chunked(&chunking, document)?,
        };
        let title = title(profile.contract.policy, &given.changed());
        let view = view(profile, title, &source, records, &given.in_force()?);
        Ok((view, summary.close(false, profile.summary)))
    }
}

struct Chunked {
    /// The document's bytes; empty for a stream, which is never held as a whole.
    source: Vec<u8>,
    records: Vec<Value>,
    summary: Summary,
}

/// Chunks the document as a run does, as far as possible.
fn chunked(chunking: &Chunking<'_>, document: &Found) -> Result<Chunked, Broken> {
    let (mut source, mut records, mut seen) = (Vec::new(), Vec::new(), Seen::default());
    let mut make = |chunk: &dyn AnyChunk| {
        records.push(chunk.record_value().map_err(|error| error.to_string())?);
        Ok(())
    };
    let read = chunking.read(Content::Whole(document), &mut |read| {
        source = read.bytes.to_vec();
        let mut each = Each::new(&mut make, &mut seen);
        chunking.policy.chunk(read, &mut each)?;
        Ok(each.finish()?)
    });
    let fault = match read {
        Ok(()) => None,
        Err(Problem::Refused(fault)) => Some(fault),
        Err(Problem::Unwritable(message)) => return trouble(message),
    };
    let mut summary = Summary::new(console());
    summary.enter(&Report::new(Spot::whole(document.place.to_string()), seen, fault));
    Ok(Chunked { source, records, summary })
}

/// Chunks the stream as a run does.
fn streamed(chunking: &Chunking<'_>, stream: Box<dyn Stream + '_>, input: &Found) -> Result<Chunked, Broken> {
    let batch = Batch { chunking, jobs: NonZeroUsize::MIN, stop: false, flush: false };
    let mut lines = Vec::new();
    let summary = batch
        .stream(stream, slice::from_ref(input), console(), &mut lines)
        .map_err(|what| broken(what, Broken::stdout))?;
    let records = serde_json::Deserializer::from_slice(&lines).into_iter().collect::<Result<_, _>>();
    Ok(Chunked { source: Vec::new(), records: records.map_err(cannot("read", "the chunks"))?, summary })
}

fn console() -> Console {
    Console::new(When::Never, Some(1))
}

fn title(policy: &str, changed: &[String]) -> String {
    if changed.is_empty() { policy.to_owned() } else { format!("{policy}: {}", changed.join(", ")) }
}

fn view(profile: &Profile, title: String, source: &[u8], records: Vec<Value>, config: &Value) -> View {
    let keys = profile.keys;
    let slice = |from: usize, to: usize| {
        String::from_utf8_lossy(source.get(from..to.max(from)).unwrap_or_default()).into_owned()
    };
    let mut pieces: Vec<Piece> = Vec::new();
    let mut end_before = 0;
    for record in records {
        let string =
            |pointer: &str| record.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
        let number = |pointer: &str| usize::try_from(record.pointer(pointer)?.as_u64()?).ok();
        let span = keys.span.and_then(|(start, end)| Some((number(start)?, number(end)?)));
        let (between, overlap, text) = match span {
            Some((start, end)) => {
                let body = start.max(end_before.min(end));
                let parts = (slice(end_before, start), slice(start, body), slice(body, end));
                end_before = end_before.max(end);
                parts
            }
            None => (String::new(), String::new(), string(keys.text)),
        };
        pieces.push(Piece {
            between,
            overlap,
            text,
            size: number(keys.size).unwrap_or_default(),
            id: keys.id.map_or_else(|| format!("#{}", pieces.len()), string),
            reason: (profile.reason)(pieces.last().map(|before| &before.record), &record, config),
            record,
        });
    }
    let rest = if keys.span.is_some() { slice(end_before, source.len()) } else { String::new() };
    View { title, unit: keys.unit, pieces, rest }
}
