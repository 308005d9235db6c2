//! `chunk tokens`.

use super::sink::{Counted, refused};
use crate::{
    counter::Counter,
    error::Error,
    flags::COUNTING,
    profile::Profile,
    report::{Seen, Tally, add},
};
use chunk_core::{
    Policy, Source, Warning,
    types::{Witness, WriteError},
};
use chunk_readers::Kind;
use chunk_tokens::{TokenChunk, TokenPolicy, TokenRecord};
use std::io::Write;

const EXAMPLES: &str = "\
Of a folder, all files are taken. Writes a line of JSON for each document, its chunks in it.

Examples:
  chunk tokens notes.txt --max-tokens 512
  chunk tokens notes.txt --model gpt-4o
  chunk tokens transcripts/ -o transcripts.jsonl
  echo '{\"interaction_id\":\"1\",\"text\":\"One. Two.\"}' | chunk tokens --input jsonl";

pub(super) static PROFILE: Profile = Profile {
    keys: chunk_records::TOKENS,
    after_help: EXAMPLES,
    variables: &[("MAX_CHUNK_TOKENS", "max_tokens")],
    foreign: Some(Kind::Conversation),
    record_flags: &[COUNTING, &["redact", "from", "tools", "slack-users"]],
    id_field: "interaction_id",
    file_limit: 256 << 20,
    ..Profile::of::<TokenPolicy<Counter>>()
};

/// What is wrong with a record by itself, or why it cannot be read.
pub(super) fn check(policy: &TokenPolicy<Counter>, json: &[u8]) -> Result<Vec<String>, String> {
    let record = TokenRecord::from_json(json).map_err(|error| error.to_string())?;
    Ok(policy.validate(&record).iter().map(ToString::to_string).collect())
}

/// Writes the record of a document.
pub(super) fn write(
    policy: &TokenPolicy<Counter>,
    source: Source<'_>,
    out: &mut dyn Write,
    seen: &mut Seen,
) -> Result<(), Error> {
    let unit = policy.unit(source).map_err(refused)?;
    match policy.write_jsonl(unit, out, &mut Written { policy, seen }) {
        Ok(_) => Ok(()),
        Err(WriteError::Chunk(error)) => Err(refused(error)),
        Err(WriteError::Write(error)) => Err(Error::run(error.to_string())),
    }
}

/// Counts the chunks of a record that is written.
struct Written<'w> {
    policy: &'w TokenPolicy<Counter>,
    seen: &'w mut Seen,
}

impl Witness<TokenPolicy<Counter>> for Written<'_> {
    fn chunk(&mut self, chunk: &TokenChunk<'_>) {
        self.seen.chunks += 1;
        self.policy.count(chunk, &mut self.seen.tally);
    }

    fn warning(&mut self, warning: Warning) {
        self.seen.warnings.push(warning);
    }
}

impl Counted for TokenPolicy<Counter> {
    fn count(&self, chunk: &TokenChunk<'_>, tally: &mut Tally) {
        add(tally, "tokens", chunk.token_count);
        add(tally, "above max_tokens", usize::from(self.is_oversized(chunk)));
    }
}
