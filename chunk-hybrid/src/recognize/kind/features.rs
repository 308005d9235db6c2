//! The features by which a document, or a part of it, shows its kind: words and their classes by where they stand, and shapes (what
//! blocks look like) by how common they are.
//!
//! In a slot of words, the value of each is `log2(1 + count)`, and all values are scaled so that their vector has a fixed norm: a long
//! document does not show more than a short one. Shapes are there or not.

use crate::english::class;
use crate::model::{Feature, Layout, Slot, Terms};
use crate::text::{Block, BlockKind, Marker, ParsedContent, Word, is_heading};
use chunk_core::unicode;
use std::ops::Range;

/// All classes of words.
const CLASSES: Terms = Terms::Names(class::ALL);

/// Which share of the blocks has a shape. All terms that are true are features.
const SHARES: Terms =
    Terms::Names(&["some", "over 2%", "over 5%", "over 10%", "over 20%", "over 35%", "over 50%", "over 75%"]);

/// The same shares in thousandths.
const LEAST_SHARES: [usize; 8] = [0, 20, 50, 100, 200, 350, 500, 750];

/// The value that stands for 1: features of this model have values in units of 1/1024.
pub const ONE: i64 = 1024;

/// The values of the terms of a slot.
enum Values {
    /// By how often each was counted, scaled to this norm. It matters, since the fit has one penalty for all weights: slots with a larger
    /// norm count for more.
    Norm(i64),
    /// Of each that was counted the same.
    Each(i64),
}
use Values::{Each, Norm};

/// The value of a shape that is there.
const SHAPE: Values = Each(ONE * 15 / 100);

/// In the slot of all words, each word of the title counts this many times, …
const IN_TITLE: u32 = 4;
/// … and each word of another heading this many times.
const IN_HEADING: u32 = 3;

/// Counts a term of a slot so many times.
type Count<'c> = dyn FnMut(u32, u32) + 'c;

type Row = (&'static str, Terms, Values, fn(&Seen<'_>, &mut Count<'_>));

/// The slots of the model, and what a document has in each.
const SLOTS: &[Row] = &[
    ("word", Terms::Words, Norm(8 * ONE), |own, count| {
        numbers(own.all(), count);
        own.named.iter().for_each(|word| count(*word, IN_TITLE));
    }),
    ("title", Terms::Words, Each(ONE), |own, count| {
        numbers(own.title(), count);
        own.named.iter().for_each(|word| count(*word, 1));
    }),
    ("heading", Terms::Words, Norm(ONE), |own, count| numbers(own.headings(), count)),
    ("class-of-word", CLASSES, Norm(2 * ONE), |own, count| classes(own.all(), count)),
    ("class-of-title", CLASSES, Norm(2 * ONE), |own, count| classes(own.title(), count)),
    ("class-of-heading", CLASSES, Norm(2 * ONE), |own, count| classes(own.headings(), count)),
    ("class-of-item", CLASSES, Norm(2 * ONE), |own, count| {
        classes(own.first_words(BlockKind::Item), count);
    }),
    ("class-of-opening", CLASSES, Norm(2 * ONE), |own, count| {
        classes(own.first_words(BlockKind::Paragraph), count);
    }),
    ("class-of-label", CLASSES, Norm(2 * ONE), |own, count| classes(own.labels(), count)),
    ("extent", Terms::Names(&["document", "part"]), Each(ONE), |own, count| count(own.extent, 1)),
    ("headings", SHARES, SHAPE, |own, count| own.share(count, is_heading)),
    ("numbered", SHARES, SHAPE, |own, count| own.share(count, is_numbered)),
    ("stamped", SHARES, SHAPE, |own, count| {
        own.share(count, |block| block.is_text() && block.stamp.is_some());
    }),
];

/// The slots of the model, by their names.
pub fn slots() -> impl Iterator<Item = Slot> {
    SLOTS.iter().map(|&(name, terms, ..)| Slot { name, terms })
}

/// The features of a document, or of the part of its body at `part`.
#[must_use]
pub fn features(content: &ParsedContent<'_>, layout: &Layout, part: Option<&Range<usize>>) -> Vec<Feature> {
    let blocks = part.map_or(content.blocks(), |span| content.blocks_in(span));
    let of_level_1 = blocks.iter().find(|block| block.kind == BlockKind::Heading(1));
    let title = of_level_1.or_else(|| blocks.iter().find(|block| is_heading(block)));
    let named = content.field("title").filter(|_| part.is_none()).unwrap_or_default();
    let named = unicode::lowercase(named);
    let named = named.split(|c: char| !unicode::is_alphanumeric(c));
    let seen = Seen {
        content,
        blocks,
        title: title.map(|title| title.number),
        named: named.map(|word| layout.vocabulary().number(word)).collect(),
        extent: u32::from(part.is_some()),
    };
    let mut features = Vec::new();
    for (slot, (_, _, values, find)) in SLOTS.iter().enumerate() {
        let mut counts: Vec<u32> = vec![0; layout.numbers(slot).len()];
        find(&seen, &mut |term, times| {
            counts.get_mut(term as usize).into_iter().for_each(|count| *count += times);
        });
        let counts: Vec<(u32, u32)> = (0..).zip(counts).filter(|(_, count)| *count > 0).collect();
        let squares: u64 = counts.iter().map(|(_, count)| magnitude(*count).pow(2)).sum();
        let norm = squares.isqrt().max(1) as i64;
        for (term, count) in counts {
            let value = match *values {
                Norm(all) => all * magnitude(count) as i64 / norm,
                Each(value) => value,
            };
            let number = layout.number(slot, term);
            features.extend(number.map(|number| Feature { number, value: value as i32 }));
        }
    }
    features
}

/// A document or a part of it.
struct Seen<'c> {
    content: &'c ParsedContent<'c>,
    blocks: &'c [Block],
    /// The number of the block that is the title: the first heading of level 1, else the first heading.
    title: Option<usize>,
    /// The words of the title in the frontmatter, by their numbers in the vocabulary.
    named: Vec<u32>,
    /// Whether it is a part: 1, or 0 for a whole document.
    extent: u32,
}

