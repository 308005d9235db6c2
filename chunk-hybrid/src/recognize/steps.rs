//! The steps of procedures (H20). A linear model says of each candidate (an item, row, heading or sentence) which kind of step it is, if
//! it is one; rules find its number (`number`), its title (`title`), where it ends, and which step it is a part of ([`read`]).
//! `features` is what the model sees.

mod features;
mod number;
mod title;

use crate::readings;
use crate::recognize::{Finding, Judged, one_a_line, said};
use crate::record::{Score, StepType};
use crate::text::{Block, BlockKind, ParsedContent, among, is_head, is_heading};
pub use features::{LABELS, slots, step_candidates};
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
    /// Its place, from 1, among the parts of its parent, or among the steps without one; 0 for prerequisites.
    pub(crate) ordinal: u32,
    /// From its first byte to the next step or the end of its list or section; its substeps not included.
    pub span: Range<usize>,
    /// Its heading or first sentence.
    pub title: Range<usize>,
}

/// The name of the model in the file of weights.
pub const MODEL: &str = "steps";

/// The kinds by their numbers in a [`Finding`], which are those of the model's labels after "none".
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

/// The candidates that are steps, in order, at most one for each line. The document is a procedure by `kind` thousandths.
pub(crate) fn find(content: &ParsedContent<'_>, judged: &[Judged], kind: u64) -> Vec<Finding> {
    let needs = said::inherited(content, &["material", "prerequisite"]);
    one_a_line(content, judged.iter().filter_map(|own| finding(content, &needs, own, kind)))
}

/// The numbers of two kinds in [`KINDS`].
const MAIN: usize = 0;
const PREREQUISITE: usize = 2;
const OPTIONAL: usize = 3;

/// The share of a numbered item or heading, which is a step whatever the model says.
const NUMBERED: u64 = 950;

/// Whether a candidate is a step, and of which kind. What the document says comes before the model: of an item with a number that it is a
/// step, of a mark that the step is optional, of a heading that what is below has to be done or had before.
fn finding(content: &ParsedContent<'_>, needs: &[Option<&str>], own: &Judged, kind: u64) -> Option<Finding> {
    let block = content.blocks().get(own.candidate.block)?;
    let section = content.section_of(block);
    let need = section.and_then(|section| needs.get(section).copied().flatten());
    // Below `Step 3: Valve`, what a paragraph says is that step.
    let heading = content.section(section).and_then(|section| content.blocks().get(section.heading));
    if kind >= 500
        && block.kind == BlockKind::Paragraph
        && heading.is_some_and(|own| number::is_of_step(content, own))
    {
        return None;
    }
    // The head of a table is no step, nor is what is needed, nor a heading above that.
    if is_head(content, block.number) || need == Some("material") || need.is_some() && is_heading(block) {
        return None;
    }
    let is_numbered = kind >= 500 && need.is_none() && number::is_of_step(content, block);
    let share = if is_numbered { own.share.max(NUMBERED) } else { own.share };
    let is_optional = own.candidate.nth == 0 && readings::is_optional(content.text_of(block));
    let is_said = is_numbered || is_optional || need.is_some();
    let kind = is_step(share, kind).then_some(match () {
        () if need.is_some() => PREREQUISITE,
        () if is_optional => OPTIONAL,
        () if is_numbered && own.kind != OPTIONAL => MAIN,
        () => own.kind,
    })?;
    Some(Finding { candidate: own.candidate.clone(), kind, sure: Score::from_thousandths(share), is_said })
}

/// A step that later ones may be parts of; without a start, the procedure as a whole.
#[derive(Debug, Clone, Copy, Default)]
struct Open {
    start: Option<usize>,
    depth: usize,
    kind: StepType,
    /// Whether it is an optional step that is not given, or lies in one.
    is_left_out: bool,
    /// How many parts it has so far.
    parts: u32,
    /// Where its last substep starts.
    substep: Option<usize>,
}

