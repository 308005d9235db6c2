//! What each signal counts for the strategies, and what tells the types of one strategy apart.

use super::{
    ContentType::{self, Decision, Feedback, Meeting, Note, Sop, TaskLog, Tutorial, Workflow},
    SignalKind::{self, *},
};

/// What counts before anything is seen, in the order of [`crate::STRATEGIES`]. A hundred points more make a strategy e
/// times as likely.
pub(super) const BIAS: [i64; 4] = [-137, 198, -194, 134];

/// What a name counts for the strategy of the type it names.
pub(super) const NAMES: [(SignalKind, i64); 3] = [(FrontmatterType, 500), (Title, 195), (Path, 15)];

/// What a signal at full strength counts for each strategy: fitted to the labelled documents.
pub(super) const SIGNALS: [(SignalKind, [i64; 4]); 36] = [
    (Timestamps, [115, -54, -53, -7]),
    (Dates, [96, -144, 52, -5]),
    (Told, [166, -61, -79, -26]),
    (Phased, [120, -60, 31, -91]),
    (Sequence, [63, -75, 43, -30]),
    (Doing, [90, -43, -3, -44]),
    (OwnDoing, [195, -191, 50, -55]),
    (Intention, [25, -48, 20, 3]),
    (Checking, [42, -5, -22, -14]),
    (Past, [41, 79, -25, -95]),
    (Steps, [-45, -117, -6, 167]),
    (Numbered, [-67, -8, -21, 97]),
    (Commands, [-37, -82, -39, 158]),
    (Address, [-52, -45, 11, 86]),
    (StepHeadings, [-50, -44, -8, 102]),
    (Preferences, [-79, -56, 192, -57]),
    (Decisive, [-104, 1, 213, -110]),
    (Verdicts, [-61, -110, 180, -10]),
    (Likings, [-45, 23, 96, -74]),
    (DecisionHeadings, [-77, -68, 203, -58]),
    (FeedbackHeadings, [-6, -23, -8, 37]),
    (Labels, [-13, -44, 88, -31]),
    (MeetingMarkers, [-25, -4, 13, 16]),
    (Reported, [-27, 18, 56, -47]),
    (SignalKind::Reflection, [106, 23, -109, -20]),
    (Personal, [77, -105, 53, -25]),
    (Teaching, [-101, 90, -23, 35]),
    (Regulation, [5, 1, 5, -10]),
    (Handover, [-20, -86, 85, 21]),
    (Prose, [-104, 82, -43, 65]),
    (Lists, [-46, 80, -6, -28]),
    (Tables, [-30, 11, 17, 2]),
    (Code, [147, -120, 2, -29]),
    (Present, [-134, 113, 28, -8]),
    (Questions, [-75, 34, 72, -31]),
    (Short, [-55, -170, 79, 145]),
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
