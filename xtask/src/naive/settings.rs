//! Parses settings as fixtures/README.md describes them: `--set key=value`, with dots between nested keys and the value in
//! JSON.

use serde_json::{Map, Value};

/// All settings as one object.
pub(super) fn object(settings: &[String]) -> Result<Map<String, Value>, String> {
    let mut all = Map::new();
    for setting in settings {
        let (key, value) = setting.split_once('=').ok_or_else(|| format!("{setting}: no KEY=VALUE"))?;
        let value: Value = serde_json::from_str(value).map_err(|error| format!("{key}: {error}"))?;
        let mut object = &mut all;
        let mut keys = key.split('.').peekable();
        while let Some(key) = keys.next() {
            if keys.peek().is_none() {
                object.insert(key.to_owned(), value);
                break;
            }
            let inner = object.entry(key).or_insert_with(|| Value::Object(Map::new()));
            object = inner.as_object_mut().ok_or_else(|| format!("{key} is no object"))?;
        }
    }
    Ok(all)
}

/// The message about a setting that the contract does not know.
pub(super) fn unknown(key: &str) -> String {
    format!("unknown setting `{key}`")
}

/// The message about a value that the contract does not allow.
pub(super) fn refused(key: &str, value: &Value, wanted: &str) -> String {
    format!("{key} = {value}: {wanted}")
}

/// A whole number that is no less than `least`.
pub(super) fn number(key: &str, value: &Value, least: usize) -> Result<usize, String> {
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
    number
        .filter(|&number| number >= least)
        .ok_or_else(|| refused(key, value, &format!("must be at least {least}")))
}
