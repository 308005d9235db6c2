//! What kind of document a text is (H4).

mod content;
mod name;
mod weight;

pub(crate) use content::Counts;

use crate::{recognize::reading::Reading, record::score::Score};
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
            TaskLog => crate::record::EVENT_BASED,
            Reflection | Note | Meeting => crate::record::SEMANTIC_BOUNDARY,
            Feedback | Decision => crate::record::PREFERENCE_SIGNAL,
            Sop | Tutorial | Workflow => crate::record::STEP_BASED,
        }
    }
}

/// What is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SignalKind {
    /// Frontmatter `type`, `kind` or `category`.
    FrontmatterType,
    /// Words of the path.
    Path,
    /// Words of the title.
    Title,
    /// Lines that start with a time of day.
    Timestamps,
    /// Lines that start with a date or the name of a day.
    Dates,
    /// How clearly the phases differ.
    Told,
    /// How many of the phases there are.
    Phased,
    /// Whether they come in their usual order.
    Sequence,
    /// Calls of programs, and what they give back.
    Calls,
    /// Verbs of doing in the past.
    Doing,
    /// Past forms without a subject, or with the first person.
    OwnDoing,
    /// Verbs and words of intention.
    Intention,
    /// Words of checking and measuring.
    Checking,
    /// Other past forms.
    Past,
    /// How much of the text stands in steps that instruct.
    Steps,
    /// How much of the text stands in steps.
    Numbered,
    /// Sentences that start with a command.
    Commands,
    /// "you".
    Address,
    /// Headings of procedures and prerequisites.
    StepHeadings,
    /// How many preference signals there are for the words.
    Preferences,
    /// How many preference signals there are.
    Decisive,
    /// Words of choosing and judging.
    Verdicts,
    /// Words of liking and disliking.
    Likings,
    /// Headings of decisions and options.
    DecisionHeadings,
    /// Headings of feedback.
    FeedbackHeadings,
    /// Lines that start with a label.
    Labels,
    /// Who was there, what was on the agenda.
    MeetingMarkers,
    /// What was said.
    Reported,
    /// Learning and looking back.
    Reflection,
    /// The first person.
    Personal,
    /// Words of teaching.
    Teaching,
    /// Words of rules.
    Regulation,
    /// Words of handing over.
    Handover,
    /// Text in paragraphs.
    Prose,
    /// List items.
    Lists,
    /// Rows of tables.
    Tables,
    /// Code.
    Code,
    /// Links.
    Links,
    /// Words in back quotes.
    Quoted,
    /// The present tense.
    Present,
    /// Nested phrases: "of", "that", "which".
    Nested,
    /// Questions.
    Questions,
    /// A short text.
    Short,
}

/// How sure it is of each type, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Classification {
    /// The confidence of every type, in order.
    pub confidences: Vec<TypeConfidence>,
    /// What told it: every signal that is there, and what it counts for and against each strategy.
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

/// A signal that speaks for or against a strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Evidence {
    /// What was looked at.
    pub signal: SignalKind,
    /// What it speaks for, or against.
    pub strategy: &'static str,
    /// How strong the signal is in this document.
    pub strength: Score,
    /// What it counts: strength times weight. A hundred more make a strategy e times as likely.
    pub points: i64,
}

impl Classification {
    /// The type it is surest of; of equals the first.
    #[must_use]
    pub fn best(&self) -> TypeConfidence {
        best(&self.confidences)
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

    /// How sure it is of a strategy.
    pub(crate) fn sure_of(&self, strategy: &str) -> Score {
        let own = self.confidences.iter().filter(|other| other.content_type.strategy() == strategy);
        own.map(|other| other.confidence).max().unwrap_or_default()
    }
}

/// Classifies a whole document (H4).
pub(crate) fn kind<'c>(content: &'c Reading<'_>) -> &'c Classification {
    content.classification.get_or_init(|| Look::whole(content).classify())
}

/// The type of a part of a document by what it holds (H5).
pub(crate) fn best_of_part(content: &Reading<'_>, span: &Range<usize>) -> TypeConfidence {
    let words = content.words.within(span).len() as u64;
    let mut confidences = Look::part(content, span).confidences(|_| {});
    // A few words cannot be sure.
    for TypeConfidence { confidence, .. } in &mut confidences {
        *confidence =
            Score::from_thousandths(confidence.thousandths() * words.min(ENOUGH_WORDS) / ENOUGH_WORDS);
    }
    best(&confidences)
}

/// The type it is surest of; of equals the first.
fn best(confidences: &[TypeConfidence]) -> TypeConfidence {
    let first = TypeConfidence { content_type: Note, confidence: Score::default() };
    let surer = |best: TypeConfidence, other: TypeConfidence| {
        if other.confidence > best.confidence { other } else { best }
    };
    confidences.iter().copied().reduce(surer).unwrap_or(first)
}

/// From here on the words of a part are enough to be sure of it.
const ENOUGH_WORDS: u64 = 80;

/// How much the points count of a part, which shows less than a whole document, in thousandths.
const OF_PART: i64 = 600;

/// All that is seen of a text.
struct Look {
    /// How much its points count, in thousandths.
    counts: i64,
    /// How strong each signal is, by its kind.
    strengths: [u64; SignalKind::Short as usize + 1],
    /// What names the text, and as what.
    names: Vec<(SignalKind, ContentType)>,
}

impl Look {
    fn whole(content: &Reading<'_>) -> Self {
        Self {
            counts: 1000,
            strengths: by_kind(content::strengths(content, &content.body())),
            names: name::of_document(content),
        }
    }

