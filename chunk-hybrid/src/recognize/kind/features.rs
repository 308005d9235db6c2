//! The features by which a document, or a part of it, shows its kind: words and their classes by where they stand, and shapes (what
//! blocks look like) by how common they are.
//!
//! In a slot of words, the value of each is `log2(1 + count)`, and all values are scaled so that their vector has a fixed norm: a long
//! document does not show more than a short one. Shapes are there or not.

use crate::english::class;
use crate::model::{Feature, Layout, Terms, slots};
use crate::text::{Block, BlockKind, Marker, ParsedContent, Word, is_heading};
use chunk_core::unicode;
use std::ops::Range;

slots! {
    /// The features of the model `kind`.
    SLOTS:
    WORD = "word", Terms::Words;
    TITLE = "title", Terms::Words;
    HEADING = "heading", Terms::Words;
    WORD_CLASS = "class-of-word", CLASSES;
    TITLE_CLASS = "class-of-title", CLASSES;
    HEADING_CLASS = "class-of-heading", CLASSES;
    ITEM_CLASS = "class-of-item", CLASSES;
    OPENING_CLASS = "class-of-opening", CLASSES;
    LABEL_CLASS = "class-of-label", CLASSES;
    EXTENT = "extent", Terms::Names(&["document", "part"]);
    HEADINGS = "headings", SHARES;
    NUMBERED = "numbered", SHARES;
    STAMPED = "stamped", SHARES;
}

/// All classes of words.
const CLASSES: Terms = Terms::Names(class::ALL);

/// Which share of the blocks has a shape. All terms that are true are features.
const SHARES: Terms =
    Terms::Names(&["some", "over 2%", "over 5%", "over 10%", "over 20%", "over 35%", "over 50%", "over 75%"]);

/// The same shares in thousandths.
const LEAST_SHARES: [usize; 8] = [0, 20, 50, 100, 200, 350, 500, 750];

/// The value that stands for 1: features of this model have values in units of 1/1024.
pub const ONE: i64 = 1024;

/// The norm of a slot's values. It matters, since the fit has one penalty for all weights: slots with a larger norm count for more.
const fn norm_of(slot: usize) -> u64 {
    match slot {
        WORD => 8 * ONE as u64,
        WORD_CLASS..=LABEL_CLASS => 2 * ONE as u64,
        _ => ONE as u64,
    }
}

/// The value of a shape that is there.
const SHAPE: i32 = ONE as i32 * 15 / 100;

/// In the slot of all words, each word of the title counts this many times, …
const IN_TITLE: u32 = 4;
/// … and each word of another heading this many times.
const IN_HEADING: u32 = 3;

/// Reads the features of a document and of its parts.
pub(crate) struct Reader<'c> {
    content: &'c ParsedContent<'c>,
    layout: &'c Layout,
    /// The blocks of the part at hand.
    blocks: &'c [Block],
    /// Counts of words by their numbers in the vocabulary, and of classes. Empty between two slots.
    words: Counter,
    classes: Counter,
    /// Those of the part at hand.
    features: Vec<Feature>,
}

impl<'c> Reader<'c> {
    pub(crate) fn new(content: &'c ParsedContent<'c>, layout: &'c Layout) -> Self {
        let words = Counter(vec![0; layout.vocabulary().len() as usize]);
        let classes = Counter(vec![0; class::ALL.len()]);
        Self { content, layout, blocks: content.blocks(), words, classes, features: Vec::new() }
    }

    /// The features of the whole document.
    pub(crate) fn document(&mut self) -> Vec<Feature> {
        self.read(&self.content.body(), self.content.field("title"), 0);
        std::mem::take(&mut self.features)
    }

    /// The features of a part of the body.
    pub(crate) fn part(&mut self, span: &Range<usize>) -> Vec<Feature> {
        self.read(span, None, 1);
        std::mem::take(&mut self.features)
    }

    fn read(&mut self, span: &Range<usize>, named: Option<&str>, extent: u32) {
        self.blocks = self.content.blocks_in(span);
        let title = self.title();
        self.words(named, title);
        self.first_words();
        self.labels();
        self.layout.add(&mut self.features, EXTENT, extent, ONE as i32);
        self.shapes();
    }

    /// The index of the title: the first heading of level 1, else the first heading.
    fn title(&self) -> Option<usize> {
        let first = self.blocks.iter().position(is_heading)?;
        Some(self.blocks.iter().position(|block| block.kind == BlockKind::Heading(1)).unwrap_or(first))
    }

    fn words(&mut self, named: Option<&str>, title: Option<usize>) {
        let (named, is_title) = (named.unwrap_or_default(), |at: usize| Some(at) == title);
        self.count_blocks(|at, block| match block.kind {
            BlockKind::Code => 0,
            _ if is_title(at) => IN_TITLE,
            BlockKind::Heading(_) => IN_HEADING,
            _ => 1,
        });
        self.count_text(named, IN_TITLE);
        self.add_words(WORD);
        self.add_classes(WORD_CLASS);
        self.count_blocks(|at, _| u32::from(is_title(at)));
        self.count_text(named, 1);
        self.add_present(TITLE);
        self.add_classes(TITLE_CLASS);
        self.count_blocks(|at, block| u32::from(is_heading(block) && !is_title(at)));
        self.add_words(HEADING);
        self.add_classes(HEADING_CLASS);
    }

