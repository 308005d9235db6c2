//! What the text of a document tells: structure and density of words.

use super::{Collected, SignalKind};
use crate::{
    block::{Block, BlockKind, is_heading},
    cue::{self, Cues},
    document::ParsedContent,
    evidence,
    metadata::{Phase, StepType},
    procedure,
    score::Score,
};
use std::ops::Range;

/// What the blocks in `span` hold.
pub(super) fn collect(content: &ParsedContent<'_>, span: Range<usize>, collected: &mut Collected) {
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
    let found = evidence::phases(content, blocks, 700);
    let mut told: Vec<Phase> = found.events.iter().map(|&(_, phase)| phase).collect();
    let has = |phase: Phase| told.contains(&phase);
    let kinds = evidence::PHASES.iter().filter(|phase| has(**phase)).count() as u64;
    if kinds < 3 || !has(Phase::Execution) || !has(Phase::Verification) {
        return 0;
    }
    told.dedup();
    // A log goes through its phases; a text that goes to and fro between them is none.
    let order = if told.len() as u64 > 2 * kinds + 1 { 500 } else { 1000 };
    (if kinds == 4 { 1000 } else { 750 }) * order / 1000
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
