//! Reads the outline of a body (B10, B13) with the Markdown parser, which is given one window of it at a time, since its memory is a
//! multiple of the text. The next window starts at a line from which the parser finds the same blocks; where one block fills a window, the
//! next one starts inside that block, behind lines that open it again ([`Opening`]).

use crate::{
    block::{Inside, Last, LastKind},
    blocks::Blocks,
    lines::Mark,
    offset::to_u32,
    outline::{Outline, is_blank},
    window::{Opening, Window},
};
use chunk_core::{
    Beginning, Container, beginning, ends_title, going_on, is_white_space, narrow, opening, shallow, slice,
    solid_line,
};
use pulldown_cmark::{HeadingLevel, Options, Parser};
use std::ops::Range;

/// How many bytes the parser is given at a time at least, if the body has as many.
const WINDOW: usize = 256 << 10;

/// Reads the outline of a body, a window at a time.
pub(crate) struct Reader<'b> {
    body: &'b str,
    /// Where the next window starts.
    next: usize,
    /// What opens the blocks that the next window starts in.
    open: Option<Opening>,
    /// Bytes of a window.
    window: usize,
    /// The end of the last non-blank line.
    last_text: Option<u32>,
    /// Where the last H1 or H2 starts.
    last_heading: u32,
}

impl<'b> Reader<'b> {
    pub(crate) const fn new(body: &'b str) -> Self {
        Self::with_window(body, WINDOW)
    }

    const fn with_window(body: &'b str, window: usize) -> Self {
        Self { body, next: 0, open: None, window, last_text: None, last_heading: 0 }
    }

    /// Adds the next window to the outline, and returns whether there are more. What starts before the last block of a window is final,
    /// whatever follows, so the window after it starts with that block, or inside it.
    pub(crate) fn read(&mut self, outline: &mut Outline) -> bool {
        let mut size = self.window;
        let known = (outline.headings.len(), outline.heading_lines.len());
        let mut hidden = 0..0;
        loop {
            let end = self.end_of_window(size);
            let window = Window::new(self.body, self.next..end, self.open.as_ref(), &hidden);
            outline.lines.add(self.body, self.next..end);
            let seen = shallow(&window.text);
            let seen = narrow(&seen);
            let mut events = Parser::new_ext(&seen, Options::ENABLE_TABLES).into_offset_iter();
            let found = events.reference_definitions().iter();
            let found = found.map(|(_, definition)| window.in_body(&definition.span).start);
            let definition = found.max();
            let mut blocks =
                Blocks::new(self.body, self.next, self.open.as_ref(), definition, self.last_heading, outline);
            // By reference, so that the parser's tree is freed last: freed first, it would leave gaps too small to use again.
            for (event, bytes) in events.by_ref() {
                blocks.event(&event, window.in_body(&bytes));
            }
            if end == self.body.len() {
                self.finish(outline, end);
                return false;
            }
            blocks.note_definitions(end);
            let cut = match (blocks.restart, blocks.last) {
                (Some(restart), _) => Some((restart, None)),
                (None, Some(last)) => self.cut_in_block(&last, &blocks.around_last, end),
                (None, None) => is_blank(slice(self.body, self.next..end)).then_some((end, None)),
            };
            let inner = blocks.inner.take();
            let cut = cut.or_else(|| self.cut_in_containers(inner?, definition));
            if let Some((cut, open)) = cut {
                self.discard_from(outline, cut);
                self.finish(outline, cut);
                self.open = open;
                return true;
            }
            // No place to stop at: one block has no end in sight.
            let last = blocks.last;
            self.discard_from(outline, self.next);
            outline.headings.truncate(known.0);
            outline.heading_lines.truncate(known.1);
            // The window is read again, and longer by as much as it was, so that the work stays linear. Its last line is not counted: after
            // that, however long it is, another block may begin.
            let again = slice(self.body, self.next..end - 1).rfind('\n').unwrap_or_default();
            size = end - self.next + again.max(self.window);
            if let Some(lines) = last.and_then(|last| self.lines_in_title(&last, end)) {
                size = lines.end - self.next + self.window;
                hidden = lines;
            }
        }
    }

