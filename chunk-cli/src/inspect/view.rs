//! A document as one policy chunks it.

use crate::{
    chunking::{Chunking, Problem},
    command::{MakingFlags, PolicyCommand, Task},
    documents::{Content, reader},
    environment::Environment,
    exit::{Broken, trouble},
    find::Place,
    inputs,
    options::{Provenance, ReadingOptions},
    registry,
    settings::{Settings, SettingsOptions},
};
use chunk_core::{Chunk, Policy, Sink, Warning, jsonl::write_record};
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
    pub(super) size: u64,
    pub(super) id: String,
    /// Why it begins where it does.
    pub(super) reason: String,
    /// Which the page has apart.
    #[serde(skip)]
    pub(super) record: Value,
}

impl Task for Making<'_> {
    type Answer = Result<View, Broken>;

    fn run<C: PolicyCommand>(self) -> Self::Answer {
        let Self { path, reading, making, settings, environment } = self;
        let given =
            Settings::gather::<C::Policy>(settings, &[], C::VARIABLES, environment, &registry::names())?;
        let command = C::making(making)?;
        let policy: C::Policy = command.prepare(given.policy()?)?;
        let provenance = Provenance::default();
        let chunking = Chunking::new(&command, &policy, path, reading, &provenance, environment)?;
        let found = inputs::find::<C>(path, reading, &[])?;
        let [document] = found.as_slice() else { return trouble("name one document") };
        if let Some(message) = unreadable(&document.place) {
            return trouble(message);
        }
        let (source, records) = if C::IS_STREAM {
            (Vec::new(), streamed::<C>(&chunking, &document.place)?)
        } else {
            let read = chunking.read(Content::Whole(document.clone()), |source| {
                let mut jsonl = Vec::new();
                chunking.write(source, &mut jsonl, &mut |_: Warning| {})?;
                Ok::<_, Problem>((source.bytes.to_vec(), jsonl))
            });
            match read {
                Ok(read) => read,
                Err(Problem::Refused(fault)) => {
                    return trouble(format!("{}: {}", document.place, fault.message));
                }
                Err(Problem::Unwritable(message)) => return trouble(message),
            }
        };
        let in_force: Value = serde_json::from_str(&given.in_force::<C::Policy>()?).unwrap_or_default();
        let title = title(C::Policy::CONTRACT.policy, &given.changed());
        Ok(view::<C>(title, &source, &records, &in_force))
    }
}

fn title(policy: &str, changed: &[String]) -> String {
    if changed.is_empty() { policy.to_owned() } else { format!("{policy}: {}", changed.join(", ")) }
}

/// The records of a stream.
fn streamed<C: PolicyCommand>(chunking: &Chunking<'_, C>, place: &Place) -> Result<Vec<u8>, Broken> {
    struct Lines(Vec<u8>);
    impl<K: Chunk> Sink<K> for Lines {
        fn chunk(&mut self, chunk: K) -> ControlFlow<()> {
            match write_record(&mut self.0, &chunk) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        }

        fn warning(&mut self, _: Warning) {}
    }
    let mut lines = Lines(Vec::new());
    let refused = |message: String| Broken::Trouble(format!("{place}: {message}"));
    if let Some(mut stream) = chunking.command.stream(chunking.policy, chunking.limits) {
        let mut input = reader(place).map_err(|fault| refused(fault.message))?;
        stream
            .read(&mut input, &mut lines, &mut |_| ControlFlow::Continue(()))
            .and_then(|()| stream.finish(&mut lines))
            .map_err(|fault| refused(fault.message))?;
    }
    Ok(lines.0)
}

fn view<C: PolicyCommand>(title: String, source: &[u8], records: &[u8], config: &Value) -> View {
    let lines = records.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let records = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let chunks: Vec<Value> = match C::KEYS.chunks {
        None => records.collect(),
        Some(pointer) => records
            .filter_map(|mut record| record.pointer_mut(pointer)?.as_array_mut().map(std::mem::take))
            .flatten()
            .collect(),
    };
    let slice = |from: usize, to: usize| {
        String::from_utf8_lossy(source.get(from..to.max(from)).unwrap_or_default()).into_owned()
    };
    let mut pieces: Vec<Piece> = Vec::new();
    let mut end_before = 0;
    let mut before: Option<Value> = None;
    for record in chunks {
        let string =
            |pointer: &str| record.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
        let number = |pointer: &str| record.pointer(pointer).and_then(Value::as_u64);
        let span = C::KEYS.span.and_then(|(start, end)| Some((number(start)?, number(end)?)));
        let span =
            span.and_then(|(start, end)| Some((usize::try_from(start).ok()?, usize::try_from(end).ok()?)));
        let (between, overlap, text) = match span {
            Some((start, end)) => {
                let body = start.max(end_before.min(end));
                let parts = (slice(end_before, start), slice(start, body), slice(body, end));
                end_before = end_before.max(end);
                parts
            }
            None => (String::new(), String::new(), string(C::KEYS.text)),
        };
        let id = C::KEYS.id.map_or_else(|| format!("#{}", pieces.len()), string);
        let reason = C::reason(before.as_ref(), &record, config);
        before = Some(record.clone());
        pieces.push(Piece {
            between,
            overlap,
            text,
            size: number(C::KEYS.size).unwrap_or_default(),
            id,
            reason,
            record,
        });
    }
    let rest = if C::KEYS.span.is_some() { slice(end_before, source.len()) } else { String::new() };
    View { title, unit: C::KEYS.unit, pieces, rest }
}

/// Why a document cannot be looked at, if it cannot.
fn unreadable(place: &Place) -> Option<String> {
    match place {
        Place::Unreadable { fault, .. } => Some(fault.message.clone()),
        _ => None,
    }
}
