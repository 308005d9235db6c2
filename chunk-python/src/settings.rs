//! Reads settings from Python, and reports all errors in them at once.

use chunk_core::{ConfigError, FromConfig, types::InvalidSetting};
use pyo3::{exceptions::PyRuntimeError, prelude::*};
use serde_json::{Map, Value};

/// The configuration for `settings`. Each setting is first read on its own, so that one that cannot be read does not hide
/// what is wrong with the others.
pub(crate) fn read<P: FromConfig>(settings: &Value) -> Result<P::Config, ConfigError> {
    let mut wrong: Option<ConfigError> = None;
    let mut tell = |error: ConfigError| match &mut wrong {
        Some(wrong) => wrong.settings.extend(error.settings),
        None => wrong = Some(error),
    };
    let mut legible = Value::Object(Map::new());
    for path in leaves(settings) {
        let mut alone = Value::Object(Map::new());
        copy(settings, &path, &mut alone);
        match ConfigError::read::<P::Config>(&alone) {
            Ok(_) => copy(settings, &path, &mut legible),
            Err(error) => tell(error),
        }
    }
    if let Err(error) = ConfigError::read(&legible).and_then(P::new) {
        tell(error);
    }
    wrong.map_or_else(|| ConfigError::read(&legible), Err)
}

/// The path of keys to each value that is not a table.
fn leaves(value: &Value) -> Vec<Vec<&str>> {
    let Value::Object(entries) = value else { return Vec::new() };
    let mut paths = Vec::new();
    for (key, value) in entries {
        match value {
            Value::Object(table) if !table.is_empty() => {
                paths.extend(leaves(value).into_iter().map(|inner| [vec![key.as_str()], inner].concat()));
            }
            _ => paths.push(vec![key.as_str()]),
        }
    }
    paths
}

/// Copies the value at `path` to the same place in `to`.
fn copy(from: &Value, path: &[&str], to: &mut Value) {
    match (path, from, to) {
        ([], from, to) => *to = from.clone(),
        ([key, rest @ ..], Value::Object(from), Value::Object(to)) => {
            if let Some(value) = from.get(*key) {
                let place = to.entry(*key).or_insert_with(|| Value::Object(Map::new()));
                copy(value, rest, place);
            }
        }
        _ => {}
    }
}

/// The exception `chunk_policies.ConfigError`, with `(key, value, allowed)` for each invalid setting.
pub(crate) fn refused(py: Python<'_>, error: ConfigError) -> PyErr {
    let settings: Vec<_> = error
        .settings
        .into_iter()
        .map(|InvalidSetting { key, value, allowed, .. }| (key, value, allowed))
        .collect();
    let raised = py
        .import("chunk_policies.errors")
        .and_then(|errors| errors.getattr("ConfigError"))
        .and_then(|class| class.call1((settings,)));
    raised.map_or_else(|error| PyRuntimeError::new_err(error.to_string()), PyErr::from_value)
}
