//! Calls of programs and tools, and what they give back.

use super::{
    entry::Entry,
    opening::{after_prompt, after_shell},
};
use crate::recognize::reading::Reading;
use crate::{
    english::word_list::{WordList, sign, words},
    text::{line::label_of, time},
};
use chunk_core::slice;
use std::ops::Range;

/// What an entry is in a talk with programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Text,
    /// A call, which is its first line.
    Call(Range<usize>),
    /// What a call gave back.
    Output,
}

/// What `entry` is; `before` is what stands before it.
pub(super) fn part(content: &Reading<'_>, entry: &Entry, before: &Part) -> Part {
    let first = entry.span.start..entry.line_end;
    let line = content.slice(&first);
    if is_call(line) {
        Part::Call(first)
    } else if *before != Part::Text && is_output(line) {
        Part::Output
    } else {
        Part::Text
    }
}

/// Names that a tool is called with.
const CALLERS: &WordList = words![
    "tool",
    "bash",
    "shell",
    "sh",
    "zsh",
    "cmd",
    "command",
    "exec",
    "run",
    "call",
    "terminal",
    "action",
    "tool call",
    "tool use",
    "function",
];

/// Names that what a call gives back is labelled with.
const OUTPUTS: &WordList =
    words!["result", "output", "out", "observation", "stdout", "stderr", "response", "return", "tool result"];

/// Keys and values by which a record is a call.
const CALL_KEYS: [&str; 6] = ["\"tool", "\"sql\"", "\"cmd\"", "\"exec\"", "\"action\"", "\"command\""];

fn is_among(names: &WordList, name: &str) -> bool {
    names.holds(sign(name), || name)
}

fn is_output(line: &str) -> bool {
    label_of(line).is_some_and(|label| is_among(OUTPUTS, slice(line, label.name)))
}

fn is_call(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '-', '*', '|']);
    let line = time::stamp_at_start(line).map_or(line, |stamp| slice(line, stamp.length..line.len()));
    let line = line.trim_start_matches([' ', '|']);
    if line.starts_with("{\"") {
        return CALL_KEYS.iter().any(|key| line.contains(key));
    }
    if let Some(command) = after_shell(line) {
        return !command.trim_start().starts_with('#');
    }
    let mut rest = after_prompt(line).unwrap_or(line);
    if let Some(label) = label_of(rest) {
        let name = slice(rest, label.name.clone());
        if is_among(CALLERS, name) || label.bracketed && name.contains(['.', '_']) {
            return true;
        }
        rest = slice(rest, label.text..rest.len());
    }
    is_command(rest)
}

/// `Read(src/a.rs)`, `exec df`, `edit src/a.rs`.
fn is_command(text: &str) -> bool {
    let length = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let (name, behind) = (slice(text, 0..length), slice(text, length..text.len()));
    if behind.starts_with('(') {
        return name.starts_with(|c: char| c.is_ascii_uppercase());
    }
    if behind.starts_with([' ', ':']) && is_among(CALLERS, name) {
        return true;
    }
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && behind
            .strip_prefix(' ')
            .is_some_and(|behind| is_path(behind.split(' ').next().unwrap_or_default()))
}

fn is_path(operand: &str) -> bool {
    operand.trim_end_matches(['.', ',', ':', ';']).contains(['/', '.', '_', '=', '"', '<'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("$ make test", true)]
    #[case("$ # a remark", false)]
    #[case("10:00 $ make", true)]
    #[case("● Edit(src/a.rs)", true)]
    #[case("[turn 7] edit src/a.rs: added a case", true)]
    #[case("[browser.open] start page", true)]
    #[case("Action: run(\"x\")", true)]
    #[case("{\"name\":\"grep\",\"role\":\"tool\"}", true)]
    #[case("{\"role\":\"user\",\"text\":\"hi\"}", false)]
    #[case("[app] workers scaled", false)]
    #[case("We edited the file.", false)]
    #[case("replaced the valve", false)]
    fn calls(#[case] line: &str, #[case] expected: bool) {
        assert_eq!(is_call(line), expected);
    }
}
