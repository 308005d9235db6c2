//! The content types of the contract, and the strategy for each (H4).

use super::{EVENT_BASED, PREFERENCE_SIGNAL, SEMANTIC_BOUNDARY, STEP_BASED};
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
