//! Reading JSON whose writers add keys and leave out others.

use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;

/// An object, whose fields are those of `T`. A list would be taken for their values in order.
pub(crate) fn object<'j, T: Deserialize<'j>>(json: &'j [u8]) -> serde_json::Result<T> {
    match json.trim_ascii_start().first() {
        Some(b'[') => Err(serde::de::Error::custom("a list, where an object is expected")),
        _ => serde_json::from_slice(json),
    }
}

/// A value, or `None` where another type stands in its place.
pub(crate) fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Value::deserialize(deserializer).map(|value| serde_json::from_value(value).ok())
}

/// A value, or the default of its type where there is `null`.
pub(crate) fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// A value, `null` included; a field with a default, too, that is `None` only where the key is missing.
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// An id: some programs write numbers.
pub(crate) fn id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::String(id) if !id.is_empty() => Some(id),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    })
}

/// One token of a JSON Pointer (RFC 6901).
pub(crate) fn pointer_token(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
