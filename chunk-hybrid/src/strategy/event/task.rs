//! Where tasks start and end, and what they are called.

use crate::{
    analysis::Analysis,
    english::{class::NUMBER, word_list::words},
    recognize::phases::Event,
    text::block::is_heading,
};
use aho_corasick::AhoCorasick;
use chunk_core::{MetadataBounds, slice};
use std::{ops::Range, sync::LazyLock};

static BEGINNINGS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    in_any_case(&[
        "task start",
        "starting task",
        "task begin",
        "begin task",
        "task:",
        "started work on",
        "start of task",
        "milestone",
    ])
});
static ENDINGS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    in_any_case(&[
        "task end",
        "task complete",
        "task finished",
        "end of task",
        "task done",
        "finished task",
        "completed task",
    ])
});

/// What finds these literals in one pass. `None` cannot happen: they are few and short.
fn in_any_case(literals: &[&str]) -> Option<AhoCorasick> {
    AhoCorasick::builder().ascii_case_insensitive(true).build(literals).ok()
}

/// Whether a task starts or a milestone is reached with this event.
pub(super) fn begins_task(content: &Analysis<'_>, event: &Event) -> bool {
    let block = |at: usize| content.blocks().get(at);
    let above = event.block.checked_sub(1).and_then(block);
    let heading = [above, block(event.block)].into_iter().flatten().find(|block| is_heading(block));
    let under_task = heading.is_some_and(|heading| ticket(content, &heading.span()).is_some());
    under_task || BEGINNINGS.as_ref().is_some_and(|any| any.is_match(first_line(content, event)))
}

pub(super) fn ends_task(content: &Analysis<'_>, event: &Event) -> bool {
    ENDINGS.as_ref().is_some_and(|any| any.is_match(first_line(content, event)))
}

fn first_line<'c>(content: &'c Analysis<'_>, event: &Event) -> &'c str {
    let block = content.blocks().get(event.block);
    block.and_then(|block| content.slice(&block.span()).lines().next()).unwrap_or_default()
}

/// From frontmatter, a `Task:` label or ticket in the chunk, the first in the document, else the file's name.
pub(super) fn task_id(content: &Analysis<'_>, span: &Range<usize>) -> String {
    if let Some(named) = content.first_field(&["taskId", "task", "ticket", "issue", "id"]) {
        return MetadataBounds::looked_at(named).to_owned();
    }
    let heading = || named_task(content, &content.section_at(span.start)?.title());
    let own = named_task(content, span).or_else(heading);
    let anywhere = || content.task(|| named_task(content, &content.body()).map(Into::into));
    own.map(Into::into).or_else(anywhere).unwrap_or_else(|| content.stem().to_owned())
}

fn named_task<'c>(content: &'c Analysis<'_>, span: &Range<usize>) -> Option<&'c str> {
    labelled_task(content, span).or_else(|| ticket(content, span))
}

/// What a line `Task: …` names, if that is an id or a few words.
fn labelled_task<'c>(content: &'c Analysis<'_>, span: &Range<usize>) -> Option<&'c str> {
    let text = content.text();
    let words = content.words.starting_in(span).iter();
    let tasks = words.filter(|word| content.is_one_of(*word, words!["task"]));
    tasks.map(|word| word.span()).find_map(|word| {
        let before = slice(text, span.start..word.start);
        let before = before.trim_end_matches(['#', '*', '_', '-', '>', ' ', '\t']);
        if !(before.is_empty() || before.ends_with('\n')) {
            return None;
        }
        let behind = slice(text, word.end..span.end).lines().next().unwrap_or_default();
        let behind = behind.strip_prefix(" ID").or_else(|| behind.strip_prefix(" id")).unwrap_or(behind);
        let name =
            behind.trim_start_matches(['*', '_']).strip_prefix(':')?.trim_matches([' ', '*', '_', '`', '.']);
        (!name.is_empty() && name.len() <= 80).then_some(name)
    })
}

/// `ABC-123`, `#123`.
fn ticket<'c>(content: &'c Analysis<'_>, span: &Range<usize>) -> Option<&'c str> {
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'#' | b'_');
    let bytes = content.text().as_bytes().get(..span.end).unwrap_or_default();
    let numbers = content.words.starting_in(span).iter().filter(|word| word.classes.any(NUMBER));
    numbers.map(|word| word.span().start).find_map(|start| {
        let mark = start.checked_sub(1).filter(|&mark| mark >= span.start)?;
        if !matches!(bytes.get(mark), Some(b'-' | b'#')) {
            return None;
        }
        let digits = bytes.get(start..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if bytes.get(start + digits).is_some_and(is_inner) {
            return None;
        }
        let before = bytes.get(span.start..mark)?.iter().rev().take_while(|byte| is_inner(byte)).count();
        let project = slice(content.text(), mark - before..mark);
        let is_ticket = match bytes.get(mark) {
            Some(b'#') => project.is_empty(),
            _ => is_project(project) && digits <= 7,
        };
        is_ticket.then(|| slice(content.text(), mark - before..start + digits))
    })
}

fn is_project(name: &str) -> bool {
    let letters = name.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_known_name = matches!(name, "SHA" | "UTF" | "ISO" | "RFC" | "HTTP" | "IPV" | "COVID" | "H");
    (2..=10).contains(&letters)
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && !is_known_name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_stand_anywhere_in_any_case() {
        let literals = in_any_case(&["may skip", "(only "]).unwrap();
        let found = ["You MAY skip it", "Wipe (Only if wet)", "may  skip", "(only)", ""]
            .map(|text| literals.is_match(text));
        assert_eq!(found, [true, true, false, false, false]);
    }
}
