//! From the parser's events to blocks (M2).

use crate::{
    block::{Block, Blocks, Heading, Kind, add_to_title},
    text::Text,
};
use chunk_core::{SentenceRules, SmallRange, sentences, slice};
use pulldown_cmark::{Event, Tag, TagEnd};
use std::ops::Range;

/// Takes the events of a document in order, window by window.
pub(crate) struct Builder<'t> {
    text: &'t Text<'t>,
    pub(crate) found: Blocks,
    /// The labels of the footnote definitions, as definitions that say nothing.
    pub(crate) footnotes: String,
    /// Indices of the blocks that have not ended.
    open: Vec<usize>,
    /// The bytes, so far, of a paragraph in a tight list: the parser gives its inlines alone.
    tight: Option<Range<usize>>,
    /// Where the lines end that top-level blocks cover so far.
    covered: usize,
    last_top_level: Option<Kind>,
    /// Whether the last top-level block stands directly behind a heading.
    is_behind_heading: bool,
    /// The last place in this window where parsing may start anew.
    seam: Option<Seam>,
    /// Whether the list that the window before left open is to go on.
    resumes_list: bool,
}

/// A place between two top-level blocks or items of a top-level list, and how much was found before it.
#[derive(Debug, Clone)]
pub(crate) struct Seam {
    /// The start of a line.
    pub(crate) at: usize,
    /// The index of the list.
    list: Option<usize>,
    covered: usize,
    last_top_level: Option<Kind>,
    blocks: usize,
    headings: usize,
    titles: usize,
    code: usize,
    tables: usize,
    sentences: usize,
    footnotes: usize,
}

impl<'t> Builder<'t> {
    pub(crate) fn new(text: &'t Text<'t>) -> Self {
        Self {
            text,
            found: Blocks::default(),
            footnotes: String::new(),
            open: Vec::new(),
            tight: None,
            covered: text.start,
            last_top_level: None,
            is_behind_heading: false,
            seam: None,
            resumes_list: false,
        }
    }

    /// The place `at` as a seam: that between two windows, before the next one is begun.
    pub(crate) fn seam_at(&self, at: usize) -> Seam {
        Seam {
            at,
            list: self.open.first().copied(),
            covered: self.covered,
            last_top_level: self.last_top_level,
            blocks: self.found.blocks.len(),
            headings: self.found.headings.len(),
            titles: self.found.titles.len(),
            code: self.found.code.len(),
            tables: self.found.tables.len(),
            sentences: self.found.sentences.len(),
            footnotes: self.footnotes.len(),
        }
    }

    /// The last seam of the window that ended, if there was any.
    pub(crate) const fn last_seam(&mut self) -> Option<Seam> {
        self.seam.take()
    }

    /// The block that reaches the byte `end`, where the window ended, if there are no blocks inside it.
    pub(crate) fn open_block(&self, end: usize) -> Option<&Block> {
        let last = self.found.blocks.last()?;
        let may_be_long =
            matches!(last.kind, Kind::Paragraph | Kind::Item | Kind::Code | Kind::Html | Kind::Table);
        (may_be_long && last.lines().end == self.text.end_before(end)).then_some(last)
    }

    /// Forgets what lies behind `seam`: the next window starts there.
    pub(crate) fn go_back(&mut self, seam: &Seam) {
        self.found.blocks.truncate(seam.blocks);
        self.found.headings.truncate(seam.headings);
        self.found.titles.truncate(seam.titles);
        self.found.code.truncate(seam.code);
        self.found.tables.truncate(seam.tables);
        self.found.sentences.truncate(seam.sentences);
        self.footnotes.truncate(seam.footnotes);
        self.covered = seam.covered;
        self.last_top_level = seam.last_top_level;
        self.open.clear();
        self.open.extend(seam.list);
        self.resumes_list = seam.list.is_some();
        self.tight = None;
        self.seam = None;
    }

