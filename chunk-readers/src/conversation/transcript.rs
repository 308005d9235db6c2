//! Plain transcripts: `Name: text`, `[time] Name: text`; lines without a name go on with the turn before them.

use super::{Builder, Message, Origin};
use crate::lines::numbered;

/// The most words and characters of a name.
const NAME_WORDS: usize = 4;
const NAME_CHARS: usize = 40;

pub(super) fn lines(text: &str, builder: &mut Builder<'_>) {
    let mut open: Option<(usize, Option<&str>, Option<&str>, String)> = None;
    for (number, line) in numbered(text) {
        let (time, rest) = timed(line);
        match named(rest) {
            Some((name, said)) => push(open.replace((number, time, Some(name), said.to_owned())), builder),
            None => match &mut open {
                Some((.., said)) => {
                    said.push('\n');
                    said.push_str(line);
                }
                None if line.trim_ascii().is_empty() => {}
                None => open = Some((number, None, None, line.to_owned())),
            },
        }
    }
    push(open, builder);
}

fn push(turn: Option<(usize, Option<&str>, Option<&str>, String)>, builder: &mut Builder<'_>) {
    let Some((line, at, speaker, text)) = turn else { return };
    let message = Message { speaker, at: at.map(str::to_owned), id: None, text: &text };
    builder.push(message, Origin::Line(line));
}

/// The time in brackets at the start of a line, and what follows it.
fn timed(line: &str) -> (Option<&str>, &str) {
    let bracketed = line.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match bracketed.filter(|(time, _)| time.bytes().any(|byte| byte.is_ascii_digit())) {
        Some((time, rest)) => (Some(time), rest.trim_ascii_start()),
        None => (None, line),
    }
}

/// The name before a colon and a space, or a colon at the line's end, and what is said. A name is one to four words that begin with a capital, a
/// digit or a letter of a script without capitals.
pub(super) fn named(line: &str) -> Option<(&str, &str)> {
    let (name, said) = line.split_once(':')?;
    let is_end = said.is_empty() || said.starts_with([' ', '\t', '\n', '\r']);
    let words: Vec<&str> = name.split(' ').collect();
    let is_word = |word: &&str| {
        word.chars()
            .next()
            .is_some_and(|c| !c.is_ascii_lowercase() && (c.is_ascii_alphanumeric() || !c.is_ascii()))
            && !word.contains(['"', '`', '*', '/', '\\', '[', '(', '.', ','])
            || word.ends_with('.') && word.len() <= 4
    };
    let is_name =
        words.len() <= NAME_WORDS && name.chars().count() <= NAME_CHARS && words.iter().all(is_word);
    (is_end && is_name).then(|| (name, said.trim_ascii_start()))
}
