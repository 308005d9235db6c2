//! Finds private key blocks: PEM (RFC 7468) and PGP armour (RFC 9580, section 6.2), over many lines or with `\n` written out (B21).

use super::{
    Secret,
    random::{is_placeholder, looks_random},
};
use memchr::memmem;

const RULE: &str = "private-key";
const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"-----END ";
const DASHES: &[u8] = b"-----";

/// The longest label between `BEGIN ` or `END ` and the dashes.
const MAX_LABEL: usize = 64;

/// The fewest letters and digits of a key; a block with fewer only speaks of one.
const MIN_KEY: usize = 20;

/// The fewest characters of a word that is part of a key.
const MIN_KEY_WORD: usize = 16;

pub(super) fn detect(text: &[u8], secrets: &mut Vec<Secret>) {
    let mut begins = memmem::find_iter(text, BEGIN).peekable();
    while let Some(begin) = begins.next() {
        // A block ends at the latest where the next one begins, so that each byte is read for one block only.
        let block = text.get(..begins.peek().copied().unwrap_or(text.len())).unwrap_or_default();
        let Some(key) = label_end(block, begin + BEGIN.len()) else { continue };
        let is_private = memmem::find(block.get(begin..key).unwrap_or_default(), b"PRIVATE KEY").is_some();
        if is_private {
            let end = block_end(block, key);
            if is_key(block.get(key..end).unwrap_or_default()) {
                secrets.push(Secret::new(begin..end, RULE));
            }
        }
    }
}

/// The byte after the dashes that close the label at `start`.
fn label_end(text: &[u8], start: usize) -> Option<usize> {
    let label = text.get(start..text.len().min(start + MAX_LABEL))?;
    memmem::find(label, DASHES).map(|dashes| start + dashes + DASHES.len())
}

/// Where the block whose key starts at `start` ends: after its end mark, or, if there is none before the next prose, after its last
/// line of key.
fn block_end(text: &[u8], start: usize) -> usize {
    let mut last_of_key = start;
    let mut line_start = start;
    for line in text.get(start..).unwrap_or_default().split_inclusive(|&byte| byte == b'\n') {
        if let Some(mark) = memmem::find(line, END) {
            let label = line_start + mark + END.len();
            return label_end(text, label).unwrap_or(label);
        }
        if is_prose(line) {
            break;
        }
        line_start += line.len();
        if words(line).any(|word| word.len() >= MIN_KEY_WORD) {
            last_of_key = line_start - line.len() + line.trim_ascii_end().len();
        }
    }
    last_of_key
}

/// Whether the inside of a block holds a key, and not only words that speak of one.
fn is_key(block: &[u8]) -> bool {
    let key = block.split(|byte| *byte == b'-').next().unwrap_or_default();
    let is_key_word =
        |word: &[u8]| word.len() >= MIN_KEY_WORD && looks_random(word, true) && !is_placeholder(word);
    block.iter().filter(|byte| byte.is_ascii_alphanumeric()).count() >= MIN_KEY && words(key).any(is_key_word)
}

/// Whether a line is made of words, and is not a header of a key such as `Comment: …`.
fn is_prose(line: &[u8]) -> bool {
    let is_header = words(line).next().is_some_and(|word| word.ends_with(b":"));
    let is_word = |word: &&[u8]| word.len() > 1 && word.iter().all(u8::is_ascii_lowercase);
    !is_header && words(line).filter(is_word).count() > 3
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}
