//! T4, T10: the counters of the encodings of tiktoken are exact, compared with tiktoken-rs on every class of character, every kind of text and every
//! range; and its work is linear.
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs)]

mod ranges;

use base64::{Engine, engine::general_purpose::STANDARD};
use chunk_core::{
    TokenCounter,
    counters::{Cl100k, O200k, P50k, R50k},
};
use rstest::rstest;
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, fmt::Write};
use tiktoken_rs::CoreBPE;

/// The encodings, and what tiktoken-rs counts them with.
fn encodings() -> [(&'static dyn TokenCounter, &'static CoreBPE); 4] {
    static OURS: (Cl100k, O200k, P50k, R50k) =
        (Cl100k::DEFAULT, O200k::DEFAULT, P50k::DEFAULT, R50k::DEFAULT);
    [
        (&OURS.0, tiktoken_rs::cl100k_base_singleton()),
        (&OURS.1, tiktoken_rs::o200k_base_singleton()),
        (&OURS.2, tiktoken_rs::p50k_base_singleton()),
        (&OURS.3, tiktoken_rs::r50k_base_singleton()),
    ]
}

fn counts_right(text: &str) {
    for (encoding, oracle) in encodings() {
        assert_eq!(encoding.count(text), oracle.count_ordinary(text), "{} of {text:?}", encoding.encoding());
    }
}

/// The tokens of a vocabulary's file by rank.
fn tokens(file: &[u8]) -> Vec<Vec<u8>> {
    let (single, pairs) = file.split_at(256);
    let mut tokens: Vec<Vec<u8>> = single.iter().map(|&byte| vec![byte]).collect();
    let (mut ranks, mut rank) = (Vec::new(), 0);
    let mut bits = 0;
    for byte in pairs {
        rank |= usize::from(byte & 0x7F) << bits;
        bits += 7;
        if *byte < 0x80 {
            ranks.push(std::mem::take(&mut rank));
            bits = 0;
        }
    }
    for pair in ranks.as_chunks().0 {
        let [first, second] = pair.map(|rank| tokens.get(rank).cloned().unwrap_or_default());
        tokens.push([first, second].concat());
    }
    tokens
}

/// The files that OpenAI's tiktoken loads have a token in base64 and its rank on each line; `tiktoken_ext/openai_public.py` of
/// tiktoken says what hash it expects of each.
#[rstest]
#[case::cl100k(
    include_bytes!("../../build/cl100k_base.tokens"),
    usize::MAX,
    "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
)]
#[case::o200k(
    include_bytes!("../../build/o200k_base.tokens"),
    usize::MAX,
    "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
)]
#[case::p50k(
    include_bytes!("../../build/p50k_base.tokens"),
    usize::MAX,
    "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069"
)]
#[case::r50k(
    include_bytes!("../../build/p50k_base.tokens"),
    50_256,
    "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930"
)]
fn the_vocabulary_is_the_published_one(#[case] file: &[u8], #[case] count: usize, #[case] published: &str) {
    let tokens = tokens(file);
    let mut lines = String::new();
    for (rank, token) in tokens.iter().enumerate().take(count).filter(|(_, token)| !token.is_empty()) {
        writeln!(lines, "{} {rank}", STANDARD.encode(token)).unwrap();
    }
    let hash = Sha256::digest(lines);
    assert_eq!(hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>(), published);
}

/// Texts that the pattern or the vocabulary treats in a special way.
const PIECES: &[&str] = &[
    " ",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\t",
    "\u{B}",
    "\u{85}",
    "\u{A0}",
    "\u{2028}",
    "\u{3000}",
    "\u{200B}",
    "\u{FEFF}",
    "\u{1C}",
    "'s",
    "'S",
    "'ſ",
    "'ll",
    "'LL",
    "'l",
    "'Ve",
    "'re",
    "'",
    "’s",
    "don't",
    "a",
    "Z",
    "é",
    "ſ",
    "K",
    "word",
    " The",
    "camelCase",
    "Donaudampfschifffahrt",
    "漢",
    "漢字仮名",
    "かな",
    "한국어",
    "ไทย",
    "א",
    "ع",
    "0",
    "12",
    "345",
    "6789",
    "½",
    "٣",
    "Ⅷ",
    "²",
    ".",
    ",",
    "!",
    "...",
    "—",
    "$",
    "==",
    "_",
    "____",
    "//",
    "{}",
    "();",
    "<|endoftext|>",
    "<|fim_prefix|>",
    "<|endofprompt|>",
    "😀",
    "👩‍👩‍👧",
    "🏽",
    "\u{FE0F}",
    "\u{301}",
    "\u{200D}",
    "\0",
    "\u{1}",
    "\u{7F}",
    "\u{E000}",
    "\u{10FFFF}",
    "fn ",
    "https://",
    "=>",
    "\t\t",
    "//\n/",
    "HTTPServer",
    "McDonald's",
    "漢A",
    "ǅ",
    "ʰ",
    "ँ",
    "    ",
    "        ",
];

