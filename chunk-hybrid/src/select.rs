//! Which strategy chunks a document by its content, and for a mixed document which strategy chunks which part (H3 to H5). `system::run`
//! asks here once neither caller, frontmatter nor plugin has decided.

use crate::analysis::Analysis;
use crate::recognize::kind;
use crate::recognize::kind::{Classification, Kind};
use crate::record::{ContentType, EVENT_BASED, SEMANTIC_BOUNDARY, STRATEGIES, Score};
use crate::text::{BlockKind, ParsedContent, is_heading};
use chunk_core::unicode;
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

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

/// If the classification is as sure as this that a document is of a topic, it has no other parts but those whose headings say so.
const SURE_OF_TOPIC: Score = Score::from_thousandths(600);

/// Each part of a mixed document has to be this sure of its strategy, unless its headings say it (H5).
const SURE_OF_PART: Score = Score::from_thousandths(800);

/// A part of fewer words says too little of what it is, unless its headings say it.
const ENOUGH_WORDS: usize = 40;

/// A log without times of fewer different words, code, addresses and numbers aside, such as a list of links, says too little of what it is …
const FEW_WORDS: usize = 50;

/// … unless the classification is as sure as this. It is fitted to longer ones: of 327 labelled documents for which it takes another strategy than
/// `semantic-boundary`, one has so few words. Without this, 12 of 1,623 pages of crates are taken for logs, none of which is one.
const SURE_OF_FEW: Score = Score::from_thousandths(950);

/// Whether a document has few words.
fn has_few_words(content: &ParsedContent<'_>) -> bool {
    let text = content.blocks().iter().filter(|block| block.kind != BlockKind::Code);
    let words = text.flat_map(|block| content.words_of(block).iter()).filter(|word| !word.in_address);
    let words = words.map(|word| content.slice(&word.span()));
    let mut different = BTreeSet::new();
    !words.filter(|word| word.starts_with(unicode::is_alphabetic)).any(|word| {
        different.insert(unicode::lowercase(word));
        different.len() >= FEW_WORDS
    })
}

/// Chooses by the content, or `default` where that is not clear enough. A strategy other than `semantic-boundary` is chosen only where the
/// document says so itself, or where the classification is so sure that 19 of 20 such choices are right.
pub(crate) fn by_content(content: &Analysis<'_>, default: &str) -> Selection {
    let kind = content.kind();
    let best = kind.best();
    let strategy = best.content_type.strategy();
    let is_topic = strategy == SEMANTIC_BOUNDARY;
    let least = match strategy {
        SEMANTIC_BOUNDARY => SURE_ENOUGH,
        EVENT_BASED if content.instants().is_empty() && has_few_words(content) => SURE_OF_FEW,
        _ => content.least_confidence(),
    };
    let is_chosen = best.confidence >= least;
    let is_said = kind.said().is_some();
    let (reason, whole) =
        if is_said || is_chosen { (Reason::Classified, strategy) } else { (Reason::Default, default) };
    let is_sure = is_said || is_chosen && (!is_topic || best.confidence >= SURE_OF_TOPIC);
    match mixed(content, whole, is_sure) {
        Some(parts) => Selection { reason: Reason::Mixed, parts, classification: None },
        None => Selection::whole(content, reason, whole),
    }
}

/// Adds to each part how sure the classification is of every strategy for it.
pub(crate) fn add_confidences(content: &Analysis<'_>, parts: &mut [Part]) {
    let by_strategy = |kind: &Kind<'_>| STRATEGIES.into_iter().zip(kind.confidences());
    if let [whole] = parts {
        return whole.confidences.extend(by_strategy(content.kind()));
    }
    for part in parts {
        part.confidences.extend(by_strategy(&content.kind_of_part(&part.span)));
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

/// The parts of a mixed document (H5); `None` if one strategy does. A top-level section has the strategy that its headings say or, where it is
/// not sure what the document is as a whole, that the classification is sure of, if such sections have several; else `whole`, that of the document. Neighbours with the same
/// strategy are one part. What is of a topic is background, and no part of its own.
fn mixed(content: &Analysis<'_>, whole: &str, is_sure: bool) -> Option<Vec<Part>> {
    if content.field("type").is_some() {
        return None;
    }
    // What a section is, if its headings say it or the classification is sure of it, and whether the headings do.
    let type_of = |span: &Range<usize>| {
        if let Some(said) = kind::said_by_headings(content, span).and_then(|row| row.kind()) {
            return Some((said, true));
        }
        if is_sure || content.words.within(span).len() < ENOUGH_WORDS {
            return None;
        }
        let best = content.kind_of_part(span).best();
        (best.confidence >= SURE_OF_PART).then_some((best.content_type, false))
    };
    let types: Vec<_> = sections(content).map(|span| (type_of(&span), span)).collect();
    let of_parts = types.iter().filter_map(|(own, _)| Some(own.as_ref()?.0.strategy()));
    let of_parts: BTreeSet<&str> = of_parts.filter(|strategy| *strategy != SEMANTIC_BOUNDARY).collect();
    // Where each part starts, its strategy, and the type that it has by itself.
    let mut parts: Vec<(usize, &str, Option<ContentType>)> = Vec::new();
    for (own, span) in types {
        // One clear section among others does not make a document mixed, unless its headings say so.
        let own = own.filter(|(_, is_said)| *is_said || of_parts.len() > 1).map(|(own, _)| own);
        let own = own.filter(|own| own.strategy() != SEMANTIC_BOUNDARY);
        let strategy = own.map_or(whole, |own| own.strategy());
        let before = parts.last().map_or(span.start, |(start, ..)| *start)..span.start;
        match parts.last_mut() {
            // A title alone belongs to the part after it.
            Some((_, last, known))
                if *last == strategy || content.blocks_in(&before).iter().all(is_heading) =>
            {
                (*last, *known) = (strategy, known.or(own));
            }
            // Headings without text at the end of the part before belong to this one.
            _ => parts.push((content.headings_before_end(&before), strategy, own)),
        }
    }
    let ends = parts.iter().skip(1).map(|(start, ..)| *start).chain([content.body().end]);
    let part = |(&(start, strategy, content_type), end): (&(usize, &str, _), usize)| Part {
        content_type,
        ..part(content, start..end, strategy)
    };
    (parts.len() > 1).then(|| parts.iter().zip(ends).map(part).collect())
}

/// The text before the first heading, and the top-level sections. If one title stands above all others, the sections right below it
/// count as top-level.
pub fn sections<'c>(content: &'c ParsedContent<'_>) -> impl Iterator<Item = Range<usize>> + Clone + 'c {
    let starts_in = |parent: Option<usize>| {
        let sections = content.sections().iter().filter(move |section| section.parent == parent);
        sections.map(|section| section.start)
    };
    let is_title = starts_in(None).take(2).count() == 1 && starts_in(Some(0)).nth(1).is_some();
    let starts = starts_in(is_title.then_some(0));
    let body = content.body();
    let begins = [body.start].into_iter().chain(starts.clone());
    begins.zip(starts.chain([body.end])).filter(|(start, end)| start < end).map(|(start, end)| start..end)
}
