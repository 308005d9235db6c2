//! Why a decision was taken (H19): what follows `because`, `since`, `so that`, `due to`.

use crate::english::class::{
    AUXILIARY, BEING, CONNECTIVE, Classes, NUMBER, PAST, PAST_TENSE, PRONOUN, REASON,
};
use crate::text::{ParsedContent, Word, WordSlice, tag};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// The reason that a sentence gives. One that opens the sentence, or is after "However", ends at the first comma: "Since it is cold, we …".
pub(super) fn of(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Range<usize>> {
    let words = content.words.within(span);
    let at = (0..words.len()).find(|&at| gives_reason(content, span, words, at))?;
    let next = at + 1 + usize::from(words.get(at)?.phrase_tail);
    let is_of = words.get(next).is_some_and(|word| content.is_one_of(word, &["of"]));
    let from = next + usize::from(is_of);
    // "Because of this" says why elsewhere.
    let own = words.get(from)?;
    let ends = |next: Word| content.slice(&(own.end..next.start)).contains([',', '.', ';', ':', ')']);
    if own.classes.any(PRONOUN) && words.get(from + 1).is_none_or(ends) {
        return None;
    }
    let first = own.start;
    let gap = content.slice(&(words.get(from - 1)?.span().end..first));
    // A reason that starts with code starts with its mark.
    let code = gap.rsplit(unicode::is_white_space).next().filter(|near| near.ends_with('`'));
    let start = first - code.map_or(0, str::len);
    let sentence = slice(content.text(), start..span.end);
    let is_lead = words.lead(at).iter().all(|word| word.classes.any(CONNECTIVE));
    let clause = if is_lead { first_clause(sentence) } else { sentence };
    let Range { start, end } = tag::untagged(content.text(), start..start + clause.len())?;
    let own = content.slice(&(start..end));
    let bare = own.trim_end_matches(['.', '!', '"', ' ', '\n', '*', ')', '”', '|']);
    // A bracket that opens in the reason closes in it.
    let opens = bare.matches('(').count() > bare.matches(')').count();
    let closes = opens && slice(own, bare.len()..own.len()).starts_with(')');
    let end = start + bare.len() + usize::from(closes);
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
    let is = |ahead: usize, known: &[&str]| {
        words.get(at + ahead).is_some_and(|word| content.is_one_of(word, known))
    };
    let before = at.checked_sub(1).and_then(|before| words.get(before)).map_or(span.start, |word| word.end);
    let (before, rest) = (content.slice(&(before..word.start)), content.slice(&(word.end..span.end)));
    // The "as" of `#as-a-user` is part of an address, the "because" of `"Good, because"` is quoted.
    if before.ends_with(['-', '_', '#']) || rest.starts_with(['-', '_', '"', '”', '’']) {
        return false;
    }
    let opens_clause = before.contains([',', ';', '(']);
    match unicode::lowercase(content.slice(&word.span())).as_str() {
        "as" => opens_clause && at > 0 && says_why(content, words.after(at + 1)),
        // What follows a mere "so" is what comes of it.
        "so" => is(1, &["that"]),
        // "Since Rust 1.70" is a time.
        "since" => {
            ![1, 2].into_iter().filter_map(|ahead| words.get(at + ahead)).any(|next| next.classes.any(NUMBER))
        }
        // "At any given moment", "Given a name, it returns the age".
        "given" => is(1, &["that"]) || (at == 0 || opens_clause) && !is(1, &["a", "an"]),
        // "The messages in that queue".
        "in" => !is(1, &["that"]),
        "because" => true,
        _ => word.phrase_tail > 0,
    }
}

/// Whether what follows an "as" says why, not how or when: not "as of 3.14", "as long as", "as defined in", "as with X", "as a rule".
fn says_why(content: &ParsedContent<'_>, words: WordSlice<'_>) -> bool {
    const VERB: Classes = AUXILIARY.or(BEING).or(PAST_TENSE);
    let Some(first) = words.first() else { return false };
    let is_noun = content.is_one_of(first, &["a", "an", "the"]) && !words.any(VERB);
    let how = &[
        "of", "long", "well", "soon", "usual", "part", "much", "many", "far", "with", "for", "in", "on",
        "at", "if", "when", "do", "does",
    ];
    !is_noun && !first.classes.any(PAST) && !content.is_one_of(first, how)
}
