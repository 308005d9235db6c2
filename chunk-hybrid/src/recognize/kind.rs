//! What kind of document a text is, and so which strategy fits it (H4): one linear model, for whole documents and for the parts of mixed
//! ones (H5). `features` is what the model sees, `evidence` says in readers' words what decided, `content_type` lists the contract's
//! types, which divide the strategies further.

mod evidence;
mod features;

pub use evidence::Evidence;
pub use features::{ONE, features};

use crate::model::{BIT, Feature, confidences};
use crate::readings::{Row, agreed, rows_of_headings, rows_of_path};
use crate::recognize::models::Models;
use crate::record::{ContentType, SEMANTIC_BOUNDARY, STRATEGIES, Score};
use crate::text::{ParsedContent, among};
use serde::Serialize;
use std::ops::Range;

/// The name of the model in the file of weights. Its labels are the strategies.
pub const MODEL: &str = "kind";

/// The name, in the file of weights, of the model that tells the types of one strategy apart. Its labels are the types, its features
/// those of the model of kinds.
pub const TYPE_MODEL: &str = "type";

/// Scores are multiplied by this, in thousandths: in cross-validation they were too sure, and so the confidence fits how often they are
/// right.
const CALIBRATION: i64 = 750;

/// How much it counts if a document says what it is: it decides, whatever the model says.
const SAID: i64 = 64 * BIT;

/// How much a path counts that makes a kind likelier (`likely` in the table of readings): it multiplies the odds by eight. Of labelled documents
/// in `runbooks` 31 of 35 are procedures, of those named by a date 208 of 298 logs: of all others about a third are either.
const LIKELY: i64 = 3 * BIT;

/// How much it counts whether a decision was found in a brief text, and that none was found in a document of decisions or no step in a
/// procedure: it multiplies or divides the odds of the strategy by sixty-four.
const FOUND: i64 = 6 * BIT;

/// How sure the classification is of every content type, and why (H4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Classification {
    /// The confidence of every type, in order.
    pub confidences: Vec<TypeConfidence>,
    /// What the document says of itself, then the features that say most for and against each strategy.
    pub signals: Vec<Evidence>,
}

/// How sure the classification is of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TypeConfidence {
    /// The type.
    pub content_type: ContentType,
    /// How sure the classification is of it.
    pub confidence: Score,
}

impl Classification {
    /// The most confident type; of equals the first.
    #[must_use]
    pub fn best(&self) -> TypeConfidence {
        best(&self.confidences)
    }
}

/// The most confident type; of equals the first.
fn best(confidences: &[TypeConfidence]) -> TypeConfidence {
    let none = TypeConfidence { content_type: ContentType::Note, confidence: Score::default() };
    confidences.iter().rev().max_by_key(|own| own.confidence).copied().unwrap_or(none)
}

/// What a document or a part of it looks like.
#[derive(Debug, Clone)]
pub(crate) struct Kind<'m> {
    models: &'m Models,
    /// For each of the [`STRATEGIES`] how likely it is, in units of [`BIT`](crate::model::BIT).
    pub(crate) scores: [i64; 4],
    features: Vec<Feature>,
    /// The type that the document says it is.
    said: Option<ContentType>,
    /// What decides beside the model: what the document says it is, whether a brief text holds a decision, that there is no step.
    added: Vec<Evidence>,
}

impl<'m> Kind<'m> {
    fn new(models: &'m Models, features: Vec<Feature>, said: Option<Row>) -> Self {
        // Features are in units of ONE.
        let scores = models.kinds().scores(&features).map(|score| score * CALIBRATION / 1000 / ONE);
        let content_type = said.as_ref().and_then(Row::kind);
        let mut kind = Self { models, scores, features, said: content_type, added: Vec::new() };
        if let Some((row, content_type)) = said.zip(content_type) {
            kind.add_evidence(row.place, row.phrase, content_type.strategy(), SAID);
        }
        kind
    }

    /// Adds evidence beside the model, which changes the score of a strategy.
    fn add_evidence(&mut self, slot: &str, term: &str, strategy: &'static str, points: i64) {
        for (score, _) in self.scores.iter_mut().zip(STRATEGIES).filter(|(_, own)| *own == strategy) {
            *score += points;
        }
        let (slot, term) = (slot.to_owned(), term.to_owned());
        self.added.push(Evidence { slot, term, count: None, strategy, points: points * 1000 / BIT });
    }

