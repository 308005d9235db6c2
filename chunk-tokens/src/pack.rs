//! Packing (T3): units go into a chunk as long as the exact count of its whole text allows. Each unit costs a bounded
//! number of range counts over one measure of the text, so nothing is tokenized again for a unit that joins.

use crate::TokenConfig;
use chunk_core::{TokenMeasure, paragraphs, sentences, slice};
use std::{iter, ops::Range};

/// Below this many tokens a text is one chunk, whatever `max_tokens` is (T5).
const SHORT: usize = 100;

/// Where a chunk stands in the normalized text, in bytes, and its exact token count.
pub(crate) struct Span {
    pub(crate) bytes: Range<usize>,
    pub(crate) tokens: usize,
}

/// How units of one text become chunks.
#[derive(Clone, Copy)]
pub(crate) struct Packing<'t> {
    text: &'t str,
    measure: &'t dyn TokenMeasure,
    config: &'t TokenConfig,
    /// The most tokens of several units together.
    pub(crate) limit: usize,
}

impl<'t> Packing<'t> {
    pub(crate) fn new(text: &'t str, measure: &'t dyn TokenMeasure, config: &'t TokenConfig) -> Self {
        let mut packing = Self { text, measure, config, limit: SHORT - 1 };
        packing.limit = if packing.fits(0..text.len()) { usize::MAX } else { config.max_tokens };
        packing
    }

    /// The chunks, in order; none if the text is empty.
    pub(crate) fn spans(self) -> impl Iterator<Item = Span> + 't {
        let mut units = self.units().peekable();
        iter::from_fn(move || {
            let mut bytes = units.next()?;
            while let Some(unit) = units.next_if(|unit| self.fits(bytes.start..unit.end)) {
                bytes.end = unit.end;
            }
            Some(Span { tokens: self.measure.count(bytes.clone()), bytes })
        })
    }

    /// Whether the text at `bytes` has at most as many tokens as allowed. A token has a byte or more, so what has no
    /// more bytes than that need not be counted.
    pub(crate) fn fits(self, bytes: Range<usize>) -> bool {
        bytes.len() <= self.limit || self.measure.count(bytes) <= self.limit
    }

    /// The units, as byte ranges that tile the text: a paragraph that fits, else its sentences.
    pub(crate) fn units(self) -> impl Iterator<Item = Range<usize>> + 't {
        paragraphs(self.text).flat_map(move |paragraph| {
            let fits = self.fits(paragraph.clone());
            let start = paragraph.start;
            let sentences = (!fits).then(|| {
                sentences(slice(self.text, paragraph.clone()), self.config.sentence_rules)
                    .map(move |sentence| start + sentence.start..start + sentence.end)
            });
            fits.then_some(paragraph).into_iter().chain(sentences.into_iter().flatten())
        })
    }
}
