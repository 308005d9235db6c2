//! `chunk hybrid`.

mod explain;

use crate::{
    check::{
        checked::Checked,
        records::Records,
        remake::{self, Origin},
        sources::Sources,
    },
    clock::Stopwatch,
    command::PolicyCommand,
    console::say,
    exit::Broken,
    report::Tally,
    settings::Flag,
};
use chunk_core::{Policy, Witness, WriteError, jsonl::write_record};
use chunk_hybrid::{ChunkingSystem, Document, Findings, HybridChunk, HybridError, Selection};
use clap::builder::ArgPredicate;
use serde::Serialize;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    io::{IsTerminal, Write, stdout},
};

const EXAMPLES: &str = "\
Examples:
  chunk hybrid worklog.md
  chunk hybrid notes/ -o notes.jsonl --stats
  chunk hybrid runbook.md --strategy step-based --set stepBased.detectSubsteps=false
  chunk hybrid notes/ --explain";

/// The extensions of documents, where a folder is given.
const EXTENSIONS: [&str; 7] = ["md", "markdown", "txt", "text", "log", "rst", "adoc"];

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Hybrid {
    /// Chunk by this strategy, whatever the content: event-based, semantic-boundary, preference-signal, step-based
    #[arg(long, value_name = "NAME")]
    strategy: Option<String>,
    /// Write no chunks but, for each document, which strategy it gets and why
    #[cfg_attr(feature = "sqlite", arg(conflicts_with = "store"))]
    #[arg(long)]
    explain: bool,
    /// How --explain is written: text for people, or a JSON record a document [default: text on a terminal, else json]
    #[arg(long, value_name = "FORMAT", requires = "explain")]
    #[arg(default_value_ifs([("output", ArgPredicate::IsPresent, "json"), ("out_dir", ArgPredicate::IsPresent, "json")]))]
    format: Option<Format>,
    /// At the end, write statistics as JSON to stderr: chunks by strategy, sizes, times
    #[arg(long)]
    stats: bool,
    /// The most tokens of a chunk [default: 500]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_chunk_size: Option<String>,
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

/// How an explanation is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

impl PolicyCommand for Hybrid {
    type Policy = ChunkingSystem;
    type Tally = Strategies;

    const SELECTS: Option<&'static str> = Some("*.md, *.markdown, *.txt, *.text, *.log, *.rst, *.adoc");

    fn flags(&self) -> Vec<Flag<'_>> {
        vec![Flag { key: "maxChunkSize", value: self.max_chunk_size.as_deref() }]
    }

    fn prepare(&self, policy: ChunkingSystem) -> Result<ChunkingSystem, Broken> {
        let watch = Stopwatch::start();
        let policy = if self.stats { policy.with_timer(move || watch.elapsed()) } else { policy };
        match &self.strategy {
            Some(strategy) => policy
                .with_strategy(strategy)
                .map_err(|error| Broken::Trouble(format!("--strategy: {error}"))),
            None => Ok(policy),
        }
    }

    fn write(
        &self,
        policy: &ChunkingSystem,
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
        let format = self.format.unwrap_or(if stdout().is_terminal() { Format::Text } else { Format::Json });
        match format {
            Format::Json => write_record(out, &explanation),
            Format::Text => explain::page(out, document.path, &explanation.selection, &explanation.findings),
        }
        .map_err(WriteError::Write)?;
        Ok(0)
    }

    fn finish(&self, policy: &ChunkingSystem) {
        if self.stats {
            // A struct of numbers and names is always JSON.
            say(&serde_json::to_string(&policy.stats()).unwrap_or_default());
        }
    }

    fn selects(name: &str) -> bool {
        name.rsplit_once('.')
            .is_some_and(|(_, extension)| EXTENSIONS.contains(&&*extension.to_ascii_lowercase()))
    }
}

impl Checked for Hybrid {
    fn check(
        policy: &ChunkingSystem,
        records: &mut Records<'_>,
        source: Option<&Sources<'_>>,
    ) -> Result<(), Broken> {
        remake::check(policy, records, source, |record| {
            let time = |key: &str| record.get(key).and_then(Value::as_i64);
            Some(Origin {
                path: record.get("sourceFile")?.as_str()?.to_owned(),
                created_at_ms: time("createdAt"),
                modified_at_ms: time("sourceModifiedAt"),
            })
        })
    }
}

/// Chunks by strategy.
#[derive(Debug, Default)]
pub(crate) struct Strategies(BTreeMap<String, u64>);

impl Tally<ChunkingSystem> for Strategies {
    fn chunk(&mut self, _: &ChunkingSystem, chunk: &HybridChunk<'_>) {
        *self.0.entry(chunk.strategy_type.clone()).or_default() += 1;
    }

    fn add(&mut self, other: Self) {
        for (strategy, chunks) in other.0 {
            *self.0.entry(strategy).or_default() += chunks;
        }
    }

    fn summary(&self) -> String {
        let counts: Vec<_> = self.0.iter().map(|(strategy, &count)| format!("{count} {strategy}")).collect();
        counts.join(", ")
    }
}
