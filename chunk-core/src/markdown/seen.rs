//! The text that the parser is given: as long as the document's, with a few bytes changed so that it finds the blocks that we want.

use super::{narrow::surplus_pipes, nesting::surplus_markers};
use crate::slice;
use std::borrow::Cow;

/// `markdown` as the parser is to see it, every other byte in its place. It takes a lone CR for a line end, which it is not here.
pub(super) fn seen(markdown: &str) -> Cow<'_, str> {
    let mut seen = Cow::Borrowed(markdown);
    if memchr::memchr(b'\r', markdown.as_bytes()).is_some() {
        seen = Cow::Owned(markdown.replace('\r', " "));
    }
    for changes in [surplus_markers, surplus_pipes, marks_in_formulas] {
        let changes = changes(&seen);
        if !changes.is_empty() {
            seen = Cow::Owned(with(&seen, &changes));
        }
    }
    seen
}

/// The text with other characters at some places; both are ASCII.
fn with(text: &str, changes: &[(usize, char)]) -> String {
    let mut changed = String::with_capacity(text.len());
    for &(at, character) in changes {
        changed.push_str(slice(text, changed.len()..at));
        changed.push(character);
    }
    changed.push_str(slice(text, changed.len()..text.len()));
    changed
}

/// In formulas between two lines `$$`: letters where a line starts that would make a heading of the lines above, or a list.
fn marks_in_formulas(markdown: &str) -> Vec<(usize, char)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(dollars) = memchr::memmem::find(slice(markdown, at..markdown.len()).as_bytes(), b"$$") {
        let before = slice(markdown, at..at + dollars).as_bytes();
        let start = memchr::memrchr(b'\n', before).map_or(at, |end| at + end + 1);
        let mut lines = slice(markdown, start..markdown.len()).split_inclusive('\n');
        let Some(first) = lines.next() else { break };
        at = start + first.len();
        if first.trim_ascii().strip_prefix("$$").is_none_or(|rest| rest.contains("$$")) {
            continue;
        }
        // They count once the formula is closed.
        let mut marks = Vec::new();
        for line in lines {
            let text = line.trim_ascii();
            if text.is_empty() || text.starts_with("```") || text.starts_with("~~~") {
                break;
            }
            at += line.len();
            if text.ends_with("$$") {
                found.append(&mut marks);
                break;
            }
            if is_mark(text) {
                marks.push((at - line.trim_ascii_start().len(), 'x'));
            }
        }
    }
    found
}

/// Whether a line underlines a heading, or begins an item of a list.
fn is_mark(line: &str) -> bool {
    let is_underline = ['=', '-'].iter().any(|&mark| line.chars().all(|c| c == mark));
    is_underline
        || line.starts_with(['-', '+', '*']) && line.as_bytes().get(1).is_none_or(u8::is_ascii_whitespace)
}
