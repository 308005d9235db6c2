//! What may be a decision (H19) or a step (H20): each sentence, list item, table row and heading of the body is a [`Candidate`]. A model
//! judges the candidates; those that are something, by what is said of them or by the model, are [`Finding`]s.

use crate::model::{Feature, Linear, confidences};
use crate::record::Score;
use crate::text::{Block, BlockKind, ParsedContent};
use chunk_core::{sentences, slice, types::SentenceRules, unicode};
use std::ops::Range;

/// A sentence, item, row or heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its bytes.
    pub span: Range<usize>,
    /// The index of its block.
    pub(crate) block: usize,
    /// Its index among the sentences of its block.
    pub(crate) nth: usize,
    /// Whether it is the only sentence of its block.
    pub(crate) is_alone: bool,
    /// The last sentence of a paragraph before it under the same heading: that introduces a list.
    pub(crate) intro: Range<usize>,
}

/// All candidates that have words, in order. An item is one candidate if `items_are_whole`, else each of its sentences is.
pub(crate) fn candidates(content: &ParsedContent<'_>, items_are_whole: bool) -> Vec<Candidate> {
    let (mut all, mut intro) = (Vec::new(), 0..0);
    for block in content.blocks() {
        let spans = match block.kind {
            BlockKind::Code | BlockKind::Rule | BlockKind::Definition => Vec::new(),
            BlockKind::Row => vec![block.span()],
            BlockKind::Heading(_) => vec![block.inner()],
            BlockKind::Item if items_are_whole => vec![block.inner()],
            BlockKind::Item | BlockKind::Paragraph => sentences_of(content, block),
        };
        if matches!(block.kind, BlockKind::Heading(_) | BlockKind::Rule) {
            // A sentence introduces nothing below the next heading.
            intro = 0..0;
        }
        let is_alone = spans.len() == 1;
        for (nth, span) in spans.into_iter().enumerate() {
            let own =
                Candidate { span: span.clone(), block: block.number, nth, is_alone, intro: intro.clone() };
            if content.words_of(block).within(&own.span).len() > 0 {
                all.push(own);
            }
            if block.kind == BlockKind::Paragraph && !block.in_item {
                intro = span;
            }
        }
    }
    all
}

/// The sentences of a block's text, without the white space after each.
fn sentences_of(content: &ParsedContent<'_>, block: &Block) -> Vec<Range<usize>> {
    let (start, text) = (block.text, content.text_of(block));
    let trimmed = |sentence: Range<usize>| {
        let end = unicode::trim_end(slice(text, 0..sentence.end)).len();
        start + sentence.start..start + end.max(sentence.start)
    };
    sentences(text, SentenceRules::Standard).map(trimmed).collect()
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

/// Judges candidates by their features, with a model whose first label is "none" and whose others are the four kinds.
pub(crate) fn judge(
    model: &Linear<5>,
    candidates: impl Iterator<Item = (Candidate, Vec<Feature>)>,
) -> Vec<Judged> {
    let judged = |(candidate, features): (Candidate, Vec<Feature>)| {
        let [none, shares @ ..] = confidences(model.scores(&features)).map(u64::from);
        // `max_by_key` takes the last of equals: reversed, the first.
        let likeliest = shares.into_iter().enumerate().rev().max_by_key(|(_, share)| *share);
        let kind = likeliest.map_or(0, |(kind, _)| kind);
        Judged { candidate, kind, share: 1000 - none.min(1000) }
    };
    candidates.map(judged).collect()
}

/// A candidate that is a decision or a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding<Kind> {
    pub(crate) candidate: Candidate,
    pub(crate) kind: Kind,
    pub(crate) sure: Score,
    /// Whether the document says so itself.
    pub(crate) is_said: bool,
}

/// Of the findings on each line the surest, or the first of the surest; and those that stay, if there are any.
pub(crate) fn one_a_line<Kind>(
    content: &ParsedContent<'_>,
    all: impl Iterator<Item = Finding<Kind>>,
    stays: impl Fn(&Finding<Kind>) -> bool,
) -> Vec<Finding<Kind>> {
    let line = |found: &Finding<Kind>| content.lines.line(found.candidate.span.start);
    let mut kept: Vec<Finding<Kind>> = Vec::new();
    for finding in all {
        match kept.last_mut().filter(|last| line(last) == line(&finding)) {
            Some(last) if stays(last) => {
                if stays(&finding) {
                    kept.push(finding);
                }
            }
            Some(last) if finding.sure > last.sure || stays(&finding) => *last = finding,
            Some(_) => {}
            None => kept.push(finding),
        }
    }
    kept
}
