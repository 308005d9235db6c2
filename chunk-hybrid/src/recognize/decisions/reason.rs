//! Why a decision was taken (H19): what follows `because`, `since`, `so that`, `due to`.

use super::{open, sentence::Sentence};
use crate::english::class::{
    AUXILIARY, BEING, CONNECTIVE, Classes, FIRST_PERSON, NUMBER, PAST, PAST_TENSE, PHRASE_END, PRONOUN,
    REASON,
};
use crate::english::list;
use crate::readings::meanings;
use crate::recognize::Finding;
use crate::recognize::said::{self, Named};
use crate::text::{Block, ParsedContent, Word, label_of, tag};
use chunk_core::{sentences, slice, types::SentenceRules, unicode};
use std::ops::Range;

/// The reason that a sentence gives. One that opens the sentence, or is after "However", ends at the first comma: "Since it is cold, we …".
pub(super) fn of(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Range<usize>> {
    let sentence = Sentence::of(content, span.clone());
    let at = (0..sentence.len()).find(|&at| gives_reason(&sentence, at))?;
    let next = at + 1 + usize::from(sentence.words.get(at)?.phrase_tail);
    let from = next + usize::from(sentence.is(next, &["of"]));
    let Some(first) = sentence.words.get(from) else {
        let next = content.blocks().partition_point(|block| block.start < span.end);
        return if sentence.gap(from).contains(':') { said::body(content, next) } else { None };
    };
    // "Because of this" says why elsewhere.
    let is_alone = from + 1 >= sentence.len() || sentence.gap(from + 1).contains([',', '.', ';', ':', ')']);
    if is_alone && first.classes.any(PRONOUN) {
        return None;
    }
    // A reason that starts with code starts with its mark.
    let code = sentence.gap(from).rsplit(unicode::is_white_space).next().filter(|near| near.ends_with('`'));
    let start = first.start - code.map_or(0, str::len);
    let text = slice(content.text(), start..span.end);
    let is_lead = sentence.words.lead(at).iter().all(|word| word.classes.any(CONNECTIVE));
    let clause = if is_lead { first_clause(text) } else { text };
    bare(content, start..start + clause.len())
}

/// The reason that the next sentence of the block names: "Decision: larch. Reason: 20% cheaper."
pub(super) fn beside(
    content: &ParsedContent<'_>,
    block: &Block,
    span: &Range<usize>,
) -> Option<Range<usize>> {
    let rest = content.slice(&(span.end..block.end.max(span.end)));
    let start = span.end + (rest.len() - unicode::trim_start(rest).len());
    let sentence = sentences(content.slice(&(start..block.end)), SentenceRules::Standard).next()?;
    let label = label_of(content.slice(&(start..start + sentence.end)))?.after(start);
    let is_reason = meanings("label", content.slice(&label.name())).contains(&"reason");
    bare(content, label.text..start + sentence.end).filter(|_| is_reason && block.is_text())
}

/// A reason without the marks at its end.
fn bare(content: &ParsedContent<'_>, reason: Range<usize>) -> Option<Range<usize>> {
    let Range { start, end } = tag::untagged(content.text(), reason)?;
    let own = content.slice(&(start..end));
    let bare = own.trim_end_matches(['.', '!', '"', ' ', '\n', '*', ')', '”', '|']);
    // A bracket that opens in the reason closes in it.
    let opens = bare.matches('(').count() > bare.matches(')').count();
    let closes = opens && slice(own, bare.len()..own.len()).starts_with(')');
    let end = start + bare.len() + usize::from(closes);
    (start < end).then_some(start..end)
}

/// What a label or heading names for the decision `found[index]`, such as its reason. `taken` is that of the decision before.
pub(super) fn named<K>(
    content: &ParsedContent<'_>,
    all: &[Named],
    found: &[Finding<K>],
    index: usize,
    taken: Option<&Range<usize>>,
) -> Option<Range<usize>> {
    let own = &found.get(index)?.candidate;
    let before = index.checked_sub(1).and_then(|before| found.get(before));
    let before = before.map_or(0, |before| before.candidate.span.end);
    let start_of =
        |index: usize| found.get(index).map_or(content.text().len(), |own| own.candidate.span.start);
    let alone = said::named_of(content, all, &own.span, [before, start_of(index + 1).max(own.span.end)]);
    // What stands between two decisions is the reason of the first one.
    let alone = alone.filter(|reason| reason.start >= own.span.end || taken != Some(reason));
    let named = alone.or_else(|| {
        // The reason below a section of several decisions is that of each of them.
        let section = content.section_of(content.blocks().get(own.block)?)?;
        let end = content.sections().get(section + 1)?.start.max(own.span.end);
        let next = start_of(found.partition_point(|own| own.candidate.span.start < end));
        let shared = said::named_of(content, all, &own.span, [own.span.start, next]);
        shared.filter(|reason| reason.start >= end)
    });
    named.filter(|named| !open::says_so(content.slice(named)))
}

/// An option of a decision at `span` without the reason that it runs into, if anything is left: an option is never a reason.
pub(super) fn without(
    content: &ParsedContent<'_>,
    span: &Range<usize>,
    option: Range<usize>,
) -> Option<Range<usize>> {
    // Options may stand elsewhere, such as in other items of a list.
    let around = if span.contains(&option.start) { span.clone() } else { option.clone() };
    let sentence = Sentence::of(content, around);
    let is_reason = |&at: &usize| {
        let Some(word) = sentence.words.get(at).filter(|word| option.contains(&word.start)) else {
            return false;
        };
        let is_as = word.start == option.start
            && sentence.is(at, &["as"])
            && sentence.has(at + 1, PRONOUN.or(FIRST_PERSON));
        gives_reason(&sentence, at) || is_as
    };
    let Some(at) = (0..sentence.len()).find(is_reason) else { return Some(option) };
    let reason = sentence.words.get(at)?;
    let left = content.slice(&(option.start..reason.start));
    let left = left.trim_end_matches([' ', '\n', ',', ';', '(', '*', '—', '–']);
    let left = option.start..option.start + left.len();
    // "And because of this", "this is because".
    let names = |word: Word| !word.classes.any(CONNECTIVE.or(PHRASE_END).or(PRONOUN).or(BEING));
    content.words.within(&left).iter().any(names).then_some(left)
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
fn gives_reason(sentence: &Sentence<'_>, at: usize) -> bool {
    let Some(word) = sentence.words.get(at).filter(|_| sentence.has(at, REASON)) else { return false };
    let opens_clause = sentence.gap(at).contains([',', ';', '(']);
    match unicode::lowercase(sentence.word(at)).as_str() {
        "as" => opens_clause && at > 0 && says_why(sentence, at + 1),
        // What follows a mere "so" is what comes of it.
        "so" => sentence.is(at + 1, &["that"]),
        // "Since Rust 1.70" is a time.
        "since" => !sentence.words.after(at + 1).lead(2).any(NUMBER),
        // "At any given moment".
        "given" => sentence.is(at + 1, &["that"]),
        // "The messages in that queue".
        "in" => !sentence.is(at + 1, &["that"]),
        "because" => true,
        _ => word.phrase_tail > 0,
    }
}

/// Whether what follows an "as", from the word `from` on, says why, not how or when: not "as of 3.14", "as long as", "as defined in", "as with
/// X", "as a rule".
fn says_why(sentence: &Sentence<'_>, from: usize) -> bool {
    const VERB: Classes = AUXILIARY.or(BEING).or(PAST_TENSE);
    let is_noun = sentence.is(from, &["a", "an", "the"]) && !sentence.words.after(from).any(VERB);
    let how = || list("as-how").iter().any(|(word, _)| sentence.is(from, &[word]));
    from < sentence.len() && !is_noun && !sentence.has(from, PAST) && !how()
}
