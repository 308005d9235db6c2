//! What kind of document a text is (H4): one linear model for whole documents and for their sections.

mod content_type;
mod evidence;
mod features;

pub use content_type::{ContentType, TYPE_MODEL};
pub use evidence::Evidence;
pub use features::{ONE, SLOTS};

use crate::{
    model::{Feature, Layout, confidences},
    recognize::models::Models,
    record::{STRATEGIES, score::Score},
    text::document::ParsedContent,
};
use serde::Serialize;
use std::ops::Range;

/// The name of the model in the file of weights. Its labels are the strategies.
pub const MODEL: &str = "kind";

/// In cross-validation the scores were too sure of themselves: so much of them fits how often they are right, in thousandths.
const SURENESS: i64 = 750;

/// How much the frontmatter's `type` counts: it makes the odds of its strategy sixteen times what they were.
const NAMED: i64 = 4 * crate::model::BIT;

/// How sure it is of every content type, and why (H4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Classification {
    /// The confidence of every type, in order.
    pub confidences: Vec<TypeConfidence>,
    /// What told it: the features that say most for and against each strategy.
    pub signals: Vec<Evidence>,
}

/// How sure the classification is of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TypeConfidence {
    /// The type.
    pub content_type: ContentType,
    /// How sure it is.
    pub confidence: Score,
}

impl Classification {
    /// The type it is surest of; of equals the first.
    #[must_use]
    pub fn best(&self) -> TypeConfidence {
        best(&self.confidences)
    }
}

/// The type it is surest of; of equals the first.
fn best(confidences: &[TypeConfidence]) -> TypeConfidence {
    let first = TypeConfidence { content_type: ContentType::Note, confidence: Score::default() };
    let surer = |best: TypeConfidence, other: TypeConfidence| {
        if other.confidence > best.confidence { other } else { best }
    };
    confidences.iter().copied().reduce(surer).unwrap_or(first)
}

/// What a document or a part of it looks like.
#[derive(Debug, Clone)]
pub(crate) struct Kind {
    /// For each of the [`STRATEGIES`] how likely it is, in units of [`BIT`](crate::model::BIT).
    pub(crate) scores: [i64; 4],
    features: Vec<Feature>,
    named: Option<ContentType>,
}

impl Kind {
    fn new(models: &Models, features: Vec<Feature>, named: Option<ContentType>) -> Self {
        // Features are in units of ONE.
        let mut scores = models.kind.scores(&features).map(|score| score * SURENESS / 1000 / ONE);
        for (score, strategy) in scores.iter_mut().zip(STRATEGIES) {
            if named.is_some_and(|named| named.strategy() == strategy) {
                *score += NAMED;
            }
        }
        Self { scores, features, named }
    }

    /// How sure it is of each strategy, in the order of [`STRATEGIES`].
    pub(crate) fn confidences(&self) -> [Score; 4] {
        confidences(self.scores).map(|share| Score::from_thousandths(share.into()))
    }

    /// How sure it is of a strategy.
    pub(crate) fn confidence(&self, strategy: &str) -> Score {
        let own = STRATEGIES.iter().zip(self.confidences()).find(|(other, _)| **other == strategy);
        own.map_or(Score::default(), |(_, confidence)| confidence)
    }

    /// How sure it is of each type: the likeliest of a strategy's has all of its confidence.
    fn types(&self, models: &Models) -> [TypeConfidence; 9] {
        let shares = content_type::shares(&models.types, &self.features, self.named);
        ContentType::ALL.map(|content_type| {
            let of_strategy = self.confidence(content_type.strategy()).thousandths();
            let share = shares.get(content_type as usize).copied().unwrap_or_default();
            TypeConfidence { content_type, confidence: Score::from_thousandths(of_strategy * share / 1000) }
        })
    }

    /// The type it is surest of.
    pub(crate) fn best(&self, models: &Models) -> TypeConfidence {
        best(&self.types(models))
    }

    /// What can be told of it.
    pub(crate) fn classification(&self, content: &ParsedContent<'_>, models: &Models) -> Classification {
        let mut signals = evidence::evidence(content, &models.kind, &self.features);
        signals.extend(self.named.map(|named| Evidence {
            slot: "type".to_owned(),
            term: named.name().to_owned(),
            count: None,
            strategy: named.strategy(),
            points: NAMED * 1000 / crate::model::BIT,
        }));
        Classification { confidences: self.types(models).to_vec(), signals }
    }
}

/// What a whole document looks like, its path included.
pub(crate) fn of_document(content: &ParsedContent<'_>, models: &Models) -> Kind {
    let path = content.document().path;
    let features = features::of_document(content, models.kind.layout(), Some(path));
    Kind::new(models, features, content_type::named(content))
}

/// What a part of the body looks like (H5).
pub(crate) fn of_part(content: &ParsedContent<'_>, models: &Models, span: &Range<usize>) -> Kind {
    Kind::new(models, features::of_part(content, models.kind.layout(), span.clone()), None)
}

/// What the model is trained on: the features of a document, with its path or without.
#[must_use]
pub fn sample(content: &ParsedContent<'_>, layout: &Layout, path: Option<&str>) -> Vec<Feature> {
    features::of_document(content, layout, path)
}

/// What the model is trained on too: the features of a part of the body.
#[must_use]
pub fn sample_of_part(content: &ParsedContent<'_>, layout: &Layout, span: Range<usize>) -> Vec<Feature> {
    features::of_part(content, layout, span)
}