/// The steps of `scope` among the findings, with their ends and parents. If not `with_optional`, the text of optional steps and of their
/// parts belongs to the step before.
pub(crate) fn read(
    content: &ParsedContent<'_>,
    found: &[Finding],
    scope: &Range<usize>,
    with_optional: bool,
) -> Vec<Step> {
    let blocks = content.blocks();
    let found = among(found, scope, |found| found.candidate.span.start);
    // A step that opens its block starts with the block's mark.
    let start_of = |found: &Finding| match blocks.get(found.candidate.block) {
        Some(block) if found.candidate.nth == 0 => block.start,
        _ => found.candidate.span.start,
    };
    let mut steps: Vec<Step> = Vec::new();
    // The steps in which the next one may lie, outermost first, the first being the procedure; and the last main or optional one that was
    // closed.
    let (mut open, mut last_main) = (vec![Open::default()], Open::default());
    for (index, own) in found.iter().enumerate() {
        let Some(block) = blocks.get(own.candidate.block) else { continue };
        let start = start_of(own);
        let kind = KINDS.get(own.kind).copied().unwrap_or_default();
        let ((number, text), first_sentence) = if own.candidate.nth == 0 {
            (number::of_block(content, block), block.end)
        } else {
            ((None, start), own.candidate.span.end)
        };
        let depth = depth(block);
        close(&mut open, &mut last_main, depth);
        let Some(mut parent) = open.iter_mut().rev().find(|open| open.kind != StepType::Prerequisite) else {
            continue;
        };
        // A substep that lies in no step is a part of the last main one.
        if parent.start.is_none() && kind == StepType::Substep && last_main.start.is_some() {
            parent = &mut last_main;
        }
        // What is listed in a step is a part of it.
        let is_listed = parent.start.is_some() && block.kind == BlockKind::Item;
        let kind = if kind == StepType::Main && is_listed { StepType::Substep } else { kind };
        let is_left_out = parent.is_left_out || kind == StepType::Optional && !with_optional;
        let counts = kind != StepType::Prerequisite && !is_left_out;
        parent.parts += u32::from(counts);
        let (ordinal, parent_start) = (if counts { parent.parts } else { 0 }, parent.start);
        let is_substep = kind == StepType::Substep;
        let previous = if is_substep { parent.substep.replace(start) } else { None };
        // Whatever follows a row closes it, and blank lines after it are no part of it.
        let is_row = block.kind == BlockKind::Row;
        let depth = if is_row { usize::MAX } else { depth };
        open.push(Open { start: Some(start), depth, kind, is_left_out, parts: 0, substep: None });
        let next = found.get(index + 1);
        let next_block = next.map_or(content.blocks_before(scope.end), |next| next.candidate.block + 1);
        let mut end = scope.end;
        for later in blocks.get(own.candidate.block + 1..next_block).unwrap_or_default() {
            if close(&mut open, &mut last_main, closed_depth(later)) {
                end = end.min(later.start);
            }
        }
        let end = if is_row { own.candidate.span.end } else { end };
        let step = Step {
            // A prerequisite has none (H20).
            number: number.filter(|_| kind != StepType::Prerequisite),
            kind,
            is_said: own.is_said,
            parent: parent_start,
            previous: previous.filter(|_| parent_start.is_some()),
            ordinal,
            span: start..end.min(next.map_or(scope.end, start_of)),
            title: title(content, block, text..first_sentence.max(text)),
        };
        if !is_left_out {
            steps.push(step);
        } else if let Some(last) = steps.last_mut() {
            last.span.end = step.span.end;
        }
    }
    steps
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

/// Closes the steps of this depth and deeper; gives whether there were any.
fn close(open: &mut Vec<Open>, last_main: &mut Open, depth: usize) -> bool {
    let before = open.len();
    while let Some(closed) = open.pop_if(|open| open.depth >= depth) {
        let is_main = matches!(closed.kind, StepType::Main | StepType::Optional);
        if is_main && closed.start > last_main.start {
            *last_main = closed;
        }
    }
    open.len() < before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::candidates;
    use crate::text::Document;
    use rstest::rstest;

    /// The steps of a text in which all candidates are steps, in blocks that `are`, with the text of each and the title of its parent.
    fn steps(text: &str, kind: StepType, are: fn(BlockKind) -> bool) -> Vec<(Step, &str, &str)> {
        let content = ParsedContent::new(Document::new("a.md", text));
        let mut found = Vec::new();
        let kind = KINDS.iter().position(|own| *own == kind).unwrap();
        for candidate in candidates(&content, true) {
            if are(content.blocks().get(candidate.block).unwrap().kind) {
                found.push(Finding { candidate, kind, sure: Score::ONE, is_said: false });
            }
        }
        let steps = read(&content, &found, &content.body(), true);
        let title = |start| &text[steps.iter().find(|step| step.span.start == start).unwrap().title.clone()];
        let shown = |step: &Step| (step.clone(), &text[step.span.clone()], step.parent.map_or("", title));
        steps.iter().map(shown).collect()
    }

    /// The same where all candidates are steps, as `number title < title of the parent`.
    fn all(text: &str, kind: StepType) -> Vec<String> {
        let shown = |(step, _, parent): (Step, &str, &str)| {
            let parent = if parent.is_empty() { String::new() } else { format!(" < {parent}") };
            let number = step.number.map_or(String::new(), |number| format!("{number} "));
            format!("{number}{}{parent}", &text[step.title])
        };
        steps(text, kind, |_| true).into_iter().map(shown).collect()
    }

    #[test]
    fn steps_lie_in_each_other_as_headings_and_items_do() {
        let text = "## Step 1: Open\n\n1. **Turn** it.\n   - Left.\n2. Wait.\n\n## Step 2: Close\n";
        let expected =
            ["1 Open", "1 **Turn** it. < Open", "Left. < **Turn** it.", "2 Wait. < Open", "2 Close"];
        assert_eq!(all(text, StepType::Main), expected);
    }

    // H20: a prerequisite has no number, and nothing is a part of it.
    #[test]
    fn prerequisites_have_no_number() {
        assert_eq!(all("1. A key.\n   - Blue.\n", StepType::Prerequisite), ["A key.", "Blue."]);
    }

    // H20: a number above 999,999 is no step number.
    #[test]
    fn great_numbers_and_nested_ones_number_no_step() {
        assert_eq!(all("1.1 Open it.\n", StepType::Main), ["Open it."]);
        assert_eq!(all("## Step 1000000: Open\n", StepType::Main), ["Open"]);
        assert_eq!(all("## Step 999999: Open\n", StepType::Main), ["999999 Open"]);
    }

    // H20: a number as it is written, and the first sentence as the title, whatever stands between.
    #[rstest]
    #[case::row("| 3 | Mix it | 2 min |\n", &["3 Mix it"])]
    #[case::named_in_row("| **Step 3** | Mix it. |\n", &["3 Mix it."])]
    #[case::no_number_in_row("| Mix it | 2 |\n", &["Mix it"])]
    #[case::dash("## 3 - Mix it\n", &["3 Mix it"])]
    #[case::number_alone("## Step 3\n", &["3 Step 3"])]
    #[case::bold_number("**Step 3.** Mix it.\n", &["3 Mix it."])]
    #[case::wrapped("1. Mix it\n   well. Wait.\n", &["1 Mix it\n   well."])]
    #[case::sentences("Mix it\nwell. Then\nwait.\n", &["Mix it\nwell.", "Then\nwait."])]
    fn numbers_and_titles(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(all(text, StepType::Main), expected);
    }

    #[rstest]
    #[case::list("1. Open it.\n\n   Then wait.\n\n2. Close it.\n\nThe end of the story.\n", &["1. Open it.\n\n   Then wait.\n\n", "2. Close it.\n\n"])]
    #[case::fence("1. Open it.\n```\nopen\n```\n\nThe end.\n", &["1. Open it.\n```\nopen\n```\n\n"])]
    #[case::section("1. Open it.\n# Close\n", &["1. Open it.\n"])]
    #[case::table("1. Open it.\n\n| a |\n", &["1. Open it.\n\n"])]
    fn a_step_ends_with_its_list(#[case] text: &str, #[case] expected: &[&str]) {
        let found = steps(text, StepType::Main, |kind| kind == BlockKind::Item);
        assert_eq!(found.into_iter().map(|(_, text, _)| text).collect::<Vec<_>>(), expected);
    }
}
