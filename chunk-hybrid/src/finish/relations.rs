//! How the chunks of a document are related (H13), in time linear in their number.

use crate::{
    analysis::Analysis,
    record::{chunk::RelationKind, metadata::StrategyMetadata},
    strategy::plugin::Draft,
    topics::{
        keyword::{Profile, Term},
        similarity::cosine,
    },
};
use std::{cmp::Reverse, iter, ops::Range, rc::Rc};

/// Most similar chunks of a chunk.
const SIMILAR: usize = 3;

/// A keyword that more chunks have than this says nothing; and only so many candidates are compared.
const COMMON: usize = 24;
const CANDIDATES: usize = 6;

/// The relations of each draft, by the other's place, in order of kind.
pub(crate) fn relations(
    analysis: &Analysis<'_>,
    drafts: &[Draft],
    threshold: u64,
) -> Vec<Vec<(RelationKind, usize)>> {
    let mut relations: Vec<Vec<(RelationKind, usize)>> = vec![Vec::new(); drafts.len()];
    let mut relate = |from: usize, kind: RelationKind, to: usize| {
        if let Some(own) = relations.get_mut(from).filter(|_| from != to) {
            own.push((kind, to));
        }
    };
    for pair in in_time(drafts).windows(2) {
        let &[before, behind] = pair else { continue };
        relate(before, RelationKind::Next, behind);
        relate(behind, RelationKind::Previous, before);
    }
    for (child, parent) in parents(analysis, drafts) {
        relate(child, RelationKind::Parent, parent);
        relate(parent, RelationKind::Child, child);
    }
    for (index, similar) in similar(analysis, drafts, threshold).into_iter().enumerate() {
        similar.into_iter().for_each(|other| relate(index, RelationKind::Similar, other));
    }
    for own in &mut relations {
        own.sort_unstable();
        own.dedup();
    }
    relations
}

/// The drafts in order of their time, if they are phases that all have one, else as they stand.
fn in_time(drafts: &[Draft]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..drafts.len()).collect();
    let time = |draft: &Draft| match &draft.metadata {
        StrategyMetadata::Episodic(event) => event.timestamp,
        _ => None,
    };
    if drafts.iter().all(|draft| time(draft).is_some()) {
        order.sort_by_key(|&index| (drafts.get(index).and_then(time), index));
    }
    order
}

/// Child and parent: of steps, and of the headings that chunks stand under.
fn parents(content: &Analysis<'_>, drafts: &[Draft]) -> Vec<(usize, usize)> {
    // The chunk in which each section's heading stands.
    let holder = |section: usize| {
        let at = content.sections.get(section)?.span.start;
        let index = drafts.partition_point(|draft| draft.span.end <= at);
        drafts.get(index).filter(|draft| draft.span.start <= at).map(|_| index)
    };
    let mut parents = Vec::new();
    for (index, draft) in drafts.iter().enumerate() {
        let by_step = draft.parent;
        let by_heading = || {
            let mut section = content.section_at(draft.span.start);
            while let Some(found) = section {
                // The heading of a section that goes on from the chunk before, or of the one above its own.
                if let Some(other) = holder(found).filter(|&other| other < index) {
                    return Some(other);
                }
                section = content.section(Some(found))?.parent;
            }
            None
        };
        parents.extend(
            by_step.or_else(by_heading).filter(|&parent| parent != index).map(|parent| (index, parent)),
        );
    }
    parents
}

