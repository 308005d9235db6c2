//! What a document, or a part of it, shows of its kind: words by where they stand, and shapes by how common they are.
//!
//! Slots of words hold `log2(1 + count)` of each word, shortened to the length 1 as a whole: a long document shows no more
//! than a short one. Shapes are there or not.

use crate::{
    english::class,
    model::{Feature, Layout, Terms, UNKNOWN, slots},
    text::{
        block::{Block, BlockKind, is_heading},
        blocks::Blocks,
        document::ParsedContent,
        form::Form,
        line::Marker,
        time,
    },
};
use chunk_core::unicode;
use std::ops::Range;

slots! {
    /// The features of the model `kind`.
    SLOTS:
    WORD = "word", Terms::Words;
    TITLE = "title", Terms::Words;
    HEADING = "heading", Terms::Words;
    ITEM = "item", Terms::Words;
    OPENING = "opening", Terms::Words;
    INTRODUCTION = "introduction", Terms::Words;
    FOLDER = "folder", Terms::Words;
    FILE = "file", Terms::Words;
    WORD_CLASS = "class-of-word", CLASSES;
    TITLE_CLASS = "class-of-title", CLASSES;
    HEADING_CLASS = "class-of-heading", CLASSES;
    ITEM_CLASS = "class-of-item", CLASSES;
    OPENING_CLASS = "class-of-opening", CLASSES;
    LABEL_CLASS = "class-of-label", CLASSES;
    EXTENT = "extent", Terms::Names(&["document", "part"]);
    HEADINGS = "headings", SHARES;
    DATED_HEADINGS = "dated-headings", SHARES;
    NUMBERED_HEADINGS = "numbered-headings", SHARES;
    NUMBERED = "numbered", SHARES;
    BULLETED = "bulleted", SHARES;
    TASKS = "tasks", SHARES;
    DONE = "done", SHARES;
    NESTED = "nested", SHARES;
    ROWS = "rows", SHARES;
    CODE = "code", SHARES;
    LABELLED = "labelled", SHARES;
    STAMPED = "stamped", SHARES;
    QUESTIONS = "questions", SHARES;
}

/// Classes of words, those of grammar too.
const CLASSES: Terms = Terms::Names(class::ALL);

/// How many of the blocks (of the headings) are of a shape: more than this.
const SHARES: Terms =
    Terms::Names(&["some", "over 2%", "over 5%", "over 10%", "over 20%", "over 35%", "over 50%", "over 75%"]);

/// The same in thousandths.
const LEAST: [usize; 8] = [0, 20, 50, 100, 200, 350, 500, 750];

/// The value that weighs as it stands in the weights: what is 1 in a model of real numbers.
pub const ONE: i64 = 1024;

/// What a slot's words weigh together, in units of [`ONE`]. The fit has one penalty for all weights; so it matters.
const fn length_of(slot: usize) -> u64 {
    match slot {
        WORD => 8 * ONE as u64,
        ITEM | INTRODUCTION => 3 * ONE as u64 / 2,
        WORD_CLASS..=LABEL_CLASS => 2 * ONE as u64,
        _ => ONE as u64,
    }
}

/// What a shape weighs.
const SHAPE: i32 = ONE as i32 * 15 / 100;

/// How many of a text's first words count as its introduction, of those that the model knows.
const OF_INTRODUCTION: usize = 80;

/// Words of titles and headings are words of the text too, and count so often there.
const IN_TITLE: u32 = 4;
const IN_HEADING: u32 = 3;

/// Reads the features of a document and of its parts.
pub(crate) struct Reader<'c> {
    content: &'c ParsedContent<'c>,
    layout: &'c Layout,
    blocks: Blocks<'c>,
    forms: Counter,
    words: Counter,
    classes: Counter,
    features: Vec<Feature>,
}

impl<'c> Reader<'c> {
    pub(crate) fn new(content: &'c ParsedContent<'c>, layout: &'c Layout) -> Self {
        let forms = Counter::new(content.words.forms().len());
        let words = Counter::new(layout.vocabulary().len() as usize);
        let classes = Counter::new(class::ALL.len());
        Self { content, layout, blocks: content.blocks(), forms, words, classes, features: Vec::new() }
    }

    /// The features of the whole document. `path` may be left out.
    pub(crate) fn document(&mut self, path: Option<&str>) -> Vec<Feature> {
        self.read(&self.content.body(), self.content.field("title"), 0);
        if let Some(path) = path {
            self.path(path);
        }
        std::mem::take(&mut self.features)
    }

    /// The features of a part of its body.
    pub(crate) fn part(&mut self, span: &Range<usize>) -> Vec<Feature> {
        self.read(span, None, 1);
        std::mem::take(&mut self.features)
    }

