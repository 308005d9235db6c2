//! What the model of steps sees (H20): items, rows, headings and the sentences of paragraphs, each with what stands around it.

use super::number;
use crate::{
    dictionary::Dictionary,
    english::class::{self, COMMAND},
    model::{Feature, Layout, Terms, slots},
    recognize::{
        feature::{Features, section_around, sentences_of},
        shape,
    },
    text::{
        block::{Block, BlockKind, is_heading},
        document::ParsedContent,
        line::Marker,
    },
};
use std::ops::Range;

/// The labels of the model: what a line may be.
pub const LABELS: [&str; 5] = ["none", "main", "substep", "prerequisite", "optional"];

mod place {
    crate::names::names! {
        pub(crate) ALL:
        "first", "second", "third", "later", "inside-item" as INSIDE_ITEM, "head-of-table" as HEAD_OF_TABLE,
        "under-number" as UNDER_NUMBER, "under-nested-number" as UNDER_NESTED_NUMBER, "no-heading" as NO_HEADING,
        "first-number" as FIRST_NUMBER, "intro-with-colon" as INTRO_WITH_COLON,
        "previous-commands" as PREVIOUS_COMMANDS, "next-commands" as NEXT_COMMANDS,
    }
}
const NEXT: &[&str] = &["deeper", "shallower", "same"];
const SHARES: u32 = 4;
const COUNTS: u32 = 5;
/// Columns of indentation by two, and what kind of block has them.
const INDENTS: u32 = 4;

slots! {
    /// The slots of the model.
    SLOTS:
    WORD = "word", Terms::Words;
    FIRST = "first", Terms::Words;
    SECOND = "second", Terms::Words;
    HEADING = "heading", Terms::Words;
    ABOVE = "above", Terms::Words;
    INTRO = "intro", Terms::Words;
    CLASS_OF_FIRST = "class-of-first", Terms::Names(class::OF_LINES);
    CLASS_OF_SECOND = "class-of-second", Terms::Names(class::OF_LINES);
    BLOCK = "block", Terms::Names(shape::block::ALL);
    PREVIOUS = "previous", Terms::Names(shape::block::ALL);
    NEXT_BLOCK = "next", Terms::Names(shape::block::ALL);
    NEXT_ITEM = "next-item", Terms::Names(NEXT);
    PLACE = "place", Terms::Names(place::ALL);
    TITLE = "title", Terms::Names(number::NAMES);
    HOLDS = "holds", Terms::Names(shape::block::ALL);
    SIBLINGS = "siblings", Terms::Numbers(COUNTS);
    COMMANDS_IN_LIST = "commands-in-list", Terms::Numbers(SHARES);
    ITEMS_IN_LIST = "items-in-list", Terms::Numbers(COUNTS);
    COMMANDS_IN_SECTION = "commands-in-section", Terms::Numbers(SHARES);
    INDENT = "indent-of-item", Terms::Numbers(INDENTS);
    SHAPE = "shape", Terms::Names(shape::SHAPES);
    LENGTH = "length", Terms::Numbers(shape::LENGTHS);
}

/// So many words of a line are features.
const WORDS: usize = 25;
/// A command stands no farther behind the start of a line, in bytes: behind a mark or emphasis.
const LEAD: usize = 14;

/// A line that may be a step.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// Its block, by number.
    pub(super) block: usize,
    pub(super) span: Range<usize>,
    /// Whether it is the first of its block.
    pub(super) opens: bool,
    /// Where it starts, with the mark of the block that it opens.
    pub(super) start: usize,
    /// Whether it opens with a command.
    commands: bool,
}

