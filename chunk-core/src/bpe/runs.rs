//! Long runs of characters, found once for all ranges of a text: a packer asks for thousands of ranges that start and end within one run.

use super::{
    character::{Text, skip, skip_back},
    class::Class,
};
use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{Mutex, PoisonError},
};

/// How many bytes of a run are gone through for each range.
const NEAR: usize = 256;

/// The long runs that were found so far: by their classes and where they start, where they end.
#[derive(Debug, Default)]
pub(super) struct Runs(Mutex<BTreeMap<(Class, usize), usize>>);

impl Runs {
    /// The whole run of these classes that the character at `at` is in.
    fn around(&self, text: &[u8], at: usize, classes: Class) -> Range<usize> {
        // Nothing panics while it is locked, so a poisoned one is taken as it is.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known.range((classes, 0)..=(classes, at)).next_back();
        if let Some((&(_, start), &end)) = before
            && at < end
        {
            return start..end;
        }
        let run = text.run_start(at, classes)..text.run_end(at, classes);
        known.insert((classes, run.start), run.end);
        run
    }
}

/// A text that is cut short.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut<'t> {
    pub(super) text: &'t [u8],
    pub(super) end: usize,
    pub(super) runs: &'t Runs,
}

impl Text for Cut<'_> {
    fn bytes(&self) -> &[u8] {
        self.text.get(..self.end).unwrap_or_default()
    }

    fn run_end(self, start: usize, classes: Class) -> usize {
        let mut end = start;
        while end < start + NEAR {
            match skip(self.bytes(), end, classes) {
                Some(next) => end = next,
                None => return end,
            }
        }
        self.runs.around(self.text, start, classes).end.min(self.end)
    }

    fn run_start(self, end: usize, classes: Class) -> usize {
        let mut start = end;
        while start + NEAR > end {
            match skip_back(self.bytes(), start, classes) {
                Some(before) => start = before,
                None => return start,
            }
        }
        self.runs.around(self.text, start, classes).start
    }
}
