//! The steps of procedures (H20). A linear model says of each candidate (an item, row, heading or sentence) which kind of step it is, if
//! it is one; rules find its number (`number`), its title (`title`), where it ends, and which step it is a part of ([`Steps`]).
//! `features` is what the model sees.

mod depth;
mod features;
mod number;
mod title;

use crate::{
    model::{Feature, Layout, Linear},
    readings::{self, Meaning},
    recognize::{
        candidate::{Finding, Judged, judge, one_a_line},
        said,
    },
    record::{metadata::StepType, score::Score},
    text::{
        block::{Block, BlockKind, is_heading},
        document::ParsedContent,
        row::is_head,
    },
};
use chunk_core::SmallRange;
use depth::{closed_depth, depth};
use features::candidates;
pub use features::{LABELS, SLOTS};
pub(crate) use number::MOST_NUMBER;
use std::{ops::Range, slice, sync::Arc};
use title::title;

/// A step as it was recognized. Where it refers to another step, it does so by the byte at which that one starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    span: SmallRange,
    title: SmallRange,
}

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
}

/// The name of the model in the file of weights.
pub const MODEL: &str = "steps";

/// The kinds by their numbers in a [`Finding`], which are those of the model's labels after "none".
const KINDS: [StepType; 4] = [StepType::Main, StepType::Substep, StepType::Prerequisite, StepType::Optional];

/// Gives `take` the bytes and the features of each candidate of the body: what the model is fitted to.
pub fn samples(content: &ParsedContent<'_>, layout: &Layout, mut take: impl FnMut(Range<usize>, &[Feature])) {
    candidates(content, layout, &mut |candidate, features| take(candidate.span(), features));
}

/// From this share of the model on, in thousandths, a line of a procedure is a step. By cross-validation on real documents, where
/// precision and recall together are best.
const EVEN: u64 = 250;

/// Whether a line is a step, by the model's `share`, in a document that is a procedure by `kind`; both in thousandths. If it is rather no
/// procedure, the odds of a step are multiplied by the odds of the kind.
const fn is_step(share: u64, kind: u64) -> bool {
    let kind = if kind > 500 { 500 } else { kind };
    share * (1000 - EVEN) * kind >= (1000 - share) * EVEN * (1000 - kind) && share > 0
}

