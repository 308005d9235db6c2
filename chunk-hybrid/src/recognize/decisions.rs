//! Decisions and what speaks for them (H19). A linear model says of each sentence, item, row and heading what kind of decision
//! it is, if it is one; grammar finds what it is for and against, why, by whom and when.

mod around;
mod features;
mod neighbour;
mod opening;
mod options;
mod reason;
mod sentence;
mod speaker;
mod table;

use crate::{
    model::{Feature, Layout, Linear},
    recognize::{
        printed::Log,
        unit::{Finding, find, parts},
    },
    record::{metadata::DecisionType, score::Score},
    text::{
        among,
        block::{Block, BlockKind, is_heading},
        document::ParsedContent,
        row::is_head,
        time::Instant,
    },
};
use around::Lists;
use chunk_core::SmallRange;
pub(crate) use features::is_brief;
use features::units;
pub use features::{LABELS, SLOTS};
use opening::Opening;
use options::Options;
use sentence::Sentence;
use speaker::Speakers;
use std::ops::Range;

/// A decision as it was recognized. Options, reason and user are bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signal {
    /// What kind of decision.
    pub decision_type: DecisionType,
    /// How sure the signal is.
    pub confidence: Score,
    /// When, in epoch milliseconds, if the text has a date.
    pub timestamp: Option<i64>,
    span: SmallRange,
    preferred: Option<SmallRange>,
    rejected: Box<[SmallRange]>,
    rationale: Option<SmallRange>,
    user: Option<SmallRange>,
}

impl Signal {
    /// The sentence, item or row that says it.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.span.range()
    }

    /// What is preferred.
    #[must_use]
    pub fn preferred(&self) -> Option<Range<usize>> {
        self.preferred.map(SmallRange::range)
    }

    /// What is not.
    pub fn rejected(&self) -> impl ExactSizeIterator<Item = Range<usize>> + '_ {
        self.rejected.iter().map(|option| option.range())
    }

    /// Why.
    #[must_use]
    pub fn rationale(&self) -> Option<Range<usize>> {
        self.rationale.map(SmallRange::range)
    }

    /// Who says so, if the text names somebody.
    #[must_use]
    pub fn user(&self) -> Option<Range<usize>> {
        self.user.map(SmallRange::range)
    }
}

/// The name of the model in the file of weights.
pub const MODEL: &str = "decisions";

const KINDS: [DecisionType; 4] =
    [DecisionType::Selection, DecisionType::Approval, DecisionType::Rejection, DecisionType::Configuration];

/// The features of each sentence, item, row and heading of the body, with its bytes: what the model is fitted to.
pub fn samples(content: &ParsedContent<'_>, layout: &Layout, mut take: impl FnMut(Range<usize>, &[Feature])) {
    units(content, layout, 0..content.blocks().len(), &mut |unit, features| take(unit.span(), features));
}

/// The share of the model, in thousandths, that is as good as even in a text of usual length: most decisions look like many sentences
/// that are none. By cross-validation, where precision and recall of real documents together are best.
const EVEN: u64 = 200;
/// The same in a brief text, where about as many look-alikes as decisions are fitted to.
const EVEN_IN_BRIEF: u64 = 300;
/// The usual length of a text, in bytes, and the lengths between which it matters.
const USUAL: u64 = 6_000;
const LENGTHS: (u64, u64) = (5_000, 16_000);

/// The share that is as good as even in a text. A long one decides about as many things as a short one, so that each of its sentences less likely
/// does: the odds fall with the length.
fn even(content: &ParsedContent<'_>) -> u64 {
    if is_brief(content) {
        return EVEN_IN_BRIEF;
    }
    let length = (content.body().len() as u64).clamp(LENGTHS.0, LENGTHS.1);
    1000 * EVEN * length / (EVEN * length + (1000 - EVEN) * USUAL)
}

/// The least confidence that is worth telling.
const WEAKEST: Score = Score::from_thousandths(100);

/// So many times less sure is what is asked: a question decides nothing, and what somebody asks to be done may yet be meant.
const ASKED: u64 = 3;

/// The least share, in thousandths, of a row that says yes or no below the name of a decision.
const ANSWERED: u64 = 800;

