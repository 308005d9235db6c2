//! What decided for a kind, in words that a reader of the document knows (H4).

use crate::{
    model::{Feature, Linear},
    rank::least,
    record::STRATEGIES,
    text::document::ParsedContent,
};
use serde::Serialize;
use std::fmt;

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

/// What a term says of a document, by its slot; of shapes nothing is said but how common they are.
const SAYINGS: [(&str, &str); 18] = [
    ("word", "word '{}'"),
    ("title", "title says '{}'"),
    ("heading", "a heading says '{}'"),
    ("item", "items start with '{}'"),
    ("opening", "paragraphs start with '{}'"),
    ("introduction", "the introduction says '{}'"),
    ("class-of-word", "words of the class '{}'"),
    ("class-of-title", "a title of the class '{}'"),
    ("class-of-heading", "headings of the class '{}'"),
    ("class-of-item", "items that start with the class '{}'"),
    ("class-of-opening", "paragraphs that start with the class '{}'"),
    ("class-of-label", "labels of the class '{}'"),
    ("folder", "in a folder '{}'"),
    ("file", "the file's name says '{}'"),
    ("type", "the frontmatter says '{}'"),
    ("brief", "few words, and {}"),
    ("found", "{} in it"),
    ("extent", "a {}"),
];

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { slot, term, .. } = self;
        if let Some((_, saying)) = SAYINGS.iter().find(|(own, _)| own == slot) {
            f.write_str(&saying.replace("{}", term))?;
            let count = self.count.filter(|count| *count > 1);
            return count.map_or(Ok(()), |count| write!(f, " ×{count}"));
        }
        let share = if term == "any" { "some" } else { &format!("over {term}") };
        write!(f, "{share} {}", slot.replace('-', " "))
    }
}

/// No more than so many are named for each strategy.
const MOST: usize = 8;

/// The features that say most for and against each strategy, strongest first.
pub(super) fn evidence(
    content: &ParsedContent<'_>,
    model: &Linear<4>,
    features: &[Feature],
) -> Vec<Evidence> {
    let mut evidence = Vec::new();
    for (label, strategy) in STRATEGIES.into_iter().enumerate() {
        let points = |feature: &Feature| {
            let weights = model.weights(feature.number).map(i64::from);
            let own = weights.get(label).copied().unwrap_or_default();
            // Against the others' average: a weight that is common to all says nothing.
            let others = (weights.iter().sum::<i64>() - own) / 3;
            (own - others) * i64::from(feature.value) / super::ONE * 1000 / crate::model::BIT
        };
        let ranked = features.iter().map(|own| (-points(own).abs(), own.number as usize));
        for (_, number) in least(ranked.collect(), MOST) {
            let Some(feature) = features.iter().find(|own| own.number as usize == number) else { continue };
            let points = points(feature);
            let Some(name) = model.layout().name(feature.number).filter(|_| points != 0) else { continue };
            let Some((slot, term)) = name.split_once(':') else { continue };
            let count = (slot == "word").then(|| count(content, model.layout().vocabulary().number(term)));
            evidence.push(Evidence { slot: slot.to_owned(), term: term.to_owned(), count, strategy, points });
        }
    }
    evidence
}

/// How often a word of the vocabulary stands in the body.
fn count(content: &ParsedContent<'_>, number: u32) -> usize {
    content.words.all().iter().filter(|word| word.number == number).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::Terms, recognize::kind::SLOTS};

    #[test]
    fn of_all_but_shares_there_is_something_to_say() {
        let says = |slot: &&str| SAYINGS.iter().any(|(own, _)| own == slot);
        let is_share = |terms| matches!(terms, Terms::Names(["any", ..]));
        let unsaid: Vec<&str> = SLOTS
            .iter()
            .filter(|slot| !is_share(slot.terms))
            .map(|slot| slot.name)
            .filter(|slot| !says(slot))
            .collect();
        assert_eq!(unsaid, [""; 0]);
        let title = Evidence {
            slot: "class-of-title".into(),
            term: "decision-title".into(),
            count: None,
            strategy: "preference-signal",
            points: 1,
        };
        assert_eq!(title.to_string(), "a title of the class 'decision-title'");
    }
}
