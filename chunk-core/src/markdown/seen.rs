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
    if memchr::memmem::find(markdown.as_bytes(), b"$$").is_none() {
        return Cow::Borrowed(markdown);
    }
    let mut changed = Vec::new();
    // The marks since a line that opens a formula, which count once it is closed.
    let mut marks: Option<Vec<usize>> = None;
    let mut at = 0;
    for line in markdown.split_inclusive('\n') {
        let text = line.trim_ascii();
        match &mut marks {
            None if text.starts_with("$$") && !slice(text, 2..text.len()).contains("$$") => {
                marks = Some(Vec::new());
            }
            Some(_) if text.is_empty() || text.starts_with("```") || text.starts_with("~~~") => marks = None,
            Some(_) if text.ends_with("$$") => changed.extend(marks.take().unwrap_or_default()),
            Some(marks) if is_mark(text) => marks.push(at + line.len() - line.trim_ascii_start().len()),
            _ => {}
        }
        at += line.len();
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
