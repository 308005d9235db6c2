//! What may be a decision (H19) or a step (H20), or is of a phase (H17): each sentence, list item, table row and heading of the body is a
//! [`Candidate`]. A model ([`Lines`]) judges the candidates; those that are a decision or step, by what is said of them or by the model, are
//! [`Finding`]s.

use super::feature::{Found, features};
use crate::model::{Feature, Linear, Weights, confidences};
use crate::record::Score;
use crate::text::{Block, BlockKind, ParsedContent, WordSlice, is_heading};
use chunk_core::{sentences, slice, types::SentenceRules, unicode};
use std::ops::Range;

/// A sentence, item, row, heading or paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its bytes.
    pub span: Range<usize>,
    /// The index of its block.
    pub(crate) block: usize,
    /// Its index among the sentences of its block.
    pub(crate) nth: usize,
}

/// A candidate, what stands around it, and `About`, what the model asks about the whole document.
pub(crate) struct Seen<'c, About> {
    pub(crate) content: &'c ParsedContent<'c>,
    pub(crate) about: &'c About,
    pub(crate) block: &'c Block,
    /// Its index among the candidates.
    pub(crate) index: usize,
    /// Its index among the sentences of its block.
    pub(crate) nth: usize,
    /// Whether it is the only sentence of its block.
    pub(crate) is_alone: bool,
    pub(crate) words: WordSlice<'c>,
    /// The section whose heading stands above it. For a heading that is not its own section, but the one around it.
    pub(crate) section: Option<usize>,
    /// The words of the heading above, and of the one above that.
    pub(crate) headings: [WordSlice<'c>; 2],
    /// The last sentence of a paragraph before it under the same heading: that introduces a list.
    pub(crate) intro: Range<usize>,
}

impl<'c, About> Seen<'c, About> {
    /// The words of the label that it starts with.
    pub(crate) fn label(&self) -> WordSlice<'c> {
        self.content.words_of_label(self.block).only_if(self.nth == 0)
    }
}

/// A slot's name, and what finds the terms that a candidate has in it.
pub(crate) type Row<About> = (&'static str, fn(&Seen<'_, About>, &mut Found));

