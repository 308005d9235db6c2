//! How lines open that may be entries of a log.

use crate::text::{line::label_of, time};
use chunk_core::slice;

/// How a line opens that may be an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// `$ `, `› `
    Prompt,
    /// `{"seq":1`, `ts=12:00`
    Record,
    /// A stamp, or a day.
    Stamp,
    /// `[tool]`
    Label,
    /// `**Ole** 09:04`
    Speaker,
    /// `user: …`, `commit 3: …`
    Name,
}

impl Opening {
    pub(super) const ALL: [Self; 6] =
        [Self::Prompt, Self::Record, Self::Stamp, Self::Label, Self::Speaker, Self::Name];

    pub(super) fn of(line: &str) -> Option<Self> {
        let is_label = || line.starts_with('[') && label_of(line).is_some_and(|label| label.bracketed);
        if is_prompt(line) {
            Some(Self::Prompt)
        } else if is_record(line) {
            Some(Self::Record)
        } else if time::stamp_at_start(line).is_some() || time::opens_entry(line) {
            Some(Self::Stamp)
        } else if is_label() {
            Some(Self::Label)
        } else if names_speaker(line) {
            Some(Self::Speaker)
        } else {
            names(line).then_some(Self::Name)
        }
    }
}

/// What stands before a command, or before what an agent does.
const PROMPTS: [&str; 11] = ["$ ", "❯ ", "› ", "» ", "➜ ", "▸ ", "⏺ ", "● ", ">>> ", "% ", "→ "];

fn is_prompt(line: &str) -> bool {
    after_prompt(line).is_some() || after_host(line).is_some()
}

/// What stands behind a prompt.
pub(super) fn after_prompt(line: &str) -> Option<&str> {
    // Most lines start otherwise.
    if !matches!(line.as_bytes().first()?, b'$' | b'>' | b'%' | 0x80..) {
        return None;
    }
    PROMPTS.iter().find_map(|prompt| line.strip_prefix(prompt))
}

/// What stands behind the prompt of a shell: `$ ls`, `root@db1:~# ls`, `~ $ ls`.
pub(super) fn after_shell(line: &str) -> Option<&str> {
    after_prompt(line).filter(|_| line.starts_with(['$', '❯', '➜', '%'])).or_else(|| after_host(line))
}

/// What stands behind a prompt that says where or who one is.
fn after_host(line: &str) -> Option<&str> {
    let length = line.bytes().take_while(|&byte| byte != b' ').count();
    let (place, behind) = (slice(line, 0..length), slice(line, length..line.len()));
    match place.as_bytes() {
        [.., b'$' | b'#'] if place.contains('@') || place.starts_with(['~', '/']) => Some(behind),
        // "5 $ 20" is no command.
        _ => behind.strip_prefix(" $ ").filter(|command| !command.starts_with(|c: char| c.is_ascii_digit())),
    }
}

/// Whether a line opens with a named value.
fn is_record(line: &str) -> bool {
    let name = line.bytes().take_while(u8::is_ascii_lowercase).count();
    let value = line.as_bytes().get(name + 1);
    line.starts_with("{\"")
        || name > 0 && line.as_bytes().get(name) == Some(&b'=') && !value.is_none_or(u8::is_ascii_whitespace)
}

/// Whether a line opens with a name and a time, or has nothing else: `**Ole** 09:04`, `Ole Lund — today at 09:04`.
fn names_speaker(line: &str) -> bool {
    // No time is without a digit.
    if !line.bytes().fold(false, |found, byte| found | byte.is_ascii_digit()) {
        return false;
    }
    let mut rest = line.trim_end();
    for words in 1..=5 {
        let name = rest.bytes().take_while(|byte| !byte.is_ascii_whitespace()).count();
        rest = slice(rest, name..rest.len()).trim_start_matches(' ');
        if rest.starts_with(|c: char| c.is_ascii_digit() || c == '(' || c == '[') {
            let stamp = time::stamp_at_start(rest);
            return stamp.is_some_and(|stamp| words <= 2 || stamp.length == rest.len());
        }
    }
    false
}

/// The longest name before a colon, in bytes.
const LONGEST_NAME: usize = 40;

/// Whether a line opens with a name in small letters and a colon: `user: …`, `tool[ls]: …`.
fn names(line: &str) -> bool {
    if !line.starts_with(|c: char| c.is_ascii_lowercase()) {
        return false;
    }
    let colon = line.bytes().take(LONGEST_NAME).position(|byte| byte == b':');
    colon.is_some_and(|colon| {
        line.as_bytes().get(colon + 1) == Some(&b' ') && slice(line, 0..colon).split(' ').count() <= 3
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("$ make", Some(Opening::Prompt))]
    #[case("root@db1:~# ls", Some(Opening::Prompt))]
    #[case("~ $ ls", Some(Opening::Prompt))]
    #[case("jw $ ls", Some(Opening::Prompt))]
    #[case("Costs $ 20 more", None)]
    #[case("{\"seq\":1}", Some(Opening::Record))]
    #[case("ts=12 level=info", Some(Opening::Record))]
    #[case("x = 1", None)]
    #[case("09:04 done", Some(Opening::Stamp))]
    #[case("[tool] edit a.rs", Some(Opening::Label))]
    #[case("**Ole** 09:04 list is there", Some(Opening::Speaker))]
    #[case("Ole Lund — today at 09:04", Some(Opening::Speaker))]
    #[case("We met at 09:04 and left", None)]
    #[case("tool[ls]: api/", Some(Opening::Name))]
    #[case("what we saw there is this: nothing", None)]
    #[case("It went well.", None)]
    fn openings(#[case] line: &str, #[case] expected: Option<Opening>) {
        assert_eq!(Opening::of(line), expected);
    }
}
