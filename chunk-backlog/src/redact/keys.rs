//! Finds private keys (B21): PEM (RFC 7468), PGP armour (RFC 9580, section 6.2) and SSH2 (RFC 4716, section 3.2), over many lines or with `\n`
//! written out, with what a diff, a quotation or a log puts before each line; keys of PuTTY; JSON Web Keys (RFC 7518,
//! section 6) and keys in XML.

use super::{Secret, pattern::Pattern, shape::is_made_up};
use memchr::memmem;

const RULE: &str = "private-key";
/// The start or the end of a block, `-----BEGIN …-----`, and its label.
static MARK: Pattern = Pattern::new(r"(?s)-{4,5}[ ]?(BEGIN|END)[ ](.{0,60}?)-{4,5}");

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
    let mut marks =
        MARK.all(text).filter_map(|mark| Some((mark.get(0)?, mark.get(1)?, mark.get(2)?))).peekable();
    while let Some((begin, kind, label)) = marks.next() {
        let is_private = ["PRIVATE KEY", "Static key"]
            .iter()
            .any(|kind| memmem::find(label.as_bytes(), kind.as_bytes()).is_some());
        if kind.as_bytes() != b"BEGIN" || !is_private {
            continue;
        }
        // A block ends at the latest at the next mark, so that each byte is read for one block only.
        let (limit, end) = marks.peek().map_or((text.len(), None), |(next, kind, _)| {
            (next.start(), Some(next.end()).filter(|_| kind.as_bytes() == b"END"))
        });
        let inside = text.get(begin.end()..limit).unwrap_or_default();
        let end =
            key_end(inside, end.is_some()).map_or(end.unwrap_or_default(), |length| begin.end() + length);
        if is_key(text.get(begin.end()..end).unwrap_or_default()) {
            secrets.push(Secret::new(begin.start()..end, RULE));
        }
    }
}

/// How long the key at the start of a block is that is not `closed`, or goes on as prose: to the end of its last line of key.
fn key_end(block: &[u8], closed: bool) -> Option<usize> {
    let (mut length, mut read) = (0, 0);
    for line in block.split_inclusive(|&byte| byte == b'\n') {
        let is_before_mark = closed && !line.ends_with(b"\n");
        if !is_before_mark && is_prose(line) {
            return Some(length);
        }
        read += line.len();
        if words(line).any(|word| word.len() >= MIN_KEY_WORD) {
            length = read - line.len() + line.trim_ascii_end().len();
        }
    }
    (!closed).then_some(length)
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
