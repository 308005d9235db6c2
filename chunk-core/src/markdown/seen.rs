//! The text that the parser is given: as long as the document's, with a few bytes changed so that it finds the blocks that we want.

use crate::{narrow, shallow, slice};
use std::borrow::Cow;

/// `markdown` as the parser is to see it, every other byte in its place.
pub(super) fn seen(markdown: &str) -> Cow<'_, str> {
    let mut seen = without_lone_cr(markdown);
    for change in [shallow, narrow, without_marks_in_math] {
        if let Cow::Owned(changed) = change(&seen) {
            seen = Cow::Owned(changed);
        }
    }
    seen
}

/// The parser takes a lone CR for a line end, which it is not here.
fn without_lone_cr(markdown: &str) -> Cow<'_, str> {
    match memchr::memchr(b'\r', markdown.as_bytes()) {
        Some(_) => Cow::Owned(markdown.replace('\r', " ")),
        None => Cow::Borrowed(markdown),
    }
}

/// In formulas between two lines `$$`, a line that would make a heading of the lines above, or a list, begins with a letter.
fn without_marks_in_math(markdown: &str) -> Cow<'_, str> {
    let mut changed = Vec::new();
    let mut at = 0;
    while let Some(found) = memchr::memmem::find(slice(markdown, at..markdown.len()).as_bytes(), b"$$") {
        let start =
            memchr::memrchr(b'\n', slice(markdown, at..at + found).as_bytes()).map_or(at, |end| at + end + 1);
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
                changed.append(&mut marks);
                break;
            }
            if is_mark(text) {
                marks.push(at - line.trim_ascii_start().len());
            }
        }
    }
    if changed.is_empty() {
        return Cow::Borrowed(markdown);
    }
    let mut seen = String::with_capacity(markdown.len());
    for at in changed {
        seen.push_str(slice(markdown, seen.len()..at));
        seen.push('x');
    }
    seen.push_str(slice(markdown, seen.len()..markdown.len()));
    Cow::Owned(seen)
}

/// Whether a line underlines a heading, or begins an item of a list.
fn is_mark(line: &str) -> bool {
    let is_underline = ['=', '-'].iter().any(|&mark| line.chars().all(|c| c == mark));
    is_underline
        || line.starts_with(['-', '+', '*']) && line.as_bytes().get(1).is_none_or(u8::is_ascii_whitespace)
}
