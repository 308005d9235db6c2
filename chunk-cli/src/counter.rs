//! What counts tokens (T10): an encoding of tiktoken by its name or that of a model, a model's tokenizer by its file, or a counter of the
//! caller's own.

mod fit;

use crate::{error::cannot_read_it, json::error_shown, opened::read_at_most};
#[cfg(feature = "tokenizers")]
use chunk_core::ContentHash;
use chunk_core::{
    TokenCounter,
    counters::{Cl100k, O200k, P50k, R50k, TokenMeasure},
};
pub use fit::Fitted;
use jiff::civil::Date;
use std::{borrow::Cow, fmt, path::Path, sync::Arc};

/// How long a model's files may be, in bytes; the longest tokenizers in use have some 35 MB.
const MOST: u64 = 256 << 20;

/// What counts tokens, by default the encoding of the contracts, `cl100k_base`, and how many a model takes.
///
/// ```
/// use chunk_cli::Counter;
/// use chunk_core::TokenCounter;
///
/// let counter = Counter::model_named("gpt-4o").unwrap();
/// assert_eq!((counter.encoding(), counter.count("Count once."), counter.limit()), ("o200k_base", 3, Some(128_000)));
/// assert!(Counter::encoding_named("o300k_base").is_none());
/// ```
#[derive(Clone)]
pub struct Counter {
    name: Cow<'static, str>,
    counter: Arc<dyn TokenCounter + Send>,
    limit: Option<usize>,
    added: usize,
    reserve: usize,
    /// Whether it is the tokenizer of one model, which takes so many tokens and no more.
    is_of_model: bool,
}

type Made = fn() -> Arc<dyn TokenCounter + Send>;

/// The encodings of tiktoken, the default first, and which of ours counts each. Those that differ in special tokens alone are the same
/// to ordinary text.
const ENCODINGS: [(&str, Made); 6] = [
    ("cl100k_base", || Arc::new(Cl100k::DEFAULT)),
    ("o200k_base", || Arc::new(O200k::DEFAULT)),
    ("o200k_harmony", || Arc::new(O200k::DEFAULT)),
    ("p50k_base", || Arc::new(P50k::DEFAULT)),
    ("p50k_edit", || Arc::new(P50k::DEFAULT)),
    ("r50k_base", || Arc::new(R50k::DEFAULT)),
];

impl Counter {
    /// A counter of the caller's own, such as [`CountWith`](chunk_core::counters::CountWith).
    #[must_use]
    pub fn new(counter: impl TokenCounter + Send + 'static) -> Self {
        let name = counter.encoding().to_owned().into();
        Self { name, counter: Arc::new(counter), limit: None, added: 0, reserve: 0, is_of_model: false }
    }

    /// The names of the encodings of tiktoken, the default first.
    #[must_use]
    pub fn encodings() -> [&'static str; 6] {
        ENCODINGS.map(|(name, _)| name)
    }

    /// The encoding of this name.
    #[must_use]
    pub fn encoding_named(name: &str) -> Option<Self> {
        let &(name, counter) = ENCODINGS.iter().find(|(known, _)| *known == name)?;
        Some(Self { name: name.into(), counter: counter(), ..Self::default() })
    }

