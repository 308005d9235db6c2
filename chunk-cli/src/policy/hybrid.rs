//! `chunk hybrid`.

mod explain;

use crate::{
    any_policy::PolicyCommand,
    clock::Stopwatch,
    console::say,
    error::Error,
    flags::PolicyFlags,
    json::json,
    options::{CREATED_AT, MODIFIED_AT, OutputFormat},
    profile::{KEEP, Profile, has_ending, setting},
    report::{Tally, add},
};
use chunk_core::{
    Policy, Warning,
    types::{Witness, WriteError},
};
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

/// Why a document gets its strategy.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Explanation<'d> {
    source_file: &'d str,
    #[serde(flatten)]
    selection: Selection,
    findings: Findings,
}

impl PolicyCommand for ChunkingSystem {
    const PROFILE: &'static Profile = &Profile {
        keys: chunk_records::HYBRID,
        off: &[("hardLimit", "false"), ("embed", "[]"), ("keep", "[]")],
        settings: &[
            setting("max-chunk-size", "N", "The most tokens of a chunk [default: 500]"),
            setting(
                "hard-limit",
                "",
                "Let no chunk be above maxChunkSize: also cut what is kept whole otherwise, such as code, with the key `cut`",
            ),
            setting(
                "embed",
                "PARTS",
                "Write a text to embed, with these parts above the content, in `embed`, and its digest in `embedHash`: title, \
                 headings, table, date, speaker",
            ),
            KEEP,
        ],
        after_help: EXAMPLES,
        foreign: Some(Kind::Conversation),
        record_flags: &[
            "encoding",
            "model",
            "tokenizer",
            "reserve",
            "strategy",
            "redact",
            "from",
            "tools",
            "ansi",
            "slack-users",
        ],
        extras: &["explain", "stats"],
        recorded: &[CREATED_AT, MODIFIED_AT],
        selects: |name| has_ending(name, &["md", "markdown", "txt", "text", "log", "rst", "adoc"]),
        near: &["mdx", "mkd", "mkdn", "mdown"],
        is_markdown: true,
        selected: "*.md, *.markdown, *.txt, *.text, *.log, *.rst, *.adoc",
        summary,
        ..Profile::of::<Self>()
    };

    fn with_flags(self, flags: &PolicyFlags) -> Result<(Self, Option<Warning>), Error> {
        let counter = flags.counting.counter()?;
        let (config, warning) = counter.hybrid(self.config().clone())?;
        let policy = Self::new(config)?;
        let watch = Stopwatch::start();
        let policy = if flags.extras.stats { policy.with_timer(move || watch.elapsed()) } else { policy };
        let policy = policy.with_counter(counter);
        let Some(strategy) = &flags.strategy else { return Ok((policy, warning)) };
        let policy = policy.with_strategy(strategy);
        Ok((policy.map_err(|error| Error::run(format!("--strategy: {error}")))?, warning))
    }

    fn write(
        &self,
        flags: &PolicyFlags,
        format: OutputFormat,
        document: Document<'_>,
        out: &mut dyn Write,
        witness: &mut dyn Witness<Self>,
    ) -> Result<usize, WriteError<HybridError>> {
        if !flags.extras.explain {
            return self.write_jsonl(document, out, witness);
        }
        let explanation = Explanation {
            source_file: document.path,
            selection: self.explain(&document),
            findings: self.findings(&document),
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
    fn count(&self, chunk: &HybridChunk<'_>, tally: &mut Tally) {
        add(tally, &chunk.strategy_type, 1);
    }

    fn finish(&self, flags: &PolicyFlags) {
        if flags.extras.stats {
            // A struct of numbers and names is always JSON.
            say(&json(&self.stats()).unwrap_or_default());
        }
    }
}

fn summary(tally: &Tally, _: bool) -> String {
    let counts: Vec<_> = tally.iter().map(|(strategy, count)| format!("{count} {strategy}")).collect();
    counts.join(", ")
}