    /// The classes of the first words of items and of paragraphs.
    fn first_words(&mut self) {
        for (classes, kind) in [(ITEM_CLASS, BlockKind::Item), (OPENING_CLASS, BlockKind::Paragraph)] {
            for block in self.blocks.iter().filter(|block| block.kind == kind) {
                let mut words = self.content.words_of(block).iter();
                if let Some(first) = words.find(|word| word.start >= block.text) {
                    self.count_classes(&first, 1);
                }
            }
            self.add_classes(classes);
        }
    }

    /// The classes of the words of labels (`Status: …`).
    fn labels(&mut self) {
        for block in self.blocks.iter() {
            if matches!(block.kind, BlockKind::Paragraph | BlockKind::Item)
                && let Some(label) = block.label
            {
                for word in self.content.words_of(block).within(&label.name()).iter() {
                    self.count_classes(&word, 1);
                }
            }
        }
        self.add_classes(LABEL_CLASS);
    }

    fn shapes(&mut self) {
        let marker = |block: &Block| block.marker.filter(|_| block.kind == BlockKind::Item);
        let is_text = |block: &Block| matches!(block.kind, BlockKind::Paragraph | BlockKind::Item);
        let shape_of = |block: &Block| match marker(block) {
            Some(Marker::Number { .. } | Marker::Letter(_)) => NUMBERED,
            _ if is_heading(block) => HEADINGS,
            _ => SLOTS.len(),
        };
        let is_stamped = |block: &Block| is_text(block) && block.stamp.is_some();
        let of_shape = |slot: usize| self.blocks.iter().filter(|block| shape_of(block) == slot).count();
        let stamped = self.blocks.iter().filter(|block| is_stamped(block)).count();
        let counts = [HEADINGS, NUMBERED].map(|slot| (slot, of_shape(slot)));
        for (slot, count) in counts.into_iter().chain([(STAMPED, stamped)]) {
            for (term, least) in (0..).zip(LEAST_SHARES) {
                if count * 1000 > self.blocks.len() * least {
                    self.layout.add(&mut self.features, slot, term, SHAPE);
                }
            }
        }
    }

    /// Counts each word of a block as often as `times` says.
    fn count_blocks(&mut self, times: impl Fn(usize, &Block) -> u32) {
        for (index, block) in self.blocks.iter().enumerate() {
            let times = times(index, block);
            if times > 0 {
                self.content.words_of(block).iter().for_each(|word| self.count_word(&word, times));
            }
        }
    }

    /// Counts the words of a text outside of the body.
    fn count_text(&mut self, text: &str, times: u32) {
        let lower = unicode::lowercase(text);
        for word in lower.split(|c: char| !unicode::is_alphanumeric(c)) {
            self.words.add(self.layout.vocabulary().number(word), times);
        }
    }

    fn count_word(&mut self, word: &Word, times: u32) {
        self.words.add(word.number, times);
        self.count_classes(word, times);
    }

    fn count_classes(&mut self, word: &Word, times: u32) {
        word.classes.numbers().for_each(|class| self.classes.add(class, times));
    }

    /// Adds each word that was counted, with the value 1 however often it was.
    fn add_present(&mut self, slot: usize) {
        for (number, _) in self.words.take() {
            self.layout.add(&mut self.features, slot, number, ONE as i32);
        }
    }

    /// Adds the words that were counted.
    fn add_words(&mut self, slot: usize) {
        let counts = self.words.take();
        self.add_scaled(slot, counts);
    }

    /// Adds the classes that were counted.
    fn add_classes(&mut self, slot: usize) {
        let counts = self.classes.take();
        self.add_scaled(slot, counts);
    }

    /// Adds terms by their counts, scaled to the norm of the slot.
    fn add_scaled(&mut self, slot: usize, counts: Vec<(u32, u32)>) {
        let squares: u64 = counts.iter().map(|&(_, count)| magnitude(count).pow(2)).sum();
        let norm = squares.isqrt().max(1);
        self.features.reserve(counts.len());
        for (term, count) in counts {
            let value = norm_of(slot) * magnitude(count) / norm;
            self.layout.add(&mut self.features, slot, term, value as i32);
        }
    }
}

/// How often each term was counted, by its number.
struct Counter(Vec<u32>);

impl Counter {
    /// Counts a term. One that there is no count for, such as an unknown word, is ignored.
    fn add(&mut self, term: u32, times: u32) {
        self.0.get_mut(term as usize).into_iter().for_each(|count| *count += times);
    }

    /// Gives each term that was counted with its count, and starts again from nothing.
    fn take(&mut self) -> Vec<(u32, u32)> {
        let counts = (0..).zip(self.0.iter_mut().map(std::mem::take));
        counts.filter(|(_, count)| *count > 0).collect()
    }
}

/// 256 · log2(1 + count), interpolated linearly between powers of two.
fn magnitude(count: u32) -> u64 {
    let x = u64::from(count) + 1;
    let whole = x.ilog2();
    (u64::from(whole) << 8) + ((x << 8) >> whole) - 256
}
