//! Files of other programs, as lines of JSON for Python: a document and what is known of it.

use chunk_core::types::{Origin, Turn};
use chunk_readers::{
    Format, Kind, ReadError,
    conversation::{Conversation, Conversations, Options, Tools},
    item::{Item, Items},
    recording::{Ansi, Events, Log},
};
use pyo3::{exceptions::PyValueError, prelude::*};
use serde_json::json;
use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufReader, Cursor, Read},
    sync::{Mutex, PoisonError},
};

/// What a file holds, a JSON object each, with one of them in memory where the format can be large.
#[pyclass(frozen, module = "chunk_policies._native")]
pub(crate) struct Units(Mutex<Box<dyn Iterator<Item = Result<String, String>> + Send>>);

#[pymethods]
impl Units {
    #[new]
    fn new(
        py: Python<'_>,
        path: &str,
        format: Option<&str>,
        tools: &str,
        ansi: &str,
        names: BTreeMap<String, String>,
        typescript: Option<&str>,
    ) -> PyResult<Self> {
        let wrong = |what: &str| PyValueError::new_err(what.to_owned());
        let tools = Tools::named(tools).ok_or_else(|| wrong("tools must be keep, fold or drop"))?;
        let ansi = Ansi::named(ansi).ok_or_else(|| wrong("ansi must be keep or remove"))?;
        let named = |name: &str| {
            Format::named(name).ok_or_else(|| {
                let names: Vec<_> = Format::ALL.into_iter().map(Format::name).collect();
                PyValueError::new_err(format!("format = {name:?}: must be one of {}", names.join(", ")))
            })
        };
        let format = format.map(named).transpose()?;
        let options = Options { tools, names };
        py.detach(|| units(path, format, options, ansi, typescript)).map(|units| Self(Mutex::new(units)))
    }

    /// The next unit, or the error of a record; two times `None` at the end.
    fn next(&self, py: Python<'_>) -> (Option<String>, Option<String>) {
        match py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).next()) {
            Some(Ok(unit)) => (Some(unit), None),
            Some(Err(error)) => (None, Some(error)),
            None => (None, None),
        }
    }
}

fn open(path: &str) -> PyResult<File> {
    Ok(File::open(path).map_err(|error| of(path, &error))?)
}

/// An error that says what it is about.
fn of(path: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{error}: {path}"))
}

fn units(
    path: &str,
    format: Option<Format>,
    options: Options,
    ansi: Ansi,
    typescript: Option<&str>,
) -> PyResult<Box<dyn Iterator<Item = Result<String, String>> + Send>> {
    let (mut file, mut head) = (open(path)?, Vec::new());
    let found =
        Format::of_file(&mut file, &mut head, |head| format.or_else(|| Format::recognize(path, head)));
    let format = found.map_err(|error| of(path, &error))?.ok_or_else(|| {
        PyValueError::new_err(format!(
            "{path}: its content does not say what format it is in; name the format"
        ))
    })?;
    let file = Cursor::new(head).chain(BufReader::new(file));
    let path = path.to_owned();
    let failed = |error: ReadError| error.to_string();
    Ok(match format.kind() {
        Kind::Conversation => Box::new(Conversations::new(format, file, options).map(move |read| {
            read.map(|it: Conversation| {
                json!({ "path": it.path(&path), "text": it.text, "turns": it.turns }).to_string()
            })
            .map_err(failed)
        })),
        Kind::Item => Box::new(Items::new(format, &path.clone(), file).map(move |read| {
            read.map(|it: Item| {
                json!({ "path": it.path(&path), "text": it.document(), "doctype": it.doctype() }).to_string()
            })
            .map_err(failed)
        })),
        _ => {
            let log = match typescript {
                Some(typescript) if format == Format::Typescript => {
                    let events = Events::typescript(file, BufReader::new(open(typescript)?), ansi);
                    Log::new(events, 0)
                }
                _ => Log::of(format, file, ansi, 0)
                    .map_err(|error| PyValueError::new_err(format!("{path}: {error}")))?,
            };
            recording(log, &path)
        }
    })
}

/// The log of a recording, which is one text.
fn recording(mut log: Log<'_>, path: &str) -> Box<dyn Iterator<Item = Result<String, String>> + Send> {
    let mut text = String::new();
    let read = log.read_to_string(&mut text).map_err(|error| error.to_string());
    let errors = log.damaged().take().into_values().map(|error| error.to_string());
    let errors = read.err().into_iter().chain(errors).map(Err).collect::<Vec<_>>();
    Box::new([Ok(json!({ "path": path, "text": text }).to_string())].into_iter().chain(errors))
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
            let mut turn = Turn::new(start..end, Origin::of(line, pointer, byte));
            (turn.speaker, turn.at, turn.id) = (speaker, at, id);
            turn
        };
        Ok(Self(given.into_iter().map(turn).collect()))
    }
}
