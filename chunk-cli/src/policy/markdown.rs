//! `chunk markdown`.

use super::sink::Counted;
use crate::{
    counter::Counter,
    flags::COUNTING,
    options::{CREATED_AT, SOURCE_VERSION},
    profile::{Profile, has_ending},
    report::{Tally, add, counted, sum},
};
use chunk_core::json_error;
use chunk_markdown::{MarkdownChunk, MarkdownPolicy};

const EXAMPLES: &str = "\
Of a folder, *.md and *.markdown are taken. Writes a line of JSON for each chunk.

Examples:
  chunk markdown README.md
  chunk markdown docs/ --out-dir index/ --source-version git
  chunk markdown docs/ --packing sections -o docs.jsonl";

pub(super) static PROFILE: Profile = Profile {
    keys: chunk_records::MARKDOWN,
    after_help: EXAMPLES,
    record_flags: &[COUNTING, &["redact"]],
    recorded: &[SOURCE_VERSION, CREATED_AT],
    names_inside: true,
    selects: |name| has_ending(name, &["md", "markdown"]),
    selected: "*.md and *.markdown",
    near: &["mdx", "mkd", "mkdn", "mdown", "txt"],
    is_markdown: true,
    summary,
    ..Profile::of::<MarkdownPolicy<Counter>>()
};

/// What is wrong with a record by itself, or why it cannot be read.
pub(super) fn check(policy: &MarkdownPolicy<Counter>, json: &[u8]) -> Result<Vec<String>, String> {
    let chunk: MarkdownChunk<'_> = serde_json::from_slice(json).map_err(|error| json_error(&error))?;
    Ok(policy.validate(&chunk).iter().map(ToString::to_string).collect())
}

impl Counted for MarkdownPolicy<Counter> {
    fn count(&self, chunk: &MarkdownChunk<'_>, tally: &mut Tally) {
        add(tally, CHUNKS, 1);
        add(tally, TOKENS, chunk.tokens);
        add(tally, IN_RANGE, usize::from((500..=1000).contains(&chunk.tokens)));
        add(tally, OVERSIZED, usize::from(self.is_oversized(chunk)));
    }
}

// For the contract's success metric, the share of chunks with 500 to 1000 tokens, and for the number of chunks above the size.
const CHUNKS: &str = "chunks";
const TOKENS: &str = "tokens";
const IN_RANGE: &str = "in range";
const OVERSIZED: &str = "oversized";

fn summary(tally: &Tally, is_verbose: bool) -> String {
    let mut summary = counted(sum(tally, TOKENS), "token");
    if is_verbose && sum(tally, CHUNKS) > 0 {
        let share = sum(tally, IN_RANGE) as f64 / sum(tally, CHUNKS) as f64 * 100.0;
        summary += &format!(", {share:.1}% of the chunks with 500 to 1000 tokens");
    }
    if sum(tally, OVERSIZED) > 0 {
        summary += &format!(", {} above chunk_size", sum(tally, OVERSIZED));
    }
    summary
}
