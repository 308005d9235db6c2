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
use day::Days;
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
        let block = content.blocks().get(own.candidate.block)?;
        let sentence = Sentence::of(content, own.candidate.span.clone());
        let is_doubted = open::asks(content.slice(&own.candidate.span))
            || options::has(&sentence, "doubt")
            || open::is_left_open(content, block, &own.candidate.span)
            || KINDS.get(own.kind) == Some(&DecisionType::Approval)
                && open::is_answer(content, block, own.candidate.span.clone());
        Some(if is_doubted { sure / DOUBTED } else { sure })
    };
    let mut sure: Vec<u64> = judged.iter().map(|own| sure_of(own).unwrap_or_default()).collect();
    let said = name_decisions(content, judged, &mut sure, explicit);
    let least = least.max(WEAKEST).thousandths();
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
    let is_open_box = explicit.boxes_of(block.number).is_some_and(|(_, ticked)| *ticked != block.number);
    // The head of a table decides nothing, nor does an option that is not ticked.
    let is_other = own.share >= LEAST_SHARE && explicit.is_aside(content, block, &own.candidate.span);
    if is_head(content, block.number)
        || is_record && around::restates(content, block)
        || is_open_box
        || is_other
    {
        return None;
    }
    if own.share >= LEAST_SHARE && open::is_undecided(content, block, &own.candidate.span) {
        return None;
    }
    let is_selection = KINDS.get(own.kind) == Some(&DecisionType::Selection);
    if is_selection && own.share >= LEAST_SHARE && around::is_other(content, block, &own.candidate.span) {
        return None;
    }
    if block.kind != BlockKind::Row {
        return Some(own.share);
    }
    let row = Row::new(content, block);
    match row.decides() {
        Some(true) => Some(own.share.max(ANSWERED)),
        Some(false) => None,
        None => row.may_decide().then_some(own.share),
    }
}

