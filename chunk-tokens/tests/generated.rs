//! The laws of T3, T4, T6 and T9 on generated text, and the oracle against the library.
// Holds: P3

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice
)]

mod oracle;

use chunk_core::{
    Policy, SentenceRules, Source, Warning,
    testkit::{
        generate::{Alphabet, Rng, text},
        law,
    },
};
use chunk_tokens::{Interaction, TokenConfig, TokenPolicy, TokenRecord};

/// What boundaries are made of, and what tokenizers stumble over.
const PIECES: &[&str] = &[
    ".",
    ".",
    "!",
    "?",
    "。",
    "．",
    "！",
    "｡",
    "။",
    "।",
    "؟",
    "།",
    ";",
    "·",
    "ω",
    "ή",
    "\n1",
    "\n b",
    ")",
    "\"",
    "”",
    "」",
    " ",
    " ",
    " ",
    "\n",
    "\n\n",
    "\n\n\n",
    "\r\n",
    "\r",
    "\r\n\r\n",
    "\t",
    "\u{A0}",
    "\u{3000}",
    "\u{FEFF}",
    "a",
    "A",
    "É",
    "1",
    "９",
    "mr",
    "Etc",
    "e.g",
    "word",
    "Sentence",
    "漢字",
    "、",
    "😀",
    "👩\u{200D}💻",
    "*",
    "--",
    "x.Y",
    "'s",
    "\0",
    "<|endoftext|>",
    "1234",
    "           ",
];

fn policy(max_tokens: usize, literal: bool) -> TokenPolicy {
    let mut config = TokenConfig::default();
    config.max_tokens = max_tokens;
    config.sentence_rules = if literal { SentenceRules::Literal } else { SentenceRules::Standard };
    TokenPolicy::new(config).unwrap()
}

/// Checks everything that holds for every text, and returns the number of chunks.
fn check(source: &str, max_tokens: usize, literal: bool) -> usize {
    let policy = policy(max_tokens, literal);
    let unit = Interaction::new("id", source);
    let (mut line, mut oversized) = (Vec::new(), 0);
    let mut warn = |warning: Warning| oversized += usize::from(warning.code == "oversized-block");
    let written = policy.write_jsonl(unit, &mut line, &mut warn).unwrap();
    let settings = oracle::Settings { max_tokens, literal };
    let expected = oracle::line("id", source, settings);
    assert_eq!(oversized, oracle::oversized(source, settings), "max_tokens {max_tokens}: {source:?}");
    assert!(line == expected.as_bytes(), "max_tokens {max_tokens}, literal {literal}: {source:?}");

    let record = policy.record(unit);
    assert_eq!(record.chunks.len(), written);
    assert_eq!(record.chunks, policy.collect(unit).unwrap().chunks);
    assert_eq!(TokenRecord::from_json(&line).unwrap(), record);
    assert_eq!(policy.validate(&record), []);
    assert_eq!(policy.validate_against(&record, source.as_bytes()), []);
    law::partition(&record.chunks, &record.original_text).unwrap();
    law::replays(&policy, Source::new("id", source.as_bytes())).unwrap();
    written
}

fn pieces(random: &mut Rng, count: usize) -> String {
    (0..count).map(|_| PIECES[random.usize(..PIECES.len())]).collect()
}

#[test]
fn short_texts_at_every_kind_of_boundary() {
    let mut random = Rng::with_seed(31);
    let mut chunks = 0;
    for _ in 0..8_000 {
        let count = random.usize(..260);
        let source = pieces(&mut random, count);
        chunks += check(&source, random.usize(1..120), random.bool());
    }
    assert!(chunks > 16_000, "{chunks} chunks are too few to tell anything");
}

#[test]
fn texts_of_every_alphabet() {
    let mut random = Rng::with_seed(32);
    for alphabet in Alphabet::PLAIN.into_iter().chain([Alphabet::Mixed]) {
        for _ in 0..300 {
            let bytes = random.usize(..1_500);
            let source = text(&mut random, alphabet, bytes);
            check(&source, random.usize(1..200), false);
        }
        let source = text(&mut random, alphabet, 30_000);
        check(&source, 1024, false);
        check(&source, 2048, true);
    }
}

/// T1: text in CRLF and in LF gives the same chunks, but for the source bytes.
#[test]
fn line_ends_do_not_matter() {
    let mut random = Rng::with_seed(33);
    for _ in 0..2_000 {
        let count = random.usize(..200);
        let lf = pieces(&mut random, count).replace("\r\n", "\n").replace("\r\n", "\n");
        let lf = if lf.contains("\r\n") { lf.replace('\r', "") } else { lf };
        let crlf = lf.replace('\n', "\r\n");
        let policy = policy(random.usize(1..120), false);
        let [mut of_lf, mut of_crlf] = [&lf, &crlf].map(|text| policy.record(Interaction::new("id", text)));
        for chunk in of_lf.chunks.iter_mut().chain(&mut of_crlf.chunks) {
            (chunk.source_start_byte, chunk.source_end_byte) = (0, 0);
        }
        assert_eq!(of_lf, of_crlf, "{lf:?}");
    }
}
