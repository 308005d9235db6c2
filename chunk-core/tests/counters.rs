//! Counters that plug in (T10): ranges count as texts of their own, exactly.
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs)]

use chunk_core::{
    TokenCounter,
    counters::{Bytes, Characters, CountWith},
};

/// Where lines, pre-tokens and contractions meet.
const PIECES: &[&str] = &[
    "\n",
    "\n\n",
    "\r\n",
    "\n ",
    " \n",
    "\t",
    " ",
    "a",
    "B",
    "Word",
    "word",
    "don't",
    "I'LL",
    "'s",
    "é",
    "Ünder",
    "漢字",
    "한",
    "\u{301}",
    "1",
    "1234",
    "½",
    ".",
    "!!",
    "/",
    "//\n/",
    "…\n",
    "<|endoftext|>",
    "<",
    "😀",
    "\u{A0}",
    "\u{2028}",
    "\u{85}",
    "camelCase",
    "HTTPServer",
    "ǅ",
    "ʰ",
];

fn texts() -> impl Iterator<Item = String> {
    let mut random = fastrand::Rng::with_seed(14);
    (0..400).map(move |_| (0..random.usize(..40)).map(|_| PIECES[random.usize(..PIECES.len())]).collect())
}

/// Ranges of `text`, on the boundaries of its characters and off them.
fn ranges_agree(counter: &dyn TokenCounter, text: &str) {
    let mut random = fastrand::Rng::with_seed(15);
    let measure = counter.measure(text);
    for _ in 0..12 {
        let start = random.usize(..=text.len());
        let end = random.usize(start..=text.len());
        let expected = text.get(start..end).map_or(0, |part| counter.count(part));
        assert_eq!(measure.count(start..end), expected, "{} {start}..{end} of {text:?}", counter.encoding());
        if let Some((start_border, end_border)) = measure.start(start).zip(measure.end(end)) {
            assert_eq!(start_border.count_to(end_border), Some(expected), "{start}..{end} of {text:?}");
        }
    }
    assert_eq!(measure.count(0..text.len() + 1), 0, "beyond the text");
}

#[test]
fn ranges_count_as_texts_of_their_own() {
    let words = CountWith::new("words", |text: &str| text.split_whitespace().count());
    for text in texts() {
        ranges_agree(&Bytes, &text);
        ranges_agree(&Characters, &text);
        ranges_agree(&words, &text);
    }
}

/// A closure that counts too much is bounded, and no sum overflows.
#[test]
fn no_text_has_more_tokens_than_there_can_be() {
    let far_too_many = CountWith::new("far-too-many", |_: &str| usize::MAX);
    for counter in [far_too_many.clone(), far_too_many.lines_add_up()] {
        assert_eq!(counter.count("a\nb\n"), 16 * 4 + 16);
        assert_eq!(counter.measure("a\nb\nc").count(0..5), 16 * 5 + 16);
        assert_eq!((counter.count(""), counter.measure("a").count(0..0)), (0, 0));
        ranges_agree(&counter, "a\nb\n\nword word\nc");
    }
}

#[test]
fn lines_add_up_in_the_newer_encodings_of_tiktoken() {
    for bpe in [
        tiktoken_rs::cl100k_base_singleton(),
        tiktoken_rs::o200k_base_singleton(),
        tiktoken_rs::o200k_harmony_singleton(),
    ] {
        let encoding = CountWith::new("tiktoken", |text: &str| bpe.count_ordinary(text)).lines_add_up();
        for text in texts() {
            assert_eq!(encoding.measure(&text).count(0..text.len()), bpe.count_ordinary(&text), "{text:?}");
            ranges_agree(&encoding, &text);
        }
    }
}
