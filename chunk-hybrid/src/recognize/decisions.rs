//! Decisions and what speaks for them (H19).

mod grammar;
mod marked;
mod opening;
mod options;
mod sentence;
mod table;

use crate::{
    recognize::reading::Reading,
    record::{metadata::DecisionType, score::Score},
    text::block::{BlockKind, is_heading},
};
use marked::marked_choice;
use opening::Opening;
use sentence::of_block;
use std::ops::Range;

/// A decision as it was recognized. All options are bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signal {
    /// The sentence, item or row that tells it.
    pub span: Range<usize>,
    /// What kind of decision.
    pub decision_type: DecisionType,
    /// What is preferred.
    pub preferred: Option<Range<usize>>,
    /// What is not.
    pub rejected: Vec<Range<usize>>,
    /// Why.
    pub rationale: Option<Range<usize>>,
    /// How sure the signal is.
    pub confidence: Score,
    /// Who says so, if the text tells.
    pub user: Option<String>,
    /// When, in epoch milliseconds, if the text tells.
    pub timestamp: Option<i64>,
}

/// All signals of the body, in order, however weak.
pub(super) fn find_signals(content: &Reading<'_>) -> Vec<Signal> {
    let mut signals = Vec::new();
    let mut speaker: Option<String> = None;
    let openings: Vec<Opening> = content.blocks().iter().map(|block| Opening::of(content, block)).collect();
    let chat = opening::speakers(content, &openings);
    let mut index = 0;
    while let Some(block) = content.blocks().get(index) {
        if block.parted && !block.inside || is_heading(block) {
            speaker = None;
        }
        let marked = marked_choice(content, index);
        if let Some((signal, blocks)) = marked {
            signals.extend(signal);
            index += blocks;
            continue;
        }
        if matches!(block.kind, BlockKind::Paragraph | BlockKind::Item) {
            let first = signals.len();
            of_block(content, index, &openings, &mut speaker, chat, &mut signals);
            one_a_line(content, &mut signals, first);
        }
        index += 1;
    }
    lift(&mut signals, content.words.all().len());
    signals
}

/// What counts as strong, in thousandths.
const STRONG: u64 = 700;

/// What a weak signal gains where decisions are what the text is about: at least `DENSE` strong ones in two hundred words.
const LIFT: u64 = 150;
const DENSE: u64 = 2;

/// In a text of decisions, weak signals are some too.
fn lift(signals: &mut [Signal], words: usize) {
    let strong = |signal: &&Signal| signal.confidence >= Score::from_thousandths(STRONG);
    let count = signals.iter().filter(strong).count() as u64;
    if count < 2 || count * 200 < DENSE * words as u64 {
        return;
    }
    for signal in signals.iter_mut() {
        let confidence = signal.confidence.thousandths();
        if (350..500).contains(&confidence) {
            signal.confidence = Score::from_thousandths(confidence + LIFT);
        }
    }
}

/// A decision that is told twice in one line counts once: of two signals that share an option, or of which one is weak,
/// the stronger one stands.
fn one_a_line(content: &Reading<'_>, signals: &mut Vec<Signal>, first: usize) {
    if signals.len() < first + 2 {
        return;
    }
    let strong = |signal: &Signal| signal.confidence >= Score::from_thousandths(STRONG);
    for other in signals.split_off(first) {
        let before = signals.get(first..).and_then(<[Signal]>::last);
        let told_twice = before.is_some_and(|one| {
            let line = |signal: &Signal| content.lines.line(signal.span.start);
            let same_line = line(one) == line(&other);
            same_line && !(strong(one) && strong(&other) && !shares_option(content, one, &other))
        });
        match signals.last_mut().filter(|_| told_twice) {
            Some(one) if other.confidence > one.confidence => *one = other,
            Some(_) => {}
            None => signals.push(other),
        }
    }
}

fn shares_option(content: &Reading<'_>, one: &Signal, other: &Signal) -> bool {
    let options = |signal: &Signal| -> Vec<String> {
        signal
            .preferred
            .iter()
            .chain(&signal.rejected)
            .map(|span| content.slice(span).to_lowercase())
            .collect()
    };
    let (ones, others) = (options(one), options(other));
    ones.is_empty()
        || others.is_empty()
        || ones.iter().any(|one| others.iter().any(|other| one.contains(other) || other.contains(one)))
}
