//! The laws of T3, T4, T6 and T9 on generated text, and the oracle against the library.
// Holds: P3

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice
)]

use crate::oracle::{self, Settings};
use chunk_core::{
    ContentHash, Policy, Source, TokenCounter, Warning,
    types::{EmbedPart, SentenceRules},
};
use chunk_testkit::{
    generate::{Alphabet, Rng, text},
    law,
};
use chunk_tokens::{Boundaries, Interaction, TokenChunk, TokenConfig, TokenPolicy, TokenRecord};

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
    ", ",
    "; ",
    ":)",
    "，",
    "\u{301}",
    "🇦",
    "เ",
    "ำ",
];

fn policy(settings: Settings) -> TokenPolicy {
    let mut config = TokenConfig::default();
    config.max_tokens = settings.max_tokens;
    config.sentence_rules = if settings.literal { SentenceRules::Literal } else { SentenceRules::Standard };
    config.boundaries = if settings.lines { Boundaries::Lines } else { Boundaries::Sentences };
    config.hard_limit = settings.hard;
    TokenPolicy::new(config).unwrap()
}

fn settings(random: &mut Rng, most: usize) -> Settings {
    Settings {
        max_tokens: random.usize(1..most),
        literal: random.bool(),
        lines: random.bool(),
        hard: random.bool(),
    }
}

/// Checks everything that holds for every text, and returns the number of chunks.
fn check(source: &str, settings: Settings) -> usize {
    let policy = policy(settings);
    let unit = Interaction::new("id", source);
    let (mut line, mut oversized) = (Vec::new(), 0);
    let mut warn = |warning: Warning| oversized += usize::from(warning.code == "oversized-block");
    let written = policy.write_jsonl(unit, &mut line, &mut warn).unwrap();
    let expected = oracle::line("id", source, settings);
    assert_eq!(oversized, oracle::oversized(source, settings), "{settings:?}: {source:?}");
    assert!(line == expected.as_bytes(), "{settings:?}: {source:?}");

    let record = policy.record(unit);
    assert_eq!(record.chunks.len(), written);
    assert_eq!(record.chunks, policy.collect(unit).unwrap().chunks);
    assert_eq!(TokenRecord::from_json(&line).unwrap(), record);
    assert_eq!(policy.validate(&record), []);
    assert_eq!(policy.validate_against(&record, source.as_bytes()), []);
    law::partition(&record.chunks, &record.original_text).unwrap();
    law::replays(&policy, Source::new("id", source.as_bytes())).unwrap();
    if settings.hard {
        law::capped(&record.chunks, settings.max_tokens, |chunk| chunk.token_count, is_one_character)
            .unwrap();
    }
    written
}

/// T11: a character of several tokens is the only chunk that can be above a hard limit, and only above one of less than 4.
fn is_one_character(chunk: &TokenChunk<'_>) -> bool {
    chunk.text.chars().count() == 1 && chunk.token_count <= 4
}

fn pieces(random: &mut Rng, count: usize) -> String {
    (0..count).map(|_| PIECES[random.usize(..PIECES.len())]).collect()
}

#[test]
fn short_texts_at_every_kind_of_boundary() {
    let mut random = Rng::with_seed(31);
    let mut chunks = 0;
    for _ in 0..3_000 {
        let count = random.usize(..260);
        let source = pieces(&mut random, count);
        chunks += check(&source, settings(&mut random, 120));
    }
    assert!(chunks > 6_000, "{chunks} chunks are too few to tell anything");
}

#[test]
fn texts_of_every_alphabet() {
    let mut random = Rng::with_seed(32);
    for alphabet in Alphabet::PLAIN.into_iter().chain([Alphabet::Mixed]) {
        for _ in 0..120 {
            let bytes = random.usize(..1_500);
            let source = text(&mut random, alphabet, bytes);
            check(&source, settings(&mut random, 200));
        }
        let source = text(&mut random, alphabet, 30_000);
        let usual = Settings { max_tokens: 1024, literal: false, lines: false, hard: false };
        check(&source, usual);
        check(&source, Settings { hard: true, ..usual });
        check(&source, Settings { max_tokens: 2048, literal: true, ..usual });
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
        let policy = policy(settings(&mut random, 120));
        let [mut of_lf, mut of_crlf] = [&lf, &crlf].map(|text| policy.record(Interaction::new("id", text)));
        for chunk in of_lf.chunks.iter_mut().chain(&mut of_crlf.chunks) {
            (chunk.source_start_byte, chunk.source_end_byte) = (0, 0);
        }
        assert_eq!(of_lf, of_crlf, "{lf:?}");
    }
}

/// T11: where nothing is above the limit, a hard limit changes nothing.
#[test]
fn a_hard_limit_changes_only_what_is_above_it() {
    let mut random = Rng::with_seed(34);
    let mut same = 0;
    for _ in 0..2_000 {
        let count = random.usize(..200);
        let source = pieces(&mut random, count);
        let off = Settings { hard: false, ..settings(&mut random, 200) };
        let [without, with] = [off, Settings { hard: true, ..off }]
            .map(|settings| policy(settings).record(Interaction::new("id", &source)));
        if without.chunks.iter().all(|chunk| chunk.token_count <= off.max_tokens) {
            assert_eq!(with, without, "{off:?}: {source:?}");
            same += 1;
        }
    }
    assert!(same > 200, "{same} are too few to tell anything");
}

/// T13: the text to embed is within a hard limit, head included; without one, nothing else changes.
#[test]
fn texts_to_embed_fit() {
    let mut random = Rng::with_seed(35);
    let mut heads = 0;
    for _ in 0..1_000 {
        let count = random.usize(..200);
        let title = text(&mut random, Alphabet::Mixed, 20).replace(['\n', '\r'], " ");
        let source = format!("# {title}\n\n{}", pieces(&mut random, count));
        let settings = settings(&mut random, 100);
        let with = policy(settings).config().clone().with_embed([EmbedPart::Title]);
        let with = TokenPolicy::new(with).unwrap();
        let mut record = with.record(Interaction::new("id", &source));
        assert_eq!(with.validate_against(&record, source.as_bytes()), []);
        for chunk in &mut record.chunks {
            let (embed, hash) = (chunk.embed.take().unwrap(), chunk.embed_hash.take().unwrap());
            assert_eq!(hash, ContentHash::of(&embed));
            heads += usize::from(embed != chunk.text);
            let tokens = with.counter().count(&embed);
            assert!(
                !settings.hard || tokens <= settings.max_tokens.max(chunk.token_count),
                "{tokens}, {settings:?}: {embed:?}"
            );
        }
        if !settings.hard {
            assert_eq!(record, policy(settings).record(Interaction::new("id", &source)));
        }
    }
    assert!(heads > 1_000, "{heads} are too few to tell anything");
}
