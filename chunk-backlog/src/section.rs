//! Divides a body into top-level sections (B10), and names them by paths (B11).

use crate::{
    Doctype,
    body::Body,
    lines::Lines,
    outline::{Heading, is_blank},
};
use chunk_core::{SmallRange, is_white_space, slice, unicode};
use pulldown_cmark::HeadingLevel;
use std::{borrow::Cow, ops::Range};

/// A top-level section, in bytes of the body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Section {
    /// Such as `item/context`.
    pub(crate) path: Cow<'static, str>,
    /// Its heading; `None` for the text before the first one.
    pub(crate) heading: Option<SectionHeading>,
    /// From the heading, or the first line that is not blank, to the end of the last line that is not blank.
    pub(crate) text: Range<usize>,
    /// Whether it becomes chunks: it has text, or is one of those that count without (B12).
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

/// A heading that starts a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SectionHeading {
    /// Its lines.
    pub(crate) lines: SmallRange,
    /// Whether it is the document's title.
    pub(crate) is_title: bool,
}

/// Finds the sections of a body, heading by heading.
#[derive(Debug)]
pub(crate) struct Sections {
    doctype: Doctype,
    /// The heading of the open section.
    heading: Option<SectionHeading>,
    /// Where the open section starts.
    start: usize,
    seen_heading: bool,
    /// Whether the last H1 was the document's title, below which each H2 starts a section.
    under_title: bool,
}

impl Sections {
    pub(crate) const fn new(doctype: Doctype) -> Self {
        Self { doctype, heading: None, start: 0, seen_heading: false, under_title: false }
    }

    /// Where the open section starts.
    pub(crate) const fn start(&self) -> usize {
        self.start
    }

    /// Takes the next heading of the document, and returns the open section if the heading ends it by starting another.
    pub(crate) fn next(&mut self, body: &Body<'_>, heading: &Heading) -> Option<Section> {
        let is_first = !std::mem::replace(&mut self.seen_heading, true);
        let key = || key(name(body.text, heading.lines.range()));
        let is_top = match heading.level {
            HeadingLevel::H1 => {
                self.under_title = is_first && !is_known(&key(), self.doctype);
                true
            }
            HeadingLevel::H2 => {
                self.under_title || self.doctype == Doctype::Item && matches!(&*key(), "decisions" | "links")
            }
            _ => false,
        };
        if !is_top {
            return None;
        }
        let lines = heading.lines.range();
        let section = self.section(body, lines.start);
        let is_title = heading.level == HeadingLevel::H1 && self.under_title;
        self.heading = Some(SectionHeading { lines: heading.lines, is_title });
        self.start = lines.start;
        section
    }

    /// The section that ends with the body.
    pub(crate) fn last(&self, body: &Body<'_>) -> Option<Section> {
        self.section(body, body.text.len())
    }

    /// The open section, which ends at `end`; `None` for blank text before the first heading.
    fn section(&self, body: &Body<'_>, end: usize) -> Option<Section> {
        let text = without_blank_lines(body.text, &body.outline.lines, self.start..end);
        let Some(heading) = self.heading else {
            let path = other(self.doctype);
            return (!text.is_empty()).then_some(Section { path, heading: None, text, is_chunk: true });
        };
        let lines = heading.lines.range();
        let key = key(name(body.text, lines.clone()));
        // A heading that the contract does not know may say something by itself.
        let may_be_empty = !heading.is_title && !is_known(&key, self.doctype) && !key.is_empty();
        let path = if heading.is_title { other(self.doctype) } else { known_path(&key, self.doctype) };
        let is_chunk = may_be_empty || !is_blank(body.slice(lines.end..end));
        Some(Section { path, heading: Some(heading), text, is_chunk })
    }
}

/// The path of the section with this heading.
pub(crate) fn section_path(
    body: &str,
    heading: Option<SectionHeading>,
    doctype: Doctype,
) -> Cow<'static, str> {
    match heading.filter(|heading| !heading.is_title) {
        Some(heading) => known_path(&key(name(body, heading.lines.range())), doctype),
        None => other(doctype),
    }
}

/// The lines of `range` from the first to the last non-blank one, without the last line end.
pub(crate) fn without_blank_lines(body: &str, lines: &Lines, range: Range<usize>) -> Range<usize> {
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

/// The source of a heading without its markers, trimmed.
pub(crate) fn name(body: &str, heading: Range<usize>) -> &str {
    let source = slice(body, heading).trim_matches(is_white_space);
    let after_marks = source.trim_start_matches('#');
    let marks = source.len() - after_marks.len();
    if (1..=6).contains(&marks) && (after_marks.is_empty() || after_marks.starts_with([' ', '\t'])) {
        let text = after_marks.trim_matches(is_white_space);
        let before_marks = text.trim_end_matches('#');
        let is_closed = before_marks.is_empty() || before_marks.ends_with([' ', '\t']);
        return if is_closed { before_marks.trim_end_matches(is_white_space) } else { text };
    }
    // Setext: all lines but the underline.
    source.rsplit_once('\n').map_or(source, |(text, _)| text.trim_end_matches(is_white_space))
}

/// `text` with each run of white space replaced by one space, and none at its ends.
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

/// A heading's name in the form by which names are compared (B11).
fn key(name: &str) -> String {
    let is_dropped = |c| c == ':' || c == '#' || is_white_space(c);
    unicode::lowercase(&collapse(name.trim_end_matches(is_dropped)))
}

/// The known names of sections in items, and their paths.
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

/// The known names of sections in ADRs whose paths are not their slugs.
const ADR_PATHS: [(&str, &str); 4] = [
    ("context", "adr/context"),
    ("context and problem statement", "adr/context"),
    ("decision", "adr/decision"),
    ("decision outcome", "adr/decision"),
];

/// The other known names of sections in ADRs, besides those of items.
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

fn known_path(key: &str, doctype: Doctype) -> Cow<'static, str> {
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

/// `key` with each run of characters other than ASCII letters and digits replaced by one `_`, and none at its ends.
fn slug(key: &str) -> String {
    let words = key.split(|c: char| !matches!(c, 'a'..='z' | '0'..='9')).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}
