//! A document as one policy chunks it.

use crate::{
    any_chunk::AnyChunk,
    chunking::{Chunking, Each},
    command::{MakingFlags, Profile},
    documents::{Content, reader},
    environment::Environment,
    exit::{Broken, trouble},
    find::{Found, Place},
    inputs,
    options::{Provenance, ReadingOptions},
    registry::{self, PolicyName},
    report::{Problem, Seen},
    settings::{Settings, SettingsOptions},
};
use serde::Serialize;
use serde_json::Value;
use std::{ops::ControlFlow, path::PathBuf};

/// What a view is made with.
pub(super) struct Making<'m> {
    pub(super) path: &'m [PathBuf],
    pub(super) reading: &'m ReadingOptions,
    pub(super) making: &'m MakingFlags,
    pub(super) settings: &'m SettingsOptions,
    pub(super) environment: &'m Environment,
}

#[derive(Serialize)]
pub(super) struct View {
    /// The policy, and the settings that are not the contract's defaults.
    pub(super) title: String,
    /// What sizes are counted in.
    pub(super) unit: &'static str,
    pub(super) pieces: Vec<Piece>,
    /// What is behind the last chunk and in none.
    pub(super) rest: String,
}

/// A chunk.
#[derive(Serialize)]
pub(super) struct Piece {
    /// What stands between the chunk before and this one, and is in neither.
    pub(super) between: String,
    /// What the chunk before holds too.
    pub(super) overlap: String,
    pub(super) text: String,
    pub(super) size: usize,
    pub(super) id: String,
    /// Why it begins where it does.
    pub(super) reason: String,
    /// Which the page has apart.
    #[serde(skip)]
    pub(super) record: Value,
}

impl Making<'_> {
    pub(super) fn view(&self, policy: PolicyName) -> Result<View, Broken> {
        let Self { path, reading, making, settings, environment } = self;
        let profile = policy.profile();
        let given = Settings::gather(profile, settings, &[], environment, &registry::names())?;
        let policy = policy.prepared(making, &given)?;
        let chunking = Chunking::new(&*policy, path, reading, &Provenance::default(), environment)?;
        let found = inputs::find(profile, path, reading, &[])?;
        let [document] = found.as_slice() else { return trouble("name one document") };
        if let Place::Unreadable { fault, .. } = &document.place {
            return trouble(&*fault.message);
        }
        let (source, records) = chunked(&chunking, document).map_err(|problem| {
            Broken::Trouble(match problem {
                Problem::Refused(fault) => format!("{}: {}", document.place, fault.message),
                Problem::Unwritable(message) => message,
            })
        })?;
        let title = title(profile.contract.policy, &given.changed());
        Ok(view(profile, title, &source, records, &given.in_force()?))
    }
}

/// The document, of which a stream has none that is whole, and its chunks' records.
fn chunked(chunking: &Chunking<'_>, document: &Found) -> Result<(Vec<u8>, Vec<Value>), Problem> {
    let (mut source, mut records) = (Vec::new(), Vec::new());
    let mut make = |chunk: &dyn AnyChunk| {
        records.push(chunk.record_value().map_err(|error| error.to_string())?);
        Ok(())
    };
    let mut seen = Seen::default();
    let mut each = Each::new(&mut make, &mut seen);
    match chunking.stream() {
        Some(mut stream) => {
            stream.read(&mut reader(&document.place)?, &mut each, &mut |_| ControlFlow::Continue(()))?;
            stream.finish(&mut each)?;
        }
        None => chunking.read(Content::Whole(document.clone()), &mut |read| {
            source = read.bytes.to_vec();
            Ok(chunking.policy.chunk(read, &mut each)?)
        })?,
    }
    each.finish()?;
    Ok((source, records))
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
