//! Parsing by two threads (M2): each reads a half of the text. That the second one starts between two blocks is a guess at first;
//! the thread that reads the first one finds out.

use super::{Part, WINDOW, read};
use crate::{blocks::Blocks, text::Text};
use chunk_core::beside;

/// Where a long text may be parted: at a heading in the middle. Behind a blank line one is in no other block, unless that is code or HTML.
/// (A single `#` may be a comment in code.)
pub(crate) fn middle(text: &str) -> Option<usize> {
    let half = text.len() / 2;
    let behind = memchr::memmem::find(text.as_bytes().get(half..)?, b"\n\n##")?;
    Some(half + behind + 2)
}

/// The blocks of a text in which one is expected to start at the byte `middle`.
pub(crate) fn parse_halves(text: &Text<'_>, middle: usize) -> Blocks {
    parse_in_halves(text, middle, WINDOW)
}

pub(super) fn parse_in_halves(text: &Text<'_>, middle: usize, size: usize) -> Blocks {
    let markdown = text.markdown();
    // The frontmatter may be longer than all else.
    let middle = middle.saturating_sub(text.start);
    let second = || read(text, &markdown, middle..markdown.len(), size);
    let (second, mut first) = beside(&second, || read(text, &markdown, 0..middle, size));
    // Otherwise the thread of the first half went on to the end.
    if first.end == middle {
        first.join(second);
    }
    first.finish(text)
}

impl Part<'_> {
    /// Adds what was found in the part behind.
    fn join(&mut self, behind: Self) {
        self.builder.found.append(behind.builder.found, self.builder.before);
        self.builder.footnotes.push_str(&behind.builder.footnotes);
        // It may have no block.
        self.builder.before = self.builder.before.max(behind.builder.before);
        self.builder.covered = behind.builder.covered;
        self.definitions.push_str(&behind.definitions);
        (self.end, self.is_seen_at_once) = (behind.end, false);
    }
}