/// Gives each unit of the body with its features, in order.
pub(super) fn units(content: &ParsedContent<'_>, layout: &Layout, take: &mut dyn FnMut(&Unit, &[Feature])) {
    let around = Around::new(content);
    let units = all(content);
    let mut features = Features::new(layout);
    let mut intro = content.words.slice(0..0);
    let mut introduced = false;
    for (place, unit) in units.iter().enumerate() {
        let Some(block) = content.blocks().get(unit.block) else { continue };
        let before = place.checked_sub(1).and_then(|place| units.get(place));
        // Behind a rule or heading, the paragraph before it introduces nothing.
        let first = before.map_or(0, |before| before.block + 1);
        let passed = content.blocks().get(first..=unit.block).unwrap_or_default();
        let parts = |block: &Block| is_heading(block) || block.kind == BlockKind::Rule;
        if unit.opens && passed.iter().any(parts) {
            (intro, introduced) = (content.words.slice(0..0), false);
        }
        features.clear();
        around.unit(&mut features, unit, block);
        if block.kind == BlockKind::Item {
            features.words(INTRO, intro);
            features.add_if(introduced, PLACE, place::INTRO_WITH_COLON);
        }
        let commands = |unit: Option<&Unit>| unit.is_some_and(|unit| unit.commands);
        features.add_if(commands(before), PLACE, place::PREVIOUS_COMMANDS);
        features.add_if(commands(units.get(place + 1)), PLACE, place::NEXT_COMMANDS);
        if block.kind == BlockKind::Paragraph {
            let first = units.get(..place).unwrap_or_default().iter().rev();
            let nth = first.take(3).take_while(|other| other.block == unit.block).count();
            features.add(PLACE, nth as u32);
            if !block.inside {
                intro = content.words_of(block).within(&unit.span);
                introduced = content.slice(&unit.span).ends_with(':');
            }
        }
        take(unit, features.all());
    }
}

/// All units of the body.
fn all(content: &ParsedContent<'_>) -> Vec<Unit> {
    let mut units = Vec::new();
    for (index, block) in content.blocks().iter().enumerate() {
        let mut add = |span: Range<usize>, opens, start| {
            if content.words_of(block).within(&span).len() > 0 {
                let commands = commands(content, block, &span);
                units.push(Unit { block: index, span, opens, start, commands });
            }
        };
        match block.kind {
            BlockKind::Code | BlockKind::Rule => {}
            BlockKind::Paragraph => {
                for (nth, span) in sentences_of(content, block).enumerate() {
                    let start = if nth == 0 { block.span().start } else { span.start };
                    add(span, nth == 0, start);
                }
            }
            _ => add(block.inner(), true, block.span().start),
        }
    }
    units
}

/// Whether a line of a block opens with a verb of instruction.
fn commands(content: &ParsedContent<'_>, block: &Block, span: &Range<usize>) -> bool {
    let first = content.words_of(block).from(span.start).first();
    first.is_some_and(|word| {
        let start = word.span().start;
        word.classes.any(COMMAND) && start < span.end && start - span.start < LEAD
    })
}

/// How many of some lines open with a command.
#[derive(Debug, Clone, Copy, Default)]
struct Commands {
    commands: usize,
    all: usize,
}

impl Commands {
    fn count(&mut self, commands: bool) {
        self.commands += usize::from(commands);
        self.all += 1;
    }

    /// None, less than half, less than all, all.
    const fn share(self) -> u32 {
        match self.commands {
            0 => 0,
            some if some * 2 < self.all => 1,
            some if some < self.all => 2,
            _ => 3,
        }
    }
}

/// What is so of a section as a whole.
#[derive(Default)]
struct OfSection {
    /// The kinds of blocks right in it, a bit for each.
    holds: u32,
    /// How many of its paragraphs and items open with a command.
    commands: Commands,
    /// How many sections of its level stand beside it, itself included.
    siblings: u32,
    /// Whether its title is numbered.
    is_numbered: bool,
}

/// What is so of sections and lists as a whole.
struct Around<'c, 'd> {
    content: &'c ParsedContent<'d>,
    sections: Vec<OfSection>,
    /// What stands above the first heading.
    opening: OfSection,
    lists: Vec<Commands>,
    /// The list of each block, for items.
    list_of: Vec<Option<usize>>,
}

impl<'c, 'd> Around<'c, 'd> {
    fn new(content: &'c ParsedContent<'d>) -> Self {
        let sections = &content.sections;
        let mut beside: Dictionary<(Option<usize>, u8), u32> = Dictionary::default();
        for section in sections {
            *beside.entry((section.parent(), section.level)).or_default() += 1;
        }
        let sections = sections.iter().map(|section| OfSection {
            siblings: beside.get(&(section.parent(), section.level)).copied().unwrap_or(0),
            is_numbered: number::of_title(content.slice(&section.title())).is_some(),
            ..OfSection::default()
        });
        let mut around = Self {
            content,
            sections: sections.collect(),
            opening: OfSection::default(),
            lists: Vec::new(),
            list_of: Vec::with_capacity(content.blocks().len()),
        };
        around.count();
        around
    }

