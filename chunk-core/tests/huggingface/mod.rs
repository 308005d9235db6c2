//! T10: a tokenizer of Hugging Face counts the tokens of a text alone. Files and expected counts are made by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs)]

mod files;

use chunk_core::{TokenCounter, counters::HuggingFace};
use files::{bert, bytes, files, unigram, with};
use serde_json::{Value, json};

fn counter(file: &Value) -> HuggingFace {
    HuggingFace::from_json("by hand", file.to_string().as_bytes()).unwrap()
}

#[test]
fn a_text_counts_alone_and_whole() {
    let bert = counter(&bert());
    assert_eq!(bert.encoding(), "by hand");
    assert_eq!(bert.count(""), 0, "nothing stands around it");
    assert_eq!(bert.count("The pumps hum."), 5, "the, pump, ##s, hum, .: not cut, not filled up");
    assert_eq!(bert.count("pump[SEP]pump"), 5, "a special token's string is text (T4)");

    let bytes = counter(&bytes());
    assert_eq!(bytes.count("hum hum"), 2, "hum, Ġhum");
    assert_eq!(bytes.count("drum"), 3, "d, r, um");
    assert_eq!(
        bytes.count("hum\n\n  hum"),
        4,
        "hum, ĊĊ, a space, Ġhum: the second space stands before the word"
    );
}

/// The same tokenizer, of which nothing is known because a step was added that does nothing.
fn unknown(file: &Value) -> Value {
    let nothing = json!({"type": "Strip", "strip_left": false, "strip_right": false});
    let steps = [file["normalizer"].clone(), nothing].into_iter().filter(|step| !step.is_null());
    let mut file = file.clone();
    file["normalizer"] = json!({"type": "Sequence", "normalizers": steps.collect::<Vec<_>>()});
    file
}

#[test]
fn ranges_count_as_texts_of_their_own() {
    let pieces = [
        "The ",
        "pumps",
        " hum",
        ".",
        "\n",
        "\n\n",
        "\r\n",
        "  ",
        " ",
        " ",
        " h",
        "\t",
        "don't",
        "é",
        "é ",
        "漢字",
        "😀",
        "1234",
        "5",
        "[SEP]",
        "'s",
        "Hum",
        "</",
        "\u{301}",
        "\u{338}",
        "<",
        "\u{A0}",
        "¨",
        "´",
        "\u{B}",
        "▁",
        "<tool call>",
        "um",
        "\u{200D}",
        "größe",
        "a-very-long-word-of-more-than-thirty-letters",
        "\u{1}",
        "Σ",
        "İ",
        "hum.",
        "m'",
        "'S",
        "/",
        ";",
        "TT",
        "ps",
        "<0x0A>",
        "(hum",
        "_",
        "</ hums",
    ];
    let mut random = fastrand::Rng::with_seed(16);
    for file in files() {
        let (known, whole) = (counter(&file), counter(&unknown(&file)));
        for _ in 0..400 {
            let text: String =
                (0..random.usize(..30)).map(|_| pieces[random.usize(..pieces.len())]).collect();
            assert_eq!(known.count(&text), whole.count(&text), "{text:?} in {file}");
            let measure = known.measure(&text);
            for _ in 0..6 {
                let (start, end) = (random.usize(..=text.len()), random.usize(..=text.len()));
                let range = start.min(end)..start.max(end);
                let expected = text.get(range.clone()).map_or(0, |part| whole.count(part));
                assert_eq!(measure.count(range.clone()), expected, "{range:?} of {text:?} in {file}");
            }
            assert_eq!(measure.count(0..text.len()), whole.count(&text), "{text:?} in {file}");
        }
    }
    // The promise of lines is for what is not known otherwise.
    let lines = counter(&unknown(&bytes())).lines_add_up();
    let text = "hum hum\n\nHum.\nhum";
    assert_eq!(lines.measure(text).count(4..text.len()), lines.count(&text[4..]));
}

