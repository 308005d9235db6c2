//! What decided for a kind, in words for readers who know the document and not the model (H4).

use crate::english::class;
use crate::english::lexicon;
use crate::model::{Feature, Linear, Term};
use crate::record::STRATEGIES;
use crate::text::ParsedContent;
use serde::Serialize;
use std::{cmp::Reverse, fmt};

/// A feature of the document that speaks for a strategy, or against it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Evidence {
    /// Where it stands: a slot of the model, such as `title` or `word`.
    pub slot: String,
    /// The term of the slot.
    pub term: String,
    /// How often, where that is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// The strategy it speaks for, or against.
    pub strategy: &'static str,
    /// How strongly: a thousand doubles the odds of the strategy, minus a thousand halves them.
    pub points: i64,
}

/// What a term in a slot says of a document, with the term at `{}`.
fn saying(slot: &str) -> Option<&'static str> {
    let mut rows = include_str!("sayings.tsv").lines().filter_map(|line| line.split_once('\t'));
    rows.find(|(own, _)| *own == slot).map(|(_, saying)| saying)
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&saying(&self.slot).unwrap_or("{}").replace("{}", &self.term))?;
        let count = self.count.filter(|count| *count > 1);
        count.map_or(Ok(()), |count| write!(f, " ×{count}"))
    }
}

/// Whether a feature tells a reader little: a number, a word that any text has, or that the text is a document.
fn is_bland(feature: &Feature, term: &str) -> bool {
    let is_number = || term.bytes().all(|byte| byte.is_ascii_digit());
    let is_class = matches!(feature.term, Term::Class(_));
    feature.slot == "extent" || !is_class && (lexicon::form(term).is_stop() || is_number())
}

/// At most this many features are named for each strategy.
const MOST: usize = 8;

/// The features that say most for and against each strategy, strongest first. One that tells a reader little ranks as if it said half.
pub(super) fn evidence(
    content: &ParsedContent<'_>,
    model: &Linear<4>,
    features: &[Feature],
) -> Vec<Evidence> {
    let named = features.iter().filter_map(|own| Some((own.name(model.vocabulary())?, own)));
    let named: Vec<(String, &Feature)> = named.collect();
    let mut evidence = Vec::new();
    for (label, strategy) in STRATEGIES.into_iter().enumerate() {
        let ranked = named.iter().filter_map(|(name, feature)| {
            let (_, term) = name.split_once(':')?;
            let weights = model.weights(feature).map(i64::from);
            let own = weights.get(label).copied().unwrap_or_default();
            // Less the average of the other strategies: a weight that all have says nothing.
            let others = (weights.iter().sum::<i64>() - own) / 3;
            let points = (own - others) * i64::from(feature.value) / super::ONE * 1000 / crate::model::BIT;
            Some((points.abs() / if is_bland(feature, term) { 2 } else { 1 }, points, feature, term))
        });
        let mut ranked: Vec<(i64, i64, &&Feature, &str)> = ranked.collect();
        ranked.sort_by_key(|(rank, ..)| Reverse(*rank));
        for (_, points, feature, term) in ranked.into_iter().take(MOST).filter(|(_, points, ..)| *points != 0)
        {
            let count = (feature.slot == "word").then(|| count(content, feature.term));
            let of_class = class::plain_name(term).filter(|_| matches!(feature.term, Term::Class(_)));
            let (slot, term) = (feature.slot.to_owned(), of_class.unwrap_or(term).to_owned());
            evidence.push(Evidence { slot, term, count, strategy, points });
        }
    }
    evidence
}

/// How often a word of the vocabulary stands in the body.
fn count(content: &ParsedContent<'_>, term: Term) -> usize {
    content.words.all().iter().filter(|word| Term::Word(word.number) == term).count()
}
