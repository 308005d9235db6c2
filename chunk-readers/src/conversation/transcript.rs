//! Plain transcripts: `Name: text`, `[time] Name: text`; lines without a name go on with the turn before them.

use super::{Builder, Message, Origin};
use crate::lines::numbered;

/// The most words and characters of a name.
const NAME_WORDS: usize = 4;
const NAME_CHARS: usize = 40;

pub(super) fn lines(text: &str, builder: &mut Builder<'_>) {
    let (mut open, mut start) = (Message::default(), 1);
    for (number, line) in numbered(text) {
        let (time, rest) = timed(line);
        if let Some((name, said)) = named(rest) {
            let next = Message {
                speaker: Some(name.to_owned()),
                at: time.map(str::to_owned),
                text: said.to_owned(),
                ..Message::default()
            };
            builder.push(std::mem::replace(&mut open, next), Origin::Line(start));
            start = number;
        } else if open.speaker.is_none() && open.text.trim_ascii().is_empty() {
            // Nothing was said before it.
            (open.text, start) = (line.to_owned(), number);
        } else {
            open.text.push('\n');
            open.text.push_str(line);
        }
    }
    builder.push(open, Origin::Line(start));
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
