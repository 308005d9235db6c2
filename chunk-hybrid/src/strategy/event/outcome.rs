//! How a phase went (H17).

use crate::english::class::{BASE_FORM, FAILURE, FUTURE, HEDGE, NEGATION, NUMBER, PARTIAL, SUCCESS};
use crate::english::{list, listed};
use crate::readings::meanings;
use crate::recognize::said;
use crate::record::{Outcome, Phase};
use crate::text::{Block, BlockKind, ParsedContent, Word, is_heading};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// A longer entry tells a story, in which something may have failed and was mended.
const MOST_WORDS: usize = 12;

/// What a part of the document says of how a phase went: the last outcome that it states behind a label or heading (`Outcome: success`);
/// else what its entries end with (`✅`, `FAILED`); else what its last entry says, if that is brief. A plan has none yet.
pub(super) fn outcome(content: &ParsedContent<'_>, span: &Range<usize>, phase: Phase) -> Option<Outcome> {
    if phase == Phase::Planning {
        return None;
    }
    let blocks = content.blocks_in(span);
    let is_entry = |block: &&Block| {
        matches!(block.kind, BlockKind::Paragraph | BlockKind::Item | BlockKind::Row | BlockKind::Heading(_))
    };
    let stated = blocks.iter().rev().find_map(|block| stated(content, block));
    let marks = blocks.iter().filter(is_entry).filter_map(|block| mark_at_end(content.slice(&block.span())));
    // Where they differ, it is partial.
    let marked = || marks.reduce(|one, other| if one == other { one } else { Outcome::Partial });
    let last = || blocks.iter().rfind(is_entry).filter(|last| content.words_of(last).len() <= MOST_WORDS);
    stated.or_else(marked).or_else(|| told(content, &report(last()?)?))
}

/// What an entry reports: a paragraph, or an item after its time stamp or label. `Fixed the pump` in a list of changes says what was done.
fn report(block: &Block) -> Option<Range<usize>> {
    let lead = block.label.map(|label| label.text.min(block.end));
    let lead = lead.or(block.stamp.map(|stamp| block.text + stamp.length));
    match block.kind {
        BlockKind::Paragraph => Some(lead.unwrap_or(block.text)..block.end),
        _ => Some(lead?..block.end),
    }
}

/// The outcome that a block states behind its label, or below a heading such as `Result`.
fn stated(content: &ParsedContent<'_>, block: &Block) -> Option<Outcome> {
    if let Some((_, text)) = said::label(content, block).filter(|(said, _)| said.contains(&"outcome")) {
        return value(content.slice(&(text..block.end)));
    }
    let section = content.section_at(block.start)?;
    let is_first = section.heading + 1 == block.number && !is_heading(block);
    let says = || meanings("heading", content.slice(&section.title)).contains(&"outcome");
    if is_first && says() { value(content.text_of(block)) } else { None }
}

/// The outcome that a text opens with, by its first word. Some words are one only where they are alone: `Error rate fell` is none.
fn value(text: &str) -> Option<Outcome> {
    let mut words = text.split(|c: char| !unicode::is_alphanumeric(c)).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let is_alone = words.next().is_none();
    let alone = || listed("outcome-alone", first).filter(|_| is_alone);
    listed("outcome", first).or_else(alone).map_or_else(|| mark_at_end(text), |name| Some(named(name)))
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

/// A failure that is over is a success: "outage ends".
const OVER: &[&str] = &["ends", "ended", "over", "gone", "resolved", "fixed"];

/// What the words of a brief entry say of how it went.
fn told(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Outcome> {
    let (text, words) = (content.slice(span), content.words.within(span));
    let (mut success, mut failure, mut partial) = (false, false, false);
    // A part of a name or path tells nothing, and what is rolled back is mended.
    let says = |word: &Word| {
        let marks = ['.', '-', '_', '/', '`', '#'];
        let is_joined = slice(content.text(), 0..word.start).ends_with(marks)
            || slice(content.text(), word.end..content.text().len()).starts_with(['-', '_', '/', '`']);
        word.classes.any(SUCCESS.or(FAILURE).or(PARTIAL))
            && !is_joined
            && !content.is_one_of(*word, &["roll", "rolled"])
    };
    for (index, word) in words.iter().enumerate().filter(|(_, word)| says(word)) {
        let (before, next) = (words.part(index.saturating_sub(3)..index), words.get(index + 1));
        let is_zero =
            before.last().is_some_and(|word| matches!(content.slice(&word.span()), "0" | "zero" | "no"));
        let negated = is_zero || before.any(NEGATION);
        // What might happen has not, nor has what is to happen; "64% complete" is not, and "complete coverage" is no event.
        let is_to_be = before.iter().any(|word| content.is_one_of(word, &["to"]));
        let (succeeds, fails) = (word.classes.any(SUCCESS), word.classes.any(FAILURE));
        let is_bare = succeeds && word.classes.any(BASE_FORM) && (next.is_some() || before.any(NUMBER));
        if before.any(FUTURE.or(HEDGE)) || is_to_be || is_bare {
            continue;
        }
        let is_over = next.is_some_and(|next| content.is_one_of(next, OVER));
        partial |= word.classes.any(PARTIAL) && !negated;
        failure |= fails && !negated && !is_over || succeeds && negated && !fails;
        success |= succeeds && !negated || fails && (is_zero || is_over);
    }
    // At the end of an entry, `mark_at_end` has seen it.
    let opening = unicode::trim_start(text);
    for (_, outcome) in list("outcome-mark").iter().filter(|(mark, _)| opening.starts_with(mark)) {
        success |= *outcome == "success";
        failure |= *outcome == "failure";
    }
    match (success, failure) {
        _ if unicode::trim_end(text).ends_with('?') => None,
        _ if partial || success && failure => Some(Outcome::Partial),
        (true, _) => Some(Outcome::Success),
        (_, true) => Some(Outcome::Failure),
        _ => None,
    }
}
