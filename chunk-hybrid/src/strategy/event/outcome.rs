//! How a phase went (H17).

use crate::english::class::{FAILURE, FUTURE, HEDGE, NEGATION, PARTIAL, STOP, SUCCESS};
use crate::english::{list, listed};
use crate::pattern;
use crate::readings::meanings;
use crate::recognize::said;
use crate::record::{Outcome, Phase};
use crate::text::{Block, BlockKind, Label, ParsedContent, Section, Word, WordSlice, is_heading};
use chunk_core::{slice, unicode};
use regex::Regex;
use std::{mem, ops::Range, sync::LazyLock};

/// A longer entry tells a story, in which something may have failed and was mended.
const MOST_WORDS: usize = 12;

/// What a part of the document says of how a phase went: the last outcome that it states behind a label or heading (`Outcome: success`);
/// else what its entries end with (`✅`, `FAILED`); else what its last entry says, if that is brief. A plan has none yet, but a label or heading
/// in the same part may state one.
pub(super) fn outcome(content: &ParsedContent<'_>, span: &Range<usize>, phase: Phase) -> Option<Outcome> {
    let blocks = content.blocks_in(span);
    let is_entry = |block: &&Block| {
        matches!(block.kind, BlockKind::Paragraph | BlockKind::Item | BlockKind::Row | BlockKind::Heading(_))
    };
    let is_plan = |title: &Section| meanings("heading", content.slice(&title.title)).contains(&"planning");
    let said = |block: &Block| {
        let mut above = content.upwards(content.section(content.section_of(block)));
        stated(content, block).filter(|_| !above.any(is_plan))
    };
    let stated = blocks.iter().rev().find_map(said);
    if phase == Phase::Planning {
        return stated;
    }
    let marks = blocks.iter().filter(is_entry).filter_map(|block| mark_at_end(content.slice(&block.span())));
    // Where they differ, it is partial.
    let marked = || marks.reduce(|one, other| if one == other { one } else { Outcome::Partial });
    let last = || blocks.iter().rfind(is_entry).filter(|last| content.words_of(last).len() <= MOST_WORDS);
    stated.or_else(marked).or_else(|| told(content, &report(content, last()?)?))
}

/// What an entry reports: a paragraph, or an item after its time stamp, a label with a meaning (`[EXEC]`) or one that is a time in short
/// (`[03-26 08:10]`). `Fixed the pump` and `[Fixed] A panic` in a list of changes say what was done.
fn report(content: &ParsedContent<'_>, block: &Block) -> Option<Range<usize>> {
    let is_item = block.kind != BlockKind::Paragraph;
    let is_time = |label: &Label| content.slice(&label.name()).starts_with(|c: char| c.is_ascii_digit());
    let means = || said::label(content, block).is_some_and(|(said, _)| !said.is_empty());
    let lead = block
        .label
        .filter(|label| !is_item || is_time(label) || means())
        .map(|label| label.text.min(block.end));
    let lead = lead.or(block.stamp.map(|stamp| block.text + stamp.length));
    match lead {
        None if is_item => None,
        lead => Some(lead.unwrap_or(block.text)..block.end),
    }
}

/// The outcome that a block states behind its label, or below a heading such as `Result`.
fn stated(content: &ParsedContent<'_>, block: &Block) -> Option<Outcome> {
    if let Some((_, text)) = said::label(content, block).filter(|(said, _)| said.contains(&"outcome")) {
        return value(content, &(text..block.end));
    }
    let section = content.section_at(block.start)?;
    let is_first = section.heading + 1 == block.number && !is_heading(block);
    let says = || meanings("heading", content.slice(&section.title)).contains(&"outcome");
    if is_first && says() { value(content, &block.inner()) } else { None }
}

/// The outcome that a text opens with, if its first word is one and is no attribute ("failed logins"); else by a mark at its end; else what it
/// tells.
fn value(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Outcome> {
    let words = content.words.within(span);
    let clause = clauses(content, words).next().unwrap_or_default();
    let said = || listed("outcome", content.slice(&clause.first()?.span()));
    let said =
        said().filter(|_| ends(content, clause, 0, &["on", "for", "with"]) && !is_hedged(content, clause, 0));
    let brief = || Some(span).filter(|_| words.len() <= MOST_WORDS);
    said.map(named).or_else(|| mark_at_end(content.slice(span))).or_else(|| told(content, brief()?))
}

/// Whether the word at `at` is the last one of its clause, but for what leaves it as it is: "works now", "failed because of the pump".
fn ends(content: &ParsedContent<'_>, clause: WordSlice<'_>, at: usize, more: &[&str]) -> bool {
    let goes_on = |next| content.is_listed(next, "outcome-before") || content.is_one_of(next, more);
    clause.get(at + 1).is_none_or(goes_on)
}

/// Whether the word at `at` is no outcome by the words before it: "almost done", "90% done", "Bob says it works", "rollback complete".
fn is_hedged(content: &ParsedContent<'_>, clause: WordSlice<'_>, at: usize) -> bool {
    let is = |at: usize, list: &str| clause.get(at).is_some_and(|word| content.is_listed(word, list));
    let lead = clause.get(at).map_or("", |word| slice(content.text(), 0..word.start));
    lead.ends_with(['.', '-', '_', '/', '`', '#', '['])
        || lead.ends_with("% ") && !lead.ends_with("100% ")
        || at.checked_sub(1).is_some_and(|before| is(before, "outcome-not-right-after"))
        || (0..at).any(|at| is(at, "outcome-not-after"))
}

/// Words in clauses, which commas and the like part.
fn clauses<'w>(content: &ParsedContent<'_>, words: WordSlice<'w>) -> impl Iterator<Item = WordSlice<'w>> {
    let breaks = move |at: &usize| {
        let (Some(before), Some(word)) = (words.get(at - 1), words.get(*at)) else { return true };
        let between = content.slice(&(before.end..word.start));
        between.contains([',', ';', ':', '.', '(', ')', ']', '!', '–', '—']) || between == " - "
    };
    let mut start = 0;
    (1..=words.len()).filter(breaks).map(move |end| words.part(mem::replace(&mut start, end)..end))
}

/// `3 of 5`, `3/5`.
static SHARE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?-u:\b)([0-9]{1,9}) ?(?:/|(?:out )?of(?: the)?) ?([0-9]{1,9})(?-u:\b)"));

