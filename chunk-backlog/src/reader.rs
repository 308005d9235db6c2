//! Reads the outline of a body, a window at a time.

use crate::{
    block::{Inside, Last, LastKind},
    blocks::Blocks,
    lines::Mark,
    outline::{Outline, is_blank},
    place::{At, at},
    window::{Opening, Window},
};
use chunk_core::{
    Beginning, Container, beginning, ends_title, going_on, is_white_space, narrow, opening, shallow, slice,
    solid_line,
};
use pulldown_cmark::{HeadingLevel, Options, Parser};
use std::ops::Range;

/// How many bytes the parser is given at a time, at least.
const WINDOW: usize = 256 << 10;

/// Reads the outline of a body, a window at a time.
pub(crate) struct Reader<'b> {
    body: &'b str,
    /// Where the next window starts.
    next: usize,
    /// The block that goes on there.
    open: Option<Opening>,
    window: usize,
    /// The end of the last line that is not blank.
    last_text: Option<At>,
    /// Where the last H1 or H2 stands.
    last_heading: At,
}

impl<'b> Reader<'b> {
    pub(crate) const fn new(body: &'b str) -> Self {
        Self::with_window(body, WINDOW)
    }

    const fn with_window(body: &'b str, window: usize) -> Self {
        Self { body, next: 0, open: None, window, last_text: None, last_heading: 0 }
    }

    /// Adds what the next window holds to the outline; whether there is more. What starts before the last block of a
    /// window is final, whatever follows, so the next one starts with that.
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
            // What the parser keeps is freed behind what is made here: the other way round, memory falls into parts that are too small to use again.
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
                (None, Some(last)) => self.inside(&last, &blocks.around_last, end),
                (None, None) => is_blank(slice(self.body, self.next..end)).then_some((end, None)),
            };
            let inner = blocks.inner.take();
            let cut = cut.or_else(|| self.inside_containers(inner?, definition));
            if let Some((cut, open)) = cut {
                self.take_back(outline, cut);
                self.finish(outline, cut);
                self.open = open;
                return true;
            }
            // A block without an end in sight, in which no other can start anew.
            let last = blocks.last;
            self.take_back(outline, self.next);
            outline.headings.truncate(known.0);
            outline.heading_lines.truncate(known.1);
            // The next window is longer by what is read again, but for the last line: behind that, however long it is,
            // another block may begin.
            let again = slice(self.body, self.next..end - 1).rfind('\n').unwrap_or_default();
            size = end - self.next + again.max(self.window);
            if let Some(lines) = last.and_then(|last| self.inside_title(&last, end)) {
                size = lines.end - self.next + self.window;
                hidden = lines;
            }
        }
    }

    /// The end of a line at least `size` bytes on.
    fn end_of_window(&self, size: usize) -> usize {
        let rest = self.body.as_bytes().get(self.next + size..).unwrap_or_default();
        memchr::memchr(b'\n', rest).map_or(self.body.len(), |line_end| self.next + size + line_end + 1)
    }

    fn line_start(&self, at: usize) -> usize {
        memchr::memrchr(b'\n', slice(self.body, 0..at).as_bytes()).map_or(0, |line_end| line_end + 1)
    }

    /// Whether a blank line ends the window behind its last block.
    fn is_behind_blank_line(&self, last: &Last, end: usize) -> bool {
        let last_byte = last.end.min(end).saturating_sub(1);
        let behind = self.body.as_bytes().get(last_byte..end).unwrap_or_default();
        memchr::memchr_iter(b'\n', behind).nth(1).is_some()
    }

    /// Where the parser can be stopped inside of the block that fills a window, and how it goes on there.
    fn inside(&self, last: &Last, containers: &[Container], end: usize) -> Option<(usize, Option<Opening>)> {
        if last.kind == LastKind::Closed {
            // A quote may go on with the next line.
            let has_ended = last.quotes == 0 || self.is_behind_blank_line(last, end);
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
            // What a paragraph starts with may be something else before other lines.
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

    /// Where the parser can be stopped before a block inside others, or before the last `definition`, and how it goes on there.
    fn inside_containers(
        &self,
        Inside { at, containers, is_first }: Inside,
        definition: Option<usize>,
    ) -> Option<(usize, Option<Opening>)> {
        let cut = self.line_start(at);
        let start = containers.first().map_or(cut, |first| first.line);
        let mut text = opening(self.body, containers.iter().copied())?;
        // Behind another one, a definition need not show what it is in, and may be indented like code.
        if definition == Some(at) {
            text += &going_on(&text);
        }
        Some((cut, Some(Opening { text, markers: at - cut, start, containers, is_first })))
    }

    /// Whether lines further down may end a link reference definition of which `paragraph` is the start, or a title that
    /// belongs to the definition that it `is_behind`.
    fn may_become_definition(&self, paragraph: Range<usize>, is_behind: bool) -> bool {
        let text = slice(self.body, paragraph.clone());
        match beginning(text) {
            Beginning::Head => true,
            Beginning::Title(_, mark) if is_behind || text.starts_with('[') => {
                self.title_end(paragraph.end, mark).is_some()
            }
            _ => false,
        }
    }

    /// The first line from the byte `from` on in which `mark` may end a title. A blank line ends what it may stand in.
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

    /// The lines of a title that ends behind the window which `last` fills up to its `end`, as far as they can be nothing else and show
    /// nothing: all up to the one that may end it.
    fn inside_title(&self, last: &Last, end: usize) -> Option<Range<usize>> {
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
            && !self.is_behind_blank_line(last, end)
            && !lines.is_empty()
            && slice(self.body, lines.clone()).lines().all(goes_on);
        is_plain.then_some(lines)
    }

    /// Takes back what starts at `cut` or behind.
    fn take_back(&self, outline: &mut Outline, cut: usize) {
        outline.lines.take_back(cut);
        let cut = at(cut);
        outline.headings.truncate(outline.headings.partition_point(|heading| heading.lines.start < cut));
        outline.paragraphs.truncate(outline.paragraphs.partition_point(|found| found.bytes.start < cut));
        if let Some(last) = outline.paragraphs.last_mut() {
            last.bytes.end = last.bytes.end.min(cut);
        }
        outline.fences.truncate(outline.fences.partition_point(|fence| fence.start < cut));
        outline.heading_lines.truncate(outline.heading_lines.partition_point(|heading| heading.start < cut));
    }

    /// Finds the ends of blocks up to `end`, where the next window starts.
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
                self.last_text = Some(at(bytes.end));
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
