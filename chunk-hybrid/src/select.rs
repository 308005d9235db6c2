//! Which strategy chunks a document by its content, and for a mixed document which strategy chunks which part (H3 to H5). `system::run`
//! asks here once neither caller, frontmatter nor plugin has decided.

use crate::{
    analysis::Analysis,
    model::{BIT, Chain, Node},
    recognize::kind::{Classification, ContentType, Kind, Parts},
    record::{STRATEGIES, score::Score},
    text::document::ParsedContent,
};
use serde::Serialize;
use std::{collections::BTreeMap, ops::Range};

/// Which strategy chunks a document, and why (H3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Selection {
    /// What decided.
    pub reason: Reason,
    /// The parts of the document and their strategies: one, but for a mixed document.
    pub parts: Vec<Part>,
    /// What the content looks like, if that was asked (H4).
    pub classification: Option<Classification>,
}

impl Selection {
    /// All of the body by one strategy.
    pub(crate) fn whole(content: &ParsedContent<'_>, reason: Reason, strategy: &str) -> Self {
        let parts = vec![part(content, content.body(), strategy)];
        Self { reason, parts, classification: None }
    }

    /// The strategies that are beyond doubt. Not that of a document that was classified as a whole: it is only as sure as the
    /// classification.
    pub(crate) fn certain_strategies(&self) -> impl Iterator<Item = String> + '_ {
        let is_doubted = matches!(self.reason, Reason::Classified | Reason::Default);
        self.parts.iter().filter(move |_| !is_doubted).map(|part| part.strategy.clone())
    }
}

/// What decided for a strategy, in the order in which they are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// The caller.
    Requested,
    /// `chunkingStrategy` in the frontmatter.
    Frontmatter,
    /// A registered plugin said yes.
    Plugin,
    /// The content.
    Classified,
    /// The content, part by part (H5).
    Mixed,
    /// `defaultStrategy`: nothing else decided.
    Default,
}

impl Reason {
    /// Whether the content was looked at.
    pub(crate) const fn asks_content(self) -> bool {
        matches!(self, Self::Classified | Self::Mixed | Self::Default)
    }
}

/// A part of a document and its strategy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Part {
    /// Its bytes in the normalized text.
    #[serde(skip)]
    pub span: Range<usize>,
    /// Its first line, from 1.
    pub start_line: usize,
    /// Its last line.
    pub end_line: usize,
    /// The strategy's name.
    pub strategy: String,
    /// What the part looks like, in a mixed document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<ContentType>,
    /// How sure the classification is of each strategy for this part, if that was asked.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub confidences: BTreeMap<&'static str, Score>,
}

/// If the classification is less sure than this, the default strategy is taken (H4).
const SURE_ENOUGH: Score = Score::from_thousandths(400);

/// Each part of a mixed document has to be this sure of its strategy (H5).
const SURE_OF_PART: Score = Score::from_thousandths(600);

/// Chooses by the content, or `default` where that is not clear enough.
pub(crate) fn by_content(content: &Analysis<'_>, default: &str) -> Selection {
    if let Some(parts) = mixed(content) {
        return Selection { reason: Reason::Mixed, parts, classification: None };
    }
    let best = content.kind().best();
    if best.confidence < SURE_ENOUGH {
        return Selection::whole(content, Reason::Default, default);
    }
    Selection::whole(content, Reason::Classified, best.content_type.strategy())
}

/// Adds to each part how sure the classification is of every strategy for it.
pub(crate) fn add_confidences(content: &Analysis<'_>, parts: &mut [Part]) {
    let by_strategy = |kind: &Kind<'_>| STRATEGIES.into_iter().zip(kind.confidences());
    if let [whole] = parts {
        return whole.confidences.extend(by_strategy(content.kind()));
    }
    let mut kinds = content.parts();
    for part in parts {
        part.confidences.extend(by_strategy(&kinds.kind(&part.span)));
    }
}

fn part(content: &ParsedContent<'_>, span: Range<usize>, strategy: &str) -> Part {
    let (start_line, end_line) = content.lines_of(&span);
    Part {
        span,
        start_line,
        end_line,
        strategy: strategy.to_owned(),
        content_type: None,
        confidences: BTreeMap::new(),
    }
}

/// What a change of strategy from one section to the next costs.
const CHANGE_COST: i64 = 2 * BIT;

/// How much less several strategies have to lose than the best single one.
const LEAST_GAIN: i64 = 4 * BIT;

/// A section of fewer words counts for less, in proportion.
const ENOUGH_WORDS: i64 = 100;

/// The most that a strategy can lose in one section.
const MOST_LOSS: i64 = 6 * BIT;

/// The parts of a mixed document (H5); `None` if one strategy does. Each top-level section is given a strategy so that as little as
/// possible is lost against every section's own best one, where each change of strategy costs something too. Neighbours with the same
/// strategy are one part.
fn mixed(content: &Analysis<'_>) -> Option<Vec<Part>> {
    let sections = sections(content);
    if sections.clone().nth(1).is_none() || content.field("type").is_some() {
        return None;
    }
    let mut kinds = content.parts();
    // What each strategy would lose as the only one. Sections are judged as the chain asks for them, and not kept: there can be many.
    let mut losses_alone = [0_i64; 4];
    let nodes = sections.clone().map(|span| {
        let losses = losses(content, &mut kinds, &span);
        losses_alone.iter_mut().zip(losses).for_each(|(sum, loss)| *sum += loss);
        Node { scores: losses.map(|loss| -loss), change: -CHANGE_COST }
    });
    let (score, labels) = Chain::even().best(nodes);
    if losses_alone.into_iter().min().unwrap_or_default() < LEAST_GAIN - score {
        return None;
    }
    let mut runs: Vec<(Range<usize>, u8)> = Vec::new();
    for (span, label) in sections.zip(labels) {
        match runs.last_mut() {
            Some((run, own)) if *own == label => run.end = span.end,
            _ => runs.push((span, label)),
        }
    }
    let mut parts = Vec::with_capacity(runs.len());
    for (span, label) in runs {
        let strategy = STRATEGIES.get(usize::from(label))?;
        let kind = kinds.kind(&span);
        if kind.confidence(strategy) < SURE_OF_PART {
            return None;
        }
        parts.push(Part { content_type: Some(kind.best().content_type), ..part(content, span, strategy) });
    }
    Some(parts)
}

/// How far each strategy's score in a section lies below the best one.
fn losses(content: &ParsedContent<'_>, kinds: &mut Parts<'_>, span: &Range<usize>) -> [i64; 4] {
    let words = content.words.within(span).len() as i64;
    let scores = kinds.kind(span).scores;
    let best = scores.into_iter().max().unwrap_or_default();
    scores.map(|score| (best - score).min(MOST_LOSS) * words.min(ENOUGH_WORDS) / ENOUGH_WORDS)
}

/// The text before the first heading, and the top-level sections. If one title stands above all others, the sections right below it
/// count as top-level.
pub fn sections<'c>(content: &'c ParsedContent<'_>) -> impl Iterator<Item = Range<usize>> + Clone + 'c {
    let starts_in = |parent: Option<usize>| {
        let sections = content.sections().iter().filter(move |section| section.parent() == parent);
        sections.map(|section| section.start())
    };
    let is_title = starts_in(None).take(2).count() == 1 && starts_in(Some(0)).nth(1).is_some();
    let starts = starts_in(is_title.then_some(0));
    let body = content.body();
    let begins = [body.start].into_iter().chain(starts.clone());
    begins.zip(starts.chain([body.end])).filter(|(start, end)| start < end).map(|(start, end)| start..end)
}