    /// The kind of a text by what was found in it: a decision in a brief text, or nothing of what a strategy is for. If the text says what
    /// it is, that counts.
    pub(crate) fn found(mut self, slot: &str, term: &str, strategy: &'static str, is_there: bool) -> Self {
        if self.said.is_none() {
            self.add_evidence(slot, term, strategy, if is_there { FOUND } else { -FOUND });
        }
        self
    }

    /// The type that the text says it is, if it does.
    pub(crate) const fn said(&self) -> Option<ContentType> {
        self.said
    }

    /// The likeliest strategy; of equals the first.
    pub(crate) fn likeliest(&self) -> &'static str {
        let all = self.scores.into_iter().zip(STRATEGIES).rev();
        all.max_by_key(|(score, _)| *score).map_or(SEMANTIC_BOUNDARY, |(_, strategy)| strategy)
    }

    /// The confidence of each strategy, in the order of [`STRATEGIES`].
    pub(crate) fn confidences(&self) -> [Score; 4] {
        confidences(self.scores).map(|share| Score::from_thousandths(share.into()))
    }

    /// The confidence of a strategy; 0 for one that is not the contract's.
    pub(crate) fn confidence(&self, strategy: &str) -> Score {
        let own = STRATEGIES.iter().zip(self.confidences()).find(|(other, _)| **other == strategy);
        own.map_or(Score::default(), |(_, confidence)| confidence)
    }

    /// The confidence of each type. The likeliest type of a strategy has all of the strategy's confidence, the others a share of it.
    fn types(&self) -> Vec<TypeConfidence> {
        let scores = self.models.types().scores(&self.features).map(|score| score / ONE);
        let all = || ContentType::ALL.into_iter().zip(scores);
        let confidence = |(content_type, score): (ContentType, i64)| {
            let strategy = content_type.strategy();
            let share = match self.said.filter(|said| said.strategy() == strategy) {
                Some(said) => u64::from(said == content_type) * 1000,
                None => {
                    let own = all().filter(|(other, _)| other.strategy() == strategy);
                    let best = own.map(|(_, score)| score).max().unwrap_or_default();
                    let [of_best, of_this] = confidences([best, score]).map(u64::from);
                    of_this * 1000 / of_best.max(1)
                }
            };
            let thousandths = self.confidence(strategy).thousandths() * share / 1000;
            TypeConfidence { content_type, confidence: Score::from_thousandths(thousandths) }
        };
        all().map(confidence).collect()
    }

    /// The most confident type.
    pub(crate) fn best(&self) -> TypeConfidence {
        best(&self.types())
    }

    /// The confidences of all types, and the evidence for them.
    pub(crate) fn classification(&self, content: &ParsedContent<'_>) -> Classification {
        let mut signals = self.added.clone();
        signals.extend(evidence::evidence(content, self.models.kinds(), &self.features));
        Classification { confidences: self.types(), signals }
    }
}

/// The type that the frontmatter says a document is of, if it is one of the contract's.
fn said_by_frontmatter(content: &ParsedContent<'_>) -> Option<Row> {
    let field = content.first_field(&["type", "contentType", "kind", "category"])?;
    let name = field.to_ascii_lowercase().replace(['_', ' '], "-");
    let name = ContentType::ALL.map(ContentType::name).into_iter().find(|own| *own == name)?;
    Some(Row { place: "type", phrase: name, meaning: name, clause: None })
}

/// What the headings in `span` say of that part of the body.
pub(crate) fn said_by_headings(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Row> {
    let sections = among(content.sections(), span, |section| section.start);
    agreed(rows_of_headings(sections.iter().map(|own| content.slice(&own.title))))
}

/// What a whole document looks like, its path included.
pub(crate) fn of_document<'m>(content: &ParsedContent<'_>, models: &'m Models) -> Kind<'m> {
    let path = content.document().path;
    let features = features(content, models.vocabulary(), None);
    let said = said_by_frontmatter(content)
        .or_else(|| said_by_headings(content, &content.body()))
        .or_else(|| agreed(rows_of_path(path)));
    let is_said = said.is_some();
    let mut kind = Kind::new(models, features, said);
    for row in rows_of_path(path).into_iter().filter(|_| !is_said) {
        if let Some(likely) = row.likely() {
            kind.add_evidence(row.place, row.phrase, likely.strategy(), LIKELY);
        }
    }
    kind
}

/// What the part of the body at `span` looks like (H5).
pub(crate) fn of_part<'m>(content: &ParsedContent<'_>, models: &'m Models, span: &Range<usize>) -> Kind<'m> {
    let features = features(content, models.vocabulary(), Some(span));
    Kind::new(models, features, said_by_headings(content, span))
}
