//! The backlog policy, by the naive reading in chunk-backlog's tests; the settings are those of B4, B5, B9, B15 and B21.

#[path = "../../../chunk-backlog/tests/naive/mod.rs"]
#[allow(dead_code, unreachable_pub, missing_docs, reason = "a module of tests")]
mod backlog_reading;

use super::{
    documents::Document,
    reading::{Known, Read, Reading},
    settings::{refused, unknown},
};
use backlog_reading::{Document as BacklogDocument, Settings};
use serde_json::{Map, Value};

pub(super) struct Backlog {
    product: Option<String>,
    header_chunk: bool,
    repeat_heading: bool,
    prefixed: bool,
    redact: bool,
}

impl Backlog {
    pub(super) fn new(settings: &Map<String, Value>) -> Result<Self, String> {
        let mut config =
            Self { product: None, header_chunk: true, repeat_heading: true, prefixed: false, redact: true };
        for (key, value) in settings {
            match (&**key, value) {
                ("product", Value::Null) => config.product = None,
                ("product", Value::String(name)) if !name.trim().is_empty() => {
                    config.product = Some(name.clone());
                }
                ("header_chunk", Value::Bool(is_on)) => config.header_chunk = *is_on,
                ("repeat_heading", Value::Bool(is_on)) => config.repeat_heading = *is_on,
                ("redact", Value::Bool(is_on)) => config.redact = *is_on,
                ("hash_format", Value::String(format)) if format == "bare" || format == "prefixed" => {
                    config.prefixed = format == "prefixed";
                }
                ("product" | "header_chunk" | "repeat_heading" | "redact" | "hash_format", _) => {
                    return Err(refused(key, value, "is no value of this setting"));
                }
                _ => return Err(unknown(key)),
            }
        }
        Ok(config)
    }
}

impl Reading for Backlog {
    fn warnings(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn read(&self, document: &Document, _: &Known) -> Read {
        let document = BacklogDocument {
            path: &document.path,
            bytes: &document.bytes,
            product: self.product.as_deref(),
            prefixed: self.prefixed,
            redact: self.redact,
            settings: Settings { header_chunk: self.header_chunk, repeat_heading: self.repeat_heading },
        };
        match backlog_reading::records(&document) {
            Ok((records, warnings)) => Read { records, warnings, error: None },
            Err(message) => Read { error: Some(message), ..Read::default() },
        }
    }
}
