//! Counts tokens with a tokenizer of Hugging Face (T10).

use crate::{TokenCounter, TokenMeasure, counters::measure};
use serde_json::Value;
use std::fmt;
use tokenizers::Tokenizer;

/// Counts the tokens of a model by its `tokenizer.json`, the file that Hugging Face keeps beside each model.
///
/// It counts the text alone: truncation, padding and the tokens that a model puts around a text are ignored, whatever the file
/// says about them, and the strings of special tokens count as ordinary text (T4). So leave room for the tokens that the model
/// adds, such as BERT's `[CLS]` and `[SEP]`.
///
/// ```
/// use chunk_core::{HuggingFace, TokenCounter};
///
/// let json = br###"{
///     "normalizer": {"type": "Lowercase"},
///     "pre_tokenizer": {"type": "BertPreTokenizer"},
///     "model": {"type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
///               "vocab": {"?": 0, "the": 1, "pump": 2, "##s": 3, "hum": 4, ".": 5}}
/// }"###; // std::fs::read("tokenizer.json")
/// let counter = HuggingFace::from_json("pump-bert", json)?;
/// assert_eq!(counter.count("The pumps hum."), 5); // the, pump, ##s, hum, and the full stop
/// # Ok::<(), chunk_core::InvalidTokenizer>(())
/// ```
///
/// As with any counter that counts each range afresh, work grows with the square of the chunk size, unless
/// [`lines_add_up`](Self::lines_add_up). A text that the tokenizer refuses, because it has no token for what is unknown, counts as
/// many tokens as it has bytes, and no text counts more.
#[derive(Clone)]
pub struct HuggingFace {
    name: String,
    tokenizer: Tokenizer,
    lines_add_up: bool,
}

impl HuggingFace {
    /// The counter of a `tokenizer.json`. `name`, such as that of the model, becomes part of the version of what is made with it.
    ///
    /// # Errors
    /// [`InvalidTokenizer`] if `json` is no such file, or drops merges at random.
    pub fn from_json(name: impl Into<String>, json: &[u8]) -> Result<Self, InvalidTokenizer> {
        let invalid = |reason: String| InvalidTokenizer { reason };
        let file: Value =
            serde_json::from_slice(json).map_err(|error| invalid(format!("this is not JSON: {error}")))?;
        if file.pointer("/model/dropout").and_then(Value::as_f64).is_some_and(|dropout| dropout > 0.0) {
            return Err(invalid("model.dropout drops merges by chance: set it to null".to_owned()));
        }
        let mut tokenizer = Tokenizer::from_bytes(json).map_err(|error| invalid(error.to_string()))?;
        tokenizer.with_truncation(None).map_err(|error| invalid(error.to_string()))?;
        tokenizer.with_padding(None).set_encode_special_tokens(true);
        Ok(Self { name: name.into(), tokenizer, lines_add_up: false })
    }

    /// The same, with the caller's promise that [`CountWith::lines_add_up`](crate::CountWith::lines_add_up) describes. It holds for
    /// BERT's WordPiece (`BertPreTokenizer`) and for the pattern that Llama 3 and Qwen took from `cl100k_base`; not for GPT-2's
    /// (`ByteLevel`, which depends on the white space after a line), nor for SentencePiece's (`Metaspace`, which turns a line end
    /// into a space).
    #[must_use]
    pub fn lines_add_up(mut self) -> Self {
        self.lines_add_up = true;
        self
    }

    fn tokens(&self, text: &str) -> usize {
        let encoded = self.tokenizer.encode_fast(text, false);
        encoded.map_or(text.len(), |encoded| encoded.len().min(text.len()))
    }
}

impl fmt::Debug for HuggingFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HuggingFace").field("name", &self.name).finish_non_exhaustive()
    }
}

impl TokenCounter for HuggingFace {
    fn encoding(&self) -> &str {
        &self.name
    }

    fn count(&self, text: &str) -> usize {
        self.tokens(text)
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        measure(text, |part: &str| self.tokens(part), self.lines_add_up)
    }
}

/// The file is no `tokenizer.json` that can be used for counting.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no tokenizer.json of Hugging Face: {reason}")]
#[non_exhaustive]
pub struct InvalidTokenizer {
    /// What is wrong with it.
    pub reason: String,
}