    /// The end of the first line that ends at least `size` bytes after the window's start.
    fn end_of_window(&self, size: usize) -> usize {
        let rest = self.body.as_bytes().get(self.next + size..).unwrap_or_default();
        memchr::memchr(b'\n', rest).map_or(self.body.len(), |line_end| self.next + size + line_end + 1)
    }

    fn line_start(&self, at: usize) -> usize {
        memchr::memrchr(b'\n', slice(self.body, 0..at).as_bytes()).map_or(0, |line_end| line_end + 1)
    }

    /// Whether a blank line follows the last block in the window.
    fn blank_line_follows(&self, last: &Last, end: usize) -> bool {
        let last_byte = last.end.min(end).saturating_sub(1);
        let after = self.body.as_bytes().get(last_byte..end).unwrap_or_default();
        memchr::memchr_iter(b'\n', after).nth(1).is_some()
    }

    /// Where the window can stop in or after `last`, a block that fills it, and what the next one has to open.
    fn cut_in_block(
        &self,
        last: &Last,
        containers: &[Container],
        end: usize,
    ) -> Option<(usize, Option<Opening>)> {
        if last.kind == LastKind::Closed {
            // A quote may go on with the next line.
            let has_ended = last.quotes == 0 || self.blank_line_follows(last, end);
            let is_all = !last.in_item && has_ended && is_blank(slice(self.body, last.end.min(end)..end));
            return is_all.then_some((end, None));
        }
        let text = slice(self.body, self.next..end).trim_end_matches(is_white_space);
        let cut = self.next + text.rfind('\n')? + 1;
        if last.end <= cut {
            return None;
        }
        if let Some(open) = self.open.as_ref().filter(|_| last.start < self.next) {
            return (cut > self.next).then(|| (cut, Some(open.clone())));
        }
        let line_start = self.line_start(last.start);
        if last.kind == LastKind::Paragraph
            && self.may_become_definition(last.start..end, line_start > self.next)
        {
            return None;
        }
        let mut line_ends =
            slice(self.body, last.start..end).match_indices('\n').map(|(line_end, _)| line_end);
        let first_line = last.start + line_ends.next()? + 1;
        let second_line = last.start + line_ends.next()? + 1;
        let mut text = opening(self.body, containers.iter().copied())?;
        text += &going_on(&text);
        let shown = match last.kind {
            // The paragraph's own first line may be something else before other lines.
            LastKind::Paragraph => "x\n",
            LastKind::IndentedCode => "    x\n",
            LastKind::Table => slice(self.body, last.start..second_line),
            _ => slice(self.body, last.start..first_line),
        };
        text += shown;
        let containers = containers.to_vec();
        let open = Opening { text, markers: 0, start: last.start, containers, is_first: false };
        (cut >= second_line && shown.len() < self.window).then_some((cut, Some(open)))
    }

    /// Where the window can stop before a block inside others, or before the last `definition`, and what the next one has to open.
    fn cut_in_containers(
        &self,
        Inside { at, containers, is_first }: Inside,
        definition: Option<usize>,
    ) -> Option<(usize, Option<Opening>)> {
        let cut = self.line_start(at);
        let start = containers.first().map_or(cut, |first| first.line);
        let mut text = opening(self.body, containers.iter().copied())?;
        // A definition that follows another need not repeat the markers of its containers, and may be indented like code.
        if definition == Some(at) {
            text += &going_on(&text);
        }
        Some((cut, Some(Opening { text, markers: at - cut, start, containers, is_first })))
    }

