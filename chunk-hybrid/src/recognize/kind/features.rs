//! The features by which a document, or a part of it, shows its kind: words and their classes by where they stand, and shapes (what
//! blocks look like) by how common they are.
//!
//! In a slot of words, the value of each is `log2(1 + count)`, and all values are scaled so that their vector has a fixed norm: a long
//! document does not show more than a short one. Shapes are there or not.

use crate::english::class::ALL;
use crate::model::{Feature, Term, Vocabulary};
use crate::recognize::feature::Found;
use crate::text::{Block, BlockKind, Marker, ParsedContent, WordSlice, is_heading};
use chunk_core::unicode;
use std::ops::Range;

/// Which share of the blocks has a shape, in thousandths. All that are true are features.
const SHARES: [(usize, &str); 8] = [
    (0, "some"),
    (20, "over 2%"),
    (50, "over 5%"),
    (100, "over 10%"),
    (200, "over 20%"),
    (350, "over 35%"),
    (500, "over 50%"),
    (750, "over 75%"),
];

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
const IN_TITLE: usize = 4;
/// … and each word of another heading this many times.
const IN_HEADING: usize = 3;

type Row = (&'static str, Values, fn(&Seen<'_>, &mut Found));

/// The slots of the model, and what a document has in each.
const SLOTS: &[Row] = &[
    ("word", Norm(8 * ONE), |own, found| {
        own.text(|words| found.words(words));
        (0..IN_TITLE).for_each(|_| found.numbers(own.named.iter().copied()));
    }),
    ("title", Each(ONE), |own, found| {
        own.title(|words| found.words(words));
        found.numbers(own.named.iter().copied());
    }),
    ("heading", Norm(ONE), |own, found| own.headings(|words| found.words(words))),
    ("class-of-word", Norm(2 * ONE), |own, found| own.text(|words| found.classes(words, ALL))),
    ("class-of-title", Norm(2 * ONE), |own, found| own.title(|words| found.classes(words, ALL))),
    ("class-of-heading", Norm(2 * ONE), |own, found| own.headings(|words| found.classes(words, ALL))),
    ("class-of-item", Norm(2 * ONE), |own, found| own.first_words(BlockKind::Item, found)),
    ("class-of-opening", Norm(2 * ONE), |own, found| own.first_words(BlockKind::Paragraph, found)),
    ("class-of-label", Norm(2 * ONE), |own, found| {
        own.blocks.iter().for_each(|block| found.classes(own.content.words_of_label(block), ALL));
    }),
    ("extent", Each(ONE), |own, found| found.name(own.extent)),
    ("headings", SHAPE, |own, found| own.share(found, is_heading)),
    ("numbered", SHAPE, |own, found| own.share(found, is_numbered)),
    ("stamped", SHAPE, |own, found| own.share(found, |block| block.is_text() && block.stamp.is_some())),
];

/// The features of a document, or of the part of its body at `part`.
#[must_use]
pub fn features(
    content: &ParsedContent<'_>,
    vocabulary: &Vocabulary,
    part: Option<&Range<usize>>,
) -> Vec<Feature> {
    let blocks = part.map_or(content.blocks(), |span| content.blocks_in(span));
    let of_level_1 = blocks.iter().find(|block| block.kind == BlockKind::Heading(1));
    let title = of_level_1.or_else(|| blocks.iter().find(|block| is_heading(block)));
    let named = content.field("title").filter(|_| part.is_none()).unwrap_or_default();
    let named = unicode::lowercase(named);
    let named = named.split(|c: char| !unicode::is_alphanumeric(c)).map(|word| vocabulary.number(word));
    let seen = Seen {
        content,
        blocks,
        title: title.map(|title| title.number),
        named: named.collect(),
        extent: if part.is_some() { "part" } else { "document" },
    };
    let (mut features, mut found) = (Vec::new(), Found::default());
    for (slot, values, find) in SLOTS {
        find(&seen, &mut found);
        let mut counts: Vec<(Term, usize)> = Vec::new();
        found.counts(|term, count| counts.push((term, count)));
        let squares: u64 = counts.iter().map(|(_, count)| magnitude(*count).pow(2)).sum();
        let norm = squares.isqrt().max(1) as i64;
        features.extend(counts.into_iter().map(|(term, count)| {
            let value = match values {
                Norm(all) => all * magnitude(count) as i64 / norm,
                Each(value) => *value,
            };
            Feature { slot, term, value: value as i32 }
        }));
    }
    features
}

/// A document or a part of it.
struct Seen<'c> {
    content: &'c ParsedContent<'c>,
    blocks: &'c [Block],
    /// The number of the block that is the title: the first heading of level 1, else the first heading.
    title: Option<usize>,
    /// The words of the title in the frontmatter, by their numbers.
    named: Vec<u32>,
    /// Whether it is a part or a whole document.
    extent: &'static str,
}

impl<'c> Seen<'c> {
    fn is_title(&self, block: &Block) -> bool {
        self.title == Some(block.number)
    }

    /// Gives `take` the words of each block, as often as `times` says of the block.
    fn words(&self, times: impl Fn(&Block) -> usize, mut take: impl FnMut(WordSlice<'c>)) {
        for block in self.blocks {
            (0..times(block)).for_each(|_| take(self.content.words_of(block)));
        }
    }

    fn text(&self, take: impl FnMut(WordSlice<'c>)) {
        let times = |block: &Block| match block.kind {
            BlockKind::Code => 0,
            _ if self.is_title(block) => IN_TITLE,
            BlockKind::Heading(_) => IN_HEADING,
            _ => 1,
        };
        self.words(times, take);
    }

    fn title(&self, take: impl FnMut(WordSlice<'c>)) {
        self.words(|block| self.is_title(block).into(), take);
    }

    fn headings(&self, take: impl FnMut(WordSlice<'c>)) {
        self.words(|block| (is_heading(block) && !self.is_title(block)).into(), take);
    }

    /// The classes of the first words of blocks of a kind.
    fn first_words(&self, kind: BlockKind, found: &mut Found) {
        for block in self.blocks.iter().filter(|block| block.kind == kind) {
            found.classes(self.content.words_of(block).from(block.text).lead(1), ALL);
        }
    }

    /// The shares that the blocks of a shape have at least.
    fn share(&self, found: &mut Found, is_of_shape: impl Fn(&Block) -> bool) {
        let own = self.blocks.iter().filter(|block| is_of_shape(block)).count();
        found.named(SHARES.map(|(least, name)| (own * 1000 > self.blocks.len() * least, name)));
    }
}

/// Whether a block is an item with a number or letter.
const fn is_numbered(block: &Block) -> bool {
    let is_item = matches!(block.kind, BlockKind::Item);
    is_item && matches!(block.marker, Some(Marker::Number { .. } | Marker::Letter))
}

/// 256 · log2(1 + count), interpolated linearly between powers of two.
fn magnitude(count: usize) -> u64 {
    let x = count as u64 + 1;
    let whole = x.ilog2();
    (u64::from(whole) << 8) + ((x << 8) >> whole) - 256
}