    fn read(&mut self, span: &Range<usize>, named: Option<&str>, extent: u32) {
        self.blocks = self.content.blocks_in(span);
        let title = self.title();
        self.words(named, title);
        self.firsts();
        self.introduction();
        let labelled = self.labels();
        self.layout.add(&mut self.features, EXTENT, extent, ONE as i32);
        self.shapes(labelled);
    }

    /// The first heading of the first level, else the first one.
    fn title(&self) -> Option<usize> {
        let first = self.blocks.iter().position(|block| is_heading(&block))?;
        Some(self.blocks.iter().position(|block| block.kind == BlockKind::Heading(1)).unwrap_or(first))
    }

    fn words(&mut self, named: Option<&str>, title: Option<usize>) {
        let (named, is_title) = (named.unwrap_or_default(), |at: usize| Some(at) == title);
        self.meet_blocks(|at, block| match block.kind {
            BlockKind::Code => 0,
            _ if is_title(at) => IN_TITLE,
            BlockKind::Heading(_) => IN_HEADING,
            _ => 1,
        });
        self.meet_text(named, IN_TITLE);
        self.weigh(WORD);
        self.weigh_classes(WORD_CLASS);
        self.meet_blocks(|at, _| u32::from(is_title(at)));
        self.meet_text(named, 1);
        self.there(TITLE);
        self.weigh_classes(TITLE_CLASS);
        self.meet_blocks(|at, block| u32::from(is_heading(block) && !is_title(at)));
        self.weigh(HEADING);
        self.weigh_classes(HEADING_CLASS);
    }

    /// The first words of items and of paragraphs.
    fn firsts(&mut self) {
        for (slot, classes, kind) in
            [(ITEM, ITEM_CLASS, BlockKind::Item), (OPENING, OPENING_CLASS, BlockKind::Paragraph)]
        {
            for block in self.blocks.iter().filter(|block| block.kind == kind) {
                let mut words = self.content.words_of(&block).iter();
                let first = words.find(|word| word.span().start >= block.text());
                first.into_iter().for_each(|first| self.meet_form(&first, 1));
            }
            self.weigh(slot);
            self.weigh_classes(classes);
        }
    }

    /// The first words of the text, where a writer says what it is about.
    fn introduction(&mut self) {
        let is_text = |block: &Block| matches!(block.kind, BlockKind::Paragraph | BlockKind::Item);
        let words = self.blocks.iter().filter(is_text).flat_map(|block| self.content.words_of(&block).iter());
        let known = words.map(|word| word.number).filter(|number| *number != UNKNOWN);
        known.take(OF_INTRODUCTION).for_each(|number| self.words.meet(number, 1));
        self.weigh(INTRODUCTION);
    }

    /// What the words of labels are of: `Status: …`; how many there are.
    fn labels(&mut self) -> usize {
        let mut labelled = 0;
        for block in self.blocks.iter() {
            if matches!(block.kind, BlockKind::Paragraph | BlockKind::Item)
                && let Some(label) = block.label(self.content.text())
            {
                self.content
                    .words_of(&block)
                    .within(&label.name)
                    .iter()
                    .for_each(|word| self.meet_classes(&word, 1));
                labelled += 1;
            }
        }
        self.weigh_classes(LABEL_CLASS);
        labelled
    }

    fn path(&mut self, path: &str) {
        let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
        self.meet_text(folders, 1);
        self.there(FOLDER);
        self.meet_text(file.rsplit_once('.').map_or(file, |(stem, _)| stem), 1);
        self.there(FILE);
    }

