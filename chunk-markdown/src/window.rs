//! A part of the text as the parser sees it (M2): in a block that is longer than a window, one letter stands for the lines that are
//! known to be inside.

use chunk_core::slice;
use std::{borrow::Cow, ops::Range};

/// What the parser is given at a time; its places are those in the text behind the frontmatter.
pub(crate) struct Window {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// What the letter stands for; empty if all is seen.
    inside: Range<usize>,
}

impl Window {
    /// From `start` to the end of the line that holds the byte `size` bytes behind it.
    pub(crate) fn new(markdown: &str, start: usize, size: usize) -> Self {
        Self { start, end: line_end(markdown, start.saturating_add(size)), inside: 0..0 }
    }

    /// What the parser sees.
    pub(crate) fn text<'m>(&self, markdown: &'m str) -> Cow<'m, str> {
        if self.inside.is_empty() {
            return Cow::Borrowed(slice(markdown, self.start..self.end));
        }
        let before = slice(markdown, self.start..self.inside.start);
        Cow::Owned([before, "x", slice(markdown, self.inside.end..self.end)].concat())
    }

    /// Where in the text the byte `at` of what the parser sees stands.
    pub(crate) fn place(&self, at: usize) -> usize {
        let place = self.start + at;
        if place > self.inside.start && !self.inside.is_empty() {
            place + self.inside.len() - 1
        } else {
            place
        }
    }

    /// Whether not all of `range`, a place in the text, is seen.
    pub(crate) fn leaves_out_of(&self, range: &Range<usize>) -> bool {
        !self.inside.is_empty() && range.contains(&self.inside.start)
    }

    /// A longer one with the same start. It grows by what is read again, so that all windows together are no longer than
    /// a few times the text.
    pub(crate) fn grow(&mut self, markdown: &str, size: usize) {
        let again = self.end - self.start - self.inside.len();
        self.end = line_end(markdown, self.end.saturating_add(again.max(size)));
    }

    /// Leaves out nothing.
    pub(crate) fn see_all(&mut self) {
        self.inside = 0..0;
    }

    /// Leaves out what is inside the block at `lines`, which reaches the end of the window: whatever follows, it will be a
    /// part of this block.
    pub(crate) fn leave_out_inside(&mut self, markdown: &str, lines: Range<usize>) {
        let block = slice(markdown, lines.clone());
        let start = if self.inside.is_empty() || self.inside.start < lines.start {
            solid_line(block).map(|start| lines.start + start)
        } else {
            Some(self.inside.start)
        };
        // The last line may be the header of a table that follows.
        let end = memchr::memrchr(b'\n', block.as_bytes()).map(|end| lines.start + end);
        self.inside = match (start, end) {
            (Some(start), Some(end)) if start < end && !may_become_a_definition(block) => start..end,
            _ => 0..0,
        };
    }
}

/// The end of the line that holds the byte `at`.
fn line_end(text: &str, at: usize) -> usize {
    let behind = text.as_bytes().get(at..).and_then(|rest| memchr::memchr(b'\n', rest));
    behind.map_or(text.len(), |behind| at + behind + 1)
}

/// Where, behind the first two lines of a block, which may look like the start of a table, the text of a line starts. A blank one does not show
/// how far the block is indented, and how deep it is quoted.
fn solid_line(block: &str) -> Option<usize> {
    let (second, _) = block.match_indices('\n').nth(1)?;
    let rest = slice(block, second..block.len());
    Some(block.len() - rest.trim_start_matches([' ', '\t', '>', '\n']).len())
}

/// Whether a mark further down may end a link reference definition, of which what was read is no more than the start, or the start of
/// its title.
fn may_become_a_definition(block: &str) -> bool {
    // What the items and quotes begin with in which the paragraph stands.
    let opens = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '\t' | '>' | '-' | '+' | '*' | '.' | ')');
    block.trim_start_matches(opens).starts_with(['[', '"', '\'', '('])
}
