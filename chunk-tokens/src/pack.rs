//! T3, T5: packs units, which are paragraphs or sentences, into chunks: a unit joins as long as the exact count of the whole
//! chunk allows. Each unit costs a bounded number of range counts in one measure of the text, so nothing is tokenized again when a
//! unit joins.

use crate::TokenConfig;
use chunk_core::{TokenMeasure, paragraphs, sentences, slice};
use std::{iter, ops::Range};

/// Below this many tokens a text is one chunk, whatever `max_tokens` is (T5).
const SHORT: usize = 100;

/// A chunk's bytes in the normalized text, and its exact token count.
pub(crate) struct Span {
    pub(crate) bytes: Range<usize>,
    pub(crate) tokens: usize,
}

/// Packs one text.
#[derive(Clone, Copy)]
pub(crate) struct Packing<'t> {
    text: &'t str,
    measure: &'t dyn TokenMeasure,
    config: &'t TokenConfig,
    /// The most tokens that several units may have together.
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

    /// Whether the text at `bytes` is within the limit. A token has at least one byte, so a text of so few bytes need not be
    /// counted.
    pub(crate) fn fits(self, bytes: Range<usize>) -> bool {
        bytes.len() <= self.limit || self.measure.count(bytes) <= self.limit
    }

    /// The units, as byte ranges that tile the text: each paragraph that fits, and the sentences of those that do not.
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
