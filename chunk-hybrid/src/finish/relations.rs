//! How the chunks of a document are related (H13), in time linear in their number.

use crate::{
    analysis::Analysis,
    rank::smallest,
    record::{chunk::RelationKind, metadata::StrategyMetadata},
    strategy::plugin::Draft,
    text::block::Section,
    topics::{
        keyword::Counts,
        similarity::{Gaps, cosine},
    },
};
use std::sync::Arc;

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
    let time = |(index, draft): (usize, &&Draft)| match &draft.metadata {
        StrategyMetadata::Episodic(event) => Some((event.timestamp?, index)),
        _ => None,
    };
    let times: Option<Vec<(i64, usize)>> = drafts.iter().enumerate().map(time).collect();
    times.map_or_else(
        || (0..drafts.len()).collect(),
        |times| smallest(times, drafts.len()).into_iter().map(|(_, index)| index).collect(),
    )
}

/// The pairs of child and parent: of steps, and by the headings that chunks stand under.
fn parents(content: &Analysis<'_>, drafts: &[&Draft]) -> Vec<(usize, usize)> {
    // The chunk in which each section's heading stands.
    let holder = |section: &Section| {
        let at = section.start();
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

/// For each draft, the drafts that are similar to it: those at least as alike as neighbouring blocks of the document are on average, or as
/// `threshold` asks. Only drafts that share a keyword are compared.
fn similar(analysis: &Analysis<'_>, drafts: &[&Draft], threshold: u64) -> Vec<Vec<usize>> {
    let comparison = Comparison::new(analysis, drafts, threshold);
    let mut own_counts = comparison.no_counts();
    (0..drafts.len()).map(|index| comparison.similar_to(index, &mut own_counts)).collect()
}

/// Compares the drafts of a document, all known by their indices.
struct Comparison<'a, 'c> {
    analysis: &'a Analysis<'c>,
    drafts: &'a [&'a Draft],
    threshold: u64,
    gaps: &'a Gaps,
    /// The weight of each term, of at most 14 bits.
    weights: Vec<u16>,
    /// The terms and keywords of each draft.
    counts: Vec<Arc<Counts>>,
    /// The inverted index: each keyword with each draft that has it, sorted. Terms that are no keywords, which most can be, take no room.
    holders: Vec<(u32, u32)>,
    /// The square of the length of each draft's vector of terms.
    lengths: Vec<u128>,
}

impl<'a, 'c> Comparison<'a, 'c> {
    fn new(analysis: &'a Analysis<'c>, drafts: &'a [&'a Draft], threshold: u64) -> Self {
        let mut places = Vec::new();
        let counts: Vec<Arc<Counts>> =
            drafts.iter().map(|draft| analysis.counts(&draft.span, &mut places)).collect();
        analysis.forget_profiler();
        // Computed here if nobody asked before, so that it does not need its memory beside what follows.
        let (gaps, weights) = (analysis.gaps(), analysis.units().weights());
        let mut holders: Vec<(u32, u32)> = Vec::new();
        for (index, counts) in (0..).zip(&counts) {
            holders.extend(counts.keywords.iter().map(|&keyword| (keyword, index)));
        }
        holders.sort_unstable();
        let mut comparison =
            Self { analysis, drafts, threshold, gaps, weights, counts, holders, lengths: Vec::new() };
        let mut own_counts = comparison.no_counts();
        comparison.lengths =
            (0..drafts.len()).map(|index| comparison.length(index, &mut own_counts)).collect();
        comparison
    }

    /// Working memory for the methods below: how often a draft has each term. It is all zero between two calls.
    fn no_counts(&self) -> Vec<u32> {
        vec![0; self.weights.len()]
    }

    /// The square of the length of a draft's vector.
    fn length(&self, index: usize, own_counts: &mut [u32]) -> u128 {
        let Some(counts) = self.counts.get(index) else { return 0 };
        change(own_counts, counts, |count| count + 1);
        let length = self.product(own_counts, counts);
        change(own_counts, counts, |_| 0);
        length
    }

    /// The dot product of the vectors of two drafts, of which one has its terms counted, and the other lists each as often as it has it.
    fn product(&self, own_counts: &[u32], other: &Counts) -> u128 {
        let of_term = |&term: &u32| {
            let weight = self.weights.get(term as usize).map_or(0, |&weight| u64::from(weight));
            let count = own_counts.get(term as usize).map_or(0, |&count| u64::from(count));
            u128::from(weight * weight * count)
        };
        other.terms.iter().map(of_term).sum()
    }

    /// The drafts that are similar to a draft, in order.
    fn similar_to(&self, index: usize, own_counts: &mut [u32]) -> Vec<usize> {
        let Some(counts) = self.counts.get(index) else { return Vec::new() };
        let candidates = self.candidates(index, counts);
        if candidates.is_empty() {
            return Vec::new();
        }
        change(own_counts, counts, |count| count + 1);
        let mut found = Vec::with_capacity(candidates.len());
        for other in candidates {
            let cosine = self.likeness(index, other, own_counts).unwrap_or_default();
            if cosine > 0 && self.gaps.similarity(cosine) >= self.threshold {
                found.push((-(cosine as i64), other));
            }
        }
        change(own_counts, counts, |_| 0);
        let mut similar: Vec<usize> = smallest(found, SIMILAR).into_iter().map(|(_, other)| other).collect();
        similar.sort_unstable();
        similar
    }

    /// The drafts that share most keywords with a draft.
    fn candidates(&self, index: usize, counts: &Counts) -> Vec<usize> {
        // Each as often as it shares a keyword.
        let others = counts.keywords.iter().flat_map(|&keyword| self.holders_of(keyword));
        let mut others: Vec<usize> = others.filter(|&other| other != index).collect();
        others.sort_unstable();
        let runs = others.chunk_by(|one, next| one == next);
        let counted = runs.filter_map(|run| Some((-(run.len() as i64), *run.first()?)));
        smallest(counted.collect(), CANDIDATES).into_iter().map(|(_, other)| other).collect()
    }

    /// The drafts that have a keyword; none if it is common.
    fn holders_of(&self, keyword: u32) -> impl Iterator<Item = usize> + '_ {
        let first = self.holders.partition_point(|&(other, _)| other < keyword);
        let rest = self.holders.get(first..).unwrap_or_default();
        let is_common = rest.get(COMMON).is_some_and(|&(other, _)| other == keyword);
        let holders = if is_common { &[] } else { rest };
        holders.iter().take_while(move |(other, _)| *other == keyword).map(|&(_, index)| index as usize)
    }

    /// How alike two drafts are, in Q16: by the measure that was plugged in, else by the cosine of their terms. `own_counts` are those of
    /// the first one.
    fn likeness(&self, index: usize, other: usize, own_counts: &[u32]) -> Option<u64> {
        let spans = [&self.drafts.get(index)?.span, &self.drafts.get(other)?.span];
        if let Some(likeness) = self.analysis.plugged_in_likeness(spans) {
            return Some(likeness);
        }
        let dot = self.product(own_counts, self.counts.get(other)?);
        Some(cosine(dot, [*self.lengths.get(index)?, *self.lengths.get(other)?]))
    }
}

/// Changes the count of each term of a draft, as often as the draft has it.
fn change(counts: &mut [u32], draft: &Counts, by: impl Fn(u32) -> u32) {
    for &term in &draft.terms {
        if let Some(count) = counts.get_mut(term as usize) {
            *count = by(*count);
        }
    }
}
