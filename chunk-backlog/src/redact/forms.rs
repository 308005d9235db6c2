//! How a credential that a provider issues is written down, and how it is found in a text (B21).
//!
//! A form is written like the credential: text as it is, `(a|b)` for one of several texts, and `{alphabet n}`, `{alphabet n..m}` or
//! `{alphabet n..}` for that many characters of one of [`ALPHABETS`]; `\` makes the next character text. `<` and `>` enclose the
//! credential if the form is longer than that.

use super::{compile, shape::is_made_up};
use regex::bytes::Regex;
use std::{fmt::Write, ops::Range};

/// A credential of a provider.
#[derive(Debug)]
pub(super) struct Form {
    /// The rule's name.
    pub(super) rule: &'static str,
    /// What it looks like.
    pub(super) form: &'static str,
    /// Its source: the documentation that shows or describes it.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for the reader of the table, and checked by the test of the matchers")
    )]
    pub(super) source: &'static str,
}

/// The alphabets, as character classes over ASCII.
pub(super) const ALPHABETS: &[(&str, &str)] = &[
    ("digit", "0-9"),
    ("hex", "0-9A-Fa-f"),
    ("letter", "A-Za-z"),
    ("lower", "a-z"),
    ("loweralnum", "a-z0-9"),
    ("hexlower", "0-9a-f"),
    ("alnum", "A-Za-z0-9"),
    ("UPPER", "A-Z0-9"),
    // RFC 4648, section 6.
    ("base32", "A-Z2-7"),
    // BIP 173.
    ("bech32", "02-9AC-HJ-NP-Zac-hj-np-z"),
    // RFC 4648, section 4, with and without padding.
    ("base64", "A-Za-z0-9+/"),
    ("base64=", "A-Za-z0-9+/="),
    // RFC 4648, section 5.
    ("url", "A-Za-z0-9_-"),
    ("url=", "A-Za-z0-9_=-"),
    ("url.", "A-Za-z0-9_.-"),
    ("url.=", "A-Za-z0-9_.=-"),
    ("url~", "A-Za-z0-9_.~-"),
    ("word", "A-Za-z0-9_"),
    ("slug", "A-Za-z0-9-"),
    ("percent", "A-Za-z0-9%"),
    ("percent+", "A-Za-z0-9%+/="),
    // Base64 in lines, the line ends as they are or written out.
    ("folded", r"A-Za-z0-9/+_\\\r\n-"),
    ("folded=", r"A-Za-z0-9/+=\\\r\n"),
];

/// A part of a form.
enum Part {
    /// One of these texts.
    Texts(Vec<String>),
    /// Random characters: how many of which class, as regular expressions write both.
    Random { class: &'static str, count: String },
    /// Where the credential starts or ends, if it is not all of the form.
    Border(char),
}

/// Finds the credentials of one form.
#[derive(Debug)]
pub(super) struct Matcher {
    regex: Regex,
    /// The group of the credential, if it is not the whole match.
    secret: Option<usize>,
    /// The groups of random characters.
    random: Vec<usize>,
    /// The text that every credential of the form starts with.
    start: String,
}

/// The name of the group of a credential that is not the whole match.
const SECRET: &str = "secret";

impl Matcher {
    /// `None` for a form that is not well-formed; all forms of the table are, as a test checks.
    pub(super) fn new(form: &str) -> Option<Self> {
        let mut expression = String::new();
        let mut start: Option<String> = None;
        let mut is_start = true;
        for part in parts(form)? {
            match (&part, &start) {
                (Part::Texts(texts), None) if is_start => {
                    start = texts.iter().min_by_key(|text| text.len()).cloned()
                }
                (Part::Texts(texts), Some(known)) if is_start => {
                    start = texts.iter().min_by_key(|text| text.len()).map(|text| format!("{known}{text}"));
                }
                (Part::Border(_), _) => {}
                _ => is_start = false,
            }
            let written = match part {
                Part::Texts(texts) => {
                    let texts: Vec<_> = texts.iter().map(|text| regex::escape(text)).collect();
                    write!(expression, "(?:{})", texts.join("|"))
                }
                // Digits alone are the number of an account, which is not random.
                Part::Random { class: "0-9", count } => write!(expression, "[0-9]{{{count}}}"),
                Part::Random { class, count } => {
                    write!(expression, "([{class}]{{{count}}})")
                }
                Part::Border('<') => write!(expression, "(?<{SECRET}>"),
                Part::Border(_) => write!(expression, ")"),
            };
            written.ok()?;
        }
        let regex = compile(&expression)?;
        let secret = regex.capture_names().position(|name| name == Some(SECRET));
        let random = (1..regex.captures_len()).filter(|&group| Some(group) != secret).collect();
        Some(Self { regex, secret, random, start: start.unwrap_or_default() })
    }

