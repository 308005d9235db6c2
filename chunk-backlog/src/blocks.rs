//! What the Markdown parser says of the blocks of a window. Nobody else looks at Markdown.

use crate::{
    block::{Inside, Last, LastKind, Open, is_behind_tab, is_block, is_block_end, last_kind},
    lines::Mark,
    outline::{Heading, Outline, Paragraph, is_blank},
    place::{At, at},
    window::Opening,
};
use chunk_core::{Container, SmallRange, is_white_space, slice};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};
use std::{ops::Range, vec};

/// Puts into an outline what the parser says of a window.
pub(crate) struct Blocks<'o> {
    body: &'o str,
    /// Where the window starts.
    start: usize,
    outline: &'o mut Outline,
    open: Vec<Open>,
    quotes: u32,
    /// How many blocks the outermost list item stands in, and the line on which it starts.
    outer_item: Option<(usize, usize)>,
    /// The line of the outermost list item in which the last block stands, or which it is.
    item_line: Option<usize>,
    /// Whether the last block stands in a quote, or is one.
    in_quote: bool,
    last_heading: At,
    /// Up to where the parser told of blocks that hold no others.
    covered: usize,
    /// The start of the last line on which a block starts that would be the same if the text started there.
    pub(crate) restart: Option<usize>,
    /// Such a line of a block that is that only where another follows.
    restart_later: Option<usize>,
    /// The last block, if it holds no others.
    pub(crate) last: Option<Last>,
    /// What that stands in.
    pub(crate) around_last: Vec<Container>,
    /// Where there is no such line, that of the last block inside others that are open, or the last definition.
    pub(crate) inner: Option<Inside>,
    /// Where the last definition starts, until it is known what it is in.
    definition: Option<usize>,
    /// What the lines before the window are yet to open anew, and whether the innermost of it holds nothing yet.
    resumed: vec::IntoIter<Container>,
    is_first: bool,
}

impl<'o> Blocks<'o> {
    /// A window that starts at the byte `start` of `body`, whose last definition starts at the byte `definition`.
    pub(crate) fn new(
        body: &'o str,
        start: usize,
        opening: Option<&Opening>,
        definition: Option<usize>,
        last_heading: At,
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
            // One ends each line that opens blocks.
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
        // A list ends with its last item: the parser lets it end behind definitions that follow.
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
                // What goes on from an earlier window and was a paragraph there, is a Setext heading now.
                self.outline.paragraphs.pop_if(|paragraph| paragraph.bytes.start == at(bytes.start));
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
        // The parser lets a list end behind definitions that follow it.
        if !matches!(self.open.last(), Some(Open::List)) {
            self.note_definition_before(bytes.end, false);
        }
        if matches!(self.open.pop(), Some(Open::Quote(_))) {
            self.quotes -= 1;
        }
        self.outer_item = self.outer_item.filter(|(depth, _)| *depth < self.open.len());
    }

