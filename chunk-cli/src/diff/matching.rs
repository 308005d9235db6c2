//! Matches the chunks of two sides: first those with the same record, then, of the others, those with the same text.

use super::piece::Known;
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

/// Both sides, matched.
pub(super) struct Matched {
    /// What became of each chunk of the old side.
    pub(super) old: Vec<Change>,
    /// What each chunk of the new side is, and the number of the old one that it was.
    pub(super) new: Vec<(Change, Option<usize>)>,
}

impl Matched {
    pub(super) fn of(old: &[Known], new: &[Known]) -> Self {
        let mut matched =
            Self { old: vec![Change::Removed; old.len()], new: vec![(Change::Added, None); new.len()] };
        matched.pair(Change::Kept, old, new, |chunk| chunk.record_hash);
        matched.pair(Change::Moved, old, new, |chunk| chunk.content_hash);
        matched
    }

    /// Pairs the chunks that are still without one by a key: the first with the first of the same key, and so on.
    fn pair<K: Ord>(&mut self, change: Change, old: &[Known], new: &[Known], key: fn(&Known) -> K) {
        let unpaired = old.iter().zip(&mut self.old).enumerate();
        let unpaired = unpaired.filter(|(_, (_, was))| **was == Change::Removed);
        let mut before: Vec<_> = unpaired.map(|(number, (chunk, was))| (key(chunk), number, was)).collect();
        before.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        let unpaired = new.iter().zip(&mut self.new).enumerate();
        let unpaired = unpaired.filter(|(_, (_, is))| is.0 == Change::Added);
        let mut now: Vec<_> = unpaired.map(|(number, (chunk, is))| (key(chunk), number, is)).collect();
        now.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        let mut before = before.into_iter().peekable();
        for (key, _, is) in now {
            while before.next_if(|(other, ..)| *other < key).is_some() {}
            if let Some((_, number, was)) = before.next_if(|(other, ..)| *other == key) {
                (*was, *is) = (change, (change, Some(number)));
            }
        }
    }
}
