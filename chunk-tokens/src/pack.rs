//! T3, T5: packs units into chunks: paragraphs, lines or sentences, and of a conversation turns, or a question with its answer. A unit joins as
//! long as the exact count of the whole chunk allows. Each unit costs a bounded number of range counts in one measure of the text, so
//! nothing is tokenized again when a unit joins.

use crate::{Boundaries, TokenConfig, turns::Said};
use chunk_core::{counters::TokenMeasure, fitting_pieces, paragraphs, sentences, slice};
use std::{iter, ops::Range};

/// Below this many tokens a text is one chunk, whatever `max_tokens` is (T5).
const SHORT: usize = 100;

/// A chunk's bytes in the normalized text, its exact token count, and whether it holds a part of a unit that was cut (T11).
pub(crate) struct Span {
    pub(crate) bytes: Range<usize>,
    pub(crate) tokens: usize,
    pub(crate) cut: bool,
}

/// What is never cut: a turn, a question with its answer, a paragraph, a line, a sentence, or under a hard limit a part of a sentence.
pub(crate) struct Unit {
    pub(crate) bytes: Range<usize>,
    pub(crate) is_part: bool,
}

/// Packs one text.
#[derive(Clone, Copy)]
pub(crate) struct Packing<'t> {
    pub(crate) text: &'t str,
    /// The turns of a conversation, in order; none of any other text (T15).
    pub(crate) said: &'t [Said<'t>],
    measure: &'t dyn TokenMeasure,
    config: &'t TokenConfig,
    /// The most tokens that several units may have together.
    pub(crate) limit: usize,
}

impl<'t> Packing<'t> {
    /// Packs chunks of at most `max` tokens: `max_tokens`, or less where something stands above them.
    pub(crate) fn new(
        text: &'t str,
        said: &'t [Said<'t>],
        measure: &'t dyn TokenMeasure,
        config: &'t TokenConfig,
        max: usize,
    ) -> Self {
        let short = if config.hard_limit { max.min(SHORT - 1) } else { SHORT - 1 };
        let mut packing = Self { text, said, measure, config, limit: short };
        packing.limit = if packing.fits(0..text.len()) { usize::MAX } else { max };
        packing
    }

    /// The chunks, in order; none if the text is empty.
    pub(crate) fn spans(self) -> impl Iterator<Item = Span> + 't {
        let mut units = self.units().into_iter().peekable();
        iter::from_fn(move || {
            let Unit { mut bytes, is_part: mut cut } = units.next()?;
            while let Some(unit) = units.next_if(|unit| self.fits(bytes.start..unit.bytes.end)) {
                bytes.end = unit.bytes.end;
                cut |= unit.is_part;
            }
            Some(Span { tokens: self.measure.count(bytes.clone()), bytes, cut })
        })
    }

    /// Whether the text at `bytes` is within the limit.
    pub(crate) fn fits(self, bytes: Range<usize>) -> bool {
        self.measure.fits(bytes, self.limit)
    }

    /// The units, which tile the text: each paragraph that fits, and what those that do not are divided into; of a conversation, turns.
    pub(crate) fn units(self) -> Vec<Unit> {
        let mut units = Vec::new();
        match self.said {
            [] => self.divide(0..self.text.len(), &mut units),
            _ => self.turns(&mut units),
        }
        units
    }

    /// Divides a part of the text into units.
    pub(crate) fn divide(self, whole: Range<usize>, units: &mut Vec<Unit>) {
        for paragraph in paragraphs(slice(self.text, whole.clone())) {
            self.paragraph(whole.start + paragraph.start..whole.start + paragraph.end, units);
        }
    }

    fn paragraph(self, paragraph: Range<usize>, units: &mut Vec<Unit>) {
        if self.fits(paragraph.clone()) {
            return units.push(Unit { bytes: paragraph, is_part: false });
        }
        match self.config.boundaries {
            Boundaries::Sentences | Boundaries::Turns => self.sentences(paragraph, units),
            Boundaries::Lines => self.lines(paragraph, units),
        }
    }

    fn lines(self, paragraph: Range<usize>, units: &mut Vec<Unit>) {
        let mut end = paragraph.start;
        for line in slice(self.text, paragraph).split_inclusive('\n') {
            let bytes = end..end + line.len();
            end = bytes.end;
            match self.fits(bytes.clone()) {
                true => units.push(Unit { bytes, is_part: false }),
                false => self.sentences(bytes, units),
            }
        }
    }

    fn sentences(self, whole: Range<usize>, units: &mut Vec<Unit>) {
        for sentence in sentences(slice(self.text, whole.clone()), self.config.sentence_rules) {
            let bytes = whole.start + sentence.start..whole.start + sentence.end;
            if self.config.hard_limit && !self.fits(bytes.clone()) {
                let pieces = fitting_pieces(self.text, bytes, self.limit, &|range| self.measure.count(range));
                let is_part = pieces.len() > 1;
                units.extend(pieces.into_iter().map(|bytes| Unit { bytes, is_part }));
            } else {
                units.push(Unit { bytes, is_part: false });
            }
        }
    }
}
