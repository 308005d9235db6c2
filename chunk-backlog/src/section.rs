//! Divides a body into top-level sections (B10), and names them by paths (B11).

use crate::{
    Doctype,
    body::{Body, is_blank},
};
use chunk_core::unicode::{self, split_white_space, trim, trim_end};
use std::{borrow::Cow, ops::Range};

/// A top-level section, in bytes of the body.
#[derive(Debug)]
pub(crate) struct Section {
    /// Such as `item/context`.
    pub(crate) path: Cow<'static, str>,
    /// The lines of its heading; `None` for the text before the first one.
    pub(crate) heading: Option<Range<usize>>,
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
struct Top {
    lines: Range<usize>,
    key: String,
    /// Whether it is the document's title.
    is_title: bool,
}

/// The sections of the body of a document with this title, in order.
pub(crate) fn sections(body: &Body<'_>, doctype: Doctype, title: &str) -> Vec<Section> {
    let tops = tops(body, doctype);
    let ends = tops.iter().map(|top| top.lines.start).chain([body.text.len()]);
    let before = body.without_blank_lines(0..tops.first().map_or(body.text.len(), |top| top.lines.start));
    let mut sections = Vec::new();
    if !before.is_empty() {
        sections.push(Section { path: other(doctype), heading: None, text: before, is_chunk: true });
    }
    for (top, end) in tops.iter().zip(ends.skip(1)) {
        let Range { start, end: after } = top.lines;
        // A heading that the contract does not know says something by itself, unless every record says it as the title.
        let is_said = top.is_title && name(body.slice(top.lines.clone())) == title;
        let may_be_empty = !is_said && !is_known(&top.key, doctype) && !top.key.is_empty();
        sections.push(Section {
            path: if top.is_title { other(doctype) } else { path(&top.key, doctype) },
            heading: Some(top.lines.clone()),
            text: start..body.without_blank_lines(start..end).end,
            is_chunk: may_be_empty || !is_blank(body.slice(after..end)),
        });
    }
    sections
}

/// The headings that start sections.
fn tops(body: &Body<'_>, doctype: Doctype) -> Vec<Top> {
    let mut tops = Vec::new();
    // Whether the last H1 was the document's title, below which each H2 starts a section.
    let mut under_title = false;
    for (number, (level, lines)) in body.headings().enumerate() {
        if level > 2 {
            continue;
        }
        let key = key(name(body.slice(lines.clone())));
        if level == 1 {
            under_title = number == 0 && !is_known(&key, doctype);
        }
        let is_decisions_or_links = || doctype == Doctype::Item && matches!(&*key, "decisions" | "links");
        if level == 1 || under_title || is_decisions_or_links() {
            tops.push(Top { lines, key, is_title: level == 1 && under_title });
        }
    }
    tops
}

/// The source of a heading without its markers, trimmed.
pub(crate) fn name(heading: &str) -> &str {
    // Setext: all lines but the underline.
    if let Some((text, _)) = heading.rsplit_once('\n') {
        return trim(text);
    }
    let text = trim(trim(heading).trim_start_matches('#'));
    let before_marks = text.trim_end_matches('#');
    let is_closed = before_marks.is_empty() || before_marks.ends_with([' ', '\t']);
    if is_closed { trim_end(before_marks) } else { text }
}

/// `text` with each run of white space replaced by one space, and none at its ends.
pub(crate) fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for word in split_white_space(text) {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed
}

/// A heading's name in the form by which names are compared (B11).
fn key(name: &str) -> String {
    let is_dropped = |c| c == ':' || c == '#' || unicode::is_white_space(c);
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

/// The path of a section whose heading has this name.
fn path(key: &str, doctype: Doctype) -> Cow<'static, str> {
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
