//! Matches the chunks of the new side with those of the old one, which are held in memory.

use super::piece::Known;
use chunk_core::ContentHash;
use serde::Serialize;
use std::collections::{BTreeMap, VecDeque};

/// What became of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Change {
    /// Its record is the same, byte for byte.
    Kept,
    /// Its text is the same, but its id, its place or other metadata have changed.
    Moved,
    Added,
    Removed,
}

/// The old side, and how far it has been matched.
pub(super) struct Matching {
    old: Vec<Known>,
    /// How many chunks of the new side have each record of the old one.
    kept: BTreeMap<u64, usize>,
    /// The chunks of the old side whose records the new one does not have, by their texts: those that are still to be matched.
    by_text: BTreeMap<ContentHash, VecDeque<usize>>,
    /// The same chunks, in order, and whether each has moved.
    left: BTreeMap<usize, bool>,
}

impl Matching {
    pub(super) fn of(old: Vec<Known>) -> Self {
        let kept = old.iter().map(|chunk| (chunk.record_hash, 0)).collect();
        Self { old, kept, by_text: BTreeMap::new(), left: BTreeMap::new() }
    }

    /// Notes that the new side has this chunk.
    pub(super) fn reserve(&mut self, chunk: &Known) {
        if let Some(count) = self.kept.get_mut(&chunk.record_hash) {
            *count += 1;
        }
    }

    /// To be called when all chunks of the new side are noted: finds those of the old one that are not kept.
    pub(super) fn settle(&mut self) {
        let mut new = self.kept.clone();
        self.kept.values_mut().for_each(|count| *count = 0);
        for (number, chunk) in self.old.iter().enumerate() {
            match (new.get_mut(&chunk.record_hash), self.kept.get_mut(&chunk.record_hash)) {
                (Some(new @ 1..), Some(kept)) => {
                    *new -= 1;
                    *kept += 1;
                }
                _ => {
                    self.by_text.entry(chunk.content_hash).or_default().push_back(number);
                    self.left.insert(number, false);
                }
            }
        }
    }

    /// What became of a chunk of the new side, and the old one if it has moved.
    pub(super) fn take(&mut self, chunk: &Known) -> (Change, Option<&Known>) {
        if let Some(count @ 1..) = self.kept.get_mut(&chunk.record_hash) {
            *count -= 1;
            return (Change::Kept, None);
        }
        let Some(number) = self.by_text.get_mut(&chunk.content_hash).and_then(VecDeque::pop_front) else {
            return (Change::Added, None);
        };
        self.left.insert(number, true);
        (Change::Moved, self.old.get(number))
    }

    /// The chunks of the old side that are gone.
    pub(super) fn removed(&self) -> impl Iterator<Item = &Known> {
        let gone = self.left.iter().filter(|(_, has_moved)| !**has_moved);
        gone.filter_map(|(number, _)| self.old.get(*number))
    }

    /// The chunks of the old side whose records the new side does not have: those that are gone, and those that have moved.
    pub(super) fn left(&self) -> impl Iterator<Item = &Known> {
        self.left.keys().filter_map(|number| self.old.get(*number))
    }
}
