//! `chunk markdown`.

use crate::{
    command::{Keys, MakingFlags, PolicyCommand, Rules},
    encoding::Encoding,
    exit::Broken,
    report::{Tally, counted},
    settings::Flag,
};
use chunk_markdown::{MarkdownChunk, MarkdownPolicy};
use serde_json::Value;

const EXAMPLES: &str = "\
Of a folder, *.md and *.markdown are taken. Writes a line of JSON for each chunk.

Examples:
  chunk markdown README.md
  chunk markdown docs/ --out-dir index/ --source-version git
  chunk markdown docs/ --packing sections -o docs.jsonl";

#[derive(Debug, Default, clap::Args)]
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
    /// Let both sizes be any number
    #[arg(long)]
    allow_any_size: bool,
    /// Count tokens in this encoding of tiktoken [default: cl100k_base]
    #[arg(long, value_name = "NAME", value_parser = Encoding::parser())]
    encoding: Option<Encoding>,
}

impl PolicyCommand for Markdown {
    type Policy = MarkdownPolicy<Encoding>;
    type Tally = Measured;

    const KEYS: Keys = Keys {
        source: "/source_file",
        id: Some("/chunk_id"),
        index: "",
        text: "/content",
        chunks: None,
        size: "/tokens",
        unit: "tokens",
        span: Some(("/source_start_byte", "/source_end_byte")),
    };

    const RULES: Option<Rules<Self::Policy>> = Some(|policy, json| {
        let chunk: MarkdownChunk<'_> = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        Ok(policy.validate(&chunk).iter().map(ToString::to_string).collect())
    });
    const NAMES_INSIDE: bool = true;

    const SELECTS: &'static str = "*.md and *.markdown";

    fn making(flags: &MakingFlags) -> Result<Self, Broken> {
        let own = MakingFlags { encoding: None, strategy: flags.strategy.clone(), ..*flags };
        own.none::<Self>().map(|()| Self { encoding: flags.encoding, ..Self::default() })
    }

    fn prepare(&self, policy: Self::Policy) -> Result<Self::Policy, Broken> {
        let config = policy.config().clone();
        MarkdownPolicy::with_counter(config, self.encoding.unwrap_or_default())
            .map_err(|error| Broken::Trouble(error.to_string()))
    }

    fn reason(before: Option<&Value>, record: &Value, config: &Value) -> String {
        let is = |key: &str| record.get(key).and_then(Value::as_str).unwrap_or_default();
        match (before, is("chunk_type")) {
            (_, "header") => format!("heading: {}", is("section_header")),
            (None, _) => "start of the document".to_owned(),
            (Some(_), _) if record["table_header"].is_string() => {
                format!("the table goes on; {} tokens reached", config["chunk_size"])
            }
            (Some(_), "code") => format!("a code block would not fit into {} tokens", config["chunk_size"]),
            (Some(_), kind) => format!("{kind}; {} tokens reached", config["chunk_size"]),
        }
    }

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

/// What the contract measures itself by: the share of chunks with 500 to 1000 tokens, and those above the size.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    chunks: u64,
    tokens: u64,
    in_range: u64,
    oversized: u64,
}

impl Tally<MarkdownPolicy<Encoding>> for Measured {
    fn chunk(&mut self, policy: &MarkdownPolicy<Encoding>, chunk: &MarkdownChunk<'_>) {
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
