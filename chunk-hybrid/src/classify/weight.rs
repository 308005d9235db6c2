use super::{ContentType::{self, Decision, Feedback, Meeting, Note, Sop, TaskLog, Tutorial, Workflow}, SignalKind::{self, *}};

pub(super) const BIAS: [i64; 4] = [0; 4];
pub(super) const NAMES: [(SignalKind, i64); 3] = [(FrontmatterType, 500), (Title, 60), (Path, 40)];
pub(super) const SIGNALS: [(SignalKind, [i64; 4]); 1] = [(Timestamps, [100, 0, 0, 0])];

/// What speaks for a type among those of its strategy.
pub(super) const TYPES: [(ContentType, SignalKind, u64); 17] = [
    (ContentType::Reflection, SignalKind::Reflection, 400),
    (ContentType::Reflection, Personal, 300),
    (Note, Present, 300),
    (Note, Code, 300),
    (Meeting, MeetingMarkers, 800),
    (Meeting, Reported, 250),
    (Feedback, FeedbackHeadings, 300),
    (Feedback, Likings, 500),
    (Feedback, Personal, 300),
    (Decision, DecisionHeadings, 500),
    (Decision, Decisive, 200),
    (Sop, Regulation, 400),
    (Sop, Commands, 200),
    (Tutorial, Teaching, 500),
    (Tutorial, Address, 300),
    (Workflow, Handover, 500),
    (Workflow, Tables, 200),
];

/// What a name in frontmatter, title or path says for its type.
pub(super) const NAMED: u64 = 500;

/// What speaks for a type where nothing else does.
pub(super) const fn usual(content_type: ContentType) -> u64 {
    match content_type {
        TaskLog => 1000,
        Note => 250,
        Decision | Sop => 200,
        ContentType::Reflection | Meeting | Feedback | Tutorial | Workflow => 100,
    }
}
