//! From the parser's events to blocks (M2).

use crate::{
    blocks::Blocks,
    event::{is_block, kind, may_go_on},
    seam::Seam,
    text::Text,
    tree::{Block, Heading, Kind, Open, add_to_title},
};
use chunk_core::{SentenceRules, SmallRange, sentences, slice};
use pulldown_cmark::{Event, Tag};
use std::ops::Range;

/// Takes the events of a document in order, window by window.
pub(crate) struct Builder<'t> {
    text: &'t Text<'t>,
    pub(crate) found: Blocks,
    /// The labels of the footnote definitions, as definitions that say nothing.
    pub(crate) footnotes: String,
    /// The blocks that have not ended.
    open: Vec<Open>,
    /// Where the block before the next one starts: its last sibling, or what it is inside of.
    pub(crate) before: u32,
    /// The last block that has ended with nothing inside it.
    last: Option<Open>,
    /// The level of a top-level heading that has not ended, whether it refers elsewhere, and its title so far.
    heading: Option<(u8, bool)>,
    title: String,
    /// The bytes, so far, of a paragraph in a tight list: the parser gives its inlines alone.
    tight: Option<Range<usize>>,
    /// Where the lines end that top-level blocks cover so far.
    pub(crate) covered: usize,
    last_top_level: Option<Kind>,
    /// Where the window starts.
    start: usize,
    /// Where the last line ends of a window that others follow: a block that reaches it is read again.
    read_again: Option<usize>,
    /// The last place in this window where parsing may start anew.
    seam: Option<Seam>,
    /// Where there is none, the last such place inside blocks.
    inner_seam: Option<Seam>,
    /// Where the last definition of the window starts, until it is known what it is in.
    definition: Option<usize>,
    /// Which of the open blocks the window before left open, and this one has yet to open anew.
    resumed: Range<usize>,
}

impl<'t> Builder<'t> {
    pub(crate) fn new(text: &'t Text<'t>) -> Self {
        Self {
            text,
            found: Blocks::default(),
            footnotes: String::new(),
            open: Vec::new(),
            before: 0,
            last: None,
            heading: None,
            title: String::new(),
            tight: None,
            covered: text.start,
            last_top_level: None,
            start: text.start,
            read_again: None,
            seam: None,
            inner_seam: None,
            definition: None,
            resumed: 0..0,
        }
    }

    /// The place `at` as a seam: that between two windows, before the next one is begun.
    pub(crate) fn seam_at(&self, at: usize) -> Seam {
        self.seam_instead(None, at)
    }

    /// The same, in the room of another one.
    fn seam_instead(&self, other: Option<Seam>, at: usize) -> Seam {
        let mut open = other.map_or_else(Vec::new, |seam| seam.open);
        open.clear();
        open.extend_from_slice(&self.open);
        Seam {
            at,
            open,
            before: self.before,
            covered: self.covered,
            last_top_level: self.last_top_level,
            tree: self.found.tree.len(),
            code: self.found.code.len(),
            tables: self.found.tables.len(),
            sentences: self.found.sentences.len(),
            footnotes: self.footnotes.len(),
        }
    }

    /// To be called before a window at these `bytes`, the last definition in which starts at the byte `definition`.
    pub(crate) fn begin_window(&mut self, bytes: Range<usize>, definition: Option<usize>) {
        self.start = bytes.start;
        self.definition = definition;
        self.read_again = (bytes.end < self.text.text.len()).then(|| self.text.end_before(bytes.end));
    }

    /// The last seam of the window that ended, if there was any.
    pub(crate) fn last_seam(&mut self) -> Option<Seam> {
        self.note_definition_before(usize::MAX);
        self.seam.take()
    }

    /// The last seam inside blocks of the window that ended, if there was no other.
    pub(crate) const fn inner_seam(&mut self) -> Option<Seam> {
        self.inner_seam.take()
    }

