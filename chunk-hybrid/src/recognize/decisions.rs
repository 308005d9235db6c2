//! Decisions (H19), which the contract calls preference signals. A linear model says of each candidate (a sentence, item, row or heading)
//! which kind of decision it is, if it is one; grammar finds what it is for and against (`options`, `table`), why (`reason`) and by whom
//! (`speaker`), and the nearest time stamp says when.
//!
//! `features` is what the model sees. `sentence` is a sentence word by word, on which the grammar works; `around` is what stands
//! elsewhere in the document.

mod around;
mod day;
mod explicit;
mod features;
mod open;
mod options;
mod reason;
mod sentence;
mod speaker;
mod table;

use crate::recognize::said::Named;
use crate::recognize::{Finding, Judged, one_a_line, said};
use crate::record::{DecisionType, Score};
use crate::text::{BlockKind, Instant, ParsedContent, is_head, is_heading, tag};
pub(crate) use explicit::Explicit;
pub use features::DECISIONS;
pub(crate) use features::is_brief;
use options::Options;
use sentence::Sentence;
use speaker::Speakers;
use std::ops::Range;
use table::Row;

/// A decision as it was recognized. Options, rationale and user are ranges of bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signal {
    /// What kind of decision.
    pub decision_type: DecisionType,
    /// How sure the signal is.
    pub confidence: Score,
    /// When, in epoch milliseconds, if the text has a date: that of a time stamp before it in its block, of its entry or a heading above, or behind a label.
    pub timestamp: Option<i64>,
    /// Whether the document itself calls it a decision: by a label, a heading or a box.
    pub is_said: bool,
    /// The sentence, item or row that says it.
    pub span: Range<usize>,
    /// What is preferred.
    pub preferred: Option<Range<usize>>,
    /// What is rejected.
    pub rejected: Vec<Range<usize>>,
    /// Why.
    pub rationale: Option<Range<usize>>,
    /// Who says so, if the text names somebody.
    pub user: Option<Range<usize>>,
    /// Whether it is the first sentence of its block.
    pub(crate) opens_block: bool,
}

/// The kinds in the order of the model's labels after "none".
const KINDS: [DecisionType; 4] =
    [DecisionType::Selection, DecisionType::Approval, DecisionType::Rejection, DecisionType::Configuration];

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

/// The confidence of a question, and of a preference that is denied, is divided by this: it decides nothing, unless it is a polite way to
/// ask for something.
const DOUBTED: u64 = 3;

/// The least share, in thousandths, of a row that says yes or no in a column that is named for a decision.
const ANSWERED: u64 = 800;

/// A candidate with a smaller share, in thousandths, is asked nothing more: it is no decision anyway, unless it is named one.
const LEAST_SHARE: u64 = 10;

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

/// The confidence, in thousandths, of what a document itself calls a decision.
const NAMED: u64 = 950;

/// The decisions of a body.
pub(crate) struct Decisions {
    /// In order, at most one for each line.
    pub(crate) signals: Vec<Signal>,
    reasons: Vec<Named>,
}

/// The decisions among the candidates with a confidence of at least `least`. The document is one of decisions by `kind` thousandths.
pub(crate) fn find(
    content: &ParsedContent<'_>,
    judged: &[Judged],
    explicit: &Explicit,
    kind: u64,
    least: Score,
) -> Vec<Finding<DecisionType>> {
    let is_record = around::is_record(content);
    let even = even(content);
    let sure_of = |own: &Judged| {
        let share = weigh(content, own, explicit, is_record)?;
        let sure = confidence(share, even, kind);
        // Most candidates are far from a decision.
        if sure < WEAKEST.thousandths() {
            return Some(sure);
        }
        let sentence = Sentence::of(content, own.candidate.span.clone());
        let is_approval = KINDS.get(own.kind) == Some(&DecisionType::Approval);
        let is_doubted = open::asks(content.slice(&own.candidate.span))
            || options::has(&sentence, "doubt")
            || is_approval && speaker::answers(content, &own.candidate.span);
        Some(if is_doubted { sure / DOUBTED } else { sure })
    };
    let mut sure: Vec<Option<u64>> = judged.iter().map(sure_of).collect();
    let said = name_decisions(content, judged, &mut sure, explicit);
    let least = least.max(WEAKEST).thousandths();
    let sure = sure.into_iter().map(Option::unwrap_or_default);
    let found = judged.iter().zip(sure).enumerate().filter(|(_, (_, sure))| *sure >= least);
    let found = found.map(|(index, (own, sure))| Finding {
        candidate: own.candidate.clone(),
        kind: KINDS.get(own.kind).copied().unwrap_or_default(),
        sure: Score::from_thousandths(sure),
        is_said: said.binary_search(&index).is_ok(),
    });
    one_a_line(content, found, |_| false)
}

