//! The content types of the contract, and the strategy for each (H4).

use crate::{
    record::{EVENT_BASED, PREFERENCE_SIGNAL, SEMANTIC_BOUNDARY, STEP_BASED},
    text::document::ParsedContent,
};
use serde::Serialize;

/// What a document is, in the contract's order of cases (H4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ContentType {
    /// What was done, when and how it went.
    TaskLog,
    /// What somebody thinks about what was.
    Reflection,
    /// What somebody knows or observes: designs and reports too.
    Note,
    /// What was talked about.
    Meeting,
    /// What somebody likes or not.
    Feedback,
    /// What somebody decided.
    Decision,
    /// How something has to be done.
    Sop,
    /// How to learn to do something.
    Tutorial,
    /// Who does what when.
    Workflow,
}

use ContentType::{Decision, Feedback, Meeting, Note, Reflection, Sop, TaskLog, Tutorial, Workflow};

impl ContentType {
    /// All types, in order.
    pub const ALL: [Self; 9] =
        [TaskLog, Reflection, Note, Meeting, Feedback, Decision, Sop, Tutorial, Workflow];

    /// The strategy for it.
    #[must_use]
    pub const fn strategy(self) -> &'static str {
        match self {
            TaskLog => EVENT_BASED,
            Reflection | Note | Meeting => SEMANTIC_BOUNDARY,
            Feedback | Decision => PREFERENCE_SIGNAL,
            Sop | Tutorial | Workflow => STEP_BASED,
        }
    }

    /// Its name in the contract.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TaskLog => "task-log",
            Reflection => "reflection",
            Note => "note",
            Meeting => "meeting",
            Feedback => "feedback",
            Decision => "decision",
            Sop => "sop",
            Tutorial => "tutorial",
            Workflow => "workflow",
        }
    }
}

/// The name, in the file of weights, of the model that tells the types of one strategy apart. Its labels are the types, its features
/// those of the model of kinds.
pub const TYPE_MODEL: &str = "type";

/// What the frontmatter calls the document, if it is one of the contract's types.
pub(super) fn named(content: &ParsedContent<'_>) -> Option<ContentType> {
    let field = content.first_field(&["type", "contentType", "kind", "category"])?;
    let name = field.to_ascii_lowercase().replace(['_', ' '], "-");
    ContentType::ALL.into_iter().find(|content_type| content_type.name() == name)
}
