//! Counters that plug in: sizes are in what they count, version and ids name them (T10, H11).
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_core::{
    TokenCounter,
    counters::{Characters, CountWith},
};
use chunk_hybrid::{ChunkingSystem, Document};

#[test]
fn sizes_are_in_what_is_counted() {
    let sentence = |number| format!("Pump {number} hums, was oiled on Monday, and has a clean filter. ");
    let text = (0..60).map(sentence).collect::<String>();
    let document = Document::new("pumps.md", &text);
    let words = || CountWith::new("words", |text: &str| text.split_whitespace().count());
    let of =
        |system: &ChunkingSystem| system.chunk_with_strategy(&document, "semantic-boundary").unwrap().chunks;
    let usual = of(&ChunkingSystem::default());
    let characters = of(&ChunkingSystem::default().with_counter(Characters));
    assert!(characters.len() > usual.len(), "500 characters are less than 500 tokens");
    for chunk in &characters {
        assert_eq!(chunk.token_count, Characters.count(&chunk.content));
        assert!(chunk.token_count <= 500, "{}", chunk.token_count);
    }
    let system = ChunkingSystem::default().with_counter(words());
    assert_eq!(system.version(), "hybrid.chunking.v1+words");
    let ids = |chunks: &[chunk_hybrid::HybridChunk<'_>]| -> Vec<String> {
        chunks.iter().map(|chunk| chunk.id.clone()).collect()
    };
    for chunk in of(&system) {
        assert_eq!(chunk.token_count, words().count(&chunk.content));
        assert!(!ids(&usual).contains(&chunk.id), "the id names the counter");
    }
}

#[cfg(feature = "huggingface")]
#[test]
fn a_tokenizer_of_hugging_face_plugs_in() {
    let file = r#"{"pre_tokenizer": {"type": "BertPreTokenizer"}, "model": {"type": "WordPiece", "unk_token": "?",
        "continuing_subword_prefix": "_", "max_input_chars_per_word": 100, "vocab": {"?": 0}}}"#;
    let words = chunk_core::counters::HuggingFace::from_json("words", file.as_bytes()).unwrap();
    let text: String =
        (0..200).map(|number| format!("Pump {number} hums, and was oiled on Monday. ")).collect();
    let system = ChunkingSystem::default().with_counter(words.clone().lines_add_up());
    assert_eq!(system.version(), "hybrid.chunking.v1+words");
    let chunks =
        system.chunk_with_strategy(&Document::new("a.md", &text), "semantic-boundary").unwrap().chunks;
    assert!(chunks.len() >= 4, "2,000 tokens, 500 at most to a chunk: {}", chunks.len());
    for chunk in &chunks {
        assert_eq!(chunk.token_count, words.count(&chunk.content));
        assert!(chunk.token_count <= 500);
    }
}
