/// What is chunked at a time: a text and the name it goes by.
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
    /// Its id; that of a file is its path, `/`-separated (T8).
    pub id: &'u str,
    /// Its text as given, line ends not yet normalized.
    pub text: &'u str,
}

impl<'u> Interaction<'u> {
    /// The interaction `id` with this text.
    #[must_use]
    pub const fn new(id: &'u str, text: &'u str) -> Self {
        Self { id, text }
    }
}
