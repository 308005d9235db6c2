//! The unit of this policy.

use chunk_core::types::{Metadata, Turn};

/// A text to be chunked, and its id.
///
/// ```
/// use chunk_tokens::Interaction;
///
/// let interaction = Interaction::new("notes/monday.txt", "We met. We decided nothing.");
/// assert_eq!(interaction.id, "notes/monday.txt");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Interaction<'u> {
    /// Its id; for a file its path, `/`-separated (T8).
    pub id: &'u str,
    /// Its text as given, line ends not yet normalized.
    pub text: &'u str,
    /// What else the caller knows of it, such as the fields of its line of JSON; `keep` names what is kept of it (T14).
    pub fields: Option<&'u Metadata>,
    /// Its turns, if it is a conversation (T15).
    pub turns: &'u [Turn],
}

impl<'u> Interaction<'u> {
    /// An interaction of this id and text.
    #[must_use]
    pub const fn new(id: &'u str, text: &'u str) -> Self {
        Self { id, text, fields: None, turns: &[] }
    }

    /// The same interaction, which is a conversation of these turns (T15): they are in order, do not overlap, and lie in the text.
    #[must_use]
    pub const fn with_turns(mut self, turns: &'u [Turn]) -> Self {
        self.turns = turns;
        self
    }
}
