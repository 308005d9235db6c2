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
    /// How many columns the table has whose rows it stands for, if it does, and how many cells these may lack.
    columns: usize,
    lacking: usize,
}

/// A table that lacks more cells is ended by the parser.
const MOST_LACKING: usize = 1 << 18;

impl Window {
    /// From `start` to the end of the line that holds the byte `size` bytes behind it.
    pub(crate) fn new(markdown: &str, start: usize, size: usize) -> Self {
        Self {
            start,
            end: line_end(markdown, start.saturating_add(size)),
            inside: 0..0,
            columns: 0,
            lacking: 0,
        }
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
        let seen = slice(markdown, self.start..self.end);
        // Behind a single line another block may begin.
        let is_line = memchr::memchr(b'\n', seen.as_bytes()).is_none_or(|end| end + 1 == seen.len());
        let again = if is_line { 0 } else { seen.len() - self.inside.len() };
        self.end = line_end(markdown, self.end.saturating_add(again.max(size)));
        // The letter is one cell.
        let behind = lacking(slice(markdown, self.inside.end..self.end), self.columns);
        if self.lacking + self.columns + behind > MOST_LACKING {
            self.see_all();
            // Then all is read again.
            self.end = line_end(markdown, self.end.saturating_add(seen.len()));
        }
    }

    /// Leaves out nothing.
    pub(crate) fn see_all(&mut self) {
        (self.inside, self.columns, self.lacking) = (0..0, 0, 0);
    }

    /// Leaves out what is inside the block at `lines`, which reaches the end of the window: whatever follows, it will be a
    /// part of this block.
    pub(crate) fn leave_out_inside(&mut self, markdown: &str, lines: Range<usize>, is_table: bool) {
        let block = slice(markdown, lines.clone());
        if self.inside.is_empty() || self.inside.start < lines.start {
            self.see_all();
            let start = solid_line(block).map_or(lines.end, |start| lines.start + start);
            self.inside = start..start;
            self.columns = block.lines().nth(1).filter(|_| is_table).map_or(0, cells);
        }
        // The last line may be the header of a table that follows.
        let end = memchr::memrchr(b'\n', block.as_bytes()).map_or(lines.start, |end| lines.start + end);
        if self.inside.start < end && self.inside.end <= end && !may_become_a_definition(block) {
            self.lacking += lacking(slice(markdown, self.inside.end..end), self.columns);
            self.inside.end = end;
        } else {
            self.see_all();
        }
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

/// How many cells lack at most in rows of a table of so many columns.
fn lacking(rows: &str, columns: usize) -> usize {
    let rows = rows.lines().filter(|row| columns > 0 && !row.is_empty());
    rows.map(|row| columns.saturating_sub(cells(row))).sum()
}

/// How many cells a row has at least.
fn cells(row: &str) -> usize {
    let row = row.trim_matches([' ', '\t', '\u{B}', '\u{C}', '>']);
    let is_pipe = |at: &usize| !slice(row, 0..*at).ends_with('\\');
    let pipes = memchr::memchr_iter(b'|', row.as_bytes()).filter(is_pipe).count();
    let is_closed = row.ends_with('|') && !row.ends_with("\\|");
    (pipes + 1).saturating_sub(usize::from(row.starts_with('|')) + usize::from(is_closed))
}

#[cfg(test)]
mod tests {
    use super::cells;

    /// An escaped pipe is text of its cell.
    #[test]
    fn cells_lie_between_pipes() {
        for (row, expected) in
            [("|a|b|", 2), ("a|b", 2), (" | a | ", 1), (r"|a\|b|", 1), (r"a\|", 1), (r"|\|||", 2)]
        {
            assert_eq!(cells(row), expected, "{row}");
        }
    }
}
