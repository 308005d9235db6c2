//! Files of tokenizers, made by hand.

use serde_json::{Value, json};

/// BERT's kind of tokenizer, with all that models add to a text.
pub(crate) fn bert() -> Value {
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
pub(crate) fn bytes() -> Value {
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
        "added_tokens": [],
        "normalizer": null,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": false},
            {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": false},
        ]},
        "model": {"type": "BPE", "ignore_merges": false, "vocab": vocabulary, "merges": merges},
    })
}

/// SentencePiece's kind: byte pairs of the whole text, in which U+2581 stands for a space.
fn marks(normalizer: Value, pre_tokenizer: Value, vocabulary: &[&str]) -> Value {
    let merges = [["▁", "h"], ["▁", "▁"], ["u", "m"], ["▁h", "um"], ["é", "▁"]];
    let merges = merges.into_iter().filter(|pair| vocabulary.contains(&&*pair.concat())).collect::<Vec<_>>();
    let vocabulary: serde_json::Map<_, _> =
        vocabulary.iter().enumerate().map(|(id, token)| ((*token).to_owned(), id.into())).collect();
    json!({
        "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer,
        "model": {"type": "BPE", "unk_token": "<unk>", "fuse_unk": true, "vocab": vocabulary, "merges": merges},
    })
}

const MARKS: &[&str] = &["<unk>", "▁", "h", "u", "m", "é", "▁h", "▁▁", "um", "▁hum", ".", "\n"];

/// The same with tokens of every two of these characters: a text that is divided where the tokenizer does not counts too much.
fn with_pairs(mut file: Value, characters: &str) -> Value {
    for (a, b) in characters.chars().flat_map(|a| characters.chars().map(move |b| (a, b))) {
        let pair = format!("{a}{b}");
        let vocabulary = file["model"]["vocab"].as_object_mut().unwrap();
        let rank = vocabulary.len();
        if vocabulary.insert(pair, rank.into()).is_none() {
            file["model"]["merges"].as_array_mut().unwrap().push(json!([a.to_string(), b.to_string()]));
        }
    }
    file
}

/// T5's kind: the likeliest tokens of each word, in which U+2581 stands for the space before it.
pub(crate) fn unigram(normalizer: Value, pre_tokenizer: Value) -> Value {
    let tokens =
        ["<unk>", "▁", "h", "u", "m", "hum", "▁hum", "um", ".", "▁.", "1", "⁄", "p", "ps", "s", "▁p", "\n"];
    let scored: Vec<_> =
        (0..).zip(tokens).map(|(at, token)| json!([token, -1.0 - f64::from(at) / 7.0])).collect();
    json!({
        "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer,
        "model": {"type": "Unigram", "unk_id": 0, "byte_fallback": false, "vocab": scored},
    })
}

/// Llama's kind: unknown characters are tokens for their bytes.
fn byte_fallback(mut file: Value) -> Value {
    let vocabulary = file["model"]["vocab"].as_object_mut().unwrap();
    for byte in 0..=u8::MAX {
        let rank = vocabulary.len();
        vocabulary.insert(format!("<{byte:#04X}>"), rank.into());
    }
    file["model"]["byte_fallback"] = true.into();
    file
}

pub(crate) fn with(mut file: Value, pointer: &str, value: Value) -> Value {
    *file.pointer_mut(pointer).unwrap() = value;
    file
}