/// A model that judges candidates.
pub struct Lines<About: 'static, const LABELS: usize> {
    /// Its name in the file of weights.
    pub name: &'static str,
    /// Its labels there: of decisions and steps, "none" and the four kinds.
    pub labels: [&'static str; LABELS],
    /// Its slots, and what a candidate has in each.
    pub(crate) slots: &'static [Row<About>],
    /// What it asks about the whole document.
    pub(crate) about: fn(&ParsedContent<'_>) -> About,
    /// What its candidates are.
    pub(crate) units: Units,
}

/// What the candidates of a model are.
#[derive(Clone, Copy)]
pub(crate) enum Units {
    /// Sentences, rows and headings.
    Sentences,
    /// Items, rows, headings, and sentences of paragraphs.
    Items,
    /// What a log is made of (H17.1): headings, paragraphs and items. Blocks without words, pictures, markup, tables and code belong to the entry
    /// before.
    Entries,
}

impl Units {
    /// The candidates in a block.
    pub(crate) fn spans(self, content: &ParsedContent<'_>, block: &Block) -> Vec<Range<usize>> {
        let is_markup = || ["![", "<", "{"].iter().any(|start| content.text_of(block).starts_with(start));
        let spans = match (self, block.kind) {
            (_, BlockKind::Code | BlockKind::Rule | BlockKind::Definition) => Vec::new(),
            (Self::Entries, BlockKind::Row) => Vec::new(),
            (Self::Entries, _) if is_markup() => Vec::new(),
            (_, BlockKind::Row) => vec![block.span()],
            (_, BlockKind::Heading(_)) | (Self::Entries, _) | (Self::Items, BlockKind::Item) => {
                vec![block.inner()]
            }
            (_, BlockKind::Item | BlockKind::Paragraph) => sentences_of(content, block),
        };
        let has_words = |span: &Range<usize>| content.words_of(block).within(span).len() > 0;
        match self {
            Self::Entries => spans.into_iter().filter(has_words).collect(),
            _ => spans,
        }
    }
}

impl<About, const LABELS: usize> Lines<About, LABELS> {
    /// The model of these weights.
    pub(super) fn model(&self, weights: &Weights) -> Linear<LABELS> {
        weights.linear(self.name, self.labels)
    }

    /// Gives `take` all candidates that have words, in order, with their features.
    pub fn each(&self, content: &ParsedContent<'_>, mut take: impl FnMut(Candidate, Vec<Feature>)) {
        let (about, mut intro, mut index) = ((self.about)(content), 0..0, 0);
        for block in content.blocks() {
            let spans = self.units.spans(content, block);
            if matches!(block.kind, BlockKind::Heading(_) | BlockKind::Rule) {
                // A sentence introduces nothing below the next heading.
                intro = 0..0;
            }
            let own = content.section_of(block);
            let section =
                if is_heading(block) { content.section(own).and_then(|own| own.parent) } else { own };
            let around = content.section(section);
            let above = around.and_then(|around| content.section(around.parent));
            let words_of = |section| content.words_of_title(section);
            let headings = [around, above].map(|section| section.map(words_of).unwrap_or_default());
            let is_alone = spans.len() == 1;
            for (nth, span) in spans.into_iter().enumerate() {
                let words = content.words_of(block).within(&span);
                if words.len() > 0 {
                    let intro = intro.clone();
                    let seen = Seen {
                        content,
                        about: &about,
                        block,
                        index,
                        nth,
                        is_alone,
                        words,
                        section,
                        headings,
                        intro,
                    };
                    let candidate = Candidate { span: span.clone(), block: block.number, nth };
                    take(candidate, features(&seen, self.slots));
                    index += 1;
                }
                if block.kind == BlockKind::Paragraph && !block.in_item {
                    intro = span;
                }
            }
        }
    }
}

impl<About> Lines<About, 5> {
    /// All candidates as the model judges them.
    pub(crate) fn judge(&self, content: &ParsedContent<'_>, model: &Linear<5>) -> Vec<Judged> {
        let mut all = Vec::new();
        self.each(content, |candidate, features| {
            let [none, shares @ ..] = confidences(model.scores(&features)).map(u64::from);
            // `max_by_key` takes the last of equals: reversed, the first.
            let likeliest = shares.into_iter().enumerate().rev().max_by_key(|(_, share)| *share);
            let kind = likeliest.map_or(0, |(kind, _)| kind);
            all.push(Judged { candidate, kind, share: 1000 - none.min(1000) });
        });
        all
    }
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

/// A candidate that is a decision or a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding<Kind> {
    pub(crate) candidate: Candidate,
    pub(crate) kind: Kind,
    pub(crate) sure: Score,
    /// Whether the document says so itself.
    pub(crate) is_said: bool,
}

/// Of the findings on each line those that stay, or if none does, the surest, or the first of the surest.
pub(crate) fn one_a_line<Kind: Clone>(
    content: &ParsedContent<'_>,
    all: impl Iterator<Item = Finding<Kind>>,
    stays: impl Fn(&Finding<Kind>) -> bool,
) -> Vec<Finding<Kind>> {
    let line = |found: &Finding<Kind>| content.lines.line(found.candidate.span.start);
    let (all, mut kept): (Vec<Finding<Kind>>, _) = (all.collect(), Vec::new());
    for row in all.chunk_by(|own, next| line(own) == line(next)) {
        let staying = row.iter().filter(|own| stays(own));
        let surest = row.iter().rev().max_by_key(|own| own.sure).filter(|_| staying.clone().next().is_none());
        kept.extend(staying.chain(surest).cloned());
    }
    kept
}
