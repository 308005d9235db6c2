//! What each signal counts for the strategies, and what tells the types of one strategy apart.

use super::{
    ContentType::{self, Decision, Feedback, Meeting, Note, Sop, TaskLog, Tutorial, Workflow},
    SignalKind::{self, *},
};

/// What counts before anything is seen, in the order of [`crate::record::STRATEGIES`]. A hundred points more make a strategy e
/// times as likely.
pub(super) const BIAS: [i64; 4] = [-241, 305, -204, 140];

/// What a name counts for the strategy of the type it names.
pub(super) const NAMES: [(SignalKind, i64); 3] = [(FrontmatterType, 1000), (Title, 111), (Path, 15)];

/// What a signal at full strength counts for each strategy: fitted to the labelled documents.
pub(super) const SIGNALS: [(SignalKind, [i64; 4]); 40] = [
    (Timestamps, [92, -32, -36, -24]),
    (Dates, [93, -94, 8, -7]),
    (Told, [304, -180, -66, -58]),
    (Phased, [90, -42, 19, -67]),
    (Sequence, [113, -90, 42, -65]),
    (Calls, [120, -59, -34, -27]),
    (Doing, [85, -73, -4, -8]),
    (OwnDoing, [195, -168, 46, -73]),
    (Intention, [71, -43, -27, 0]),
    (Checking, [83, 57, -106, -34]),
    (Past, [60, -47, 56, -68]),
    (Steps, [-24, -137, -44, 204]),
    (Numbered, [-67, -75, -63, 206]),
    (Commands, [-37, -67, -80, 184]),
    (Address, [-51, -101, 57, 95]),
    (StepHeadings, [-22, -28, -27, 77]),
    (Preferences, [-52, -189, 306, -65]),
    (Decisive, [-134, -14, 250, -102]),
    (Verdicts, [-116, -10, 153, -27]),
    (Likings, [-64, 33, 72, -41]),
    (DecisionHeadings, [-18, -58, 94, -18]),
    (FeedbackHeadings, [-5, 15, -3, -7]),
    (Labels, [8, -88, 75, 6]),
    (MeetingMarkers, [-43, 20, -10, 33]),
    (Reported, [-26, -21, 90, -43]),
    (SignalKind::Reflection, [120, -11, -64, -45]),
    (Personal, [185, -160, 2, -26]),
    (Teaching, [-92, -11, 56, 46]),
    (Regulation, [-61, 21, 18, 22]),
    (Handover, [-26, -55, 65, 16]),
    (Prose, [2, 27, -10, -19]),
    (Lists, [-87, 77, -13, 22]),
    (Tables, [-74, 53, -30, 51]),
    (Code, [43, 38, -22, -59]),
    (Links, [-105, 232, -49, -78]),
    (Quoted, [-85, 163, -26, -52]),
    (Present, [-176, 201, -8, -18]),
    (Nested, [-100, 187, -85, -1]),
    (Questions, [-56, -5, 77, -15]),
    (Short, [-75, -35, -1, 110]),
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
