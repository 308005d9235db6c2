//! What may be a decision (H19) or a step (H20): each sentence, list item, table row and heading of the body is a [`Candidate`]. A model
//! judges the candidates; those that are something, by what is said of them or by the model, are [`Finding`]s.

use crate::model::{Feature, Layout, Linear, confidences};
use crate::recognize::{decisions, steps};
use crate::record::Score;
use crate::text::{Block, BlockKind, ParsedContent, WordSlice};
use chunk_core::{SentenceRules, sentences, slice, unicode};
use std::ops::Range;

/// A sentence, item, row or heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) span: Range<usize>,
    /// The index of its block.
    pub(crate) block: usize,
    /// For a row, the index of the first row of its table; else the index of its own block.
    pub(crate) head: usize,
    /// Its index among the sentences of its block.
    pub(crate) nth: usize,
}

/// A candidate's block, its words, and what is around it.
pub(crate) struct Around<'c> {
    pub(crate) block: Block,
    pub(crate) words: WordSlice<'c>,
    /// Whether it is the only candidate of its block.
    pub(crate) is_alone: bool,
    /// The last sentence of a paragraph before it under the same heading: that introduces a list.
    pub(crate) intro: WordSlice<'c>,
    /// Whether that sentence ends with a colon.
    pub(crate) introduced: bool,
}

/// Gives `take` each candidate that has words, in order. An item is one candidate if `items_are_whole`, else each of its sentences is.
pub(crate) fn candidates<'c>(
    content: &'c ParsedContent<'_>,
    items_are_whole: bool,
    take: &mut dyn FnMut(&Candidate, &Around<'c>),
) {
    let nothing = content.words.slice(0..0);
    let (mut head, mut intro, mut introduced) = (None, nothing, false);
    for &block in content.blocks() {
        let index = block.number;
        let is_row = block.kind == BlockKind::Row;
        head = is_row.then(|| head.unwrap_or(index));
        if matches!(block.kind, BlockKind::Heading(_) | BlockKind::Rule) {
            // A sentence introduces nothing below the next heading.
            (intro, introduced) = (nothing, false);
        }
        let mut give = |nth, span: Range<usize>, is_alone| {
            let words = content.words_of(&block).within(&span);
            let head = head.unwrap_or(index);
            let candidate = Candidate { span: span.clone(), block: index, head, nth };
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
    let (start, text) = (block.text, content.text_of(block));
    sentences(text, SentenceRules::Standard).map(move |sentence| {
        let end = unicode::trim_end(slice(text, 0..sentence.end)).len();
        start + sentence.start..start + end.max(sentence.start)
    })
}

/// A candidate as a model judges it.
#[derive(Debug, Clone)]
pub(crate) struct Judged {
    pub(crate) candidate: Candidate,
    /// The likeliest of the four kinds, by its number.
    pub(crate) kind: usize,
    /// How likely it is one of the four kinds, in thousandths.
    pub(crate) share: u64,
}

/// Reads the candidates of a document, and gives each to the second argument with its features.
pub(crate) type Read = fn(&ParsedContent<'_>, &Layout, &mut dyn FnMut(&Candidate, &[Feature]));

/// Judges all candidates by a model, whose first label is "none" and whose others are the four kinds.
pub(crate) fn judge(content: &ParsedContent<'_>, model: &Linear<5>, read: Read) -> Vec<Judged> {
    let mut judged = Vec::new();
    read(content, model.layout(), &mut |candidate, features| {
        let [none, shares @ ..] = confidences(model.scores(features)).map(u64::from);
        // `max_by_key` takes the last of equals: reversed, the first.
        let likeliest = shares.into_iter().enumerate().rev().max_by_key(|(_, share)| *share);
        let kind = likeliest.map_or(0, |(kind, _)| kind);
        judged.push(Judged { candidate: candidate.clone(), kind, share: 1000 - none.min(1000) });
    });
    judged
}

/// Gives `take` the bytes and the features of each candidate of a document that may be a decision: what that model is fitted to.
pub fn decision_samples(
    content: &ParsedContent<'_>,
    layout: &Layout,
    take: &mut dyn FnMut(Range<usize>, &[Feature]),
) {
    decisions::candidates(content, layout, &mut |candidate, features| take(candidate.span.clone(), features));
}

/// The same of each candidate that may be a step.
pub fn step_samples(
    content: &ParsedContent<'_>,
    layout: &Layout,
    take: &mut dyn FnMut(Range<usize>, &[Feature]),
) {
    steps::candidates(content, layout, &mut |candidate, features| take(candidate.span.clone(), features));
}

/// A candidate that is a decision or a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) candidate: Candidate,
    /// Of which kind, by its number.
    pub(crate) kind: usize,
    pub(crate) sure: Score,
    /// Whether the document says so itself.
    pub(crate) is_said: bool,
}

/// Of the findings on each line the surest, or the first of the surest.
pub(crate) fn one_a_line(content: &ParsedContent<'_>, all: impl Iterator<Item = Finding>) -> Vec<Finding> {
    let line = |found: &Finding| content.lines.line(found.candidate.span.start);
    let mut kept: Vec<Finding> = Vec::new();
    for finding in all {
        match kept.last_mut().filter(|last| line(last) == line(&finding)) {
            Some(last) if finding.sure > last.sure => *last = finding,
            Some(_) => {}
            None => kept.push(finding),
        }
    }
    kept
}
