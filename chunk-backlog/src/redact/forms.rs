//! How a credential that a provider issues is written down, and how it is found in a text (B21).
//!
//! A form is written like the credential: text as it is, `(a|b)` for one of several texts, and `{alphabet n}`, `{alphabet n..m}` or
//! `{alphabet n..}` for that many characters of one of `tables/alphabets.tsv`; `\` makes the next character text. `<` and `>` enclose the
//! credential if the form is longer than that.

use super::{
    Secret,
    pattern::{Pattern, compile},
    rows::rows,
    shape::is_made_up,
};
use chunk_core::slice;
use regex::bytes::Regex;
use std::sync::OnceLock;

/// A credential of a provider.
#[derive(Debug)]
pub(super) struct Form {
    /// The rule's name.
    rule: &'static str,
    /// What it looks like.
    form: &'static str,
    /// The same as an expression, compiled when a text first needs it.
    regex: OnceLock<Option<Regex>>,
}

/// The credentials of `tables/forms.tsv`: facts, each with its source. Some have check digits (the last six of GitHub's and npm's tokens are a
/// CRC-32 in base 62), which are not verified: a token with a typo is to be redacted too.
pub(super) fn forms() -> impl Iterator<Item = Form> {
    rows(include_str!("tables/forms.tsv")).map(|[rule, form]| Form { rule, form, regex: OnceLock::new() })
}

/// The name of the group of a credential that is not all of the form.
const SECRET: &str = "secret";

