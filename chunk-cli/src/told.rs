//! How much is told of one input: where a file is not what it was taken for, each of its lines has an error, and what would
//! help is not found among them.

use crate::tally::counted;
use std::mem;

/// How many of them are told of one input.
const MOST: usize = 10;

/// What there was to tell of the input whose turn it is.
pub(crate) struct Told {
    /// What it is: `error` or `warning`.
    kind: &'static str,
    input: String,
    count: usize,
}

impl Told {
    pub(crate) const fn new(kind: &'static str) -> Self {
        Self { kind, input: String::new(), count: 0 }
    }

    /// It is the turn of `input`: what is left to be said of another one before it.
    pub(crate) fn turn(&mut self, input: &str) -> Option<String> {
        if self.input == input {
            return None;
        }
        let left = self.end();
        self.input = input.to_owned();
        left
    }

    /// Whether one more is told.
    pub(crate) fn one_more(&mut self) -> bool {
        self.count += 1;
        self.count <= MOST
    }

    /// How many more there were than were told.
    pub(crate) fn end(&mut self) -> Option<String> {
        let Self { kind, input, count } = mem::replace(self, Self::new(self.kind));
        let more = count.saturating_sub(MOST);
        (more > 0).then(|| format!("{kind}: {input}: and {}", counted(more, &format!("more {kind}"))))
    }
}
