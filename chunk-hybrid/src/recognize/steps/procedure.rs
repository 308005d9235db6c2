//! What is a step: numbered items and headings, `Step N`, rows of a table of steps, ordered words, prerequisites.

mod checklist;
mod fact;
mod instruction;
mod numbered;
mod optional;
mod order;
mod sequence;
mod series;
mod table;

use crate::recognize::reading::Reading;
use crate::{
    english::{cue, word_list::WordList},
    recognize::steps::Step,
    record::metadata::StepType,
    text::{
        block::{Block, BlockKind, is_heading},
        word::Word,
    },
};
use chunk_core::{SentenceRules, sentences, slice};
use fact::Fact;
pub(crate) use fact::Facts;
pub(crate) use order::orders;
use std::{cell::OnceCell, ops::Range, rc::Rc};

/// The steps in `scope`, in order. They are asked for twice: what a part is told by, it is cut by.
pub(crate) fn steps(content: &Reading<'_>, scope: &Range<usize>) -> Rc<[Step]> {
    let mut known = content.steps.borrow_mut();
    let found = known.entry((scope.start, scope.end)).or_insert_with(|| find(content, scope).into());
    Rc::clone(found)
}

fn find(content: &Reading<'_>, scope: &Range<usize>) -> Vec<Step> {
    let reader = Reader::new(content, scope.clone());
    let mut found: Vec<Found> = Vec::new();
    // The steps around the current block, outermost first.
    let mut open: Vec<Found> = Vec::new();
    for (index, block) in reader.blocks() {
        while open.pop_if(|step| step.limit <= block.span.start).is_some() {}
        if let Some(step) = reader.step(index, block, &found, &open) {
            open.push(step.clone());
            found.push(step);
        }
    }
    if !found.iter().any(|step| matches!(step.kind, StepType::Main | StepType::Optional)) {
        let prerequisites = std::mem::take(&mut found);
        let ways = [
            Reader::series,
            Reader::instructing_headings,
            Reader::sequence,
            Reader::checklist,
            Reader::bold_openings,
            Reader::instructions,
        ];
        found = ways.iter().map(|way| way(&reader)).find(|found| !found.is_empty()).unwrap_or_default();
        if !found.is_empty() {
            found.extend(prerequisites);
            found.sort_by_key(|step| step.start);
            reader.parts_of_sequence(&mut found);
        }
    }
    let told = found.iter().any(|step| step.kind != StepType::Prerequisite);
    if !told || reader.only_counts(&found) {
        return Vec::new();
    }
    reader.finish(found)
}

/// A step whose end is not known yet.
#[derive(Debug, Clone)]
struct Found {
    start: usize,
    /// Where its text starts.
    text: usize,
    number: Option<u32>,
    kind: StepType,
    /// How deep it lies: headings above, then the columns of items.
    depth: usize,
    /// The end of what it stands in: its section, its list.
    limit: usize,
}

/// All up to the next step belongs to a step.
fn up_to_next(found: &mut [Found]) {
    let mut next = None;
    for step in found.iter_mut().rev() {
        step.limit = next.unwrap_or(step.limit);
        next = Some(step.start);
    }
}

struct Reader<'c, 'd> {
    content: &'c Reading<'d>,
    facts: &'c Facts,
    scope: Range<usize>,
    /// The blocks of the scope, by number.
    numbers: Range<usize>,
    /// The blocks of headings that are steps, ascending, with number and place.
    headings: Vec<(usize, Option<u32>, usize)>,
}

/// Depths: headings 0 to 7, items from here on.
const ITEMS: usize = 10;

impl<'c, 'd> Reader<'c, 'd> {
    fn new(content: &'c Reading<'d>, scope: Range<usize>) -> Self {
        let facts = content.procedure.get_or_init(|| Facts::new(content));
        let numbers = content.blocks_in(&scope);
        let mut reader = Self { content, facts, scope, numbers, headings: Vec::new() };
        reader.headings = reader.step_headings();
        reader
    }

