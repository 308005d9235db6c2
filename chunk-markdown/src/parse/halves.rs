//! Parses a text by two threads (M2), a half each. That the second half starts between two blocks is a guess; the thread that parses the
//! first half finds out, and goes on to the end of the text if the guess was wrong.

use super::{Part, WINDOW, parse_part};
use crate::{blocks::Blocks, text::Text};
use chunk_core::beside;

/// Where a long text may be halved: at a heading below a blank line, which is in no other block but code or HTML. (A single `#` may
/// be a comment in code.)
pub(crate) fn middle(text: &str) -> Option<usize> {
    let half = text.len() / 2;
    let behind = memchr::memmem::find(text.as_bytes().get(half..)?, b"\n\n##")?;
    Some(half + behind + 2)
}

/// The blocks of a text, in which a top-level one is expected to start at the byte `middle`.
pub(crate) fn parse_halves(text: &Text<'_>, middle: usize) -> Blocks {
    parse_in_halves(text, middle, WINDOW)
}

pub(super) fn parse_in_halves(text: &Text<'_>, middle: usize, size: usize) -> Blocks {
    let markdown = text.markdown();
    // The frontmatter may be longer than all else.
    let middle = middle.saturating_sub(text.start);
    let second = || parse_part(text, &markdown, middle..markdown.len(), size);
    let (second, mut first) = beside(&second, || parse_part(text, &markdown, 0..middle, size));
    // If not, the first half has gone on to the end of the text.
    if first.end == middle {
        first.join(second);
    }
    first.finish(text)
}

impl Part<'_> {
    /// Adds what was found in the next part.
    fn join(&mut self, next: Self) {
        self.builder.blocks.append(next.builder.blocks, self.builder.before);
        self.builder.footnotes.push_str(&next.builder.footnotes);
        // The next part may have no block.
        self.builder.before = self.builder.before.max(next.builder.before);
        self.builder.covered = next.builder.covered;
        self.definitions.push_str(&next.definitions);
        (self.end, self.is_seen_at_once) = (next.end, false);
    }
}