    fn part(content: &Reading<'_>, span: &Range<usize>) -> Self {
        Self {
            counts: OF_PART,
            strengths: by_kind(content::strengths(content, span)),
            names: name::of_part(content, span),
        }
    }

    fn strength(&self, kind: SignalKind) -> u64 {
        self.strengths.get(kind as usize).copied().unwrap_or_default()
    }

    /// What names one of the types.
    fn names(&self, kind: SignalKind, is_meant: impl Fn(ContentType) -> bool) -> bool {
        self.names.iter().any(|&(other, content_type)| other == kind && is_meant(content_type))
    }

    fn classify(&self) -> Classification {
        let mut signals = Vec::new();
        let confidences = self.confidences(|evidence| signals.push(evidence)).to_vec();
        Classification { confidences, signals }
    }

    /// How sure it is of every type, in order; `tell` gets what told it.
    fn confidences(&self, mut tell: impl FnMut(Evidence)) -> [TypeConfidence; 9] {
        let mut points = weight::BIAS;
        let mut add = |signal: SignalKind, strength: u64, weights: [i64; 4]| {
            // Many signals are not there.
            if strength == 0 {
                return;
            }
            for ((points, weight), strategy) in points.iter_mut().zip(weights).zip(crate::record::STRATEGIES)
            {
                let adds = weight * strength as i64 / 1000;
                *points += adds;
                if adds != 0 {
                    let strength = Score::from_thousandths(strength);
                    tell(Evidence { signal, strategy, strength, points: adds });
                }
            }
        };
        for (signal, full) in weight::NAMES {
            let weights = crate::record::STRATEGIES.map(|strategy| {
                if self.names(signal, |content_type| content_type.strategy() == strategy) { full } else { 0 }
            });
            add(signal, 1000, weights);
        }
        for (signal, weights) in weight::SIGNALS {
            add(signal, self.strength(signal), weights);
        }
        // What would find nothing is not chosen, whatever the path says.
        let asked = |strategy: &str| {
            self.names(SignalKind::FrontmatterType, |content_type| content_type.strategy() == strategy)
        };
        let finds = crate::record::STRATEGIES.map(|strategy| match strategy {
            crate::record::STEP_BASED => self.strength(SignalKind::Numbered) > 0 || asked(strategy),
            crate::record::PREFERENCE_SIGNAL => self.strength(SignalKind::Decisive) > 0 || asked(strategy),
            _ => true,
        });
        let shares = shares(points.map(|points| points * self.counts / 1000), finds);
        let kinds = ContentType::ALL.map(|content_type| (content_type, self.kind(content_type)));
        let mut confidences =
            kinds.map(|(content_type, _)| TypeConfidence { content_type, confidence: Score::default() });
        for (strategy, share) in crate::record::STRATEGIES.iter().zip(shares) {
            let is_own = |content_type: ContentType| content_type.strategy() == *strategy;
            let most = kinds.iter().filter(|(other, _)| is_own(*other)).map(|&(_, kind)| kind).max();
            for (own, (content_type, kind)) in confidences.iter_mut().zip(kinds) {
                if is_own(content_type) {
                    own.confidence = Score::from_thousandths(share * kind / most.unwrap_or_default().max(1));
                }
            }
        }
        confidences
    }

    /// How much speaks for a type among those of its strategy.
    fn kind(&self, content_type: ContentType) -> u64 {
        let named = [SignalKind::FrontmatterType, SignalKind::Title, SignalKind::Path];
        let named =
            named.iter().filter(|kind| self.names(**kind, |other| other == content_type)).count() as u64;
        let own = weight::TYPES.iter().filter(|(other, ..)| *other == content_type);
        named * weight::NAMED
            + own.map(|&(_, signal, weight)| self.strength(signal) * weight / 1000).sum::<u64>()
            + weight::usual(content_type)
    }
}

fn by_kind(signals: Vec<(SignalKind, u64)>) -> [u64; SignalKind::Short as usize + 1] {
    let mut strengths = [0; SignalKind::Short as usize + 1];
    for (kind, strength) in signals {
        if let Some(own) = strengths.get_mut(kind as usize) {
            *own = strength.min(1000);
        }
    }
    strengths
}

/// The shares of certainty, in thousandths: a hundred points more make e times the share.
fn shares(points: [i64; 4], finds: [bool; 4]) -> [u64; 4] {
    let most = points.iter().zip(finds).filter(|(_, finds)| *finds).map(|(&points, _)| points).max();
    let most = most.unwrap_or_default();
    let mut powers = [0u64; 4];
    for ((power, points), finds) in powers.iter_mut().zip(points).zip(finds) {
        // e^(x/100) as a power of two with ten binary digits, straight between whole exponents.
        let exponent = (points - most).max(-2000) * 14_773 / 1000;
        let (whole, part) = (exponent.div_euclid(1024), exponent.rem_euclid(1024));
        *power = if finds { (((1024 + part) as u64) << 20) >> (-whole).clamp(0, 40) } else { 0 };
    }
    let all = powers.iter().sum::<u64>().max(1);
    powers.map(|power| power * 1000 / all)
}
