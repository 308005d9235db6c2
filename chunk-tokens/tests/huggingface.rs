//! A tokenizer of Hugging Face plugs in (T10): sizes are in its tokens, and the version names it.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_tokens::{
    Interaction, TokenConfig, TokenPolicy,
    chunk_core::{Policy, TokenCounter, counters::HuggingFace},
};

/// Every word is a token, and every mark of punctuation.
const WORDS: &str = r#"{"pre_tokenizer": {"type": "BertPreTokenizer"}, "model": {"type": "WordPiece", "unk_token": "?",
    "continuing_subword_prefix": "_", "max_input_chars_per_word": 100, "vocab": {"?": 0}}}"#;

#[test]
fn sizes_are_in_its_tokens() {
    let words = HuggingFace::from_json("words", WORDS.as_bytes()).unwrap();
    let config = TokenConfig::default().with_max_tokens(100);
    let policy = TokenPolicy::with_counter(config, words.clone().lines_add_up()).unwrap();
    assert_eq!(policy.version(), "tokens.chunking.v1+words");

    // Nine words and a full stop: ten to a chunk of a hundred.
    let text = "One two three four five six seven eight nine. ".repeat(35);
    let chunks = policy.chunks("1", &text).unwrap().chunks;
    assert_eq!(chunks.iter().map(|chunk| chunk.token_count).collect::<Vec<_>>(), [100, 100, 100, 50]);
    for chunk in &chunks {
        assert_eq!(chunk.token_count, words.count(&chunk.text));
    }
    assert_eq!(policy.collect(Interaction::new("1", &text)).unwrap().chunks, chunks);
}
