//! What an author set apart: the entries of a document, as a tree.

use std::ops::Range;

/// What an author set apart: a section (a heading with all under it), a list item with its children, a table row, a fence, a paragraph, or
/// a paragraph with a time stamp and what follows up to the next one.
///
/// The entries of a document are a list in which each comes before those inside it, which have the indices up to [`next`](Self::next).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its lines, in bytes of the text, without the last line's LF.
    pub span: Range<usize>,
    /// What names it: the text of its heading; else its first line without mark, stamp and label.
    pub title: Range<usize>,
    /// The first of its blocks, by its index: its kind is that of this block.
    pub block: usize,
    /// The entry around it, by its index.
    pub parent: Option<usize>,
    /// The index of the first entry after it that is not inside it.
    pub next: usize,
}
