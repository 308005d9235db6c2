//! Errors on their way to JavaScript, as JSON: a code, a message, and for settings all that is wrong with them.

use chunk_core::{ConfigError, types::InvalidSetting};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;

/// An error of this code.
pub(crate) fn failure(code: &str, message: impl ToString) -> JsValue {
    thrown(&json!({ "code": code, "message": message.to_string() }))
}

/// Invalid settings, with the key, the value and what is allowed for each of them.
pub(crate) fn refused(error: ConfigError) -> JsValue {
    let message = error.to_string();
    let one = |InvalidSetting { key, value, allowed, .. }| json!({ "key": key, "value": value, "allowed": allowed });
    let violations: Vec<Value> = error.settings.into_iter().map(one).collect();
    thrown(&json!({ "code": "invalid-settings", "message": message, "violations": violations }))
}

fn thrown(error: &Value) -> JsValue {
    JsValue::from_str(&error.to_string())
}
