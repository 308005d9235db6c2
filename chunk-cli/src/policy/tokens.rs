//! `chunk tokens`.

use crate::{
    check::{checked::Checked, records::Records, sources::Sources},
    command::PolicyCommand,
    exit::Broken,
    report::{Tally, counted},
    settings::Flag,
};
use chunk_tokens::{TokenChunk, TokenPolicy, TokenRecord};

const EXAMPLES: &str = "\
Examples:
  chunk tokens notes.txt --max-tokens 512
  chunk tokens transcripts/ -o transcripts.jsonl
  echo '{\"interaction_id\":\"1\",\"text\":\"One. Two.\"}' | chunk tokens --input jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Tokens {
    /// The most tokens of a chunk that is more than one sentence [default: 1024] [env: MAX_CHUNK_TOKENS]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_tokens: Option<String>,
    /// Where sentences end: standard, or literal for the contract's bare rule [default: standard]
    #[arg(long, value_name = "RULES")]
    sentence_rules: Option<String>,
}

impl PolicyCommand for Tokens {
    type Policy = TokenPolicy;
    type Tally = Tokened;

    const VARIABLES: &'static [(&'static str, &'static str)] = &[("MAX_CHUNK_TOKENS", "max_tokens")];
    const ID_FIELD: &'static str = "interaction_id";

    fn flags(&self) -> Vec<Flag<'_>> {
        vec![
            Flag { key: "max_tokens", value: self.max_tokens.as_deref() },
            Flag { key: "sentence_rules", value: self.sentence_rules.as_deref() },
        ]
    }
}

impl Checked for Tokens {
    fn check(
        policy: &TokenPolicy,
        records: &mut Records<'_>,
        source: Option<&Sources<'_>>,
    ) -> Result<(), Broken> {
        records.each(|json| {
            let record = TokenRecord::from_json(json).map_err(|error| error.to_string())?;
            Ok(match source {
                None => policy.validate(&record),
                Some(source) => policy.validate_against(&record, &source.read(&record.interaction_id)?),
            })
        })
    }
}

/// Tokens, and the single sentences that exceed the limit.
#[derive(Debug, Default)]
pub(crate) struct Tokened {
    tokens: u64,
    oversize: u64,
}

impl Tally<TokenPolicy> for Tokened {
    fn chunk(&mut self, policy: &TokenPolicy, chunk: &TokenChunk<'_>) {
        self.tokens += chunk.token_count as u64;
        self.oversize += u64::from(chunk.token_count > policy.config().max_tokens);
    }

    fn add(&mut self, other: Self) {
        self.tokens += other.tokens;
        self.oversize += other.oversize;
    }

    fn summary(&self) -> String {
        let tokens = counted(self.tokens, "token");
        match self.oversize {
            0 => tokens,
            oversize => format!("{tokens}, {oversize} above max_tokens"),
        }
    }
}