/// The steps of the body, in order, at most one for each line. The document is a procedure by `kind` thousandths.
pub(crate) fn find_steps(content: &ParsedContent<'_>, model: &Linear<5>, kind: u64) -> Vec<Finding> {
    let needs = said::inherited(content, &[Meaning::Material, Meaning::Prerequisite]);
    let judged = judge(content, model, candidates);
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
fn finding(
    content: &ParsedContent<'_>,
    needs: &[Option<Meaning>],
    own: &Judged,
    kind: u64,
) -> Option<Finding> {
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
    if is_head(content, block.number)
        || need == Some(Meaning::Material)
        || need.is_some() && is_heading(block)
    {
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
    Some(Finding { candidate: own.candidate, kind, sure: Score::from_thousandths(share), is_said })
}

/// The steps of a part of the body, in order, with their ends and parents. A [`Step`] is made when it is asked for: a text can be all
/// steps.
#[derive(Debug, Clone)]
pub(crate) struct Steps<'c> {
    content: &'c ParsedContent<'c>,
    found: Arc<Vec<Finding>>,
    /// The index of the next one in `found`.
    next: usize,
    /// The block in which it stands.
    block: Option<Block>,
    /// The blocks after that.
    blocks: slice::Iter<'c, Block>,
    /// Where the part of the body ends.
    end: usize,
    /// Whether optional steps are given. If not, their text and that of their parts belongs to the step before.
    with_optional: bool,
    /// The steps in which the next one may lie, outermost first. The first of all is no step: it stands for the procedure.
    open: Vec<Open>,
    /// The last main or optional step that was closed.
    last_main: Open,
    /// The last step, which is held back until it is known where it ends.
    last: Option<Step>,
}

/// A step that later ones may be parts of; without a start, the procedure as a whole.
#[derive(Debug, Clone, Copy, Default)]
struct Open {
    start: Option<usize>,
    depth: usize,
    kind: StepType,
    /// Whether it is, or lies in, an optional step that is not given.
    is_left_out: bool,
    /// How many parts it has so far.
    parts: u32,
    /// Where its last substep starts.
    substep: Option<usize>,
}

impl<'c> Steps<'c> {
    pub(crate) fn new(
        content: &'c ParsedContent<'c>,
        found: Arc<Vec<Finding>>,
        scope: &Range<usize>,
        with_optional: bool,
    ) -> Self {
        let first = content.block_at(scope.start).unwrap_or_default();
        let blocks = content.blocks().get(first..content.blocks_before(scope.end));
        let mut blocks = blocks.unwrap_or_default().iter();
        let (next, block) =
            (found.partition_point(|step| step.span().start < scope.start), blocks.next().copied());
        let (end, open, last_main) = (scope.end, vec![Open::default()], Open::default());
        let mut steps =
            Self { content, found, next, block, blocks, end, with_optional, open, last_main, last: None };
        steps.advance();
        steps
    }

    /// The next finding in the part of the body.
    fn next_found(&self) -> Option<Finding> {
        self.found.get(self.next).copied().filter(|found| found.span().start < self.end)
    }

    /// Where the next step starts: if it opens its block, with the block's mark.
    fn next_start(&self) -> Option<usize> {
        let found = self.next_found()?;
        Some(if found.candidate.nth == 0 { self.block?.span().start } else { found.span().start })
    }

    /// Goes to the block of the next step, and closes the steps that end on the way; gives where the first of them does.
    fn advance(&mut self) -> Option<usize> {
        let next = self.next_found().map(|next| next.span().start);
        let mut closed_at = None;
        while self.block.is_some_and(|block| next.is_none_or(|next| block.span().end <= next)) {
            self.block = self.blocks.next().copied();
            let Some(block) = self.block else { break };
            if self.close(closed_depth(&block)) {
                closed_at.get_or_insert(block.span().start);
            }
        }
        closed_at
    }

    /// Closes the steps of this depth and deeper; gives whether there were any.
    fn close(&mut self, depth: usize) -> bool {
        let before = self.open.len();
        while let Some(closed) = self.open.pop_if(|open| open.depth >= depth) {
            let is_main = matches!(closed.kind, StepType::Main | StepType::Optional);
            if is_main && closed.start > self.last_main.start {
                self.last_main = closed;
            }
        }
        self.open.len() < before
    }

    /// Reads the next step; gives it and whether it is left out.
    fn read(&mut self) -> Option<(Step, bool)> {
        let start = self.next_start()?;
        let (found, block) = (self.next_found()?, self.block?);
        self.next += 1;
        let kind = KINDS.get(found.kind).copied().unwrap_or_default();
        let ((number, text), first_sentence) = if found.candidate.nth == 0 {
            (number::of_block(self.content, &block), block.span().end)
        } else {
            ((None, start), found.span().end)
        };
        let depth = depth(&block);
        self.close(depth);
        let mut parent = self.open.iter_mut().rev().find(|open| open.kind != StepType::Prerequisite)?;
        // A substep that lies in no step is a part of the last main one.
        if parent.start.is_none() && kind == StepType::Substep && self.last_main.start.is_some() {
            parent = &mut self.last_main;
        }
        // What is listed in a step is a part of it.
        let is_listed = parent.start.is_some() && block.kind == BlockKind::Item;
        let kind = if kind == StepType::Main && is_listed { StepType::Substep } else { kind };
        let is_left_out = parent.is_left_out || kind == StepType::Optional && !self.with_optional;
        let mut step = Step {
            // A prerequisite has none (H20).
            number: number.filter(|_| kind != StepType::Prerequisite),
            kind,
            is_said: found.is_said,
            parent: parent.start,
            previous: None,
            ordinal: 0,
            span: SmallRange::default(),
            title: SmallRange::new(&title(self.content, &block, text..first_sentence.max(text))),
        };
        if kind != StepType::Prerequisite && !is_left_out {
            parent.parts += 1;
            step.ordinal = parent.parts;
        }
        if kind == StepType::Substep {
            step.previous = parent.substep.replace(start).filter(|_| parent.start.is_some());
        }
        // Whatever follows a row closes it, and blank lines after it are no part of it.
        let is_row = block.kind == BlockKind::Row;
        let depth = if is_row { usize::MAX } else { depth };
        self.open.push(Open { start: Some(start), depth, kind, is_left_out, parts: 0, substep: None });
        let closed_at = self.advance().unwrap_or(self.end);
        let end = if is_row { found.span().end } else { closed_at };
        step.span = SmallRange::new(&(start..end.min(self.next_start().unwrap_or(self.end))));
        Some((step, is_left_out))
    }
}

impl Iterator for Steps<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        while let Some((step, is_left_out)) = self.read() {
            if !is_left_out {
                if let Some(last) = self.last.replace(step) {
                    return Some(last);
                }
            } else if let Some(last) = &mut self.last {
                last.span.end = step.span.end;
            }
        }
        self.last.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::Vocabulary, record::score::Score, text::document::Document};
    use rstest::rstest;

    /// The steps of a text in which all candidates are steps, in blocks that `are`, with the text of each and the title of its parent.
    fn steps(text: &str, kind: StepType, are: fn(BlockKind) -> bool) -> Vec<(Step, &str, &str)> {
        let content = ParsedContent::new(Document::new("a.md", text));
        let mut found = Vec::new();
        candidates(&content, &Layout::new(SLOTS, &Vocabulary::default()), &mut |candidate, _| {
            let kind = KINDS.iter().position(|own| *own == kind).unwrap();
            if are(content.blocks().get(candidate.block).unwrap().kind) {
                found.push(Finding { candidate: *candidate, kind, sure: Score::ONE, is_said: false });
            }
        });
        let steps: Vec<Step> = Steps::new(&content, Arc::new(found), &content.body(), true).collect();
        let title = |start| &text[steps.iter().find(|step| step.span().start == start).unwrap().title()];
        let shown = |step: &Step| (*step, &text[step.span()], step.parent.map_or("", title));
        steps.iter().map(shown).collect()
    }

    /// The same where all candidates are steps, as `number title < title of the parent`.
    fn all(text: &str, kind: StepType) -> Vec<String> {
        let shown = |(step, _, parent): (Step, &str, &str)| {
            let parent = if parent.is_empty() { String::new() } else { format!(" < {parent}") };
            let number = step.number.map_or(String::new(), |number| format!("{number} "));
            format!("{number}{}{parent}", &text[step.title()])
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

    #[test]
    fn a_share_counts_less_in_a_document_of_another_kind() {
        assert!(is_step(EVEN, 500) && is_step(EVEN, 900) && !is_step(EVEN - 1, 900));
        assert!(!is_step(EVEN, 400) && !is_step(0, 1000) && !is_step(999, 0));
    }
}
