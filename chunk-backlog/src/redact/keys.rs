//! Finds private keys (B21): PEM (RFC 7468), PGP armour (RFC 9580, section 6.2) and SSH2 (RFC 4716, section 3.2), over many lines or with `\n`
//! written out, with what a diff, a quotation or a log puts before each line; keys of PuTTY; JSON Web Keys (RFC 7518,
//! section 6) and keys in XML.

use super::{Secret, pattern::Pattern, shape::is_made_up};
use memchr::memmem;

const RULE: &str = "private-key";
const BEGIN: &[u8] = b"BEGIN ";
const END: &[u8] = b"END ";
const DASHES: &[u8] = b"----";

/// The longest label between `BEGIN ` or `END ` and the dashes.
const MAX_LABEL: usize = 64;

/// The fewest letters and digits of a key; a block with fewer only speaks of one.
const MIN_KEY: usize = 20;

/// The fewest characters of a word that is part of a key.
const MIN_KEY_WORD: usize = 16;

pub(super) fn detect(text: &[u8], secrets: &mut Vec<Secret>) {
    blocks(text, secrets);
    putty(text, secrets);
    fields(text, secrets);
}

fn blocks(text: &[u8], secrets: &mut Vec<Secret>) {
    let mut begins =
        memmem::find_iter(text, BEGIN).filter_map(|at| Some((mark_start(text, at)?, at))).peekable();
    while let Some((begin, label)) = begins.next() {
        // A block ends at the latest where the next one begins, so that each byte is read for one block only.
        let block = text.get(..begins.peek().map_or(text.len(), |(next, _)| *next)).unwrap_or_default();
        let Some(key) = label_end(block, label + BEGIN.len()) else { continue };
        let label = block.get(begin..key).unwrap_or_default();
        let is_private =
            ["PRIVATE KEY", "Static key"].iter().any(|kind| memmem::find(label, kind.as_bytes()).is_some());
        if is_private {
            let end = block_end(block, key);
            if is_key(block.get(key..end).unwrap_or_default()) {
                secrets.push(Secret::new(begin..end, RULE));
            }
        }
    }
}

/// Where the dashes before the word at `at` start.
fn mark_start(text: &[u8], at: usize) -> Option<usize> {
    let before = text.get(..at)?;
    let before = before.strip_suffix(b" ").unwrap_or(before);
    let dashes = before.iter().rev().take(5).take_while(|byte| **byte == b'-').count();
    (dashes >= DASHES.len()).then(|| before.len() - dashes)
}

/// The byte after the dashes that close the label at `start`.
fn label_end(text: &[u8], start: usize) -> Option<usize> {
    let label = text.get(start..text.len().min(start + MAX_LABEL))?;
    let dashes = start + memmem::find(label, DASHES)?;
    Some(dashes + text.get(dashes..)?.iter().take(5).take_while(|byte| **byte == b'-').count())
}

/// Where the block whose key starts at `start` ends: after its end mark, or, if there is none before the next prose, after its last
/// line of key.
fn block_end(text: &[u8], start: usize) -> usize {
    let mut last_of_key = start;
    let mut line_start = start;
    for line in text.get(start..).unwrap_or_default().split_inclusive(|&byte| byte == b'\n') {
        let mark = memmem::find_iter(line, END).find(|&at| mark_start(line, at).is_some());
        if let Some(mark) = mark {
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
    let is_key_word = |word: &[u8]| word.len() >= MIN_KEY_WORD && !is_made_up(word);
    block.iter().filter(|byte| byte.is_ascii_alphanumeric()).count() >= MIN_KEY
        && words(block).any(is_key_word)
}

/// Whether a line is made of words, and is not a header of a key such as `Comment: …`.
fn is_prose(line: &[u8]) -> bool {
    let is_header = words(line).next().is_some_and(|word| word.ends_with(b":"));
    let is_word = |word: &&[u8]| word.len() > 1 && word.iter().all(u8::is_ascii_lowercase);
    !is_header && words(line).filter(is_word).count() > 3
}

/// What is between white space, without signs before it.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| byte.is_ascii_whitespace() || b"\"'\\|".contains(byte))
        .map(|word| word.trim_ascii_start().strip_prefix(b"-").unwrap_or(word))
        .filter(|word| !word.is_empty())
}

/// The lines that `Private-Lines` of a key of PuTTY counts.
fn putty(text: &[u8], secrets: &mut Vec<Secret>) {
    const COUNT: &[u8] = b"Private-Lines:";
    const MAX_LINES: usize = 200;
    for at in memmem::find_iter(text, COUNT) {
        let rest = text.get(at + COUNT.len()..).unwrap_or_default();
        let mut lines = rest.split_inclusive(|&byte| byte == b'\n').take(MAX_LINES);
        let Some(first) = lines.next() else { continue };
        let count = std::str::from_utf8(first.trim_ascii())
            .ok()
            .and_then(|count| count.parse().ok())
            .unwrap_or(0_usize);
        let length: usize = lines.take(count.min(MAX_LINES)).map(<[u8]>::len).sum();
        let start = at + COUNT.len() + first.len();
        let length = text.get(start..start + length).unwrap_or_default().trim_ascii_end().len();
        secrets.push(Secret::new(start..start + length, RULE));
    }
}

/// The private members of a JSON Web Key, and of a key in XML.
fn fields(text: &[u8], secrets: &mut Vec<Secret>) {
    static JSON: Pattern =
        Pattern::new(r#"\\?["'](?:d|p|q|dp|dq|qi|k)\\?["']\s{0,4}:\s{0,4}\\?["']([A-Za-z0-9_=-]{16,})"#);
    static XML: Pattern = Pattern::new(
        r"<(?:[a-z]{1,8}:)?(?:D|P|Q|DP|DQ|InverseQ|PrivateExponent|X)>\s*([A-Za-z0-9+/=_\s-]{16,})",
    );
    for (sign, expression) in
        [("\"kty", &JSON), ("'kty", &JSON), ("kty\\\"", &JSON), ("Modulus>", &XML), ("DSAKeyValue>", &XML)]
    {
        if memmem::find(text, sign.as_bytes()).is_some() {
            secrets.extend(
                expression.all(text).filter_map(|captures| Some(Secret::new(captures.get(1)?.range(), RULE))),
            );
        }
    }
}
