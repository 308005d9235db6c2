//! How the chunks of a document are related (H13), in time linear in their number.

use crate::{
    analysis::Analysis,
    rank::smallest,
    record::{chunk::RelationKind, metadata::StrategyMetadata},
    strategy::plugin::Draft,
    text::block::Section,
    topics::{keyword::Counts, similarity::cosine},
};
use std::{ops::Range, sync::Arc};

/// Most similar chunks of a chunk.
const SIMILAR: usize = 3;

/// A keyword that more chunks have than this says nothing; and only so many candidates are compared.
const COMMON: usize = 24;
const CANDIDATES: usize = 6;

/// The relations of each draft, by the other's place, in order of kind.
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
    for pair in in_time(drafts).windows(2) {
        let &[before, behind] = pair else { continue };
        // In this order, so that what a chunk comes behind stands before what comes behind it.
        relate(before, RelationKind::Next, behind);
        relate(behind, RelationKind::Previous, before);
    }
    let parents = parents(analysis, drafts);
    parents.iter().for_each(|&(child, parent)| relate(child, RelationKind::Parent, parent));
    parents.iter().for_each(|&(child, parent)| relate(parent, RelationKind::Child, child));
    for (index, similar) in similar(analysis, drafts, threshold).into_iter().enumerate() {
        similar.into_iter().for_each(|other| relate(index, RelationKind::Similar, other));
    }
    relations
}

/// The drafts in order of their time, if they are phases that all have one, else as they stand.
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

/// Child and parent: of steps, and of the headings that chunks stand under.
fn parents(content: &Analysis<'_>, drafts: &[&Draft]) -> Vec<(usize, usize)> {
    // The chunk in which each section's heading stands.
    let holder = |section: Section| {
        let at = section.start();
        let index = drafts.partition_point(|draft| draft.span.end <= at);
        drafts.get(index).filter(|draft| draft.span.start <= at).map(|_| index)
    };
    let mut parents = Vec::new();
    for (index, draft) in drafts.iter().enumerate() {
        // The heading of a section that goes on from the chunk before, or of the one above its own.
        let by_heading = || {
            let mut holders = content.upwards(content.section_at(draft.span.start)).filter_map(holder);
            holders.find(|&other| other < index)
        };
        let parent = draft.parent.or_else(by_heading).filter(|&parent| parent != index);
        parents.extend(parent.map(|parent| (index, parent)));
    }
    parents
}

/// The chunks that are as like as neighbouring blocks of the document are on average, or as `threshold` asks. Candidates
/// share a keyword.
fn similar(analysis: &Analysis<'_>, drafts: &[&Draft], threshold: u64) -> Vec<Vec<usize>> {
    let drafts_of = |range: Range<usize>| drafts.get(range).unwrap_or_default().iter();
    let all: Vec<Arc<Counts>> = analysis.in_halves(drafts.len(), &|range| {
        let mut places = Vec::new();
        drafts_of(range).map(|draft| analysis.counts(&draft.span, &mut places)).collect()
    });
    analysis.forget_profiler();
    // Found before what is kept beside them here.
    let gaps = analysis.gaps();
    let weights = analysis.units().weights();
    // Each keyword with each chunk that has it, in order. Nothing is kept of a term that is none: terms can be most of a document.
    let mut holders: Vec<(u32, u32)> = Vec::new();
    for (index, counts) in (0..).zip(&all) {
        holders.extend(counts.keywords.iter().map(|&keyword| (keyword, index)));
    }
    holders.sort_unstable();
    let holders_of = |term: u32| {
        let first = holders.partition_point(|&(keyword, _)| keyword < term);
        let behind = holders.get(first..).unwrap_or_default().iter();
        behind.take_while(move |(keyword, _)| *keyword == term).map(|&(_, index)| index as usize)
    };
    // What two chunks have in common: `own_counts` says how often one has each term, and in the other it stands as often as it is listed.
    // A weight has 14 bits.
    let product = |own_counts: &[u32], other: &Counts| -> u128 {
        let of_term = |&term: &u32| {
            let weight = weights.get(term as usize).map_or(0, |&weight| u64::from(weight));
            let own = own_counts.get(term as usize).map_or(0, |&own| u64::from(own));
            u128::from(weight * weight * own)
        };
        other.terms.iter().map(of_term).sum()
    };
    let no_counts = || vec![0; weights.len()];
    let length = |own_counts: &mut [u32], counts: &Counts| {
        change(own_counts, counts, |own| own + 1);
        let length = product(own_counts, counts);
        change(own_counts, counts, |_| 0);
        length
    };
    let lengths: Vec<u128> = analysis.in_halves(all.len(), &|range| {
        let mut own_counts = no_counts();
        all.get(range).unwrap_or_default().iter().map(|counts| length(&mut own_counts, counts)).collect()
    });
    let of = |own_counts: &mut [u32], index: usize| {
        let Some(counts) = all.get(index) else { return Vec::new() };
        // Each as often as it shares a keyword.
        let others = counts.keywords.iter().flat_map(|&keyword| holders_of(keyword).take(COMMON));
        let mut others: Vec<usize> = others.filter(|&other| other != index).collect();
        others.sort_unstable();
        let runs = others.chunk_by(|one, next| one == next);
        let counted = runs.filter_map(|run| Some((-(run.len() as i64), *run.first()?)));
        let candidates = smallest(counted.collect(), CANDIDATES);
        if candidates.is_empty() {
            return Vec::new();
        }
        change(own_counts, counts, |own| own + 1);
        let likeness = |other: usize| {
            let plugged = analysis.plugged_in_likeness([&drafts.get(index)?.span, &drafts.get(other)?.span]);
            let by_terms = || {
                let dot = product(own_counts, all.get(other)?);
                Some(cosine(dot, [*lengths.get(index)?, *lengths.get(other)?]))
            };
            plugged.or_else(by_terms)
        };
        let is_like = |cosine: &u64| *cosine > 0 && gaps.similarity(*cosine) >= threshold;
        let likeness = |(_, other)| Some((-(likeness(other).filter(is_like)? as i64), other));
        let found = candidates.into_iter().filter_map(likeness).collect();
        change(own_counts, counts, |_| 0);
        let mut similar: Vec<usize> = smallest(found, SIMILAR).into_iter().map(|(_, other)| other).collect();
        similar.sort_unstable();
        similar
    };
    analysis.in_halves(all.len(), &|range| {
        let mut own_counts = no_counts();
        range.map(|index| of(&mut own_counts, index)).collect()
    })
}

/// Changes the count of each term that stands in a chunk, as often as it does.
fn change(counts: &mut [u32], chunk: &Counts, by: impl Fn(u32) -> u32) {
    for &term in &chunk.terms {
        counts.get_mut(term as usize).into_iter().for_each(|own| *own = by(*own));
    }
}
