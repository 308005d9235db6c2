//! Turns the Markdown parser's events about a window into an outline (B10, B13), and finds the lines where the next window may start.

use crate::{
    block::{Inside, Last, LastKind, Open, has_tab_before_quote, is_block, is_block_end, last_kind},
    lines::Mark,
    offset::to_u32,
    outline::{Heading, Outline, Paragraph, is_blank},
    window::Opening,
};
use chunk_core::{Container, SmallRange, is_white_space, slice};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};
use std::{ops::Range, vec};

/// Takes the parser's events about a window.
pub(crate) struct Blocks<'o> {
    body: &'o str,
    /// Where the window starts.
    start: usize,
    outline: &'o mut Outline,
    /// The blocks that the parser is in, from the outermost.
    open: Vec<Open>,
    /// How many of them are quotes.
    quotes: u32,
    /// The outermost open list item: how many blocks it is in, and the line on which it starts.
    outer_item: Option<(usize, usize)>,
    /// The line of the outermost list item that the last block is in, or is.
    item_line: Option<usize>,
    /// Whether the last block is in a quote, or is one.
    in_quote: bool,
    /// Where the last H1 or H2 starts.
    last_heading: u32,
    /// Where the last block ends that the parser gave an event for. (It gives none for link reference definitions.)
    covered: usize,
    /// The start of the last line at which the next window may start: the parser would find the same blocks from there on.
    pub(crate) restart: Option<usize>,
    /// A line that becomes `restart` once another block follows.
    restart_later: Option<usize>,
    /// The last block, if it holds no others.
    pub(crate) last: Option<Last>,
    /// The blocks that `last` is in.
    pub(crate) around_last: Vec<Container>,
    /// If there is no `restart`, the last such place inside open blocks, which the next window has to open again.
    pub(crate) inner: Option<Inside>,
    /// Where the last link reference definition of the window starts, until it is known which blocks it is in.
    definition: Option<usize>,
    /// The blocks that the window starts in and that the parser has yet to open again.
    resumed: vec::IntoIter<Container>,
    /// Whether the innermost of those holds nothing before the window.
    is_first: bool,
}

impl<'o> Blocks<'o> {
    /// For a window that starts at the byte `start` of `body`, and whose last link reference definition starts at the byte `definition`.
    pub(crate) fn new(
        body: &'o str,
        start: usize,
        opening: Option<&Opening>,
        definition: Option<usize>,
        last_heading: u32,
        outline: &'o mut Outline,
    ) -> Self {
        Self {
            body,
            start,
            outline,
            open: Vec::new(),
            quotes: 0,
            outer_item: None,
            item_line: None,
            in_quote: false,
            last_heading,
            covered: start,
            restart: None,
            restart_later: None,
            last: None,
            around_last: Vec::new(),
            inner: None,
            definition,
            resumed: opening.map_or_else(Vec::new, |opening| opening.containers.clone()).into_iter(),
            is_first: opening.is_some_and(|opening| opening.is_first),
        }
    }

