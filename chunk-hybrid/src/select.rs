//! Which strategy chunks a document, and which parts of it (H3, H5).

use crate::{
    analysis::Analysis,
    model::BIT,
    recognize::kind::{Classification, ContentType, KindModel, Parts},
    record::{SEMANTIC_BOUNDARY, STRATEGIES, score::Score},
    strategy::plugin::{ChunkingPlugin, DETECTED},
    text::document::ParsedContent,
};
use chunk_core::Warning;
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
    /// The strategies that nobody doubts: a document that was classified as a whole may be of another kind, as sure as the classification is.
    pub(crate) fn certain(&self) -> impl Iterator<Item = String> + '_ {
        let is_doubted = matches!(self.reason, Reason::Classified | Reason::Default);
        self.parts.iter().filter(move |_| !is_doubted).map(|part| part.strategy.clone())
    }
}

/// What decided for a strategy, in the order in which it is asked.
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
    /// How sure it is of each strategy for this part, if that was asked.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub confidences: BTreeMap<&'static str, Score>,
}

/// Below this, the default strategy is taken (H4).
const SURE_ENOUGH: Score = Score::from_thousandths(400);

/// From this on, a section's kind counts as its own (H5).
const SURE: Score = Score::from_thousandths(600);

/// Chooses by the order of H3; `plugins` are those that were registered.
pub(crate) fn select(
    content: &Analysis<'_>,
    plugins: &[Box<dyn ChunkingPlugin>],
    known: &dyn Fn(&str) -> bool,
    detect: bool,
    default: &str,
    warnings: &mut Vec<Warning>,
) -> Selection {
    let whole = |reason, strategy: &str, classification| Selection {
        reason,
        parts: vec![part(content, content.body(), strategy, None)],
        classification,
    };
    if let Some(name) = content.field("chunkingStrategy") {
        if known(name) {
            return whole(Reason::Frontmatter, name, None);
        }
        let message = format!("the frontmatter asks for the unknown strategy {name:?}");
        warnings.push(Warning::new("unknown-strategy", message));
    }
    if let Some(plugin) = plugins.iter().find(|plugin| plugin.detect(content) >= DETECTED) {
        return whole(Reason::Plugin, plugin.name(), None);
    }
    if !detect {
        return whole(Reason::Default, default, None);
    }
    if let Some(parts) = mixed(content, content.kind_model()) {
        return Selection { reason: Reason::Mixed, parts, classification: None };
    }
    let best = content.kind().best(content.kind_model());
    if best.confidence < SURE_ENOUGH {
        return whole(Reason::Default, default, None);
    }
    whole(Reason::Classified, best.content_type.strategy(), None)
}

/// The top-level sections of a document, which are looked at one by one.
#[must_use]
pub fn sections(content: &ParsedContent<'_>) -> Vec<Range<usize>> {
    top_sections(content)
}

/// Adds to each part how sure every strategy is of it.
pub(crate) fn add_confidences(content: &Analysis<'_>, parts: &mut [Part]) {
    let is_whole = parts.len() == 1;
    let mut kinds = Parts::new(content, content.kind_model());
    for part in parts {
        let own;
        let kind = if is_whole {
            content.kind()
        } else {
            own = kinds.kind(&part.span);
            &own
        };
        part.confidences = STRATEGIES.into_iter().zip(kind.confidences()).collect();
    }
}

/// All of the body by one strategy that was asked for.
pub(crate) fn requested(content: &Analysis<'_>, strategy: &str) -> Selection {
    let parts = vec![part(content, content.body(), strategy, None)];
    Selection { reason: Reason::Requested, parts, classification: None }
}

fn part(
    content: &ParsedContent<'_>,
    span: Range<usize>,
    strategy: &str,
    content_type: Option<ContentType>,
) -> Part {
    let start_line = content.lines.line(span.start);
    let end_line = content.lines.line(span.end.saturating_sub(1).max(span.start));
    Part {
        span,
        start_line,
        end_line,
        strategy: strategy.to_owned(),
        content_type,
        confidences: BTreeMap::new(),
    }
}

/// A change of strategy between two sections must be worth so much.
const CHANGE: i64 = 2 * BIT;