/// The chunks that are as like as neighbouring blocks of the document are on average, or as `threshold` asks. Candidates
/// share a keyword.
fn similar(analysis: &Analysis<'_>, drafts: &[Draft], threshold: u64) -> Vec<Vec<usize>> {
    let profiles: Vec<Rc<Profile>> = drafts.iter().map(|draft| analysis.profile(&draft.span)).collect();
    let weights = analysis.units().weights();
    // The chunks that have a keyword, each with the place of the next one; of each term the first.
    let mut holders: Vec<(usize, usize)> = Vec::new();
    let mut firsts = vec![usize::MAX; weights.len()];
    for (index, profile) in profiles.iter().enumerate().rev() {
        for keyword in profile.keywords() {
            if let Some(first) = firsts.get_mut(keyword.term as usize) {
                holders.push((index, *first));
                *first = holders.len() - 1;
            }
        }
    }
    let holders_of = |term: u32| {
        let first = firsts.get(term as usize).and_then(|&first| holders.get(first));
        iter::successors(first, |(_, next)| holders.get(*next)).map(|&(index, _)| index)
    };
    let mut vectors = Vectors::new(&profiles, weights);
    let gaps = analysis.gaps();
    // How many keywords each chunk shares with the one that is looked at.
    let mut shared: Vec<usize> = vec![0; drafts.len()];
    let of = |index: usize| {
        let mut others: Vec<usize> = Vec::new();
        for &Term { term, .. } in profiles.get(index).iter().flat_map(|profile| profile.keywords()) {
            for other in holders_of(term).take(COMMON).filter(|&other| other != index) {
                let Some(count) = shared.get_mut(other) else { continue };
                if *count == 0 {
                    others.push(other);
                }
                *count += 1;
            }
        }
        let mut candidates: Vec<(Reverse<usize>, usize)> = others
            .into_iter()
            .filter_map(|other| Some((Reverse(std::mem::take(shared.get_mut(other)?)), other)))
            .collect();
        if candidates.is_empty() {
            return Vec::new();
        }
        candidates.sort_unstable();
        candidates.truncate(CANDIDATES);
        let candidates = candidates.into_iter().map(|(_, other)| other);
        let plugged = |other: usize| {
            let parts = [&drafts.get(index)?.span, &drafts.get(other)?.span];
            analysis.likeness(parts).map(|likeness| (likeness, other))
        };
        let likenesses: Vec<(u64, usize)> = candidates.clone().filter_map(plugged).collect();
        let likenesses = if likenesses.is_empty() { vectors.cosines(index, candidates) } else { likenesses };
        let mut found: Vec<(Reverse<u64>, usize)> = likenesses
            .into_iter()
            .filter(|&(cosine, _)| cosine > 0 && gaps.similarity(cosine) >= threshold)
            .map(|(cosine, other)| (Reverse(cosine), other))
            .collect();
        found.sort_unstable();
        found.truncate(SIMILAR);
        found.into_iter().map(|(_, other)| other).collect()
    };
    (0..drafts.len()).map(of).collect()
}

/// The weighted terms of all chunks.
struct Vectors {
    /// One chunk behind the other.
    terms: Vec<(u32, u64)>,
    /// Where the terms of each chunk are, and the sum of their squares.
    chunks: Vec<(Range<usize>, u128)>,
    /// The weights of one chunk, by term.
    spread: Vec<u64>,
}

impl Vectors {
    fn new(profiles: &[Rc<Profile>], weights: &[u32]) -> Self {
        let count = profiles.iter().map(|profile| profile.terms.len()).sum();
        let mut vectors = Self {
            terms: Vec::with_capacity(count),
            chunks: Vec::with_capacity(profiles.len()),
            spread: vec![0; weights.len()],
        };
        for profile in profiles {
            let start = vectors.terms.len();
            let mut squares = 0;
            for term in &profile.terms {
                let weight = weights.get(term.term as usize).map_or(0, |&weight| u64::from(weight));
                let weight = weight * u64::from(term.count);
                squares += u128::from(weight).pow(2);
                vectors.terms.push((term.term, weight));
            }
            vectors.chunks.push((start..vectors.terms.len(), squares));
        }
        vectors
    }

    fn of(&self, index: usize) -> (&[(u32, u64)], u128) {
        let chunk = self.chunks.get(index);
        let terms = chunk.and_then(|(terms, _)| self.terms.get(terms.clone()));
        (terms.unwrap_or_default(), chunk.map_or(0, |&(_, squares)| squares))
    }

    /// How like the chunk `index` others are, in Q16, as for gaps.
    fn cosines(&mut self, index: usize, others: impl Iterator<Item = usize>) -> Vec<(u64, usize)> {
        self.spread(index, 1);
        let cosines = others.map(|other| (self.cosine(index, other), other)).collect();
        self.spread(index, 0);
        cosines
    }

    fn spread(&mut self, index: usize, factor: u64) {
        let terms = self.chunks.get(index).and_then(|(terms, _)| self.terms.get(terms.clone()));
        for &(term, weight) in terms.unwrap_or_default() {
            self.spread.get_mut(term as usize).into_iter().for_each(|own| *own = factor * weight);
        }
    }

    /// The chunk `index` is the one whose weights are spread.
    fn cosine(&self, index: usize, other: usize) -> u64 {
        let ((_, own), (terms, squares)) = (self.of(index), self.of(other));
        let spread = |term: u32| u128::from(self.spread.get(term as usize).copied().unwrap_or_default());
        let dot: u128 = terms.iter().map(|&(term, weight)| spread(term) * u128::from(weight)).sum();
        cosine(dot, [own, squares])
    }
}