    /// The block that reaches the end of the window, if it holds no others.
    pub(crate) fn open_block(&self) -> Option<&Open> {
        let may_be_long =
            |block: &&Open| matches!(block.kind, Kind::Paragraph | Kind::Code | Kind::Table | Kind::Html);
        let is_read_again = |block: &&Open| self.read_again == Some(block.lines.range().end);
        self.last.as_ref().filter(may_be_long).filter(is_read_again)
    }

    /// Forgets what lies behind `seam`: the next window starts there.
    pub(crate) fn go_back(&mut self, seam: &Seam) {
        self.found.tree.truncate(seam.tree);
        self.found.code.truncate(seam.code);
        self.found.tables.truncate(seam.tables);
        self.found.sentences.truncate(seam.sentences);
        self.footnotes.truncate(seam.footnotes);
        self.covered = seam.covered;
        self.last_top_level = seam.last_top_level;
        self.open.clone_from(&seam.open);
        // A block without others inside it takes fewer bytes.
        if let Some(empty) = self.open.last().filter(|block| block.inside == seam.tree) {
            self.found.tree.truncate(empty.place);
            self.found.tree.open(empty.kind, empty.lines, empty.before);
        }
        (self.before, self.last, self.heading) = (seam.before, None, None);
        self.resumed = 0..self.open.len();
        self.tight = None;
        (self.seam, self.inner_seam) = (None, None);
    }

