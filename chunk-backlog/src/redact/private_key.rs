//! Private key blocks: PEM (RFC 7468) and PGP armour (RFC 9580, section 6.2), over many lines or with `\n` written out.

use super::{
    Secret,
    random::{is_drawn, is_placeholder},
};
use memchr::memmem;

const RULE: &str = "private-key";
const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"-----END ";
const DASHES: &[u8] = b"-----";

/// The longest label between `BEGIN ` or `END ` and the dashes.
const MAX_LABEL: usize = 64;

/// The least letters and digits of a key; a block with less only speaks of one.
const MIN_KEY: usize = 20;

/// The least characters of a word that is part of a key.
const MIN_KEY_WORD: usize = 16;

pub(super) fn detect(text: &[u8], secrets: &mut Vec<Secret>) {
    let mut begins = memmem::find_iter(text, BEGIN).peekable();
    while let Some(begin) = begins.next() {
        // No block stands in another, so each byte is looked at for one block only.
        let block = text.get(..begins.peek().copied().unwrap_or(text.len())).unwrap_or_default();
        let Some(label) = behind_label(block, begin + BEGIN.len()) else { continue };
        let is_private = memmem::find(block.get(begin..label).unwrap_or_default(), b"PRIVATE KEY").is_some();
        if is_private {
            let end = block_end(block, label);
            if is_key(block.get(label..end).unwrap_or_default()) {
                secrets.push(Secret::new(begin..end, RULE));
            }
        }
    }
}

/// The byte behind the dashes that close the label at `start`.
fn behind_label(text: &[u8], start: usize) -> Option<usize> {
    let label = text.get(start..text.len().min(start + MAX_LABEL))?;
    memmem::find(label, DASHES).map(|dashes| start + dashes + DASHES.len())
}

/// Where the block ends whose key starts at `start`: behind its end mark; without one, behind its last line of key.
/// Prose ends it too.
fn block_end(text: &[u8], start: usize) -> usize {
    let mut last_of_key = start;
    let mut line_start = start;
    for line in text.get(start..).unwrap_or_default().split_inclusive(|&byte| byte == b'\n') {
        if let Some(mark) = memmem::find(line, END) {
            let behind_mark = line_start + mark + END.len();
            return behind_label(text, behind_mark).unwrap_or(behind_mark);
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

/// Whether a block holds a key, and not only words that speak of one.
fn is_key(block: &[u8]) -> bool {
    let key = block.split(|byte| *byte == b'-').next().unwrap_or_default();
    let is_key = |word: &[u8]| word.len() >= MIN_KEY_WORD && is_drawn(word, true) && !is_placeholder(word);
    block.iter().filter(|byte| byte.is_ascii_alphanumeric()).count() >= MIN_KEY && words(key).any(is_key)
}

/// Whether a line is made of words, and no header of a key such as `Comment: …`.
fn is_prose(line: &[u8]) -> bool {
    let is_header = words(line).next().is_some_and(|word| word.ends_with(b":"));
    let is_word = |word: &&[u8]| word.len() > 1 && word.iter().all(u8::is_ascii_lowercase);
    !is_header && words(line).filter(is_word).count() > 3
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}