    pub(crate) fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => match kind(&tag) {
                Some(Kind::List) if std::mem::take(&mut self.resumes_list) => {}
                Some(kind) => self.start(kind, &tag, &range),
                None => self.inline(range),
            },
            Event::End(tag) if is_block(tag) => self.close(),
            Event::Rule => {
                self.open(Kind::Rule, &range);
                self.close();
            }
            Event::Text(text) | Event::Code(text) => {
                self.title(&text);
                self.inline(range);
            }
            Event::SoftBreak | Event::HardBreak => {
                self.title(" ");
                self.inline(range);
            }
            _ => self.inline(range),
        }
    }

    /// What stands behind the last block.
    pub(crate) fn finish(mut self) -> Blocks {
        self.definitions_before(self.text.text.len());
        self.found
    }

    fn start(&mut self, kind: Kind, tag: &Tag<'_>, range: &Range<usize>) {
        let is_top_level = self.open.is_empty();
        self.open(kind, range);
        match tag {
            Tag::Heading { level, .. } if is_top_level => self.heading(*level as u8, range),
            Tag::FootnoteDefinition(label) => {
                self.footnotes.extend(["[^", label, "]: x\n\n"]);
            }
            _ => {}
        }
    }

    fn open(&mut self, kind: Kind, range: &Range<usize>) {
        self.end_tight_paragraph();
        let lines = self.lines(range);
        self.replace_empty_footnote(&lines);
        if self.open.is_empty() {
            self.definitions_before(lines.start);
        }
        self.note_seam(kind, range, lines.start);
        match kind {
            Kind::Paragraph => self.sentences(range.start..lines.end),
            Kind::Code => self.found.code.push(SmallRange::new(&lines)),
            Kind::Table => self.found.tables.push(SmallRange::new(&lines)),
            _ => {}
        }
        let index = self.found.blocks.len();
        self.push(kind, lines);
        self.open.push(index);
    }

    /// Between top-level blocks the parser carries nothing over but, where no blank line stands between, that a line
    /// behind a link reference definition goes on with a paragraph. Between items it carries over whether the list is
    /// loose, which changes nothing here.
    fn note_seam(&mut self, kind: Kind, range: &Range<usize>, start: usize) {
        let may_go_on = match kind {
            Kind::Paragraph | Kind::Table => true,
            Kind::Heading => !slice(self.text.text, range.clone()).starts_with('#'),
            _ => false,
        };
        // Of these no part is a definition.
        let ends_with_its_line =
            matches!(self.last_top_level, Some(Kind::Heading | Kind::Rule | Kind::Code | Kind::Table));
        let is_seam = match &*self.open {
            [] => !may_go_on || ends_with_its_line || !self.text.is_behind_text(start),
            [_] => kind == Kind::Item,
            _ => false,
        };
        if is_seam {
            self.seam = Some(self.seam_at(start));
        }
    }

    /// Of `[^a]: [^b]: text` the parser makes two definitions on one line, the first one empty. It is left out.
    fn replace_empty_footnote(&mut self, lines: &Range<usize>) {
        let last = self.found.blocks.len().checked_sub(1).filter(|last| self.open.last() != Some(last));
        let last = last.and_then(|last| self.found.blocks.get(last));
        if last.is_some_and(|last| last.kind == Kind::Footnote && last.lines().start == lines.start) {
            self.found.blocks.pop();
        }
    }

    fn close(&mut self) {
        self.end_tight_paragraph();
        let Some(index) = self.open.pop() else { return };
        self.leave_out_only_paragraph(index);
        let next = self.found.blocks.len() as u32;
        let Some(block) = self.found.blocks.get_mut(index) else { return };
        block.next = next;
        let end = block.lines().end;
        let parent = self.open.last().and_then(|&parent| self.found.blocks.get_mut(parent));
        if let Some(list) = parent.filter(|parent| parent.kind == Kind::List) {
            // A list ends with its last item, wherever the parser's range ends.
            list.lines = SmallRange::new(&(list.lines().start..end));
        }
        if self.open.is_empty() {
            self.covered = end;
        }
    }

    /// A paragraph that is all of its item needs no block of its own: texts can be nothing but such items.
    fn leave_out_only_paragraph(&mut self, item: usize) {
        if let Some([item, paragraph]) = self.found.blocks.get(item..)
            && (item.kind, paragraph.kind) == (Kind::Item, Kind::Paragraph)
            && item.lines == paragraph.lines
        {
            self.found.blocks.pop();
        }
    }

    fn push(&mut self, kind: Kind, lines: Range<usize>) {
        if self.open.is_empty() {
            self.is_behind_heading = self.last_top_level == Some(Kind::Heading);
            self.last_top_level = Some(kind);
            self.covered = lines.end;
        }
        let next = self.found.blocks.len() as u32 + 1;
        self.found.blocks.push(Block { kind, lines: SmallRange::new(&lines), next });
    }

    /// An inline: in a list item itself it belongs to a paragraph of which the parser says nothing else.
    fn inline(&mut self, range: Range<usize>) {
        let inside = self.open.last().and_then(|&index| self.found.blocks.get(index));
        if inside.is_some_and(|block| block.kind == Kind::Item) {
            let start = self.tight.take().map_or(range.start, |tight| tight.start);
            self.tight = Some(start..range.end);
        }
    }

    fn end_tight_paragraph(&mut self) {
        if let Some(range) = self.tight.take() {
            let lines = self.lines(&range);
            self.sentences(range.start..lines.end);
            self.push(Kind::Paragraph, lines);
        }
    }

    fn heading(&mut self, level: u8, range: &Range<usize>) {
        let behind = self.found.titles.len();
        self.found.headings.push(Heading {
            start: self.text.line(range.start).start as u32,
            level,
            continues_run: self.is_behind_heading,
            refers_elsewhere: slice(self.text.text, range.clone()).contains("[^"),
            title: SmallRange::new(&(behind..behind)),
        });
    }

    /// To be called when a link was met of which this window has no definition.
    pub(crate) fn link_without_definition(&mut self) {
        if self.in_heading()
            && let Some(heading) = self.found.headings.last_mut()
        {
            heading.refers_elsewhere = true;
        }
    }

    /// Whether what comes is the text of a top-level heading.
    fn in_heading(&self) -> bool {
        matches!(&*self.open, [only] if self.found.get(*only).is_some_and(|block| block.kind == Kind::Heading))
    }

    fn title(&mut self, text: &str) {
        if self.in_heading()
            && let Some(heading) = self.found.headings.last_mut()
        {
            add_to_title(heading, &mut self.found.titles, text);
        }
    }

    fn sentences(&mut self, paragraph: Range<usize>) {
        let starts = sentences(slice(self.text.text, paragraph.clone()), SentenceRules::Standard);
        let later = starts.skip(1).map(|sentence| (paragraph.start + sentence.start) as u32);
        self.found.sentences.extend(later);
    }

    /// The lines of `range`, from the first to the last non-blank one. (The range of a list that is indented by a tab
    /// starts in the line before it.)
    fn lines(&self, range: &Range<usize>) -> Range<usize> {
        let source = slice(self.text.text, range.clone());
        let first = self.text.line(range.end - source.trim_ascii_start().len());
        first.start..self.text.end_before(range.end).max(first.end)
    }

    /// The lines between the last top-level block and the byte `limit`: each run of non-blank ones is a block.
    fn definitions_before(&mut self, limit: usize) {
        let text = self.text;
        let mut lines =
            text.lines_in(self.covered..limit).map(|start| start..text.lines.line_end(start)).peekable();
        while let Some(mut run) = lines.next() {
            while let Some(line) = lines.next_if(|line| line.start == run.end + 1) {
                run.end = line.end;
            }
            if !text.is_behind_text(run.start) {
                self.seam = Some(self.seam_at(run.start));
            }
            self.push(Kind::Definitions, run);
        }
    }
}

fn kind(tag: &Tag<'_>) -> Option<Kind> {
    Some(match tag {
        Tag::Heading { .. } => Kind::Heading,
        Tag::Paragraph => Kind::Paragraph,
        Tag::CodeBlock(_) => Kind::Code,
        Tag::List(_) => Kind::List,
        Tag::Item => Kind::Item,
        Tag::BlockQuote(_) => Kind::Quote,
        Tag::FootnoteDefinition(_) => Kind::Footnote,
        Tag::Table(_) => Kind::Table,
        Tag::HtmlBlock => Kind::Html,
        _ => return None,
    })
}

const fn is_block(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Heading(_)
            | TagEnd::Paragraph
            | TagEnd::CodeBlock
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::BlockQuote(_)
            | TagEnd::FootnoteDefinition
            | TagEnd::Table
            | TagEnd::HtmlBlock
    )
}
