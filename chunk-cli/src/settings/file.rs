//! Reads `chunk.toml`: its tables, and the line of each of their keys.

use crate::{
    error::{Error, cannot, trouble},
    opened::read_at_most,
    shown::shown,
};
use chunk_core::LineIndex;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};
use toml::de::{DeTable, DeValue};

pub(super) struct File {
    path: PathBuf,
    /// Its tables, by their names, which should be those of policies.
    pub(super) tables: BTreeMap<String, Value>,
    /// The lines of its keys, 1-based, by dotted keys.
    lines: BTreeMap<String, usize>,
}

impl File {
    /// Reads the file at `path`, or else the nearest `chunk.toml`; `None` if there is none.
    pub(super) fn read(path: Option<&Path>) -> Result<Option<Self>, Error> {
        let is_named = path.is_some();
        let Some(path) = path.map(Path::to_owned).or_else(nearest) else { return Ok(None) };
        if !is_named && !path.is_file() {
            return trouble(format!(
                "{}: it is no regular file; remove it, or name another by --config",
                shown(&path)
            ));
        }
        let text = read_at_most(&path, 1 << 20)
            .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
            .map_err(cannot("read", shown(&path)))?;
        let wrong = |error: toml::de::Error| Error::run(format!("{}: {error}", shown(&path)));
        let tables: toml::Table = toml::from_str(&text).map_err(wrong)?;
        let tables = tables.into_iter().map(|(name, value)| (name, as_json(value))).collect();
        let mut lines = BTreeMap::new();
        let keys = DeTable::parse(&text).map_err(wrong)?;
        note_lines("", keys.get_ref(), &LineIndex::new(&text), &mut lines);
        Ok(Some(Self { path, tables, lines }))
    }

    /// Its path, for messages.
    pub(super) fn shown(&self) -> String {
        shown(&self.path)
    }

    /// The file and line of a dotted key, for messages.
    pub(super) fn place(&self, key: &str) -> String {
        let line = self.lines.get(key).map_or(String::new(), |line| format!(": line {line}"));
        self.shown() + &line
    }
}

/// A value of TOML, in which a date is the string that it is written as: JSON has none.
fn as_json(value: toml::Value) -> Value {
    match value {
        toml::Value::Datetime(date) => date.to_string().into(),
        toml::Value::Array(items) => items.into_iter().map(as_json).collect(),
        toml::Value::Table(table) => table.into_iter().map(|(key, value)| (key, as_json(value))).collect(),
        other => serde_json::to_value(other).unwrap_or_default(),
    }
}

fn note_lines(prefix: &str, table: &DeTable<'_>, index: &LineIndex, into: &mut BTreeMap<String, usize>) {
    for (key, value) in table {
        let dotted = format!("{prefix}{}", key.get_ref());
        if let DeValue::Table(inner) = value.get_ref() {
            note_lines(&format!("{dotted}."), inner, index, into);
        }
        into.insert(dotted, index.line(key.span().start));
    }
}

/// The `chunk.toml` of this folder, or the nearest one above.
fn nearest() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join("chunk.toml")).find(|path| path.symlink_metadata().is_ok())
}
