//! What a caller wants kept of a document's own data: keys of its front matter, fields of its line of JSON.

use crate::MetadataBounds;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Kept keys with their values, ascending.
pub type Metadata = BTreeMap<String, MetadataValue>;

/// A value that is kept as it is. Values of front matter are text as it is written there, since YAML's types change it (`no`, `1.10`).
/// (serde_json's own value has its keys in an order that depends on a feature, which any crate of a program can turn on.)
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "the values of JSON")]
pub enum MetadataValue {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(String),
    List(Vec<Self>),
    Map(BTreeMap<String, Self>),
}

#[cfg(feature = "frontmatter")]
impl From<&crate::frontmatter::Value> for MetadataValue {
    fn from(value: &crate::frontmatter::Value) -> Self {
        use crate::frontmatter::Value;
        match value {
            // A key without a value.
            Value::Scalar(scalar) if scalar.text.is_empty() && !scalar.quoted => Self::Null,
            Value::Scalar(scalar) => Self::Text(scalar.text.clone()),
            Value::List(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Mapping(mapping) => {
                Self::Map(mapping.iter().map(|(key, value)| (key.to_owned(), value.into())).collect())
            }
        }
    }
}

/// Those of `keys` that `of_document` or, first, `given` by the caller has. Each text is cut as [`MetadataBounds`] cuts it, and a value of more
/// than 1,024 characters as JSON is left out, since every chunk repeats it (C1).
pub fn kept(
    keys: &[String],
    given: Option<&Metadata>,
    of_document: impl Fn(&str) -> Option<MetadataValue>,
    bounds: &mut MetadataBounds,
) -> Metadata {
    let mut kept = Metadata::new();
    for key in keys {
        let value = given.and_then(|given| given.get(key)).cloned().or_else(|| of_document(key));
        let value = match value {
            Some(MetadataValue::Text(text)) => MetadataValue::Text(bounds.cut(&text).to_owned()),
            Some(value) => {
                let json = serde_json::to_string(&value).unwrap_or_default();
                if json.chars().nth(crate::LONGEST_METADATA).is_some() {
                    bounds.leave_out(&json);
                    continue;
                }
                value
            }
            None => continue,
        };
        kept.insert(key.clone(), value);
    }
    kept
}
