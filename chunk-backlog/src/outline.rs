//! What the Markdown parser says of a body: where its headings stand, and where its blocks let it be cut. Nobody else
//! looks at Markdown.

use crate::{
    lines::{Lines, Mark},
    place::{At, at},
    window::Window,
};
use chunk_core::{SmallRange, is_white_space, shallow, slice};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// How many bytes the parser is given at a time, at least.
const WINDOW: usize = 256 << 10;

/// The structure of a body as far as it is read, in bytes of it.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// The headings at document level (B10), in order, that nobody has taken yet.
    pub(crate) headings: Vec<Heading>,
    /// The first paragraph behind each H1 and H2, at any depth, in order.
    pub(crate) paragraphs: Vec<Paragraph>,
    /// The fenced code blocks, in order: from the start of the first line to the end of the last.
    pub(crate) fences: Vec<SmallRange>,
    /// For each line of a heading, from its last character that is no white space to the text behind it:
    /// where no piece may end (B13).
    pub(crate) behind_headings: Vec<SmallRange>,
    /// The cuts of kind 1 (B13), ascending: ends of non-blank lines.
    pub(crate) block_ends: Vec<At>,
    pub(crate) lines: Lines,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Heading {
    pub(crate) level: HeadingLevel,
    /// Its lines, those of a Setext heading with the underline, without the last line end.
    pub(crate) lines: SmallRange,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Paragraph {
    pub(crate) bytes: SmallRange,
    /// How many quotes it stands in.
    pub(crate) quotes: u32,
    /// Whether it is the first thing in a list item, where a task marker may stand.
    pub(crate) starts_item: bool,
}

impl Outline {
    /// Forgets what stands before `byte`, where a section starts.
    pub(crate) fn forget_before(&mut self, byte: usize) {
        let byte_at = at(byte);
        self.paragraphs.drain(..self.paragraphs.partition_point(|known| known.bytes.start < byte_at));
        self.fences.drain(..self.fences.partition_point(|known| known.start < byte_at));
        self.behind_headings.drain(..self.behind_headings.partition_point(|known| known.start < byte_at));
        self.block_ends.drain(..self.block_ends.partition_point(|&known| known < byte_at));
        self.lines.forget_before(byte);
    }
}

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
        let known = (outline.headings.len(), outline.behind_headings.len());
        loop {
            let end = self.end_of_window(size);
            let opening = self.open.as_ref().map(|open| (&*open.lines, open.start));
            let window = Window::new(self.body, self.next..end, opening);
            outline.lines.add(self.body, self.next..end);
            let mut blocks = Blocks::new(self.body, self.next, self.last_heading, outline);
            let seen = shallow(&window.text);
            for (event, bytes) in Parser::new_ext(&seen, Options::ENABLE_TABLES).into_offset_iter() {
                blocks.event(&event, window.in_body(&bytes));
            }
            if end == self.body.len() {
                self.finish(outline, end);
                return false;
            }
            let (restart, last) = (blocks.restart, blocks.last);
            let cut = match restart {
                Some(restart) => Some((restart, None)),
                None => last.map_or_else(
                    || is_blank(slice(self.body, self.next..end)).then_some((end, None)),
                    |last| self.inside(&last, end),
                ),
            };
            if let Some((cut, open)) = cut {
                self.take_back(outline, cut);
                self.finish(outline, cut);
                self.open = open;
                return true;
            }
            // A block without an end in sight, in which no other can start anew.
            self.take_back(outline, self.next);
            outline.headings.truncate(known.0);
            outline.behind_headings.truncate(known.1);
            size *= 2;
        }
    }

    /// The end of a line at least `size` bytes on.
    fn end_of_window(&self, size: usize) -> usize {
        let rest = self.body.as_bytes().get(self.next + size..).unwrap_or_default();
        memchr::memchr(b'\n', rest).map_or(self.body.len(), |line_end| self.next + size + line_end + 1)
    }

    /// Where the parser can be stopped inside of the block that fills a window, and how it goes on there.
    fn inside(&self, last: &Last, end: usize) -> Option<(usize, Option<Opening>)> {
        if last.kind == LastKind::Closed {
            let is_all = !last.in_item && is_blank(slice(self.body, last.end.min(end)..end));
            return is_all.then_some((end, None));
        }
        let text = slice(self.body, self.next..end).trim_end_matches(is_white_space);
        let cut = self.next + text.rfind('\n')? + 1;
        if last.end <= cut {
            return None;
        }
        if let Some(open) = self.open.as_ref().filter(|open| open.start == last.start) {
            return (cut > self.next).then(|| (cut, Some(open.clone())));
        }
        let line_start = self.body.get(..last.start)?.rfind('\n').map_or(0, |line_end| line_end + 1);
        let mut line_ends =
            slice(self.body, last.start..end).match_indices('\n').map(|(line_end, _)| line_end);
        let first_line = last.start + line_ends.next()? + 1;
        let second_line = last.start + line_ends.next()? + 1;
        let lines = match last.kind {
            // What a paragraph starts with may be something else before other lines.
            LastKind::Paragraph => {
                let before = slice(self.body, line_start..last.start);
                let containers = before.trim_end_matches([' ', '\t']);
                if before.len() - containers.len() > 4 {
                    return None;
                }
                if containers.is_empty() { "x\n".to_owned() } else { format!("{before}x\n") }
            }
            LastKind::Table => slice(self.body, line_start..second_line).to_owned(),
            _ => slice(self.body, line_start..first_line).to_owned(),
        };
        let open = Opening { lines, start: last.start };
        (cut >= second_line && open.lines.len() < self.window).then_some((cut, Some(open)))
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
        outline.behind_headings.truncate(outline.behind_headings.partition_point(|zone| zone.start < cut));
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

/// What opens a block that goes on in a window, and where it started.
#[derive(Debug, Clone)]
struct Opening {
    lines: String,
    start: usize,
}

/// The last block of a window.
#[derive(Debug, Clone, Copy)]
struct Last {
    kind: LastKind,
    start: usize,
    end: usize,
    in_item: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LastKind {
    Paragraph,
    /// Code or HTML.
    Verbatim,
    Table,
    /// A heading or a rule: nothing goes on in it.
    Closed,
}

/// A block that the parser is in.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Open {
    Quote,
    List,
    /// A list item, and whether anything stood in it yet.
    Item {
        empty: bool,
    },
    /// Text directly in a list item: the paragraph of a tight list, which the parser gives no event of its own.
    TightParagraph {
        bytes: Range<usize>,
        starts_item: bool,
    },
    /// A paragraph, a heading, a table, code or HTML: what is in it is no block.
    Leaf,
}

/// Puts into an outline what the parser says of a window.
struct Blocks<'o> {
    body: &'o str,
    /// Where the window starts.
    start: usize,
    outline: &'o mut Outline,
    open: Vec<Open>,
    quotes: u32,
    /// How many blocks the outermost list item stands in, and the line on which it starts.
    outer_item: Option<(usize, usize)>,
    last_heading: At,
    /// Up to where the parser told of blocks that hold no others.
    covered: usize,
    /// The start of the last line on which a block starts that would be the same if the text started there.
    restart: Option<usize>,
    /// The last block, where the same holds for it.
    last: Option<Last>,
}