    /// The blocks of the scope, with their numbers.
    fn blocks(&self) -> impl DoubleEndedIterator<Item = (usize, &'c Block)> + Clone + use<'c> {
        let blocks = self.content.blocks().get(self.numbers.clone()).unwrap_or_default();
        self.numbers.clone().zip(blocks)
    }

    /// What is so of the block `index`, found when it is first asked for.
    fn is(
        &self,
        index: usize,
        fact: impl Fn(&Fact) -> &OnceCell<bool>,
        find: impl Fn(&Block) -> bool,
    ) -> bool {
        let block = self.content.blocks().get(index);
        self.facts.block(index).zip(block).is_some_and(|(own, block)| *fact(own).get_or_init(|| find(block)))
    }

    /// The number and the text of the heading `index`, if it is a step.
    fn step_heading(&self, index: usize) -> Option<(Option<u32>, usize)> {
        let at = self.headings.binary_search_by_key(&index, |&(heading, ..)| heading).ok()?;
        self.headings.get(at).map(|&(_, number, text)| (number, text))
    }

    fn text(&self, block: &Block) -> &str {
        self.content.slice(&(block.text..block.span.end))
    }

    fn step(&self, index: usize, block: &Block, before: &[Found], open: &[Found]) -> Option<Found> {
        match block.kind {
            BlockKind::Heading(level) => {
                let (number, text) = self.step_heading(index)?;
                let limit = self.content.section(block.section)?.span.end;
                let first_level = self
                    .headings
                    .first()
                    .and_then(|(first, ..)| self.content.blocks().get(*first))
                    .map_or(level, |first| match first.kind {
                        BlockKind::Heading(level) => level,
                        _ => level,
                    });
                let kind = if level > first_level { StepType::Substep } else { self.optional(index) };
                Some(Found { start: block.span.start, text, number, kind, depth: usize::from(level), limit })
            }
            BlockKind::Item => self.item(index, block, before, open),
            BlockKind::Row => self.row(block),
            BlockKind::Paragraph => self.paragraph(index, block, before),
            BlockKind::Code | BlockKind::Rule => None,
        }
    }

    /// Whether a block stands under a heading or an announcement of prerequisites, in no step.
    fn is_prerequisite(&self, index: usize, block: &Block) -> bool {
        let announced = || {
            let intro = self.intro(index).and_then(|at| Some((at, self.content.blocks().get(at)?)));
            intro.is_some_and(|(at, intro)| self.opens_prerequisites(intro) || self.requires(at))
        };
        (self.is_under_prerequisites(block) || announced()) && self.step_heading_above(block).is_none()
    }

    /// Whether the nearest heading above names prerequisites.
    fn is_under_prerequisites(&self, block: &Block) -> bool {
        let title = self.facts.section(block.section);
        !is_heading(block) && (title.prerequisites || title.before && !self.commands(block))
    }

    /// The paragraph that announces the list around the item `index`.
    fn intro(&self, index: usize) -> Option<usize> {
        self.facts.block(index)?.intro.filter(|&intro| intro >= self.numbers.start)
    }

    /// Whether a paragraph names prerequisites in its first words, and is no step itself.
    fn opens_prerequisites(&self, intro: &Block) -> bool {
        let opening = self.content.words.slice(intro.words.start..intro.words.end.min(intro.words.start + 4));
        let ordered = cue::FIRST.or(cue::NEXT).or(cue::LAST).or(cue::COMMAND);
        opening.iter().any(|word| word.cues.any(cue::PREREQ_TITLE))
            && opening.first().is_some_and(|word| !word.cues.any(ordered))
    }

    fn step_heading_above(&self, block: &Block) -> Option<usize> {
        let mut section = self.content.section(block.section);
        while let Some(found) = section {
            if self.step_heading(found.heading).is_some() {
                return Some(found.heading);
            }
            section = self.content.section(found.parent);
        }
        None
    }

    /// Where the list around the item `index` ends: at a heading or at text that is not in it.
    fn list_end(&self, index: usize, block: &Block) -> usize {
        let blocks = self.content.blocks().get(index + 1..self.numbers.end).unwrap_or_default();
        let ends = |next: &&Block| match next.kind {
            BlockKind::Heading(_) => true,
            BlockKind::Item => next.indent <= block.indent,
            // A fence right below a step belongs to it, indented or not.
            BlockKind::Code => false,
            _ => !next.inside && (next.parted || next.kind != BlockKind::Paragraph),
        };
        blocks.iter().find(ends).map_or(self.scope.end, |next| next.span.start)
    }

    /// Where the next heading below the block `index` starts.
    fn next_heading(&self, index: usize) -> usize {
        let sections = &self.content.sections;
        let next = sections.get(sections.partition_point(|section| section.heading <= index));
        next.map_or(self.scope.end, |next| next.span.start.min(self.scope.end))
    }

    /// Whether what is numbered are mere items, few of which are instructions, and nothing around says that they are steps.
    fn only_counts(&self, found: &[Found]) -> bool {
        let plain =
            |step: &Found| step.depth >= ITEMS && step.kind == StepType::Main && step.number.is_some();
        if self.facts.names_steps || found.len() < 3 || !found.iter().all(plain) {
            return false;
        }
        let orders = |step: &&Found| {
            let text = step.text..step.limit;
            self.orders(&text) || self.is_row(step) && self.does(&text)
        };
        found.iter().filter(orders).count() * 4 < found.len()
    }

    /// Whether the text of the block `index` opens with an instruction.
    fn block_orders(&self, index: usize) -> bool {
        self.is(index, |fact| &fact.orders, |block| self.orders(&(block.text..block.span.end)))
    }

    fn is_any(&self, word: &Word, known: &WordList) -> bool {
        known.holds(word.sign, || self.content.slice(&word.span()))
    }

    fn orders(&self, span: &Range<usize>) -> bool {
        order::orders(self.content, span)
    }

    fn does(&self, span: &Range<usize>) -> bool {
        order::does(self.content, span)
    }

    /// Whether a block's text starts with a verb as an instruction does.
    fn commands(&self, block: &Block) -> bool {
        let first = self.content.first_word(block);
        let words = self.content.words.slice(first..first + 2);
        words.first().is_some_and(|word| word.cues.any(cue::COMMAND))
            || words.iter().any(|word| word.cues.any(cue::COMMAND))
                && words.first().is_some_and(|word| {
                    word.cues.any(cue::OPTIONAL.or(cue::NEXT).or(cue::FIRST).or(cue::LAST))
                })
    }

    fn finish(&self, found: Vec<Found>) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::with_capacity(found.len());
        // The steps that are still open, outermost first.
        let mut open: Vec<usize> = Vec::new();
        let mut last_main = None;
        let starts: Vec<usize> =
            found.iter().skip(1).map(|step| step.start).chain([self.scope.end]).collect();
        for (index, (step, next)) in found.iter().zip(starts).enumerate() {
            open.retain(|&above| {
                found.get(above).is_some_and(|above| above.depth < step.depth && step.start < above.limit)
            });
            let parent =
                open.iter().rev().copied().find(|&above| {
                    found.get(above).is_some_and(|above| above.kind != StepType::Prerequisite)
                });
            let parent = parent.or(last_main.filter(|_| step.kind == StepType::Substep));
            if matches!(step.kind, StepType::Main | StepType::Optional) {
                last_main = Some(index);
            }
            open.push(index);
            let end = step.limit.min(next).max(step.text);
            let title = self.title(step.text..end);
            steps.push(Step { span: step.start..end, number: step.number, title, kind: step.kind, parent });
        }
        steps
    }

    /// The first sentence of the first line, without emphasis.
    fn title(&self, span: Range<usize>) -> Range<usize> {
        let text = self.content.slice(&span);
        let line = slice(text, 0..memchr::memchr(b'\n', text.as_bytes()).unwrap_or(text.len()));
        let mut bars = memchr::memchr_iter(b'|', line.as_bytes());
        let cell = bars.find_map(|bar| slice(line, 0..bar).strip_suffix(' '));
        let line = cell.unwrap_or(line);
        let sentence = sentences(line, SentenceRules::Standard).next().unwrap_or(0..0);
        let sentence = slice(line, sentence);
        let trimmed = sentence.trim_end().trim_end_matches(['#', ':']).trim_end();
        let start = span.start + sentence.len() - sentence.trim_start_matches([' ', '*', '_', ':']).len();
        let inner = self.content.slice(&(start..(span.start + trimmed.len()).max(start)));
        // Emphasis around the whole title is no part of it.
        let inner = inner.strip_suffix("**").unwrap_or(inner);
        start..start + inner.len()
    }
}
