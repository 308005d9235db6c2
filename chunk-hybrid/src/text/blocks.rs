//! Storage of a document's blocks in little more than six bytes each, since a text can be all blocks: where each block starts, and the
//! number of its shape. A shape is all else that is known of a block; most blocks have one that others have too.

use crate::{
    interner::Interner,
    text::{
        block::{Block, BlockKind, Heading},
        line::Marker,
        word::Words,
    },
};
use chunk_core::SmallRange;
use std::{
    hash::{Hash, Hasher},
    ops::Range,
};

/// The blocks of a document, as stored.
#[derive(Debug, Default)]
pub(super) struct Store {
    /// One for each block, and a last one that ends the text.
    places: Vec<Place>,
    /// How many words stand before every [`STRIDE`]th block.
    words: Vec<u32>,
    shapes: Vec<Shape>,
    /// The blocks whose shape has a number too large for their [`Place`]: block and shape, in the order of the blocks.
    far: Vec<(u32, u32)>,
}

/// The words before a block are counted from the nearest block before it whose number this divides.
const STRIDE: usize = 16;

/// Where a block is.
#[derive(Debug, Clone, Copy)]
#[repr(Rust, packed(2))]
struct Place {
    start: u32,
    /// The number of its shape, or [`FAR`].
    shape: u16,
}

const _: () = assert!(size_of::<Place>() == 6, "a text can be all blocks");

/// Says that the shape's number is this or larger, and stands in [`Store::far`].
const FAR: u16 = u16::MAX;

/// All that is known of a block but where it stands. Lengths in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shape {
    kind: BlockKind,
    marker: Option<Marker>,
    indent: u16,
    in_item: bool,
    after_blank: bool,
    unclosed: bool,
    /// How many words it has.
    words: u32,
    /// From its start to its text.
    lead: u32,
    /// Its title, if it is a heading.
    title: u16,
    /// From its end to the start of the next block.
    gap: u32,
}

/// Hashes only the fields in which most shapes differ, which is faster.
impl Hash for Shape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let number = self.marker.and_then(Marker::number).unwrap_or_default();
        state.write_u64(u64::from(self.words) << 32 | u64::from(number));
        state.write_u64(u64::from(self.lead) << 32 | u64::from(self.gap << 16 ^ u32::from(self.indent)));
    }
}

/// Puts blocks into a store.
pub(super) struct Builder<'w> {
    store: Store,
    shapes: Interner<Vec<Shape>>,
    words: &'w Words,
    /// How many words stand before the next block.
    before: usize,
}

impl<'w> Builder<'w> {
    /// A builder with room for `expected` blocks of a text with these words.
    pub(super) fn new(expected: usize, words: &'w Words) -> Self {
        let store = Store { places: Vec::with_capacity(expected), ..Store::default() };
        Self { store, shapes: Interner::default(), words, before: 0 }
    }

    /// Adds a block. `title` is the length of a heading's title; the next block, or the end of the text, is at `next`.
    pub(super) fn push(&mut self, block: &Block, title: u16, next: usize) {
        let &Block { kind, span, text, indent, marker, in_item, after_blank, unclosed, .. } = block;
        let (lead, gap) = (text - span.start, next as u32 - span.end);
        // Every word lies in a block, and none goes over a line end.
        let rest = self.words.all().after(self.before).iter();
        let words = rest.take_while(|word| word.span().start < span.end as usize).count();
        let shape = Shape {
            kind,
            marker,
            indent,
            in_item,
            after_blank,
            unclosed,
            words: words as u32,
            lead,
            title,
            gap,
        };
        let number = self.shapes.intern(&shape);
        let Store { places, words: strides, far, .. } = &mut self.store;
        if places.len().is_multiple_of(STRIDE) {
            strides.push(self.before as u32);
        }
        let near = u16::try_from(number).unwrap_or(FAR);
        if near == FAR {
            far.push((places.len() as u32, number));
        }
        places.push(Place { start: span.start, shape: near });
        self.before += words;
    }

    /// The store of all blocks that were added, of a text that ends at `end`.
    pub(super) fn finish(mut self, end: usize) -> Store {
        self.store.places.push(Place { start: end as u32, shape: FAR });
        self.store.places.shrink_to_fit();
        self.store.shapes = self.shapes.into_values();
        self.store
    }
}

