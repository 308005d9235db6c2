//! Mutates inputs: changes bytes, removes or repeats parts, takes parts from other inputs, and inserts runs about as long as
//! the libraries' windows.

use chunk_core::testkit::generate::{Alphabet, Rng, about_a_power, text};

/// Strings that have a meaning to parsers.
const WORDS: &[&[u8]] = &[
    b"\n",
    b"\r\n",
    b"\r",
    b"\n\n",
    b" ",
    b"\t",
    b"\"",
    b"\\",
    b"\\u0000",
    b"\\ud83d",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"---\n",
    b"...\n",
    b"# ",
    b"## ",
    b"> ",
    b"- ",
    b"1. ",
    b"```\n",
    b"~~~\n",
    b"|a|b|\n|-|-|\n",
    b"<!-- ",
    b" -->",
    b"<div>",
    b"&amp;",
    b"*",
    b"_",
    b"`",
    b"[a](b)",
    b"[a]: b\n",
    b"\0",
    b"\xEF\xBB\xBF",
    b"\xFF",
    b"\xC2\x85",
    b"\xE2\x80\xA8",
    b"\xE3\x80\x82",
    b"\xF0\x9F\x98\x80",
    b"null",
    b"true",
    b"-1",
    b"1e9",
    b"18446744073709551616",
    b"password=",
    b"-----BEGIN PRIVATE KEY-----",
    b"ghp_",
    b"2026-02-12 ",
    b"# Worklog\n",
    b"Dr. ",
    b"e.g. ",
    b"3.14",
    b". ",
    b"? ",
    b"\x1B[0m",
];

/// An input of the corpus, changed in a few places.
pub fn input(random: &mut Rng, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut input = one(random, corpus).to_vec();
    for _ in 0..1 << random.u8(..5) {
        let at = random.usize(..=input.len());
        let most = 1 << random.u8(..10);
        let end = at + random.usize(..=(input.len() - at).min(most));
        let part = input.get(at..end).unwrap_or_default().to_vec();
        let replaced = match random.u8(..8) {
            0 => Vec::new(),
            1 => part.repeat(random.usize(2..5)),
            2 => part.iter().rev().copied().collect(),
            3 => {
                let other = one(random, corpus);
                let from = random.usize(..=other.len());
                other.get(from..).unwrap_or_default().iter().take(1 << random.u8(..10)).copied().collect()
            }
            4 => {
                let alphabet = [Alphabet::Mixed, Alphabet::Prose, Alphabet::Unicode, Alphabet::Control];
                let bytes = random.usize(..64);
                let alphabet = alphabet.get(random.usize(..4)).copied().unwrap_or(Alphabet::Mixed);
                [text(random, alphabet, bytes).into_bytes(), part].concat()
            }
            5 => part.iter().map(|byte| if random.u8(..8) == 0 { random.u8(..) } else { *byte }).collect(),
            _ => {
                let word = WORDS.get(random.usize(..WORDS.len())).copied().unwrap_or_default();
                let few = 1 << random.u8(..6).saturating_sub(2);
                let times = if random.u8(..4) == 0 { about_a_power(random) / word.len().max(1) } else { few };
                [&word.repeat(times), &*part].concat()
            }
        };
        input.splice(at..end, replaced);
        input.truncate(64 << 10);
    }
    input
}

fn one<'c>(random: &mut Rng, corpus: &'c [Vec<u8>]) -> &'c [u8] {
    corpus.get(random.usize(..corpus.len().max(1))).map_or(&[], Vec::as_slice)
}
