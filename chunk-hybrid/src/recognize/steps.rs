//! The steps of procedures (H20). A linear model says of each item, row, heading and sentence what kind of step it is, if it
//! is one; grammar finds its number, its title, its end, and the step it is a part of.

mod features;
mod number;
mod title;

use crate::{
    model::{Feature, Layout, Linear},
    recognize::{
        printed::Log,
        unit::{Finding, find},
    },
    record::metadata::StepType,
    text::{
        among,
        block::{Block, BlockKind, InList},
        document::ParsedContent,
        row::is_head,
    },
};
use chunk_core::SmallRange;
use features::units;
pub use features::{LABELS, SLOTS};
pub(crate) use number::MOST_NUMBER;
use std::ops::Range;
use title::title;

/// A step as it was recognized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// Its number as written.
    pub number: Option<u32>,
    /// What kind of step.
    pub kind: StepType,
    pub(crate) span: SmallRange,
    pub(crate) title: SmallRange,
    pub(crate) parent: InList,
}

const _: () = assert!(size_of::<Step>() == 32, "a text can be all steps");

impl Step {
    /// From its first byte to the next step or the end of its list or section; its substeps not included.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.span.range()
    }

    /// Its heading or first sentence.
    #[must_use]
    pub const fn title(&self) -> Range<usize> {
        self.title.range()
    }

    /// The step it is a part of, by its place in the list.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        self.parent.place()
    }
}

/// The name of the model in the file of weights.
pub const MODEL: &str = "steps";

const KINDS: [StepType; 4] = [StepType::Main, StepType::Substep, StepType::Prerequisite, StepType::Optional];

/// The features of each item, row, heading and sentence of the body, with its bytes: what the model is fitted to.
pub fn samples(content: &ParsedContent<'_>, layout: &Layout, mut take: impl FnMut(Range<usize>, &[Feature])) {
    units(content, layout, &mut |unit, features| take(unit.span(), features));
}

/// The share of the model, in thousandths, from which on a line is a step. By cross-validation, where precision and
/// recall of real documents together are best.
const EVEN: u64 = 250;

/// Whether a line is a step of which the model has a share, in a document that is a procedure by `kind`, all in
/// thousandths. In a document of another kind, the odds fall with that.
const fn is_step(share: u64, kind: u64) -> bool {
    let kind = if kind > 500 { 500 } else { kind };
    share * (1000 - EVEN) * kind >= (1000 - share) * EVEN * (1000 - kind) && share > 0
}

/// All units of the body that are steps, in order; one a line. The document is a procedure by `kind` thousandths.
pub(crate) fn find_steps(
    content: &ParsedContent<'_>,
    model: &Linear<5>,
    log: &Log,
    kind: u64,
) -> Vec<Finding> {
    find(content, model, log, units, &mut |unit, share| {
        // The names of the columns are no step.
        Some(share).filter(|share| is_step(*share, kind) && !is_head(content, unit.block()))
    })
}

/// Whether a step is one by its number.
pub(crate) fn is_numbered(content: &ParsedContent<'_>, step: Finding) -> bool {
    Opening::of(content, step).is_some_and(|opening| opening.number.is_some())
}

/// Depths: headings 1 to 7, paragraphs and rows, then items by their columns.
const HEADINGS: usize = 8;
const PARAGRAPHS: usize = 9;
const ITEMS: usize = 10;

/// The steps of a part of the body, with their bounds and parents.
pub(crate) fn steps_in(content: &ParsedContent<'_>, found: &[Finding], scope: &Range<usize>) -> Vec<Step> {
    let found = among(found, scope, |step| step.span().start);
    if found.is_empty() {
        return Vec::new();
    }
    let first = content.block_at(scope.start).unwrap_or(0);
    let limits = limits(content, first, scope.end);
    let mut steps: Vec<Step> = Vec::with_capacity(found.len());
    // The steps that are still open, outermost first: place, depth and limit.
    let mut open: Vec<(usize, usize, usize)> = Vec::new();
    let mut last_main = None;
    let opening = |place: usize| Opening::of(content, *found.get(place)?);
    let mut next_opening = opening(0);
    for (place, step) in found.iter().enumerate() {
        let Some(Opening { block, start, number, text, first_sentence }) = next_opening else { continue };
        let kind = KINDS.get(step.kind()).copied().unwrap_or_default();
        next_opening = opening(place + 1);
        let next = next_opening.as_ref().map_or(scope.end, |next| next.start);
        let depth = depth(&block);
        let limit = (block.number()).checked_sub(first).and_then(|place| limits.get(place));
        let limit = limit.map_or(scope.end, |&limit| scope.end.min(limit as usize));
        open.retain(|&(_, above, limit)| above < depth && start < limit);
        let around = open
            .iter()
            .rev()
            .find(|&&(above, ..)| steps.get(above).is_some_and(|above| above.kind != StepType::Prerequisite));
        let parent = around.map(|&(above, ..)| above).or(last_main.filter(|_| kind == StepType::Substep));
        if matches!(kind, StepType::Main | StepType::Optional) {
            last_main = Some(place);
        }
        open.push((place, depth, limit));
        let end = limit.min(next).max(step.span().end.min(next)).max(text);
        // What must hold before has no place among the steps.
        let number = number.filter(|_| kind != StepType::Prerequisite);
        steps.push(Step {
            number,
            kind,
            span: SmallRange::new(&(start..end)),
            title: SmallRange::new(&title(content, &block, text..first_sentence.max(text))),
            parent: InList::new(parent),
        });
    }
    steps
}

