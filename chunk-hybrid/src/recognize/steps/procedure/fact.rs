//! What is so of a document's blocks, whatever part of it is looked at: the whole is read for steps and each part again.

use super::{Found, numbered::Title, sequence::Marked, series::Member};
use crate::recognize::reading::Reading;
use crate::{
    english::{cue, word_list::words},
    text::{
        block::{Block, BlockKind, Section},
        line_end,
    },
};
use std::{cell::OnceCell, ops::Range};

/// What is found when it is first asked for, in the order of the text.
#[derive(Debug)]
pub(crate) struct Facts {
    blocks: Vec<Fact>,
    /// What stands in no section comes first.
    sections: Vec<SectionFact>,
    /// Whether a title or the first block names steps or prerequisites.
    pub(super) names_steps: bool,
    pub(super) titles: OnceCell<Vec<Title>>,
    /// The rows of tables that are steps.
    pub(super) rows: OnceCell<Vec<Found>>,
    lines: OnceCell<Vec<Line>>,
    pub(super) members: OnceCell<Vec<Member>>,
    pub(super) marked: OnceCell<Vec<Marked>>,
    /// The lines of paragraphs that may be instructions, and whether they are.
    pub(super) instructions: OnceCell<Vec<(Line, bool)>>,
}

/// What is so of a block.
#[derive(Debug, Default)]
pub(super) struct Fact {
    /// Of an item, the paragraph or the title without a mark that its list stands under: `Before you start, check that:`.
    pub(super) intro: Option<usize>,
    pub(super) orders: OnceCell<bool>,
    pub(super) is_optional: OnceCell<bool>,
    pub(super) requires: OnceCell<bool>,
    pub(super) announces: OnceCell<bool>,
}

/// What is so of a section: what its title names, and the bullets right in it.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct SectionFact {
    pub(super) steps: bool,
    pub(super) prerequisites: bool,
    /// `Before the first run`: prerequisites, unless they are commands.
    pub(super) before: bool,
    pub(super) bullets: usize,
    /// The bullets that are instructions.
    pub(super) instructing: usize,
}

/// A line of a paragraph or a heading.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) block: usize,
    pub(super) span: Range<usize>,
}

impl Facts {
    pub(super) fn new(content: &Reading<'_>) -> Self {
        let of_title = |section: &Section| SectionFact::of_title(content, section);
        let mut sections = vec![SectionFact::default()];
        sections.extend(content.sections.iter().map(of_title));
        let mut blocks: Vec<Fact> = Vec::with_capacity(content.blocks().len());
        let mut before: Option<&Block> = None;
        for (index, block) in content.blocks().iter().enumerate() {
            let is_item = block.kind == BlockKind::Item;
            let announced = is_item && before.is_some_and(|before| is_intro(content, before, block));
            let intro = match blocks.last() {
                Some(_) if announced => index.checked_sub(1),
                Some(before) if is_item || block.inside => before.intro,
                _ => None,
            };
            if is_item && let Some(section) = sections.get_mut(place(block.section)) {
                let first = content.words.get(content.first_word(block));
                section.bullets += 1;
                section.instructing += usize::from(first.is_some_and(|word| word.cues.any(cue::COMMAND)));
            }
            blocks.push(Fact { intro, ..Fact::default() });
            before = Some(block);
        }
        let titles = content.sections.iter().map(|section| content.words.within(&section.title));
        let opening = content.blocks().first().map(|first| first.words.clone());
        let names_steps = titles.chain(opening).any(|words| {
            let words = content.words.slice(words).iter().take(16);
            words.into_iter().any(|word| word.cues.any(cue::STEPS_TITLE.or(cue::PREREQ_TITLE)))
        });
        Self {
            blocks,
            sections,
            names_steps,
            titles: OnceCell::new(),
            rows: OnceCell::new(),
            lines: OnceCell::new(),
            members: OnceCell::new(),
            marked: OnceCell::new(),
            instructions: OnceCell::new(),
        }
    }

    pub(super) fn block(&self, index: usize) -> Option<&Fact> {
        self.blocks.get(index)
    }

    pub(super) fn section(&self, section: Option<usize>) -> SectionFact {
        self.sections.get(place(section)).copied().unwrap_or_default()
    }

    /// The lines of paragraphs and headings that belong to no item.
    pub(super) fn lines(&self, content: &Reading<'_>) -> &[Line] {
        self.lines.get_or_init(|| {
            let is_text = |block: &Block| {
                matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading(_)) && !block.inside
            };
            let blocks = content.blocks().iter().enumerate().filter(|(_, block)| is_text(block));
            let lines = blocks.flat_map(|(index, block)| {
                let lines = line_end::lines(content.slice(&(block.text..block.span.end)));
                let at = |line: Range<usize>| block.text + line.start..block.text + line.end;
                lines.map(move |line| Line { block: index, span: at(line) })
            });
            lines.collect()
        })
    }
}

/// Where a section stands among those that facts are known of.
fn place(section: Option<usize>) -> usize {
    section.map_or(0, |section| section + 1)
}

/// Whether the block before an item announces its list.
fn is_intro(content: &Reading<'_>, before: &Block, item: &Block) -> bool {
    if before.kind != BlockKind::Paragraph {
        return false;
    }
    let text = content.slice(&before.span).trim_end();
    let is_title = !item.parted && before.words.len() <= 8 && text.ends_with(char::is_alphanumeric);
    text.ends_with(':') || is_title
}

impl SectionFact {
    fn of_title(content: &Reading<'_>, section: &Section) -> Self {
        let words = content.words.slice(content.words.within(&section.title));
        let names = |cues: cue::Cues| words.iter().any(|word| word.cues.any(cues));
        let steps = names(cue::STEPS_TITLE);
        // `Steps to take when materials are missing`
        let tells_steps = steps && words.len() > 3;
        let before = words
            .first()
            .is_some_and(|word| words!["before"].holds(word.sign, || content.slice(&word.span())));
        Self {
            steps,
            prerequisites: !tells_steps && names(cue::PREREQ_TITLE),
            before: !tells_steps && before,
            ..Self::default()
        }
    }
}

/// Those of `all` that stand in `blocks`.
pub(super) fn among<'f, T>(all: &'f [T], blocks: &Range<usize>, block: impl Fn(&T) -> usize) -> &'f [T] {
    let start = all.partition_point(|one| block(one) < blocks.start);
    let end = all.partition_point(|one| block(one) < blocks.end);
    all.get(start..end).unwrap_or_default()
}