fn random_text(random: &mut fastrand::Rng, pieces: usize) -> String {
    (0..random.usize(..=pieces))
        .map(|_| match random.u8(..20) {
            0 => random.char(..).to_string(),
            1 => random.char(..'\u{3000}').to_string(),
            2 => PIECES[random.usize(..PIECES.len())].repeat(random.usize(1..20)),
            _ => PIECES[random.usize(..PIECES.len())].to_owned(),
        })
        .collect()
}

#[test]
fn every_code_point_is_of_the_class_that_the_pattern_sees() {
    // Each in front of, behind and between letters, numbers, white space and others; many to a text.
    // Of Chinese and Korean letters, private characters, and the planes that hold such or none, one in 29: all would take 35 s of a core.
    let is_alike = |c: u32| {
        c >> 16 > 1 || matches!(c, 0x3400..=0x9fff | 0xac00..=0xd7a3 | 0xe000..=0xf8ff | 0x1_7000..=0x1_8cff)
    };
    let code_points =
        || ('\0'..=char::MAX).filter(|&c| !is_alike(u32::from(c)) || u32::from(c).is_multiple_of(29));
    for context in ["a{}a", "!{}1{}11", "\n {}\n"] {
        let mut text = String::new();
        for c in code_points() {
            text.push_str(&context.replace("{}", c.encode_utf8(&mut [0; 4])));
            text.push_str("|.|\n");
            if text.len() > 1 << 12 {
                counts_right(&text);
                text.clear();
            }
        }
        counts_right(&text);
    }
}

#[test]
fn random_strings() {
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..15_000 {
        counts_right(&random_text(&mut random, 12));
    }
}

#[test]
fn long_texts() {
    let mut random = fastrand::Rng::with_seed(10);
    for _ in 0..10 {
        counts_right(&random_text(&mut random, 20_000));
    }
}

/// ASCII is scanned 64 bytes at a time: words, signs and line ends across these windows, of few kinds and of many.
#[test]
fn windows_of_ascii() {
    const UNITS: [&str; 28] = [
        "a", "Zb", "word", "HTTP", "1", "23", " ", "  ", "\t", "\u{B}", "\n", "\r", "\n\n", ".", "!!", "_",
        "'", "'s", "'LL", "'v", "'x", "'ſ", "/", ";\n/", "\u{0}", "\u{1F}", "é", "\u{A0}",
    ];
    let mut random = fastrand::Rng::with_seed(12);
    for _ in 0..4_000 {
        let few: Vec<&str> = (0..random.usize(1..6)).map(|_| UNITS[random.usize(..UNITS.len())]).collect();
        let units = if random.bool() { &few } else { &UNITS[..random.usize(1..=28)] };
        let text: String = (0..random.usize(..150)).map(|_| units[random.usize(..units.len())]).collect();
        counts_right(&text);
    }
}

#[test]
fn random_bytes() {
    let mut random = fastrand::Rng::with_seed(18);
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..random.usize(..200)).map(|_| random.u8(..)).collect();
        counts_right(&String::from_utf8_lossy(&bytes));
        counts_right(&bytes.iter().map(|&byte| char::from(byte)).collect::<String>());
    }
}

#[test]
fn random_runs() {
    let mut random = fastrand::Rng::with_seed(5);
    for round in 0..4_000 {
        let length = random.usize(..if round % 100 == 0 { 3000 } else { 60 });
        let text: String = match round % 4 {
            0 => (0..length).map(|_| random.lowercase()).collect(),
            1 => (0..length).map(|_| random.char('一'..='鿿')).collect(),
            2 => (0..length).map(|_| random.char('\u{1F300}'..='\u{1F64F}')).collect(),
            _ => (0..length).map(|_| if random.bool() { 'a' } else { 'b' }).collect(),
        };
        counts_right(&text);
    }
}

