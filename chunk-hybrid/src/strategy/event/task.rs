//! Where tasks start and end, and what they are called (H17).

use crate::analysis::Analysis;
use crate::readings::Meaning;
use crate::recognize::phases::Event;
use crate::recognize::said;
use crate::text::{Block, Section, is_heading};
use chunk_core::{MetadataBounds, slice, unicode};
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
    let above = event.block.checked_sub(1).and_then(|above| content.blocks().get(above));
    let heading = above.filter(|block| is_heading(block));
    let under_task = heading.is_some_and(|heading| named_by(content, heading).is_some());
    under_task || first_line_says(content, event, &BEGINNINGS)
}

pub(super) fn ends_task(content: &Analysis<'_>, event: &Event) -> bool {
    first_line_says(content, event, &ENDINGS)
}

/// Whether one of these phrases stands in the first line of an event, in any case.
fn first_line_says(content: &Analysis<'_>, event: &Event, phrases: &[&str]) -> bool {
    let Some(block) = content.blocks().get(event.block) else { return false };
    let line = content.slice(&block.span()).lines().next().unwrap_or_default().to_ascii_lowercase();
    phrases.iter().any(|phrase| line.contains(phrase))
}

/// The task of a chunk: from the frontmatter, else what the chunk or a heading above it names, else what the document names first, else
/// the file's name. A number that the text mentions by the way (`#3`) names no task.
pub(super) fn task_id(content: &Analysis<'_>, span: &Range<usize>) -> String {
    // If a long phase is cut, every piece has its task.
    if let Some(named) = content.first_field(&["taskId", "task", "ticket", "issue"]) {
        return MetadataBounds::looked_at(named).to_owned();
    }
    let own = content.blocks_in(span).iter().find_map(|block| named_by(content, block));
    let heading = |section: &Section| named_by(content, content.blocks().get(section.heading)?);
    let above = || content.upwards(content.section_at(span.start)).find_map(heading);
    let first = || content.task(|| first_task(content).map(Into::into));
    own.or_else(above).map(Into::into).or_else(first).unwrap_or_else(|| content.stem().to_owned())
}

/// The task that the document names in its title or before its second heading.
fn first_task<'c>(content: &'c Analysis<'_>) -> Option<&'c str> {
    let second = content.sections().get(1).map_or(content.body().end, |section| section.start);
    content.blocks_in(&(content.body().start..second)).iter().find_map(|block| named_by(content, block))
}

/// A longer text behind a label is no name of a task.
const LONGEST: usize = 80;

/// What an id is called: `issue #3`, `ticket X-12`.
const CALLED: [&str; 6] = ["issue", "ticket", "task", "bug", "story", "incident"];

/// The task that a block names: by a label (`Task: X-12`), or by an id in its first line that opens it, stands in a heading, is called a
/// task (`issue #3`), or was worked on.
fn named_by<'c>(content: &'c Analysis<'_>, block: &Block) -> Option<&'c str> {
    if let Some((_, text)) = said::label(content, block).filter(|(said, _)| said.contains(&Meaning::Task)) {
        let line = content.slice(&(text..block.end)).lines().next().unwrap_or_default();
        let name = line.trim_matches([' ', '*', '_', '`', '.']);
        return (!name.is_empty() && name.len() <= LONGEST).then_some(name);
    }
    let line = content.text_of(block).lines().next().unwrap_or_default();
    let is_of_id = |c: char| c.is_ascii_alphanumeric() || c == '#';
    let (mut at, mut before) = (0, 0..0);
    for word in line.split_inclusive([' ', '\t']) {
        let start = at + word.find(is_of_id).unwrap_or_default();
        let id = word.trim_matches(|c| !is_of_id(c));
        let previous = slice(line, before.clone());
        let is_called = CALLED.iter().any(|name| previous.eq_ignore_ascii_case(name));
        let opens = !slice(line, 0..start).contains(unicode::is_alphanumeric);
        if is_ticket(id) && (opens || is_called || previous == "on" || is_heading(block)) {
            return Some(id);
        }
        if is_called && is_number(id) {
            return Some(slice(line, before.start..start + id.len()));
        }
        before = start..start + id.len();
        at += word.len();
    }
    None
}

/// Whether a word is `#3`.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('#').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is the id of a ticket, such as `OPS-7`.
fn is_ticket(word: &str) -> bool {
    let (project, number) = word.rsplit_once('-').unwrap_or_default();
    is_project(project) && (1..=7).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
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