/// A part of a form.
enum Part {
    /// One of these texts.
    Texts(Vec<String>),
    /// Random characters, as a regular expression writes them: the class, and how many.
    Random { class: &'static str, count: String },
    /// Where the credential starts (`<`) or ends, if it is not all of the form.
    Border(&'static str),
}

impl Form {
    /// The parts of the form, in order.
    fn parts(&self) -> impl Iterator<Item = Part> + use<> {
        static PARTS: Pattern =
            Pattern::new(r"\{([^ ]+) ([0-9.]+)\}|\(((?:[^\\)]|\\.)*)\)|([<>])|(?:[^\\{(<>]|\\.)+");
        let form = self.form;
        PARTS.all(form.as_bytes()).filter_map(move |part| {
            let group = |number| part.get(number).map(|group| slice(form, group.range()));
            Some(match (group(1), group(2), group(3), group(4)) {
                (Some(name), Some(count), ..) => {
                    let mut alphabets = rows(include_str!("tables/alphabets.tsv"));
                    let class =
                        alphabets.find_map(|[alphabet, class]| (alphabet == name).then_some(class))?;
                    Part::Random { class, count: count.replace("..", ",") }
                }
                (.., Some(choice), _) => Part::Texts(texts(choice, '|')),
                (.., Some(border)) => Part::Border(border),
                // Outside of a choice, a bar is text.
                _ => Part::Texts(texts(group(0)?, '\n')),
            })
        })
    }

    /// Literals of which one is in every credential of the form, as long as possible.
    pub(super) fn literals(&self) -> Vec<String> {
        let mut runs = vec![vec![String::new()]];
        for part in self.parts() {
            match (part, runs.last_mut()) {
                (Part::Texts(texts), Some(run)) => {
                    let longer = |known: &String| texts.iter().map(|text| format!("{known}{text}")).collect();
                    *run = run.iter().flat_map::<Vec<_>, _>(longer).collect();
                }
                (Part::Random { .. }, _) => runs.push(vec![String::new()]),
                _ => {}
            }
        }
        let shortest = |run: &Vec<String>| run.iter().map(String::len).min();
        runs.into_iter().max_by_key(shortest).unwrap_or_default()
    }

    /// The form as an expression. Its groups are random characters, but for the one that is called [`SECRET`]: the credential.
    fn expression(&self) -> String {
        let parts = self.parts().map(|part| match part {
            Part::Texts(texts) => {
                let texts: Vec<_> = texts.iter().map(|text| regex::escape(text)).collect();
                format!("(?:{})", texts.join("|"))
            }
            // Digits alone are the number of an account, which is not random.
            Part::Random { class: "0-9", count } => format!("[0-9]{{{count}}}"),
            Part::Random { class, count } => format!("([{class}]{{{count}}})"),
            Part::Border("<") => format!("(?<{SECRET}>"),
            Part::Border(_) => ")".to_owned(),
        });
        parts.collect()
    }

    /// The credentials in `text`: what has the form, is not a part of a longer word, and is not made up.
    pub(super) fn detect(&self, text: &[u8], secrets: &mut Vec<Secret>) {
        let Some(regex) = self.regex.get_or_init(|| compile(&self.expression())) else { return };
        for captures in regex.captures_iter(text) {
            let Some(whole) = captures.get(0) else { continue };
            let secret = captures.name(SECRET).unwrap_or(whole);
            let named = || captures.iter().zip(regex.capture_names()).skip(1);
            let groups = || named().filter(|(_, name)| name.is_none()).filter_map(|(group, _)| group);
            let random: Vec<u8> = groups().flat_map(|group| group.as_bytes().iter().copied()).collect();
            let fixed = groups().next().map_or(whole.end(), |group| group.start());
            let fixed = text.get(whole.start()..fixed).unwrap_or_default();
            let starts = !whole.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
                || may_start(text.get(..whole.start()).unwrap_or_default(), fixed, random.len());
            let after = text.get(whole.end()..).unwrap_or_default();
            let is_masked = after.starts_with(b"###") || after.starts_with(b"***");
            let end = match after.first() {
                Some(next) if next.is_ascii_alphanumeric() => end_before_word(regex, whole.as_bytes()),
                _ => Some(whole.len()),
            };
            if let Some(end) = end.filter(|_| starts && !is_masked && !is_made_up(&random)) {
                secrets.push(Secret::new(secret.start()..whole.start() + end, self.rule));
            }
        }
    }
}

/// The texts between the signs `separator`. After `\` each sign is text.
fn texts(written: &str, separator: char) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut signs = written.chars();
    while let Some(sign) = signs.next() {
        match texts.last_mut() {
            Some(text) if sign != separator => {
                text.extend(if sign == '\\' { signs.next() } else { Some(sign) })
            }
            _ => texts.push(String::new()),
        }
    }
    texts
}

/// Where a credential ends of which the match ends in a part of a word: before the sign that the word was glued to it with.
fn end_before_word(regex: &Regex, matched: &[u8]) -> Option<usize> {
    let word = matched.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let end = matched.len().checked_sub(word + 1)?;
    regex.find(matched.get(..end)?).is_some_and(|found| found.range() == (0..end)).then_some(end)
}

/// A form that starts with so many fixed characters, or has so many random ones, is known by them; else these must look random.
const MIN_START: usize = 3;
const MIN_RANDOM: usize = 32;

/// Whether a credential that starts with the characters `fixed`, and has so many random ones, may start after the text `before`: at the start
/// of a word, after `_` or an escape, and, if its form starts like no word does (`ghp_`), after a letter.
fn may_start(before: &[u8], fixed: &[u8], random: usize) -> bool {
    let is_hex = |byte: &u8| byte.is_ascii_hexdigit();
    match before {
        [.., b'_'] => fixed.len() >= MIN_START || random >= MIN_RANDOM,
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., b'%' | b'=', a, b] if is_hex(a) && is_hex(b) => true,
        // A code of a terminal's colors, such as `ESC[0;31m`.
        [codes @ .., b'm']
            if codes.iter().rev().find(|byte| !byte.is_ascii_digit() && **byte != b';') == Some(&b'[') =>
        {
            true
        }
        [.., last] if last.is_ascii_alphanumeric() => {
            // After a word that is none of base 64.
            let word = before.iter().rev().take(24).take_while(|byte| byte.is_ascii_alphanumeric());
            let is_small = word.clone().all(u8::is_ascii_lowercase);
            let is_word = word.clone().count() < 24 && (is_small || word.clone().all(u8::is_ascii_uppercase));
            let is_distinct = fixed.iter().any(|byte| b"_-".contains(byte))
                || is_small && fixed.first().is_some_and(u8::is_ascii_uppercase);
            fixed.len() > MIN_START && is_distinct && is_word
        }
        _ => true,
    }
}
