//! The steps of procedures (H20). A linear model says of each candidate (an item, row, heading or sentence) which kind of step it is, if
//! it is one; rules find its number (`number`), its title (`title`), where it ends, and which step it is a part of ([`read`]).
//! `features` is what the model sees.

mod features;
mod number;
mod title;

use crate::Dictionary;
use crate::english::class::{BASE_FORM, COMMAND, GERUND, NEXT, ORDER};
use crate::readings;
use crate::recognize::{Finding, Judged, one_a_line, said};
use crate::record::{Score, StepType};
use crate::text::{Block, BlockKind, LOOSE, Marker, ParsedContent, Section, among, is_head, is_heading, tag};
use chunk_core::{slice, unicode};
pub use features::STEPS;
pub(crate) use number::MOST_NUMBER;
use std::ops::Range;
use title::title;

/// A step as it was recognized. Where it refers to another step, it does so by the byte at which that one starts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// Its number as written.
    pub number: Option<u32>,
    /// What kind of step.
    pub kind: StepType,
    /// Whether the document says that it is a step, or of which kind: by a number, a mark or a heading.
    pub is_said: bool,
    /// The step it is a part of.
    pub parent: Option<usize>,
    /// The substep before it in the same step, if it is one.
    pub(crate) previous: Option<usize>,
    /// Its place, from 1, among the parts of its parent, or among the steps without one; 0 for prerequisites, and beside numbers
    /// for what has no letter.
    pub(crate) ordinal: u32,
    /// From its first byte to the next step or the end of its list or section; its substeps not included.
    pub span: Range<usize>,
    /// Its heading or first sentence.
    pub title: Range<usize>,
}

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
    let found = judged.iter().filter_map(|own| finding(content, &needs, &may, own, kind));
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
    let is_in_step = |block: &Block| {
        let outer =
            block.parent.filter(|_| block.kind != BlockKind::Item).and_then(|outer| blocks.get(outer));
        outer.is_some_and(|outer| outer.kind == BlockKind::Item && steps.binary_search(&outer.number).is_ok())
    };
    found.retain(|found| {
        !blocks.get(found.candidate.block).is_some_and(|own| is_in_step(own) || is_single(own))
    });
    found
}

/// Whether an item is an amount of something, in a list right below a heading that opens with one: `250 g flour`, `½ lemon`, but not `10:30` or
/// `2FA`.
fn is_amount(content: &ParsedContent<'_>, block: &Block) -> bool {
    let is_bullet = |block: &&Block| block.marker == Some(Marker::Bullet) && !block.in_item;
    let section = content.section(content.section_of(block)).filter(|_| is_bullet(&block));
    let first = section.and_then(|section| content.blocks().get(section.heading + 1)).filter(is_bullet);
    let opens_with_amount = |item: &Block| {
        // The first item is asked for each of its list, and its number may be long.
        let text = content.text_of(item);
        let text = slice(text, 0..text.floor_char_boundary(LONGEST_AMOUNT));
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || "½¼¾.,/–-".contains(c));
        let is_unit = |c: char| unicode::is_alphabetic(c) && !unicode::is_uppercase(c);
        let is_behind = |rest: &str| rest.trim_start_matches(' ').starts_with(unicode::is_alphabetic);
        rest.len() < text.len() && (rest.starts_with(is_unit) || rest.starts_with(' ') && is_behind(rest))
    };
    first.is_some_and(opens_with_amount) && opens_with_amount(block)
}

/// No amount has more bytes, with the first letters of what it is of.
const LONGEST_AMOUNT: usize = 32;

/// Whether a block is indented code; what is indented below a tab, an admonition or a tag of a page is text.
fn is_indented_code(content: &ParsedContent<'_>, block: &Block) -> bool {
    const MOST_BEFORE: usize = 64;
    let is_text = || {
        let mut before = content.blocks().get(..block.number).unwrap_or_default().iter().rev();
        let above = before.by_ref().take(MOST_BEFORE).find(|above| above.indent < 4);
        above.is_some_and(|own| {
            ["<", "!!!", "===", "???"].iter().any(|mark| content.text_of(own).starts_with(mark))
        })
    };
    let is_apart = block.indent >= 4 && block.after_blank && !block.in_item;
    block.kind == BlockKind::Paragraph && is_apart && !is_text()
}