    /// Whether `paragraph`, so far, may be the start of a link reference definition, or, if it `follows_lines`, the title of one in these:
    /// lines further down decide.
    fn may_become_definition(&self, paragraph: Range<usize>, follows_lines: bool) -> bool {
        let text = slice(self.body, paragraph.clone());
        match beginning(text) {
            Beginning::Head => true,
            Beginning::Title(_, mark) if follows_lines || text.starts_with('[') => {
                self.title_end(paragraph.end, mark).is_some()
            }
            _ => false,
        }
    }

    /// The start of the first line from the byte `from` on in which `mark` may end a title. No title goes past a blank line.
    fn title_end(&self, from: usize, mark: char) -> Option<usize> {
        let mut start = from;
        for line in slice(self.body, from..self.body.len()).split_inclusive('\n') {
            if line.trim_ascii().is_empty() {
                break;
            }
            if ends_title(line, mark) {
                return Some(start);
            }
            start += line.len();
        }
        None
    }

    /// The lines of a title that begins in `last`, the block that fills the window up to `end`, and that ends after the window: all lines up
    /// to the one that may end it, if each can only be text of the title, so that the parser need not see them.
    fn lines_in_title(&self, last: &Last, end: usize) -> Option<Range<usize>> {
        let paragraph = slice(self.body, last.start..end);
        let Beginning::Title(title, mark) = beginning(paragraph) else { return None };
        let start = last.start + solid_line(paragraph, title)?;
        let lines = start..self.title_end(end, mark)? - 1;
        // In an item, a mark of a quote may start another one.
        let quotes = if last.in_item { 0 } else { last.quotes as usize };
        let goes_on = |line: &str| {
            let text = line.trim_start_matches([' ', '\t', '>']);
            let markers = slice(line, 0..line.len() - text.len()).matches('>').count();
            markers <= quotes && text.starts_with(|c: char| c.is_ascii_alphabetic() || !c.is_ascii())
        };
        let is_plain = last.kind == LastKind::Paragraph
            && !self.blank_line_follows(last, end)
            && !lines.is_empty()
            && slice(self.body, lines.clone()).lines().all(goes_on);
        is_plain.then_some(lines)
    }

    /// Discards from the outline what starts at `cut` or later.
    fn discard_from(&self, outline: &mut Outline, cut: usize) {
        outline.lines.discard_from(cut);
        let cut = to_u32(cut);
        outline.headings.truncate(outline.headings.partition_point(|heading| heading.lines.start < cut));
        outline.paragraphs.truncate(outline.paragraphs.partition_point(|found| found.bytes.start < cut));
        if let Some(last) = outline.paragraphs.last_mut() {
            last.bytes.end = last.bytes.end.min(cut);
        }
        outline.fences.truncate(outline.fences.partition_point(|fence| fence.start < cut));
        outline.heading_lines.truncate(outline.heading_lines.partition_point(|heading| heading.start < cut));
    }

    /// Adds the ends of blocks up to `end`, where the next window starts.
    fn finish(&mut self, outline: &mut Outline, end: usize) {
        let known = outline.lines.line(self.next).max(1);
        for number in known..=outline.lines.len() {
            let bytes = outline.lines.bytes(number);
            let marks = outline.lines.marks(number);
            let blank = is_blank(slice(self.body, bytes.clone()));
            let ends = &mut outline.block_ends;
            if marks.has(Mark::BLOCK_STARTS) || blank && !marks.has(Mark::VERBATIM) {
                ends.extend(self.last_text);
            }
            if !blank {
                self.last_text = Some(to_u32(bytes.end));
            }
            if marks.has(Mark::BLOCK_ENDS) {
                ends.extend(self.last_text);
            }
        }
        outline.block_ends.dedup();
        let last = outline.headings.iter().rev().find(|heading| heading.level <= HeadingLevel::H2);
        self.last_heading = last.map_or(self.last_heading, |heading| heading.lines.start);
        self.next = end;
        self.open = None;
    }
}

#[cfg(test)]
mod tests;
