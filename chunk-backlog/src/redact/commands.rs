//! Finds passwords that have no name (B21): options of known commands, arguments of calls, SQL, and
//! lines of a fixed order.

use super::{
    Secret,
    assignment::{self, is_secret},
    condensed::Condensed,
    names::Kind,
    pattern::Pattern,
    places::Certainty,
    rows::{Finder, rows},
    value::{self, Written},
};
use chunk_core::slice;
use std::sync::LazyLock;

/// A place in a command.
#[derive(Debug)]
struct Command {
    /// What is between the word that it starts with and the value. Its group is a quote that is open before the value, or the user.
    between: Pattern,
    /// How sure it is that this is a password. `Beside`: it must look generated or chosen.
    certainty: Certainty,
    /// What comes after the value, if only then it is one.
    after: Pattern,
}

/// The commands of `tables/commands.tsv`. All of them are tried where one of their words is.
static COMMANDS: LazyLock<Finder<Command>> = LazyLock::new(|| {
    Finder::new(rows(include_str!("tables/commands.tsv")).map(|[certainty, _, words, between, after]| {
        let command = Command {
            between: Pattern::at_start(between),
            certainty: Certainty::named(certainty),
            after: Pattern::at_start(after),
        };
        (command, words.split('|').map(str::to_owned).collect())
    }))
});

pub(super) fn detect(text: &str, secrets: &mut Vec<Secret>) {
    detect_in_lines(text, secrets);
    if let Some(line) = Condensed::lists_as_lines(text) {
        let mut found = Vec::new();
        detect_in_lines(&line.text, &mut found);
        assignment::detect_options(&line.text, &mut found);
        secrets.extend(found.iter().map(|secret| line.in_original(secret)));
    }
}

fn detect_in_lines(text: &str, secrets: &mut Vec<Secret>) {
    let bytes = text.as_bytes();
    for (command, word) in COMMANDS.find(text) {
        let in_word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
        let in_word_before = |at: usize| in_word(at) && !value::is_escape(bytes, at);
        let starts = !in_word(word.start) || !word.start.checked_sub(1).is_some_and(in_word_before);
        let command = COMMANDS.rows.get(command).filter(|_| starts);
        secrets.extend(command.and_then(|command| password(command, text, word.end)));
    }
}

/// The password of a command whose word ends at `at`.
fn password(command: &Command, text: &str, at: usize) -> Option<Secret> {
    let captures = command.between.captures(value::window(text, at))?;
    let group = captures.get(1).map(|group| group.as_bytes());
    let quote = match group {
        Some([quote @ (b'"' | b'\'')]) => Some(*quote),
        _ => None,
    };
    let start = at + captures.get(0)?.end();
    if text.as_bytes().get(start).is_none_or(u8::is_ascii_whitespace) {
        return None;
    }
    let found = value::read(text, start, quote, false)?;
    let value = slice(text, found.bytes.clone()).trim_end_matches(':');
    let rest = value::window(text, found.bytes.end);
    let follows = command.after.is_match(rest);
    // A password that is the same as the user is a default that everybody knows.
    let is_default = group == Some(value.as_bytes());
    let is_secret = is_secret(Kind::Password, command.certainty, value, Written::Bare)
        && !(command.certainty == Certainty::Beside && value.contains(':'));
    let is_password = follows && !is_default && is_secret;
    is_password.then(|| Secret::new(found.bytes.start..value::whole_end(text, &found, false), "password"))
}
