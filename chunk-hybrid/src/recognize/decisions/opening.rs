//! What stands before the first sentence of a block: a time stamp, and a label that may name who speaks (H19).

use crate::english::class::{
    CAUTION, COLUMN_OF_CHOICE, COLUMN_OF_OTHERS, COLUMN_OF_SUBJECT, Classes, LIST_OF_OPTIONS, LOGGING,
    NAME_OF_DECISION, PART_OF_RECORD, TITLES,
};
use crate::text::{ParsedContent, label_of, time};
use chunk_core::{slice, unicode};
use regex::Regex;
use std::{ops::Range, sync::LazyLock};

/// A label of more words is no name of a person.
const MOST_NAME_WORDS: usize = 3;

/// What a block starts with.
pub(super) struct Opening {
    /// The label, if it can be a name.
    pub(super) name: Option<Range<usize>>,
    /// Whether the label is written as in a chat: after a time, as `<arun>` or `@inga`.
    pub(super) is_of_chat: bool,
    /// Where the text after time stamp and label starts.
    pub(super) text: usize,
}

impl Opening {
    /// What a line, or a text that starts with it, starts with; `None` without a label.
    pub(super) fn of(content: &ParsedContent<'_>, span: Range<usize>) -> Option<Self> {
        let start = after_stamp(content, span.start, span.end);
        let text = content.slice(&(start..span.end));
        let label = label_of(text).map(|label| (label.name(), label.text)).or_else(|| nick(text));
        let (label, length) = label?;
        let label = start + label.start..start + label.end;
        Some(Self {
            is_of_chat: start > span.start || text.starts_with('<') || content.slice(&label).starts_with('@'),
            name: can_be_name(content, &label).then_some(label),
            text: start + length,
        })
    }
}

/// Where the text after the time stamp starts that a line may start with.
pub(super) fn after_stamp(content: &ParsedContent<'_>, start: usize, end: usize) -> usize {
    let line = content.slice(&(start..end)).lines().next().unwrap_or_default();
    time::stamp_at_start(line).map_or(start, |stamp| {
        let behind = slice(line, stamp.length..line.len());
        let marks = behind.trim_start_matches([' ', '\t', '-', '|', '.', ':', '–', '—', ']']);
        start + line.len() - marks.len()
    })
}

/// Whether a label can be a person's name: one to three words, none of which names a field of a record or a level of a log.
fn can_be_name(content: &ParsedContent<'_>, label: &Range<usize>) -> bool {
    const FIELD: Classes = TITLES
        .or(PART_OF_RECORD)
        .or(LIST_OF_OPTIONS)
        .or(NAME_OF_DECISION)
        .or(COLUMN_OF_CHOICE)
        .or(COLUMN_OF_SUBJECT)
        .or(COLUMN_OF_OTHERS)
        .or(CAUTION)
        .or(LOGGING);
    let text = content.slice(label);
    let is_plain =
        |c: char| unicode::is_alphanumeric(c) || matches!(c, ' ' | '-' | '.' | '_' | '\'' | '’' | '@');
    let words = text.split([' ', '-', '.']).filter(|word| !word.is_empty()).count();
    let is_field = || content.words.within(label).any(FIELD);
    (1..=MOST_NAME_WORDS).contains(&words) && text.chars().all(is_plain) && !is_field()
}

/// `<arun> `, `@inga ` or `dave: `.
static NICK: LazyLock<Regex> =
    LazyLock::new(|| crate::pattern(r"^(?:<([^>]{1,29})>|(@[^ ]{1,29}) |([a-z][^ ]{1,28}): )\s*"));

/// The name in a nick, and the length of all that.
fn nick(text: &str) -> Option<(Range<usize>, usize)> {
    let found = NICK.captures(text)?;
    let name = (1..4).find_map(|form| found.get(form))?;
    Some((name.range(), found.get(0)?.end()))
}