    /// Notes whether a block that starts on the line `first` would be the same if the text started with that line: no
    /// list item that started before may be open. (The `>` of quotes stand on every line on which a block starts.)
    fn note_start(&mut self, first: usize, bytes: &Range<usize>, kind: Option<LastKind>, starts_item: bool) {
        self.note_definition_before(bytes.start, starts_item);
        if self.restart.is_none() && !starts_item {
            self.note_inner(bytes, kind);
        }
        let in_item = self.outer_item.is_some();
        let line = self.outline.lines.bytes(first);
        // An item that is indented by a tab starts a few bytes before its marker.
        let before = self.body.as_bytes().get(line.start..line.end.min(bytes.start + 4));
        let may_begin = self.quotes == 0 || !before.is_some_and(is_behind_tab);
        let starts_anew = may_begin && self.outer_item.is_none_or(|(_, item)| item == first);
        self.restart = self.restart_later.take().or(self.restart);
        if starts_anew {
            // What holds blocks begins behind definitions, too.
            let restart = if line.start > self.start && (kind.is_none() || self.is_behind_block(first)) {
                Some(line.start)
            } else {
                self.definitions_before(first)
            };
            // With more lines, a paragraph may be a definition: in a quote, no block would start there.
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

    /// Notes the line on which a block starts inside others, if it would be the same behind lines that open those: where they were opened
    /// earlier, and the block does not go on with a definition above it.
    fn note_inner(&mut self, bytes: &Range<usize>, kind: Option<LastKind>) {
        let text = self.text_start(bytes);
        let first = self.outline.lines.line(text);
        let start = self.outline.lines.bytes(first).start;
        let around = self.open.iter().rev().find_map(Open::container);
        if start <= self.start || around.is_none_or(|around| around.line >= start) {
            return;
        }
        let before = self.outline.lines.bytes(first - 1);
        // A line with no more than the markers of these blocks, or in a block that the parser told of, is in no definition.
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

    /// Notes the last definition, if it stands before the byte `limit`, which the parser has come to: it stands in what is open, and what is
    /// before it does not change what it is. Whether what is at `limit` starts a list item but for that.
    fn note_definition_before(&mut self, limit: usize, starts_item: bool) {
        if let Some(definition) = self.definition.take_if(|at| *at < limit) {
            let line = self.outline.lines.bytes(self.outline.lines.line(definition)).start;
            let mut around = self.open.iter().filter_map(Open::container);
            if self.restart.is_none() && line > self.start && around.all(|around| around.line < line) {
                self.note_inside(definition, starts_item);
            }
        }
    }

    /// What opens the block at `bytes`, which may hold others.
    fn container(&mut self, bytes: &Range<usize>, is_quote: bool) -> Container {
        let line = self.outline.lines.line(self.text_start(bytes));
        let line = self.outline.lines.bytes(line).start;
        self.resumed.next().unwrap_or(Container { line, is_quote })
    }

    /// Where the text of a block starts: the parser lets an item that is indented by a tab start before its line.
    fn text_start(&self, bytes: &Range<usize>) -> usize {
        let text = self.body.as_bytes().get(bytes.clone()).unwrap_or_default().trim_ascii_start();
        bytes.end - text.len()
    }

    /// Notes the link reference definitions that the window ends with.
    pub(crate) fn note_definitions(&mut self, end: usize) {
        self.note_definition_before(end, false);
        let text = slice(self.body, self.start..end).trim_end_matches(is_white_space);
        let last = self.outline.lines.line(self.start + text.len());
        self.restart = self.definitions_before(last + 1).or(self.restart);
    }

    /// Where the link reference definitions begin that go on up to the line `next`. Those behind a list or a quote do
    /// not count: they may be a part of it.
    fn definitions_before(&self, next: usize) -> Option<usize> {
        let is_alone = !self.in_quote && self.item_line.is_none();
        let first = self.go_on_from(next);
        let line = self.outline.lines.bytes(first);
        let text = slice(self.body, line.clone());
        let begins = text.trim_start_matches(' ').starts_with('[') && !text.starts_with("    ");
        (first < next && begins && is_alone && line.start > self.start).then_some(line.start)
    }

    /// The line from which what stands before `line` goes on up to it like a paragraph.
    fn go_on_from(&self, mut line: usize) -> usize {
        while self.outline.lines.bytes(line).start > self.start && !self.is_behind_block(line) {
            line -= 1;
        }
        line
    }

    /// Whether what stands before a line is blank or in a block that the parser told of. It tells nothing of link
    /// reference definitions, which go on like a paragraph.
    fn is_behind_block(&self, line: usize) -> bool {
        let before = self.outline.lines.bytes(line - 1);
        let is_in_block = before.end <= self.covered;
        let before = slice(self.body, before);
        // Behind four columns, the mark of a quote may be the destination of a definition.
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
                // The parser lets text that starts with an escaped character start behind the backslash.
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

    /// Notes that something stands in the list item, if the parser is directly in one; whether it is the first thing.
    fn mark_filled(&mut self) -> bool {
        match self.open.last_mut() {
            Some(Open::Item { empty, .. }) => std::mem::replace(empty, false),
            _ => false,
        }
    }

    /// Marks the first and the last line of a block, and gives their numbers.
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
        // The parser lets a list in a quote end behind the `> ` of the line after it.
        let behind = bytes.end.min(lines.bytes(number).end)..lines.bytes(number).end;
        if lines.bytes(number).start > bytes.start && !is_blank(slice(self.body, behind)) {
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
