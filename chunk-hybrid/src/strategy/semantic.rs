//! The strategy `semantic-boundary` (H18): chunks are topics. Other strategies leave it what belongs to none of their findings.

use crate::SEMANTIC_BOUNDARY;
use crate::analysis::Analysis;
use crate::english::class::TURN;
use crate::record::{Score, SemanticMetadata, StrategyMetadata};
use crate::strategy::{ChunkContext, ChunkingPlugin, Draft, windows};
use crate::text::{Wholes, tag};
use crate::topics::{BAND, BY_SIZE, BY_TOPIC, Break, Gaps, Segmentation, Unit, Units, band};
use std::ops::Range;

/// `semantic-boundary`: boundaries at headings, where the words change, and before words that announce another topic.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct SemanticBoundary;

impl ChunkingPlugin for SemanticBoundary {
    fn name(&self) -> &str {
        SEMANTIC_BOUNDARY
    }

    fn chunk(&self, content: &Analysis<'_>, context: &mut ChunkContext) -> Vec<Draft> {
        topics(content, context.scope.clone())
    }

    fn describe(&self, content: &Analysis<'_>, span: &Range<usize>, metadata: &mut StrategyMetadata) {
        let profile = content.profile(span);
        // Pictures and the like may stand above the title.
        let below_markup = || {
            let first = content.sections().first().filter(|first| first.start < span.end)?;
            tag::untagged(content.text(), span.start..first.start).is_none().then_some(first)
        };
        let heading =
            content.section_at(span.start).or_else(below_markup).map(|section| section.name.clone());
        let topic = heading.filter(|name| !name.is_empty()).unwrap_or_else(|| profile.phrase());
        *metadata = StrategyMetadata::Semantic(SemanticMetadata {
            topic,
            summary: profile.summary(),
            keywords: profile.words(),
            ..SemanticMetadata::default()
        });
    }
}

/// Drafts of the topics in `span`: the whole scope, or a text that another strategy has no use for. What they are about is found when
/// their bytes are final.
pub(super) fn topics(content: &Analysis<'_>, span: Range<usize>) -> Vec<Draft> {
    let metadata = StrategyMetadata::Semantic(SemanticMetadata::default());
    let of_topic = |draft| Draft { strategy: Some(SEMANTIC_BOUNDARY), ..draft };
    // Those of the whole body are kept, for chunks are scored by them too.
    let of_part;
    let (units, gaps) = if span == content.body() {
        content.topics()
    } else {
        of_part = content.topics_of(span.clone());
        &of_part
    };
    let candidates = candidates(content, units, gaps);
    if !candidates.contains(&true) {
        let drafts = windows::drafts(content, span, &metadata);
        return drafts.into_iter().map(of_topic).collect();
    }
    let max = content.config.max_chunk_size;
    let settings = &content.config.semantic_boundary;
    let target = settings.target(max);
    // If a target size is set, sizes come before topics, else topics before sizes.
    let (band, costs) =
        if settings.target_chunk_size.is_some() { (band(target), BY_SIZE) } else { (BAND, BY_TOPIC) };
    // What fits into a chunk is not divided; where chunks are to be smaller, what fits into the largest of those.
    let own_wholes;
    let wholes = match target as u64 + band {
        most if (most as usize) < max => {
            own_wholes = Wholes::new(content, &*content.tokens, most as usize);
            &own_wholes
        }
        _ => &content.wholes,
    };
    let (units, firsts) = units.joined(wholes, &*content.tokens);
    let values = firsts.iter().skip(1).map(|&first| gaps.before(first) as u32).collect();
    let gaps = &Gaps::new(values, firsts.len());
    let candidates: Vec<bool> =
        firsts.iter().map(|&first| candidates.get(first).copied().unwrap_or_default()).collect();
    let topics = Some((gaps, &*candidates));
    let pieces = Segmentation { units: &units, topics, max, target, band, costs }.pieces();
    pieces.iter().map(|topic| of_topic(Draft::new(units.span(topic), metadata.clone()))).collect()
}

/// The units before which something asks for a cut: a heading, a drop of similarity, or first words that announce another topic, as
/// in "moving on".
fn candidates(content: &Analysis<'_>, units: &Units<'_>, gaps: &Gaps) -> Vec<bool> {
    let threshold = Score::of_setting(content.config.semantic_boundary.similarity_threshold).thousandths();
    let is_candidate = |(index, unit): (usize, &Unit)| {
        let is_drop = gaps.similarity(gaps.before(index)) < threshold;
        let announces = || content.words.within(&unit.span).lead(3).any(TURN);
        index > 0 && (unit.before == Break::Heading || is_drop || announces())
    };
    units.units.iter().enumerate().map(is_candidate).collect()
}
