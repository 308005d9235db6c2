//! What frontmatter, path and title call a document.

use super::{
    ContentType::{self, Decision, Feedback, Meeting, Note, Reflection, Sop, TaskLog, Tutorial, Workflow},
    SignalKind,
};
use crate::{
    english::word_list::{WordList, sign, words},
    recognize::reading::Reading,
};
use std::ops::Range;

/// Words by which documents call themselves.
const NAMES: [(ContentType, &WordList); 9] = [
    (
        TaskLog,
        words![
            "log",
            "logs",
            "worklog",
            "journal",
            "logbook",
            "incident",
            "timeline",
            "task",
            "tasklog",
            "transcript",
            "outage",
            "migration",
            "cutover",
            "rollout",
            "incidents",
            "episodic"
        ],
    ),
    (
        Reflection,
        words![
            "reflection",
            "reflections",
            "retro",
            "retros",
            "retrospective",
            "retrospectives",
            "thoughts",
            "essay",
            "diary",
            "learnings",
            "hindsight",
            "memoir",
            "looking",
            "musings"
        ],
    ),
    (
        Note,
        words![
            "note",
            "notes",
            "design",
            "report",
            "overview",
            "survey",
            "observations",
            "research",
            "concept",
            "background",
            "wiki",
            "docs",
            "study",
            "readme",
            "changelog",
            "architecture",
            "reference",
            "explained",
            "introduction",
            "why",
            "semantic",
            "faq",
            "internals"
        ],
    ),
    (
        Meeting,
        words!["meeting", "meetings", "minutes", "standup", "sync", "agenda", "assembly", "huddle", "call"],
    ),
    (
        Feedback,
        words![
            "feedback",
            "review",
            "reviews",
            "comments",
            "ballot",
            "answers",
            "preferences",
            "testimonials",
            "votes",
            "likes",
            "dislikes",
            "preference"
        ],
    ),
    (
        Decision,
        words![
            "decision",
            "decisions",
            "adr",
            "adrs",
            "decided",
            "choices",
            "settled",
            "agreed",
            "choice",
            "verdict",
            "verdicts",
            "rulings",
            "approvals",
            "options"
        ],
    ),
    (
        Sop,
        words![
            "sop",
            "sops",
            "procedure",
            "procedures",
            "runbook",
            "runbooks",
            "playbook",
            "manual",
            "maintenance",
            "instructions",
            "checklist",
            "procedural"
        ],
    ),
    (
        Tutorial,
        words![
            "tutorial",
            "tutorials",
            "guide",
            "howto",
            "how",
            "walkthrough",
            "lesson",
            "exercise",
            "quickstart",
            "getting",
            "recipe",
            "steps",
            "installing"
        ],
    ),
    (Workflow, words!["workflow", "workflows", "process", "processes", "pipeline", "routine", "onboarding"]),
];

/// What frontmatter, path and title call the document.
pub(super) fn of_document(content: &Reading<'_>) -> Vec<(SignalKind, ContentType)> {
    let field = ["type", "contentType", "kind", "category"].iter().find_map(|field| content.field(field));
    let title = content.field("title").or_else(|| {
        let first = content.blocks().first()?;
        content.slice(&first.span).lines().next()
    });
    let asked = field.map(types_in).unwrap_or_default().into_iter().take(1);
    let path = types_in(content.document().path);
    asked
        .map(|content_type| (SignalKind::FrontmatterType, content_type))
        .chain(path.into_iter().map(|content_type| (SignalKind::Path, content_type)))
        .chain(titled(title))
        .collect()
}

/// What the heading of a part calls it.
pub(super) fn of_part(content: &Reading<'_>, span: &Range<usize>) -> Vec<(SignalKind, ContentType)> {
    let section = content.section(content.section_at(span.start));
    titled(section.map(|section| content.title(section))).collect()
}

fn titled(title: Option<&str>) -> impl Iterator<Item = (SignalKind, ContentType)> {
    let types = title.filter(|title| title.len() <= LONGEST_TITLE).map(types_in).unwrap_or_default();
    types.into_iter().map(|content_type| (SignalKind::Title, content_type))
}

/// A longer first line is no title.
const LONGEST_TITLE: usize = 120;

/// The types that words of `text` name.
fn types_in(text: &str) -> Vec<ContentType> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<(&str, u16)> = words.map(|word| (word, sign(word))).collect();
    let is_named = |list: &WordList| words.iter().any(|&(word, sign)| list.holds(sign, || word));
    NAMES.iter().filter(|(_, list)| is_named(list)).map(|&(content_type, _)| content_type).collect()
}