/// How many of how many a text speaks of.
fn share(text: &str) -> Option<(u32, u32)> {
    let found = SHARE.captures(text)?;
    let number = |group| found.get(group)?.as_str().parse::<u32>().ok();
    number(1).zip(number(2)).filter(|(part, all)| part <= all)
}

fn named(outcome: &str) -> Outcome {
    match outcome {
        "success" => Outcome::Success,
        "failure" => Outcome::Failure,
        _ => Outcome::Partial,
    }
}

/// The outcome that an entry ends with: a mark, or a word in capitals.
fn mark_at_end(text: &str) -> Option<Outcome> {
    let line = text.trim_end_matches(|c: char| {
        unicode::is_white_space(c) || matches!(c, '.' | '!' | '*' | '_' | '|' | '\u{FE0F}')
    });
    let last = line.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let mark = list("outcome-mark").iter().find(|(mark, _)| line.ends_with(mark));
    let mark = mark.or_else(|| list("outcome-word").iter().find(|(word, _)| last == *word));
    mark.map(|(_, outcome)| named(outcome))
}

/// What a brief entry says at the ends of its clauses: "All tests passed", "two passed, one failed". A question says nothing, nor does what is
/// open.
fn told(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Outcome> {
    let (text, words) = (content.slice(span), content.words.within(span));
    let is = |word: Option<Word>, wanted: &[&str]| word.is_some_and(|word| content.is_one_of(word, wanted));
    // At the end of an entry, `mark_at_end` has seen it.
    let opening = list("outcome-mark").iter().find(|(mark, _)| unicode::trim_start(text).starts_with(mark));
    let is_open = unicode::trim_end(text).ends_with('?')
        || words.iter().any(|word| is(Some(word), &["pending"]))
        || is(words.first(), &["if", "when", "unless"]);
    let told = clauses(content, words).filter_map(|clause| {
        let at = (0..clause.len()).find_map(|at| Some((at, told_at(content, clause, at)?)));
        at.map(|(_, outcome)| outcome)
    });
    let all = opening.map(|(_, outcome)| named(outcome)).into_iter().chain(told);
    all.reduce(|one, other| if one == other { one } else { Outcome::Partial }).filter(|_| !is_open)
}

/// The outcome that a clause ends with the word or phrase at `at`: "passed", "no errors", "not fixed", "3 of 5 passed". What might be, or is to
/// be, is none.
fn told_at(content: &ParsedContent<'_>, clause: WordSlice<'_>, at: usize) -> Option<Outcome> {
    let is = |word: Option<Word>, wanted: &[&str]| word.is_some_and(|word| content.is_one_of(word, wanted));
    let word = clause.get(at)?;
    let tail = usize::from(word.phrase_tail);
    let is_phrase = tail > 0 && word.classes.any(STOP);
    let phrase = [(SUCCESS, Outcome::Success), (FAILURE, Outcome::Failure)];
    let phrase = phrase.into_iter().find(|(classes, _)| is_phrase && word.classes.any(*classes));
    let said = phrase.map(|(_, outcome)| outcome);
    let said = said.or_else(|| listed("outcome-end", content.slice(&word.span())).map(named))?;
    let more: &[&str] = if said == Outcome::Failure { &["with", "on", "for", "to", "when"] } else { &[] };
    let before = clause.part(at.saturating_sub(3)..at);
    let is_to_be = is(clause.last(), &["yet"]) || before.iter().any(|word| is(Some(word), &["to", "yet"]));
    let is_open = is_to_be || before.any(FUTURE.or(HEDGE)) || is_hedged(content, clause, at);
    if is_open || !ends(content, clause, at + phrase.map_or(0, |_| tail), more) {
        return None;
    }
    let counted = clause.first().and_then(|first| share(content.slice(&(first.start..word.start))));
    let (part, all) = counted.unwrap_or((1, 1));
    let is_denied = part == 0 || before.any(NEGATION) || is(before.last(), &["0", "zero", "no", "nothing"]);
    Some(match said {
        _ if clause.part(0..at + 1).any(PARTIAL) || 0 < part && part < all => Outcome::Partial,
        Outcome::Success if is_denied && phrase.is_none() => Outcome::Failure,
        Outcome::Failure if is_denied && phrase.is_none() => Outcome::Success,
        said => said,
    })
}
