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

use super::{Linear, Vocabulary, feature};
use crate::Dictionary;
use chunk_core::slice;
use memchr::memmem;
use std::borrow::Cow;

/// The weights of all models, as their file holds them.
#[derive(Debug, Clone, Default)]
pub struct Weights {
    text: Cow<'static, str>,
    vocabulary: Vocabulary,
}

impl Weights {
    /// Takes the file's text and reads the vocabulary.
    #[must_use]
    pub fn new(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        let vocabulary =
            Vocabulary::new(section(&text, "vocabulary").into_iter().flat_map(str::lines).skip(1));
        Self { text, vocabulary }
    }

    /// The words that the models know.
    #[must_use]
    pub const fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The model of this name, with its labels in the order of `labels`. Features and labels that the file does not list weigh nothing.
    #[must_use]
    pub fn linear<const LABELS: usize>(&self, name: &str, labels: [&str; LABELS]) -> Linear<LABELS> {
        let vocabulary = self.vocabulary.clone();
        let mut linear = Linear { vocabulary, bias: [0; LABELS], weights: Dictionary::default() };
        let mut lines = section(&self.text, name).into_iter().flat_map(str::lines);
        let named: Vec<&str> = lines.next().unwrap_or_default().split('\t').skip(1).collect();
        let places = labels.map(|label| named.iter().position(|own| *own == label));
        for line in lines {
            let (feature, fields) = line.split_once('\t').unwrap_or((line, ""));
            let fields: Vec<i32> =
                fields.split('\t').map(|field| field.parse().unwrap_or_default()).collect();
            let own =
                places.map(|place| place.and_then(|place| fields.get(place)).copied().unwrap_or_default());
            if feature == "bias" {
                linear.bias = own.map(i64::from);
            } else {
                linear.weights.insert(feature::key(feature), own);
            }
        }
        linear
    }

    /// The number on the line of a section that has only that.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        section(&self.text, name)?.split('\t').nth(1)?.trim_ascii_end().parse().ok()
    }
}

/// The text of a section: the rest of the line with its name, then its lines.
fn section<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let head = format!("\n[{name}]");
    let (_, behind) = text.split_at_checked(memmem::find(text.as_bytes(), head.as_bytes())? + head.len())?;
    // Sections begin with a bracket, features and words never do.
    let end = memmem::find(behind.as_bytes(), b"\n[").unwrap_or(behind.len());
    Some(slice(behind, 0..end))
}