/// Several strategies must be worth so much more than the best single one.
const GAIN: i64 = 4 * BIT;

/// From here on the words of a section are enough to be sure of it.
const ENOUGH_WORDS: i64 = 100;

/// No section says more against a strategy.
const MOST_AGAINST: i64 = 6 * BIT;

/// The runs of top-level sections, if sure ones ask for different strategies (H5): the labelling of the sections that
/// loses least against each section's own best, where each change of strategy costs something too.
fn mixed(content: &ParsedContent<'_>, model: &KindModel) -> Option<Vec<Part>> {
    let sections = top_sections(content);
    if sections.len() < 2 || content.field("type").is_some() {
        return None;
    }
    let mut kinds = Parts::new(content, model);
    let losses: Vec<[i64; 4]> = sections.iter().map(|span| losses(content, &mut kinds, span)).collect();
    let single = (0..4).map(|label| losses.iter().filter_map(|losses| losses.get(label)).sum()).min();
    let (loss, labels) = best_runs(&losses);
    if single.unwrap_or(0_i64) < loss + GAIN {
        return None;
    }
    let mut parts: Vec<Part> = Vec::new();
    for (span, label) in sections.into_iter().zip(labels) {
        let strategy = STRATEGIES.get(label).copied().unwrap_or(SEMANTIC_BOUNDARY);
        match parts.last_mut() {
            Some(last) if last.strategy == strategy => {
                *last = part(content, last.span.start..span.end, strategy, None);
            }
            _ => parts.push(part(content, span, strategy, None)),
        }
    }
    for part in &mut parts {
        let kind = kinds.kind(&part.span);
        if kind.confidence(&part.strategy) < SURE {
            return None;
        }
        part.content_type = Some(kind.best(model).content_type);
    }
    (parts.len() > 1).then_some(parts)
}

/// What each strategy loses in a section against the best one: a section of a few words says little.
fn losses(content: &ParsedContent<'_>, kinds: &mut Parts<'_>, span: &Range<usize>) -> [i64; 4] {
    let words = content.words.within(span).len() as i64;
    let scores = kinds.kind(span).scores;
    let best = scores.into_iter().max().unwrap_or_default();
    scores.map(|score| (best - score).min(MOST_AGAINST) * words.min(ENOUGH_WORDS) / ENOUGH_WORDS)
}

/// The labels of the sections that lose least together, and what they lose.
fn best_runs(losses: &[[i64; 4]]) -> (i64, Vec<usize>) {
    let mut total = [0_i64; 4];
    let mut before: Vec<[usize; 4]> = Vec::with_capacity(losses.len());
    for (index, own) in losses.iter().enumerate() {
        let (cheapest, least) = least(total);
        let mut from = [0, 1, 2, 3];
        for ((total, own), from) in total.iter_mut().zip(own).zip(&mut from) {
            if index > 0 && least + CHANGE < *total {
                (*total, *from) = (least + CHANGE, cheapest);
            }
            *total += own;
        }
        before.push(from);
    }
    let (mut label, loss) = least(total);
    let mut labels = Vec::with_capacity(losses.len());
    for from in before.iter().rev() {
        labels.push(label);
        label = from.get(label).copied().unwrap_or(label);
    }
    labels.reverse();
    (loss, labels)
}

/// The first of the least, and its place.
fn least(totals: [i64; 4]) -> (usize, i64) {
    (0..).zip(totals).min_by_key(|(_, total)| *total).unwrap_or_default()
}

/// The body before the first heading, and the outermost sections; below a title that spans all, those one level down.
fn top_sections(content: &ParsedContent<'_>) -> Vec<Range<usize>> {
    let body = content.body();
    let outermost = |parent: Option<usize>| -> Vec<usize> {
        content
            .sections
            .iter()
            .filter(|section| section.parent == parent)
            .map(|section| section.span.start)
            .collect()
    };
    let mut starts = outermost(None);
    if starts.len() == 1 {
        let below = outermost(Some(0));
        if below.len() > 1 {
            starts = below;
        }
    }
    let ends = starts.iter().copied().chain([body.end]);
    let begins = [body.start].into_iter().chain(starts.iter().copied());
    begins.zip(ends).filter(|(start, end)| start < end).map(|(start, end)| start..end).collect()
}
