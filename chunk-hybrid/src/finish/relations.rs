//! How the chunks of a document are related (H13), in time linear in their number.

use crate::analysis::Analysis;
use crate::record::{RelationKind, StrategyMetadata};
use crate::strategy::Draft;
use crate::text::Section;
use crate::topics::{Cosine, Profile};
use std::{cmp::Reverse, collections::BTreeMap};

/// A chunk has at most this many similar ones.
const SIMILAR: usize = 3;

/// A keyword that more chunks than this have says little: they are not compared for its sake, and work stays linear.
const COMMON: usize = 24;
/// At most this many of the chunks that share keywords with a chunk are compared with it.
const CANDIDATES: usize = 6;

/// The relations of each draft to others, given by their indices, in order of kind.
pub(crate) fn relations(
    analysis: &Analysis<'_>,
    drafts: &[&Draft],
    threshold: u64,
) -> Vec<Vec<(RelationKind, usize)>> {
    let mut relations: Vec<Vec<(RelationKind, usize)>> = vec![Vec::new(); drafts.len()];
    let mut relate = |from: usize, kind: RelationKind, to: usize| {
        if let Some(own) = relations.get_mut(from) {
            own.push((kind, to));
        }
    };
    // Pair by pair, so that every chunk lists its previous one before its next one.
    for pair in in_time(drafts).windows(2) {
        let &[before, after] = pair else { continue };
        relate(before, RelationKind::Next, after);
        relate(after, RelationKind::Previous, before);
    }
    let parents = parents(analysis, drafts);
    parents.iter().for_each(|&(child, parent)| relate(child, RelationKind::Parent, parent));
    parents.iter().for_each(|&(child, parent)| relate(parent, RelationKind::Child, child));
    for (index, similar) in similar(analysis, drafts, threshold).into_iter().enumerate() {
        similar.into_iter().for_each(|other| relate(index, RelationKind::Similar, other));
    }
    relations
}

/// The drafts in the order of time, if all are phases with a time stamp, else in the order of the text.
fn in_time(drafts: &[&Draft]) -> Vec<usize> {
    let time = |index: &usize| match &drafts.get(*index)?.metadata {
        StrategyMetadata::Episodic(event) => event.timestamp,
        _ => None,
    };
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    if order.iter().all(|index| time(index).is_some()) {
        order.sort_by_key(time);
    }
    order
}

/// The pairs of child and parent: of steps, and by the headings that chunks stand under.
fn parents(content: &Analysis<'_>, drafts: &[&Draft]) -> Vec<(usize, usize)> {
    // The chunk in which each section's heading stands.
    let holder = |section: &Section| {
        let at = section.start;
        let index = drafts.partition_point(|draft| draft.span.end <= at);
        drafts.get(index).filter(|draft| draft.span.start <= at).map(|_| index)
    };
    let mut parents = Vec::new();
    for (index, draft) in drafts.iter().enumerate() {
        // The chunk with the heading of its section, if that is an earlier one, else with the nearest heading above that is in one.
        let by_heading = || {
            let mut holders = content.upwards(content.section_at(draft.span.start)).filter_map(holder);
            holders.find(|&other| other < index)
        };
        let parent = draft.parent.or_else(by_heading).filter(|&parent| parent != index);
        parents.extend(parent.map(|parent| (index, parent)));
    }
    parents
}

/// For each draft, the drafts that are similar to it, in order: of the candidates that share most keywords with it those at least as alike as
/// neighbouring blocks of the document are on average, or as `threshold` asks.
fn similar(analysis: &Analysis<'_>, drafts: &[&Draft], threshold: u64) -> Vec<Vec<usize>> {
    let profiles: Vec<Profile<'_>> = drafts.iter().map(|draft| analysis.profile(&draft.span)).collect();
    let (units, gaps) = analysis.topics();
    let terms_of = |draft: &&Draft| {
        let terms = analysis.words.within(&draft.span).iter().filter_map(|word| word.term);
        terms.filter_map(|term| units.numbers.get(&term).copied()).collect()
    };
    let terms: Vec<Vec<u32>> = drafts.iter().map(terms_of).collect();
    let mut cosine = Cosine::new(units);
    let mut holders: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (index, profile) in profiles.iter().enumerate() {
        profile.keywords().for_each(|keyword| holders.entry(keyword.term).or_default().push(index));
    }
    holders.retain(|_, holders| holders.len() <= COMMON);
    let similar_to = |(index, profile): (usize, &Profile<'_>)| {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for &other in profile.keywords().filter_map(|keyword| holders.get(&keyword.term)).flatten() {
            *shared.entry(other).or_default() += 1;
        }
        shared.remove(&index);
        let mut candidates: Vec<(usize, usize)> = shared.into_iter().collect();
        candidates.sort_by_key(|&(_, count)| Reverse(count));
        let of_both = |(other, _): (usize, usize)| {
            let spans = [&drafts.get(index)?.span, &drafts.get(other)?.span];
            let own = analysis.plugged_in_likeness(spans);
            let own = own.or_else(|| Some(cosine.of(terms.get(index)?, terms.get(other)?)))?;
            (own > 0 && gaps.similarity(own) >= threshold).then_some((Reverse(own), other))
        };
        let mut found: Vec<_> = candidates.into_iter().take(CANDIDATES).filter_map(of_both).collect();
        found.sort_unstable();
        let mut found: Vec<usize> = found.into_iter().take(SIMILAR).map(|(_, other)| other).collect();
        found.sort_unstable();
        found
    };
    profiles.iter().enumerate().map(similar_to).collect()
}