/// Whether a sentence is a question.
fn asks(sentence: &str) -> bool {
    sentence.trim_end_matches(['*', '_', '"', '”', '’', ')']).ends_with('?')
}

/// From this share of the kind on, in thousandths, nothing in the document speaks against decisions. By cross-validation too: at
/// 600 there were more false ones, at 630 more were missed.
const SURE: u64 = 620;

/// How sure a decision is of which the model has a share where `even` is as good as even, in a document that is one of decisions by `kind`, all in
/// thousandths. In a document of another kind, the odds fall with the square of that: there, most of what looks
/// like a decision is none.
const fn confidence(share: u64, even: u64, kind: u64) -> u64 {
    let kind = if kind > SURE { SURE } else { kind };
    let own = share * (1000 - even) * (kind * (1000 - SURE)).pow(2);
    let other = (1000 - share) * even * ((1000 - kind) * SURE).pow(2);
    if own == 0 { 0 } else { 1000 * (own / 1000) / ((own + other) / 1000) }
}

/// The decisions of a body, and what tells more of each. Signals are made where they are asked for: a text can be all decisions.
pub(crate) struct Signals {
    /// In order; one a line.
    pub(crate) found: Vec<Finding>,
    /// The first rows of the tables that hold any, by number.
    tables: Vec<u32>,
    lists: Lists,
    speakers: Speakers,
}

/// The decisions of the body that are as sure as `least`. The document is one of decisions by `kind` thousandths.
pub(crate) fn find_signals(
    content: &ParsedContent<'_>,
    model: &Linear<5>,
    log: &Log,
    kind: u64,
    least: Score,
    shared: bool,
) -> Signals {
    let least = least.max(WEAKEST).thousandths();
    let is_record = around::is_record(content);
    let even = even(content);
    let part = |blocks| {
        let mut columns = table::Columns::default();
        let mut tables: Vec<u32> = Vec::new();
        let found = find(content, model, log, blocks, units, &mut |unit, share| {
            let block = content.blocks().get(unit.block())?;
            // The names of the columns decide nothing.
            if is_head(content, unit.block()) || is_record && around::restates(content, &block) {
                return None;
            }
            let is_row = block.kind == BlockKind::Row;
            let share = match is_row.then(|| columns.decide(content, unit.block(), unit.head())).flatten() {
                Some(true) => share.max(ANSWERED),
                Some(false) => 0,
                None => share,
            };
            let sure =
                confidence(share, even, kind) / if asks(content.slice(&unit.span())) { ASKED } else { 1 };
            if sure < least {
                return None;
            }
            let head = unit.head() as u32;
            tables.extend(Some(head).filter(|_| is_row && tables.last() != Some(&head)));
            Some(sure)
        });
        (found, tables)
    };
    let ((mut found, mut tables), behind) = parts(content, shared, &part);
    if let Some(behind) = behind {
        found.extend(behind.0);
        tables.extend(behind.1);
    }
    if found.is_empty() {
        return Signals { found, tables, lists: Lists::default(), speakers: Speakers::default() };
    }
    Signals { found, tables, lists: Lists::new(content), speakers: Speakers::new(content) }
}

impl Signals {
    /// What a decision says.
    pub(crate) fn signal(
        &self,
        content: &ParsedContent<'_>,
        stamps: &[(usize, Instant)],
        found: Finding,
    ) -> Option<Signal> {
        let (span, kind) = (found.span(), kind(found));
        let block = content.blocks().get(found.block(content)?)?;
        let Options { preferred, rejected } = match block.kind {
            BlockKind::Row => table::row(content, block.number(), self.head(&block), kind),
            _ => options(content, found, &block, &self.lists),
        };
        let refuses = preferred.is_none() && !rejected.is_empty() && kind != DecisionType::Configuration;
        let stamp = among(stamps, &(block.span().start..span.end), |(at, _)| *at).last();
        // "So we took oak" holds the choice, and no reason for it.
        let holds_choice =
            |reason: &Range<usize>| preferred.as_ref().is_some_and(|option| reason.contains(&option.start));
        let reason = reason::of(content, &span).filter(|reason| !holds_choice(reason));
        let small = |span: Range<usize>| SmallRange::new(&span);
        Some(Signal {
            span: small(span),
            preferred: preferred.map(small),
            rejected: rejected.into_iter().map(small).collect(),
            rationale: reason.map(small),
            user: self.speakers.of(content, &block),
            decision_type: if refuses { DecisionType::Rejection } else { kind },
            confidence: found.sure(),
            timestamp: stamp.filter(|(_, instant)| instant.dated).map(|(_, instant)| instant.ms),
        })
    }

