//! What the Markdown parser says of a body: where its headings stand, and where its blocks let it be cut. Nobody else
//! looks at Markdown.

use chunk_core::{LineIndex, is_white_space, slice};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// The structure of a body, in bytes of it.
#[derive(Debug)]
pub(crate) struct Outline {
    /// The headings at document level, in order (B10).
    pub(crate) headings: Vec<Heading>,
    /// The paragraphs, at any depth, in order.
    pub(crate) paragraphs: Vec<Paragraph>,
    /// The fenced code blocks, in order: from the start of the first line to the end of the last.
    pub(crate) fences: Vec<Range<usize>>,
    /// The cuts of kind 1 (B13), ascending: ends of non-blank lines.
    pub(crate) block_ends: Vec<usize>,
    pub(crate) lines: LineIndex,
}

#[derive(Debug)]
pub(crate) struct Heading {
    pub(crate) level: HeadingLevel,
    /// Its lines, those of a Setext heading with the underline, without the last line end.
    pub(crate) lines: Range<usize>,
}

#[derive(Debug)]
pub(crate) struct Paragraph {
    pub(crate) bytes: Range<usize>,
    /// How many quotes it stands in.
    pub(crate) quotes: usize,
    /// Whether it is the first thing in a list item, where a task marker may stand.
    pub(crate) starts_item: bool,
}

impl Outline {
    pub(crate) fn new(body: &str) -> Self {
        let mut blocks = Blocks::new(body);
        for (event, bytes) in Parser::new_ext(body, Options::ENABLE_TABLES).into_offset_iter() {
            blocks.event(&event, bytes);
        }
        blocks.outline()
    }
}

/// A block that the parser is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Quote,
    List,
    /// A list item, and whether anything stood in it yet.
    Item {
        empty: bool,
    },
    /// Text directly in a list item: the paragraph of a tight list, which the parser gives no event of its own.
    TightParagraph,
    Paragraph,
    /// A heading, a table, code or HTML: what is in it is no paragraph.
    Other,
}

/// What is known of a line.
#[derive(Debug, Clone, Copy, Default)]
struct Line {
    block_starts: bool,
    block_ends: bool,
    /// In a code or HTML block, where a blank line is content.
    verbatim: bool,
}

struct Blocks<'b> {
    body: &'b str,
    index: LineIndex,
    lines: Vec<Line>,
    open: Vec<Open>,
    quotes: usize,
    headings: Vec<Heading>,
    paragraphs: Vec<Paragraph>,
    fences: Vec<Range<usize>>,
}

impl<'b> Blocks<'b> {
    fn new(body: &'b str) -> Self {
        let index = LineIndex::new(body);
        let lines = vec![Line::default(); index.len()];
        let (headings, paragraphs, fences) = (Vec::new(), Vec::new(), Vec::new());
        Self { body, index, lines, open: Vec::new(), quotes: 0, headings, paragraphs, fences }
    }

    fn event(&mut self, event: &Event<'_>, bytes: Range<usize>) {
        match event {
            Event::Start(tag) if is_block(tag) => self.start(tag, bytes),
            Event::End(tag) if is_block_end(*tag) => self.end(),
            Event::Rule => {
                self.close_tight_paragraph();
                self.mark_filled();
                self.mark(&bytes);
            }
            Event::Start(_) | Event::Text(_) | Event::Code(_) | Event::InlineHtml(_) => self.inline(bytes),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, bytes: Range<usize>) {
        self.close_tight_paragraph();
        let starts_item = self.mark_filled();
        let (first, last) = self.mark(&bytes);
        let open = match tag {
            Tag::BlockQuote(_) => {
                self.quotes += 1;
                Open::Quote
            }
            Tag::List(_) => Open::List,
            Tag::Item => Open::Item { empty: true },
            Tag::Paragraph => {
                self.paragraphs.push(Paragraph { bytes, quotes: self.quotes, starts_item });
                Open::Paragraph
            }
            Tag::Heading { level, .. } => {
                if self.open.is_empty() {
                    let lines = self.index.bytes(first).start..self.index.bytes(last).end;
                    self.headings.push(Heading { level: *level, lines });
                }
                Open::Other
            }
            Tag::CodeBlock(kind) => {
                if matches!(kind, CodeBlockKind::Fenced(_)) {
                    self.fences.push(self.index.bytes(first).start..self.index.bytes(last).end);
                }
                self.mark_verbatim(first, last);
                Open::Other
            }
            Tag::HtmlBlock => {
                self.mark_verbatim(first, last);
                Open::Other
            }
            _ => Open::Other,
        };
        self.open.push(open);
    }

    fn end(&mut self) {
        self.close_tight_paragraph();
        if self.open.pop() == Some(Open::Quote) {
            self.quotes -= 1;
        }
    }

    fn inline(&mut self, bytes: Range<usize>) {
        match self.open.last() {
            Some(Open::Item { empty }) => {
                let starts_item = *empty;
                self.mark_filled();
                self.mark_start(&bytes);
                self.paragraphs.push(Paragraph { bytes, quotes: self.quotes, starts_item });
                self.open.push(Open::TightParagraph);
            }
            Some(Open::TightParagraph) => {
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.bytes.end = paragraph.bytes.end.max(bytes.end);
                }
            }
            _ => {}
        }
    }

