//! How the chunks of a document are related (H13), in time linear in their number.

use crate::{
    chunk::RelationKind,
    document::ParsedContent,
    keyword::Profile,
    metadata::StrategyMetadata,
    plugin::{Analysis, Draft},
    similarity,
};
use std::{cmp::Reverse, collections::BTreeMap, rc::Rc};

/// Most similar chunks of a chunk.
const SIMILAR: usize = 3;

/// A keyword that more chunks have than this tells nothing; and only so many candidates are compared.
const COMMON: usize = 24;
const CANDIDATES: usize = 6;

/// The relations of each draft, by the other's place, in order of kind.
pub(crate) fn relations(
    content: &ParsedContent<'_>,
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
    for (child, parent) in parents(content, drafts) {
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
fn parents(content: &ParsedContent<'_>, drafts: &[Draft]) -> Vec<(usize, usize)> {
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
    let mut holders: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, profile) in profiles.iter().enumerate() {
        for term in profile.keywords() {
            holders.entry(term).or_default().push(index);
        }
    }
    let weights = similarity::weights(analysis.units());
    let vectors: Vec<Vector> = profiles.iter().map(|profile| Vector::new(profile, &weights)).collect();
    let gaps = analysis.gaps();
    // How many keywords each chunk shares with the one that is looked at.
    let mut shared: Vec<usize> = vec![0; drafts.len()];
    let of = |index: usize| {
        let mut others: Vec<usize> = Vec::new();
        for term in profiles.get(index).iter().flat_map(|profile| profile.keywords()) {
            let sharing = holders.get(&term).into_iter().flatten().take(COMMON);
            for &other in sharing.filter(|&&other| other != index) {
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
        candidates.sort_unstable();
        candidates.truncate(CANDIDATES);
        let mut found: Vec<(Reverse<u64>, usize)> = candidates
            .into_iter()
            .filter_map(|(_, other)| {
                let cosine = vectors.get(index)?.cosine(vectors.get(other)?);
                let similarity = gaps.similarity(cosine);
                (cosine > 0 && similarity >= threshold).then_some((Reverse(cosine), other))
            })
            .collect();
        found.sort_unstable();
        found.truncate(SIMILAR);
        found.into_iter().map(|(_, other)| other).collect()
    };
    (0..drafts.len()).map(of).collect()
}

/// The weighted terms of a chunk, sorted by term.
struct Vector {
    terms: Vec<(usize, u128)>,
    square: u128,
}

impl Vector {
    fn new(profile: &Profile, weights: &[u64]) -> Self {
        let weighted = profile.terms.iter().map(|term| {
            let weight = weights.get(term.term).copied().unwrap_or_default();
            (term.term, u128::from(weight) * u128::from(term.count))
        });
        let terms: Vec<(usize, u128)> = weighted.collect();
        let square = terms.iter().map(|(_, weight)| weight * weight).sum();
        Self { terms, square }
    }

    /// In Q16, as for gaps.
    fn cosine(&self, other: &Self) -> u64 {
        let mut dot = 0;
        let mut others = other.terms.iter().peekable();
        for &(term, weight) in &self.terms {
            while others.next_if(|(other, _)| *other < term).is_some() {}
            if let Some(&(_, other)) = others.next_if(|(other, _)| *other == term) {
                dot += weight * other;
            }
        }
        let root = (self.square * other.square).isqrt();
        (dot << 16).checked_div(root).unwrap_or_default() as u64
    }
}
