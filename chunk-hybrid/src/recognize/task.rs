//! Where tasks start and end, and what they are called (H17).

use crate::english::class::COMMAND;
use crate::english::{list, listed};
use crate::pattern;
use crate::recognize::phases::Event;
use crate::recognize::said;
use crate::text::{Block, ParsedContent, Section, is_heading, tag};
use chunk_core::MetadataBounds;
use regex::{Match, Regex};
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

/// Forms in which a line names a task: the id of a ticket such as `OPS-7` at its start before a mark, or after a word for a task or for work;
/// `issue #3`; in a heading also an id in brackets, or at its start.
static FORMS: LazyLock<[Regex; 5]> = LazyLock::new(|| {
    let (id, kind) = ("([A-Z]{2,10}-[0-9]{1,7})", "issue|ticket|task|bug|story|incident");
    let work = r"work on|worked on|working on|fixes|closes|resolves";
    [
        format!(r"^[ *_`\[(>]*{id}[*_`]*(?: *[:)–—]| *\](?:[^(]|$)| +-| *$)"),
        format!(r"(?i-u:\b(?:{kind}|{work}))[^a-zA-Z0-9#]+{id}(?:[^a-zA-Z0-9_-]|$)"),
        format!(r"(?i-u:\b((?:{kind}) #[0-9]+)\b)"),
        format!(r"[(\[]{id}(?:\)|\](?:[^(]|$))"),
        format!(r"^{id} "),
    ]
    .map(|form| pattern(&form))
});

/// The task that a block names: by a label (`Task: X-12`), or in its first line. `UTF-8` is no ticket, and `GPT-4 evaluation` no order.
fn named_by<'c>(content: &'c ParsedContent<'_>, block: &Block) -> Option<&'c str> {
    if let Some((_, text)) = said::label(content, block).filter(|(said, _)| said.contains(&"task")) {
        let line = content.slice(&(text..block.end)).lines().next().unwrap_or_default();
        let name = content
            .slice(&tag::untagged(content.text(), text..text + line.len())?)
            .trim_matches([' ', '*', '_', '`', '.']);
        return (!name.is_empty() && name.len() <= LONGEST).then_some(name);
    }
    let line = content.text_of(block).lines().next().unwrap_or_default();
    let [apart, called, number, in_brackets, opening] = &*FORMS;
    let find = |form: &Regex| {
        let id = form.captures(line)?.get(1)?;
        let project = id.as_str().split_once('-').map_or("", |(project, _)| project);
        listed("no-project", project).is_none().then_some(id)
    };
    let is_order = |id: &Match<'_>| {
        let words = content.words.within(&(block.text + id.end()..block.end));
        words.first().is_some_and(|word| word.classes.any(COMMAND))
    };
    let heading = || find(in_brackets).or_else(|| find(opening).filter(is_order));
    let named = find(apart).or_else(|| find(called)).or_else(|| find(number));
    let named = named.or_else(|| if is_heading(block) { heading() } else { None });
    named.map(|task| task.as_str())
}
