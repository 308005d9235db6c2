//! What may be a decision (H19) or a step (H20): each sentence, list item, table row and heading of the body is a [`Candidate`]. A model
//! judges the candidates, and those that it takes for something are [`Finding`]s.

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
use chunk_core::{SentenceRules, SmallRange, sentences, slice, unicode};
use std::ops::Range;

/// A sentence, item, row or heading.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    block: u32,
    head: u32,
    span: SmallRange,
    /// Its index among the sentences of its block.
    pub(super) nth: u32,
}

impl Candidate {
    /// The index of its block.
    pub(super) const fn block(&self) -> usize {
        self.block as usize
    }

    /// For a row, the index of the first row of its table; else the index of its own block.
    pub(super) const fn head(&self) -> usize {
        self.head as usize
    }

    pub(super) const fn span(&self) -> Range<usize> {
        self.span.range()
    }
}

/// A candidate's block, its words, and what stands around it.
pub(super) struct Around<'c> {
    pub(super) block: Block,
    pub(super) words: WordSlice<'c>,
    /// Whether it is the only candidate of its block.
    pub(super) is_alone: bool,
    /// The last sentence of a paragraph before it under the same heading: that introduces a list.
    pub(super) intro: WordSlice<'c>,
    /// Whether that sentence ends with a colon.
    pub(super) introduced: bool,
}

/// Gives `take` each candidate of these blocks that has words, in order. An item is one candidate if `items_are_whole`, else each of its
/// sentences is.
pub(super) fn candidates<'c>(
    content: &'c ParsedContent<'_>,
    blocks: Range<usize>,
    items_are_whole: bool,
    take: &mut dyn FnMut(&Candidate, &Around<'c>),
) {
    let nothing = content.words.slice(0..0);
    let (mut head, mut intro, mut introduced) = (None, nothing, false);
    for &block in content.blocks().get(blocks).unwrap_or_default() {
        let index = block.number();
        let is_row = block.kind == BlockKind::Row;
        head = is_row.then(|| head.unwrap_or(index));
        if matches!(block.kind, BlockKind::Heading(_) | BlockKind::Rule) {
            // A sentence introduces nothing below the next heading.
            (intro, introduced) = (nothing, false);
        }
        let mut give = |nth, span: Range<usize>, is_alone| {
            let words = content.words_of(&block).within(&span);
            let head = head.unwrap_or(index) as u32;
            let candidate = Candidate { block: index as u32, head, span: SmallRange::new(&span), nth };
            if words.len() > 0 {
                take(&candidate, &Around { block, words, is_alone, intro, introduced });
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

/// The sentences of a block's text, without the white space after each.
fn sentences_of(content: &ParsedContent<'_>, block: &Block) -> impl Iterator<Item = Range<usize>> {
    let (start, text) = (block.text(), content.text_of(block));
    sentences(text, SentenceRules::Standard).map(move |sentence| {
        let end = unicode::trim_end(slice(text, 0..sentence.end)).len();
        start + sentence.start..start + end.max(sentence.start)
    })
}

/// A candidate that is a decision or a step: of which kind, and how surely.
#[derive(Debug, Clone, Copy)]
#[repr(Rust, packed(2))]
pub(crate) struct Finding {
    span: SmallRange,
    /// From the highest bit to the lowest: how sure in thousandths, the number of its kind (two bits), whether it is the first candidate
    /// of its block.
    packed: u16,
}

const _: () = assert!(size_of::<Finding>() == 10, "a text can be all findings");

impl Finding {
    /// `kind` is a number below four, which the recognizer gives its kinds.
    pub(super) const fn new(candidate: &Candidate, kind: usize, sure: Score) -> Self {
        let packed = (sure.thousandths() as u16) << 3 | (kind as u16) << 1 | (candidate.nth == 0) as u16;
        Self { span: candidate.span, packed }
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

    /// Whether it is the first candidate of its block.
    pub(super) const fn opens_block(self) -> bool {
        self.packed & 1 == 1
    }

    /// The index of its block.
    pub(super) fn block(self, content: &ParsedContent<'_>) -> Option<usize> {
        content.block_at(self.span().start)
    }
}

/// Takes each candidate with its features.
pub(super) type Take<'t> = dyn FnMut(&Candidate, &[Feature]) + 't;

/// Reads the candidates of a range of blocks, and their features.
pub(super) type Read = fn(&ParsedContent<'_>, &Layout, Range<usize>, &mut Take<'_>);

/// Judges the candidates of a range of blocks by a model; gives the findings in order, at most one for each line, the surest. The model's
/// first label is "none", the others are the four kinds. `weigh` gets a candidate and the share of the four kinds together, and says how
/// sure a finding it is, if it is one; both in thousandths.
pub(super) fn judge(
    content: &ParsedContent<'_>,
    model: &Linear<5>,
    log: &Log,
    blocks: Range<usize>,
    read: Read,
    weigh: &mut dyn FnMut(&Candidate, u64) -> Option<u64>,
) -> Vec<Finding> {
    let line = |found: &Finding| content.lines.line(found.span().start);
    let mut found: Vec<Finding> = Vec::new();
    read(content, model.layout(), blocks, &mut |candidate, features| {
        let [none, shares @ ..] = confidences(model.scores(features)).map(u64::from);
        // `max_by_key` takes the last of equals: reversed, the first.
        let likeliest = shares.into_iter().enumerate().rev().max_by_key(|(_, share)| *share);
        let sure = weigh(candidate, 1000 - none.min(1000));
        let Some(((kind, _), sure)) = likeliest.zip(sure) else { return };
        let finding = Finding::new(candidate, kind, Score::from_thousandths(sure));
        match found.last_mut().filter(|last| line(last) == line(&finding)) {
            Some(last) if finding.sure() > last.sure() => *last = finding,
            Some(_) => {}
            None => found.push(finding),
        }
    });
    // Nobody decided what a machine printed, and nobody has to do it.
    found.retain(|finding| !log.is_printed(content, finding.span()));
    found
}
