use crate::{
    block::{Block, BlockKind, is_heading},
    cue::{self, Cues},
    document::ParsedContent,
    evidence,
    metadata::{Phase, StepType},
    procedure,
    score::Score,
};
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

/// Words by which documents call themselves.
const NAMES: [(ContentType, &str); 9] = [
    (TaskLog, "log logs worklog changelog journal logbook incident timeline run runs session task tasklog"),
    (
        Reflection,
        "reflection reflections retro retros retrospective retrospectives thoughts essay diary learnings hindsight postmortem",
    ),
    (
        Note,
        "note notes design report overview survey observations research concept background wiki docs study",
    ),
    (Meeting, "meeting meetings minutes standup sync agenda assembly parents evening call"),
    (Feedback, "feedback review reviews survey comments ballot answers preferences testimonials votes"),
    (Decision, "decision decisions adr adrs decided rfc choices settled agreed choice verdict"),
    (
        Sop,
        "sop sops procedure procedures runbook runbooks playbook manual service maintenance instructions checklist",
    ),
    (
        Tutorial,
        "tutorial tutorials guide howto how walkthrough lesson exercise quickstart getting started recipe",
    ),
    (Workflow, "workflow workflows process processes pipeline routine handbook"),
];

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

/// What frontmatter, path and title call the document.
fn named(content: &ParsedContent<'_>) -> Vec<(ContentType, (SignalKind, u64))> {
    let types_in = |text: &str, exact: bool| -> Vec<ContentType> {
        let lower = text.to_lowercase();
        let words: Vec<&str> =
            lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let names = |content_type: &ContentType, list: &str| {
            let own = serde_json::to_value(content_type)
                .ok()
                .and_then(|name| name.as_str().map(|name| name == lower.replace([' ', '_'], "-")));
            own == Some(true) || words.iter().any(|word| list.split(' ').any(|name| name == *word))
        };
        let found: Vec<ContentType> = NAMES
            .iter()
            .filter(|(content_type, list)| names(content_type, list))
            .map(|&(content_type, _)| content_type)
            .collect();
        if exact { found.into_iter().take(1).collect() } else { found }
    };
    let mut all = Vec::new();
    let field = ["type", "contentType", "kind", "category"].iter().find_map(|field| content.field(field));
    let fields = field.map(|value| types_in(value, true)).unwrap_or_default();
    all.extend(
        fields
            .into_iter()
            .map(|content_type| (content_type, (SignalKind::FrontmatterType, FRONTMATTER_WEIGHT))),
    );
    all.extend(
        types_in(content.document().path, false)
            .into_iter()
            .map(|content_type| (content_type, (SignalKind::Path, PATH_WEIGHT))),
    );
    let title = content.field("title").or_else(|| {
        let first = content.blocks().first()?;
        content.slice(&first.span).lines().next().filter(|line| line.len() <= 120)
    });
    for content_type in title.map(|title| types_in(title, false)).unwrap_or_default() {
        let weight = WEIGHTS
            .iter()
            .find(|(kind, of, _)| *kind == SignalKind::Title && *of == content_type)
            .map_or(0, |&(.., weight)| weight);
        all.push((content_type, (SignalKind::Title, weight)));
    }
    all
}

/// What the blocks in `span` hold.
fn collect(content: &ParsedContent<'_>, span: Range<usize>, collected: &mut Collected) {
    let numbers = content.blocks_in(&span);
    let blocks = content.blocks().get(numbers.clone()).unwrap_or_default();
    let words = content.words.within(&span).len().max(1) as u64;
    let count = |cues: Cues| {
        content.words.slice(content.words.within(&span)).iter().filter(|word| word.cues.any(cues)).count()
            as u64
    };
    let titled = |cues: Cues| {
        blocks
            .iter()
            .filter(|block| is_heading(block))
            .filter(|block| content.words.slice(block.words.clone()).iter().any(|word| word.cues.any(cues)))
            .count() as u64
    };

    collected.tell(SignalKind::Timestamps, timestamps(content, &span, blocks));
    collected.tell(SignalKind::Phases, phases(content, numbers));
    collected.tell(SignalKind::Steps, steps(content, &span, words));
    collected.tell(SignalKind::Preferences, preferences(content, &span, words));
    collected.tell(SignalKind::DecisionHeadings, titled(cue::DECISION_TITLE.or(cue::OPTIONS_TITLE)) * 350);
    collected.tell(
        SignalKind::MeetingMarkers,
        meeting(content, blocks) * 350 + (count(cue::MEETING) * 20_000 / words).min(400),
    );
    let personal = count(cue::SPEAKER) * 100_000 / words;
    let learning = (count(cue::LEARNING) + count(cue::REGRET)) * 100_000 / words;
    collected.tell(
        SignalKind::Reflection,
        (personal / 12 + learning / 3).min(800) + titled(cue::INSIGHT_TITLE.or(cue::REFLECT_TITLE)) * 300,
    );
    collected.tell(SignalKind::Teaching, count(cue::TEACHING) * 30_000 / words);
    collected.tell(SignalKind::Regulation, count(cue::REGULATION) * 40_000 / words);
    collected.tell(SignalKind::Handover, count(cue::WORKFLOW) * 40_000 / words);
    let prose: usize =
        blocks.iter().filter(|block| block.kind == BlockKind::Paragraph).map(|block| block.words.len()).sum();
    collected.tell(SignalKind::Prose, prose as u64 * 1000 / words);
}

