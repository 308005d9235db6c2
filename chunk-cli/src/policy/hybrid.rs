//! `chunk hybrid`.

mod explain;

use super::sink::{Counted, refused};
use crate::{
    console::say,
    environment::now,
    error::Error,
    flags::{COUNTING, PolicyFlags},
    json::json,
    options::{CREATED_AT, MODIFIED_AT, OutputFormat},
    profile::{Profile, has_ending},
    report::{Seen, Tally, add},
};
use chunk_core::{Policy, Source};
use chunk_hybrid::{ChunkingSystem, Findings, HybridChunk, Selection};
use chunk_readers::Kind;
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Of a folder, *.md *.markdown *.txt *.text *.log *.rst *.adoc are taken. Writes a line of JSON for
each chunk.

Examples:
  chunk hybrid worklog.md
  chunk hybrid notes/ -o notes.jsonl --stats
  chunk hybrid runbook.md --strategy step-based --set stepBased.detectSubsteps=false
  chunk hybrid notes/ --explain";

/// Why a document gets its strategy.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Explanation<'d> {
    source_file: &'d str,
    #[serde(flatten)]
    selection: Selection,
    findings: Findings,
}

pub(super) static PROFILE: Profile = Profile {
    keys: chunk_records::HYBRID,
    after_help: EXAMPLES,
    foreign: Some(Kind::Conversation),
    record_flags: &[COUNTING, &["strategy", "redact", "from", "tools", "slack-users"]],
    extras: &["explain", "stats"],
    recorded: &[CREATED_AT, MODIFIED_AT],
    selects: |name| has_ending(name, &["md", "markdown", "txt", "text", "log", "rst", "adoc"]),
    near: &["mdx", "mkd", "mkdn", "mdown"],
    is_markdown: true,
    selected: "*.md, *.markdown, *.txt, *.text, *.log, *.rst, *.adoc",
    ..Profile::of::<ChunkingSystem>()
};

/// The policy with its strategy and its clock.
pub(super) fn with_flags(policy: ChunkingSystem, flags: &PolicyFlags) -> Result<ChunkingSystem, Error> {
    let watch = now();
    let policy = if flags.extras.stats { policy.with_timer(move || watch.elapsed()) } else { policy };
    let Some(strategy) = &flags.strategy else { return Ok(policy) };
    policy.with_strategy(strategy).map_err(|error| Error::run(format!("--strategy: {error}")))
}

/// Writes why a document gets its strategy, in that format. What there is to warn of is known when it has been chunked.
pub(super) fn explain(
    policy: &ChunkingSystem,
    source: Source<'_>,
    format: OutputFormat,
    out: &mut dyn Write,
    seen: &mut Seen,
) -> Result<(), Error> {
    let document = policy.unit(source).map_err(refused)?;
    seen.warnings.extend(policy.chunk(&document).map_err(refused)?.warnings);
    let (selection, findings) = (policy.explain(&document), policy.findings(&document));
    let written = match format {
        OutputFormat::Text => explain::page(out, document.path, &selection, &findings),
        _ => json(&Explanation { source_file: document.path, selection, findings })
            .and_then(|json| writeln!(out, "{json}")),
    };
    written.map_err(|error| Error::run(error.to_string()))
}

impl Counted for ChunkingSystem {
    /// Counts chunks by strategy.
    fn count(&self, chunk: &HybridChunk<'_>, tally: &mut Tally) {
        add(tally, &chunk.strategy_type, 1);
    }
}

/// `--stats`.
pub(super) fn print_stats(policy: &ChunkingSystem) {
    // A struct of numbers and names is always JSON.
    say(&json(&policy.stats()).unwrap_or_default());
}
