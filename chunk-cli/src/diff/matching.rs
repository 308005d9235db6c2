//! Which chunk of the new side is which of the old one.

use super::side::{Piece, Place, short_hash};
use chunk_core::ContentHash;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What became of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Change {
    /// Its record is the same, byte for byte.
    Kept,
    /// Its text is the same; its id, its place or other metadata are not.
    Moved,
    Added,
    Removed,
}

/// A chunk of the old side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Old {
    pub(super) place: Place,
    fate: Fate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Nobody has asked for it.
    Left,
    /// The new side has the same record: it is kept for it.
    Reserved,
    /// Its text goes on in another record.
    Moved,
}

impl Old {
    pub(super) fn is_moved(&self) -> bool {
        self.fate == Fate::Moved
    }
}

/// The chunks of the old side: those of one record or text in a queue, so that each is looked at a bounded number of
/// times, however often the same text stands there.
#[derive(Default)]
pub(super) struct Matching {
    chunks: Vec<Old>,
    by_record: BTreeMap<u64, VecDeque<usize>>,
    reserved: BTreeMap<u64, VecDeque<usize>>,
    by_content: BTreeMap<ContentHash, VecDeque<usize>>,
}

impl Matching {
    pub(super) fn old(&mut self, chunk: &Piece<'_>) {
        let number = self.chunks.len();
        self.by_record.entry(chunk.record_hash).or_default().push_back(number);
        self.by_content.entry(chunk.content_hash).or_default().push_back(number);
        self.chunks.push(Old { place: chunk.place, fate: Fate::Left });
    }

    /// Notes that the new side has this chunk.
    pub(super) fn reserve(&mut self, chunk: &Piece<'_>) {
        let number = self.by_record.get_mut(&chunk.record_hash).and_then(VecDeque::pop_front);
        let Some(number) = number else { return };
        if let Some(old) = self.chunks.get_mut(number) {
            old.fate = Fate::Reserved;
            self.reserved.entry(chunk.record_hash).or_default().push_back(number);
        }
    }

    /// What became of a chunk of the new side, and where its old record is.
    pub(super) fn take(&mut self, chunk: &Piece<'_>) -> (Change, Option<Place>) {
        let kept = self.reserved.get_mut(&chunk.record_hash).and_then(VecDeque::pop_front);
        if let Some(old) = kept.and_then(|number| self.chunks.get(number)) {
            return (Change::Kept, Some(old.place));
        }
        let mut candidates = self.by_content.get_mut(&chunk.content_hash);
        while let Some(number) = candidates.as_deref_mut().and_then(VecDeque::pop_front) {
            if let Some(old) = self.chunks.get_mut(number).filter(|old| old.fate == Fate::Left) {
                old.fate = Fate::Moved;
                return (Change::Moved, Some(old.place));
            }
        }
        (Change::Added, None)
    }

    /// The chunks of the old side whose records are not there any more.
    pub(super) fn left(&self) -> Vec<Old> {
        self.chunks.iter().filter(|old| old.fate != Fate::Reserved).copied().collect()
    }
}

/// Ids of the new side, as digests.
#[derive(Default)]
pub(super) struct Ids(BTreeSet<u64>);

impl Ids {
    pub(super) fn add(&mut self, id: &str) {
        self.0.insert(short_hash(id.as_bytes()));
    }

    pub(super) fn contains(&self, id: &str) -> bool {
        self.0.contains(&short_hash(id.as_bytes()))
    }
}
