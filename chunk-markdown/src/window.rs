//! A window: a part of the text as the parser sees it (M2). Where it starts inside quotes, items or footnotes, lines before it open these
//! again; and where one block is longer than a window, a few letters stand for the lines that are known to be inside that block.

use crate::long_line::inside_heading;
use chunk_core::{Beginning, beginning, ends_title, slice, solid_line};
use std::{borrow::Cow, ops::Range};

/// What the parser is given at a time. Places are bytes of the text after the frontmatter.
pub(crate) struct Window {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Lines that open the blocks in which the window starts; the parser sees them before it.
    opening: String,
    /// What the parser does not see of the window: the inside of a long block, for which `letters` stand. Empty if it sees all.
    inside: Range<usize>,
    letters: &'static str,
    /// The mark that would end the title, if `inside` is in what may be the title of a link definition.
    title: Option<char>,
    /// Whether the parser sees all columns of tables.
    pub(crate) is_wide: bool,
}

/// Stands for lines inside the title of a definition, or inside a heading.
const IN_TITLE: &str = "x";
/// Stands for other lines: what began like a link definition cannot be one any more.
const NO_DEFINITION: &str = "x [\"')x";

impl Window {
    /// The window from `start`, inside the blocks that `opening` opens, to the end of the line that holds the byte `start + size`.
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

    /// Where the window starts in what the parser sees: after the lines that open blocks.
    pub(crate) const fn start_seen(&self) -> usize {
        self.opening.len()
    }

    /// The place in the text of the byte `at` of what the parser sees. It must lie after the lines that open blocks.
    pub(crate) fn place(&self, at: usize) -> usize {
        let place = self.start + at - self.opening.len();
        if place > self.inside.start && !self.inside.is_empty() {
            (place + self.inside.len()).saturating_sub(self.letters.len()).max(self.inside.start)
        } else {
            place
        }
    }

    /// Makes the window longer. It grows by as much as the parser sees again, so that all windows together are at most a few times as
    /// long as the text.
    pub(crate) fn grow(&mut self, markdown: &str, size: usize) {
        let window = slice(markdown, self.start..self.end);
        // After a single line, however long, another block may begin.
        let is_line = memchr::memchr(b'\n', window.as_bytes()).is_none_or(|end| end + 1 == window.len());
        let seen_again = if is_line { 0 } else { window.len() - self.inside.len() };
        self.end = line_end(markdown, self.end.saturating_add(seen_again.max(size)));
    }

    /// Whether the parser does not see the title of the heading at `range` as far as [`show_title_of`](Self::show_title_of) would show it.
    pub(crate) fn hides_title_of(&self, markdown: &str, range: &Range<usize>) -> bool {
        !self.inside.is_empty()
            && range.contains(&self.inside.start)
            && self.inside != inside_heading(markdown, range)
    }

    /// Shows the parser all but the inside of the heading at `range`, if that is a long one.
    pub(crate) fn show_title_of(&mut self, markdown: &str, range: &Range<usize>) {
        self.show_all();
        self.inside = inside_heading(markdown, range);
        self.letters = IN_TITLE;
    }

    fn show_all(&mut self) {
        (self.inside, self.title) = (0..0, None);
    }

    /// Hides what is inside the block at `lines`, which reaches the end of the window: these lines are parts of this block, whatever follows.
    pub(crate) fn hide_inside(&mut self, markdown: &str, lines: Range<usize>) {
        let block = slice(markdown, lines.clone());
        if self.inside.is_empty() || self.inside.start < lines.start {
            self.show_all();
            let Some(start) = self.start_inside(block) else { return };
            self.inside = lines.start + start..lines.start + start;
        }
        // The last line may be the header of a table that follows.
        let end = memchr::memrchr(b'\n', block.as_bytes()).map_or(lines.start, |end| lines.start + end);
        let more = self.inside.end..end;
        let more = if self.inside.start < end { markdown.get(more) } else { None };
        let Some(more) = more.filter(|more| self.title.is_none() || !has_underline(more)) else {
            self.show_all();
            return;
        };
        self.title = self.title.filter(|&mark| !ends_title(more, mark));
        self.letters = if self.title.is_some() { IN_TITLE } else { NO_DEFINITION };
        self.inside.end = end;
    }

    /// From where on the parser need not see a block, if that can be told yet.
    fn start_inside(&mut self, block: &str) -> Option<usize> {
        let text = after_markers(block);
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

/// The text of a paragraph, after the markers of quotes, items and footnotes that it may start with.
fn after_markers(paragraph: &str) -> &str {
    let opens =
        |c: char| c.is_ascii_digit() || matches!(c, ' ' | '\t' | '\n' | '>' | '-' | '+' | '*' | '.' | ')');
    let mut text = paragraph.trim_start_matches(opens);
    while let Some((label, rest)) = text.strip_prefix("[^").and_then(|label| label.split_once("]:")) {
        let after = rest.trim_start_matches(opens);
        if label.contains([']', '\n']) || after.is_empty() {
            break;
        }
        text = after;
    }
    text
}

/// The end of the line that holds the byte `at`.
fn line_end(text: &str, at: usize) -> usize {
    let distance = text.as_bytes().get(at..).and_then(|rest| memchr::memchr(b'\n', rest));
    distance.map_or(text.len(), |distance| at + distance + 1)
}

/// Whether any of `lines`, in the title of a definition, looks like the underline of a Setext heading. That ends the title without its mark;
/// in a quote it does so even where it makes no heading of the lines above it.
fn has_underline(lines: &str) -> bool {
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
        window.hide_inside(text, 0..text.len() - 1);
        assert_eq!(window.text(text), seen);
        assert_eq!(window.place(seen.len()), text.len());
    }
}
