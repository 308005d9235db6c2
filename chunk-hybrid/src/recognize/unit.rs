//! What may be a decision (H19) or a step (H20): the sentences, items, rows and headings of the body, and what a model takes them for.

use crate::{
    model::{Feature, Layout, Linear, confidences},
    recognize::printed::Log,
    record::score::Score,
    text::{
        block::{Block, BlockKind},
        document::ParsedContent,
        word::WordSlice,
    },
};
use chunk_core::{SentenceRules, SmallRange, beside, sentences, slice, unicode};
use std::ops::Range;

/// A sentence, item, row or heading.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unit {
    block: u32,
    head: u32,
    span: SmallRange,
    /// Its place among the sentences of its block.
    pub(super) nth: u32,
}

impl Unit {
    /// Its block, by number.
    pub(super) const fn block(&self) -> usize {
        self.block as usize
    }

    /// Of a row the first one of its table, by number; of all others their own block.
    pub(super) const fn head(&self) -> usize {
        self.head as usize
    }

    pub(super) const fn span(&self) -> Range<usize> {
        self.span.range()
    }
}

/// What a unit is read with.
pub(super) struct Around<'c> {
    pub(super) block: Block,
    pub(super) words: WordSlice<'c>,
    /// Whether it is the only sentence of its block.
    pub(super) is_alone: bool,
    /// The last sentence before a list, and whether it ends with a colon.
    pub(super) intro: WordSlice<'c>,
    pub(super) introduced: bool,
}

/// Gives each unit of these blocks of the body that has words, in order; items whole or by their sentences.
pub(super) fn units<'c>(
    content: &'c ParsedContent<'_>,
    blocks: Range<usize>,
    items_are_whole: bool,
    take: &mut dyn FnMut(&Unit, &Around<'c>),
) {
    let nothing = content.words.slice(0..0);
    let (mut head, mut intro, mut introduced) = (None, nothing, false);
    for block in content.blocks().part(blocks).iter() {
        let index = block.number();
        let is_row = block.kind == BlockKind::Row;
        head = is_row.then(|| head.unwrap_or(index));
        if matches!(block.kind, BlockKind::Heading(_) | BlockKind::Rule) {
            // What stands before introduces nothing behind.
            (intro, introduced) = (nothing, false);
        }
        let mut give = |nth, span: Range<usize>, is_alone| {
            let words = content.words_of(&block).within(&span);
            let head = head.unwrap_or(index) as u32;
            let unit = Unit { block: index as u32, head, span: SmallRange::new(&span), nth };
            if words.len() > 0 {
                take(&unit, &Around { block, words, is_alone, intro, introduced });
            }
            if block.kind == BlockKind::Paragraph && !block.in_item {
                (intro, introduced) = (words, content.slice(&span).ends_with(':'));
            }
        };
        match block.kind {
            BlockKind::Code | BlockKind::Rule | BlockKind::Definition => {}
            BlockKind::Row => give(0, block.span(), true),
            BlockKind::Heading(_) => give(0, block.inner(), true),
            BlockKind::Item if items_are_whole => give(0, block.inner(), true),
            BlockKind::Item | BlockKind::Paragraph => {
                let mut sentences = (0..).zip(sentences_of(content, &block)).peekable();
                while let Some((nth, span)) = sentences.next() {
                    give(nth, span, nth == 0 && sentences.peek().is_none());
                }
            }
        }
    }
}

/// The sentences of a block's text, without the white space behind each.
fn sentences_of(content: &ParsedContent<'_>, block: &Block) -> impl Iterator<Item = Range<usize>> {
    let (start, text) = (block.text(), content.text_of(block));
    sentences(text, SentenceRules::Standard).map(move |sentence| {
        let end = unicode::trim_end(slice(text, 0..sentence.end)).len();
        start + sentence.start..start + end.max(sentence.start)
    })
}

/// A unit that is something, and how surely.
#[derive(Debug, Clone, Copy)]
#[repr(Rust, packed(2))]
pub(crate) struct Finding {
    span: SmallRange,
    /// How sure, above the number of its kind, above whether it is the first of its block.
    packed: u16,
}

const _: () = assert!(size_of::<Finding>() == 10, "a text can be all findings");

impl Finding {
    /// One of the kind of this number, of which there are four.
    pub(super) const fn new(unit: &Unit, kind: usize, sure: Score) -> Self {
        let packed = (sure.thousandths() as u16) << 3 | (kind as u16) << 1 | (unit.nth == 0) as u16;
        Self { span: unit.span, packed }
    }

