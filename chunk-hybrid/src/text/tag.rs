//! Tags and comments of HTML in a line of text, which no reader sees.

use crate::pattern;
use chunk_core::{slice, unicode};
use regex::Regex;
use std::{iter, mem, ops::Range, sync::LazyLock};

/// A tag of text. `Vec<String>`, `<file>` and `<https://a.example>` are none.
pub(super) const MARKUP: &str = r"(?i)</?(?:a|abbr|b|big|br|center|cite|code|del|details|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|small|span|strike|strong|sub|summary|sup|t[dhrt]|table|u|ul)(?:[\s/][^<>]*)?>";

const COMMENT: &str = "<!--(?:[^-]|-+[^->])*-*-->";

/// Comments and tags at the start and at the end of a text: those that hold nothing, or all.
static ENDS: LazyLock<[[Regex; 2]; 2]> = LazyLock::new(|| {
    let empty = format!(r"{COMMENT}|<a [^<>]*></a>|<(?:br|hr|img)(?:[\s/][^<>]*)?>");
    let all = format!("{empty}|{MARKUP}");
    [empty, all].map(|tag| {
        [format!(r"^\s*(?:(?:{tag})\s*)*"), format!(r"(?:\s*(?:{tag}))*\s*$")].map(|end| pattern(&end))
    })
});

/// Whether a text starts with a tag or comment.
pub(crate) fn is_tag(text: &str) -> bool {
    let [_, [start, _]] = &*ENDS;
    text.starts_with('<') && start.find(text).is_some_and(|tags| !tags.is_empty())
}

/// At most this many bytes around a range are searched for the tag in which it starts or ends.
const NEAR: usize = 256;

/// A range without the tags and comments at its ends, and without half of one; `None` if nothing is left, or it lies in one. Tags that hold only
/// a part of it stay: `<b>Mix</b> it`.
pub(crate) fn untagged(text: &str, mut span: Range<usize>) -> Option<Range<usize>> {
    static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("`[^`\n]*`|{COMMENT}|{MARKUP}")));
    let from = text.floor_char_boundary(span.start.saturating_sub(NEAR));
    let near = slice(text, from..text.floor_char_boundary(span.end + NEAR));
    for found in TAG.find_iter(near) {
        let (tag, is_code) = (from + found.start()..from + found.end(), found.as_str().starts_with('`'));
        if tag.start < span.start && span.end < tag.end {
            return Some(span).filter(|_| is_code);
        }
        if !is_code && tag.start < span.end && span.start < tag.end {
            span = span.start.min(tag.start)..span.end.max(tag.end);
        }
    }
    if !near.contains('<') {
        let own = slice(text, span.clone());
        let start = span.start + own.len() - unicode::trim_start(own).len();
        return Some(start..start + unicode::trim(own).len()).filter(|own| own.start < own.end);
    }
    let [empty, all] = ENDS.each_ref().map(|[start, end]| {
        let own = slice(text, span.clone());
        let end = end.find(own).map_or(own.len(), |tags| tags.start());
        let start = start.find(own).map_or(0, |tags| tags.end());
        span.start + start..span.start + end
    });
    let mut inner = TAG.find_iter(slice(text, all.start..all.end.max(all.start)));
    let is_part = inner.any(|tag| tag.as_str().starts_with('<'));
    Some(if is_part { empty } else { all }).filter(|own| own.start < own.end)
}

/// The lines of a range, which `<br>` ends, each without tags.
pub(crate) fn lines(text: &str, span: Range<usize>) -> Vec<Range<usize>> {
    static BREAK: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)`[^`\n]*`|<br(?:[\s/][^<>]*)?>"));
    let own = slice(text, span.clone());
    let breaks = BREAK.find_iter(own).filter(|found| found.as_str().starts_with('<'));
    let breaks = breaks.map(|found| found.range()).chain(iter::once(own.len()..own.len()));
    let mut start = 0;
    let lines =
        breaks.map(|found| span.start + mem::replace(&mut start, found.end)..span.start + found.start);
    lines.filter_map(|line| untagged(text, line)).collect()
}
