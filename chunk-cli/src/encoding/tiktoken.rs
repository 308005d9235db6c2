//! The encodings that tiktoken-rs counts in (T10), with vocabulary files of our own: each token is the two tokens that it is made of,
//! which takes a fifth of the bytes of tiktoken-rs's text. Its own vocabularies are then not linked.

use std::sync::LazyLock;
use tiktoken_rs::{CoreBPE, ENDOFTEXT, O200K_BASE_PAT_STR};

/// An encoding, read by the first count.
type Encoding = LazyLock<Option<CoreBPE>>;

/// `o200k_base`, which `o200k_harmony` differs from only in special tokens.
static O200K: Encoding = LazyLock::new(|| encoding(tokens(O200K_TOKENS), O200K_BASE_PAT_STR));

/// `p50k_base`, which `p50k_edit` differs from only in special tokens.
static P50K: Encoding = LazyLock::new(|| encoding(tokens(P50K_TOKENS), P50K_PATTERN));

/// `r50k_base`: the first tokens of `p50k_base`, which adds runs of spaces.
static R50K: Encoding = LazyLock::new(|| encoding(tokens(P50K_TOKENS).take(50_256), P50K_PATTERN));

// `cargo xtask vocabularies` writes them.
const O200K_TOKENS: &[u8] = include_bytes!("o200k_base.tokens");
const P50K_TOKENS: &[u8] = include_bytes!("p50k_base.tokens");

/// The pattern in tiktoken-rs, which does not export it.
const P50K_PATTERN: &str = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s";

pub(super) fn count_o200k(text: &str) -> usize {
    count(&O200K, text)
}

pub(super) fn count_p50k(text: &str) -> usize {
    count(&P50K, text)
}

pub(super) fn count_r50k(text: &str) -> usize {
    count(&R50K, text)
}

/// The tokens of `text`, with special-token strings counted as ordinary text (T4). The regular expressions of tiktoken-rs give up on
/// too much backtracking, as in millions of spaces in a row: then each half of the text is counted by itself.
fn count(encoding: &Encoding, text: &str) -> usize {
    in_halves(text, &|text| encoding.as_ref()?.count(text, &Default::default()).ok())
}

/// What `count` counts, halving the text where it gives up.
fn in_halves(text: &str, count: &impl Fn(&str) -> Option<usize>) -> usize {
    if let Some(count) = count(text) {
        return count;
    }
    match text.split_at_checked(text.floor_char_boundary(text.len() / 2)) {
        Some((first, second)) if !first.is_empty() => in_halves(first, count) + in_halves(second, count),
        // A character has no more tokens than bytes.
        _ => text.len(),
    }
}

fn encoding(tokens: impl Iterator<Item = Vec<u8>>, pattern: &str) -> Option<CoreBPE> {
    let ranks = tokens.zip(0..).filter(|(token, _)| !token.is_empty());
    // It is never counted as a special token, but without any, tiktoken-rs would find an empty one at every byte.
    let special = [(ENDOFTEXT.to_owned(), u32::MAX)];
    CoreBPE::new(ranks.collect(), special.into_iter().collect(), pattern).ok()
}

/// Reads the tokens, in the order of their ranks: first those of one byte, as they are; then of each the ranks of the two earlier tokens
/// that it is made of. A rank that no token has is written as two ranks that are not earlier, and gives an empty token.
fn tokens(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let (single, mut pairs) = bytes.split_at_checked(1 << u8::BITS).unwrap_or_default();
    let mut tokens: Vec<_> = single.iter().map(|&byte| vec![byte]).collect();
    while let Some((first, rest)) = rank(pairs)
        && let Some((second, rest)) = rank(rest)
    {
        let part = |rank: usize| tokens.get(rank).map_or(&[][..], Vec::as_slice);
        tokens.push([part(first), part(second)].concat());
        pairs = rest;
    }
    tokens.into_iter()
}

/// Reads a rank (LEB128: seven bits a byte, the lowest first, the eighth set in all but the last), and returns it with the rest.
fn rank(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let last = bytes.iter().position(|&byte| byte < 0x80)?;
    let (rank, rest) = bytes.split_at_checked(last + 1)?;
    Some((rank.iter().rev().fold(0, |rank, &byte| rank << 7 | usize::from(byte & 0x7F)), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tokens_are_those_of_tiktoken() {
        for (own, bpe) in [
            (&O200K, tiktoken_rs::o200k_base_singleton()),
            (&P50K, tiktoken_rs::p50k_base_singleton()),
            (&R50K, tiktoken_rs::r50k_base_singleton()),
        ] {
            let own = own.as_ref().unwrap();
            let is_special =
                |token: &[u8]| bpe.special_tokens().iter().any(|special| special.as_bytes() == token);
            let mut tokens = 0;
            for rank in 0..210_000 {
                let expected = bpe.decode_bytes(&[rank]).ok().filter(|token| !is_special(token));
                assert_eq!(own.decode_bytes(&[rank]).ok(), expected, "rank {rank}");
                tokens += usize::from(expected.is_some());
            }
            assert!(tokens > 50_000);
        }
    }

    #[test]
    fn what_tiktoken_gives_up_on_is_counted_all_the_same() {
        let spaces = " ".repeat(1_100_000) + "a";
        let bpe = tiktoken_rs::o200k_base_singleton();
        assert!(
            bpe.count(&spaces, &Default::default()).is_err(),
            "it gives up, where `count_ordinary` panics"
        );

        let short = |text: &str| (text.len() <= 3).then(|| text.chars().count());
        assert_eq!(in_halves("", &short), 0);
        assert_eq!(in_halves("abcdefghij", &short), 10);
        assert_eq!(in_halves("äöü", &short), 3);
        assert_eq!(in_halves("😀", &short), 4, "what has no half has a token a byte");
    }
}
