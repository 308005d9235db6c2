//! `chunk backlog`.

use crate::{
    command::{Flag, PolicyCommand, RecordFlags},
    foreign::{FOREIGN, Foreign},
    profile::{Keys, Profile, schemas},
    report::{Tally, counted},
};
use chunk_backlog::{BacklogChunk, BacklogPolicy, is_document};
use chunk_readers::{Kind, item::is_item_file};
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
    #[command(flatten)]
    foreign: Foreign,
}

impl PolicyCommand for Backlog {
    type Policy = BacklogPolicy;

    const PROFILE: &'static Profile = &Profile {
        keys: Keys {
            source: "/metadata/source_path",
            index: "/metadata/chunk_index",
            text: "/text",
            size: "/metadata/chunk_char_len",
            unit: "characters",
            kind: "/metadata/chunk_kind",
            ..Keys::NONE
        },
        schemas: schemas!("backlog"),
        own_flags: FOREIGN,
        selects: |path| is_document(path) || is_item_file(path),
        selected: "items/**/*.md and decisions/**/ADR-*.md below --root (--root . where items and \
                   decisions lie in this folder)",
        summary,
        reason,
        ..Profile::of::<BacklogPolicy>()
    };

    fn with_record_flags(flags: &RecordFlags) -> Self {
        Self { foreign: flags.foreign.clone(), ..Self::default() }
    }

    fn record_flags(&self) -> RecordFlags {
        RecordFlags { foreign: self.foreign.clone(), ..RecordFlags::default() }
    }

    fn foreign(&self) -> Option<(&Foreign, Kind)> {
        Some((&self.foreign, Kind::Item))
    }

    fn flags(&self) -> Vec<Flag<'_>> {
        vec![Flag { key: "product", value: self.product.as_deref() }]
    }

    fn count(_: &BacklogPolicy, chunk: &BacklogChunk<'_>, tally: &mut Tally) {
        tally.add(REDACTED, usize::from(chunk.metadata.redaction != "none"));
    }
}

/// Chunks in which something was redacted.
const REDACTED: &str = "redacted";

fn summary(tally: &Tally, _: bool) -> String {
    match tally.sum(REDACTED) {
        0 => String::new(),
        redacted => format!("{} redacted", counted(redacted, "chunk")),
    }
}

fn reason(before: Option<&Value>, record: &Value, _: &Value) -> String {
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
