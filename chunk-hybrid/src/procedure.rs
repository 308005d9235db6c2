//! What is a step: numbered items and headings, `Step N`, rows of a table of steps, ordered words, prerequisites.

mod instruction;
mod numbered;
mod optional;
mod order;
mod sequence;
mod series;
mod table;

use crate::{
    block::{Block, BlockKind, is_heading},
    cue,
    document::ParsedContent,
    metadata::StepType,
    strategy::step::Step,
};
use chunk_core::{SentenceRules, sentences, slice};
use numbered::numbered_headings;
pub(crate) use order::orders;
use std::{collections::BTreeMap, ops::Range, rc::Rc};

/// The steps in `scope`, in order. They are asked for twice: what a part is told by, it is cut by.
pub(crate) fn steps(content: &ParsedContent<'_>, scope: &Range<usize>) -> Rc<[Step]> {
    let mut known = content.steps.borrow_mut();
    let found = known.entry((scope.start, scope.end)).or_insert_with(|| find(content, scope).into());
    Rc::clone(found)
}

fn find(content: &ParsedContent<'_>, scope: &Range<usize>) -> Vec<Step> {
    let reader = Reader::new(content, scope.clone());
    let mut found: Vec<Found> = Vec::new();
    // The steps around the current block, outermost first.
    let mut open: Vec<Found> = Vec::new();
    let blocks = content.blocks_in(scope);
    for index in blocks.clone() {
        let Some(block) = content.blocks().get(index) else { continue };
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
        found = ways
            .iter()
            .map(|way| way(&reader, blocks.clone()))
            .find(|found| !found.is_empty())
            .unwrap_or_default();
        if !found.is_empty() {
            found.extend(prerequisites);
            found.sort_by_key(|step| step.start);
            reader.parts_of_sequence(blocks, &mut found);
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
    content: &'c ParsedContent<'d>,
    scope: Range<usize>,
    /// The first block of the scope.
    first: usize,
    /// Of each block, where the next heading starts, and the first row of the table it is in.
    next_heading: Vec<usize>,
    table_head: Vec<usize>,
    /// Of each item, the paragraph or the title without a mark that its list stands under: `Before you start, check that:`.
    intros: Vec<Option<usize>>,
    /// Of each section, how many bullets stand in it and how many of them are instructions.
    bullets: BTreeMap<Option<usize>, (usize, usize)>,
    /// The blocks of headings that are steps, ascending, with number and place.
    headings: Vec<(usize, Option<u32>, usize)>,
    /// The tables that tell steps, by the block of their head.
    tables: BTreeMap<usize, table::Shape>,
}

/// Depths: headings 0 to 7, items from here on.
const ITEMS: usize = 10;

impl<'c, 'd> Reader<'c, 'd> {
    fn new(content: &'c ParsedContent<'d>, scope: Range<usize>) -> Self {
        let blocks = content.blocks_in(&scope);
        let all = content.blocks().get(blocks.clone()).unwrap_or_default();
        let mut next = scope.end;
        let mut next_heading: Vec<usize> = Vec::with_capacity(all.len());
        for block in all.iter().rev() {
            next_heading.push(next);
            if is_heading(block) {
                next = block.span.start;
            }
        }
        next_heading.reverse();
        let mut head = blocks.start;
        let mut table_head = Vec::with_capacity(all.len());
        for (index, block) in blocks.clone().zip(all) {
            let goes_on = index > blocks.start
                && block.kind == BlockKind::Row
                && !block.parted
                && content.blocks().get(index - 1).is_some_and(|before| before.kind == BlockKind::Row);
            head = if goes_on { head } else { index };
            table_head.push(head);
        }
        let mut intros: Vec<Option<usize>> = Vec::with_capacity(all.len());
        for (index, block) in blocks.clone().zip(all) {
            let before = index.checked_sub(1).and_then(|before| content.blocks().get(before));
            let announces = before.is_some_and(|before| {
                let text = content.slice(&before.span).trim_end();
                let is_title =
                    !block.parted && before.words.len() <= 8 && text.ends_with(char::is_alphanumeric);
                before.kind == BlockKind::Paragraph && (text.ends_with(':') || is_title)
            });
            let of_before = intros.last().copied().flatten();
            intros.push(match block.kind {
                BlockKind::Item if announces && index > blocks.start => Some(index - 1),
                BlockKind::Item => of_before,
                _ if block.inside => of_before,
                _ => None,
            });
        }
        let headings = numbered_headings(content, &scope);
        let mut bullets: BTreeMap<Option<usize>, (usize, usize)> = BTreeMap::new();
        for block in all.iter().filter(|block| block.kind == BlockKind::Item) {
            let counts = bullets.entry(block.section).or_default();
            counts.0 += 1;
            let first = content.words.get(content.words.within(&(block.text..block.span.end)).start);
            counts.1 += usize::from(first.is_some_and(|word| word.cues.any(cue::COMMAND)));
        }
        let first = blocks.start;
        let tables = BTreeMap::new();
        let mut reader =
            Self { content, scope, first, next_heading, table_head, intros, bullets, headings, tables };
        reader.tables = reader.tables(blocks);
        reader
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
                let kind = if level > first_level { StepType::Substep } else { self.optional(block) };
                Some(Found { start: block.span.start, text, number, kind, depth: usize::from(level), limit })
            }
            BlockKind::Item => self.item(index, block, before, open),
            BlockKind::Row => self.row(index, block),
            BlockKind::Paragraph => self.paragraph(index, block, before),
            BlockKind::Code | BlockKind::Rule => None,
        }
    }

    /// Whether a block stands under a heading or an announcement of prerequisites, in no step.
    fn is_prerequisite(&self, index: usize, block: &Block) -> bool {
        let announced = |intro: &Block| self.opens_prerequisites(intro) || self.requires(intro);
        (self.is_under(block, cue::PREREQ_TITLE) || self.intro(index).is_some_and(announced))
            && self.step_heading_above(block).is_none()
    }

    /// Whether the nearest heading above names this.
    fn is_under(&self, block: &Block, title: cue::Cues) -> bool {
        let Some(section) = self.content.section(block.section).filter(|_| !is_heading(block)) else {
            return false;
        };
        let words = self.content.words.slice(self.content.words.within(&section.title));
        let opens_before = title == cue::PREREQ_TITLE
            && words.first().is_some_and(|word| {
                let text = self.content.slice(&word.span());
                word.cues.any(cue::PREREQ_TITLE)
                    || crate::word::is_word(text, "before") && !self.commands(block)
            });
        (opens_before || words.iter().any(|word| word.cues.any(title)))
            && !words
                .iter()
                .any(|word| word.cues.any(cue::STEPS_TITLE) && title == cue::PREREQ_TITLE && words.len() > 3)
    }

    /// The paragraph that announces the list around the item `index`.
    fn intro(&self, index: usize) -> Option<&Block> {
        let at = self.intros.get(index - self.first).copied().flatten()?;
        self.content.blocks().get(at)
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

    /// Where the list around an item ends: at a heading or at text that is not in it.
    fn list_end(&self, block: &Block) -> usize {
        let behind = self.content.blocks_in(&(block.span.end..self.scope.end));
        let blocks = self.content.blocks().get(behind).unwrap_or_default();
        let ends = |next: &&Block| match next.kind {
            BlockKind::Heading(_) => true,
            BlockKind::Item => next.indent <= block.indent,
            // A fence right below a step belongs to it, indented or not.
            BlockKind::Code => false,
            _ => !next.inside && (next.parted || next.kind != BlockKind::Paragraph),
        };
        blocks.iter().find(ends).map_or(self.scope.end, |next| next.span.start)
    }

    /// Whether what is numbered are mere items, few of which are instructions, and nothing around says that they are steps.
    fn only_counts(&self, found: &[Found]) -> bool {
        let titles = self.content.sections.iter().map(|section| section.title.clone());
        let opening = self.content.blocks().first().map(|first| first.span.clone());
        let told = titles.chain(opening).any(|title| {
            let words = self.content.words.slice(self.content.words.within(&title));
            words.iter().take(16).any(|word| word.cues.any(cue::STEPS_TITLE.or(cue::PREREQ_TITLE)))
        });
        let orders = |step: &&Found| {
            let text = step.text..step.limit;
            self.orders(&text) || self.table_at(step.start).is_some() && self.does(&text)
        };
        let ordering = found.iter().filter(orders).count();
        let plain =
            |step: &Found| step.depth >= ITEMS && step.kind == StepType::Main && step.number.is_some();
        !told && found.len() >= 3 && ordering * 4 < found.len() && found.iter().all(plain)
    }

    fn orders(&self, span: &Range<usize>) -> bool {
        order::orders(self.content, span)
    }

    fn does(&self, span: &Range<usize>) -> bool {
        order::does(self.content, span)
    }

    /// Whether a block's text starts with a verb as an instruction does.
    fn commands(&self, block: &Block) -> bool {
        let first = self.content.words.within(&(block.text..block.span.end)).start;
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
        let line = text.lines().next().unwrap_or_default();
        let line = line.split(" |").next().unwrap_or_default();
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
