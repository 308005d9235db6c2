//! `chunk backlog`.

use super::sink::Counted;
use crate::{
    profile::Profile,
    report::{Tally, add},
};
use chunk_backlog::{BacklogChunk, BacklogPolicy, is_document};
use chunk_readers::{Kind, item::is_item_file};

const EXAMPLES: &str = "\
Of a folder, items/**/*.md and decisions/**/ADR-*.md are taken. Writes a line of JSON for each chunk.

Examples:
  chunk backlog . -o backlog.jsonl
  chunk backlog --root . _kano/backlog/products/demo
  chunk backlog items/ --root . --product demo --set header_chunk=false";

pub(super) static PROFILE: Profile = Profile {
    keys: chunk_records::BACKLOG,
    after_help: EXAMPLES,
    foreign: Some(Kind::Item),
    record_flags: &[&["from"]],
    selects: |path| is_document(path) || is_item_file(path),
    selected: "items/**/*.md and decisions/**/ADR-*.md below --root (--root . where items and \
               decisions lie in this folder)",
    ..Profile::of::<BacklogPolicy>()
};

impl Counted for BacklogPolicy {
    fn count(&self, chunk: &BacklogChunk<'_>, tally: &mut Tally) {
        add(tally, "redacted", usize::from(chunk.metadata.redaction != "none"));
    }
}