    pub(crate) const fn span(self) -> Range<usize> {
        self.span.range()
    }

    pub(crate) const fn sure(self) -> Score {
        Score::from_thousandths((self.packed >> 3) as u64)
    }

    /// The number of its kind.
    pub(super) const fn kind(self) -> usize {
        (self.packed >> 1 & 3) as usize
    }

    /// Whether it is the first of its block.
    pub(super) const fn opens(self) -> bool {
        self.packed & 1 == 1
    }

    /// Its block, by number.
    pub(super) fn block(self, content: &ParsedContent<'_>) -> Option<usize> {
        content.block_at(self.span().start)
    }
}

/// What `of` gives for the blocks of the body; if two threads work on it, in two parts: for those from a heading in the middle on, which are
/// read as if nothing stood before, and those before it.
pub(super) fn parts<T: Send>(
    content: &ParsedContent<'_>,
    shared: bool,
    of: &(impl Fn(Range<usize>) -> T + Sync),
) -> (T, Option<T>) {
    let all = content.blocks().len();
    let headings = content.sections().map(|section| section.heading());
    match headings.filter(|_| shared).find(|&heading| heading >= all / 2) {
        Some(seam) => {
            let (behind, before) = beside(&|| of(seam..all), || of(0..seam));
            (before, Some(behind))
        }
        None => (of(0..all), None),
    }
}

/// What takes each unit with its features.
pub(super) type Take<'t> = dyn FnMut(&Unit, &[Feature]) + 't;

/// What reads the units of some blocks.
pub(super) type Read = fn(&ParsedContent<'_>, &Layout, Range<usize>, &mut Take<'_>);

/// The units of some blocks that are something, in order; of each line the surest. A model has scores for none and for each of four kinds; `weigh` says
/// how sure a unit is of which the model has a share, if that is worth telling.
pub(super) fn find(
    content: &ParsedContent<'_>,
    model: &Linear<5>,
    log: &Log,
    blocks: Range<usize>,
    read: Read,
    weigh: &mut dyn FnMut(&Unit, u64) -> Option<u64>,
) -> Vec<Finding> {
    let line = |found: &Finding| content.lines.line(found.span().start);
    let mut found: Vec<Finding> = Vec::new();
    read(content, model.layout(), blocks, &mut |unit, features| {
        let [none, shares @ ..] = confidences(model.scores(features)).map(u64::from);
        // Of equals the first.
        let likeliest = shares.into_iter().enumerate().rev().max_by_key(|(_, share)| *share);
        let sure = weigh(unit, 1000 - none.min(1000));
        let Some(((kind, _), sure)) = likeliest.zip(sure) else { return };
        let finding = Finding::new(unit, kind, Score::from_thousandths(sure));
        match found.last_mut().filter(|last| line(last) == line(&finding)) {
            Some(last) if finding.sure() > last.sure() => *last = finding,
            Some(_) => {}
            None => found.push(finding),
        }
    });
    // What a machine printed is nothing that somebody decided or has to do.
    found.retain(|finding| !log.holds(content, finding.span()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::document::Document;
    use fastrand::Rng;

    #[test]
    fn units_are_the_same_in_two_parts() {
        let pieces =
            ["# Floor\n\n", "Take one of these:\n\n", "- oak\n", "| oak | 3 |\n", "It lasts. So be it.\n\n"];
        let mut random = Rng::with_seed(17);
        let mut parted = 0;
        for _ in 0..1_000 {
            let text: String =
                (0..random.usize(1..20)).map(|_| pieces[random.usize(..pieces.len())]).collect();
            let content = ParsedContent::new(Document::new("a.md", &text));
            let seen = |blocks: Range<usize>| {
                let mut seen = Vec::new();
                units(&content, blocks, true, &mut |unit, Around { intro, introduced, .. }| {
                    let intro: Vec<_> = intro.iter().map(|word| word.start()).collect();
                    seen.push((unit.block(), unit.head(), unit.span(), intro, *introduced));
                });
                seen
            };
            let (mut found, behind) = parts(&content, true, &seen);
            parted += usize::from(behind.is_some());
            found.extend(behind.into_iter().flatten());
            assert_eq!(found, seen(0..content.blocks().len()), "{text:?}");
        }
        assert!((200..1_000).contains(&parted), "{parted}");
    }
}