/// Makes the likeliest candidate of each place that is named a decision one, unless there is another one in it, or it asks or says that
/// nothing is decided; gives their indices.
fn name_decisions(
    content: &ParsedContent<'_>,
    judged: &[Judged],
    sure: &mut [u64],
    explicit: &Explicit,
) -> Vec<usize> {
    let is_decided = |own: &Judged| {
        let block = content.blocks().get(own.candidate.block);
        block.is_some_and(|block| !open::is_undecided(content, block, &own.candidate.span))
    };
    let is_named = |own: &Judged| is_decided(own) && !open::asks(content.slice(&own.candidate.span));
    let mut said = Vec::new();
    let mut name = |all: Range<usize>, of: Range<usize>| {
        // "Not yet. We will decide in May."
        if !judged.get(all.start).is_some_and(is_decided) {
            return;
        }
        let is_known = sure.get(all).unwrap_or_default().iter().any(|sure| *sure >= NAMED / 2);
        let named = of.rev().filter(|at| judged.get(*at).is_some_and(is_named));
        let likeliest = named.max_by_key(|at| judged.get(*at).map(|own| own.share));
        let Some((index, sure)) = likeliest.and_then(|at| Some((at, sure.get_mut(at)?))) else { return };
        if !is_known || *sure >= NAMED / 2 {
            *sure = (*sure).max(NAMED);
            said.push(index);
        }
    };
    let of_blocks = |blocks: Range<usize>| {
        let before = |block| judged.partition_point(|own| own.candidate.block < block);
        before(blocks.start)..before(blocks.end)
    };
    for block in explicit.decided.iter().chain(explicit.boxes.iter().map(|(_, ticked)| ticked)) {
        let all = of_blocks(*block..*block + 1);
        name(all.clone(), all);
    }
    // "They propose one zone. Decision: two zones."
    for (index, own) in judged.iter().enumerate().filter(|(_, own)| own.candidate.nth > 0) {
        if said::at_start(content, &own.candidate.span).contains(&"decision") {
            name(index..index + 1, index..index + 1);
        }
    }
    for section in &explicit.orders {
        let all = of_blocks(section.clone());
        name(all.clone(), all.start..all.end.min(all.start + 1));
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
    let is_text = |own: &&Finding<DecisionType>| {
        content.blocks().get(own.candidate.block).is_some_and(|block| !is_heading(block))
    };
    let days =
        Days::new(days, found.iter().find(is_text).map_or(usize::MAX, |first| first.candidate.span.start));
    let is_refused = around::is_refused(content);
    // The reason that the decision before has.
    let mut taken: Option<Range<usize>> = None;
    // The last block, and who is mentioned in it: it may hold many decisions.
    let mut mentioned: (Option<usize>, Option<Range<usize>>) = (None, None);
    let signal = |(index, own): (usize, &Finding<DecisionType>)| {
        let (span, kind) = (own.candidate.span.clone(), own.kind);
        let block = content.blocks().get(own.candidate.block)?;
        let row = (block.kind == BlockKind::Row).then(|| Row::new(content, block));
        if mentioned.0 != Some(block.number) {
            mentioned = (Some(block.number), speaker::mentioned(content, block.inner()));
        }
        let user_at = |at: usize| speakers.at(content, at.max(block.start)).or_else(|| mentioned.1.clone());
        let user = user_at(span.start);
        let Options { preferred, rejected } = match (&row, explicit.ticked(content, block)) {
            (Some(row), _) => row.options(kind),
            (_, Some(ticked)) => ticked,
            _ => options::of_decision(content, own, block, &lists, user.as_ref()),
        };
        // `Alternatives considered: yarn, bun` beside it.
        let named = preferred.as_ref().filter(|_| rejected.is_empty() && kind == DecisionType::Selection);
        let named = named.and_then(|taken| {
            let text = reason::named(content, &others, found, index, None)?;
            // A list of them is that of the first decision of a section that is called one.
            let section = |own: &Finding<_>| content.section_of(content.blocks().get(own.candidate.block)?);
            let before = index.checked_sub(1).and_then(|before| found.get(before));
            let is_main = own.is_said && before.is_none_or(|before| section(before) != section(own));
            Some(around::considered(content, text, taken, is_main))
        });
        let rejected = named.unwrap_or(rejected);
        let is_void = is_refused && around::is_of_record(content, block);
        let (preferred, rejected) =
            if is_void { (None, preferred.into_iter().collect()) } else { (preferred, rejected) };
        let lines = |option: Range<usize>| {
            tag::lines(content.text(), option)
                .into_iter()
                .filter_map(|line| reason::without(content, &span, line))
        };
        let rejected: Vec<_> = rejected.into_iter().flat_map(lines).collect();
        // "Never use tabs. Use tabs only in Makefiles" prefers nothing.
        let bare = |option: &Range<usize>| content.slice(option).trim_end_matches(" only");
        let is_other =
            |option: &Range<usize>| !rejected.iter().any(|no| bare(no).eq_ignore_ascii_case(bare(option)));
        let preferred = preferred.and_then(|option| lines(option).next()).filter(is_other);
        let refuses = preferred.is_none() && !rejected.is_empty() && kind != DecisionType::Configuration;
        // A sentence without a full stop may run over the lines of several people.
        let user =
            preferred.as_ref().filter(|own| span.contains(&own.start)).map_or(user, |own| user_at(own.start));
        let before_end = stamps.partition_point(|(at, _)| *at < span.end);
        let stamp = before_end.checked_sub(1).and_then(|last| stamps.get(last));
        let stamp = stamp.filter(|(at, instant)| *at >= block.start && instant.dated);
        let timestamp = stamp.map(|(_, instant)| instant.ms);
        let timestamp = timestamp.or_else(|| days.of(content, block, row.as_ref(), &span));
        let named = reason::named(content, &reasons, found, index, taken.as_ref());
        let named = named.filter(|own| table::says(content.slice(own)) && !open::says_so(content.slice(own)));
        taken.clone_from(&named);
        // "So we took oak" says what was chosen, not why.
        let holds_choice =
            |reason: &Range<usize>| preferred.as_ref().is_some_and(|option| reason.contains(&option.start));
        let is_behind =
            |reason: &Range<usize>| rejected.first().is_some_and(|own| !reason.contains(&own.start));
        let of_verdict = || reason::of_verdict(content, &span).filter(|own| refuses && is_behind(own));
        let reason = || reason::of(content, &span).filter(|reason| !holds_choice(reason)).or_else(of_verdict);
        Some(Signal {
            rationale: row
                .and_then(|row| row.reason())
                .or_else(|| reason::beside(content, block, &span))
                .or(named)
                .or_else(reason)
                .and_then(|reason| tag::untagged(content.text(), reason)),
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
