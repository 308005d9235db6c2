//! Which lines are steps, and of which kind: what the document says of them comes before the model (H20).

use super::line::{explains, is_beside};
use super::number;
use crate::Dictionary;
use crate::english::class::{NEXT, ORDER};
use crate::readings;
use crate::recognize::candidate::Candidate;
use crate::recognize::{Finding, Judged, one_a_line, said};
use crate::record::{Score, StepType};
use crate::text::{Block, BlockKind, Marker, ParsedContent, is_head, is_heading};

/// The kinds in the order of the model's labels after "none".
const KINDS: [StepType; 4] = [StepType::Main, StepType::Substep, StepType::Prerequisite, StepType::Optional];

/// From this share of the model on, in thousandths, a line of a procedure is a step. By cross-validation on real documents, where
/// precision and recall together are best.
const EVEN: u64 = 250;

/// The share of a numbered item or heading, and of an item in a list of steps, which is a step whatever the model says.
const SAID: u64 = 950;

/// Whether a line is a step, by the model's `share`, in a document that is a procedure by `kind`; both in thousandths. If it is rather no
/// procedure, the odds of a step are multiplied by the odds of the kind.
const fn is_step(share: u64, kind: u64) -> bool {
    let kind = if kind > 500 { 500 } else { kind };
    share * (1000 - EVEN) * kind >= (1000 - share) * EVEN * (1000 - kind) && share > 0
}

/// The candidates that are steps, in order, at most one for each line but for sentences such as `Then …`. The document is a procedure by `kind` thousandths.
pub(crate) fn find(content: &ParsedContent<'_>, judged: &[Judged], kind: u64) -> Vec<Finding<StepType>> {
    let blocks = content.blocks();
    // What the headings say of all below them. The title of the document makes nothing optional.
    let said = said::inherited(content, |index, section| {
        let title = content.slice(&section.title);
        let meanings = readings::meanings("heading", title);
        let need = ["material", "prerequisite"].into_iter().find(|meaning| meanings.contains(meaning));
        need.or_else(|| (index > 0 && readings::is_optional(title)).then_some("optional"))
    });
    let possible = |own: &Judged| {
        let block = blocks.get(own.candidate.block)?;
        let said = content.section_of(block).and_then(|section| said.get(section).copied().flatten());
        finding(content, block, said.unwrap_or_default(), own, kind)
    };
    let mut found: Vec<Finding<StepType>> = judged.iter().filter_map(possible).collect();
    // Items with bullets and rows are steps as a list or table, or not: how many each has, and how many of them are steps by themselves.
    let lists = lists(blocks);
    let list = |own: &Candidate| lists.get(own.block).copied().flatten();
    let mut counts: Dictionary<usize, (usize, usize)> = Dictionary::default();
    for own in judged.iter().filter_map(|own| list(&own.candidate)) {
        counts.entry(own).or_default().0 += 1;
    }
    let is_step = |own: &Finding<StepType>| is_step(own.sure.thousandths(), kind);
    for own in found.iter().filter(|own| is_step(own)).filter_map(|own| list(&own.candidate)) {
        counts.entry(own).or_default().1 += 1;
    }
    found.retain_mut(|own| {
        let Some((all, steps)) = list(&own.candidate).and_then(|list| counts.get(&list)) else {
            return is_step(own);
        };
        let is_row = blocks.get(own.candidate.block).is_some_and(|block| block.kind == BlockKind::Row);
        let is_own = is_step(own);
        own.sure = own.sure.max(Score::from_thousandths(SAID));
        steps * 2 >= *all && (!is_row || is_own && *steps > 1)
    });
    // "First, plug it in. Then switch it on." on one line are two steps.
    let mut found = one_a_line(content, found.into_iter(), |found| {
        let words = content.words.within(&found.candidate.span);
        words.first().is_some_and(|word| word.classes.any(NEXT.or(ORDER)))
    });
    let steps: Vec<usize> = found.iter().map(|found| found.candidate.block).collect();
    // What a paragraph or row says in an item that is a step is that step.
    let is_in_step = |block: &Block| {
        let outer =
            block.parent.filter(|_| block.kind != BlockKind::Item).and_then(|outer| blocks.get(outer));
        outer.is_some_and(|outer| outer.kind == BlockKind::Item && steps.binary_search(&outer.number).is_ok())
    };
    // Nor is a heading without a number a step that has steps below it.
    let is_around = |block: &Block| {
        let next = steps.get(steps.partition_point(|step| *step <= block.number));
        is_heading(block)
            && number::of_block(content, block).is_none()
            && next.is_some_and(|step| *step < block.next)
    };
    found.retain(|found| {
        let is_none = |own: &Block| is_in_step(own) || !found.is_said && is_around(own);
        !blocks.get(found.candidate.block).is_some_and(is_none)
    });
    found
}

