//! `chunk tokens`.

use crate::{
    command::{Keys, MakingFlags, PolicyCommand, Rules},
    encoding::Encoding,
    exit::Broken,
    report::{Tally, counted},
    settings::Flag,
};
use chunk_tokens::{TokenChunk, TokenPolicy, TokenRecord};
use serde_json::Value;

const EXAMPLES: &str = "\
Of a folder, all files are taken. Writes a line of JSON for each document, its chunks in it.

Examples:
  chunk tokens notes.txt --max-tokens 512
  chunk tokens notes.txt --encoding o200k_base
  chunk tokens transcripts/ -o transcripts.jsonl
  echo '{\"interaction_id\":\"1\",\"text\":\"One. Two.\"}' | chunk tokens --input jsonl";

#[derive(Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Tokens {
    /// The most tokens of a chunk that is more than one sentence [default: 1024] [env: MAX_CHUNK_TOKENS]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_tokens: Option<String>,
    /// Where sentences end: standard, not behind abbreviations such as "e.g."; literal, behind every . ! ? with a space or line end
    /// behind it [default: standard]
    #[arg(long, value_name = "RULES")]
    sentence_rules: Option<String>,
    /// Count tokens in this encoding of tiktoken [default: cl100k_base]
    #[arg(long, value_name = "NAME", value_parser = Encoding::parser())]
    encoding: Option<Encoding>,
}

impl PolicyCommand for Tokens {
    type Policy = TokenPolicy<Encoding>;
    type Tally = Tokened;

    const KEYS: Keys = Keys {
        source: "/interaction_id",
        id: None,
        index: "/chunk_index",
        text: "/text",
        chunks: Some("/chunks"),
        size: "/token_count",
        unit: "tokens",
        span: Some(("/source_start_byte", "/source_end_byte")),
    };

    const VARIABLES: &'static [(&'static str, &'static str)] = &[("MAX_CHUNK_TOKENS", "max_tokens")];
    const ID_FIELD: &'static str = "interaction_id";

    const RULES: Option<Rules<Self::Policy>> = Some(|policy, json| {
        let record = TokenRecord::from_json(json).map_err(|error| error.to_string())?;
        Ok(policy.validate(&record).iter().map(ToString::to_string).collect())
    });

    fn making(flags: &MakingFlags) -> Result<Self, Broken> {
        let own = MakingFlags { encoding: None, strategy: flags.strategy.clone(), ..*flags };
        own.none::<Self>().map(|()| Self { encoding: flags.encoding, ..Self::default() })
    }

    fn prepare(&self, policy: Self::Policy) -> Result<Self::Policy, Broken> {
        let config = policy.config().clone();
        TokenPolicy::with_counter(config, self.encoding.unwrap_or_default())
            .map_err(|error| Broken::Trouble(error.to_string()))
    }

    fn reason(before: Option<&Value>, record: &Value, config: &Value) -> String {
        let text = |record: &Value| record["text"].as_str().unwrap_or_default().to_owned();
        match before {
            None => "start of the text".to_owned(),
            Some(before) if config["max_tokens"].as_u64() < record["token_count"].as_u64() => {
                let _ = before;
                format!("one sentence above {} tokens", config["max_tokens"])
            }
            Some(_) if text(record).starts_with('\n') => {
                format!("paragraph; {} tokens reached", config["max_tokens"])
            }
            Some(_) => format!("{} tokens reached", config["max_tokens"]),
        }
    }

    fn flags(&self) -> Vec<Flag<'_>> {
        vec![
            Flag { key: "max_tokens", value: self.max_tokens.as_deref() },
            Flag { key: "sentence_rules", value: self.sentence_rules.as_deref() },
        ]
    }
}

/// Tokens, and the single sentences that exceed the limit.
#[derive(Debug, Default)]
pub(crate) struct Tokened {
    tokens: u64,
    oversize: u64,
}

impl Tally<TokenPolicy<Encoding>> for Tokened {
    fn chunk(&mut self, policy: &TokenPolicy<Encoding>, chunk: &TokenChunk<'_>) {
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
