//! Tags and comments of HTML in a line of text, which no reader sees.

use crate::pattern;
use chunk_core::{slice, unicode};
use regex::{Match, Regex};
use std::{ops::Range, sync::LazyLock};

/// Code, a comment, or a tag of text. `Vec<String>`, `<file>` and `<https://a.example>` are none.
static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(&format!(r"(?is)`[^`\n]*`|<!--.*?-->|{MARKUP}")));

/// A tag of text.
pub(super) const MARKUP: &str = r"(?i)</?(?:a|abbr|b|big|br|center|cite|code|del|details|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|small|span|strike|strong|sub|summary|sup|t[dhrt]|table|u|ul)(?:[\s/][^<>]*)?>";

/// Whether a text starts with a tag or comment.
pub(crate) fn is_tag(text: &str) -> bool {
    TAG.find(text).is_some_and(|tag| tag.start() == 0 && text.starts_with('<'))
}

/// At most this many bytes around a range are searched for the tag in which it starts or ends.
const NEAR: usize = 256;

/// The tags and comments outside of code in a range and near it, from the start of its line on.
fn tags(text: &str, span: &Range<usize>) -> Vec<Range<usize>> {
    let near = text.ceil_char_boundary(span.start.saturating_sub(NEAR));
    let from = slice(text, near..span.start).rfind('\n').map_or(near, |at| near + at);
    let found = TAG.find_iter(slice(text, from..text.floor_char_boundary(span.end + NEAR)));
    // Of a comment that holds all of the range, only the end is a mark.
    let place = |tag: Match<'_>| match from + tag.start()..from + tag.end() {
        own if own.start < span.start && span.end <= own.end && tag.as_str().ends_with("-->") => {
            own.end - "-->".len()..own.end
        }
        own => own,
    };
    found.filter(|tag| tag.as_str().starts_with('<')).map(place).collect()
}

/// A range without the tags and comments at its ends, and without half of one; `None` if nothing is left. Tags of which only one half would
/// be left stay: `<b>Mix</b> it`.
pub(crate) fn untagged(text: &str, span: Range<usize>) -> Option<Range<usize>> {
    let tags = tags(text, &span);
    let is_in = |tag: &&Range<usize>| tag.start < span.end && span.start < tag.end;
    let union = |all: Range<usize>, tag: &Range<usize>| all.start.min(tag.start)..all.end.max(tag.end);
    let whole = tags.iter().filter(is_in).fold(trimmed(text, &span), union);
    let is_void = |tag: &Range<usize>| {
        ["<!--", "-->", "<br", "<hr", "<img"].iter().any(|void| slice(text, tag.clone()).starts_with(void))
    };
    let strip = |are_all: bool| {
        let tags = tags.iter().filter(|tag| are_all || is_void(tag));
        let opened = tags.clone().fold(whole.clone(), |own, tag| {
            if tag.start <= own.start { trimmed(text, &(own.start.max(tag.end)..own.end)) } else { own }
        });
        tags.rev().fold(opened, |own, tag| {
            if tag.start < own.end && own.end <= tag.end {
                trimmed(text, &(own.start..tag.start))
            } else {
                own
            }
        })
    };
    let (own, mut open) = (strip(true), 0_i32);
    let mut inner = tags.iter().filter(|tag| own.start <= tag.start && tag.end <= own.end && !is_void(tag));
    let is_closed = |tag: &Range<usize>| {
        open += if slice(text, tag.clone()).starts_with("</") { -1 } else { 1 };
        open >= 0
    };
    let own = if inner.all(is_closed) && open == 0 { own } else { strip(false) };
    (own.start < own.end).then_some(own)
}

/// The lines of a range, which `<br>` ends, each without tags.
pub(crate) fn lines(text: &str, span: Range<usize>) -> Vec<Range<usize>> {
    let mut breaks = tags(text, &span);
    breaks.retain(|tag| {
        span.start <= tag.start && tag.end <= span.end && slice(text, tag.clone()).starts_with("<br")
    });
    let ends = breaks.iter().map(|tag| tag.start).chain([span.end]);
    let starts = [span.start].into_iter().chain(breaks.iter().map(|tag| tag.end));
    starts.zip(ends).filter_map(|(start, end)| untagged(text, start..end)).collect()
}

/// A range without white space at its ends.
fn trimmed(text: &str, span: &Range<usize>) -> Range<usize> {
    let own = slice(text, span.start..span.start.max(span.end));
    let start = span.start + (own.len() - unicode::trim_start(own).len());
    start..start + unicode::trim(own).len()
}
