//! `chunk tokens`.

use crate::{
    command::{Flag, PolicyCommand, Rules, record_flags},
    counter::Counter,
    counting::Counting,
    error::Error,
    foreign::Foreign,
    profile::{Profile, schemas},
    report::{Tally, counted},
};
use chunk_core::Warning;
use chunk_readers::Kind;
use chunk_tokens::{TokenChunk, TokenPolicy, TokenRecord};

const EXAMPLES: &str = "\
Of a folder, all files are taken. Writes a line of JSON for each document, its chunks in it.

Examples:
  chunk tokens notes.txt --max-tokens 512
  chunk tokens notes.txt --model gpt-4o
  chunk tokens transcripts/ -o transcripts.jsonl
  echo '{\"interaction_id\":\"1\",\"text\":\"One. Two.\"}' | chunk tokens --input jsonl";

#[derive(Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Tokens {
    /// The most tokens of a chunk that is more than one sentence, or with --hard-limit of any [default: 1024] [env: MAX_CHUNK_TOKENS]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_tokens: Option<String>,
    /// Where sentences end: standard, not after abbreviations such as "e.g."; literal, after every . ! ? that a space or line end
    /// follows [default: standard]
    #[arg(long, value_name = "RULES")]
    sentence_rules: Option<String>,
    /// What a paragraph above max_tokens is divided into: sentences; lines, as for transcripts, lists, CSV and logs; or turns: refuse a
    /// text that is no conversation, whose turns are never cut where they fit [default: sentences]
    #[arg(long, value_name = "WHAT")]
    boundaries: Option<String>,
    /// Let no chunk be above max_tokens: also cut what is kept whole otherwise, such as a sentence, with the key `cut`
    #[arg(long)]
    hard_limit: bool,
    /// Write a text to embed, with these parts above the content, in `embed`, and its digest in `embed_hash`: title, or of a
    /// conversation date and speaker
    #[arg(long, value_name = "PARTS")]
    embed: Option<String>,
    /// Keep these keys of the front matter, or fields of the line of JSON, in `metadata`: title,tags,url
    #[arg(long, value_name = "KEYS")]
    keep: Option<String>,
    /// Write over what looks like a secret with X before anything is chunked; places stay those of the source
    #[arg(long)]
    redact: bool,
    #[command(flatten)]
    counting: Counting,
    #[command(flatten)]
    foreign: Foreign,
}

impl PolicyCommand for Tokens {
    type Policy = TokenPolicy<Counter>;

    const PROFILE: &'static Profile = &Profile {
        keys: chunk_records::TOKENS,
        schemas: schemas!("tokens"),
        off: &[("boundaries", r#""sentences""#), ("hard_limit", "false"), ("embed", "[]"), ("keep", "[]")],
        variables: &[("MAX_CHUNK_TOKENS", "max_tokens")],
        counts_tokens: true,
        own_flags: &["redact", "from", "tools", "ansi", "slack-users"],
        id_field: "interaction_id",
        file_limit: 256 << 20,
        summary,
        ..Profile::of::<TokenPolicy<Counter>>()
    };

    record_flags!(counting, foreign, redact);

    const RULES: Option<Rules<Self::Policy>> = Some(|policy, json| {
        let record = TokenRecord::from_json(json).map_err(|error| error.to_string())?;
        Ok(policy.validate(&record).iter().map(ToString::to_string).collect())
    });

    fn prepare(&self, policy: Self::Policy) -> Result<(Self::Policy, Option<Warning>), Error> {
        let counter = self.counting.counter()?;
        let fitted = counter.tokens(policy.config().clone());
        fitted
            .and_then(|(config, warning)| Ok((TokenPolicy::with_counter(config, counter)?, warning)))
            .map_err(|error| Error::run(error.to_string()))
    }

    fn foreign(&self) -> Option<(&Foreign, Kind)> {
        Some((&self.foreign, Kind::Conversation))
    }

    fn flags(&self) -> Vec<Flag<'_>> {
        vec![
            Flag { key: "max_tokens", value: self.max_tokens.as_deref() },
            Flag { key: "sentence_rules", value: self.sentence_rules.as_deref() },
            Flag { key: "boundaries", value: self.boundaries.as_deref() },
            Flag { key: "hard_limit", value: self.hard_limit.then_some("true") },
            Flag { key: "embed", value: self.embed.as_deref() },
            Flag { key: "keep", value: self.keep.as_deref() },
        ]
    }

    fn count(policy: &Self::Policy, chunk: &TokenChunk<'_>, tally: &mut Tally) {
        tally.add(TOKENS, chunk.token_count);
        tally.add(OVERSIZE, usize::from(policy.is_oversized(chunk)));
    }
}

const TOKENS: &str = "tokens";
/// Single sentences that exceed the limit.
const OVERSIZE: &str = "oversize";

fn summary(tally: &Tally, _: bool) -> String {
    let tokens = counted(tally.sum(TOKENS), "token");
    match tally.sum(OVERSIZE) {
        0 => tokens,
        oversize => format!("{tokens}, {oversize} above max_tokens"),
    }
}
