//! Where tasks start and end, and what they are called.

use super::Event;
use crate::{
    block::{Block, BlockKind, is_heading},
    document::ParsedContent,
    literal::Literals,
};
use chunk_core::slice;
use std::{ops::Range, sync::LazyLock};

fn opening<'c>(content: &'c ParsedContent<'_>, event: &Event) -> (&'c Block, &'c str) {
    let block = content.blocks().get(event.block);
    let block = block.unwrap_or(&EMPTY);
    let line = content.slice(&block.span).lines().next().unwrap_or_default();
    (block, line)
}

static EMPTY: Block = Block {
    span: 0..0,
    kind: BlockKind::Rule,
    text: 0,
    indent: 0,
    marker: None,
    inside: false,
    parted: false,
    open: false,
    section: None,
    words: 0..0,
};

static BEGINNINGS: LazyLock<Literals> = LazyLock::new(|| {
    Literals::new(&[
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
static ENDINGS: LazyLock<Literals> = LazyLock::new(|| {
    Literals::new(&[
        "task end",
        "task complete",
        "task finished",
        "end of task",
        "task done",
        "finished task",
        "completed task",
    ])
});

/// Whether a task starts or a milestone is reached with this event.
pub(super) fn begins_task(content: &ParsedContent<'_>, event: &Event) -> bool {
    let (block, line) = opening(content, event);
    let above =
        content.blocks().get(..event.block).unwrap_or_default().last().filter(|above| is_heading(above));
    let under_task = above
        .or(Some(block).filter(|block| is_heading(block)))
        .is_some_and(|heading| ticket(content.slice(&heading.span)).is_some());
    under_task || BEGINNINGS.stand_in(line)
}

pub(super) fn ends_task(content: &ParsedContent<'_>, event: &Event) -> bool {
    let (_, line) = opening(content, event);
    ENDINGS.stand_in(line)
}

/// From frontmatter, a `Task:` label or ticket in the chunk, the first in the document, else the file's name.
pub(super) fn task_id(content: &ParsedContent<'_>, span: &Range<usize>) -> String {
    let fields = ["taskId", "task", "ticket", "issue", "id"];
    if let Some(named) = fields.iter().find_map(|field| content.field(field)) {
        return named.to_owned();
    }
    let heading = content.section(content.section_at(span.start)).map(|section| content.title(section));
    let own = [Some(content.slice(span)), heading].into_iter().flatten().find_map(named_task);
    let anywhere =
        || content.task.get_or_init(|| named_task(content.slice(&content.body())).map(Into::into)).clone();
    own.map(Into::into).or_else(anywhere).unwrap_or_else(|| content.stem().to_owned())
}

fn named_task(text: &str) -> Option<&str> {
    labelled_task(text).or_else(|| ticket(text))
}

/// What a line `Task: …` names, if that is an id or a few words.
fn labelled_task(text: &str) -> Option<&str> {
    text.lines().find_map(|line| {
        let line = line.trim_start_matches(['#', '*', '_', '-', '>', ' ', '\t']);
        let lead = line.get(..4).filter(|lead| lead.eq_ignore_ascii_case("task"))?;
        let behind = slice(line, lead.len()..line.len());
        let behind = behind.strip_prefix(" ID").or_else(|| behind.strip_prefix(" id")).unwrap_or(behind);
        let name =
            behind.trim_start_matches(['*', '_']).strip_prefix(':')?.trim_matches([' ', '*', '_', '`', '.']);
        (!name.is_empty() && name.len() <= 80).then_some(name)
    })
}

/// `ABC-123`, `#123`.
fn ticket(text: &str) -> Option<&str> {
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'#' | b'_');
    let bytes = text.as_bytes();
    // Only a few words end with a digit.
    let digits = bytes.iter().enumerate().filter(|(_, byte)| byte.is_ascii_digit()).map(|(at, _)| at);
    let ends = digits.filter(|at| bytes.get(at + 1).is_none_or(|&next| !is_inner(next)));
    let numbered = ends.map(|last| {
        let token = bytes.get(..=last).unwrap_or_default();
        let length = token.iter().rev().take_while(|byte| is_inner(**byte)).count();
        token.get(token.len() - length..).unwrap_or_default()
    });
    numbered.filter_map(|token| std::str::from_utf8(token).ok()).find(|token| {
        if let Some(number) = token.strip_prefix('#') {
            return !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        }
        let Some((project, number)) = token.rsplit_once('-') else { return false };
        let letters = project.bytes().filter(u8::is_ascii_alphabetic).count();
        let is_project = project.chars().next().is_some_and(|c| c.is_ascii_alphabetic())
            && project.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        let is_known_name = matches!(project, "SHA" | "UTF" | "ISO" | "RFC" | "HTTP" | "IPV" | "COVID" | "H");
        (2..=10).contains(&letters)
            && is_project
            && !is_known_name
            && (1..=7).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}