/// The share of blocks that start with a time of day; three tenths are enough.
fn timestamps(content: &ParsedContent<'_>, span: &Range<usize>, blocks: &[Block]) -> u64 {
    let stamps = content.instants().iter().filter(|(at, _)| span.contains(at)).count() as u64;
    let lines = blocks.iter().filter(|block| !is_heading(block)).count().max(1) as u64;
    if stamps < 3 { 0 } else { stamps * 1000 * 10 / 3 / lines }
}

/// How many phases there are, doing and checking among them, and how much of the text tells which.
fn phases(content: &ParsedContent<'_>, blocks: Range<usize>) -> u64 {
    let phases = evidence::phases(content, blocks.clone(), 700);
    let has = |phase: Phase| phases.contains(&phase);
    let kinds = evidence::PHASES.iter().filter(|phase| has(**phase)).count() as u64;
    let mut told = phases.clone();
    told.dedup();
    let changes = told.len() as u64;
    if kinds < 3 || !has(Phase::Execution) || !has(Phase::Verification) {
        return 0;
    }
    // A log goes through its phases; a text that goes to and fro between them is none.
    let clarity = evidence::clarity(content, blocks, &phases);
    let order = if changes > 2 * kinds + 1 { 500 } else { 1000 };
    (if kinds == 4 { 1000 } else { 750 }) * clarity / 1000 * order / 1000
}

/// The share of words in steps, and of steps that instruct.
fn steps(content: &ParsedContent<'_>, span: &Range<usize>, words: u64) -> u64 {
    let steps = procedure::steps(content, span);
    let main: Vec<_> =
        steps.iter().filter(|step| matches!(step.kind, StepType::Main | StepType::Optional)).collect();
    if main.len() < 2 {
        return 0;
    }
    let inside: u64 = steps.iter().map(|step| content.words.within(&step.span).len() as u64).sum();
    let doers = steps.iter().filter(|step| step.kind != StepType::Prerequisite);
    let instructs = |step: &&crate::strategy::step::Step| {
        let first = content.words.within(&(step.title.start..step.span.end));
        let opening = content.words.slice(first.start..first.end.min(first.start + 3));
        opening.iter().any(|word| word.cues.any(cue::COMMAND))
            || opening.iter().any(|word| word.cues.any(cue::FIRST.or(cue::NEXT).or(cue::LAST)))
    };
    let all = doers.clone().count().max(1) as u64;
    let instructing = doers.filter(instructs).count() as u64;
    let share = (inside * 1000 * 5 / 2 / words).min(1000);
    share * (250 + 1250 * instructing / all).min(1000) / 1000
}

/// Signals for the words: two in a hundred words are enough.
fn preferences(content: &ParsedContent<'_>, span: &Range<usize>, words: u64) -> u64 {
    let signals = content.signals();
    let first = signals.partition_point(|signal| signal.span.start < span.start);
    let inside = signals.iter().skip(first).take_while(|signal| signal.span.start < span.end);
    let sure = inside.filter(|signal| signal.confidence >= Score::from_thousandths(500));
    let (count, sum) =
        sure.fold((0, 0), |(count, sum), signal| (count + 1, sum + signal.confidence.thousandths()));
    // A single one is decisive only in a few words.
    let sum = if count < 2 { sum / 2 } else { sum };
    sum * 100 / words / 2
}

/// Labels and headings that only minutes have.
fn meeting(content: &ParsedContent<'_>, blocks: &[Block]) -> u64 {
    let marks = |block: &&Block| {
        let opening = block.words.start..block.words.end.min(block.words.start + 3);
        content.words.slice(opening).iter().any(|word| word.cues.any(cue::MEETING_TITLE))
            && (is_heading(block) || block.label(content.text()).is_some())
    };
    blocks.iter().filter(marks).count() as u64
}
