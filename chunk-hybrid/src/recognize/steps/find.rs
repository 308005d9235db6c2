//! Which lines are steps, and of which kind: what the document says of them comes before the model (H20).

use super::line::{explains, is_amount, is_aside, is_indented_code, is_intro};
use super::number;
use crate::Dictionary;
use crate::english::class::{BASE_FORM, COMMAND, GERUND, NEXT, ORDER};
use crate::readings;
use crate::recognize::{Finding, Judged, one_a_line, said};
use crate::record::{Score, StepType};
use crate::text::{Block, BlockKind, Marker, ParsedContent, Section, is_head, is_heading, tag};

/// The kinds in the order of the model's labels after "none".
const KINDS: [StepType; 4] = [StepType::Main, StepType::Substep, StepType::Prerequisite, StepType::Optional];

/// From this share of the model on, in thousandths, a line of a procedure is a step. By cross-validation on real documents, where
/// precision and recall together are best.
const EVEN: u64 = 250;

/// Whether a line is a step, by the model's `share`, in a document that is a procedure by `kind`; both in thousandths. If it is rather no
/// procedure, the odds of a step are multiplied by the odds of the kind.
const fn is_step(share: u64, kind: u64) -> bool {
    let kind = if kind > 500 { 500 } else { kind };
    share * (1000 - EVEN) * kind >= (1000 - share) * EVEN * (1000 - kind) && share > 0
}

/// The candidates that are steps, in order, at most one for each line but for sentences such as `Then …`. The document is a procedure by `kind` thousandths.
pub(crate) fn find(content: &ParsedContent<'_>, judged: &[Judged], kind: u64) -> Vec<Finding<StepType>> {
    // `Equipment list`, `Reagents and consumables for the assay`: each of the things named is such a word.
    let need_of = |section: &Section| {
        let title = readings::plain(content.slice(&section.title));
        let named = title.split(" for ").next().unwrap_or_default().trim_end_matches(" list");
        // "Dough ingredients"; but "Mix ingredients" is a step.
        let mut words = content.words_of_title(section).iter();
        let does = words.next().is_some_and(|first| first.classes.any(COMMAND.or(BASE_FORM).or(GERUND)));
        let names_material = |name: &str| match name.split_once(' ') {
            Some((_, last)) => !does && matches!(last, "ingredients" | "materials"),
            None => false,
        };
        let means = |meaning: &&'static str| {
            named.split(" and ").all(|name| {
                readings::meanings("heading", name).contains(meaning)
                    || *meaning == "material" && names_material(name)
            })
        };
        ["material", "prerequisite"].into_iter().find(means)
    };
    let needs = said::inherited(content, |_, section| need_of(section));
    // A heading that says that it is optional, as `### Optional: clean`, says it of all below it. The title of the document says nothing of a step.
    let may = said::inherited(content, |index, section| {
        let title = content.slice(&section.title);
        (index > 0 && (readings::is_optional(title) || readings::marks_optional(title))).then_some(())
    });
    let judge = |own: &Judged, of_list| finding(content, &needs, &may, own, kind, of_list);
    let lists = lists(content.blocks());
    let list = |own: &Judged| lists.get(own.candidate.block).copied().flatten();
    // How many items each list has, and how many of them are steps by themselves.
    let mut counts: Dictionary<usize, (usize, usize)> = Dictionary::default();
    for own in judged {
        if let Some(list) = list(own) {
            let (all, steps) = counts.entry(list).or_default();
            *all += 1;
            *steps += usize::from(judge(own, None).is_some());
        }
    }
    let of_list = |own: &Judged| counts.get(&list(own)?).map(|(all, steps)| steps * 2 >= *all);
    let found = judged.iter().filter_map(|own| judge(own, of_list(own)));
    // "First, plug it in. Then switch it on." on one line are two steps.
    let mut found = one_a_line(content, found, |found| {
        let words = content.words.within(&found.candidate.span);
        words.first().is_some_and(|word| word.classes.any(NEXT.or(ORDER)))
    });
    // What a paragraph or row says in an item that is a step is that step.
    let blocks = content.blocks();
    let steps: Vec<usize> = found.iter().map(|found| found.candidate.block).collect();
    // Nor is a row one that is alone among several of its table.
    let is_single = |block: &Block| {
        let of_table = |index: usize| blocks.get(index).is_some_and(|row| row.head == block.head);
        let at = steps.partition_point(|step| *step < block.number);
        let mut near = steps.iter().skip(at.saturating_sub(1)).take(3).filter(|step| **step != block.number);
        block.kind == BlockKind::Row && of_table(block.head + 2) && !near.any(|step| of_table(*step))
    };
    // Nor is a heading without a number that has steps below it.
    let is_around = |own: &Finding<StepType>, block: &Block| {
        let next = steps.partition_point(|step| *step <= block.number);
        let is_marked = number::of_block(content, block) != (None, block.text);
        is_heading(block)
            && !own.is_said
            && !is_marked
            && steps.get(next).is_some_and(|step| *step < block.next)
    };
    let is_in_step = |block: &Block| {
        let outer =
            block.parent.filter(|_| block.kind != BlockKind::Item).and_then(|outer| blocks.get(outer));
        outer.is_some_and(|outer| outer.kind == BlockKind::Item && steps.binary_search(&outer.number).is_ok())
    };
    found.retain(|found| {
        let is_none = |own| is_in_step(own) || is_single(own) || is_around(found, own);
        !blocks.get(found.candidate.block).is_some_and(is_none)
    });
    found
}

