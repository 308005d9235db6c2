//! The Markdown policy, by the naive reading in chunk-markdown's tests; the settings and their warnings are those of M4.

#[path = "../../../chunk-markdown/tests/reference/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "a module of tests")]
mod reference;

use super::{
    documents::Document,
    reading::{Known, Read, Reading},
    settings::{number, refused, unknown},
};
use chunk_core::frontmatter;
use chunk_markdown::{MarkdownConfig, Packing};
use serde_json::{Map, Value};

pub(super) struct Markdown(MarkdownConfig);

impl Markdown {
    pub(super) fn new(settings: &Map<String, Value>) -> Result<Self, String> {
        let mut config = MarkdownConfig::default();
        for (key, value) in settings {
            match (&**key, value) {
                ("chunk_size", _) => config.chunk_size = number(key, value, 0)?,
                ("chunk_overlap", _) => config.chunk_overlap = number(key, value, 0)?,
                ("overlap_across_sections", Value::Bool(across)) => config.overlap_across_sections = *across,
                ("packing", Value::String(packing)) if packing == "strict" => {
                    config.packing = Packing::Strict
                }
                ("packing", Value::String(packing)) if packing == "sections" => {
                    config.packing = Packing::Sections
                }
                ("overlap_across_sections" | "packing", _) => {
                    return Err(refused(key, value, "is no value of this setting"));
                }
                _ => return Err(unknown(key)),
            }
        }
        let (size, overlap) = (config.chunk_size, config.chunk_overlap);
        let mut wrong = Vec::new();
        if size == 0 {
            wrong.push("chunk_size = 0: must be at least 1".to_owned());
        } else if overlap >= size {
            wrong.push(format!("chunk_overlap = {overlap}: must be below chunk_size = {size}"));
        }
        if wrong.is_empty() { Ok(Self(config)) } else { Err(wrong.join("; ")) }
    }
}

impl Reading for Markdown {
    fn warnings(&self) -> Vec<&'static str> {
        let (size, overlap) = (self.0.chunk_size, self.0.chunk_overlap);
        let size_is_usual = (500..=1000).contains(&size);
        let mut warnings = Vec::new();
        if !size_is_usual {
            warnings.push("unusual-size");
        }
        if overlap != 0 && !(50..=100).contains(&overlap) {
            warnings.push("unusual-size");
        }
        if size_is_usual && size.saturating_add(overlap) > 1000 {
            warnings.push("large-chunks");
        }
        warnings
    }

    fn read(&self, document: &Document, known: &Known) -> Read {
        let text = match document.text() {
            Ok(text) => text,
            Err(message) => return Read { error: Some(message), ..Read::default() },
        };
        let known = reference::Known {
            source_version: known.source_version.clone(),
            created_at_ms: known.created_at,
        };
        let (records, mut warnings) = reference::records_and_warnings(&document.path, text, &known, &self.0);
        // The reading has no parser of YAML; whether front matter is YAML decides nothing but this warning.
        let text = text.replace("\r\n", "\n");
        let yaml = frontmatter::find(&text).and_then(|found| text.get(found.yaml));
        if yaml.is_some_and(|yaml| frontmatter::parse(yaml).is_err()) {
            warnings.insert(0, "malformed-frontmatter");
        }
        Read { records, warnings, error: None }
    }
}