impl<'c> Seen<'c> {
    fn is_title(&self, block: &Block) -> bool {
        self.title == Some(block.number)
    }

    /// The words of the blocks, each as often as `times` says of its block.
    fn words(&self, times: impl Fn(&Block) -> u32) -> impl Iterator<Item = (Word, u32)> {
        let counted =
            self.blocks.iter().map(move |block| (block, times(block))).filter(|(_, times)| *times > 0);
        counted.flat_map(|(block, times)| self.content.words_of(block).iter().map(move |word| (word, times)))
    }

    fn all(&self) -> impl Iterator<Item = (Word, u32)> {
        self.words(|block| match block.kind {
            BlockKind::Code => 0,
            _ if self.is_title(block) => IN_TITLE,
            BlockKind::Heading(_) => IN_HEADING,
            _ => 1,
        })
    }

    fn title(&self) -> impl Iterator<Item = (Word, u32)> {
        self.words(|block| self.is_title(block).into())
    }

    fn headings(&self) -> impl Iterator<Item = (Word, u32)> {
        self.words(|block| (is_heading(block) && !self.is_title(block)).into())
    }

    /// The first words of blocks of a kind.
    fn first_words(&self, kind: BlockKind) -> impl Iterator<Item = (Word, u32)> {
        let blocks = self.blocks.iter().filter(move |block| block.kind == kind);
        blocks.filter_map(|block| Some((self.content.words_of(block).from(block.text).first()?, 1)))
    }

    /// The words of labels (`Status: …`).
    fn labels(&self) -> impl Iterator<Item = (Word, u32)> {
        let labels = self
            .blocks
            .iter()
            .filter(|block| block.is_text())
            .filter_map(|block| Some((block, block.label?)));
        labels.flat_map(|(block, label)| {
            self.content.words_of(block).within(&label.name()).iter().map(|word| (word, 1))
        })
    }

    /// Counts the shares that the blocks of a shape have at least.
    fn share(&self, count: &mut Count<'_>, is_of_shape: impl Fn(&Block) -> bool) {
        let own = self.blocks.iter().filter(|block| is_of_shape(block)).count();
        let reached = (0..).zip(LEAST_SHARES).filter(|(_, least)| own * 1000 > self.blocks.len() * least);
        reached.for_each(|(share, _)| count(share, 1));
    }
}

/// Counts the numbers of words in the vocabulary.
fn numbers(words: impl Iterator<Item = (Word, u32)>, count: &mut Count<'_>) {
    words.for_each(|(word, times)| count(word.number, times));
}

/// Counts the classes of words.
fn classes(words: impl Iterator<Item = (Word, u32)>, count: &mut Count<'_>) {
    words.for_each(|(word, times)| word.classes.numbers().for_each(|class| count(class, times)));
}

/// Whether a block is an item with a number or letter.
const fn is_numbered(block: &Block) -> bool {
    let is_item = matches!(block.kind, BlockKind::Item);
    is_item && matches!(block.marker, Some(Marker::Number { .. } | Marker::Letter))
}

/// 256 · log2(1 + count), interpolated linearly between powers of two.
fn magnitude(count: u32) -> u64 {
    let x = u64::from(count) + 1;
    let whole = x.ilog2();
    (u64::from(whole) << 8) + ((x << 8) >> whole) - 256
}