/// Whether a block only introduces the list below it: `Follow these steps:`.
fn is_intro(content: &ParsedContent<'_>, block: &Block) -> bool {
    let next = content.blocks().get(block.number + 1);
    matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading(LOOSE))
        && next.is_some_and(|next| next.kind == BlockKind::Item)
        && unicode::trim_end(content.text_of(block)).ends_with(':')
        && number::of_block(content, block) == (None, block.text)
}

/// Whether a block is a link to a place in its document, as in a table of contents: `- [Mix](#mix)`.
fn is_link_inside(content: &ParsedContent<'_>, block: &Block) -> bool {
    // A paragraph is asked for each of its sentences, and its line may be long.
    if block.kind != BlockKind::Item {
        return false;
    }
    let line = unicode::trim(content.text_of(block).lines().next().unwrap_or_default());
    let target = line.strip_prefix('[').and_then(|link| link.split_once("](#"));
    target.is_some_and(|(_, rest)| rest.find(')') == Some(rest.len() - 1))
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
) -> Option<Finding<StepType>> {
    let block = content.blocks().get(own.candidate.block)?;
    let section = content.section_of(block);
    let need = section.and_then(|section| needs.get(section).copied().flatten());
    let part = number::part(content, block);
    // The head of a table is no step, nor a line of a table of contents, nor what leads over to a list, nor what is needed, nor a heading
    // above that or above all steps, nor indented code.
    if is_head(content, block.number)
        || is_link_inside(content, block)
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
    let share = if is_numbered { own.share.max(NUMBERED) } else { own.share };
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

/// A step that later ones may be parts of.
#[derive(Debug, Clone, Copy)]
struct Open {
    start: usize,
    depth: usize,
    kind: StepType,
    /// The number of its own: `2`, not `2.1`.
    number: Option<u32>,
    /// Whether it is marked with a number, be it `2.1`.
    is_marked: bool,
    /// Whether it is an optional step that is not given, or lies in one.
    is_left_out: bool,
}

/// The steps of `scope` among the findings, with their ends and parents. If not `with_optional`, the text of optional steps and of their
/// parts belongs to the step before.
pub(crate) fn read(
    content: &ParsedContent<'_>,
    found: &[Finding<StepType>],
    scope: &Range<usize>,
    with_optional: bool,
) -> Vec<Step> {
    let blocks = content.blocks();
    let found = among(found, scope, |found| found.candidate.span.start);
    // A step that opens its block starts with the block's mark.
    let start_of = |found: &Finding<StepType>| match blocks.get(found.candidate.block) {
        Some(block) if found.candidate.nth == 0 => block.start,
        _ => found.candidate.span.start,
    };
    let mut steps: Vec<Step> = Vec::new();
    // The steps in which the next one may lie, from the outermost, each deeper than the one before; and the last main or optional one.
    let (mut open, mut last_main): (Vec<Open>, Option<Open>) = (Vec::new(), None);
    // How many parts each step has so far, or the procedure as a whole, and where its last substep starts.
    let mut parts: Dictionary<Option<usize>, (u32, Option<usize>)> = Dictionary::default();
    let mut is_numbered = false;
    for (index, own) in found.iter().enumerate() {
        let Some(block) = blocks.get(own.candidate.block) else { continue };
        let start = start_of(own);
        let ((number, text), first_sentence) = if own.candidate.nth == 0 {
            (number::of_block(content, block), block.end)
        } else {
            ((None, start), own.candidate.span.end)
        };
        close(&mut open, depth(block));
        let around = open.iter().rfind(|open| open.kind != StepType::Prerequisite).copied();
        let section = |at| content.section_at(at).map(|own| own.start);
        // `2.1` and `2a` number no step, but are no place either.
        let is_marked = own.candidate.nth == 0
            && (text > block.text || matches!(block.marker, Some(Marker::Number { .. })));
        let is_below = is_marked && number.is_none();
        // `Step 1: Boil water` is a line of its own, if the next one starts anew.
        let lines = content.slice(&(text..block.end.max(text))).split_once('\n');
        let line = lines.filter(|(line, next)| !line.is_empty() && next.starts_with(unicode::is_uppercase));
        let line = line.filter(|_| is_marked && block.kind == BlockKind::Paragraph);
        let title_end = line.map_or(first_sentence, |(line, _)| text + line.len());
        // A substep that lies in no step is a part of the last main one.
        let is_part = |main: &Open| match main.is_marked && is_below {
            // `7.1` is no part of step 1.
            true => {
                main.number.is_some() && main.number == number::first(content.slice(&(block.start..text)))
            }
            // `a)` after `1.` without an indentation.
            false if block.marker == Some(Marker::Letter) && own.is_said => {
                main.number.is_some() && section(main.start) == section(start)
            }
            false => own.kind == StepType::Substep,
        };
        let parent = around.or(last_main.filter(is_part));
        // What is listed or said in a step, or numbered below one, is a part of it.
        let is_inside = match block.kind {
            BlockKind::Item => true,
            BlockKind::Paragraph => !is_marked || is_below,
            _ => is_below,
        };
        let is_inside = is_inside && own.kind == StepType::Main && parent.is_some();
        let kind = if is_inside { StepType::Substep } else { own.kind };
        let is_in_left_out = parent.is_some_and(|parent| parent.is_left_out);
        let is_left_out = is_in_left_out || kind == StepType::Optional && !with_optional;
        let parent = parent.map(|parent| parent.start);
        let (count, substep) = parts.entry(parent).or_default();
        let counts = kind != StepType::Prerequisite && !is_left_out;
        *count += u32::from(counts);
        is_numbered |= counts && (number.is_some() || is_marked);
        let previous = if kind == StepType::Substep { substep.replace(start) } else { None };
        // Whatever follows a row closes it, and blank lines after it are no part of it.
        let is_row = block.kind == BlockKind::Row;
        let depth = if is_row { usize::MAX } else { depth(block) };
        let this = Open { start, depth, kind, number, is_marked, is_left_out };
        last_main = Some(this).filter(|_| matches!(kind, StepType::Main | StepType::Optional)).or(last_main);
        // Nothing is a part of a paragraph or heading without a number.
        if block.kind == BlockKind::Item || number.is_some() || is_marked {
            open.push(this);
        }
        let next = found.get(index + 1);
        let next_block = next.map_or(content.blocks_before(scope.end), |next| next.candidate.block + 1);
        let later = blocks.get(own.candidate.block + 1..next_block).unwrap_or_default().iter();
        let end = later.clone().find(|later| closed_depth(later) <= depth);
        let end = if is_row { own.candidate.span.end } else { end.map_or(scope.end, |later| later.start) };
        close(&mut open, later.map(closed_depth).min().unwrap_or(usize::MAX));
        let step = Step {
            // A prerequisite has none (H20).
            number: number.filter(|_| kind != StepType::Prerequisite),
            kind,
            is_said: own.is_said,
            parent,
            previous: previous.filter(|_| parent.is_some()),
            ordinal: if counts { *count } else { 0 },
            span: start..end.min(next.map_or(scope.end, start_of)),
            title: title(content, block, text..title_end.max(text)),
        };
        if !is_left_out {
            steps.push(step);
        } else if let Some(last) = steps.last_mut() {
            last.span.end = step.span.end;
        }
    }
    // Beside numbers only letters are places.
    let is_letter = |step: &Step| {
        content.block_at(step.span.start).is_some_and(|block| block.marker == Some(Marker::Letter))
    };
    for step in steps.iter_mut().filter(|step| is_numbered && !is_letter(step)) {
        step.ordinal = 0;
    }
    steps
}

/// Closes the steps of this depth and deeper.
fn close(open: &mut Vec<Open>, depth: usize) {
    open.truncate(open.partition_point(|own| own.depth < depth));
}

/// The depth of paragraphs and rows: below headings, which have their levels 1 to 7.
const PARAGRAPHS: usize = 8;
/// The depth of items that are not indented; the others are deeper by their indentation.
const ITEMS: usize = 9;

/// How deep a step in this block lies: a later one that is deeper is a part of it.
const fn depth(block: &Block) -> usize {
    match block.kind {
        BlockKind::Heading(level) => level as usize,
        BlockKind::Item => ITEMS + block.indent,
        _ => PARAGRAPHS,
    }
}

/// From which depth on steps end where a block starts, whether it holds a step or not.
fn closed_depth(block: &Block) -> usize {
    match block.kind {
        BlockKind::Heading(_) | BlockKind::Item => depth(block),
        // A fence below an item belongs to it, indented or not.
        BlockKind::Code => usize::MAX,
        BlockKind::Paragraph if !block.after_blank => usize::MAX,
        _ if block.in_item => usize::MAX,
        _ => ITEMS,
    }
}
