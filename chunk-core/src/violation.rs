//! What the `validate` of a policy finds.

use std::fmt;

/// A rule of a contract that a record breaks, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The rule: a stable name in kebab case; the policy's `validate` lists them.
    pub rule: &'static str,
    /// The index of the chunk at fault, if the record holds several chunks.
    pub chunk: Option<usize>,
    /// What the matter is, in one sentence without a final full stop.
    pub message: String,
}

impl Violation {
    /// A violation of `rule` by the record as a whole.
    #[must_use]
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        Self { rule, chunk: None, message: message.into() }
    }

    /// The same, by the chunk of this index in the record.
    #[must_use]
    pub const fn in_chunk(mut self, index: usize) -> Self {
        self.chunk = Some(index);
        self
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(chunk) = self.chunk {
            write!(f, "chunks[{chunk}]: ")?;
        }
        write!(f, "{} [{}]", self.message, self.rule)
    }
}