/// The share of a candidate that may be a decision, in thousandths, after what tables and boxes say of it; `None` if it is none.
fn weigh(content: &ParsedContent<'_>, own: &Judged, explicit: &Explicit, is_record: bool) -> Option<u64> {
    let block = content.blocks().get(own.candidate.block)?;
    let span = &own.candidate.span;
    let is_open_box = explicit.boxes_of(block.number).is_some_and(|(_, ticked)| *ticked != block.number);
    // The head of a table decides nothing, nor does an option that is not ticked.
    if is_head(content, block.number) || is_record && around::restates(content, block) || is_open_box {
        return None;
    }
    let is_named = explicit.decided.binary_search(&block.number).is_ok();
    let is_selection = KINDS.get(own.kind) == Some(&DecisionType::Selection);
    if is_named && open::asks(content.slice(span))
        || (is_named || own.share >= LEAST_SHARE) && open::is_undecided(content, block, span)
        || own.share >= LEAST_SHARE
            && (explicit.is_aside(content, block, span)
                || is_selection && around::is_other(content, block, span))
    {
        return None;
    }
    if block.kind != BlockKind::Row {
        return Some(own.share);
    }
    match Row::new(content, block).decides() {
        Some(true) => Some(own.share.max(ANSWERED)),
        Some(false) => None,
        None => Some(own.share),
    }
}

/// Makes the likeliest candidate of each place that is named a decision one, unless the place starts with what is none ("Not yet. We will
/// decide in May"); gives their indices.
fn name_decisions(
    content: &ParsedContent<'_>,
    judged: &[Judged],
    sure: &mut [Option<u64>],
    explicit: &Explicit,
) -> Vec<usize> {
    let of_blocks = |blocks: Range<usize>| {
        let before = |block| judged.partition_point(|own| own.candidate.block < block);
        before(blocks.start)..before(blocks.end)
    };
    let mut said = Vec::new();
    let mut name = |place: Range<usize>, sure: &mut [Option<u64>]| {
        let may_be = |at: &usize| sure.get(*at).is_some_and(Option::is_some);
        if !may_be(&place.start) {
            return;
        }
        let likeliest = place.rev().filter(may_be).max_by_key(|at| judged.get(*at).map(|own| own.share));
        if let Some(index) = likeliest {
            sure.get_mut(index).into_iter().for_each(|own| *own = (*own).max(Some(NAMED)));
            said.push(index);
        }
    };
    for block in explicit.decided.iter().chain(explicit.boxes.iter().map(|(_, ticked)| ticked)) {
        name(of_blocks(*block..*block + 1), sure);
    }
    // "They propose one zone. Decision: two zones."
    for (index, own) in judged.iter().enumerate().filter(|(_, own)| own.candidate.nth > 0) {
        if said::at_start(content, &own.candidate.span).contains(&"decision") {
            name(index..index + 1, sure);
        }
    }
    for section in &explicit.orders {
        let all = of_blocks(section.clone());
        let is_likely = |sure: &Option<u64>| sure.is_some_and(|sure| sure >= NAMED / 2);
        let all_sure = sure.get(all.clone()).unwrap_or_default();
        if all_sure.first().is_some_and(is_likely) || !all_sure.iter().any(is_likely) {
            name(all.start..all.start + 1, sure);
        }
    }
    said.sort_unstable();
    said
}

