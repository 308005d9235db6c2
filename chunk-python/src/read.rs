//! Files of other programs, as lines of JSON for Python: a document and what is known of it.

use chunk_core::{Origin, Turn};
use chunk_readers::{
    Format, Kind,
    conversation::{Conversations, Options, Tools},
    item::Items,
    recording::{Ansi, Log},
};
use pyo3::{exceptions::PyValueError, prelude::*};
use serde_json::json;
use std::{collections::BTreeMap, io::Read};

/// What a file holds, a JSON object each, and the errors of its records.
#[pyfunction]
pub(crate) fn read(
    py: Python<'_>,
    path: &str,
    format: Option<&str>,
    tools: &str,
    ansi: &str,
    names: BTreeMap<String, String>,
) -> PyResult<(Vec<String>, Vec<String>)> {
    let bytes =
        std::fs::read(path).map_err(|error| std::io::Error::new(error.kind(), format!("{error}: {path}")))?;
    let format = match format {
        Some(name) => Format::named(name).ok_or_else(|| {
            let names: Vec<_> = Format::ALL.into_iter().map(Format::name).collect();
            PyValueError::new_err(format!("format = {name:?}: must be one of {}", names.join(", ")))
        })?,
        None => Format::recognize(path, &bytes).ok_or_else(|| {
            PyValueError::new_err(format!(
                "{path}: its content does not say what format it is in; name the format"
            ))
        })?,
    };
    let wrong = |what: &str| PyValueError::new_err(what.to_owned());
    let tools = Tools::named(tools).ok_or_else(|| wrong("tools must be keep, fold or drop"))?;
    let ansi = Ansi::named(ansi).ok_or_else(|| wrong("ansi must be keep or remove"))?;
    let options = Options::default().with_tools(tools).with_names(names);
    Ok(py.detach(|| units(path, &bytes, format, options, ansi)))
}

fn units(
    path: &str,
    bytes: &[u8],
    format: Format,
    options: Options,
    ansi: Ansi,
) -> (Vec<String>, Vec<String>) {
    let (mut units, mut errors) = (Vec::new(), Vec::new());
    match format.kind() {
        Kind::Conversation => {
            for read in Conversations::new(format, bytes, options) {
                match read {
                    Ok(conversation) => {
                        let path = conversation.path(path);
                        units.push(
                            json!({ "path": path, "text": conversation.text, "turns": conversation.turns })
                                .to_string(),
                        );
                    }
                    Err(error) => errors.push(error.to_string()),
                }
            }
        }
        Kind::Item => {
            for read in Items::new(format, path, bytes) {
                match read {
                    Ok(item) => {
                        let unit = json!({ "path": item.path(path), "text": item.document(), "doctype": item.doctype() });
                        units.push(unit.to_string());
                    }
                    Err(error) => errors.push(error.to_string()),
                }
            }
        }
        _ => {
            let mut text = String::new();
            let read = Log::of(format, bytes, ansi, 0).map(|mut log| {
                // What is in memory can be read.
                let _ = log.read_to_string(&mut text);
                log.damaged().take()
            });
            match read {
                Ok(damaged) => {
                    units.push(json!({ "path": path, "text": text }).to_string());
                    errors.extend(damaged.into_values().map(|error| error.to_string()));
                }
                Err(error) => errors.push(error.to_string()),
            }
        }
    }
    (units, errors)
}

/// The text with what looks like a secret written over with X.
#[pyfunction]
pub(crate) fn masked(py: Python<'_>, text: &str) -> String {
    py.detach(|| chunk_backlog::redact::masked(text).into_owned())
}

/// Turns as Python gives them back: start, end, speaker, time, id, line, pointer, byte.
type Given = (
    usize,
    usize,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<usize>,
    Option<String>,
    Option<u64>,
);

/// The turns of a document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Turns(pub(crate) Vec<Turn>);

impl FromPyObject<'_, '_> for Turns {
    type Error = PyErr;

    fn extract(turns: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let given: Vec<Given> = turns.extract()?;
        let turn = |(start, end, speaker, at, id, line, pointer, byte): Given| {
            let origin = match (line, pointer) {
                (Some(line), _) => Origin::Line(line),
                (None, Some(pointer)) => Origin::Pointer(pointer),
                (None, None) => Origin::Byte(byte.unwrap_or_default()),
            };
            let mut turn = Turn::new(start..end, origin);
            (turn.speaker, turn.at, turn.id) = (speaker, at, id);
            turn
        };
        Ok(Self(given.into_iter().map(turn).collect()))
    }
}