/// For each row or item with a bullet, where its table or list starts: items with nothing else between them.
fn lists(blocks: &[Block]) -> Vec<Option<usize>> {
    let is_bullet = |block: &&Block| block.marker == Some(Marker::Bullet);
    let is_list = |block: &Block| block.kind == BlockKind::Row || is_bullet(&block);
    let mut all: Vec<_> = blocks.iter().map(|block| is_list(block).then_some(block.head)).collect();
    for block in blocks.iter().filter(is_bullet) {
        let list = all.get(block.number).copied().flatten();
        let next = blocks.get(block.next).filter(is_bullet).filter(|next| next.parent == block.parent);
        next.and_then(|next| all.get_mut(next.number)).into_iter().for_each(|own| *own = list);
    }
    all
}

/// Which kind of step a candidate is, if it can be one, and how likely it is one. What the document says comes before the model: of an item with
/// a number that it is a step, of a mark that the step is optional, and what the headings above it say (`said`).
fn finding(
    content: &ParsedContent<'_>,
    block: &Block,
    said: &str,
    own: &Judged,
    kind: u64,
) -> Option<Finding<StepType>> {
    let is_needed = said == "prerequisite";
    let mark = number::of_block(content, block).filter(|_| own.candidate.nth == 0);
    let is_numbered = kind >= 500 && !is_needed && number::is_of_step(content, block);
    // Nor is the head of a table a step, or a heading above what is needed, or above all steps.
    let part = number::part(content, block);
    if said == "material"
        || part == Some("aside") && !number::is_of_step(content, block)
        || is_heading(block) && part.is_some()
        || is_head(content, block.number)
        || is_heading(block) && is_needed
        || is_beside(content, block, &own.candidate.span, mark.is_some())
        || mark.is_none() && !is_numbered && !is_needed && explains(content, block, &own.candidate.span)
    {
        return None;
    }
    // Behind `Step 3:`, and below `## Step 3: Valve`, what a paragraph says is that step.
    let section = content.section(content.section_of(block));
    let heading = section.and_then(|own| content.blocks().get(own.heading));
    let is_below = || kind >= 500 && heading.is_some_and(|own| number::is_of_step(content, own));
    if block.kind == BlockKind::Paragraph && if is_numbered { own.candidate.nth > 0 } else { is_below() } {
        return None;
    }
    let is_optional = own.candidate.nth == 0 && readings::is_optional(content.text_of(block));
    // What is needed is so by a word of its own or of the heading above: else it only sounds as if.
    let title = section.map(|section| content.words_of_title(section)).unwrap_or_default();
    let mut words = content.words.within(&own.candidate.span).iter().chain(title.iter());
    // What only sounds like an option is none: "If step 3 fails, go to step 2".
    let kind = match KINDS.get(own.kind).copied().unwrap_or_default() {
        _ if is_needed => StepType::Prerequisite,
        _ if is_optional || said == "optional" => StepType::Optional,
        _ if is_numbered => StepType::Main,
        StepType::Prerequisite if !words.any(|word| content.is_listed(word, "needed")) => return None,
        StepType::Optional => StepType::Main,
        likeliest => likeliest,
    };
    let sure = Score::from_thousandths(if is_numbered { own.share.max(SAID) } else { own.share });
    let is_said = is_numbered || is_needed || is_optional;
    Some(Finding { candidate: own.candidate.clone(), kind, sure, is_said })
}