/// Where a step starts.
struct Opening {
    block: Block,
    start: usize,
    number: Option<u32>,
    /// Where its text starts, behind its number.
    text: usize,
    /// Its first sentence ends here at the latest.
    first_sentence: usize,
}

impl Opening {
    /// That of a step, with the mark and number of the block that it opens.
    fn of(content: &ParsedContent<'_>, step: Finding) -> Option<Self> {
        let block = content.blocks().get(step.block(content)?)?;
        let Range { start, end } = step.span();
        Some(if step.opens() {
            let (number, text) = number::of_block(content, &block);
            Self { start: block.span().start, number, text, first_sentence: block.span().end, block }
        } else {
            Self { start, number: None, text: start, first_sentence: end, block }
        })
    }
}

const fn depth(block: &Block) -> usize {
    match block.kind {
        BlockKind::Heading(level) => level as usize,
        BlockKind::Item => ITEMS + block.indent(),
        _ => PARAGRAPHS,
    }
}

/// For each block from the number `first` up to the byte `end` where what starts there ends: its section, list or row, else what
/// stands before the next heading.
fn limits(content: &ParsedContent<'_>, first: usize, end: usize) -> Vec<u32> {
    let blocks = content.blocks().part(first..content.blocks().before(end));
    let mut limits = vec![end as u32; blocks.len()];
    // For each level where the next heading starts that is not below it.
    let mut next_headings = [end; HEADINGS];
    // The columns up to which blocks end lists, and where these stand: the nearest is the last and the farthest right.
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for (block, limit) in blocks.iter().zip(&mut limits).rev() {
        // A fence right below a step belongs to it, indented or not.
        let ends_at = match block.kind {
            BlockKind::Heading(_) => Some(0),
            BlockKind::Item => Some(block.indent()),
            BlockKind::Code => None,
            _ => (!block.inside && (block.parted || block.kind != BlockKind::Paragraph)).then_some(0),
        };
        let mut list_end = end;
        if let Some(column) = ends_at {
            while ends.pop_if(|(other, _)| *other > column).is_some() {}
            list_end =
                ends.pop_if(|(other, _)| *other == column).or(ends.last().copied()).map_or(end, |(_, at)| at);
            ends.push((column, block.span().start));
        }
        let next_heading = |level: usize| next_headings.get(level).copied().unwrap_or(end);
        *limit = match block.kind {
            BlockKind::Heading(level) => next_heading(level.into()),
            BlockKind::Item => list_end,
            BlockKind::Row => block.span().end,
            _ => next_heading(HEADINGS - 1),
        } as u32;
        if let BlockKind::Heading(level) = block.kind {
            next_headings.iter_mut().skip(level.into()).for_each(|next| *next = block.span().start);
        }
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::Vocabulary, record::score::Score, text::document::Document};
    use rstest::rstest;

    /// The steps of a text of which all lines are steps, as `number title < number of the parent`, with what they hold.
    fn all(text: &str, kind: StepType) -> Vec<String> {
        let content = ParsedContent::new(Document::new("a.md", text));
        let mut found = Vec::new();
        units(&content, &Layout::new(SLOTS, &Vocabulary::default()), &mut |unit, _| {
            let kind = KINDS.iter().position(|own| *own == kind).unwrap();
            found.push(Finding::new(unit, kind, Score::ONE));
        });
        let steps = steps_in(&content, &found, &content.body());
        let shown = |step: &Step| {
            let parent =
                step.parent().map_or(String::new(), |parent| format!(" < {}", &text[steps[parent].title()]));
            let number = step.number.map_or(String::new(), |number| format!("{number} "));
            format!("{number}{}{parent}", &text[step.title()])
        };
        steps.iter().map(shown).collect()
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

    #[test]
    fn a_step_ends_with_its_list() {
        let text = "1. Open it.\n\n   Then wait.\n\n2. Close it.\n\nThe end of the story.\n";
        let content = ParsedContent::new(Document::new("a.md", text));
        let ends: Vec<&str> = (content.blocks().iter().zip(limits(&content, 0, text.len())))
            .filter(|(block, _)| block.kind == BlockKind::Item)
            .map(|(block, limit)| &text[block.span().start..limit as usize])
            .collect();
        assert_eq!(ends, ["1. Open it.\n\n   Then wait.\n\n", "2. Close it.\n\n"]);
    }

    #[test]
    fn a_share_counts_less_in_a_document_of_another_kind() {
        assert!(is_step(EVEN, 500) && is_step(EVEN, 900) && !is_step(EVEN - 1, 900));
        assert!(!is_step(EVEN, 400) && !is_step(0, 1000) && !is_step(999, 0));
    }
}