impl Store {
    pub(super) fn all(&self) -> Blocks<'_> {
        Blocks { store: self, from: 0, to: self.places.len().saturating_sub(1) }
    }

    /// How many words stand before a block.
    fn words_before(&self, number: usize) -> u32 {
        let stride = number / STRIDE;
        let first = stride * STRIDE;
        let places = self.places.get(first..number).unwrap_or_default();
        let words =
            |(number, place): (usize, &Place)| self.shape(number, *place).map_or(0, |shape| shape.words);
        let before = self.words.get(stride).copied().unwrap_or_default();
        before + (first..).zip(places).map(words).sum::<u32>()
    }

    /// The heading that a block is, if it is one.
    pub(super) fn heading(&self, number: usize) -> Option<Heading> {
        let place = *self.places.get(number)?;
        let shape = self.shape(number, place)?;
        let BlockKind::Heading(level) = shape.kind else { return None };
        Some(Heading { level, start: place.start, text: place.start + shape.lead, title: shape.title })
    }

    /// The shape of the block with this number, which is at `place`.
    #[inline]
    fn shape(&self, number: usize, place: Place) -> Option<&Shape> {
        let shape = if place.shape == FAR { self.far(number)? } else { place.shape.into() };
        self.shapes.get(shape)
    }

    #[cold]
    fn far(&self, number: usize) -> Option<usize> {
        let at = self.far.binary_search_by_key(&(number as u32), |(block, _)| *block).ok()?;
        self.far.get(at).map(|&(_, shape)| shape as usize)
    }

    /// The block with this number, if `before` words stand before it.
    #[inline]
    fn block(&self, number: usize, before: u32) -> Option<Block> {
        let &[place, next] = self.places.get(number..)?.first_chunk()?;
        let shape = self.shape(number, place)?;
        Some(Block {
            kind: shape.kind,
            span: SmallRange { start: place.start, end: next.start - shape.gap },
            text: place.start + shape.lead,
            indent: shape.indent,
            marker: shape.marker,
            in_item: shape.in_item,
            after_blank: shape.after_blank,
            unclosed: shape.unclosed,
            words: SmallRange { start: before, end: before + shape.words },
            number: number as u32,
        })
    }
}

/// Consecutive blocks of a document. A [`Block`] is made when it is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Blocks<'b> {
    store: &'b Store,
    from: usize,
    to: usize,
}

impl<'b> Blocks<'b> {
    /// How many there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.to - self.from
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The blocks, in order.
    #[must_use]
    pub fn iter(self) -> BlockIter<'b> {
        BlockIter { words_before: self.store.words_before(self.from), rest: self }
    }

    /// The block at this index among them.
    #[must_use]
    pub fn get(self, index: usize) -> Option<Block> {
        let number = self.from + index;
        self.store.block(number, self.store.words_before(number)).filter(|_| number < self.to)
    }

    /// Only the kind and the mark of the block at this index: cheaper than [`get`](Self::get), which counts words.
    pub(crate) fn kind(self, index: usize) -> Option<(BlockKind, Option<Marker>)> {
        let number = self.from + index;
        let place = *self.store.places.get(number).filter(|_| number < self.to)?;
        self.store.shape(number, place).map(|shape| (shape.kind, shape.marker))
    }

    /// The first one.
    #[must_use]
    pub fn first(self) -> Option<Block> {
        self.get(0)
    }

    /// The last one.
    #[must_use]
    pub fn last(self) -> Option<Block> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The blocks in a range of indices, as far as they exist.
    #[must_use]
    pub fn part(self, range: Range<usize>) -> Self {
        let to = self.to.min(self.from + range.end);
        Self { from: to.min(self.from + range.start), to, ..self }
    }

    /// How many start before the byte `at`.
    #[must_use]
    pub fn before(self, at: usize) -> usize {
        let places = self.store.places.get(self.from..self.to).unwrap_or_default();
        places.partition_point(|place| (place.start as usize) < at)
    }
}

impl<'b> IntoIterator for Blocks<'b> {
    type Item = Block;
    type IntoIter = BlockIter<'b>;

