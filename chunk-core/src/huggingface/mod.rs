//! Counts tokens with a tokenizer of Hugging Face (T10).

mod inside;
mod pattern;
mod seams;
mod unigram;

use crate::{
    TokenCounter,
    counters::TokenMeasure,
    long_memo::{LongMemo, slot},
    parts::Parts,
    tokens::{Recount, bounded},
};
use inside::Inside;
use seams::{Seams, WHITE};
use serde_json::Value;
use std::{
    fmt,
    ops::Range,
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Mutex, PoisonError},
};
use tokenizers::{Model, PostProcessor, Tokenizer};

/// Counts the tokens of a model by its `tokenizer.json`, the file that Hugging Face keeps beside each model.
///
/// It counts the text alone: truncation, padding and the tokens that a model puts around a text are ignored, whatever the file
/// says about them, and the strings of special tokens count as ordinary text (T4). So leave room for the tokens that the model
/// adds, such as BERT's `[CLS]` and `[SEP]`: [`added`](Self::added) are that many.
///
/// ```
/// use chunk_core::{TokenCounter, counters::HuggingFace};
///
/// let json = br###"{
///     "normalizer": {"type": "Lowercase"},
///     "pre_tokenizer": {"type": "BertPreTokenizer"},
///     "model": {"type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
///               "vocab": {"?": 0, "the": 1, "pump": 2, "##s": 3, "hum": 4, ".": 5}}
/// }"###; // std::fs::read("tokenizer.json")
/// let counter = HuggingFace::from_json("pump-bert", json)?;
/// assert_eq!(counter.count("The pumps hum."), 5); // the, pump, ##s, hum, and the full stop
/// # Ok::<(), chunk_core::counters::InvalidTokenizer>(())
/// ```
///
/// Where the file says that every text is divided, such as at the words of BERT (`BertPreTokenizer`), before the spaces of byte-level
/// and SentencePiece's tokenizers (`ByteLevel`, the patterns of tiktoken and its kin, `Metaspace`), the parts are counted one by one and
/// remembered, exactly and in linear time. Of other files each range is counted afresh, so that work grows with the square of the chunk size,
/// unless [`lines_add_up`](Self::lines_add_up). A text that the tokenizer refuses, because it has no token for what is unknown, counts
/// as many tokens as it has bytes. A text may count more than that: `½` is `1⁄2` to many models.
#[derive(Clone)]
pub struct HuggingFace {
    name: String,
    tokenizer: Tokenizer,
    seams: Seams,
    inside: Option<Arc<Inside>>,
    /// The counts of short parts: a memo for each thread that counts at a time.
    memos: Arc<Mutex<Vec<LongMemo>>>,
}

impl HuggingFace {
    /// The counter of a `tokenizer.json`. `name`, such as that of the model, becomes part of the version of what is made with it.
    ///
    /// # Errors
    /// [`InvalidTokenizer`] if `json` is no such file, drops merges at random, or has an added token of which the normalizer leaves
    /// nothing, or two that it makes the same but that are found in different ways.
    pub fn from_json(name: impl Into<String>, json: &[u8]) -> Result<Self, InvalidTokenizer> {
        let invalid = |reason: String| InvalidTokenizer { reason };
        let file: Value =
            serde_json::from_slice(json).map_err(|error| invalid(format!("this is not JSON: {error}")))?;
        if file.pointer("/model/dropout").and_then(Value::as_f64).is_some_and(|dropout| dropout > 0.0) {
            return Err(invalid("model.dropout drops merges by chance: set it to null".to_owned()));
        }
        // The library panics at some files, such as one whose normalizer is no map of characters.
        let read = panic::catch_unwind(|| Tokenizer::from_bytes(json));
        let read = read.map_err(|_| invalid("its parts cannot be read".to_owned()))?;
        let mut tokenizer = read.map_err(|error| invalid(error.to_string()))?;
        tokenizer.with_truncation(None).map_err(|error| invalid(error.to_string()))?;
        tokenizer.with_padding(None).set_encode_special_tokens(true);
        inside::check_added(&file, &tokenizer).map_err(invalid)?;
        let seams = inside::with_line_ends(seams::seams(&file), &file, &tokenizer);
        let inside = Inside::of(seams, &file, &tokenizer).map(Arc::new);
        Ok(Self { name: name.into(), tokenizer, seams, inside, memos: Arc::default() })
    }

