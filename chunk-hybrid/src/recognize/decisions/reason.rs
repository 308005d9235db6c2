//! Why a decision was taken (H19): what stands behind `because`, `since`, `so that`, `due to`.

use crate::{
    english::{class::REASON, word_list::words},
    text::{document::ParsedContent, word::WordSlice},
};
use chunk_core::slice;
use std::ops::Range;

/// The reason that a sentence gives.
pub(super) fn of(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Range<usize>> {
    let words = content.words.within(span);
    let at = (0..words.len()).find(|&at| gives_reason(content, span, words, at))?;
    let from = at + 1 + usize::from(words.get(at)?.behind);
    let start = words.get(from)?.span().start;
    let sentence = slice(content.text(), start..span.end);
    let end = start + sentence.trim_end_matches(['.', '!', '"', ' ', '\n', '*', ')', '”', '|']).len();
    (start < end).then_some(start..end)
}

fn gives_reason(content: &ParsedContent<'_>, span: &Range<usize>, words: WordSlice<'_>, at: usize) -> bool {
    let Some(word) = words.get(at).filter(|word| word.classes.any(REASON)) else { return false };
    let is = |known| content.is_one_of(word, known);
    let before =
        at.checked_sub(1).and_then(|before| words.get(before)).map_or(span.start, |before| before.span().end);
    let opens_clause = content.slice(&(before..word.span().start)).contains([',', ';', '(']);
    let behind = words.get(at + 1).map_or("", |next| content.slice(&next.span()));
    let is_time = behind.starts_with(|c: char| c.is_ascii_digit());
    word.behind > 0
        || is(words!["because"])
        || is(words!["since", "given"]) && !is_time
        || is(words!["as", "so"]) && opens_clause && at > 0
}

#[cfg(test)]
mod tests {
    use crate::text::document::{Document, ParsedContent};
    use rstest::rstest;

    #[rstest]
    #[case("We chose Rust because it is fast.", Some("it is fast"))]
    #[case("Since 2019 we use Go.", None)]
    #[case("Use tabs, so diffs stay small.", Some("diffs stay small"))]
    #[case("Rejected due to its cost (again)", Some("its cost (again"))]
    #[case("Use tabs as well.", None)]
    fn reasons(#[case] text: &str, #[case] expected: Option<&str>) {
        let content = ParsedContent::new(Document::new("a.md", text));
        let found = super::of(&content, &(0..text.len()));
        assert_eq!(found.map(|found| &text[found]), expected);
    }
}
