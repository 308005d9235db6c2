//! How a credential that a provider issues is written down, and how it is found in a text (B21).
//!
//! A form is written like the credential: text as it is, `(a|b)` for one of several texts, and `{alphabet n}`, `{alphabet n..m}` or
//! `{alphabet n..}` for that many characters of one of `tables/alphabets.tsv`; `\` makes the next character text. `<` and `>` enclose the
//! credential if the form is longer than that.

use super::{pattern::compile, rows::rows, shape::is_made_up};
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

/// The credentials of `tables/forms.tsv`: facts, each with its source. Some have check digits (the last six of GitHub's and npm's tokens are a
/// CRC-32 in base 62), which are not verified: a token with a typo is to be redacted too.
pub(super) fn forms() -> impl Iterator<Item = Form> {
    rows(include_str!("tables/forms.tsv")).map(|[rule, form, source]| Form { rule, form, source })
}

/// The alphabets, as character classes over ASCII.
fn alphabet(name: &str) -> Option<&'static str> {
    let mut alphabets = rows(include_str!("tables/alphabets.tsv"));
    alphabets.find_map(|[alphabet, class]| (alphabet == name).then_some(class))
}

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
    /// How many of the last characters may be missing.
    spare: usize,
}

/// The name of the group of a credential that is not the whole match.
const SECRET: &str = "secret";

impl Matcher {
    /// `None` for a form that is not well-formed; all forms of the table are, as a test checks.
    pub(super) fn new(form: &str) -> Option<Self> {
        let parts = parts(form)?;
        let mut expression = String::new();
        for part in &parts {
            let written = match part {
                Part::Texts(texts) => {
                    let texts: Vec<_> = texts.iter().map(|text| regex::escape(text)).collect();
                    write!(expression, "(?:{})", texts.join("|"))
                }
                // Digits alone are the number of an account, which is not random.
                Part::Random { class: "0-9", count } => write!(expression, "[0-9]{{{count}}}"),
                Part::Random { class, count } => write!(expression, "([{class}]{{{count}}})"),
                Part::Border('<') => write!(expression, "(?<{SECRET}>"),
                Part::Border(_) => write!(expression, ")"),
            };
            written.ok()?;
        }
        let regex = compile(&expression)?;
        let secret = regex.capture_names().position(|name| name == Some(SECRET));
        let random = (1..regex.captures_len()).filter(|&group| Some(group) != secret).collect();
        Some(Self { regex, secret, random, start: fixed_start(&parts), spare: spare(&parts) })
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
            let end = if behind.first().is_some_and(u8::is_ascii_alphanumeric) {
                self.end(whole.as_bytes())?
            } else {
                whole.len()
            };
            let secret = captures.get(self.secret.unwrap_or(0))?;
            (starts && !is_masked && !is_made_up(&random)).then(|| secret.start()..whole.start() + end)
        })
    }

    /// Where a credential ends of which the match ends in a word: before the sign that the word was glued to it with.
    fn end(&self, matched: &[u8]) -> Option<usize> {
        let word = matched.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        (word < self.spare).then(|| matched.len() - word - 1)
    }

    /// Whether a credential may start after this text: at the start of a word, after `_` or an escape, and, if its form starts like no
    /// word does (`ghp_`), after a letter.
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
                // After a word that is none of base 64.
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

/// The shortest text that a credential starts with before anything random.
fn fixed_start(parts: &[Part]) -> String {
    let texts = parts.iter().map_while(|part| match part {
        Part::Texts(texts) => texts.iter().min_by_key(|text| text.len()),
        _ => None,
    });
    texts.map(String::as_str).collect()
}

/// How many random characters at the end of a credential may be missing.
fn spare(parts: &[Part]) -> usize {
    match parts.iter().rev().find(|part| !matches!(part, Part::Border(_))) {
        Some(Part::Random { count, .. }) => {
            let limits = count.split_once(',').unwrap_or_default();
            limits.1.parse::<usize>().unwrap_or_default().saturating_sub(limits.0.parse().unwrap_or_default())
        }
        _ => 0,
    }
}

/// Literals of which one is in every credential of a form, as long as possible.
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
                let class = alphabet(&name)?;
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

/// Takes what is before the next `end`, and that.
fn until<'f>(rest: &mut std::str::Chars<'f>, end: char) -> Option<&'f str> {
    let (before, after) = rest.as_str().split_once(end)?;
    *rest = after.chars();
    Some(before)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn every_form_makes_a_matcher_and_names_its_source() {
        for Form { rule, form, source } in forms() {
            assert!(Matcher::new(form).is_some(), "{form}");
            assert!(literals(form).iter().all(|literal| !literal.is_empty()), "{form}: {:?}", literals(form));
            assert!(
                rule.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            );
            assert!(source.len() > 8, "{form}");
        }
    }

    /// A credential of this form, drawn at random, and where the secret of it starts.
    fn drawn(form: &str, random: &mut fastrand::Rng) -> (String, usize) {
        let mut text = String::new();
        let mut start = 0;
        for part in parts(form).unwrap() {
            match part {
                Part::Texts(texts) => text.push_str(&texts[random.usize(0..texts.len())]),
                Part::Border('<') => start = text.len(),
                Part::Border(_) => {}
                Part::Random { class, count } => {
                    let class = compile(&format!("[{class}]")).unwrap();
                    let is_letter = |byte: &u8| class.is_match(&[*byte]) && byte.is_ascii_graphic();
                    let letters: Vec<u8> = (0..=127).filter(is_letter).collect();
                    let (least, most) = count.split_once(',').unwrap_or((&count, &count));
                    let least: usize = least.parse().unwrap();
                    let most = most.parse().unwrap_or(least + 40).max(least);
                    for _ in 0..random.usize(least..=most) {
                        text.push(char::from(letters[random.usize(0..letters.len())]));
                    }
                }
            }
        }
        (text, start)
    }

    /// In 1,000 of them, a few may look like words.
    #[test]
    fn forms_are_found_wherever_they_are_valid() {
        const PLACES: [&str; 9] =
            ["V", "It printed `V`.", "a=V&b", "V-was-leaked", "V….", "\"V\\n\"", "old_V", "密V码", "V</td>"];
        let mut random = fastrand::Rng::with_seed(44);
        let (mut count, mut missed) = (0, Vec::new());
        for form in forms().map(|form| form.form) {
            let matcher = Matcher::new(form).unwrap();
            for place in PLACES.into_iter().cycle().take(90) {
                let (credential, start) = drawn(form, &mut random);
                let text = place.replace('V', &credential);
                let start = text.find(&credential).unwrap() + start;
                let end = text.find(&credential).unwrap() + credential.len();
                let is_found = |found: Range<usize>| found.start <= start && found.end + 1 >= end;
                count += 1;
                if !matcher.find(text.as_bytes()).any(is_found) {
                    missed.push(text);
                }
            }
        }
        assert!(missed.len() * 250 <= count, "{} of {count}: {missed:#?}", missed.len());
    }
}