    fn shapes(&mut self, labelled: usize) {
        // How many blocks are of each shape.
        let mut counts = [0; SLOTS.len()];
        for block in self.blocks.iter() {
            let text = self.content.text_of(&block);
            let is_dated = |text| time::dated_stamp(text).is_some() || time::opens_entry(text);
            let (is_heading, is_code) = (is_heading(&block), block.kind == BlockKind::Code);
            let is_item = block.kind == BlockKind::Item;
            let is_text = is_item || block.kind == BlockKind::Paragraph;
            let marker = block.marker.filter(|_| is_item);
            let is_numbered = matches!(marker, Some(Marker::Number { .. } | Marker::Letter(_)));
            let is_task = matches!(marker, Some(Marker::Task { .. }));
            let shapes = [
                (HEADINGS, is_heading),
                (DATED_HEADINGS, is_heading && is_dated(text)),
                (NUMBERED_HEADINGS, is_heading && text.starts_with(|c: char| c.is_ascii_digit())),
                (NUMBERED, is_numbered),
                (BULLETED, is_item && !is_numbered && !is_task),
                (TASKS, is_task),
                (DONE, matches!(marker, Some(Marker::Task { checked: true, .. }))),
                (NESTED, is_item && block.indent() >= 2),
                (ROWS, block.kind == BlockKind::Row),
                (CODE, is_code),
                (STAMPED, is_text && time::stamp_at_start(text).is_some()),
                (QUESTIONS, !is_code && unicode::trim_end(text).ends_with('?')),
            ];
            for (slot, _) in shapes.into_iter().filter(|(_, shows)| *shows) {
                counts.get_mut(slot).into_iter().for_each(|count| *count += 1);
            }
        }
        counts.get_mut(LABELLED).into_iter().for_each(|count| *count = labelled);
        let headings = counts.get(HEADINGS).copied().unwrap_or_default();
        for (slot, count) in counts.into_iter().enumerate().skip(HEADINGS) {
            let whole = match slot {
                DATED_HEADINGS | NUMBERED_HEADINGS => headings,
                _ => self.blocks.len(),
            };
            for (term, least) in (0..).zip(LEAST) {
                if count * 1000 > whole * least {
                    self.layout.add(&mut self.features, slot, term, SHAPE);
                }
            }
        }
    }

    /// Counts the words of each block so many times: first by their forms, of which there are fewer.
    fn meet_blocks(&mut self, times: impl Fn(usize, &Block) -> u32) {
        for (at, block) in self.blocks.iter().enumerate() {
            match times(at, &block) {
                0 => {}
                times => {
                    self.content.words_of(&block).iter().for_each(|word| self.forms.meet(word.form(), times))
                }
            }
        }
        for (form, times) in self.forms.take() {
            let form = self.content.words.forms().get(form as usize);
            form.into_iter().for_each(|form| self.meet_form(form, times));
        }
    }

    /// Counts the words of a text that stands outside the body.
    fn meet_text(&mut self, text: &str, times: u32) {
        let lower = unicode::lowercase(text);
        for word in lower.split(|c: char| !unicode::is_alphanumeric(c)) {
            self.words.meet(self.layout.vocabulary().number(word), times);
        }
    }

    fn meet_form(&mut self, form: &Form, times: u32) {
        self.words.meet(form.number, times);
        self.meet_classes(form, times);
    }

    fn meet_classes(&mut self, form: &Form, times: u32) {
        form.classes.numbers().for_each(|class| self.classes.meet(class, times));
    }

    /// Each word that was met is there, however often.
    fn there(&mut self, slot: usize) {
        for (number, _) in self.words.take() {
            self.layout.add(&mut self.features, slot, number, ONE as i32);
        }
    }

    /// The words that were met.
    fn weigh(&mut self, slot: usize) {
        let met = self.words.take();
        self.add_direction(slot, &met);
    }

    /// The classes of the words that were met.
    fn weigh_classes(&mut self, slot: usize) {
        let met = self.classes.take();
        self.add_direction(slot, &met);
    }

    /// How often each term was met, as a direction of the slot's length.
    fn add_direction(&mut self, slot: usize, met: &[(u32, u32)]) {
        let squares: u64 = met.iter().map(|&(_, count)| magnitude(count).pow(2)).sum();
        let norm = squares.isqrt().max(1);
        self.features.reserve(met.len());
        for &(term, count) in met {
            let value = length_of(slot) * magnitude(count) / norm;
            self.layout.add(&mut self.features, slot, term, value as i32);
        }
    }
}

/// How often each term of a slot was met, and which ones.
struct Counter {
    counts: Vec<u32>,
    met: Vec<u32>,
}

impl Counter {
    fn new(terms: usize) -> Self {
        Self { counts: vec![0; terms], met: Vec::new() }
    }

    /// Counts a term; one that the slot does not have, such as an unknown word, has no place in it.
    fn meet(&mut self, term: u32, times: u32) {
        let Some(count) = self.counts.get_mut(term as usize) else { return };
        if *count == 0 {
            self.met.push(term);
        }
        *count += times;
    }

    /// What was met, and how often: from here on, nothing was.
    fn take(&mut self) -> Vec<(u32, u32)> {
        let mut count =
            |term: u32| self.counts.get_mut(term as usize).map(std::mem::take).unwrap_or_default();
        self.met.drain(..).map(|term| (term, count(term))).collect()
    }
}

/// 256 · log2(1 + count), straight between whole powers of two.
fn magnitude(count: u32) -> u64 {
    let x = u64::from(count) + 1;
    let whole = x.ilog2();
    (u64::from(whole) << 8) + ((x << 8) >> whole) - 256
}