    /// The same, with the caller's promise that [`CountWith::lines_add_up`](crate::counters::CountWith::lines_add_up) describes, for a file of which
    /// nothing better is known. It holds for patterns like that of `cl100k_base`; not for that of GPT-2, which depends on the white space
    /// after a line, nor for SentencePiece's, which turn a line end into a space.
    #[must_use]
    pub fn lines_add_up(mut self) -> Self {
        if self.seams == Seams::None {
            self.seams = Seams::Lines;
        }
        self
    }

    /// How many tokens the model puts around each text, such as the two of BERT. They are no part of any count: a text for a model that takes
    /// 512 tokens may have 512 less these.
    #[must_use]
    pub fn added(&self) -> usize {
        self.tokenizer.get_post_processor().map_or(0, |processor| processor.added_tokens(false))
    }

    /// The tokens of `text`, counted whole; of one that the library refuses, or panics at, its bytes.
    fn whole(&self, text: &str) -> usize {
        // The library panics at some texts in which one added token takes the white space that is another.
        let encoded = panic::catch_unwind(AssertUnwindSafe(|| self.tokenizer.encode_fast(text, false)));
        encoded.ok().and_then(Result::ok).map_or(text.len(), |encoded| encoded.len())
    }

    /// The tokens of a part of a text.
    fn part(&self, memo: &mut LongMemo, text: &str, part: Range<usize>, is_first: bool) -> usize {
        let part = text.get(part).unwrap_or_default();
        match (self.seams, self.inside.as_deref()) {
            (_, Some(inside)) if is_first => self.remembered(memo, &inside.first(part), true),
            (Seams::Words { .. }, _) => self.remembered(memo, part.trim_matches(WHITE), true),
            // Without its space, which the tokenizer puts before it.
            (Seams::Spaces { is_added: true, .. }, None) if !is_first => {
                self.remembered(memo, part.get(1..).unwrap_or_default(), true)
            }
            _ => self.remembered(memo, part, true),
        }
    }

    /// The tokens of a part (`is_whole`), or of a piece that is certainly divided from the rest of it.
    fn remembered(&self, memo: &mut LongMemo, part: &str, is_whole: bool) -> usize {
        if part.is_empty() {
            return 0;
        }
        let slot = slot(part.as_bytes());
        if let Some(known) = slot.and_then(|slot| memo.get(&slot)) {
            return known;
        }
        let count = match self.inside.as_deref() {
            Some(inside) if is_whole && inside.is_divided(part) => {
                inside.pieces(part).map(|piece| self.remembered(memo, piece, false)).sum()
            }
            Some(inside) => inside.word(part).map_or_else(
                || self.whole(part),
                |word| {
                    let known = inside.unigram.as_ref().and_then(|model| model.count(&word));
                    known.unwrap_or_else(|| self.word(&word))
                },
            ),
            None => self.whole(part),
        };
        if let Some(slot) = slot {
            memo.insert(slot, count);
        }
        count
    }

    /// The tokens that the model makes of a word as the steps before it leave it.
    fn word(&self, word: &str) -> usize {
        self.tokenizer.get_model().tokenize(word).map_or(word.len(), |tokens| tokens.len())
    }

    /// Runs `run` with a memo.
    fn with_memo<R>(&self, run: impl FnOnce(&mut LongMemo) -> R) -> R {
        let lock = || self.memos.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memo = lock().pop().unwrap_or_default();
        let result = run(&mut memo);
        lock().push(memo);
        result
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
        let tokens = match self.seams {
            Seams::None | Seams::Lines => self.whole(text),
            seams => self.with_memo(|memo| {
                let mut start = 0;
                let ends = seams.of(text).chain([text.len()]).filter(|&end| end > 0);
                ends.map(|end| {
                    let part = std::mem::replace(&mut start, end)..end;
                    self.part(memo, text, part.clone(), part.start == 0)
                })
                .sum()
            }),
        };
        bounded(tokens, text.len())
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        if self.seams == Seams::None {
            return Box::new(Recount { text, count: |part: &str| bounded(self.whole(part), part.len()) });
        }
        let count =
            |part: Range<usize>, is_first| self.with_memo(|memo| self.part(memo, text, part, is_first));
        let parts = self.with_memo(|memo| {
            let count_once = |part: Range<usize>, is_first| self.part(memo, text, part, is_first);
            Parts::new(text, self.seams.of(text), self.seams.context(), count_once, count)
        });
        Box::new(parts)
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
