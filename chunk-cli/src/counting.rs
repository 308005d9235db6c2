//! The flags that say what counts tokens, the same for all policies that count them.

use crate::{counter::Counter, error::Error};
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

/// What counts tokens.
#[derive(Debug, Default, Clone, clap::Args)]
pub(crate) struct Counting {
    /// Count tokens in this encoding of tiktoken; ids may differ by encoding [default: cl100k_base]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Counter::encodings()))]
    encoding: Option<String>,
    /// Count tokens as this hosted model does, and make no chunk size larger than what it takes
    #[arg(long, value_name = "NAME", conflicts_with = "encoding")]
    model: Option<String>,
    /// Count tokens with this tokenizer.json of a model, or that of a folder, with room for the tokens that the model adds;
    /// tokenizer_config.json beside it says how many the model takes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["encoding", "model"])]
    tokenizer: Option<PathBuf>,
    /// Leave room in each chunk for N tokens that are put before it, such as "passage: "
    #[arg(long, value_name = "N")]
    reserve: Option<usize>,
}

/// The names of these flags.
pub(crate) const COUNTING: &[&str] = &["encoding", "model", "tokenizer", "reserve"];

impl Counting {
    /// What they ask for.
    ///
    /// # Errors
    /// If a model is not known, or a tokenizer cannot be read.
    pub(crate) fn counter(&self) -> Result<Counter, Error> {
        let counter = match self {
            Self { tokenizer: Some(path), .. } => {
                Counter::open(path).map_err(|error| Error::run(format!("--tokenizer: {error}")))?
            }
            Self { model: Some(name), .. } => Counter::model_named(name).ok_or_else(|| {
                let known = Counter::models().collect::<Vec<_>>().join(", ");
                Error::run(format!(
                    "--model {name} is none of the hosted models that are known: {known}. Of an open model give its tokenizer.json \
                     (--tokenizer), of another hosted one its encoding (--encoding)"
                ))
            })?,
            Self { encoding: Some(name), .. } => Counter::encoding_named(name).unwrap_or_default(),
            _ => Counter::default(),
        };
        Ok(counter.with_reserve(self.reserve.unwrap_or_default()))
    }
}