    pub(crate) fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => match kind(&tag) {
                Some(kind) => match self.resumed.next().and_then(|place| self.open.get_mut(place)) {
                    Some(block) => block.lines.end = self.text.end_before(range.end) as u32,
                    None => self.start(kind, &tag, &range),
                },
                None => self.inline(range),
            },
            Event::End(tag) if is_block(tag) => self.close(&range),
            Event::Rule => {
                self.open(Kind::Rule, &range);
                self.close(&range);
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
            Tag::Heading { level, .. } if is_top_level => {
                let refers_elsewhere = slice(self.text.text, range.clone()).contains("[^");
                self.heading = Some((*level as u8, refers_elsewhere));
                self.title.clear();
            }
            Tag::FootnoteDefinition(label) => {
                self.footnotes.extend(["[^", label, "]: x\n\n"]);
            }
            _ => {}
        }
    }

    fn open(&mut self, kind: Kind, range: &Range<usize>) {
        self.end_tight_paragraph();
        self.note_definition_before(range.start);
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
        let block = self.begin(kind, &lines);
        self.open.push(block);
    }

    /// Notes that a window may start with a block.
    fn note_seam(&mut self, kind: Kind, range: &Range<usize>, start: usize) {
        match &*self.open {
            // A footnote ends the one that it is indented like a part of.
            _ if start <= self.start
                || kind == Kind::Footnote && self.text.is_indented(start..range.start) => {}
            [] => {
                // Of these no part is a definition.
                let last = self.last_top_level;
                if matches!(last, Some(Kind::Heading | Kind::Rule | Kind::Code | Kind::Table))
                    || !may_go_on(kind, self.text, start, range)
                    || !self.text.is_behind_text(start)
                {
                    self.note(start);
                }
            }
            [_] if kind == Kind::Item => self.note(start),
            // One that holds a block will hold one, whatever this one turns out to be.
            [.., around]
                if self.seam.is_none()
                    && self.found.tree.len() > around.inside
                    && !(may_go_on(kind, self.text, start, range)
                        && self.text.is_behind_words(start..range.start)) =>
            {
                self.note_inside(start);
            }
            _ => {}
        }
    }

    fn note(&mut self, at: usize) {
        let last = self.seam.take();
        self.seam = Some(self.seam_instead(last, at));
    }

    fn note_inside(&mut self, at: usize) {
        let last = self.inner_seam.take();
        self.inner_seam = Some(self.seam_instead(last, at));
    }

    /// Notes that a window may start with the last definition, if that stands before the byte `limit`, which the parser has come to: what is open is
    /// what it stands in, and what stands before a definition does not change what it is.
    fn note_definition_before(&mut self, limit: usize) {
        if let Some(at) = self.definition.take_if(|at| *at < limit).filter(|at| *at > self.start) {
            if self.open.is_empty() {
                self.note(at);
            } else if self.seam.is_none() {
                self.note_inside(at);
            }
        }
    }

    /// Of `[^a]: [^b]: text` the parser makes two definitions on one line, the first one empty. It is left out.
    fn replace_empty_footnote(&mut self, lines: &Range<usize>) {
        let is_empty =
            |last: &mut Open| last.kind == Kind::Footnote && last.lines.range().start == lines.start;
        if let Some(footnote) = self.last.take_if(is_empty) {
            self.found.tree.truncate(footnote.place);
            self.before = footnote.before;
        }
    }

    fn begin(&mut self, kind: Kind, lines: &Range<usize>) -> Open {
        if self.open.is_empty() {
            self.last_top_level = Some(kind);
            self.covered = lines.end;
        }
        let block = self.found.tree.open(kind, SmallRange::new(lines), self.before);
        self.before = block.lines.start;
        block
    }

    fn close(&mut self, range: &Range<usize>) {
        self.end_tight_paragraph();
        // The parser lets a list end behind definitions that follow it.
        if self.open.last().is_some_and(|block| block.kind != Kind::List) {
            self.note_definition_before(range.end);
        }
        let Some(block) = self.open.pop() else { return };
        let is_paragraph = self.leave_out_only_paragraph(&block);
        let end = block.lines.end;
        if let Some(list) = self.open.last_mut().filter(|parent| parent.kind == Kind::List) {
            // A list ends with its last item, wherever the parser's range ends.
            list.lines.end = end;
        }
        if self.open.is_empty() {
            self.covered = end as usize;
        }
        self.end(block);
        if is_paragraph {
            self.last = Some(Open { kind: Kind::Paragraph, ..block });
        }
    }

    /// A paragraph that is all of its item needs no block of its own: texts can be nothing but such items. Whether it is.
    fn leave_out_only_paragraph(&mut self, item: &Open) -> bool {
        if item.kind != Kind::Item {
            return false;
        }
        let mut inside = self.found.tree.inside(item);
        let is_all = |block: Block<'_>| block.kind == Kind::Paragraph && block.lines == item.lines;
        let is_paragraph = inside.next().is_some_and(is_all) && inside.is_empty();
        if is_paragraph {
            self.found.tree.truncate(item.inside);
        }
        is_paragraph
    }

    fn end(&mut self, block: Open) {
        let heading = self.heading.take().map(|(level, refers_elsewhere)| Heading {
            level,
            refers_elsewhere,
            title: &self.title,
        });
        self.before = block.lines.start;
        if self.found.tree.close(&block, heading) {
            self.last = Some(block);
        }
    }

    fn push(&mut self, kind: Kind, lines: &Range<usize>) {
        let block = self.begin(kind, lines);
        self.end(block);
    }

    /// An inline: in a list item itself it belongs to a paragraph of which the parser says nothing else.
    fn inline(&mut self, range: Range<usize>) {
        if self.open.last().is_some_and(|block| block.kind == Kind::Item) {
            let start = self.tight.take().map_or(range.start, |tight| tight.start);
            self.tight = Some(start..range.end);
        }
    }

    fn end_tight_paragraph(&mut self) {
        if let Some(range) = self.tight.take() {
            self.note_definition_before(range.start);
            let lines = self.lines(&range);
            self.sentences(range.start..lines.end);
            self.push(Kind::Paragraph, &lines);
        }
    }

    /// To be called when a link was met of which this window has no definition.
    pub(crate) const fn link_without_definition(&mut self) {
        if let Some((_, refers_elsewhere)) = &mut self.heading {
            *refers_elsewhere = true;
        }
    }

    fn title(&mut self, text: &str) {
        if self.heading.is_some() {
            add_to_title(&mut self.title, text);
        }
    }

    fn sentences(&mut self, paragraph: Range<usize>) {
        if self.read_again == Some(paragraph.end) {
            return;
        }
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
            if run.start > self.start && !text.is_behind_text(run.start) {
                self.note(run.start);
            }
            self.push(Kind::Definitions, &run);
        }
    }
}
