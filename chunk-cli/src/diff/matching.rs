//! Matches the chunks of the new side with those of the old one.
//!
//! A chunk of the old side takes 48 bytes of memory, for two digests and its place, and 16 more in two indexes of sorted
//! numbers; a chunk of the new side takes none.

use super::piece::{Piece, Place};
use crate::{
    by_digest::ByDigest,
    exit::{Broken, trouble},
};
use serde::Serialize;

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

/// A chunk of the old side.
#[derive(Debug)]
pub(super) struct Old {
    pub(super) place: Place,
    record: u64,
    /// The first half of the SHA-256 of its text.
    content: [u8; 16],
    fate: Fate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// No chunk of the new side has been matched with it.
    Left,
    /// The new side has the same record.
    Kept,
    /// The new side has its text in another record.
    Moved,
}

impl Old {
    pub(super) fn of(chunk: &Piece<'_>) -> Self {
        Self { place: chunk.place, record: chunk.record_hash, content: half(chunk), fate: Fate::Left }
    }

    pub(super) fn is_moved(&self) -> bool {
        self.fate == Fate::Moved
    }
}

/// The first half of the digest of a chunk's text.
fn half(chunk: &Piece<'_>) -> [u8; 16] {
    chunk.content_hash.as_bytes().as_chunks().0.first().copied().unwrap_or_default()
}

/// The chunks of the old side, to be found by their records and by their texts.
pub(super) struct Matching {
    chunks: Vec<Old>,
    by_record: ByDigest,
    by_content: ByDigest,
}

impl Matching {
    pub(super) fn of(chunks: Vec<Old>) -> Result<Self, Broken> {
        let Ok(count) = u32::try_from(chunks.len()) else {
            return trouble(format!("OLD has more than {} chunks; compare it in parts", u32::MAX));
        };
        let by_record = ByDigest::new(count, |number| at(&chunks, number).map(|old| old.record));
        let by_content = ByDigest::new(count, |number| at(&chunks, number).map(|old| old.content));
        Ok(Self { chunks, by_record, by_content })
    }

    /// Notes that the new side has this chunk.
    pub(super) fn reserve(&mut self, chunk: &Piece<'_>) {
        let Self { chunks, by_record, .. } = self;
        let wanted = Some(chunk.record_hash);
        let start = by_record.start(|number| at(chunks, number).map(|old| old.record) < wanted);
        let Some(number) = by_record.next(start) else { return };
        if let Some(old) = chunks.get_mut(number).filter(|old| old.record == chunk.record_hash) {
            old.fate = Fate::Kept;
            by_record.step(start);
        }
    }

    /// What became of a chunk of the new side, and the place of its old record if it has moved.
    pub(super) fn take(&mut self, chunk: &Piece<'_>) -> (Change, Option<Place>) {
        let Self { chunks, by_record, by_content } = self;
        let wanted = Some(chunk.record_hash);
        let start = by_record.start(|number| at(chunks, number).map(|old| old.record) < wanted);
        let is_same =
            by_record.first(start).and_then(|number| at(chunks, number)).map(|old| old.record) == wanted;
        if is_same && by_record.step_back(start) {
            return (Change::Kept, None);
        }
        let content = half(chunk);
        let start = by_content.start(|number| at(chunks, number).map(|old| old.content) < Some(content));
        while let Some(number) = by_content.next(start) {
            let Some(old) = chunks.get_mut(number).filter(|old| old.content == content) else { break };
            by_content.step(start);
            if old.fate == Fate::Left {
                old.fate = Fate::Moved;
                return (Change::Moved, Some(old.place));
            }
        }
        (Change::Added, None)
    }

    /// The chunks of the old side whose records the new side does not have.
    pub(super) fn left(&self) -> impl Iterator<Item = &Old> {
        self.chunks.iter().filter(|old| old.fate != Fate::Kept)
    }
}

fn at(chunks: &[Old], number: u32) -> Option<&Old> {
    chunks.get(usize::try_from(number).ok()?)
}
