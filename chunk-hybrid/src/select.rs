//! Which strategy chunks a document, and which parts of it (H3, H5).

use crate::{
    analysis::Analysis,
    recognize::kind::{Classification, ContentType},
    record::score::Score,
    strategy::plugin::{ChunkingPlugin, DETECTED},
    text::block::is_heading,
};
use chunk_core::Warning;
use serde::Serialize;
use std::ops::Range;

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

/// What decided for a strategy, in the order in which it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
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
}

/// Below this, the default strategy is taken (H4).
const SURE_ENOUGH: Score = Score::from_thousandths(400);

/// From this on, a section's type counts as its own (H5).
const SURE: Score = Score::from_thousandths(600);

/// By how much one strategy must lead for the whole document to be its own (in thousandths).
const DOMINANCE: u64 = 950;

/// By how much, if the other sections only explain: a procedure, a log or a decision has its background.
const BACKGROUND: u64 = 400;

/// Words a section must have to be a part of its own.
const SECTION_WORDS: usize = 12;

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
    let classification = content.classification().clone();
    if let Some(parts) = mixed(content, &classification, default) {
        return Selection { reason: Reason::Mixed, parts, classification: Some(classification) };
    }
    let best = classification.best();
    if best.confidence < SURE_ENOUGH {
        return whole(Reason::Default, default, Some(classification));
    }
    whole(Reason::Classified, best.content_type.strategy(), Some(classification))
}

/// All of the body by one strategy that was asked for.
pub(crate) fn requested(content: &Analysis<'_>, strategy: &str) -> Selection {
    let parts = vec![part(content, content.body(), strategy, None)];
    Selection { reason: Reason::Requested, parts, classification: None }
}

fn part(
    content: &Analysis<'_>,
    span: Range<usize>,
    strategy: &str,
    content_type: Option<ContentType>,
) -> Part {
    let start_line = content.lines.line(span.start);
    let end_line = content.lines.line(span.end.saturating_sub(1).max(span.start));
    Part { span, start_line, end_line, strategy: strategy.to_owned(), content_type }
}

/// The runs of top-level sections, if confident ones ask for different strategies.
fn mixed(content: &Analysis<'_>, whole: &Classification, default: &str) -> Option<Vec<Part>> {
    let sections = top_sections(content);
    if sections.len() < 2 || content.field("type").is_some() || leads(whole, DOMINANCE) {
        return None;
    }
    let types: Vec<_> = sections
        .iter()
        .map(|span| {
            let best = content.kind_of_part(span);
            (best.content_type, best.confidence)
        })
        .collect();
    let sure = |strategy: &str| {
        types
            .iter()
            .any(|(content_type, confidence)| content_type.strategy() == strategy && *confidence >= SURE)
    };
    let different = crate::record::STRATEGIES.iter().filter(|strategy| sure(strategy)).count();
    let is_explained = different == 2
        && sure(crate::record::SEMANTIC_BOUNDARY)
        && whole.best().content_type.strategy() != crate::record::SEMANTIC_BOUNDARY
        && leads(whole, BACKGROUND);
    if different < 2 || is_explained {
        return None;
    }
    let mut parts: Vec<Part> = Vec::new();
    for (span, (content_type, confidence)) in sections.into_iter().zip(types) {
        let is_own = confidence >= SURE_ENOUGH;
        let strategy = if is_own { content_type.strategy() } else { default };
        let content_type = is_own.then_some(content_type);
        // A few words in between are no part of their own; a heading before all belongs to what follows.
        let is_short = content.words.within(&span).len() < SECTION_WORDS;
        match parts.last_mut() {
            Some(last) if last.strategy == strategy || is_short => {
                *last = part(content, last.span.start..span.end, &last.strategy, last.content_type);
            }
            Some(last) if content.words.within(&last.span).len() < SECTION_WORDS => {
                *last = part(content, last.span.start..span.end, strategy, content_type);
            }
            _ => parts.push(part(content, span, strategy, content_type)),
        }
    }
    (parts.len() > 1).then_some(parts)
}

/// Whether one strategy leads by so many thousandths.
fn leads(whole: &Classification, by: u64) -> bool {
    let mut all = crate::record::STRATEGIES.map(|strategy| whole.sure_of(strategy).thousandths());
    all.sort_unstable();
    let [.., second, best] = all;
    best >= second + by
}

/// The body before the first heading, and the outermost sections; below a title that spans all, those one level down.
fn top_sections(content: &Analysis<'_>) -> Vec<Range<usize>> {
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
    let first_is_title = starts.len() == 1 && content.blocks().first().is_some_and(is_heading);
    if first_is_title {
        starts = outermost(Some(0));
    }
    let ends = starts.iter().copied().chain([body.end]);
    let begins = [body.start].into_iter().chain(starts.iter().copied());
    begins.zip(ends).filter(|(start, end)| start < end).map(|(start, end)| start..end).collect()
}