    /// The first row of the table that a row stands in, by number.
    fn head(&self, row: &Block) -> usize {
        let before = self.tables.partition_point(|head| *head as usize <= row.number()).checked_sub(1);
        before.and_then(|last| self.tables.get(last)).map_or(row.number(), |head| *head as usize)
    }
}

fn kind(found: Finding) -> DecisionType {
    KINDS.get(found.kind()).copied().unwrap_or_default()
}

/// The options in a sentence, or those that stand around it.
fn options(content: &ParsedContent<'_>, decision: Finding, block: &Block, lists: &Lists) -> Options {
    let Range { start, end } = decision.span();
    let (kind, opening) = (kind(decision), Opening::of(content, block));
    let sentence = Sentence::of(content, (opening.text as usize).clamp(start, end)..end);
    let mut found = options::of(&sentence, kind);
    beside(content, end, block, &mut found);
    match kind {
        DecisionType::Selection => {
            if let Some(taken) = found.preferred.as_ref().filter(|_| found.rejected.is_empty()) {
                found.rejected = lists.others(content, start, taken);
            }
        }
        // What a bare verdict is about.
        DecisionType::Approval | DecisionType::Rejection
            if !is_heading(block) && (options::is_verdict(&sentence) || found == Options::default()) =>
        {
            let subject = around::subject(content, block);
            found = match kind {
                DecisionType::Rejection => {
                    Options { preferred: None, rejected: subject.into_iter().collect() }
                }
                _ => Options { preferred: subject, rejected: Vec::new() },
            };
        }
        _ => {}
    }
    found
}

/// Adds what the text from `end` on in the same block says of the other side: "Do not use tabs. Use spaces."
fn beside(content: &ParsedContent<'_>, end: usize, block: &Block, found: &mut Options) {
    let lacks_preferred = found.preferred.is_none() && !found.rejected.is_empty();
    let lacks_rejected = found.preferred.is_some() && found.rejected.is_empty();
    if !lacks_preferred && !lacks_rejected {
        return;
    }
    let behind = Sentence::of(content, end..block.span().end.max(end));
    if lacks_preferred && options::demands(&behind) {
        found.preferred = options::of(&behind, DecisionType::Selection).preferred;
    } else if lacks_rejected && options::refuses(&behind) {
        found.rejected = options::of(&behind, DecisionType::Rejection).rejected;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::document::Document;

    // An even share in a document of decisions is even; in one of another kind it falls with the square of the odds.
    #[test]
    fn confidence_is_even_at_the_best_threshold() {
        assert_eq!([confidence(EVEN, EVEN, 620), confidence(300, 300, 900)], [500, 500]);
        assert_eq!(confidence(EVEN, EVEN, 449), 199); // The odds are 0.815 to 1 instead of 1.632 to 1, their square a quarter: 1 to 4.
        assert_eq!(
            [confidence(0, EVEN, 900), confidence(1000, EVEN, 620), confidence(500, EVEN, 0)],
            [0, 1000, 0]
        );
    }

    // Even are odds of 1 to 4 in a text of 6,000 bytes, 5 to 24 in one of 5,000 or less, 1 to 1.5 in one of 16,000 or more.
    #[test]
    fn the_longer_a_text_the_less_likely_a_sentence_decides() {
        let even =
            |bytes: usize| even(&ParsedContent::new(Document::new("a.md", &"We walk. ".repeat(bytes / 9))));
        assert_eq!([1_000, 5_000, 6_003, 16_020, 90_000].map(even), [172, 172, 200, 400, 400]);
    }
}
