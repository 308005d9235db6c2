//! `chunk markdown`.

use crate::{
    check::{checked::Checked, records::Records, sources::Sources},
    command::PolicyCommand,
    exit::Broken,
    report::{Tally, counted},
    settings::Flag,
};
use chunk_core::LineIndex;
use chunk_markdown::{Document, MarkdownChunk, MarkdownPolicy, Violation};

const EXAMPLES: &str = "\
Examples:
  chunk markdown README.md
  chunk markdown docs/ --out-dir index/ --source-version git
  chunk markdown docs/ --packing sections -o docs.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Markdown {
    /// The most tokens of a chunk without its overlap, 500 to 1000 [default: 800]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    chunk_size: Option<String>,
    /// The most tokens of an overlap, 50 to 100, or 0 for none [default: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    chunk_overlap: Option<String>,
    /// strict: every heading starts a chunk; sections: small sections share one [default: strict]
    #[arg(long, value_name = "HOW")]
    packing: Option<String>,
    /// Lift the bounds of both sizes
    #[arg(long)]
    allow_any_size: bool,
}

impl PolicyCommand for Markdown {
    type Policy = MarkdownPolicy;
    type Tally = Measured;

    const NAMES_INSIDE: bool = true;

    const SELECTS: Option<&'static str> = Some("*.md and *.markdown");

    fn flags(&self) -> Vec<Flag<'_>> {
        vec![
            Flag { key: "chunk_size", value: self.chunk_size.as_deref() },
            Flag { key: "chunk_overlap", value: self.chunk_overlap.as_deref() },
            Flag { key: "packing", value: self.packing.as_deref() },
            Flag { key: "allow_any_size", value: self.allow_any_size.then_some("true") },
        ]
    }

    fn selects(name: &str) -> bool {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        ["md", "markdown"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    }
}

impl Checked for Markdown {
    fn check(
        policy: &MarkdownPolicy,
        records: &mut Records<'_>,
        source: Option<&Sources<'_>>,
    ) -> Result<(), Broken> {
        // The records of a document come one after the other: it is read once for all of them.
        let mut last: Option<Original> = None;
        records.each(|json| -> Result<Vec<Violation>, String> {
            let chunk: MarkdownChunk<'_> = serde_json::from_slice(json).map_err(|error| error.to_string())?;
            let Some(source) = source else { return Ok(policy.validate(&chunk)) };
            let original = match last.take() {
                Some(original) if original.name == chunk.source_file => original,
                _ => Original::read(source, &chunk.source_file)?,
            };
            let Original { name, text, lines } = last.insert(original);
            Ok(policy.validate_against(&chunk, Document::new(name, text), lines))
        })
    }
}

/// A document that records were made from.
struct Original {
    name: String,
    text: String,
    lines: LineIndex,
}

impl Original {
    fn read(source: &Sources<'_>, name: &str) -> Result<Self, String> {
        let text = String::from_utf8(source.read(name)?).map_err(|error| format!("{name}: {error}"))?;
        Ok(Self { name: name.to_owned(), lines: LineIndex::new(&text), text })
    }
}

/// What the contract measures itself by: the share of chunks with 500 to 1000 tokens, and those above the size.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    chunks: u64,
    tokens: u64,
    in_range: u64,
    oversized: u64,
}

impl Tally<MarkdownPolicy> for Measured {
    fn chunk(&mut self, policy: &MarkdownPolicy, chunk: &MarkdownChunk<'_>) {
        self.chunks += 1;
        self.tokens += chunk.tokens as u64;
        self.in_range += u64::from((500..=1000).contains(&chunk.tokens));
        self.oversized += u64::from(policy.is_oversized(chunk));
    }

    fn add(&mut self, other: Self) {
        self.chunks += other.chunks;
        self.tokens += other.tokens;
        self.in_range += other.in_range;
        self.oversized += other.oversized;
    }

    fn summary(&self) -> String {
        let mut summary = counted(self.tokens, "token");
        if self.chunks > 0 {
            let share = self.in_range as f64 / self.chunks as f64 * 100.0;
            summary += &format!(", {share:.1}% of the chunks with 500 to 1000 tokens");
        }
        if self.oversized > 0 {
            summary += &format!(", {} above chunk_size", self.oversized);
        }
        summary
    }
}
