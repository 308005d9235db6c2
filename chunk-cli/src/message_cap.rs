//! Caps the messages about one input: if a file is not what it was taken for, each of its lines has an error, among which the one message
//! that helps would be lost.

use crate::tally::counted;
use std::mem;

/// How many messages about one input are shown.
const MOST: usize = 10;

/// Counts the messages about the input whose turn it is.
pub(crate) struct MessageCap {
    /// What they are: `error` or `warning`.
    kind: &'static str,
    input: String,
    count: usize,
}

impl MessageCap {
    pub(crate) const fn new(kind: &'static str) -> Self {
        Self { kind, input: String::new(), count: 0 }
    }

    /// Begins the turn of `input`, unless it has begun; returns the last message about the input before it, if there is one.
    pub(crate) fn turn(&mut self, input: &str) -> Option<String> {
        if self.input == input {
            return None;
        }
        let last = self.end();
        self.input = input.to_owned();
        last
    }

    /// Counts one more message, and returns whether it is shown.
    pub(crate) fn allows_one_more(&mut self) -> bool {
        self.count += 1;
        self.count <= MOST
    }

    /// Ends the turn: says how many more messages there were than were shown, if there were more.
    pub(crate) fn end(&mut self) -> Option<String> {
        let Self { kind, input, count } = mem::replace(self, Self::new(self.kind));
        let more = count.saturating_sub(MOST);
        (more > 0).then(|| format!("{kind}: {input}: and {}", counted(more, &format!("more {kind}"))))
    }
}