    /// The credentials in `text`: what has the form, is not a part of a longer word, and is not made up.
    pub(super) fn find(&self, text: &[u8]) -> impl Iterator<Item = Range<usize>> {
        self.regex.captures_iter(text).filter_map(|captures| {
            let whole = captures.get(0)?;
            let random: Vec<u8> = self
                .random
                .iter()
                .filter_map(|&group| captures.get(group))
                .flat_map(|part| part.as_bytes().to_vec())
                .collect();
            let first = *whole.as_bytes().first()?;
            let starts =
                !first.is_ascii_alphanumeric() || self.may_start(text.get(..whole.start())?, random.len());
            let behind = text.get(whole.end()..).unwrap_or_default();
            let is_masked = behind.starts_with(b"###") || behind.starts_with(b"***");
            let ends = !behind.first().is_some_and(u8::is_ascii_alphanumeric) && !is_masked;
            let secret = captures.get(self.secret.unwrap_or(0))?;
            (starts && ends && !is_made_up(&random)).then(|| secret.range())
        })
    }

    /// Whether a credential may start behind this text: at the start of a word, behind `_` or an escape, and, if its form starts like no
    /// word does (`ghp_`), behind a letter.
    fn may_start(&self, before: &[u8], random: usize) -> bool {
        let is_hex = |byte: &u8| byte.is_ascii_hexdigit();
        match before {
            [.., b'_'] => self.start.len() >= MIN_START || random >= MIN_RANDOM,
            [.., b'\\', b'n' | b'r' | b't'] => true,
            [.., b'%' | b'=', a, b] if is_hex(a) && is_hex(b) => true,
            [.., last] if !last.is_ascii_alphanumeric() => true,
            [.., b'm'] => {
                let codes = before.len()
                    - 1
                    - before
                        .iter()
                        .rev()
                        .skip(1)
                        .take_while(|byte| byte.is_ascii_digit() || **byte == b';')
                        .count();
                codes.checked_sub(1).and_then(|at| before.get(at)) == Some(&b'[')
            }
            [] => true,
            _ => {
                // Behind a word that is none of base 64.
                let word =
                    before.iter().rev().take(24).take_while(|byte| byte.is_ascii_alphanumeric()).count();
                let word = before.get(before.len() - word..).unwrap_or_default();
                let is_word = word.len() < 24
                    && (word.iter().all(u8::is_ascii_lowercase) || word.iter().all(u8::is_ascii_uppercase));
                let is_distinct = self.start.contains(['_', '-'])
                    || word.iter().all(u8::is_ascii_lowercase)
                        && self.start.starts_with(|letter: char| letter.is_ascii_uppercase());
                self.start.len() > MIN_START && is_distinct && is_word
            }
        }
    }
}

/// A form that starts with so many fixed characters, or has so many random ones, is known by them; else these must look random.
const MIN_START: usize = 3;
const MIN_RANDOM: usize = 32;

/// Literals of which one stands in every credential of a form, as long as possible.
pub(super) fn literals(form: &str) -> Vec<String> {
    let mut runs = vec![vec![String::new()]];
    for part in parts(form).unwrap_or_default() {
        match part {
            Part::Texts(texts) => {
                if let Some(run) = runs.last_mut() {
                    let longer = |known: &String| {
                        texts.iter().map(|text| format!("{known}{text}")).collect::<Vec<_>>()
                    };
                    *run = run.iter().flat_map(longer).collect();
                }
            }
            Part::Random { .. } => runs.push(vec![String::new()]),
            Part::Border(_) => {}
        }
    }
    let shortest = |run: &Vec<String>| run.iter().map(String::len).min();
    runs.into_iter().max_by_key(shortest).unwrap_or_default()
}

/// The parts of a form; `None` if it is not well-formed.
fn parts(form: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = form.chars();
    let mut text = String::new();
    while let Some(c) = rest.next() {
        if !"{(<>".contains(c) {
            text.push(if c == '\\' { rest.next()? } else { c });
            continue;
        }
        if !text.is_empty() {
            parts.push(Part::Texts(vec![std::mem::take(&mut text)]));
        }
        parts.push(match c {
            '{' => {
                let (name, count) = until(&mut rest, '}')?
                    .rsplit_once(' ')
                    .map(|(name, count)| (name.to_owned(), count.to_owned()))?;
                let (_, class) = ALPHABETS.iter().find(|(alphabet, _)| *alphabet == name)?;
                Part::Random { class, count: count.replace("..", ",") }
            }
            '(' => {
                let mut texts = vec![String::new()];
                loop {
                    match rest.next()? {
                        ')' => break Part::Texts(texts),
                        '|' => texts.push(String::new()),
                        c => {
                            let c = if c == '\\' { rest.next()? } else { c };
                            texts.last_mut()?.push(c);
                        }
                    }
                }
            }
            border => Part::Border(border),
        });
    }
    if !text.is_empty() {
        parts.push(Part::Texts(vec![text]));
    }
    Some(parts)
}

/// Takes what stands before the next `end`, and that.
fn until<'f>(rest: &mut std::str::Chars<'f>, end: char) -> Option<&'f str> {
    let (before, after) = rest.as_str().split_once(end)?;
    *rest = after.chars();
    Some(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redact::providers::FORMS;

    #[test]
    fn every_form_makes_a_matcher_and_names_its_source() {
        for Form { rule, form, source } in FORMS {
            assert!(Matcher::new(form).is_some(), "{form}");
            assert!(literals(form).iter().all(|literal| !literal.is_empty()), "{form}: {:?}", literals(form));
            assert!(
                rule.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            );
            assert!(source.len() > 8, "{form}");
        }
    }
}
