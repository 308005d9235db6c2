//! What each signal counts for the strategies, and what tells the types of one strategy apart.

use super::{
    ContentType::{self, Decision, Feedback, Meeting, Note, Sop, TaskLog, Tutorial, Workflow},
    SignalKind::{self, *},
};

/// What counts before anything is seen, in the order of [`crate::STRATEGIES`]. A hundred points more make a strategy e
/// times as likely.
pub(super) const BIAS: [i64; 4] = [-6, 17, -209, 198];

/// What a name counts for the strategy of the type it names.
pub(super) const NAMES: [(SignalKind, i64); 3] = [(FrontmatterType, 1000), (Title, 144), (Path, 15)];

/// What a signal at full strength counts for each strategy: fitted to the labelled documents.
pub(super) const SIGNALS: [(SignalKind, [i64; 4]); 39] = [
    (Timestamps, [71, -26, -32, -13]),
    (Dates, [100, -71, -9, -21]),
    (Told, [223, -143, -61, -20]),
    (Phased, [73, -86, 23, -10]),
    (Sequence, [8, 6, 57, -70]),
    (Doing, [41, -18, 6, -30]),
    (OwnDoing, [171, -144, 44, -71]),
    (Intention, [0, -39, 29, 10]),
    (Checking, [51, 37, -28, -60]),
    (Past, [8, 31, 48, -87]),
    (Steps, [2, -129, -24, 151]),
    (Numbered, [-43, -50, -63, 157]),
    (Commands, [21, -71, -93, 144]),
    (Address, [-31, -110, 36, 106]),
    (StepHeadings, [-18, -15, -27, 60]),
    (Preferences, [-90, -105, 255, -60]),
    (Decisive, [-57, -74, 197, -66]),
    (Verdicts, [-107, -20, 145, -18]),
    (Likings, [-59, 14, 71, -26]),
    (DecisionHeadings, [-44, -12, 62, -7]),
    (FeedbackHeadings, [-4, 1, -7, 10]),
    (Labels, [55, -74, 54, -35]),
    (MeetingMarkers, [-63, 68, -15, 10]),
    (Reported, [-27, -25, 87, -36]),
    (SignalKind::Reflection, [145, 20, -71, -95]),
    (Personal, [88, -91, 21, -18]),
    (Teaching, [-70, -57, 40, 87]),
    (Regulation, [-14, -21, 23, 12]),
    (Handover, [-1, -64, 45, 20]),
    (Prose, [-6, 47, -9, -33]),
    (Lists, [-64, 55, -30, 39]),
    (Tables, [-60, 59, -10, 10]),
    (Code, [97, -103, -3, 9]),
    (Links, [-1, 0, 0, 1]),
    (Quoted, [3, -3, -22, 21]),
    (Present, [-180, 231, -22, -29]),
    (Nested, [-131, 283, -76, -76]),
    (Questions, [-69, 26, 41, 1]),
    (Short, [-158, 33, 53, 72]),
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
