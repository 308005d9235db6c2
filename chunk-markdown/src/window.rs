//! A part of the text as the parser sees it (M2): in a block that is longer than a window, a few letters stand for the lines that are
//! known to be inside; and where a window starts in quotes, items or footnotes, lines before it open these anew.

use crate::long_line::inside_heading;
use chunk_core::{Beginning, beginning, ends_title, slice, solid_line};
use std::{borrow::Cow, ops::Range};

/// What the parser is given at a time; its places are those in the text behind the frontmatter.
pub(crate) struct Window {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Lines before it, which open the blocks that it starts in.
    opening: String,
    /// What is left out, or letters stand for; empty if all is seen.
    inside: Range<usize>,
    letters: &'static str,
    /// What ends the title, if they stand in one that has not ended: then the block is a definition should it end.
    title: Option<char>,
    /// Whether the parser sees all columns of tables.
    pub(crate) is_wide: bool,
}

/// What stands for lines of a title, of a definition or a heading.
const IN_TITLE: &str = "x";
/// What stands for others: behind it, what began like a definition is none.
const NO_DEFINITION: &str = "x [\"')x";

impl Window {
    /// From `start`, in the blocks that `opening` opens, to the end of the line that holds the byte `size` bytes behind it.
    pub(crate) fn new(markdown: &str, start: usize, opening: String, size: usize) -> Self {
        Self {
            start,
            end: line_end(markdown, start.saturating_add(size)),
            opening,
            inside: 0..0,
            letters: "",
            title: None,
            is_wide: false,
        }
    }

    /// What the parser sees.
    pub(crate) fn text<'m>(&self, markdown: &'m str) -> Cow<'m, str> {
        if self.inside.is_empty() {
            let lines = slice(markdown, self.start..self.end);
            return if self.opening.is_empty() {
                Cow::Borrowed(lines)
            } else {
                (self.opening.clone() + lines).into()
            };
        }
        let before = slice(markdown, self.start..self.inside.start);
        [&self.opening, before, self.letters, slice(markdown, self.inside.end..self.end)].concat().into()
    }

    /// Where in what the parser sees the window starts, behind the lines that open blocks.
    pub(crate) const fn start_seen(&self) -> usize {
        self.opening.len()
    }

    /// Where in the text the byte `at` of what the parser sees stands, which is none of the lines that open blocks.
    pub(crate) fn place(&self, at: usize) -> usize {
        let place = self.start + at - self.opening.len();
        if place > self.inside.start && !self.inside.is_empty() {
            (place + self.inside.len()).saturating_sub(self.letters.len()).max(self.inside.start)
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
    }

    /// Whether the title of the heading at `range` is not seen, and would be by [`see_title_of`](Self::see_title_of).
    pub(crate) fn lacks_title_of(&self, markdown: &str, range: &Range<usize>) -> bool {
        self.leaves_out_of(range) && self.inside != inside_heading(markdown, range)
    }

    /// Leaves out nothing but the inside of a long heading.
    pub(crate) fn see_title_of(&mut self, markdown: &str, range: &Range<usize>) {
        self.see_all();
        self.inside = inside_heading(markdown, range);
        self.letters = IN_TITLE;
    }

    /// Leaves out nothing.
    pub(crate) fn see_all(&mut self) {
        (self.inside, self.title) = (0..0, None);
    }

    /// Leaves out what is inside the block at `lines`, which reaches the end of the window: whatever follows, it will be a
    /// part of this block.
    pub(crate) fn leave_out_inside(&mut self, markdown: &str, lines: Range<usize>) {
        let block = slice(markdown, lines.clone());
        if self.inside.is_empty() || self.inside.start < lines.start {
            self.see_all();
            let Some(start) = self.start_inside(block) else { return };
            self.inside = lines.start + start..lines.start + start;
        }
        // The last line may be the header of a table that follows.
        let end = memchr::memrchr(b'\n', block.as_bytes()).map_or(lines.start, |end| lines.start + end);
        let more = self.inside.end..end;
        let more = if self.inside.start < end { markdown.get(more) } else { None };
        let Some(more) = more.filter(|more| self.title.is_none() || !may_end(more)) else {
            self.see_all();
            return;
        };
        self.title = self.title.filter(|&mark| !ends_title(more, mark));
        self.letters = if self.title.is_some() { IN_TITLE } else { NO_DEFINITION };
        self.inside.end = end;
    }

    /// From where on a block need not be seen, if that can be told yet.
    fn start_inside(&mut self, block: &str) -> Option<usize> {
        let text = behind_markers(block);
        let shown = match beginning(text) {
            Beginning::Head => return None,
            Beginning::Title(start, mark) => {
                self.title = Some(mark);
                block.len() - text.len() + start
            }
            Beginning::Text => 0,
        };
        solid_line(block, shown)
    }
}

/// The text of a paragraph, behind the markers of the quotes, items and footnotes that it is the first in.
fn behind_markers(paragraph: &str) -> &str {
    let opens =
        |c: char| c.is_ascii_digit() || matches!(c, ' ' | '\t' | '\n' | '>' | '-' | '+' | '*' | '.' | ')');
    let mut text = paragraph.trim_start_matches(opens);
    while let Some((label, rest)) = text.strip_prefix("[^").and_then(|label| label.split_once("]:")) {
        let behind = rest.trim_start_matches(opens);
        if label.contains([']', '\n']) || behind.is_empty() {
            break;
        }
        text = behind;
    }
    text
}

/// The end of the line that holds the byte `at`.
fn line_end(text: &str, at: usize) -> usize {
    let behind = text.as_bytes().get(at..).and_then(|rest| memchr::memchr(b'\n', rest));
    behind.map_or(text.len(), |behind| at + behind + 1)
}

/// Whether lines of a title may end it otherwise than by its mark. An underline in a quote need not make a heading of what stands above it, but ends
/// its being a title.
fn may_end(lines: &str) -> bool {
    let is_underline = |line: &str| {
        let text = line.trim_matches([' ', '\t', '>']);
        !text.is_empty() && text.bytes().all(|byte| byte == b'=')
    };
    lines.lines().any(is_underline)
}

#[cfg(test)]
mod tests {
    use super::Window;
    use rstest::rstest;

    #[rstest]
    #[case::title("[a]: b 'c\nd\nd\nd\n", "[a]: b 'c\nd\nx\nd\n")]
    #[case::title_that_starts_late("[a\n]:\nb\n'c\nd\nd\n", "[a\n]:\nb\n'c\nx\nd\n")]
    #[case::title_with_text_behind("[a]: b 'c\nd\nd' e\nd\n", "[a]: b 'c\nd\nx [\"')x\nd\n")]
    #[case::underline("[a]: b 'c\nd\n===\nd\n", "[a]: b 'c\nd\n===\nd\n")]
    #[case::label("[a\nb\nc\nd\n", "[a\nb\nc\nd\n")]
    fn the_parser_sees_few_lines_of_a_paragraph(#[case] text: &str, #[case] seen: &str) {
        let mut window = Window::new(text, 0, String::new(), text.len());
        window.leave_out_inside(text, 0..text.len() - 1);
        assert_eq!(window.text(text), seen);
        assert_eq!(window.place(seen.len()), text.len());
    }
}