    /// The names of the hosted models whose encoding is known.
    pub fn models() -> impl Iterator<Item = &'static str> {
        models().map(|(name, ..)| name)
    }

    /// The encoding of the hosted model of this name, and how many tokens the model takes.
    #[must_use]
    pub fn model_named(name: &str) -> Option<Self> {
        let undated = name.len().checked_sub("-2024-08-06".len()).and_then(|at| name.split_at_checked(at));
        let is_date = |date: &str| date.strip_prefix('-').is_some_and(|date| date.parse::<Date>().is_ok());
        let undated = undated.filter(|(_, date)| is_date(date)).map_or(name, |(name, _)| name);
        let (_, encoding, limit) = models().find(|(known, ..)| *known == name || *known == undated)?;
        Some(Self { limit: Some(limit), ..Self::encoding_named(encoding)? })
    }

    /// The tokenizer of a model by its file, `tokenizer.json`, or the folder that has it. How many tokens the model takes is read from
    /// `tokenizer_config.json` and `sentence_bert_config.json` beside it, where these exist: the smaller number.
    ///
    /// # Errors
    /// A message if the file cannot be read or used, or this program was built without tokenizers of Hugging Face.
    pub fn open(path: &Path) -> Result<Self, String> {
        let path = if path.is_dir() { Cow::Owned(path.join("tokenizer.json")) } else { Cow::Borrowed(path) };
        let name = path.display();
        let json = read_at_most(&path, MOST)
            .map_err(|error| format!("{name}: {}", cannot_read_it(&error, &path)))?;
        let mut counter = Self::from_json(&json).map_err(|error| format!("{name}: {error}"))?;
        for (file, key) in
            [("tokenizer_config.json", "model_max_length"), ("sentence_bert_config.json", "max_seq_length")]
        {
            let beside = path.with_file_name(file);
            if !beside.is_file() {
                continue;
            }
            let json = read_at_most(&beside, MOST)
                .map_err(|error| format!("{}: {}", beside.display(), cannot_read_it(&error, &beside)))?;
            let json: serde_json::Value = serde_json::from_slice(&json)
                .map_err(|error| format!("{}: {}", beside.display(), error_shown(&error)))?;
            counter = counter.with_limit(json.get(key).and_then(limit));
        }
        Ok(counter)
    }

    /// The tokenizer of a model, given as its `tokenizer.json`. Its name is `tokenizer-` and the first 12 hexadecimal digits of the
    /// SHA-256 of the JSON.
    ///
    /// # Errors
    /// A message if it cannot be used, or this program was built without tokenizers of Hugging Face.
    #[cfg(feature = "tokenizers")]
    pub fn from_json(json: &[u8]) -> Result<Self, String> {
        let digest = ContentHash::of(json).hex();
        let digest = digest.iter().take(12).map(|&digit| char::from(digit));
        let name = "tokenizer-".chars().chain(digest).collect::<String>();
        let tokenizer =
            chunk_core::counters::HuggingFace::from_json(name, json).map_err(|error| error.to_string())?;
        Ok(Self { added: tokenizer.added(), is_of_model: true, ..Self::new(tokenizer) })
    }

    /// The tokenizer of a model.
    ///
    /// # Errors
    /// Always: this program was built without tokenizers of Hugging Face.
    #[cfg(not(feature = "tokenizers"))]
    pub fn from_json(_: &[u8]) -> Result<Self, String> {
        Err("this build of chunk has no tokenizers of Hugging Face: install it with `--features tokenizers`"
            .to_owned())
    }

    /// The same for a model that takes at most `limit` tokens, if that is known; the smaller one counts if it was known before.
    #[must_use]
    pub fn with_limit(mut self, limit: Option<usize>) -> Self {
        self.limit = self.limit.into_iter().chain(limit).min();
        self
    }

    /// The same, with room for so many tokens that are put before each chunk, such as `passage: `.
    #[must_use]
    pub const fn with_reserve(mut self, reserve: usize) -> Self {
        self.reserve = reserve;
        self
    }

    /// How many tokens the model takes, those that it adds included; `None` if that is not known.
    #[must_use]
    pub const fn limit(&self) -> Option<usize> {
        self.limit
    }

    /// How many tokens the model puts around each text.
    #[must_use]
    pub const fn added(&self) -> usize {
        self.added
    }
}

/// A number of tokens. What is not limited is written as a number beyond all texts.
fn limit(value: &serde_json::Value) -> Option<usize> {
    value.as_u64().and_then(|limit| usize::try_from(limit).ok()).filter(|&limit| limit < 1 << 30)
}

impl Default for Counter {
    fn default() -> Self {
        Self::new(Cl100k::DEFAULT)
    }
}

impl fmt::Debug for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl TokenCounter for Counter {
    fn encoding(&self) -> &str {
        &self.name
    }

    fn count(&self, text: &str) -> usize {
        self.counter.count(text)
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        self.counter.measure(text)
    }
}

/// Every model that is known: its name, its encoding as tiktoken's `model.py` has it, and the most tokens of a text that it takes, by the pages of
/// <https://platform.openai.com/docs/guides/embeddings> and <https://platform.openai.com/docs/models>. One with a date after its name, such as
/// `gpt-4o-2024-08-06`, is the same.
fn models() -> impl Iterator<Item = (&'static str, &'static str, usize)> {
    include_str!("counter/models.tsv").lines().filter_map(|row| {
        let mut cells = row.split('\t');
        Some((cells.next()?, cells.next()?, cells.next()?.parse().ok()?))
    })
}
