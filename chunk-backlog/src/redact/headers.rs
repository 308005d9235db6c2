//! Finds what an `Authorization` header says (B21), whatever its scheme: `Basic`, `Bearer`, `Digest`, `AWS4-HMAC-SHA256`, ….

use super::{Secret, harmless, pattern::Pattern, shape, value};
use chunk_core::{slice, unicode::is_white_space};

const RULE: &str = "authorization-header";

/// How much of a line is read.
const MAX_LINE: usize = 512;

/// The name of the header, and what is between it and the credentials.
static HEADER: Pattern = Pattern::new(
    r#"(?i)authorization\\{0,2}["'`\])]{0,3}(?:[ \t]*(?:=>|[:=,]|%3A)(?:[ \t]|\\ |%20)*(?:[bfru]?\\{0,2}["'`])?|[ \t]+["'])(?:[a-z][a-z0-9_-]*(?:[ \t]+|\\ |%20))?"#,
);

pub(super) fn detect(text: &str, secrets: &mut Vec<Secret>) {
    let mut done = 0;
    for header in HEADER.all(text.as_bytes()).filter_map(|captures| captures.get(0)) {
        let value = header.end();
        if value < done {
            continue;
        }
        let rest = text.as_bytes().get(value..text.len().min(value + MAX_LINE)).unwrap_or_default();
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let Some(line) = text.get(value..value::boundary(text, value + length)) else { continue };
        // Credentials with parameters have quotes of their own.
        let end = parameters_end(line).or_else(|| bare_end(line)).unwrap_or(line.len());
        let credentials = slice(line, 0..end);
        let is_secret = |word: &str| {
            word.len() >= 8
                && !harmless::is_harmless(word)
                && (shape::is_generated(word, 8) || shape::is_chosen(word))
        };
        if credentials.split(|letter: char| " \",='".contains(letter)).any(is_secret) {
            // A line that is longer than what was read of it goes on.
            let rest = if end == line.len() { slice(text, value + end..text.len()) } else { "" };
            let ends = |letter: char| !letter.is_ascii_graphic() || "\"'`<>,;".contains(letter);
            let end = value + end + rest.find(ends).unwrap_or(rest.len());
            secrets.push(Secret::new(value..end, RULE));
            done = end;
        }
    }
}

/// Where parameters end: `username="a", response="…"`.
fn parameters_end(line: &str) -> Option<usize> {
    static PARAMETERS: Pattern =
        Pattern::at_start(r#"(?:[A-Za-z_-]+=(?:\\?"[^"\n]*"|[^\s",']+)(?:,[ ]*|[ ]|$)?)+"#);
    let parameters = PARAMETERS.find(line.as_bytes())?;
    parameters.as_bytes().iter().any(|byte| b"\" ".contains(byte)).then(|| parameters.end())
}

fn bare_end(line: &str) -> Option<usize> {
    line.find(|letter: char| {
        is_white_space(letter) || "\"'`<>,;()[]{}|\\".contains(letter) || !letter.is_ascii()
    })
}
