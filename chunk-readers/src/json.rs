//! Reading JSON whose writers add keys and leave out others.

use serde::{Deserialize, Deserializer};

/// A value, or `None` where another type stands in its place.
pub(crate) fn lenient<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either<T> {
        Wanted(T),
        Other(serde::de::IgnoredAny),
    }
    Ok(match Either::deserialize(deserializer)? {
        Either::Wanted(value) => Some(value),
        Either::Other(_) => None,
    })
}

/// One token of a JSON Pointer (RFC 6901).
pub(crate) fn pointer_token(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