    pub(crate) fn event(&mut self, event: &Event<'_>, bytes: Range<usize>) {
        match event {
            // A heading ends each of the lines that open blocks before the window.
            Event::Start(Tag::Heading { .. }) | Event::End(TagEnd::Heading(_)) if bytes.end <= self.start => {
            }
            Event::Start(tag) if is_block(tag) => self.start(tag, bytes),
            Event::End(tag) if is_block_end(*tag) => self.end(&bytes),
            Event::Rule => {
                self.close_tight_paragraph();
                let starts_item = self.mark_filled();
                let (first, _) = self.mark(&bytes);
                self.note_start(first, &bytes, Some(LastKind::Closed), starts_item);
            }
            Event::Start(_) | Event::Text(_) | Event::Code(_) | Event::InlineHtml(_) | Event::HardBreak => {
                self.inline(bytes)
            }
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, bytes: Range<usize>) {
        self.close_tight_paragraph();
        let starts_item = self.mark_filled();
        let first = self.mark_start(&bytes);
        // A list ends with its last item, though the parser ends it after the definitions that follow.
        let last = if matches!(tag, Tag::List(_)) { first } else { self.mark_end(&bytes) };
        self.note_start(first, &bytes, last_kind(tag), starts_item);
        let open = match tag {
            Tag::BlockQuote(_) => {
                self.quotes += 1;
                self.in_quote = true;
                Open::Quote(self.container(&bytes, true))
            }
            Tag::List(_) => Open::List,
            Tag::Item => {
                self.outer_item = self.outer_item.or(Some((self.open.len(), first)));
                self.item_line = self.outer_item.map(|(_, line)| line);
                let empty = self.resumed.len() == 0 || self.resumed.len() == 1 && self.is_first;
                Open::Item { container: self.container(&bytes, false), empty }
            }
            Tag::Paragraph => {
                self.paragraph(&bytes, starts_item);
                Open::Leaf
            }
            Tag::Heading { level, .. } => {
                // A paragraph that an earlier window cut off has turned out to be a Setext heading.
                self.outline.paragraphs.pop_if(|paragraph| paragraph.bytes.start == to_u32(bytes.start));
                if self.open.is_empty() {
                    self.heading(*level, first, last);
                }
                Open::Leaf
            }
            Tag::CodeBlock(kind) => {
                if matches!(kind, CodeBlockKind::Fenced(_)) {
                    self.fence(first, last);
                }
                self.mark_verbatim(first, last);
                Open::Leaf
            }
            Tag::HtmlBlock => {
                self.mark_verbatim(first, last);
                Open::Leaf
            }
            _ => Open::Leaf,
        };
        self.open.push(open);
    }

    fn end(&mut self, bytes: &Range<usize>) {
        self.close_tight_paragraph();
        // The parser ends a list after the definitions that follow it.
        if !matches!(self.open.last(), Some(Open::List)) {
            self.note_definition_before(bytes.end, false);
        }
        if matches!(self.open.pop(), Some(Open::Quote(_))) {
            self.quotes -= 1;
        }
        self.outer_item = self.outer_item.filter(|(depth, _)| *depth < self.open.len());
    }

    /// Notes whether a window may start at the line `first`, on which a block starts: no list item that started before may be open.
    /// (Quotes may be, since their `>` stand on every line on which a block starts.)
    fn note_start(&mut self, first: usize, bytes: &Range<usize>, kind: Option<LastKind>, starts_item: bool) {
        self.note_definition_before(bytes.start, starts_item);
        if self.restart.is_none() && !starts_item {
            self.note_inner(bytes, kind);
        }
        let in_item = self.outer_item.is_some();
        let line = self.outline.lines.bytes(first);
        // An item that is indented by a tab starts a few bytes before its marker.
        let before = self.body.as_bytes().get(line.start..line.end.min(bytes.start + 4));
        let may_begin = self.quotes == 0 || !before.is_some_and(has_tab_before_quote);
        let starts_anew = may_begin && self.outer_item.is_none_or(|(_, item)| item == first);
        self.restart = self.restart_later.take().or(self.restart);
        if starts_anew {
            // A block that holds others begins below definitions, too.
            let restart = if line.start > self.start && (kind.is_none() || self.follows_block(first)) {
                Some(line.start)
            } else {
                self.definitions_before(first)
            };
            // With more lines, the paragraph may turn out to be a definition, for which the parser gives no event.
            let may_be_definition = self.quotes > 0
                && kind == Some(LastKind::Paragraph)
                && slice(self.body, bytes.clone()).starts_with('[');
            if may_be_definition {
                self.restart_later = restart;
            } else {
                self.restart = restart.or(self.restart);
            }
        }
        self.item_line = self.outer_item.map(|(_, line)| line);
        self.in_quote = self.quotes > 0;
        let covered = if kind.is_some() { bytes.end } else { bytes.start + 1 };
        self.covered = self.covered.max(covered);
        self.last =
            kind.map(|kind| Last { kind, start: bytes.start, end: bytes.end, in_item, quotes: self.quotes });
        if self.last.is_some() {
            self.around_last.clear();
            self.around_last.extend(self.open.iter().filter_map(Open::container));
        }
    }

    /// Notes the line on which a block starts inside others, if a window may start there behind lines that open these again: they were
    /// opened on earlier lines, and the block does not continue a definition above it.
    fn note_inner(&mut self, bytes: &Range<usize>, kind: Option<LastKind>) {
        let text = self.text_start(bytes);
        let first = self.outline.lines.line(text);
        let start = self.outline.lines.bytes(first).start;
        let around = self.open.iter().rev().find_map(Open::container);
        if start <= self.start || around.is_none_or(|around| around.line >= start) {
            return;
        }
        let before = self.outline.lines.bytes(first - 1);
        // The line above is in no definition if it has only the markers of these blocks, or is in a block that the parser gave an event for.
        let is_certain = match kind {
            None | Some(LastKind::Verbatim | LastKind::IndentedCode) => true,
            Some(_) if before.end <= self.covered => true,
            Some(_) => slice(self.body, start..text).starts_with(slice(self.body, before).trim_ascii_end()),
        };
        if is_certain {
            self.note_inside(start, false);
        }
    }

    fn note_inside(&mut self, at: usize, starts_item: bool) {
        let Inside { mut containers, .. } = self.inner.take().unwrap_or_default();
        containers.clear();
        containers.extend(self.open.iter().filter_map(Open::container));
        let is_first = starts_item || matches!(self.open.last(), Some(Open::Item { empty: true, .. }));
        self.inner = Some(Inside { at, containers, is_first });
    }

    /// Notes that a window may start with the last definition, once the parser has come past it, to the byte `limit`: the open blocks are
    /// those it is in. `starts_item` says whether what stands at `limit` is, apart from the definition, the first thing in a list item.
    fn note_definition_before(&mut self, limit: usize, starts_item: bool) {
        if let Some(definition) = self.definition.take_if(|at| *at < limit) {
            let line = self.outline.lines.bytes(self.outline.lines.line(definition)).start;
            let mut around = self.open.iter().filter_map(Open::container);
            if self.restart.is_none() && line > self.start && around.all(|around| around.line < line) {
                self.note_inside(definition, starts_item);
            }
        }
    }

    /// The line and kind of the block at `bytes`, which may hold others; of one that is opened again, those it was first opened with.
    fn container(&mut self, bytes: &Range<usize>, is_quote: bool) -> Container {
        let line = self.outline.lines.line(self.text_start(bytes));
        let line = self.outline.lines.bytes(line).start;
        self.resumed.next().unwrap_or(Container { line, is_quote })
    }

    /// Where the text of a block starts: the parser's range of an item that is indented by a tab starts before its line.
    fn text_start(&self, bytes: &Range<usize>) -> usize {
        let text = self.body.as_bytes().get(bytes.clone()).unwrap_or_default().trim_ascii_start();
        bytes.end - text.len()
    }

    /// Notes the link reference definitions with which the window ends, at the byte `end`.
    pub(crate) fn note_definitions(&mut self, end: usize) {
        self.note_definition_before(end, false);
        let text = slice(self.body, self.start..end).trim_end_matches(is_white_space);
        let last = self.outline.lines.line(self.start + text.len());
        self.restart = self.definitions_before(last + 1).or(self.restart);
    }

    /// Where the link reference definitions directly above the line `next` begin. Those after a list or a quote do not count: they may
    /// be a part of it.
    fn definitions_before(&self, next: usize) -> Option<usize> {
        let is_alone = !self.in_quote && self.item_line.is_none();
        let first = self.run_start(next);
        let line = self.outline.lines.bytes(first);
        let text = slice(self.body, line.clone());
        let begins = text.trim_start_matches(' ').starts_with('[') && !text.starts_with("    ");
        (first < next && begins && is_alone && line.start > self.start).then_some(line.start)
    }

    /// The first line of those that run up to `line` like one paragraph.
    fn run_start(&self, mut line: usize) -> usize {
        while self.outline.lines.bytes(line).start > self.start && !self.follows_block(line) {
            line -= 1;
        }
        line
    }

    /// Whether the line above `line` is blank, or in a block that the parser gave an event for. Otherwise it may be in a link reference
    /// definition, which `line` may continue.
    fn follows_block(&self, line: usize) -> bool {
        let before = self.outline.lines.bytes(line - 1);
        let is_in_block = before.end <= self.covered;
        let before = slice(self.body, before);
        // After four columns, the mark of a quote may be the destination of a definition.
        let is_text = before.contains("    >") || before.contains("\t>");
        is_in_block || !is_text && before.chars().all(|c| c == '>' || is_white_space(c))
    }

    fn heading(&mut self, level: HeadingLevel, first: usize, last: usize) {
        let lines = &self.outline.lines;
        let span = lines.bytes(first).start..lines.bytes(last).end;
        let text_from = |at: usize| {
            self.body.len() - slice(self.body, at..self.body.len()).trim_start_matches(is_white_space).len()
        };
        self.outline.heading_lines.push(SmallRange::new(&(text_from(span.start)..text_from(span.end))));
        let span = SmallRange::new(&span);
        self.outline.headings.push(Heading { level, lines: span });
        if level <= HeadingLevel::H2 {
            self.last_heading = span.start;
        }
    }

    fn fence(&mut self, first: usize, last: usize) {
        let lines = &self.outline.lines;
        let fence = SmallRange::new(&(lines.bytes(first).start..lines.bytes(last).end));
        self.outline.fences.pop_if(|known| known.start == fence.start);
        self.outline.fences.push(fence);
    }

    fn paragraph(&mut self, bytes: &Range<usize>, starts_item: bool) {
        let bytes = SmallRange::new(bytes);
        match self.outline.paragraphs.last_mut() {
            Some(known) if known.bytes.start == bytes.start => {
                known.bytes.end = known.bytes.end.max(bytes.end);
            }
            Some(known) if known.bytes.start >= self.last_heading => {}
            _ => self.outline.paragraphs.push(Paragraph { bytes, quotes: self.quotes, starts_item }),
        }
    }

    fn inline(&mut self, mut inline: Range<usize>) {
        match self.open.last_mut() {
            Some(Open::Item { empty, .. }) => {
                // The parser's range of text that starts with an escaped character starts after the backslash.
                let is_escaped = slice(self.body, 0..inline.start).ends_with('\\');
                inline.start -= usize::from(is_escaped);
                let starts_item = std::mem::replace(empty, false);
                let first = self.mark_start(&inline);
                self.note_start(first, &inline, Some(LastKind::Paragraph), starts_item);
                self.open.push(Open::TightParagraph { bytes: inline, starts_item });
            }
            Some(Open::TightParagraph { bytes, .. }) => bytes.end = bytes.end.max(inline.end),
            _ => {}
        }
    }

    fn close_tight_paragraph(&mut self) {
        if let Some(Open::TightParagraph { bytes, starts_item }) =
            self.open.pop_if(|open| matches!(open, Open::TightParagraph { .. }))
        {
            self.mark_end(&bytes);
            if let Some(last) = self.last.as_mut().filter(|last| last.start == bytes.start) {
                last.end = bytes.end;
            }
            self.paragraph(&bytes, starts_item);
        }
    }

    /// If the parser is directly in a list item, notes that something is in it, and returns whether that is the first thing.
    fn mark_filled(&mut self) -> bool {
        match self.open.last_mut() {
            Some(Open::Item { empty, .. }) => std::mem::replace(empty, false),
            _ => false,
        }
    }

    /// Marks the first and the last line of a block, and returns their numbers.
    fn mark(&mut self, bytes: &Range<usize>) -> (usize, usize) {
        (self.mark_start(bytes), self.mark_end(bytes))
    }

    fn mark_start(&mut self, bytes: &Range<usize>) -> usize {
        let number = self.outline.lines.line(bytes.start);
        self.outline.lines.mark(number, Mark::BLOCK_STARTS);
        number
    }

    fn mark_end(&mut self, bytes: &Range<usize>) -> usize {
        let lines = &mut self.outline.lines;
        let mut number = lines.line(bytes.end.saturating_sub(1).max(bytes.start));
        // The parser's range of a list in a quote ends after the `> ` of the line below it.
        let rest = bytes.end.min(lines.bytes(number).end)..lines.bytes(number).end;
        if lines.bytes(number).start > bytes.start && !is_blank(slice(self.body, rest)) {
            number -= 1;
        }
        lines.mark(number, Mark::BLOCK_ENDS);
        number
    }

    fn mark_verbatim(&mut self, first: usize, last: usize) {
        let first = first.max(self.outline.lines.line(self.start));
        for number in first..=last {
            self.outline.lines.mark(number, Mark::VERBATIM);
        }
    }
}
