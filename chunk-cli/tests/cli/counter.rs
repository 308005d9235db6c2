//! What counts tokens, for programs that use the command's library: the Python wheel does.
#![allow(clippy::unwrap_used, clippy::string_slice, missing_docs)]

use chunk_cli::{Counter, Fitted};
use chunk_core::{TokenCounter, Warning};
use chunk_hybrid::ChunkingConfig;
use chunk_markdown::{MarkdownConfig, MarkdownPolicy};
use chunk_tokens::TokenConfig;
use rstest::rstest;
use tiktoken_rs as tiktoken;

const TEXT: &str = "# Größe 漢字 😀\n\nI'll count HTTPServer's 1234567 bytes.  <|endoftext|>\r\n\tcamelCase";

#[test]
fn counts_are_those_of_tiktoken() {
    for (name, bpe) in [
        ("cl100k_base", tiktoken::cl100k_base_singleton()),
        ("o200k_base", tiktoken::o200k_base_singleton()),
        ("o200k_harmony", tiktoken::o200k_harmony_singleton()),
        ("p50k_base", tiktoken::p50k_base_singleton()),
        ("p50k_edit", tiktoken::p50k_edit_singleton()),
        ("r50k_base", tiktoken::r50k_base_singleton()),
    ] {
        let counter = Counter::encoding_named(name).unwrap();
        assert_eq!((counter.encoding(), counter.count(TEXT)), (name, bpe.count_ordinary(TEXT)));
        let measure = counter.measure(TEXT);
        for (start, _) in TEXT.char_indices() {
            let expected = bpe.count_ordinary(&TEXT[start..]);
            assert_eq!(measure.count(start..TEXT.len()), expected, "{name} from {start}");
        }
    }
}

#[test]
fn models_are_found_by_their_names() {
    for name in Counter::models() {
        let expected = tiktoken::bpe_for_model(name).unwrap().count_ordinary(TEXT);
        assert_eq!(Counter::model_named(name).unwrap().count(TEXT), expected, "{name}");
    }
    let limit = |name: &str| Counter::model_named(name).and_then(|counter| counter.limit());
    assert_eq!(limit("gpt-4-2024-08-06"), Some(8_192), "a date after the name says nothing else");
    assert_eq!((limit("gpt-4-2024-08-0x"), limit("é")), (None, None));
}

#[test]
fn what_a_model_takes_is_shared_by_text_what_it_adds_and_a_prefix() {
    let counter = Counter::default().with_limit(Some(512)).with_limit(None);
    let room = |counter: &Counter, size: usize| {
        let config = counter.tokens(TokenConfig::default().with_max_tokens(size));
        config.map(|fitted| fitted.config.max_tokens).map_err(|error| error.to_string())
    };
    assert_eq!(room(&counter, 1024), Ok(512), "the default is lowered");
    assert_eq!(room(&counter, 300), Ok(300));
    assert_eq!(room(&counter.clone().with_reserve(10), 512), Ok(502));
    let refused = room(&counter, 600).unwrap_err();
    assert_eq!(refused, "max_tokens = 600: must be at most 512, which the model takes");
    let refused = room(&counter.clone().with_reserve(512), 1024).unwrap_err();
    let above = "must be above the 0 tokens that the model adds and 512 that are reserved";
    assert_eq!(refused, format!("max_tokens = 512: {above}"));
    let refused = room(&Counter::default(), 0).unwrap_err();
    assert_eq!(refused, "max_tokens = 0: must be at least 1", "as the policy does");

    let Fitted { in_force, config: markdown, warnings } =
        counter.markdown(MarkdownConfig::default(), true).unwrap();
    let lowered =
        "chunk_size + chunk_overlap = 900, the default, is lowered to the 512 tokens that the model takes";
    assert_eq!(warnings, [Warning::new("model-limit", lowered)]);
    assert_eq!((markdown.chunk_size, markdown.chunk_overlap), (412, 100), "512 with the overlap");
    assert_eq!(in_force, markdown, "nothing is added or reserved");
    let unchanged = Counter::default().markdown(MarkdownConfig::default(), true).unwrap();
    assert_eq!((unchanged.config, unchanged.warnings), (MarkdownConfig::default(), vec![]));
    let hybrid = counter.with_limit(Some(256)).with_reserve(6).hybrid(ChunkingConfig::default()).unwrap();
    assert_eq!((hybrid.in_force.max_chunk_size, hybrid.config.max_chunk_size), (256, 250));
}

/// Where no overlap is given: 100, or an eighth of the size (of what a model takes beside its overlap, a ninth) where that is not below what is left for the body.
#[rstest]
#[case::default(None, 0, 800, false, 100)]
#[case::small(None, 0, 64, false, 8)]
#[case::smallest(None, 0, 1, false, 0)]
#[case::not_below(None, 0, 100, true, 12)]
#[case::below(None, 0, 101, true, 100)]
#[case::not_below_with_a_prefix(None, 1, 101, true, 12)]
#[case::lowered(Some(64), 0, 800, true, 8)]
#[case::lowered_with_a_prefix(Some(64), 8, 800, true, 7)]
#[case::lowered_beside_the_overlap(Some(64), 0, 800, false, 7)]
#[case::overlap_as_long_as_the_body(Some(200), 0, 800, false, 22)]
#[case::overlap_below_the_body(Some(201), 0, 800, false, 100)]
#[case::below_the_limit(Some(512), 0, 64, true, 8)]
fn an_overlap_that_was_not_given_fits(
    #[case] limit: Option<usize>,
    #[case] reserve: usize,
    #[case] size: usize,
    #[case] hard_limit: bool,
    #[case] expected: usize,
) {
    let counter = Counter::default().with_limit(limit).with_reserve(reserve);
    let config = MarkdownConfig::default().with_chunk_size(size).with_hard_limit(hard_limit);
    assert_eq!(counter.with_overlap(config.clone()).chunk_overlap, expected);
    let fitted = counter.markdown(config, false).unwrap();
    assert_eq!(fitted.in_force.chunk_overlap, expected);
    MarkdownPolicy::with_counter(fitted.config, counter).unwrap();
}
