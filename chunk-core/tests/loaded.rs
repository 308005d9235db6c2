//! T10: an encoding that is loaded counts what tiktoken counts, and no other file is taken for its vocabulary.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_core::counters::{LoadError, encodings_to_load, load_encoding, loaded_encoding};
use tiktoken_rs::CoreBPE;

const O200K: &[u8] = include_bytes!("../build/o200k_base.tokens");
const P50K: &[u8] = include_bytes!("../build/p50k_base.tokens");

/// A range of a text is counted as well as all of it.
#[test]
fn it_counts_what_tiktoken_counts() {
    let oracles: [(&str, &[u8], &CoreBPE); 3] = [
        ("o200k_base", O200K, tiktoken_rs::o200k_base_singleton()),
        ("p50k_base", P50K, tiktoken_rs::p50k_base_singleton()),
        ("r50k_base", P50K, tiktoken_rs::r50k_base_singleton()),
    ];
    assert_eq!(oracles.map(|(name, ..)| name), encodings_to_load());
    let mut random = fastrand::Rng::with_seed(49);
    for (name, file, oracle) in oracles {
        assert!(loaded_encoding(name).is_none(), "{name} is loaded before it was");
        load_encoding(name, file).unwrap();
        load_encoding(name, file).unwrap();
        let counter = loaded_encoding(name).unwrap();
        assert_eq!(counter.encoding(), name);
        // Every token by itself, so that each has its rank; then many together.
        for rank in 0.. {
            let Ok(token) = oracle.decode_bytes(&[rank]) else { break };
            let Ok(token) = String::from_utf8(token) else { continue };
            assert_eq!(counter.count(&token), oracle.count_ordinary(&token), "{name} of {token:?}");
        }
        for _ in 0..300 {
            let ranks: Vec<_> = (0..random.usize(1..40)).map(|_| random.u32(..50_000)).collect();
            let text = String::from_utf8_lossy(&oracle.decode_bytes(&ranks).unwrap()).into_owned();
            let text = format!("{text}    {}\n\tif", text.to_ascii_uppercase());
            assert_eq!(counter.count(&text), oracle.count_ordinary(&text), "{name} of {text:?}");
            let end = text.floor_char_boundary(text.len() / 2);
            let half = text.get(..end).unwrap();
            assert_eq!(
                counter.measure(&text).count(0..end),
                oracle.count_ordinary(half),
                "{name} of {half:?}"
            );
        }
    }
}

#[test]
fn another_file_is_refused() {
    let not_its_file = |name: &str| LoadError::NotItsFile(name.to_owned());
    for (name, file) in
        [("o200k_base", P50K), ("p50k_base", O200K), ("r50k_base", b"<!doctype html>".as_slice())]
    {
        assert_eq!(load_encoding(name, file), Err(not_its_file(name)));
    }
    let (_, cut_short) = O200K.split_last().unwrap();
    assert_eq!(load_encoding("o200k_base", cut_short), Err(not_its_file("o200k_base")));
    let error = load_encoding("cl100k_base", O200K).unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"cl100k_base\" is no encoding that can be loaded: these are o200k_base, p50k_base, r50k_base"
    );
}