    fn close_tight_paragraph(&mut self) {
        if self.open.last() == Some(&Open::TightParagraph) {
            self.open.pop();
            if let Some(bytes) = self.paragraphs.last().map(|paragraph| paragraph.bytes.clone()) {
                self.mark_end(&bytes);
            }
        }
    }

    /// Notes that something stands in the list item, if the parser is directly in one; whether it is the first thing.
    fn mark_filled(&mut self) -> bool {
        match self.open.last_mut() {
            Some(Open::Item { empty }) => std::mem::replace(empty, false),
            _ => false,
        }
    }

    /// Marks the first and the last line of a block, and gives their numbers.
    fn mark(&mut self, bytes: &Range<usize>) -> (usize, usize) {
        (self.mark_start(bytes), self.mark_end(bytes))
    }

    fn mark_start(&mut self, bytes: &Range<usize>) -> usize {
        let number = self.index.line(bytes.start);
        if let Some(line) = self.lines.get_mut(number - 1) {
            line.block_starts = true;
        }
        number
    }

    fn mark_end(&mut self, bytes: &Range<usize>) -> usize {
        let mut number = self.index.line(bytes.end.saturating_sub(1).max(bytes.start));
        // The parser lets a list in a quote end behind the `> ` of the line after it.
        let behind = bytes.end.min(self.index.bytes(number).end)..self.index.bytes(number).end;
        if self.index.bytes(number).start > bytes.start && !is_blank(slice(self.body, behind)) {
            number -= 1;
        }
        if let Some(line) = self.lines.get_mut(number - 1) {
            line.block_ends = true;
        }
        number
    }

    fn mark_verbatim(&mut self, first: usize, last: usize) {
        for line in self.lines.iter_mut().take(last).skip(first - 1) {
            line.verbatim = true;
        }
    }

    fn outline(self) -> Outline {
        let mut block_ends = Vec::new();
        let mut last_text = None;
        for (number, line) in (1..).zip(&self.lines) {
            let bytes = self.index.bytes(number);
            let blank = is_blank(slice(self.body, bytes.clone()));
            if line.block_starts || blank && !line.verbatim {
                block_ends.extend(last_text);
            }
            if !blank {
                last_text = Some(bytes.end);
            }
            if line.block_ends {
                block_ends.extend(last_text);
            }
        }
        block_ends.dedup();
        let Self { index, headings, paragraphs, fences, .. } = self;
        Outline { headings, paragraphs, fences, block_ends, lines: index }
    }
}

const fn is_block(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Paragraph
            | Tag::Heading { .. }
            | Tag::BlockQuote(_)
            | Tag::CodeBlock(_)
            | Tag::HtmlBlock
            | Tag::List(_)
            | Tag::Item
            | Tag::Table(_)
    )
}

const fn is_block_end(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::BlockQuote(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::Table
    )
}

/// Whether there is nothing but white space in `text` (B12).
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(is_white_space)
}
