//! What each signal counts for the strategies, and what tells the types of one strategy apart.

use super::{
    ContentType::{self, Decision, Feedback, Meeting, Note, Sop, TaskLog, Tutorial, Workflow},
    SignalKind::{self, *},
};

/// What counts before anything is seen, in the order of [`crate::STRATEGIES`]. A hundred points more make a strategy e
/// times as likely.
pub(super) const BIAS: [i64; 4] = [-194, 229, -112, 77];

/// What a name counts for the strategy of the type it names.
pub(super) const NAMES: [(SignalKind, i64); 3] = [(FrontmatterType, 500), (Title, 157), (Path, 15)];

/// What a signal at full strength counts for each strategy: fitted to the labelled documents.
pub(super) const SIGNALS: [(SignalKind, [i64; 4]); 36] = [
    (Timestamps, [97, 69, -124, -43]),
    (Dates, [100, -112, 41, -29]),
    (Told, [156, -14, -73, -69]),
    (Phased, [141, -54, 9, -96]),
    (Sequence, [81, -99, 53, -35]),
    (Doing, [127, -51, -35, -41]),
    (OwnDoing, [226, -231, 63, -58]),
    (Intention, [28, -26, 15, -16]),
    (Checking, [66, -44, -33, 11]),
    (Past, [39, 93, -32, -99]),
    (Steps, [-47, -124, -12, 182]),
    (Numbered, [-73, -22, -29, 124]),
    (Commands, [-57, -84, -28, 169]),
    (Address, [-56, -42, 4, 94]),
    (StepHeadings, [-28, -82, -21, 131]),
    (Preferences, [-72, -27, 158, -59]),
    (Decisive, [-106, -9, 220, -105]),
    (Verdicts, [-64, -114, 183, -4]),
    (Likings, [-41, 27, 95, -81]),
    (DecisionHeadings, [-77, -13, 127, -38]),
    (FeedbackHeadings, [-4, -28, 0, 32]),
    (Labels, [15, -67, 102, -50]),
    (MeetingMarkers, [-4, -35, 11, 28]),
    (Reported, [-10, -4, 61, -48]),
    (SignalKind::Reflection, [142, -12, -121, -9]),
    (Personal, [81, -113, 56, -24]),
    (Teaching, [-105, 99, -42, 49]),
    (Regulation, [-41, 20, 32, -10]),
    (Handover, [-23, -98, 98, 23]),
    (Prose, [-108, 104, -65, 69]),
    (Lists, [-102, 113, 19, -29]),
    (Tables, [-36, 10, 26, 0]),
    (Code, [172, -150, 16, -38]),
    (Present, [-111, 68, 26, 17]),
    (Questions, [-75, 24, 74, -23]),
    (Short, [-85, -125, 49, 160]),
];

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
