//! What frontmatter, path and title call a document.

use super::{
    ContentType::{self, Decision, Feedback, Meeting, Note, Reflection, Sop, TaskLog, Tutorial, Workflow},
    FRONTMATTER_WEIGHT, PATH_WEIGHT, SignalKind, WEIGHTS,
};
use crate::document::ParsedContent;

/// Words by which documents call themselves.
const NAMES: [(ContentType, &str); 9] = [
    (TaskLog, "log logs worklog changelog journal logbook incident timeline run runs session task tasklog"),
    (
        Reflection,
        "reflection reflections retro retros retrospective retrospectives thoughts essay diary learnings hindsight postmortem",
    ),
    (
        Note,
        "note notes design report overview survey observations research concept background wiki docs study",
    ),
    (Meeting, "meeting meetings minutes standup sync agenda assembly parents evening call"),
    (Feedback, "feedback review reviews survey comments ballot answers preferences testimonials votes"),
    (Decision, "decision decisions adr adrs decided rfc choices settled agreed choice verdict"),
    (
        Sop,
        "sop sops procedure procedures runbook runbooks playbook manual service maintenance instructions checklist",
    ),
    (
        Tutorial,
        "tutorial tutorials guide howto how walkthrough lesson exercise quickstart getting started recipe",
    ),
    (Workflow, "workflow workflows process processes pipeline routine handbook"),
];

/// What frontmatter, path and title call the document.
pub(super) fn named(content: &ParsedContent<'_>) -> Vec<(ContentType, (SignalKind, u64))> {
    let types_in = |text: &str, exact: bool| -> Vec<ContentType> {
        let lower = text.to_lowercase();
        let words: Vec<&str> =
            lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let names = |content_type: &ContentType, list: &str| {
            let own = serde_json::to_value(content_type)
                .ok()
                .and_then(|name| name.as_str().map(|name| name == lower.replace([' ', '_'], "-")));
            own == Some(true) || words.iter().any(|word| list.split(' ').any(|name| name == *word))
        };
        let found: Vec<ContentType> = NAMES
            .iter()
            .filter(|(content_type, list)| names(content_type, list))
            .map(|&(content_type, _)| content_type)
            .collect();
        if exact { found.into_iter().take(1).collect() } else { found }
    };
    let mut all = Vec::new();
    let field = ["type", "contentType", "kind", "category"].iter().find_map(|field| content.field(field));
    let fields = field.map(|value| types_in(value, true)).unwrap_or_default();
    all.extend(
        fields
            .into_iter()
            .map(|content_type| (content_type, (SignalKind::FrontmatterType, FRONTMATTER_WEIGHT))),
    );
    all.extend(
        types_in(content.document().path, false)
            .into_iter()
            .map(|content_type| (content_type, (SignalKind::Path, PATH_WEIGHT))),
    );
    let title = content.field("title").or_else(|| {
        let first = content.blocks().first()?;
        content.slice(&first.span).lines().next().filter(|line| line.len() <= 120)
    });
    for content_type in title.map(|title| types_in(title, false)).unwrap_or_default() {
        let weight = WEIGHTS
            .iter()
            .find(|(kind, of, _)| *kind == SignalKind::Title && *of == content_type)
            .map_or(0, |&(.., weight)| weight);
        all.push((content_type, (SignalKind::Title, weight)));
    }
    all
}
