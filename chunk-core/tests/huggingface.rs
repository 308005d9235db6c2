//! T10: a tokenizer of Hugging Face counts the tokens of a text alone. Files and expected counts are made by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs)]

use chunk_core::{HuggingFace, TokenCounter};
use serde_json::{Value, json};

/// BERT's kind of tokenizer, with all that models add to a text.
fn bert() -> Value {
    json!({
        "version": "1.0",
        "truncation": {"max_length": 3, "strategy": "LongestFirst", "stride": 0, "direction": "Right"},
        "padding": {"strategy": {"Fixed": 16}, "direction": "Right", "pad_id": 0, "pad_type_id": 0, "pad_token": "?", "pad_to_multiple_of": null},
        "added_tokens": [{"id": 1, "content": "[SEP]", "special": true, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false}],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 1], "cls": ["[SEP]", 1]},
        "model": {
            "type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
            "vocab": {"?": 0, "[SEP]": 1, "pump": 2, "##s": 3, "hum": 4, "the": 5, ".": 6, "[": 7, "]": 8, "sep": 9},
        },
    })
}

/// A byte-level tokenizer with the pattern of `cl100k_base` and a few merges.
fn bytes() -> Value {
    // Bytes stand in the file as characters: those that can be printed as they are, the others from U+0100 on.
    let mut others = 0x100_u32..;
    let is_printed = |byte: u8| matches!(byte, b'!'..=b'~' | 0xA1..=0xAC | 0xAE..);
    let mut vocabulary: Vec<String> = (0..=u8::MAX)
        .map(|byte| {
            if is_printed(byte) { char::from(byte) } else { char::from_u32(others.next().unwrap()).unwrap() }
        })
        .map(String::from)
        .collect();
    let merges = [["u", "m"], ["h", "um"], ["Ġ", "hum"], ["Ċ", "Ċ"], ["Ġ", "Ġ"]];
    vocabulary.extend(merges.map(|pair| pair.concat()));
    let vocabulary: serde_json::Map<_, _> =
        vocabulary.into_iter().enumerate().map(|(id, token)| (token, id.into())).collect();
    let pattern = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
    json!({
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": false},
            {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": false},
        ]},
        "model": {"type": "BPE", "vocab": vocabulary, "merges": merges},
    })
}

fn counter(file: &Value) -> HuggingFace {
    HuggingFace::from_json("by hand", file.to_string().as_bytes()).unwrap()
}

#[test]
fn a_text_counts_alone_and_whole() {
    let bert = counter(&bert());
    assert_eq!(bert.encoding(), "by hand");
    assert_eq!(bert.count(""), 0, "nothing stands around it");
    assert_eq!(
        bert.count("The pumps hum."),
        5,
        "the, pump, ##s, hum, full stop: neither cut to 3 nor filled up to 16"
    );
    assert_eq!(
        bert.count("pump[SEP]pump"),
        5,
        "pump, [, sep, ], pump: a special token's string is text (T4)"
    );

    let bytes = counter(&bytes());
    assert_eq!(bytes.count("hum hum"), 2, "hum, Ġhum");
    assert_eq!(bytes.count("drum"), 3, "d, r, um");
    assert_eq!(
        bytes.count("hum\n\n  hum"),
        4,
        "hum, ĊĊ, a space, Ġhum: the second space stands before the word"
    );
}

#[test]
fn ranges_count_as_texts_of_their_own() {
    let pieces = [
        "The ", "pumps", " hum", ".", "\n", "\n\n", "\r\n", "  ", "\t", "don't", "é", "漢字", "😀", "1234",
        "[SEP]", "'s", "Hum",
    ];
    let mut random = fastrand::Rng::with_seed(16);
    for counter in [counter(&bert()).lines_add_up(), counter(&bytes()).lines_add_up(), counter(&bytes())] {
        for _ in 0..300 {
            let text: String =
                (0..random.usize(..40)).map(|_| pieces[random.usize(..pieces.len())]).collect();
            let measure = counter.measure(&text);
            let (start, end) = (random.usize(..=text.len()), random.usize(..=text.len()));
            for range in [0..text.len(), start.min(end)..start.max(end)] {
                let expected = text.get(range.clone()).map_or(0, |part| counter.count(part));
                assert_eq!(measure.count(range.clone()), expected, "{range:?} of {text:?}");
            }
        }
    }
}

#[test]
fn what_does_not_count_is_refused() {
    let refused = |file: &[u8]| HuggingFace::from_json("a", file).unwrap_err().to_string();
    assert!(
        refused(b"{\"model\": ")
            .starts_with("no tokenizer.json of Hugging Face: this is not JSON: EOF while parsing")
    );
    assert!(refused(b"nope").starts_with("no tokenizer.json of Hugging Face: this is not JSON: "));
    assert!(refused(b"{}").starts_with("no tokenizer.json of Hugging Face: "));
    let mut file = bytes();
    file["model"]["dropout"] = 0.1.into();
    let reason = "no tokenizer.json of Hugging Face: model.dropout drops merges by chance: set it to null";
    assert_eq!(refused(file.to_string().as_bytes()), reason);
}

#[test]
fn what_is_not_known_counts_a_token_a_byte_at_most() {
    let words = json!({"pre_tokenizer": {"type": "Whitespace"}, "model": {"type": "WordLevel", "vocab": {"pump": 0}, "unk_token": "?"}});
    assert_eq!(counter(&words).count("pump pump"), 2);
    assert_eq!(counter(&words).count("pump huml"), 9, "there is no unknown token: 9 bytes");
}