/// Scores of a few digits, so that many ways to divide a word are as good as others.
#[test]
fn the_likeliest_tokens_are_those_of_the_library() {
    let metaspace =
        json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true});
    let mut random = fastrand::Rng::with_seed(46);
    for _ in 0..60 {
        let mut vocabulary = vec![json!(["<unk>", 0.0])];
        for _ in 0..random.usize(1..30) {
            let token: String =
                (0..random.usize(1..5)).map(|_| random.choice(['a', 'b', 'c', '▁']).unwrap()).collect();
            vocabulary.push(json!([token, -f64::from(random.u8(1..20)) / 4.0]));
        }
        let file = with(unigram(Value::Null, metaspace.clone()), "/model/vocab", vocabulary.into());
        let (known, whole) = (counter(&file), counter(&unknown(&file)));
        for _ in 0..100 {
            let word: String =
                (0..random.usize(1..12)).map(|_| random.choice(['a', 'a', 'b', 'c']).unwrap()).collect();
            // What is before it gets a space of the tokenizer's own, and is counted by the library.
            let text = format!("a {word}");
            assert_eq!(known.count(&text), whole.count(&text), "{text} in {file}");
        }
    }
}

#[test]
fn what_a_model_adds_is_known() {
    let bert = counter(&bert());
    assert_eq!(bert.added(), 2, "[CLS] and [SEP]");
    assert_eq!(counter(&bytes()).added(), 0);
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
    // Which the library finds everywhere, until memory ends.
    let mut file = bytes();
    file["normalizer"] = json!({"type": "Strip", "strip_left": true, "strip_right": true});
    file["added_tokens"] = json!([{"id": 1, "content": " ", "special": false, "single_word": false, "lstrip": false, "rstrip": false, "normalized": true}]);
    let reason = "no tokenizer.json of Hugging Face: of the added token \" \" the normalizer leaves nothing: set its normalized to false";
    assert_eq!(refused(file.to_string().as_bytes()), reason);
    // Either of which the library finds, by chance: 2 or 1 tokens of `hums` here.
    let mut file = bytes();
    file["normalizer"] = json!({"type": "Lowercase"});
    let added = |id: usize, content: &str, single_word: bool| json!({"id": id, "content": content, "special": false, "single_word": single_word, "lstrip": false, "rstrip": false, "normalized": true});
    file["added_tokens"] = json!([added(1, "Hum", false), added(2, "hum", true)]);
    let reason = "no tokenizer.json of Hugging Face: the normalizer makes the added tokens \"Hum\" and \"hum\" the same, but they differ in special, single_word, lstrip or rstrip: set the normalized of one to false";
    assert_eq!(refused(file.to_string().as_bytes()), reason);
    file["added_tokens"][1]["single_word"] = false.into();
    assert_eq!(counter(&file).count("HUMS"), 2);
    file["added_tokens"][1]["normalized"] = false.into();
    assert_eq!(counter(&file).count("HUMS"), 2);
    // At which the library panics.
    let mut file = bytes();
    file["normalizer"] = json!({"type": "Precompiled", "precompiled_charsmap": "AAAA"});
    let reason = "no tokenizer.json of Hugging Face: its parts cannot be read";
    assert_eq!(refused(file.to_string().as_bytes()), reason);
}

/// What a model writes before it divides a text counts, however few bytes the text has.
#[test]
fn a_text_may_have_more_tokens_than_bytes() {
    let spelled_out = counter(&with(bytes(), "/normalizer", json!({"type": "NFKC"})));
    assert_eq!(spelled_out.count("½"), 5, "1, three bytes of U+2044, 2");
    let measure = spelled_out.measure("½ ½");
    assert_eq!((measure.count(0..2), measure.fits(0..2, 4), measure.fits(0..2, 5)), (5, false, true));
    let spaced =
        json!({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true});
    let spaced = counter(&with(bytes(), "/pre_tokenizer", spaced));
    assert_eq!(spaced.count("m"), 2, "Ġ, m");
    assert_eq!(spaced.measure("m m").count(0..1), 2);
}

#[test]
fn what_is_not_known_counts_a_token_a_byte_at_most() {
    let words = json!({"pre_tokenizer": {"type": "Whitespace"}, "model": {"type": "WordLevel", "vocab": {"pump": 0}, "unk_token": "?"}});
    assert_eq!(counter(&words).count("pump pump"), 2);
    assert_eq!(counter(&words).count("pump huml"), 9, "there is no unknown token: 9 bytes");
}