/// Words and runs of letters of two to four bytes, with odd neighbours: they are divided where no token can cross.
#[test]
fn letters_of_other_scripts() {
    const SCRIPTS: [(char, char); 12] = [
        ('а', 'я'),
        ('α', 'ω'),
        ('ا', 'ي'),
        ('א', 'ת'),
        ('अ', 'ह'),
        ('ก', 'ฮ'),
        ('가', '힣'),
        ('ぁ', 'ん'),
        ('ァ', 'ヶ'),
        ('一', '龥'),
        ('\u{1F300}', '\u{1F64F}'),
        ('\u{80}', '\u{2FFF}'),
    ];
    let common: Vec<char> =
        "的是不了人我在有他这中国日本語のですたしっいまиоеанртсдвлккодданныхالعربيةकेมीない".chars().collect();
    let mut random = fastrand::Rng::with_seed(17);
    for _ in 0..6_000 {
        let (first, last) = SCRIPTS[random.usize(..SCRIPTS.len())];
        let text: String = (0..random.usize(..50))
            .map(|_| match random.u8(..12) {
                0 => ' ',
                1 => ['。', '、', ',', '\n', 'a', '’', '　', '\u{301}'][random.usize(..8)],
                2..6 => common[random.usize(..common.len())],
                _ => random.char(first..=last),
            })
            .collect();
        counts_right(&text);
    }
    // Neighbours of every kind of character, each in one piece.
    for c in '\u{80}'..='\u{FFFF}' {
        if c.is_alphabetic() {
            counts_right(&format!("的{c}{c}国の{c}д{c}аع{c}ا가{c}"));
        }
    }
}

/// Tokens that begin or end within a character, in texts that have the rest of it: no place within them divides a piece.
#[test]
fn tokens_of_parts_of_characters() {
    let mut random = fastrand::Rng::with_seed(23);
    let mut ends: BTreeMap<Vec<u8>, Vec<char>> = BTreeMap::new();
    for c in '\u{80}'..='\u{FFFF}' {
        let bytes = c.to_string().into_bytes();
        (1..bytes.len()).for_each(|at| ends.entry(bytes[at..].to_vec()).or_default().push(c));
    }
    let mut seen = 0;
    for file in [
        &include_bytes!("../../build/cl100k_base.tokens")[..],
        include_bytes!("../../build/o200k_base.tokens"),
    ] {
        for token in tokens(file).iter().filter(|token| token.len() > 1 && str::from_utf8(token).is_err()) {
            let within = token.iter().take_while(|byte| (0x80..0xC0).contains(*byte)).count();
            let (head, rest) = token.split_at(within);
            let firsts = ends.get(head).map_or(&[][..], Vec::as_slice);
            for _ in 0..8 {
                let mut bytes = random.choice(firsts).map(char::to_string).unwrap_or_default().into_bytes();
                bytes.extend(rest);
                bytes.extend((0..3).map(|_| random.u8(0x80..0xC0)));
                let last = bytes.iter().rposition(|&byte| byte >= 0xC0).unwrap_or_default();
                let whole = (last..bytes.len()).rev().find(|&end| str::from_utf8(&bytes[..=end]).is_ok());
                let Some(text) = whole.and_then(|end| str::from_utf8(&bytes[..=end]).ok()) else { continue };
                counts_right(text);
                counts_right(&format!("的国{text}の{text}a"));
                seen += 1;
            }
        }
    }
    assert!(seen > 10_000, "{seen}");
}

#[rstest]
fn long_pieces(
    #[values(
        "a", "ab", "_", " ", "\n", "\n ", "=", "é", "漢", "😀", "\u{1}", "0", "½", "★。", "the", "aab",
        "\u{301}"
    )]
    unit: &str,
    #[values("", "x", " ", "!", "\n", "\n\n ")] before: &str,
) {
    for length in [1, 100, 255, 256, 257, 1000, 3000] {
        let run = unit.repeat(length / unit.len() + 1);
        counts_right(&format!("{before}{run}"));
        counts_right(&format!("{before}{run}x."));
    }
}
