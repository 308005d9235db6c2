//! `--redact`: secrets are written over before anything is chunked, with the tables of chunk-backlog.

pub(crate) use chunk_backlog::redact::masked;
use chunk_core::{
    slice,
    types::{Metadata, MetadataValue},
};

/// The fields of a line of JSON with the secrets in their texts written over.
pub(crate) fn masked_fields(fields: &Metadata) -> Metadata {
    fields.iter().map(|(key, value)| (key.clone(), masked_value(key, value))).collect()
}

/// A value beside its key, which may be what makes a secret of it.
fn masked_value(key: &str, value: &MetadataValue) -> MetadataValue {
    match value {
        MetadataValue::Text(text) => {
            let named = format!("{key}: {text}");
            MetadataValue::Text(slice(&masked(&named), key.len() + 2..named.len()).to_owned())
        }
        MetadataValue::List(values) => {
            MetadataValue::List(values.iter().map(|value| masked_value(key, value)).collect())
        }
        MetadataValue::Map(fields) => MetadataValue::Map(masked_fields(fields)),
        MetadataValue::Null | MetadataValue::Bool(_) | MetadataValue::Number(_) => value.clone(),
    }
}
