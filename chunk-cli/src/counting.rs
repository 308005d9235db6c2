//! The flags that say what counts tokens, the same for all policies that count them.

use crate::{encoding::Encoding, error::Error};
use chunk_core::TokenCounter;

/// What counts tokens.
#[derive(Debug, Default, Clone, clap::Args)]
pub(crate) struct Counting {
    /// Count tokens in this encoding of tiktoken; ids may differ by encoding [default: cl100k_base]
    #[arg(long, value_name = "NAME", value_parser = Encoding::parser())]
    encoding: Option<Encoding>,
}

/// The names of these flags.
pub(crate) const COUNTING: &[&str] = &["encoding"];

impl Counting {
    /// What they ask for.
    #[expect(clippy::unnecessary_wraps, reason = "what is read from a file may be none")]
    pub(crate) fn counter(&self) -> Result<Encoding, Error> {
        Ok(self.encoding.unwrap_or_default())
    }

    /// The same, or, if no flag was given, what the version of some records names.
    pub(crate) fn or_of(&self, version: &str) -> Self {
        let named = || Encoding::named(version.split_once('+')?.1);
        Self { encoding: self.encoding.or_else(named) }
    }

    /// The flags that were given, with their values.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, Option<&str>)> {
        self.encoding.as_ref().map(|encoding| ("encoding", Some(encoding.encoding()))).into_iter()
    }
}
