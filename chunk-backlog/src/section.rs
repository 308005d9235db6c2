//! Top-level sections (B10) and their paths (B11).

use crate::{
    Doctype,
    outline::{Heading, Outline, is_blank},
};
use chunk_core::{LineIndex, is_white_space, slice};
use pulldown_cmark::HeadingLevel;
use std::{borrow::Cow, ops::Range};

/// A top-level section, in bytes of the body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Section {
    /// Such as `item/context`.
    pub(crate) path: Cow<'static, str>,
    /// The lines of its heading; `None` for the text before the first one.
    pub(crate) heading: Option<Range<usize>>,
    /// From the heading, or the first line that is not blank, to the end of the last line that is not blank.
    pub(crate) text: Range<usize>,
    /// Whether it is a chunk, though there may be nothing but its heading (B12).
    pub(crate) is_chunk: bool,
}

impl Section {
    pub(crate) fn is_worklog(&self) -> bool {
        self.path.ends_with("/worklog")
    }

    pub(crate) fn is_context(&self) -> bool {
        self.path.ends_with("/context")
    }
}

/// The sections of a body, in order.
pub(crate) fn sections(body: &str, outline: &Outline, doctype: Doctype) -> Vec<Section> {
    let mut under_title = false;
    let mut tops: Vec<Top<'_>> = Vec::new();
    for (index, heading) in outline.headings.iter().enumerate() {
        let key = || key(name(body, heading));
        let top = match heading.level {
            HeadingLevel::H1 => {
                let key = key();
                let known = is_known(&key, doctype);
                under_title = index == 0 && !known;
                Top { heading, is_title: under_title, known, key }
            }
            HeadingLevel::H2 => {
                let key = key();
                let is_top =
                    under_title || doctype == Doctype::Item && matches!(&*key, "decisions" | "links");
                if !is_top {
                    continue;
                }
                Top { heading, is_title: false, known: is_known(&key, doctype), key }
            }
            _ => continue,
        };
        tops.push(top);
    }
    let mut sections = Vec::with_capacity(tops.len() + 1);
    let before_headings = tops.first().map_or(body.len(), |top| top.heading.lines.start);
    let text = without_blank_lines(body, &outline.lines, 0..before_headings);
    if !text.is_empty() {
        sections.push(Section { path: other(doctype), heading: None, text, is_chunk: true });
    }
    let ends = tops.iter().skip(1).map(|top| top.heading.lines.start).chain([body.len()]);
    for (top, end) in tops.iter().zip(ends) {
        let lines = &top.heading.lines;
        let empty = is_blank(slice(body, lines.end..end));
        let path = if top.is_title { other(doctype) } else { section_path(&top.key, doctype) };
        sections.push(Section {
            path,
            heading: Some(lines.clone()),
            text: without_blank_lines(body, &outline.lines, lines.start..end),
            is_chunk: !(empty && (top.is_title || top.known || top.key.is_empty())),
        });
    }
    sections
}

/// A heading that starts a section.
struct Top<'h> {
    heading: &'h Heading,
    is_title: bool,
    known: bool,
    key: String,
}

/// The lines of `range` from the first to the last that is not blank, without the last line end.
pub(crate) fn without_blank_lines(body: &str, lines: &LineIndex, range: Range<usize>) -> Range<usize> {
    let text = slice(body, range.clone());
    let last = text.trim_end_matches(is_white_space).len();
    if last == 0 {
        return range.start..range.start;
    }
    let first = text.len() - text.trim_start_matches(is_white_space).len();
    let start = lines.bytes(lines.line(range.start + first)).start.max(range.start);
    let end = lines.bytes(lines.line(range.start + last - 1)).end.min(range.end);
    start..end
}

/// The source of a heading between its markers, trimmed.
pub(crate) fn name<'b>(body: &'b str, heading: &Heading) -> &'b str {
    let source = slice(body, heading.lines.clone()).trim_matches(is_white_space);
    let behind_marks = source.trim_start_matches('#');
    let marks = source.len() - behind_marks.len();
    if (1..=6).contains(&marks) && (behind_marks.is_empty() || behind_marks.starts_with([' ', '\t'])) {
        let behind_marks = behind_marks.trim_matches(is_white_space);
        let before_marks = behind_marks.trim_end_matches('#');
        let closed = before_marks.is_empty() || before_marks.ends_with([' ', '\t']);
        return if closed { before_marks.trim_end_matches(is_white_space) } else { behind_marks };
    }
    // Setext: all lines but the underline.
    source.rsplit_once('\n').map_or(source, |(text, _)| text.trim_end_matches(is_white_space))
}

/// `text` with each run of white space as one space, and none at its ends.
pub(crate) fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in text.split(is_white_space).filter(|word| !word.is_empty()) {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// What names are compared by (B11).
fn key(name: &str) -> String {
    let is_dropped = |c| c == ':' || c == '#' || is_white_space(c);
    collapse(name.trim_end_matches(is_dropped)).to_lowercase()
}

/// The known names of items and where they lead.
const ITEM_PATHS: [(&str, &str); 14] = [
    ("context", "item/context"),
    ("goal", "item/goal"),
    ("goals", "item/goal"),
    ("approach", "item/approach"),
    ("acceptance criteria", "item/acceptance_criteria"),
    ("risks / dependencies", "item/risks"),
    ("risks", "item/risks"),
    ("dependencies", "item/risks"),
    ("non-goals", "item/non_goals"),
    ("decision", "item/decisions"),
    ("decisions", "item/decisions"),
    ("links", "item/links"),
    ("worklog", "item/worklog"),
    ("alternatives", "item/other"),
];

/// The known names of ADRs that lead elsewhere than their slug.
const ADR_PATHS: [(&str, &str); 4] = [
    ("context", "adr/context"),
    ("context and problem statement", "adr/context"),
    ("decision", "adr/decision"),
    ("decision outcome", "adr/decision"),
];

/// The other known names of ADRs, beside those of items.
const ADR_NAMES: [&str; 8] = [
    "status",
    "consequences",
    "rationale",
    "references",
    "options considered",
    "alternatives considered",
    "pros / cons",
    "follow-ups",
];

fn is_known(key: &str, doctype: Doctype) -> bool {
    let of_items = ITEM_PATHS.iter().any(|(name, _)| *name == key);
    match doctype {
        Doctype::Item => of_items,
        Doctype::Adr => {
            of_items && key != "alternatives"
                || ADR_PATHS.iter().any(|(name, _)| *name == key)
                || ADR_NAMES.contains(&key)
        }
    }
}

fn section_path(key: &str, doctype: Doctype) -> Cow<'static, str> {
    let listed = |paths: &[(&str, &'static str)]| {
        paths.iter().find_map(|(name, path)| (*name == key).then_some(Cow::Borrowed(*path)))
    };
    match doctype {
        Doctype::Item => listed(&ITEM_PATHS).unwrap_or_else(|| other(doctype)),
        Doctype::Adr => listed(&ADR_PATHS).unwrap_or_else(|| match &*slug(key) {
            "" | "header" => other(doctype),
            long if long.len() > 40 => other(doctype),
            slug => format!("adr/{slug}").into(),
        }),
    }
}

fn other(doctype: Doctype) -> Cow<'static, str> {
    match doctype {
        Doctype::Item => "item/other".into(),
        Doctype::Adr => "adr/other".into(),
    }
}

/// Each run of what is no ASCII letter or digit as one `_`, none at the ends.
fn slug(key: &str) -> String {
    let words = key.split(|c: char| !matches!(c, 'a'..='z' | '0'..='9')).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}
