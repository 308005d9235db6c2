//! How a phase went (H17).

use crate::english::{list, listed};
use crate::readings::meanings;
use crate::recognize::said;
use crate::record::{Outcome, Phase};
use crate::text::{Block, BlockKind, ParsedContent, Section, is_heading};
use chunk_core::unicode;
use std::ops::Range;

/// A longer entry tells a story, in which something may have failed and was mended.
const MOST_WORDS: usize = 12;

/// What a part of the document says of how a phase went: the last outcome that it states behind a label or heading (`Outcome: success`);
/// else what its entries end with (`✅`, `FAILED`); else what its last entry says, if that is brief. A plan has none yet, but a label or heading
/// in the same part may state one.
pub(super) fn outcome(content: &ParsedContent<'_>, span: &Range<usize>, phase: Phase) -> Option<Outcome> {
    let blocks = content.blocks_in(span);
    let is_plan = |title: &Section| meanings("heading", content.slice(&title.title)).contains(&"planning");
    let said = |block: &Block| {
        let mut above = content.upwards(content.section(content.section_of(block)));
        stated(content, block).filter(|_| !above.any(is_plan))
    };
    let stated = blocks.iter().rev().find_map(said);
    if phase == Phase::Planning {
        return stated;
    }
    let is_entry = |block: &&Block| block.is_text() || is_heading(block) || block.kind == BlockKind::Row;
    let marks = blocks.iter().filter(is_entry).filter_map(|block| mark_at_end(content.slice(&block.span())));
    // An item without a stamp is one of a list, such as one of changes.
    let tells = |block: &&Block| block.kind == BlockKind::Paragraph || block.stamp.is_some();
    let last = || blocks.iter().rfind(is_entry).filter(tells);
    let text = |block: &Block| block.text + block.stamp.map_or(0, |stamp| stamp.length)..block.end;
    let told = || {
        // What stands before the last sentence tells what was done.
        let text = content.slice(&text(last()?)).trim_end_matches(['.', '!', ' ']);
        told(text.rsplit_once(". ").map_or(text, |(_, last)| last))
    };
    stated.or_else(|| marks.reduce(both)).or_else(told)
}

/// The outcome that a block states behind its label, or right below a heading such as `Result`.
fn stated(content: &ParsedContent<'_>, block: &Block) -> Option<Outcome> {
    if let Some((_, text)) = said::label(content, block).filter(|(said, _)| said.contains(&"outcome")) {
        return value(content.slice(&(text..block.end)));
    }
    let section = content.section_at(block.start)?;
    let is_first = section.heading + 1 == block.number && !is_heading(block);
    let says = || meanings("heading", content.slice(&section.title)).contains(&"outcome");
    if is_first && says() { value(content.text_of(block)) } else { None }
}

/// The outcome that a text opens with, if its first word is one and is no attribute ("failed logins"); else by a mark at its end; else what it
/// tells.
fn value(text: &str) -> Option<Outcome> {
    let clause: Vec<&str> = words(clauses(text).next().unwrap_or_default()).collect();
    let ends = clause.get(1).is_none_or(|next| listed("outcome-before", next).is_some());
    let opening = clause.first().filter(|_| ends).and_then(|first| listed("outcome", first));
    opening.map(named).or_else(|| mark_at_end(text)).or_else(|| told(text))
}

/// What a brief text says at the ends of its clauses: "All tests passed", "two passed, one failed". What is open, denied or counted is none.
fn told(text: &str) -> Option<Outcome> {
    let is_open = words(text).nth(MOST_WORDS).is_some()
        || text.contains(|c: char| c.is_ascii_digit() || c == '?')
        || words(text).any(|word| listed("outcome-open", word).is_some());
    let is_part = words(text).any(|word| listed("outcome", word) == Some("partial"));
    let told = clauses(text).filter_map(|clause| listed("outcome-end", words(clause).last()?));
    let told = told.map(named).reduce(both).filter(|_| !is_open)?;
    Some(if is_part { Outcome::Partial } else { told })
}

/// Where outcomes differ, it is partial.
fn both(one: Outcome, other: Outcome) -> Outcome {
    if one == other { one } else { Outcome::Partial }
}

/// A text in clauses, which commas and the like part.
fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', ':', '.', '(', ')', '[', ']', '!', '–', '—', '\n'])
        .flat_map(|part| part.split(" - "))
}

/// The words of a text, without the marks around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let bare = text.split_ascii_whitespace().map(|word| word.trim_matches(|c| !unicode::is_alphanumeric(c)));
    bare.filter(|word| !word.is_empty())
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