/// What the decisions that were found say. `stamps` are the document's.
pub(crate) fn read(
    content: &ParsedContent<'_>,
    stamps: &[(usize, Instant)],
    found: &[Finding<DecisionType>],
    explicit: &Explicit,
) -> Decisions {
    if found.is_empty() {
        return Decisions { signals: Vec::new(), reasons: Vec::new() };
    }
    let (lists, speakers) = (around::lists(content), Speakers::new(content));
    let [reasons, others, days] = said::named(content, ["reason", "others", "when"]);
    let is_text =
        |own: &&Finding<_>| content.blocks().get(own.candidate.block).is_some_and(|block| !is_heading(block));
    let first = found.iter().find(is_text).map_or(usize::MAX, |first| first.candidate.span.start);
    let is_refused = around::is_refused(content);
    // The reason that the decision before has.
    let mut taken: Option<Range<usize>> = None;
    let signal = |(index, own): (usize, &Finding<DecisionType>)| {
        let (span, kind) = (own.candidate.span.clone(), own.kind);
        let block = content.blocks().get(own.candidate.block)?;
        let row = (block.kind == BlockKind::Row).then(|| Row::new(content, block));
        let user = speakers.at(content, span.start.max(block.start));
        let user = user.or_else(|| speaker::mentioned(content, &span));
        let Options { preferred, mut rejected } = match (&row, explicit.ticked(content, block)) {
            (Some(row), _) => row.options(kind),
            (_, Some(ticked)) => ticked,
            _ => options::of_decision(content, own, block, &lists, user.as_ref()),
        };
        // `Alternatives considered: yarn, bun` beside it.
        if let Some(taken) = preferred.as_ref().filter(|_| rejected.is_empty() && own.is_said) {
            let named = reason::named(content, &others, found, index, None);
            let names = named.map(|text| Sentence::of(content, text).names()).unwrap_or_default();
            rejected = names.into_iter().filter(|name| !around::is_same(content, name, taken)).collect();
        }
        // What a record decides that was refused is preferred by nobody.
        let is_void = is_refused && own.is_said;
        let preferred = if is_void {
            rejected.splice(.., preferred);
            None
        } else {
            preferred
        };
        let lines = |option: Range<usize>| {
            tag::lines(content.text(), option)
                .into_iter()
                .filter_map(|line| reason::without(content, &span, line))
        };
        let rejected: Vec<_> = rejected.into_iter().flat_map(lines).collect();
        // "We will not use MySQL. Use MySQL instead of Postgres." prefers nothing.
        let preferred = preferred.and_then(|option| lines(option).next());
        let preferred = preferred.filter(|option| {
            !rejected.iter().any(|no| content.slice(no).eq_ignore_ascii_case(content.slice(option)))
        });
        // A sentence without a full stop may run over the lines of several people.
        let option = preferred.as_ref().filter(|option| span.contains(&option.start));
        let user = option.and_then(|option| speakers.at(content, option.start)).or(user);
        let refuses = preferred.is_none() && !rejected.is_empty() && kind != DecisionType::Configuration;
        let before_end = stamps.partition_point(|(at, _)| *at < span.end);
        let stamp = before_end.checked_sub(1).and_then(|last| stamps.get(last));
        let stamp = stamp.filter(|(at, instant)| *at >= block.start && instant.dated);
        let timestamp = stamp.map(|(_, instant)| instant.ms);
        let timestamp = timestamp.or_else(|| day::of(content, block, row.as_ref(), &days, first, &span));
        let named = reason::named(content, &reasons, found, index, taken.as_ref());
        taken.clone_from(&named);
        // "So we took oak" says what was chosen, not why.
        let holds_choice =
            |reason: &Range<usize>| preferred.as_ref().is_some_and(|option| reason.contains(&option.start));
        let reason = || reason::of(content, &span).filter(|reason| !holds_choice(reason));
        let beside = || reason::beside(content, block, &span);
        let reason = row.and_then(|row| row.reason()).or_else(beside).or(named).or_else(reason);
        Some(Signal {
            rationale: reason.and_then(|reason| tag::untagged(content.text(), reason)),
            user,
            span,
            preferred,
            rejected,
            decision_type: if refuses { DecisionType::Rejection } else { kind },
            confidence: own.sure,
            is_said: own.is_said,
            opens_block: own.candidate.nth == 0,
            timestamp,
        })
    };
    Decisions { signals: found.iter().enumerate().filter_map(signal).collect(), reasons }
}

impl Decisions {
    /// The decisions that lie in `span` at least in part.
    pub(crate) fn around(&self, span: &Range<usize>) -> &[Signal] {
        let first = self.signals.partition_point(|signal| signal.span.end <= span.start);
        let end = self.signals.partition_point(|signal| signal.span.start < span.end);
        self.signals.get(first..end).unwrap_or_default()
    }

    /// The first reason that a label or heading in `span` names.
    pub(crate) fn reason_in(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let first = self.reasons.partition_point(|reason| reason.start < span.start);
        self.reasons.get(first).filter(|reason| reason.text.end <= span.end).map(|reason| reason.text.clone())
    }
}
