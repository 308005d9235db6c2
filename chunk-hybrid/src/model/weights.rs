//! The file of weights. A line is a tab-separated list; `#` begins a comment:
//!
//! ```text
//! [vocabulary]
//! deployed
//! [kind]  event-based  semantic-boundary …
//! bias    -120         310 …
//! title:postmortem  2210  -800 …
//! ```
//!
//! A section names its labels; each line below it is a feature of the model and what it weighs for each label.

use super::{Layout, Linear, Slot, Vocabulary};
use crate::tsv::lines;
use chunk_core::slice;
use std::{borrow::Cow, ops::Range, sync::LazyLock};

/// The weights of all models, as their file holds them.
#[derive(Debug, Clone)]
pub struct Weights {
    text: Cow<'static, str>,
    vocabulary: Vocabulary,
    /// The sections, each a model's: where they stand, without the bracket that they begin with.
    sections: Vec<Range<usize>>,
}

/// A model's part of the file.
struct Section<'t> {
    name: &'t str,
    labels: &'t str,
    lines: &'t str,
}

impl Weights {
    /// The weights that the crate comes with.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| Weights::new(include_str!("weights.tsv")));
        &BUILT_IN
    }

    /// Reads the file's text: its vocabulary, and where the models stand.
    #[must_use]
    pub fn new(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        // Sections begin with a bracket, features and words never do.
        let heads =
            memchr::memchr_iter(b'[', text.as_bytes()).filter(|&at| slice(&text, 0..at).ends_with('\n'));
        let mut heads = heads.peekable();
        let mut sections = Vec::new();
        while let Some(start) = heads.next() {
            sections.push(start + 1..heads.peek().copied().unwrap_or(text.len()));
        }
        let mut weights = Self { text, vocabulary: Vocabulary::default(), sections };
        if let Some(words) = weights.section("vocabulary") {
            weights.vocabulary = Vocabulary::new(lines(words.lines));
        }
        weights
    }

    fn section(&self, name: &str) -> Option<Section<'_>> {
        let mut sections = self.sections.iter().map(|range| {
            let (head, lines) = slice(&self.text, range.clone()).split_once('\n')?;
            let (name, labels) = head.split_once(']')?;
            Some(Section { name, labels, lines })
        });
        sections.find_map(|section| section.filter(|section| section.name == name))
    }

    /// The words that the models know.
    #[must_use]
    pub const fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The model of this name, its labels in the order of `labels`. What the file does not name weighs nothing.
    #[must_use]
    pub fn linear<const LABELS: usize>(
        &self,
        name: &str,
        slots: &'static [Slot],
        labels: [&str; LABELS],
    ) -> Linear<LABELS> {
        let mut linear = Linear::new(Layout::new(slots, &self.vocabulary));
        let Some(section) = self.section(name) else { return linear };
        let place = |label: &str| labels.iter().position(|own| *own == label);
        let places: Vec<Option<usize>> = section.labels.split('\t').skip(1).map(place).collect();
        // Features stand in the order of slots.
        let mut last_slot = 0;
        for line in lines(section.lines) {
            let mut fields = line.as_bytes().split(|byte| *byte == b'\t');
            let feature = slice(line, 0..fields.next().unwrap_or_default().len());
            let mut own = [0_i64; LABELS];
            for (place, field) in places.iter().zip(fields) {
                if let Some(weight) = place.and_then(|place| own.get_mut(place)) {
                    *weight = number(field);
                }
            }
            if feature == "bias" {
                linear.set_bias(own);
            } else if let Some((slot, number)) = linear.layout().find_from(last_slot, feature) {
                last_slot = slot;
                linear.set(number, own.map(|weight| weight.clamp(i16::MIN.into(), i16::MAX.into()) as i16));
            }
        }
        linear
    }
}

/// The whole number in a field, which is one: `fit` wrote it.
fn number(field: &[u8]) -> i64 {
    let (sign, digits) = field.strip_prefix(b"-").map_or((1, field), |digits| (-1, digits));
    let add = |number: i64, byte: &u8| number.wrapping_mul(10).wrapping_add(i64::from(byte & 15));
    digits.iter().fold(0, add) * sign
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Feature, Terms};

    const SLOTS: &[Slot] =
        &[Slot { name: "word", terms: Terms::Words }, Slot { name: "shape", terms: Terms::Names(&["item"]) }];

    #[test]
    fn a_section_is_a_model() {
        let text = "# A comment.\n[vocabulary]\ndone\nplan\n[phase]\tlater\tnow\nbias\t5\t-5\nword:plan\t100\t-40\nshape:item\t1\t2\n";
        let weights = Weights::new(text);
        assert_eq!(weights.vocabulary().number("plan"), 1);
        let linear = weights.linear("phase", SLOTS, ["now", "later"]);
        let feature = |name: &str, value| Feature { number: linear.layout().find(name).unwrap(), value };
        assert_eq!(linear.scores(&[feature("word:plan", 2), feature("shape:item", 1)]), [-83, 206]);
        assert_eq!(weights.linear("other", SLOTS, ["now"]).scores(&[]), [0]);
    }
}
