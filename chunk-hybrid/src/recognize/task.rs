//! Where tasks start and end, and what they are called (H17).

use crate::english::class::{COMMAND, DONE};
use crate::english::{list, listed};
use crate::pattern;
use crate::recognize::phases::Event;
use crate::recognize::said;
use crate::text::{Block, ParsedContent, Section, is_heading, tag};
use chunk_core::{MetadataBounds, slice, unicode};
use regex::{Captures, Regex};
use std::{ops::Range, sync::LazyLock};

/// Whether a task starts or a milestone is reached with this event.
pub(crate) fn begins_task(content: &ParsedContent<'_>, event: &Event) -> bool {
    let above = event.block.checked_sub(1).and_then(|above| content.blocks().get(above));
    let heading = above.filter(|block| is_heading(block));
    let under_task = heading.is_some_and(|heading| named_by(content, heading).is_some());
    under_task || first_line_says(content, event, "task-start")
}

/// Whether a phrase of a list is in the first line of an event, in any case.
pub(crate) fn first_line_says(content: &ParsedContent<'_>, event: &Event, phrases: &str) -> bool {
    let Some(block) = content.blocks().get(event.block) else { return false };
    let line = content.slice(&block.span()).lines().next().unwrap_or_default().to_ascii_lowercase();
    list(phrases).iter().any(|(phrase, _)| line.contains(phrase))
}

/// The task of all chunks that name no other: from the frontmatter, else what the document names in its title or before its second
/// heading, else the file's name. A number that the text mentions by the way (`#3`) names no task.
pub(crate) fn of_document(content: &ParsedContent<'_>) -> String {
    let second = content.sections().get(1).map_or(content.body().end, |section| section.start);
    let first = || task_in(content, &(content.body().start..second));
    let named = of_frontmatter(content).or_else(first).unwrap_or_else(|| content.stem());
    named.to_owned()
}

/// The task that a chunk or a heading above it names, unless the frontmatter names that of all.
pub(crate) fn of_part<'c>(content: &'c ParsedContent<'_>, span: &Range<usize>) -> Option<&'c str> {
    if of_frontmatter(content).is_some() {
        return None;
    }
    let heading = |section: &Section| named_by(content, content.blocks().get(section.heading)?);
    let above = || content.upwards(content.section_at(span.start)).find_map(heading);
    task_in(content, span).or_else(above)
}

fn of_frontmatter<'c>(content: &'c ParsedContent<'_>) -> Option<&'c str> {
    content.first_field(&["taskId", "task", "ticket", "issue"]).map(MetadataBounds::looked_at)
}

/// The task that a part of the document names. Where a heading or label names none, several different ids are a list of tasks, as in a
/// list of changes, and none of them is the part's own.
fn task_in<'c>(content: &'c ParsedContent<'_>, span: &Range<usize>) -> Option<&'c str> {
    let is_firm = |block: &Block| {
        is_heading(block) || said::label(content, block).is_some_and(|(said, _)| said.contains(&"task"))
    };
    let named = |block| Some((named_by(content, block)?, is_firm(block)));
    let mut all = content.blocks_in(span).iter().filter_map(named);
    let (task, is_certain) = all.next()?;
    (is_certain || all.all(|(other, _)| other == task)).then_some(task)
}

/// A longer text behind a label is no name of a task.
const LONGEST: usize = 80;

/// The id of a ticket, such as `OPS-7`.
static TICKET: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?-u:\b)([A-Z]+)-[0-9]{1,7}(?-u:\b)"));
/// `issue #3`.
static CALLED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i-u:\b(?:issue|ticket|task|bug|story|incident) #[0-9]+\b)"));
/// What stands before the id of a ticket that is called a task, or was worked on.
static LEADS_TO_ID: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)(?-u:\b)(?:issue|ticket|task|bug|story|incident|on|fixes|closes|resolves)[^a-zA-Z0-9#]*$")
});

/// The task that a block names: by a label (`Task: X-12`), or by an id in its first line that is set apart there, is done or called a task
/// (`issue #3`), or was worked on.
fn named_by<'c>(content: &'c ParsedContent<'_>, block: &Block) -> Option<&'c str> {
    if let Some((_, text)) = said::label(content, block).filter(|(said, _)| said.contains(&"task")) {
        let line = content.slice(&(text..block.end)).lines().next().unwrap_or_default();
        let name = content
            .slice(&tag::untagged(content.text(), text..text + line.len())?)
            .trim_matches([' ', '*', '_', '`', '.']);
        return (!name.is_empty() && name.len() <= LONGEST).then_some(name);
    }
    let line = content.text_of(block).lines().next().unwrap_or_default();
    let names_task = |found: &Captures<'_>| {
        let Some((id, project)) = found.get(0).zip(found.get(1)) else { return false };
        let (before, after) = (slice(line, 0..id.start()), slice(line, id.end()..line.len()));
        let is_alone = !before.ends_with(['-', '_', '/', '.', '#']) && !after.starts_with(['-', '_']);
        // "GPT-4 evaluation" is about a thing of that name. A task is set apart ("OPS-7: pumps", "The pump (OPS-7)"), to be done, or done.
        let opens = !before.contains(unicode::is_alphabetic);
        let from = block.text + id.end();
        let next = content.words.within(&(from..block.text + line.len())).lead(2);
        let is_order = is_heading(block) && next.first().is_some_and(|word| word.classes.any(COMMAND));
        let is_set_apart = || {
            let behind = after.trim_start_matches(['*', '_', '`', ' ']);
            behind.is_empty()
                || behind.starts_with([':', '-', '–', '—', ']', ')']) && !behind.starts_with("](")
        };
        let in_brackets =
            before.ends_with(['(', '[']) && after.starts_with([')', ']']) && !after.starts_with("](");
        // "On DV-2 Cells" is a name, too.
        let is_in_name = after.strip_prefix(' ').is_some_and(|next| next.starts_with(unicode::is_uppercase));
        let says = LEADS_TO_ID.is_match(before) && (before.ends_with(": ") || !is_in_name)
            || is_heading(block) && in_brackets
            || opens && (is_set_apart() || is_order || next.any(DONE));
        // `UTF-8` is no ticket, and neither is the part `LM3940IT-3`.
        let is_project =
            (2..=10).contains(&project.len()) && listed("no-project", project.as_str()).is_none();
        is_project && is_alone && says
    };
    let ticket = TICKET.captures_iter(line).find(names_task).and_then(|found| found.get(0));
    ticket.or_else(|| CALLED.find(line)).map(|found| found.as_str())
}