/// For each block that is an item with a bullet, where its list starts: items with nothing else between them.
fn lists(blocks: &[Block]) -> Vec<Option<usize>> {
    let is_item = |block: &Block| block.marker == Some(Marker::Bullet);
    let mut all: Vec<Option<usize>> =
        blocks.iter().map(|block| is_item(block).then_some(block.number)).collect();
    for block in blocks.iter().filter(|block| is_item(block)) {
        let next = blocks.get(block.next).filter(|next| is_item(next) && next.parent == block.parent);
        let list = all.get(block.number).copied().flatten();
        if let Some(own) = next.and_then(|next| all.get_mut(next.number)) {
            *own = list;
        }
    }
    all
}

/// The share of a numbered item or heading, which is a step whatever the model says.
const NUMBERED: u64 = 950;

/// Whether a candidate is a step, and of which kind. What the document says comes before the model: of an item with a number that it is a
/// step, of a mark that the step is optional, of a heading that what is below has to be done or had before.
fn finding(
    content: &ParsedContent<'_>,
    needs: &[Option<&str>],
    may: &[Option<()>],
    own: &Judged,
    kind: u64,
    of_list: Option<bool>,
) -> Option<Finding<StepType>> {
    let block = content.blocks().get(own.candidate.block)?;
    let section = content.section_of(block);
    let need = section.and_then(|section| needs.get(section).copied().flatten());
    let part = number::part(content, block);
    let is_marked = own.candidate.nth == 0 && number::of_block(content, block) != (None, block.text);
    // The head of a table is no step, nor a line of a table of contents, nor what leads over to a list, nor what is needed, nor a heading
    // above that or above all steps, nor indented code.
    if is_head(content, block.number)
        || is_aside(content.slice(&own.candidate.span), is_marked)
        || is_intro(content, block)
        || need == Some("material")
        || is_amount(content, block)
        || part == Some("aside") && !number::is_of_step(content, block)
        || is_heading(block) && (need.is_some() || part.is_some())
        || is_indented_code(content, block)
    {
        return None;
    }
    let is_numbered = kind >= 500 && need.is_none() && number::is_of_step(content, block);
    let share = match of_list {
        Some(false) => return None,
        Some(true) => own.share.max(NUMBERED),
        None if is_numbered => own.share.max(NUMBERED),
        None => own.share,
    };
    if block.is_text()
        && !is_marked
        && !is_numbered
        && need.is_none()
        && explains(content, block, &own.candidate.span)
    {
        return None;
    }
    // A comment is none, either.
    if !is_step(share, kind) || tag::untagged(content.text(), own.candidate.span.clone()).is_none() {
        return None;
    }
    // Behind `Step 3:`, and below `## Step 3: Valve`, what a paragraph says is that step.
    let heading = content.section(section).and_then(|section| content.blocks().get(section.heading));
    let is_of_step = || match is_numbered {
        true => own.candidate.nth > 0,
        false => kind >= 500 && heading.is_some_and(|own| number::is_of_step(content, own)),
    };
    if block.kind == BlockKind::Paragraph && is_of_step() {
        return None;
    }
    let text = content.text_of(block);
    let opening = text.strip_prefix("**").and_then(|text| text.split_once("**"));
    let is_marked = opening.is_some_and(|(opening, _)| readings::marks_optional(opening));
    let is_optional = own.candidate.nth == 0 && (is_marked || readings::is_optional(text));
    let is_below = section.and_then(|section| may.get(section).copied().flatten()).is_some();
    let is_said = is_numbered || is_optional || need.is_some();
    let likeliest = KINDS.get(own.kind).copied().unwrap_or_default();
    // What is needed is so by a word of its own or of the heading above: else it only sounds as if.
    let title = content.section(section).map(|section| content.words_of_title(section)).unwrap_or_default();
    let mut words = content.words.within(&own.candidate.span).iter().chain(title.iter());
    if likeliest == StepType::Prerequisite && !is_said && !words.any(|word| content.is_listed(word, "needed"))
    {
        return None;
    }
    let kind = match likeliest {
        _ if need.is_some() => StepType::Prerequisite,
        _ if is_optional => StepType::Optional,
        likeliest if is_below && (likeliest != StepType::Substep || !block.in_item) => StepType::Optional,
        // What only sounds like an option is none: "If step 3 fails, go to step 2".
        likeliest if !is_numbered && likeliest != StepType::Optional => likeliest,
        _ => StepType::Main,
    };
    Some(Finding { candidate: own.candidate.clone(), kind, sure: Score::from_thousandths(share), is_said })
}