    fn into_iter(self) -> BlockIter<'b> {
        self.iter()
    }
}

/// Iterates over [`Blocks`].
#[derive(Debug, Clone)]
pub struct BlockIter<'b> {
    rest: Blocks<'b>,
    words_before: u32,
}

impl Iterator for BlockIter<'_> {
    type Item = Block;

    #[inline]
    fn next(&mut self) -> Option<Block> {
        let Blocks { store, from, to } = self.rest;
        let block = store.block(from, self.words_before).filter(|_| from < to)?;
        self.rest.from += 1;
        self.words_before = block.words.end;
        Some(block)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest.len(), Some(self.rest.len()))
    }
}

impl DoubleEndedIterator for BlockIter<'_> {
    fn next_back(&mut self) -> Option<Block> {
        let block = self.rest.last()?;
        self.rest.to -= 1;
        Some(block)
    }
}

impl ExactSizeIterator for BlockIter<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::scan::scan;
    use chunk_core::unicode;

    /// Blocks of all kinds, alike and not.
    const TEXT: &str = "# One two\n\ntext\ngoes on\n\n- item\n- item\n  - nested\n\n\n10. ten\n11. ten\n| a |\n```\ncode here\n";

    #[test]
    fn blocks_are_what_they_are_wherever_they_are_asked_for() {
        let words = Words::new(TEXT, 0, &Default::default());
        let (store, _) = scan(TEXT, 0, &words);
        let all = store.all();
        let said = |block: &Block| {
            let words: Vec<_> =
                words.slice(block.words.range()).iter().map(|word| &TEXT[word.span()]).collect();
            let own: Vec<_> = TEXT[block.span()].split(|c: char| !unicode::is_alphanumeric(c)).collect();
            assert!(own.into_iter().filter(|word| !word.is_empty()).eq(words), "{block:?}");
            format!("{block:?}")
        };
        let in_order: Vec<_> = all.iter().map(|block| said(&block)).collect();
        assert_eq!((in_order.len(), all.len()), (9, 9));
        let by_number: Vec<_> = (0..9).map(|number| said(&all.get(number).unwrap())).collect();
        assert_eq!(in_order, by_number);
        let mut backwards: Vec<_> = all.iter().rev().map(|block| said(&block)).collect();
        backwards.reverse();
        assert_eq!(in_order, backwards);
        for part in [0..0, 2..7, 5..9, 8..20, 20..30] {
            let found: Vec<_> = all.part(part.clone()).iter().map(|block| said(&block)).collect();
            let expected = in_order.get(part.start..part.end.min(9)).unwrap_or_default();
            assert_eq!(found, expected);
        }
        assert!(all.get(9).is_none() && all.part(2..4).get(2).is_none());
    }

    #[test]
    fn blocks_that_are_alike_are_kept_in_few_bytes() {
        let text = "- a\n".repeat(1_000);
        let words = Words::new(&text, 0, &Default::default());
        let (store, _) = scan(&text, 0, &words);
        assert_eq!((store.places.len(), store.shapes.len(), store.words.len()), (1_001, 2, 63));
    }

    // No two of them are alike, and a place has room for 65,535 shapes.
    #[test]
    fn blocks_of_more_shapes_than_a_place_can_number_are_what_they_are() {
        let text: String = (1..=66_000).map(|number| format!("{number}. a\n")).collect();
        let words = Words::new(&text, 0, &Default::default());
        let (store, _) = scan(&text, 0, &words);
        let number = |block: Block| block.marker.and_then(Marker::number);
        assert!(store.all().iter().map(number).eq((1..=66_000).map(Some)));
        for index in [0, 65_534, 65_535, 65_999] {
            let block = store.all().get(index).unwrap();
            assert_eq!(number(block), Some(index as u32 + 1));
            assert_eq!(block.words.range(), 2 * index..2 * index + 2);
        }
    }

    #[test]
    fn each_block_that_starts_before_a_place_is_counted() {
        let words = Words::new(TEXT, 0, &Default::default());
        let (store, _) = scan(TEXT, 0, &words);
        for at in 0..=TEXT.len() + 1 {
            let expected = store.all().iter().filter(|block| block.span().start < at).count();
            assert_eq!(store.all().before(at), expected);
        }
    }
}
