//! Decisions (H19), which the contract calls preference signals. A linear model says of each candidate (a sentence, item, row or heading)
//! which kind of decision it is, if it is one; grammar finds what it is for and against (`options`, `table`), why (`reason`) and by whom
//! (`speaker`), and the nearest time stamp says when.
//!
//! `features` is what the model sees. `sentence` is a sentence word by word, on which the grammar works; `opening` what stands before a
//! block's first sentence, `neighbour` before and after a word, `around` elsewhere in the document.

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
        candidate::{Finding, judge},
        printed::Log,
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
use features::candidates;
pub(crate) use features::is_brief;
pub use features::{LABELS, SLOTS};
use opening::Opening;
use options::Options;
use sentence::Sentence;
use speaker::Speakers;
use std::ops::Range;

/// A decision as it was recognized. Options, rationale and user are ranges of bytes of the text.
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

    /// What is rejected.
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

/// The kinds by their numbers in a [`Finding`], which are those of the model's labels after "none".
const KINDS: [DecisionType; 4] =
    [DecisionType::Selection, DecisionType::Approval, DecisionType::Rejection, DecisionType::Configuration];

/// Gives `take` the bytes and the features of each candidate of the body: what the model is fitted to.
pub fn samples(content: &ParsedContent<'_>, layout: &Layout, mut take: impl FnMut(Range<usize>, &[Feature])) {
    candidates(content, layout, 0..content.blocks().len(), &mut |candidate, features| {
        take(candidate.span(), features)
    });
}

/// The model's share, in thousandths, that stands for a confidence of one half in a text of usual length. It is low because a decision
/// looks much like many sentences that are none. By cross-validation on real documents, where precision and recall together are best.
const EVEN: u64 = 200;
/// The same in a brief text: in those that the model was fitted to, there are about as many decisions as sentences that look like them.
const EVEN_IN_BRIEF: u64 = 300;
/// The usual length of a text in bytes.
const USUAL_LENGTH: u64 = 6_000;
/// A shorter text counts as this long, and a longer one.
const LENGTHS: (u64, u64) = (5_000, 16_000);

/// The model's share that stands for a confidence of one half in this text. A long text holds about as many decisions as a short one, so
/// that each of its sentences is less likely one: the odds fall with the length.
fn even(content: &ParsedContent<'_>) -> u64 {
    if is_brief(content) {
        return EVEN_IN_BRIEF;
    }
    let length = (content.body().len() as u64).clamp(LENGTHS.0, LENGTHS.1);
    1000 * EVEN * length / (EVEN * length + (1000 - EVEN) * USUAL_LENGTH)
}

/// Weaker decisions are never kept.
const WEAKEST: Score = Score::from_thousandths(100);

/// The confidence of a question is divided by this: it decides nothing, unless it is a polite way to ask for something.
const ASKED: u64 = 3;

/// The least share, in thousandths, of a row that says yes or no in a column that is named for a decision.
const ANSWERED: u64 = 800;

/// Whether a sentence is a question.
fn asks(sentence: &str) -> bool {
    sentence.trim_end_matches(['*', '_', '"', '”', '’', ')']).ends_with('?')
}

/// If the document is one of decisions by at least this many thousandths, its kind does not lower the confidence. By cross-validation
/// too: at 600 there were more false decisions, at 630 more were missed.
const SURE_OF_KIND: u64 = 620;

/// The confidence of a decision, from the model's `share`, the share `even` that stands for one half, and how sure it is that the document
/// is one of decisions (`kind`); all in thousandths. The odds fall with the square of the odds of the kind: in other documents, most of
/// what looks like a decision is none.
const fn confidence(share: u64, even: u64, kind: u64) -> u64 {
    let kind = if kind > SURE_OF_KIND { SURE_OF_KIND } else { kind };
    let own = share * (1000 - even) * (kind * (1000 - SURE_OF_KIND)).pow(2);
    let other = (1000 - share) * even * ((1000 - kind) * SURE_OF_KIND).pow(2);
    if own == 0 { 0 } else { 1000 * (own / 1000) / ((own + other) / 1000) }
}

/// The decisions of a body, and what is needed to say more of each. A [`Signal`] is made when it is asked for: a text can be all
/// decisions.
pub(crate) struct Signals {
    /// In order, at most one for each line.
    pub(crate) found: Vec<Finding>,
    /// The tables that hold any, by the indices of their first rows.
    tables: Vec<u32>,
    lists: Lists,
    speakers: Speakers,
}

