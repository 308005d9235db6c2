//! Other counters than `cl100k_base`: sizes are in their tokens, and the version names them (M4).
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use chunk_core::{
    Policy, Source, TokenCounter,
    counters::{Border, Bytes, Characters, CountWith, TokenMeasure},
};
use chunk_markdown::{Document, MarkdownConfig, MarkdownPolicy, chunk_core};
use chunk_testkit::law;
use fastrand::Rng;
use std::ops::Range;

fn sizes_hold<C: TokenCounter>(counter: C, version: &str) {
    let text =
        "## Größe\n\nEin Satz steht hier, und noch einer. Dann kommt 漢字, und ein 😀 dazu.\n\n".repeat(200);
    let config = MarkdownConfig::default().with_chunk_size(500).with_chunk_overlap(50);
    let joined = config.with_packing(chunk_markdown::Packing::Sections);
    let policy = MarkdownPolicy::with_counter(joined, counter).unwrap();
    assert_eq!(policy.version(), version);
    let chunks = policy.chunks("a.md", &text).unwrap();
    assert!(chunks.chunks.len() > 1);
    law::replays(&policy, Source::new("a.md", text.as_bytes())).unwrap();
    assert_eq!(policy.collect(Document::new("a.md", &text)).unwrap(), chunks);
    for chunk in &chunks {
        assert_eq!(chunk.tokens, policy.counter().count(&chunk.content));
        assert!(policy.counter().count(chunk.body()) <= 500);
        assert_eq!(policy.validate(chunk), []);
    }
}

#[test]
fn sizes_are_in_what_is_counted() {
    sizes_hold(chunk_core::counters::Cl100k::default(), "markdown.v1");
    let bpe = tiktoken_rs::o200k_base_singleton();
    let o200k = CountWith::new("o200k_base", |text: &str| bpe.count_ordinary(text)).lines_add_up();
    sizes_hold(o200k, "markdown.v1+o200k_base");
    sizes_hold(Characters, "markdown.v1+characters");
    sizes_hold(Bytes, "markdown.v1+bytes");
    sizes_hold(CountWith::new("words", |text: &str| text.split_whitespace().count()), "markdown.v1+words");
}

/// Counts bytes; knows nothing of some borders, and of others only what holds far from them.
struct Reserved;

impl TokenCounter for Reserved {
    fn encoding(&self) -> &'static str {
        "bytes"
    }

    fn count(&self, text: &str) -> usize {
        text.len()
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        Box::new(ReservedMeasure(text))
    }
}

struct ReservedMeasure<'t>(&'t str);

impl TokenMeasure for ReservedMeasure<'_> {
    fn count(&self, range: Range<usize>) -> usize {
        self.0.get(range).map_or(0, str::len)
    }

    fn start(&self, start: usize) -> Option<Border> {
        Some(Border { at: start + 90, tokens: start })
    }

    fn end(&self, end: usize) -> Option<Border> {
        let far = Border { at: end.saturating_sub(90), tokens: end };
        // It lies before every start's `at`, so its count, which is wrong, may not be used.
        let before_every_start = Border { at: 0, tokens: 0 };
        [None, Some(before_every_start), Some(far)][end % 3]
    }
}

/// What is known of the borders of ranges saves counts, and changes none (M5).
#[test]
fn a_measure_that_knows_little_gives_the_same_chunks() {
    let mut random = Rng::with_seed(90);
    for _ in 0..50 {
        let paragraphs = (0..60).map(|_| "abc ".repeat(random.usize(1..40)) + ".\n\n");
        let text: String = paragraphs.collect();
        let config = || MarkdownConfig::default().with_chunk_size(500).with_chunk_overlap(50);
        let exact = MarkdownPolicy::with_counter(config(), Bytes).unwrap();
        let reserved = MarkdownPolicy::with_counter(config(), Reserved).unwrap();
        assert_eq!(reserved.chunks("a.md", &text).unwrap(), exact.chunks("a.md", &text).unwrap());
    }
}

#[cfg(feature = "huggingface")]
#[test]
fn a_tokenizer_of_hugging_face_plugs_in() {
    let file = r#"{"pre_tokenizer": {"type": "BertPreTokenizer"}, "model": {"type": "WordPiece", "unk_token": "?",
        "continuing_subword_prefix": "_", "max_input_chars_per_word": 100, "vocab": {"?": 0}}}"#;
    let words = chunk_core::counters::HuggingFace::from_json("words", file.as_bytes()).unwrap();
    sizes_hold(words.clone(), "markdown.v1+words");
    sizes_hold(words.lines_add_up(), "markdown.v1+words");
}
