//! `chunk hybrid`.

mod explain;

use crate::{
    clock::Stopwatch,
    command::{Flag, PolicyCommand, record_flags},
    console::say,
    counting::Counting,
    error::Error,
    foreign::Foreign,
    json::json,
    options::{CREATED_AT, MODIFIED_AT, OutputFormat},
    profile::{Profile, schemas},
    report::Tally,
};
use chunk_core::{Policy, Warning, Witness, WriteError};
use chunk_hybrid::{ChunkingSystem, Document, Findings, HybridChunk, HybridError, Selection};
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

/// The extensions of the files that are taken from a folder.
const EXTENSIONS: [&str; 7] = ["md", "markdown", "txt", "text", "log", "rst", "adoc"];

#[derive(Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Hybrid {
    /// Chunk by this strategy, whatever the content: event-based, semantic-boundary, preference-signal, step-based
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// Write no chunks but, for each document, which strategy it gets and why: --format text for people, json a record a
    /// document [default: text on a terminal, else json]
    #[cfg_attr(feature = "sqlite", arg(conflicts_with = "store"))]
    #[arg(long, conflicts_with = "out_dir")]
    explain: bool,
    /// At the end, write statistics as JSON to stderr: chunks by strategy, sizes, times
    #[arg(long)]
    stats: bool,
    /// The most tokens of a chunk [default: 500]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_chunk_size: Option<String>,
    /// Write over what looks like a secret with X before anything is chunked; places stay those of the source
    #[arg(long)]
    redact: bool,
    /// Let no chunk be above maxChunkSize: also cut what is kept whole otherwise, such as code, with the key `cut`
    #[arg(long)]
    hard_limit: bool,
    /// Write a text to embed, with these parts above the content, in `embed`, and its digest in `embedHash`: title, headings, table, date,
    /// speaker
    #[arg(long, value_name = "PARTS")]
    embed: Option<String>,
    /// Keep these keys of the front matter, or fields of the line of JSON, in `metadata`: title,tags,url
    #[arg(long, value_name = "KEYS")]
    keep: Option<String>,
    #[command(flatten)]
    counting: Counting,
    #[command(flatten)]
    foreign: Foreign,
}

/// Why a document gets its strategy.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Explanation<'d> {
    source_file: &'d str,
    #[serde(flatten)]
    selection: Selection,
    findings: Findings,
}

impl PolicyCommand for Hybrid {
    type Policy = ChunkingSystem;

    const PROFILE: &'static Profile = &Profile {
        keys: chunk_records::HYBRID,
        schemas: schemas!("hybrid"),
        off: &[("hardLimit", "false"), ("embed", "[]"), ("keep", "[]")],
        counts_tokens: true,
        own_flags: &["strategy", "redact", "from", "tools", "ansi", "slack-users"],
        recorded: &[CREATED_AT, MODIFIED_AT],
        lines_have_times: true,
        selects,
        near: &["mdx", "mkd", "mkdn", "mdown"],
        is_markdown: true,
        selected: "*.md, *.markdown, *.txt, *.text, *.log, *.rst, *.adoc",
        summary,
        ..Profile::of::<ChunkingSystem>()
    };

    record_flags!(counting, foreign, redact, strategy);

    fn foreign(&self) -> Option<(&Foreign, Kind)> {
        Some((&self.foreign, Kind::Conversation))
    }

    fn flags(&self) -> Vec<Flag<'_>> {
        vec![
            Flag { key: "maxChunkSize", value: self.max_chunk_size.as_deref() },
            Flag { key: "hardLimit", value: self.hard_limit.then_some("true") },
            Flag { key: "embed", value: self.embed.as_deref() },
            Flag { key: "keep", value: self.keep.as_deref() },
        ]
    }

    fn prepare(&self, policy: ChunkingSystem) -> Result<(ChunkingSystem, Option<Warning>), Error> {
        let counter = self.counting.counter()?;
        let fitted = counter.hybrid(policy.config().clone());
        let (policy, warning) = fitted
            .and_then(|(config, warning)| Ok((ChunkingSystem::new(config)?, warning)))
            .map_err(|error| Error::run(error.to_string()))?;
        let watch = Stopwatch::start();
        let policy = if self.stats { policy.with_timer(move || watch.elapsed()) } else { policy };
        let policy = policy.with_counter(counter);
        let policy = match &self.strategy {
            Some(strategy) => {
                policy.with_strategy(strategy).map_err(|error| Error::run(format!("--strategy: {error}")))?
            }
            None => policy,
        };
        Ok((policy, warning))
    }

    fn explains(&self) -> bool {
        self.explain
    }

    fn write(
        &self,
        policy: &ChunkingSystem,
        format: OutputFormat,
        document: Document<'_>,
        out: &mut dyn Write,
        witness: &mut dyn Witness<ChunkingSystem>,
    ) -> Result<usize, WriteError<HybridError>> {
        if !self.explain {
            return policy.write_jsonl(document, out, witness);
        }
        let explanation = Explanation {
            source_file: document.path,
            selection: policy.explain(&document),
            findings: policy.findings(&document),
        };
        match format {
            OutputFormat::Text => {
                explain::page(out, document.path, &explanation.selection, &explanation.findings)
            }
            _ => json(&explanation).and_then(|json| writeln!(out, "{json}")),
        }
        .map_err(WriteError::Write)?;
        Ok(0)
    }

    /// Counts chunks by strategy.
    fn count(_: &ChunkingSystem, chunk: &HybridChunk<'_>, tally: &mut Tally) {
        tally.add(&chunk.strategy_type, 1);
    }

    fn finish(&self, policy: &ChunkingSystem) {
        if self.stats {
            // A struct of numbers and names is always JSON.
            say(&json(&policy.stats()).unwrap_or_default());
        }
    }
}

fn selects(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&&*extension.to_ascii_lowercase()))
}

fn summary(tally: &Tally, _: bool) -> String {
    let counts: Vec<_> = tally.sums().map(|(strategy, count)| format!("{count} {strategy}")).collect();
    counts.join(", ")
}
