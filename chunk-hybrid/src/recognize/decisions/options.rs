//! The options of a decision, by the form of its sentence (H19): `grammar` is the table of forms, which also says which of them each kind of
//! decision asks for; `form` compares a sentence with them.

mod form;
mod grammar;

use super::sentence::Sentence;
use super::speaker::{Opening, after_stamp};
use super::{around, is_brief};
use crate::english::class::VERDICT;
use crate::recognize::{Finding, said};
use crate::record::DecisionType;
use crate::text::{Block, BlockKind, ParsedContent, is_heading, time};
use chunk_core::unicode;
pub(super) use form::{find, has};
use std::ops::Range;

/// What a decision is for and against. All are bytes of the text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) preferred: Option<Range<usize>>,
    pub(crate) rejected: Vec<Range<usize>>,
}

/// The options that a sentence names for a decision of a kind; where `all_counts`, they may be all that it says.
pub(super) fn of(sentence: &Sentence<'_>, kind: DecisionType, all_counts: bool) -> Options {
    let order = match kind {
        DecisionType::Selection => "selection",
        DecisionType::Rejection => "rejection",
        DecisionType::Approval => "approval",
        DecisionType::Configuration => "configuration",
    };
    let otherwise = if kind == DecisionType::Rejection { "refused-otherwise" } else { "otherwise" };
    let whole = || find(sentence, otherwise).filter(|_| all_counts);
    find(sentence, order).or_else(whole).unwrap_or_default()
}

/// The options that the cell of a table names for a decision of a kind.
pub(super) fn of_cell(cell: &Sentence<'_>, kind: DecisionType) -> Options {
    let order = if kind == DecisionType::Configuration { "change" } else { "selection" };
    find(cell, order).unwrap_or_default()
}

/// Whether a sentence says only yes or no, not to what.
pub(super) fn is_verdict(sentence: &Sentence<'_>) -> bool {
    const MOST_WORDS: usize = 4;
    sentence.len() <= 1 || sentence.len() <= MOST_WORDS && sentence.words.any(VERDICT)
}

/// The options of a decision: those in its sentence, completed by what stands around it.
pub(super) fn of_decision(
    content: &ParsedContent<'_>,
    decision: &Finding<DecisionType>,
    block: &Block,
    lists: &[(usize, Vec<Range<usize>>)],
    user: Option<&Range<usize>>,
) -> Options {
    let Range { start, end } = decision.candidate.span;
    let kind = decision.kind;
    let is_first = decision.candidate.nth == 0;
    let opening = Opening::of(content, if is_first { block.inner() } else { start..end });
    let stamped = after_stamp(content, block.text, block.end);
    let speaks = |opening: &Opening| opening.is_of_chat || user.is_some() && opening.name.as_ref() == user;
    // The label may be what the text is about, or refuse something itself: "Oak: rejected, too dark", "Avoid tabs: use spaces".
    // With a meaning, it is none of that: "Status: rejected". With nothing behind it, it is the sentence: "We will use NATS:".
    let is_known = |label: Range<usize>| !said::at_start(content, &label).is_empty();
    let is_apart = |opening: &Opening| {
        speaks(opening)
            || is_known(stamped..end)
            || (opening.text < end || !has(&Sentence::of(content, stamped..end), "choosing"))
                && !has(&Sentence::of(content, stamped..end), "forbids")
                && !has(&Sentence::of(content, opening.text..end), "verdict")
    };
    let text = opening.filter(is_apart).map_or(stamped, |opening| opening.text);
    let sentence = Sentence::of(content, text.clamp(start, end)..end);
    // "Rejected: too slow" gives a reason, and says it of what is above.
    let whole = Sentence::of(content, stamped.clamp(start, end)..end);
    let names = || {
        sentence
            .words
            .first()
            .is_none_or(|first| content.slice(&first.span()).starts_with(unicode::is_uppercase))
    };
    let is_bare = kind == DecisionType::Rejection
        && has(&whole, "verdict")
        && (has(&whole, "refused-why") || !names() && around::is_of_option(content, block));
    // In a longer text, a sentence that only the model takes for a decision may say many things; an item, or what is behind a label, is set
    // apart by its author.
    let is_alone = block.kind == BlockKind::Item || is_brief(content);
    let all_counts = decision.is_said || text > stamped || is_alone && kind != DecisionType::Rejection;
    let mut found = if is_bare { Options::default() } else { of(&sentence, kind, all_counts) };
    // "Accepted on 2024-05-01" accepts no day.
    let is_day =
        |option: &Range<usize>| kind == DecisionType::Approval && time::is_day(content.slice(option));
    found.preferred = found.preferred.filter(|option| !is_day(option));
    add_next_sentence(content, end, block, &mut found);
    match kind {
        DecisionType::Selection => {
            if let Some(taken) = found.preferred.as_ref().filter(|_| found.rejected.is_empty()) {
                found.rejected = around::others(content, lists, start, taken);
            }
        }
        // "Approved." is about what the heading above names.
        DecisionType::Approval | DecisionType::Rejection
            if !is_heading(block)
                && (is_verdict(&sentence)
                    || kind == DecisionType::Rejection && found == Options::default()) =>
        {
            let subject = around::subject(content, block);
            let (preferred, refused) =
                if kind == DecisionType::Rejection { (None, subject) } else { (subject, None) };
            found = Options { preferred, rejected: refused.into_iter().collect() };
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
    let next = Sentence::of(content, end..block.end.max(end));
    // What is to be done instead, or what is not to be done.
    if lacks_preferred && has(&next, "demands") {
        found.preferred = of(&next, DecisionType::Selection, true).preferred;
    } else if lacks_rejected && has(&next, "forbids") {
        found.rejected = of(&next, DecisionType::Rejection, true).rejected;
    }
}
