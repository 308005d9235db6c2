//! How a phase went (H17).

use crate::english::class::{
    BASE_FORM, BEING, COMMAND, Classes, FAILURE, FUTURE, HEDGE, NEGATION, NUMBER, PARTIAL, PAST, PAST_TENSE,
    PHRASE_END, STOP, SUCCESS,
};
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

/// The outcome that a text opens with, by its first word; else by a mark at its end; else what it tells. Some words are one only where they
/// are all of a clause: `Error rate fell` is none.
fn value(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Outcome> {
    let words = content.words.within(span);
    let clause = clauses(content, words).next().unwrap_or_default();
    let first = clause.first().map(|word| content.slice(&word.span())).unwrap_or_default();
    let alone = || listed("outcome-alone", first).filter(|_| clause.len() == 1);
    let said = listed("outcome", first).filter(|_| !is_attribute_at_start(content, clause)).or_else(alone);
    let is_denied = clause.part(1..2).any(BEING) && clause.part(2..3).any(NEGATION);
    let said = match said {
        Some("success") if is_denied => Some("failure"),
        _ => said.filter(|_| !is_hedged(content, clause, 0)),
    };
    let brief = || Some(span).filter(|_| words.len() <= MOST_WORDS);
    said.map(named).or_else(|| mark_at_end(content.slice(span))).or_else(|| told(content, brief()?))
}

/// Whether the words around the one at `at` leave open how it went. A mere `done` or `works` is a success at the end of its clause, before its
/// object ("passed all tests") or before a word that is known ("works now"): not in "done for today".
fn is_open(content: &ParsedContent<'_>, clause: WordSlice<'_>, at: usize) -> bool {
    let is = |at: usize, list: &str| clause.get(at).is_some_and(|word| content.is_listed(word, list));
    let next = at + 1;
    let goes_on = clause.get(next).is_some() && !is(next, "outcome-before");
    let is_object = at == 0 && !is(next, "outcome-no-object") || clause.after(next + 1).lead(1).any(FAILURE);
    is(at, "outcome-light") && goes_on && !is_object || is_hedged(content, clause, at)
}

/// Whether an outcome is none by the words before it: "almost done", "90% done", "Bob says it works", "failed over".
fn is_hedged(content: &ParsedContent<'_>, clause: WordSlice<'_>, at: usize) -> bool {
    let is = |at: usize, list: &str| clause.get(at).is_some_and(|word| content.is_listed(word, list));
    let Some(word) = clause.get(at) else { return true };
    let lead = slice(content.text(), 0..word.start);
    lead.ends_with("% ") && !lead.ends_with("100% ")
        || is(at, "outcome-fail") && is(at + 1, "outcome-over")
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

/// Whether the word that opens a clause is an attribute of the next one: a noun is before any noun ("success criteria"), other words are where
/// a verb follows ("failed logins are counted", but "failed migration").
fn is_attribute_at_start(content: &ParsedContent<'_>, clause: WordSlice<'_>) -> bool {
    let is = |at: usize, wanted: &[&str]| clause.get(at).is_some_and(|word| content.is_one_of(word, wanted));
    let Some((first, next)) = clause.first().zip(clause.get(1)) else { return false };
    if is(0, &["partial"]) {
        return is_part(next);
    }
    let is_adjective = first.classes.any(PAST.or(PAST_TENSE)) || is(0, &["successful", "unsuccessful"]);
    let has_verb = || clause.after(2).lead(2).any(BEING);
    !next.classes.any(STOP.or(PHRASE_END))
        && !first.classes.any(PARTIAL)
        && !is(0, &["successfully", "partially", "partly"])
        && (!is_adjective || has_verb())
}

/// Whether what is partial is a thing: "a partial block", but "a partial success".
fn is_part(next: Word) -> bool {
    !next.classes.any(SUCCESS.or(FAILURE).or(STOP))
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

/// What the words of a brief entry say of how it went.
fn told(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Outcome> {
    let (text, words) = (content.slice(span), content.words.within(span));
    let (mut success, mut failure, mut partial) = (false, false, false);
    for clause in clauses(content, words) {
        for (at, word) in clause.iter().enumerate().filter(|(at, _)| tells(content, clause, *at)) {
            let (before, next) = (clause.part(at.saturating_sub(3)..at), clause.get(at + 1));
            let is = |word: Option<Word>, wanted: &[&str]| {
                word.is_some_and(|word| content.is_one_of(word, wanted))
            };
            let counted = clause.first().and_then(|first| share(content.slice(&(first.start..word.start))));
            let is_zero = is(before.last(), &["0", "zero", "no", "nothing"])
                || counted.is_some_and(|(part, all)| part == 0 && all > 0);
            let negated = is_zero || before.any(NEGATION);
            // What might happen has not, nor has what is to happen; "64% complete" is not, and "complete coverage" is no event.
            let is_to_be =
                is(clause.last(), &["yet"]) || before.iter().any(|word| is(Some(word), &["to", "yet"]));
            let (succeeds, fails) = (word.classes.any(SUCCESS), word.classes.any(FAILURE));
            let is_bare = succeeds && word.classes.any(BASE_FORM) && (next.is_some() || before.any(NUMBER));
            let is_open = before.iter().chain(next).any(|word| word.classes.any(FUTURE.or(HEDGE)));
            if is_open || is_to_be || is_bare || self::is_open(content, clause, at) {
                continue;
            }
            let is_over =
                clause.after(at + 1).lead(2).iter().any(|word| content.is_listed(word, "outcome-over"));
            // "3 of 5 tests passed".
            let is_share = counted.is_some_and(|(part, all)| 0 < part && part < all);
            partial |= (word.classes.any(PARTIAL) || is_share) && !negated;
            failure |= fails && !negated && !is_over || succeeds && negated && !fails;
            success |= succeeds && !negated || fails && (is_zero || is_over);
        }
    }
    // At the end of an entry, `mark_at_end` has seen it.
    let opening = unicode::trim_start(text);
    for (_, outcome) in list("outcome-mark").iter().filter(|(mark, _)| opening.starts_with(mark)) {
        success |= *outcome == "success";
        failure |= *outcome == "failure";
    }
    match (success, failure) {
        _ if unicode::trim_end(text).ends_with('?') => None,
        // "Backend complete, frontend pending."
        _ if words.iter().any(|word| content.is_one_of(word, &["pending"])) => None,
        // "If the pump stops, the test fails."
        _ if words.first().is_some_and(|word| content.is_one_of(word, &["if", "when", "unless"])) => None,
        _ if partial || success && failure => Some(Outcome::Partial),
        (true, _) => Some(Outcome::Success),
        (_, true) => Some(Outcome::Failure),
        _ => None,
    }
}

/// Whether the word at `at` says how it went, and its clause is about that: no part of a name or path does, nor what is rolled back, since
/// that is mended; nor an attribute ("error rate", "the failed job"), nor the object of another verb ("raised the timeout").
fn tells(content: &ParsedContent<'_>, clause: WordSlice<'_>, at: usize) -> bool {
    const VERB: Classes = PAST.or(PAST_TENSE);
    let is = |at: usize, wanted: &[&str]| clause.get(at).is_some_and(|word| content.is_one_of(word, wanted));
    let is_article = |at| is(at, &["a", "an", "the"]);
    let Some(word) = clause.get(at).filter(|word| word.classes.any(SUCCESS.or(FAILURE).or(PARTIAL))) else {
        return false;
    };
    if is(at, &["partial"]) && clause.get(at + 1).is_some_and(is_part) {
        return false;
    }
    let is_joined = slice(content.text(), 0..word.start).ends_with(['.', '-', '_', '/', '`', '#', '['])
        || slice(content.text(), word.end..content.text().len()).starts_with(['-', '_', '/', '`']);
    let is_mended = (0..clause.len()).any(|at| is(at, &["roll", "rolled", "rollback"]));
    if is_joined || is_mended || is(at, &["reject", "rejected", "achieved"]) {
        return false;
    }
    // "No errors" and "couldn't" say by themselves how it went.
    let is_phrase = word.classes.any(STOP) && (word.phrase_tail > 0 || word.classes.any(NEGATION));
    if is_phrase && !word.classes.any(PARTIAL) || is(at, &["successfully", "partially", "partly"]) {
        return true;
    }
    let next = clause.get(at + 1);
    let is_before_noun =
        next.is_some_and(|next| !next.classes.any(STOP.or(PHRASE_END))) || is_article(at + 1);
    let is_attribute = match word.classes.any(VERB) {
        true if at == 0 => {
            next.is_some() && is(at, &["passed", "worked"]) || is_attribute_at_start(content, clause)
        }
        true => is_before_noun && is_article(at - 1),
        false => {
            is_before_noun
                && !word.classes.any(PARTIAL)
                && !next.is_some_and(|next| content.is_listed(next, "outcome-over"))
        }
    };
    let acts = |(before, word): (usize, Word)| {
        let is_order = before == 0 && word.classes.any(COMMAND.or(BASE_FORM)) && is_article(1);
        !content.is_listed(word, "outcome-after")
            && (is_order || word.classes.any(VERB) && !word.classes.any(BEING))
    };
    // "Deployed with errors", "ended in failure".
    let from = (at.saturating_sub(2)..=at).rev().find(|&at| is(at, &["with", "in"])).unwrap_or(0);
    // "The cause of the crash".
    let lead = at.saturating_sub(1 + usize::from(at > 0 && is_article(at - 1)));
    let is_of = at > 0 && is(lead, &["of", "about", "for", "on", "from"]);
    !is_attribute && !is_of && !clause.iter().enumerate().take(at).skip(from).any(acts)
}
