//! `chunk backlog`.

use crate::{
    command::{Keys, PolicyCommand},
    report::{Tally, counted},
    settings::Flag,
};
use chunk_backlog::{BacklogChunk, BacklogPolicy, is_document};
use serde_json::Value;

const EXAMPLES: &str = "\
Of a folder, items/**/*.md and decisions/**/ADR-*.md are taken. Writes a line of JSON for each chunk.

Examples:
  chunk backlog . -o backlog.jsonl
  chunk backlog --root . _kano/backlog/products/demo
  chunk backlog items/ --root . --product demo --set header_chunk=false";

#[derive(Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Backlog {
    /// The product of documents whose path names none
    #[arg(long, value_name = "NAME")]
    product: Option<String>,
}

impl PolicyCommand for Backlog {
    type Policy = BacklogPolicy;
    type Tally = Redacted;

    const KEYS: Keys = Keys {
        source: "/metadata/source_path",
        id: None,
        index: "/metadata/chunk_index",
        text: "/text",
        chunks: None,
        size: "/metadata/chunk_char_len",
        unit: "characters",
        span: None,
    };

    const SELECTS: &'static str = "items/**/*.md and decisions/**/ADR-*.md below --root";

    fn reason(before: Option<&Value>, record: &Value, config: &Value) -> String {
        let _ = config;
        let is = |record: &Value, key: &str| {
            record.pointer(key).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let (section, kind) = (is(record, "/metadata/section_path"), is(record, "/metadata/chunk_kind"));
        let is_same = before.is_some_and(|before| {
            is(before, "/metadata/section_path") == section && is(before, "/metadata/chunk_kind") == kind
        });
        match (is_same, section.is_empty()) {
            (true, _) => format!("{section} goes on; the limit of a chunk is reached"),
            (false, true) => kind,
            (false, false) => format!("{kind}: {section}"),
        }
    }

    fn flags(&self) -> Vec<Flag<'_>> {
        vec![Flag { key: "product", value: self.product.as_deref() }]
    }

    fn selects(name: &str) -> bool {
        is_document(name)
    }
}

/// Chunks in which something was redacted.
#[derive(Debug, Default)]
pub(crate) struct Redacted(u64);

impl Tally<BacklogPolicy> for Redacted {
    fn chunk(&mut self, _: &BacklogPolicy, chunk: &BacklogChunk<'_>) {
        self.0 += u64::from(chunk.metadata.redaction != "none");
    }

    fn add(&mut self, other: Self) {
        self.0 += other.0;
    }

    fn summary(&self) -> String {
        match self.0 {
            0 => String::new(),
            redacted => format!("{} redacted", counted(redacted, "chunk")),
        }
    }
}