pub(crate) fn files() -> Vec<Value> {
    let metaspace = |split: bool, scheme: &str| json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": split});
    let replace = json!({"type": "Replace", "pattern": {"String": " "}, "content": "▁"});
    let prepend =
        json!({"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"}, replace.clone()]});
    let bytes = bytes();
    let gpt2 =
        json!({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true});
    let digits = json!({"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": true}, gpt2.clone()]});
    let [nfc, nfc_alone] = [json!({"type": "NFC"}), json!({"type": "NFC"})];
    let split = |pattern: &str| {
        json!({"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": false},
            {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": false},
        ]})
    };
    let o200k = split(
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    );
    let gpt2_alone =
        json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true});
    let every_pair = with_pairs(bytes.clone(), "hms1.'/<ĠĊčĉT");
    let nmt = json!({"type": "Sequence", "normalizers": [
        {"type": "Nmt"}, {"type": "NFKC"}, {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
    ]});
    let white = |scheme: &str| json!({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, metaspace(true, scheme)]});
    let replaced = |pattern: &str, content: &str| json!({"type": "Replace", "pattern": {"String": pattern}, "content": content});
    let runs = json!({"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "});
    let (bytes_alone, gpt2_too) = (bytes.clone(), gpt2.clone());
    let with_added = |mut file: Value, added: Value| {
        file["added_tokens"] = added;
        file
    };
    let added = |content: &str| json!([{"id": 1, "content": content, "special": false, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false}]);
    let mut both = added("call>");
    let mut hiding = added("<tool call>")[0].clone();
    (hiding["special"], hiding["id"]) = (true.into(), 2.into());
    both.as_array_mut().unwrap().push(hiding);
    vec![
        bert(),
        with(bert(), "/normalizer", Value::Null),
        with(bert(), "/normalizer", nfc.clone()),
        with(bert(), "/added_tokens", added("[SEP]")),
        bytes.clone(),
        with(bytes.clone(), "/pre_tokenizer", gpt2.clone()),
        with(with(bytes.clone(), "/pre_tokenizer", gpt2), "/model/ignore_merges", true.into()),
        with(bytes.clone(), "/pre_tokenizer", digits),
        with(bytes.clone(), "/added_tokens", added("<tool call>")),
        marks(Value::Null, metaspace(true, "always"), MARKS),
        marks(Value::Null, metaspace(true, "first"), MARKS),
        marks(Value::Null, metaspace(false, "first"), MARKS),
        marks(Value::Null, metaspace(false, "never"), MARKS),
        marks(
            Value::Null,
            json!({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, metaspace(true, "first")]}),
            MARKS,
        ),
        marks(prepend.clone(), Value::Null, MARKS),
        marks(replace, Value::Null, MARKS),
        every_pair.clone(),
        with(every_pair.clone(), "/added_tokens", added("m<tool call>")),
        with(every_pair.clone(), "/added_tokens", added("hum")),
        with(every_pair.clone(), "/normalizer", nfc),
        with(every_pair.clone(), "/pre_tokenizer", o200k),
        with(every_pair, "/pre_tokenizer", gpt2_alone),
        byte_fallback(marks(prepend.clone(), Value::Null, MARKS)),
        byte_fallback(with_pairs(marks(Value::Null, metaspace(false, "first"), MARKS), "hm.")),
        with_pairs(marks(Value::Null, metaspace(false, "always"), MARKS), "hu\n"),
        unigram(nmt.clone(), metaspace(true, "always")),
        unigram(nmt.clone(), metaspace(true, "first")),
        unigram(nmt.clone(), metaspace(true, "never")),
        unigram(with(nmt.clone(), "/normalizers/2/content", "▁".into()), metaspace(true, "always")),
        unigram(json!({"type": "Nmt"}), metaspace(true, "always")),
        unigram(nmt, white("always")),
        unigram(Value::Null, white("always")),
        unigram(nfc_alone, white("first")),
        unigram(json!({"type": "NFKC"}), metaspace(true, "always")),
        unigram(json!({"type": "NFKC"}), metaspace(true, "first")),
        unigram(runs.clone(), metaspace(true, "never")),
        // Accents alone become spaces, and these one with those beside them.
        unigram(
            json!({"type": "Sequence", "normalizers": [{"type": "NFKD"}, {"type": "StripAccents"}, runs.clone()]}),
            metaspace(true, "always"),
        ),
        // Spaces are no more when the text is divided.
        unigram(
            json!({"type": "Sequence", "normalizers": [replaced(".", " "), runs]}),
            metaspace(true, "always"),
        ),
        with(bytes_alone.clone(), "/normalizer", replaced(" ", "")),
        with(
            with(bytes_alone.clone(), "/pre_tokenizer", gpt2_too.clone()),
            "/normalizer",
            replaced(" ", "_"),
        ),
        marks(prepend.clone(), json!({"type": "Whitespace"}), MARKS),
        marks(prepend.clone(), gpt2_too.clone(), MARKS),
        unigram(
            Value::Null,
            json!({"type": "Sequence", "pretokenizers": [metaspace(false, "always"), {"type": "WhitespaceSplit"}]}),
        ),
        unigram(
            Value::Null,
            json!({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, with(metaspace(true, "always"), "/replacement", "_".into())]}),
        ),
        with(
            bytes_alone.clone(),
            "/pre_tokenizer",
            json!({"type": "Sequence", "pretokenizers": [gpt2_too, metaspace(true, "first")]}),
        ),
        // The pattern takes the mark for a sign.
        marks(
            Value::Null,
            json!({"type": "Sequence", "pretokenizers": [metaspace(false, "always"), bytes["pre_tokenizer"]["pretokenizers"][0]]}),
            MARKS,
        ),
        // A space is put before a text, and another before what follows it.
        marks(
            prepend.clone(),
            json!({"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": true}, metaspace(true, "first")]}),
            MARKS,
        ),
        // A token is found before the space is put before the text.
        with_added(marks(prepend.clone(), Value::Null, MARKS), added("[SEP]")),
        // A special token is found, and left as text, with what would be a token in it.
        with(bytes_alone, "/added_tokens", both),
        // Here a token crosses the place before a space.
        marks(prepend, Value::Null, &["<unk>", "▁", "h", "é", "é▁"]),
    ]
}
