//! What each signal counts for the strategies, and what tells the types of one strategy apart.

use super::{
    ContentType::{self, Decision, Feedback, Meeting, Note, Sop, TaskLog, Tutorial, Workflow},
    SignalKind::{self, *},
};

/// What counts before anything is seen, in the order of [`crate::STRATEGIES`]. A hundred points more make a strategy e
/// times as likely.
pub(super) const BIAS: [i64; 4] = [-157, 155, -92, 94];

/// What a name counts for the strategy of the type it names.
pub(super) const NAMES: [(SignalKind, i64); 3] = [(FrontmatterType, 1000), (Title, 152), (Path, 15)];

/// What a signal at full strength counts for each strategy: fitted to the labelled documents.
pub(super) const SIGNALS: [(SignalKind, [i64; 4]); 38] = [
    (Timestamps, [107, 87, -150, -44]),
    (Dates, [113, -134, 48, -27]),
    (Told, [115, 29, -71, -74]),
    (Phased, [147, -65, 5, -86]),
    (Sequence, [74, -99, 90, -66]),
    (Doing, [146, -65, -44, -38]),
    (OwnDoing, [252, -237, 58, -73]),
    (Intention, [42, -48, 24, -17]),
    (Checking, [77, -58, -47, 28]),
    (Past, [31, 147, -57, -121]),
    (Steps, [-55, -89, -13, 157]),
    (Numbered, [-90, -19, -3, 112]),
    (Commands, [-75, -102, -29, 207]),
    (Address, [-50, -78, 12, 116]),
    (StepHeadings, [-34, -98, -13, 146]),
    (Preferences, [-79, 22, 95, -38]),
    (Decisive, [-115, -4, 216, -98]),
    (Verdicts, [-86, -138, 221, 3]),
    (Likings, [-49, 26, 117, -94]),
    (DecisionHeadings, [-84, -22, 145, -39]),
    (FeedbackHeadings, [-5, -37, -1, 43]),
    (Labels, [39, -89, 111, -61]),
    (MeetingMarkers, [-9, -40, -6, 55]),
    (Reported, [-25, 14, 72, -61]),
    (SignalKind::Reflection, [173, -5, -155, -12]),
    (Personal, [73, -101, 55, -26]),
    (Teaching, [-96, 83, -42, 56]),
    (Regulation, [-46, 34, 23, -11]),
    (Handover, [-10, -158, 147, 20]),
    (Prose, [-114, 105, -50, 59]),
    (Lists, [-104, 125, 11, -33]),
    (Tables, [-48, 12, 19, 18]),
    (Code, [178, -116, 1, -64]),
    (Links, [-62, 220, -79, -79]),
    (Quoted, [-8, 99, 2, -92]),
    (Present, [-136, 112, 13, 10]),
    (Questions, [-85, 37, 77, -29]),
    (Short, [-148, -45, 69, 125]),
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
