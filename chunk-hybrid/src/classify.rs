mod content;
mod name;

use crate::{document::ParsedContent, score::Score};
use content::collect;
use name::named;
use serde::Serialize;
use std::ops::Range;

/// What a document is, in the contract's order of cases (H4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
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
            TaskLog => crate::EVENT_BASED,
            Reflection | Note | Meeting => crate::SEMANTIC_BOUNDARY,
            Feedback | Decision => crate::PREFERENCE_SIGNAL,
            Sop | Tutorial | Workflow => crate::STEP_BASED,
        }
    }
}

/// What tells a type: what is looked at, and how much it counts where it is at its strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SignalKind {
    /// Frontmatter `type`, `kind` or `category`.
    FrontmatterType,
    /// Words of the path.
    Path,
    /// Words of the document's title.
    Title,
    /// Lines that start with a time of day.
    Timestamps,
    /// How many phases follow each other, and how clearly.
    Phases,
    /// How much of the text stands in steps, and how many of these instruct.
    Steps,
    /// How many preference signals there are for the words.
    Preferences,
    /// Headings of decisions and options.
    DecisionHeadings,
    /// Who was there, what was on the agenda.
    MeetingMarkers,
    /// First person, learning and looking back.
    Reflection,
    /// Words of teaching.
    Teaching,
    /// Words of rules.
    Regulation,
    /// Words of handing over.
    Handover,
    /// Text in paragraphs.
    Prose,
}

/// The weights: what a signal at full strength says for a type, in thousandths.
const WEIGHTS: [(SignalKind, ContentType, u64); 27] = [
    (SignalKind::Timestamps, TaskLog, 700),
    (SignalKind::Phases, TaskLog, 760),
    (SignalKind::Reflection, Reflection, 640),
    (SignalKind::Prose, Reflection, 300),
    (SignalKind::Prose, Note, 520),
    (SignalKind::MeetingMarkers, Meeting, 800),
    (SignalKind::Preferences, Feedback, 780),
    (SignalKind::Preferences, Decision, 780),
    (SignalKind::DecisionHeadings, Decision, 450),
    (SignalKind::Steps, Sop, 850),
    (SignalKind::Steps, Tutorial, 850),
    (SignalKind::Steps, Workflow, 850),
    (SignalKind::Regulation, Sop, 200),
    (SignalKind::Teaching, Tutorial, 200),
    (SignalKind::Handover, Workflow, 200),
    // What a document calls itself.
    (SignalKind::Title, TaskLog, 300),
    (SignalKind::Title, Reflection, 300),
    (SignalKind::Title, Note, 250),
    (SignalKind::Title, Meeting, 400),
    (SignalKind::Title, Feedback, 300),
    (SignalKind::Title, Decision, 300),
    (SignalKind::Title, Sop, 250),
    (SignalKind::Title, Tutorial, 250),
    (SignalKind::Title, Workflow, 250),
    (SignalKind::Path, Meeting, 300),
    (SignalKind::Path, TaskLog, 300),
    (SignalKind::FrontmatterType, TaskLog, 900),
];

/// What the path says for a type that has no weight of its own there, and the frontmatter for any.
const PATH_WEIGHT: u64 = 300;
const FRONTMATTER_WEIGHT: u64 = 900;

/// How sure it is of each type, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Classification {
    /// The confidence of every type, in order.
    pub confidences: Vec<TypeConfidence>,
    /// What told it, for every type it told.
    pub signals: Vec<Evidence>,
}

/// How sure the classification is of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TypeConfidence {
    /// The type.
    pub content_type: ContentType,
    /// How sure it is.
    pub confidence: Score,
}

/// A signal that speaks for a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Evidence {
    /// What was looked at.
    pub signal: SignalKind,
    /// What it speaks for.
    pub content_type: ContentType,
    /// How strong the signal is in this document.
    pub strength: Score,
    /// What it adds: strength times weight.
    pub adds: Score,
}

impl Classification {
    /// The type it is surest of; of equals the first.
    #[must_use]
    pub fn best(&self) -> TypeConfidence {
        let first = TypeConfidence { content_type: Note, confidence: Score::default() };
        self.confidences
            .iter()
            .copied()
            .reduce(|best, other| if other.confidence > best.confidence { other } else { best })
            .unwrap_or(first)
    }

    /// The highest confidence of these types.
    #[must_use]
    pub fn best_of(&self, types: &[ContentType]) -> Score {
        self.confidences
            .iter()
            .filter(|other| types.contains(&other.content_type))
            .map(|other| other.confidence)
            .max()
            .unwrap_or_default()
    }
}

/// Classifies a whole document (H4).
#[must_use]
pub fn classify(content: &ParsedContent<'_>) -> Classification {
    content
        .classification
        .get_or_init(|| {
            let mut collected = Collected::default();
            for (content_type, strength) in named(content) {
                let (signal, weight) = strength;
                collected.add(signal, content_type, 1000, weight);
            }
            collect(content, content.body(), &mut collected);
            collected.finish()
        })
        .clone()
}

/// Classifies a part of a document by what it holds (H5).
pub(crate) fn classify_part(content: &ParsedContent<'_>, span: Range<usize>) -> Classification {
    let mut collected = Collected::default();
    collect(content, span, &mut collected);
    collected.finish()
}

#[derive(Default)]
struct Collected {
    signals: Vec<Evidence>,
}

impl Collected {
    fn add(&mut self, signal: SignalKind, content_type: ContentType, strength: u64, weight: u64) {
        let strength = strength.min(1000);
        let adds = Score::from_thousandths(strength * weight / 1000);
        if adds > Score::default() {
            self.signals.push(Evidence {
                signal,
                content_type,
                strength: Score::from_thousandths(strength),
                adds,
            });
        }
    }

    /// Adds a signal for every type it has a weight for.
    fn tell(&mut self, signal: SignalKind, strength: u64) {
        for (_, content_type, weight) in WEIGHTS.iter().filter(|(kind, ..)| *kind == signal) {
            self.add(signal, *content_type, strength, *weight);
        }
    }

    fn finish(mut self) -> Classification {
        self.signals.sort_by_key(|evidence| (evidence.content_type, evidence.signal as u8));
        let confidences = ContentType::ALL.map(|content_type| {
            let own = self.signals.iter().filter(|evidence| evidence.content_type == content_type);
            TypeConfidence {
                content_type,
                confidence: own.fold(Score::default(), |all, evidence| all.or(evidence.adds)),
            }
        });
        Classification { confidences: confidences.to_vec(), signals: self.signals }
    }
}
