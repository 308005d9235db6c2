//! Why a decision was taken (H19): what follows `because`, `since`, `so that`, `due to`.

use crate::english::class::{NUMBER, PAST, REASON};
use crate::text::{ParsedContent, Word, WordSlice};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// The reason that a sentence gives. A reason that opens the sentence ends at the first comma: "Since it is cold, we …".
pub(super) fn of(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Range<usize>> {
    let words = content.words.within(span);
    let at = (0..words.len()).find(|&at| gives_reason(content, span, words, at))?;
    let next = at + 1 + usize::from(words.get(at)?.phrase_tail);
    let is_of = words.get(next).is_some_and(|word| content.is_one_of(word, &["of"]));
    let from = next + usize::from(is_of);
    let first = words.get(from)?.span().start;
    let gap = content.slice(&(words.get(from - 1)?.span().end..first));
    // A reason that starts with code starts with its mark.
    let code = gap.rsplit(unicode::is_white_space).next().filter(|near| near.ends_with('`'));
    let start = first - code.map_or(0, str::len);
    let sentence = slice(content.text(), start..span.end);
    let own = if at == 0 { first_clause(sentence) } else { sentence };
    let own = unicode::trim_end(own).trim_end_matches("-->");
    let end = start + own.trim_end_matches(['.', '!', '"', ' ', '\n', '*', ')', '”', '|']).len();
    (start < end).then_some(start..end)
}

/// The part of a sentence before the first comma outside of code.
fn first_clause(sentence: &str) -> &str {
    let mut in_code = false;
    let comma = sentence.bytes().zip(sentence.bytes().skip(1)).position(|pair| {
        in_code ^= pair.0 == b'`';
        !in_code && matches!(pair, (b',', b' ' | b'\n'))
    });
    slice(sentence, 0..comma.unwrap_or(sentence.len()))
}

/// Whether a reason starts at the word `at`.
fn gives_reason(content: &ParsedContent<'_>, span: &Range<usize>, words: WordSlice<'_>, at: usize) -> bool {
    let Some(word) = words.get(at).filter(|word| word.classes.any(REASON)) else { return false };
    let is = |known| content.is_one_of(word, known);
    let next = |count: usize| words.get(at + count);
    if is(&["as"]) && next(1).is_some_and(|word| leads_no_reason(content, word)) {
        return false;
    }
    let before =
        at.checked_sub(1).and_then(|before| words.get(before)).map_or(span.start, |before| before.end);
    let opens_clause = content.slice(&(before..word.start)).contains([',', ';', '(']);
    // "Since Rust 1.70" is a time.
    let is_time = [1, 2].into_iter().filter_map(next).any(|next| next.classes.any(NUMBER));
    word.phrase_tail > 0
        || is(&["because"])
        || is(&["since", "given"]) && !is_time
        || is(&["as", "so"]) && opens_clause && at > 0
}

/// Whether an "as" before this word tells how or when, not why: "as of 3.14", "as long as", "as defined in".
fn leads_no_reason(content: &ParsedContent<'_>, word: Word) -> bool {
    word.classes.any(PAST) || content.is_one_of(word, &["of", "long", "well", "soon", "usual"])
}

#[cfg(test)]
mod tests {
    use crate::text::{Document, ParsedContent};

    #[test]
    fn reasons() {
        for [text, expected, _] in crate::forms("reason") {
            let content = ParsedContent::new(Document::new("a.md", &text));
            let found = super::of(&content, &(0..text.len()));
            assert_eq!(found.map_or("-", |found| &text[found]), expected, "{text}");
        }
    }
}
