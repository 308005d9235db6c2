//! How much is told of one input: where a file is not what it was taken for, each of its lines has an error, and what would
//! help is not found among them.

use crate::tally::counted;
use std::mem;

/// How many errors of lines are told of one input.
const MOST: usize = 10;

/// What there was to tell of the input whose turn it is.
#[derive(Default)]
pub(crate) struct Told {
    input: String,
    errors: usize,
}

impl Told {
    /// It is the turn of `input`: what is left to be said of another one before it.
    pub(crate) fn turn(&mut self, input: &str) -> Option<String> {
        if self.input == input {
            return None;
        }
        let left = self.end();
        self.input = input.to_owned();
        left
    }

    /// Whether one more error of a line is told.
    pub(crate) fn error(&mut self) -> bool {
        self.errors += 1;
        self.errors <= MOST
    }

    /// How many more there were than were told.
    pub(crate) fn end(&mut self) -> Option<String> {
        let Self { input, errors } = mem::take(self);
        let more = errors.saturating_sub(MOST);
        (more > 0).then(|| format!("error: {input}: and {}", counted(more, "more error")))
    }
}