/// The decisions of the body with a confidence of at least `least`. The document is one of decisions by `kind` thousandths.
pub(crate) fn find_signals(
    content: &ParsedContent<'_>,
    model: &Linear<5>,
    log: &Log,
    kind: u64,
    least: Score,
) -> Signals {
    let least = least.max(WEAKEST).thousandths();
    let is_record = around::is_record(content);
    let even = even(content);
    let mut columns = table::Columns::default();
    let mut tables: Vec<u32> = Vec::new();
    let found = judge(content, model, log, 0..content.blocks().len(), candidates, &mut |candidate, share| {
        let block = content.blocks().get(candidate.block())?;
        // The head of a table decides nothing.
        if is_head(content, candidate.block()) || is_record && around::restates(content, block) {
            return None;
        }
        let is_row = block.kind == BlockKind::Row;
        let share =
            match is_row.then(|| columns.decide(content, candidate.block(), candidate.head())).flatten() {
                Some(true) => share.max(ANSWERED),
                Some(false) => 0,
                None => share,
            };
        let sure =
            confidence(share, even, kind) / if asks(content.slice(&candidate.span())) { ASKED } else { 1 };
        if sure < least {
            return None;
        }
        let head = candidate.head() as u32;
        if is_row && tables.last() != Some(&head) {
            tables.push(head);
        }
        Some(sure)
    });
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
            BlockKind::Row => table::row(content, block.number(), self.head(block), kind),
            _ => options(content, found, block, &self.lists),
        };
        let refuses = preferred.is_none() && !rejected.is_empty() && kind != DecisionType::Configuration;
        let stamp = among(stamps, &(block.span().start..span.end), |(at, _)| *at).last();
        // "So we took oak" says what was chosen, not why.
        let holds_choice =
            |reason: &Range<usize>| preferred.as_ref().is_some_and(|option| reason.contains(&option.start));
        let reason = reason::of(content, &span).filter(|reason| !holds_choice(reason));
        let small = |span: Range<usize>| SmallRange::new(&span);
        Some(Signal {
            span: small(span),
            preferred: preferred.map(small),
            rejected: rejected.into_iter().map(small).collect(),
            rationale: reason.map(small),
            user: self.speakers.of(content, block),
            decision_type: if refuses { DecisionType::Rejection } else { kind },
            confidence: found.sure(),
            timestamp: stamp.filter(|(_, instant)| instant.dated).map(|(_, instant)| instant.ms),
        })
    }

    /// The index of the first row of the table that a row stands in.
    fn head(&self, row: &Block) -> usize {
        let up_to_row = self.tables.partition_point(|head| *head as usize <= row.number());
        let last = up_to_row.checked_sub(1).and_then(|last| self.tables.get(last));
        last.map_or(row.number(), |head| *head as usize)
    }
}

fn kind(found: Finding) -> DecisionType {
    KINDS.get(found.kind()).copied().unwrap_or_default()
}

/// The options of a decision: those in its sentence, completed by what stands around it.
fn options(content: &ParsedContent<'_>, decision: Finding, block: &Block, lists: &Lists) -> Options {
    let Range { start, end } = decision.span();
    let (kind, opening) = (kind(decision), Opening::of(content, block));
    let sentence = Sentence::of(content, (opening.text as usize).clamp(start, end)..end);
    let mut found = options::of(&sentence, kind);
    add_next_sentence(content, end, block, &mut found);
    match kind {
        DecisionType::Selection => {
            if let Some(taken) = found.preferred.as_ref().filter(|_| found.rejected.is_empty()) {
                found.rejected = lists.others(content, start, taken);
            }
        }
        // "Approved." is about what the heading above names.
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

/// If only one side is known, adds the other one from the rest of the block, which starts at `end`: "Do not use tabs. Use spaces."
fn add_next_sentence(content: &ParsedContent<'_>, end: usize, block: &Block, found: &mut Options) {
    let lacks_preferred = found.preferred.is_none() && !found.rejected.is_empty();
    let lacks_rejected = found.preferred.is_some() && found.rejected.is_empty();
    if !lacks_preferred && !lacks_rejected {
        return;
    }
    let next = Sentence::of(content, end..block.span().end.max(end));
    if lacks_preferred && options::demands(&next) {
        found.preferred = options::of(&next, DecisionType::Selection).preferred;
    } else if lacks_rejected && options::refuses(&next) {
        found.rejected = options::of(&next, DecisionType::Rejection).rejected;
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
