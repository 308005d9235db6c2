//! Where tasks start and end, and what they are called (H17).

use crate::{
    analysis::Analysis,
    english::{class::NUMBER, word_list::words},
    recognize::phases::Event,
    text::block::is_heading,
};
use chunk_core::{MetadataBounds, slice};
use std::ops::Range;

/// Phrases in the first line of an entry that starts a task.
const BEGINNINGS: [&str; 8] = [
    "task start",
    "starting task",
    "task begin",
    "begin task",
    "task:",
    "started work on",
    "start of task",
    "milestone",
];
/// Phrases in the first line of an entry that ends one.
const ENDINGS: [&str; 7] = [
    "task end",
    "task complete",
    "task finished",
    "end of task",
    "task done",
    "finished task",
    "completed task",
];

/// Whether a task starts or a milestone is reached with this event.
pub(super) fn begins_task(content: &Analysis<'_>, event: &Event) -> bool {
    let above = event.block().checked_sub(1).and_then(|above| content.blocks().get(above));
    let heading = above.filter(|block| is_heading(block));
    let under_task = heading.is_some_and(|heading| ticket(content, &heading.span()).is_some());
    under_task || first_line_says(content, event, &BEGINNINGS)
}

pub(super) fn ends_task(content: &Analysis<'_>, event: &Event) -> bool {
    first_line_says(content, event, &ENDINGS)
}

/// Whether one of these phrases stands in the first line of an event, in any case.
fn first_line_says(content: &Analysis<'_>, event: &Event, phrases: &[&str]) -> bool {
    let Some(block) = content.blocks().get(event.block()) else { return false };
    let line = content.slice(&block.span()).lines().next().unwrap_or_default().to_ascii_lowercase();
    phrases.iter().any(|phrase| line.contains(phrase))
}

/// The task of a chunk: from the frontmatter, else from a `Task:` label or ticket in the chunk or the heading above it, else the first one
/// in the document, else the file's name.
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

/// What a line `Task: …` names, if that is short.
fn labelled_task<'c>(content: &'c Analysis<'_>, span: &Range<usize>) -> Option<&'c str> {
    let text = content.text();
    let words = content.words.all().starting_in(span).iter();
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

/// The first ticket: `ABC-123`, `#123`.
fn ticket<'c>(content: &'c Analysis<'_>, span: &Range<usize>) -> Option<&'c str> {
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'#' | b'_');
    let bytes = content.text().as_bytes().get(..span.end).unwrap_or_default();
    let numbers = content.words.all().starting_in(span).iter().filter(|word| word.classes.any(NUMBER));
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

/// Whether a name before a hyphen and a number is that of a project. `UTF-8` is no ticket.
fn is_project(name: &str) -> bool {
    let letters = name.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_known_name = matches!(
        name,
        "SHA" | "UTF" | "ISO" | "RFC" | "HTTP" | "IPV" | "COVID" | "H" | "UTC" | "GMT" | "SEV"
    );
    (2..=10).contains(&letters)
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && !is_known_name
}
