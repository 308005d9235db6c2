//! What each signal counts for the strategies, and what tells the types of one strategy apart.

use super::{
    ContentType::{self, Decision, Feedback, Meeting, Note, Sop, TaskLog, Tutorial, Workflow},
    SignalKind::{self, *},
};

/// What counts before anything is seen, in the order of [`crate::STRATEGIES`]. A hundred points more make a strategy e
/// times as likely.
pub(super) const BIAS: [i64; 4] = [-108, 172, -123, 59];

/// What a name counts for the strategy of the type it names.
pub(super) const NAMES: [(SignalKind, i64); 3] = [(FrontmatterType, 500), (Title, 172), (Path, 15)];

/// What a signal at full strength counts for each strategy: fitted to the labelled documents.
pub(super) const SIGNALS: [(SignalKind, [i64; 4]); 36] = [
    (Timestamps, [82, -46, -27, -8]),
    (Dates, [116, -125, 20, -11]),
    (Told, [144, -39, -59, -46]),
    (Phased, [101, -61, 13, -53]),
    (Sequence, [28, -29, 22, -21]),
    (Doing, [70, 10, -24, -56]),
    (OwnDoing, [163, -134, 25, -53]),
    (Intention, [15, -25, 5, 6]),
    (Checking, [31, -8, -53, 30]),
    (Past, [40, 59, -22, -76]),
    (Steps, [-48, -105, -11, 163]),
    (Numbered, [-62, -29, -13, 104]),
    (Commands, [-53, -79, -28, 160]),
    (Address, [-44, -10, -6, 60]),
    (StepHeadings, [-44, -26, 0, 70]),
    (Preferences, [-46, -107, 220, -67]),
    (Decisive, [-67, 2, 163, -98]),
    (Verdicts, [-51, -62, 120, -8]),
    (Likings, [-25, 24, 55, -55]),
    (DecisionHeadings, [-66, -100, 185, -19]),
    (FeedbackHeadings, [-6, -12, -3, 22]),
    (Labels, [-31, -20, 79, -28]),
    (MeetingMarkers, [-20, 4, 6, 11]),
    (Reported, [-13, 16, 37, -39]),
    (SignalKind::Reflection, [104, -7, -77, -20]),
    (Personal, [63, -85, 43, -22]),
    (Teaching, [-77, 83, -33, 27]),
    (Regulation, [-12, 5, 15, -8]),
    (Handover, [-25, -35, 48, 12]),
    (Prose, [-73, 86, -65, 52]),
    (Lists, [-46, 81, -22, -13]),
    (Tables, [-20, 18, 21, -18]),
    (Code, [81, -61, 3, -22]),
    (Present, [-98, 121, 0, -23]),
    (Questions, [-40, 23, 45, -28]),
    (Short, [-40, -123, 35, 129]),
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