impl<'o> Blocks<'o> {
    const fn new(body: &'o str, start: usize, last_heading: At, outline: &'o mut Outline) -> Self {
        Self {
            body,
            start,
            outline,
            open: Vec::new(),
            quotes: 0,
            outer_item: None,
            last_heading,
            covered: start,
            restart: None,
            last: None,
        }
    }

    fn event(&mut self, event: &Event<'_>, bytes: Range<usize>) {
        match event {
            Event::Start(tag) if is_block(tag) => self.start(tag, bytes),
            Event::End(tag) if is_block_end(*tag) => self.end(),
            Event::Rule => {
                self.close_tight_paragraph();
                self.mark_filled();
                let (first, _) = self.mark(&bytes);
                self.note_start(first, &bytes, Some(LastKind::Closed));
            }
            Event::Start(_) | Event::Text(_) | Event::Code(_) | Event::InlineHtml(_) => self.inline(bytes),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, bytes: Range<usize>) {
        self.close_tight_paragraph();
        let starts_item = self.mark_filled();
        let (first, last) = self.mark(&bytes);
        self.note_start(first, &bytes, last_kind(tag));
        let open = match tag {
            Tag::BlockQuote(_) => {
                self.quotes += 1;
                Open::Quote
            }
            Tag::List(_) => Open::List,
            Tag::Item => {
                self.outer_item = self.outer_item.or(Some((self.open.len(), first)));
                Open::Item { empty: true }
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

    fn end(&mut self) {
        self.close_tight_paragraph();
        if self.open.pop() == Some(Open::Quote) {
            self.quotes -= 1;
        }
        self.outer_item = self.outer_item.filter(|(depth, _)| *depth < self.open.len());
    }

    /// Notes whether a block that starts on the line `first` would be the same if the text started with that line: no
    /// list item that started before may be open. (The `>` of quotes stand on every line on which a block starts.)
    fn note_start(&mut self, first: usize, bytes: &Range<usize>, kind: Option<LastKind>) {
        let in_item = self.outer_item.is_some();
        let starts_anew = self.outer_item.is_none_or(|(_, line)| line == first);
        let line_start = self.outline.lines.bytes(first).start;
        if starts_anew && line_start > self.start && self.is_behind_block(first) {
            self.restart = Some(line_start);
        }
        let covered = if kind.is_some() { bytes.end } else { bytes.start + 1 };
        self.covered = self.covered.max(covered);
        let kind = kind.filter(|_| starts_anew);
        self.last = kind.map(|kind| Last { kind, start: bytes.start, end: bytes.end, in_item });
    }

    /// Whether what stands before a line is blank or in a block that the parser told of. It tells nothing of link
    /// reference definitions, which go on like a paragraph.
    fn is_behind_block(&self, line: usize) -> bool {
        let before = self.outline.lines.bytes(line - 1);
        let is_in_block = before.end <= self.covered;
        is_in_block || slice(self.body, before).chars().all(|c| c == '>' || is_white_space(c))
    }

    fn heading(&mut self, level: HeadingLevel, first: usize, last: usize) {
        let lines = &self.outline.lines;
        let span = SmallRange::new(&(lines.bytes(first).start..lines.bytes(last).end));
        for number in first..=last {
            let line = lines.bytes(number);
            let length = slice(self.body, line.clone()).trim_end_matches(is_white_space).len();
            let rest = slice(self.body, line.end..self.body.len());
            let blank = rest.len() - rest.trim_start_matches(is_white_space).len();
            let zone = line.start + length..line.end + blank.max(1);
            self.outline.behind_headings.push(SmallRange::new(&zone));
        }
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

    fn inline(&mut self, inline: Range<usize>) {
        match self.open.last_mut() {
            Some(Open::Item { empty }) => {
                let starts_item = std::mem::replace(empty, false);
                let first = self.mark_start(&inline);
                self.note_start(first, &inline, Some(LastKind::Paragraph));
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
            Some(Open::Item { empty }) => std::mem::replace(empty, false),
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

const fn last_kind(tag: &Tag<'_>) -> Option<LastKind> {
    match tag {
        Tag::Paragraph => Some(LastKind::Paragraph),
        Tag::CodeBlock(_) | Tag::HtmlBlock => Some(LastKind::Verbatim),
        Tag::Table(_) => Some(LastKind::Table),
        Tag::Heading { .. } => Some(LastKind::Closed),
        _ => None,
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

#[cfg(test)]
mod tests {
    use super::*;
    use chunk_core::unicode;
    use fastrand::Rng;

    fn read(body: &str, window: usize) -> (Outline, Vec<Heading>, usize) {
        let (mut outline, mut windows) = (Outline::default(), 1);
        let mut reader = Reader::with_window(body, window);
        while reader.read(&mut outline) {
            windows += 1;
        }
        let headings = std::mem::take(&mut outline.headings);
        (outline, headings, windows)
    }

    fn seen(body: &str, window: usize) -> (String, usize) {
        let (outline, headings, windows) = read(body, window);
        let Outline { mut paragraphs, fences, behind_headings, block_ends, .. } = outline;
        for paragraph in &mut paragraphs {
            // The line end behind a paragraph counts or not, depending on what follows.
            paragraph.bytes.end = at(unicode::trim_end(slice(body, 0..paragraph.bytes.end as usize)).len());
        }
        (format!("{headings:?}\n{paragraphs:?}\n{fences:?}\n{behind_headings:?}\n{block_ends:?}"), windows)
    }

    const LINES: &[&str] = &[
        "",
        "",
        "",
        " ",
        "# a",
        "## b",
        "### c ##",
        "====",
        "---",
        "- - -",
        "***",
        "word",
        "more words",
        "    code",
        "\tcode",
        "- item",
        "  - inner",
        "    - deep",
        "  text of it",
        "1. one",
        "2) two",
        "-",
        "> quote",
        "> > two",
        "> - item",
        ">   of it",
        ">",
        "> # a",
        "- # in",
        "- > in",
        "```",
        "``` rust",
        "~~~~",
        "  ```",
        "- ```",
        "> ```",
        "| a | b |",
        "|---|---|",
        "> | a |",
        "> |---|",
        "<div>",
        "<!-- a",
        "-->",
        "<b>",
        "<script>",
        "</script>",
        "[a]: /url",
        "/url 'title'",
        "*a* [b](c) `d`",
        "a\\",
        "漢字。",
        "lazy  ",
    ];

    #[test]
    fn windows_change_nothing() {
        let mut random = Rng::with_seed(12);
        let mut windows = 0;
        for _ in 0..6_000 {
            let (count, few) = (random.usize(1..40), random.usize(1..=LINES.len()));
            let first = random.usize(..LINES.len());
            let line = |random: &mut Rng| LINES[(first + random.usize(..few)) % LINES.len()];
            let lines: Vec<&str> = (0..count).map(|_| line(&mut random)).collect();
            let body = lines.join("\n") + ["", "\n"][random.usize(..2)];
            let whole = seen(&body, usize::MAX >> 1).0;
            for window in [1, 8, 40] {
                let (found, number) = seen(&body, window);
                assert_eq!(found, whole, "{window}: {body:?}");
                windows += number;
            }
        }
        assert!(windows > 90_000, "{windows} windows");
    }
}
