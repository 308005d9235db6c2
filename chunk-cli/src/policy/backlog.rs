//! `chunk backlog`.

use crate::{
    check::{
        checked::Checked,
        records::Records,
        remake::{self, Origin},
        sources::Sources,
    },
    command::PolicyCommand,
    exit::Broken,
    report::{Tally, counted},
    settings::Flag,
};
use chunk_backlog::{BacklogChunk, BacklogPolicy, is_document};

const EXAMPLES: &str = "\
Examples:
  chunk backlog . -o backlog.jsonl
  chunk backlog --root . _kano/backlog/products/demo
  chunk backlog items/ --root . --product demo --set header_chunk=false";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Backlog {
    /// The product of documents whose path names none
    #[arg(long, value_name = "NAME")]
    product: Option<String>,
}

impl PolicyCommand for Backlog {
    type Policy = BacklogPolicy;
    type Tally = Redacted;

    const SELECTS: Option<&'static str> = Some("items/**/*.md and decisions/**/ADR-*.md below --root");

    fn flags(&self) -> Vec<Flag<'_>> {
        vec![Flag { key: "product", value: self.product.as_deref() }]
    }

    fn selects(name: &str) -> bool {
        is_document(name)
    }
}

impl Checked for Backlog {
    fn check(
        policy: &BacklogPolicy,
        records: &mut Records<'_>,
        source: Option<&Sources<'_>>,
    ) -> Result<(), Broken> {
        remake::check(policy, records, source, |record| {
            let path = record.get("metadata")?.get("source_path")?.as_str()?.to_owned();
            Some(Origin { path, created_at_ms: None, modified_at_ms: None })
        })
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