    fn count(&mut self) {
        let content = self.content;
        // The lists that are open, by their column.
        let mut open: Dictionary<usize, usize> = Dictionary::default();
        for block in content.blocks() {
            let is_text = matches!(block.kind, BlockKind::Paragraph | BlockKind::Item);
            let commands = is_text && commands(content, block, &block.inner());
            if is_heading(block) || block.kind == BlockKind::Paragraph && !block.inside {
                open.clear();
            }
            let list = (block.kind == BlockKind::Item).then(|| {
                let lists = &mut self.lists;
                *open.entry(block.indent()).or_insert_with(|| {
                    lists.push(Commands::default());
                    lists.len() - 1
                })
            });
            if let Some(list) = list.and_then(|list| self.lists.get_mut(list)) {
                list.count(commands);
            }
            self.list_of.push(list);
            if is_text {
                let section = block.section().and_then(|section| self.sections.get_mut(section));
                section.unwrap_or(&mut self.opening).commands.count(commands);
            }
            let holder = section_around(content, block).and_then(|section| self.sections.get_mut(section));
            holder.unwrap_or(&mut self.opening).holds |= 1 << shape::kind(Some(block));
        }
    }

    /// What is so of a section, or of what stands above all.
    fn section(&self, index: Option<usize>) -> &OfSection {
        index.and_then(|index| self.sections.get(index)).unwrap_or(&self.opening)
    }

    fn unit(&self, features: &mut Features<'_>, unit: &Unit, block: &Block) {
        let content = self.content;
        let own = content.words_of(block).within(&unit.span);
        features.each_word(WORD, own.lead(WORDS));
        for (slot, class, word) in
            [(FIRST, CLASS_OF_FIRST, own.first()), (SECOND, CLASS_OF_SECOND, own.get(1))]
        {
            if let Some(word) = word {
                features.add(slot, word.number);
                features.classes(class, word.classes);
            }
        }
        let text = content.slice(&unit.span);
        features.bits(SHAPE, shape::shapes(text).into());
        features.add(LENGTH, shape::length(own.len()));
        features.add(BLOCK, shape::kind(Some(block)));
        let neighbour = |index: Option<usize>| index.and_then(|index| content.blocks().get(index));
        let (before, next) = (neighbour(unit.block.checked_sub(1)), neighbour(Some(unit.block + 1)));
        features.add(PREVIOUS, shape::kind(before));
        features.add(NEXT_BLOCK, shape::kind(next));
        features.add_if(block.inside, PLACE, place::INSIDE_ITEM);
        self.headings(features, block);
        match block.kind {
            BlockKind::Heading(_) => self.heading(features, block, text),
            BlockKind::Item => self.item(features, unit.block, block, next),
            BlockKind::Row if before.is_none_or(|before| before.kind != BlockKind::Row) => {
                features.add(PLACE, place::HEAD_OF_TABLE)
            }
            _ => {}
        }
        if block.kind != BlockKind::Item {
            features.add(COMMANDS_IN_SECTION, self.section(block.section()).commands.share());
        }
    }

    fn headings(&self, features: &mut Features<'_>, block: &Block) {
        let holder = section_around(self.content, block);
        features.headings(self.content, holder, HEADING, ABOVE);
        let Some(section) = self.content.section(holder) else {
            return features.add(PLACE, place::NO_HEADING);
        };
        features.add_if(self.section(holder).is_numbered, PLACE, place::UNDER_NUMBER);
        features.add_if(self.section(section.parent()).is_numbered, PLACE, place::UNDER_NESTED_NUMBER);
    }

    fn heading(&self, features: &mut Features<'_>, block: &Block, text: &str) {
        if let Some(title) = number::of_title(text) {
            features.add(TITLE, title.name);
        }
        let section = self.section(block.section());
        features.bits(HOLDS, section.holds.into());
        features.add(SIBLINGS, section.siblings.min(COUNTS - 1));
    }

    fn item(&self, features: &mut Features<'_>, index: usize, block: &Block, next: Option<&Block>) {
        features.add(INDENT, (block.indent() as u32 / 2).min(INDENTS - 1));
        let is_first = block.marker.and_then(Marker::number) == Some(1);
        features.add_if(is_first, PLACE, place::FIRST_NUMBER);
        if let Some(next) = next.filter(|next| next.kind == BlockKind::Item) {
            features.add(
                NEXT_ITEM,
                match next.indent() {
                    deeper if deeper > block.indent() => 0,
                    shallower if shallower < block.indent() => 1,
                    _ => 2,
                },
            );
        }
        let list = self.list_of.get(index).copied().flatten().and_then(|list| self.lists.get(list));
        if let Some(list) = list {
            features.add(COMMANDS_IN_LIST, list.share());
            features.add(ITEMS_IN_LIST, (list.all as u32 / 2).min(COUNTS - 1));
        }
    }
}
