//! Turns the parser's events into blocks (M2), and finds the places where the next window may start.

use crate::{
    blocks::Blocks,
    event::{is_block, kind, may_continue_definition},
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
    pub(crate) blocks: Blocks,
    /// The labels of the footnote definitions, as definitions of no content.
    pub(crate) footnotes: String,
    /// The blocks that have not ended.
    open: Vec<Open>,
    /// Where the block before the next one starts: its previous sibling, or, if it has none, its parent.
    pub(crate) before: u32,
    /// The last block to end that has no others inside it.
    last: Option<Open>,
    /// The level of a top-level heading that has not ended, and whether it refers elsewhere.
    heading: Option<(u8, bool)>,
    /// The title of that heading so far.
    title: String,
    /// The bytes so far of a paragraph in a tight list, for which the parser gives no event but those of its inlines.
    tight: Option<Range<usize>>,
    /// Where the lines that top-level blocks cover so far end.
    pub(crate) covered: usize,
    last_top_level: Option<Kind>,
    window_start: usize,
    /// Where the last line of the window ends, if others follow: a block that reaches it may go on, and is parsed again.
    cut_off: Option<usize>,
    /// The last place in this window where the next one may start.
    seam: Option<Seam>,
    /// If there is none, the last such place inside blocks.
    inner_seam: Option<Seam>,
    /// Where the last link definition of the window starts, until it is known which blocks it is in.
    definition: Option<usize>,
    /// Which of `open` the last window left open, and the parser has yet to open again in this one.
    resumed: Range<usize>,
}

impl<'t> Builder<'t> {
    pub(crate) fn new(text: &'t Text<'t>) -> Self {
        Self {
            text,
            blocks: Blocks::default(),
            footnotes: String::new(),
            open: Vec::new(),
            before: 0,
            last: None,
            heading: None,
            title: String::new(),
            tight: None,
            covered: text.start,
            last_top_level: None,
            window_start: text.start,
            cut_off: None,
            seam: None,
            inner_seam: None,
            definition: None,
            resumed: 0..0,
        }
    }

    /// A seam at the byte `at`, with what has been found so far.
    pub(crate) fn seam_at(&self, at: usize) -> Seam {
        self.seam_in_place_of(None, at)
    }

    /// The same, in the memory of an earlier seam.
    fn seam_in_place_of(&self, earlier: Option<Seam>, at: usize) -> Seam {
        let mut open = earlier.map_or_else(Vec::new, |seam| seam.open);
        open.clear();
        open.extend_from_slice(&self.open);
        Seam {
            at,
            open,
            before: self.before,
            covered: self.covered,
            last_top_level: self.last_top_level,
            tree: self.blocks.tree.len(),
            code: self.blocks.code.len(),
            tables: self.blocks.tables.len(),
            sentences: self.blocks.sentences.len(),
            footnotes: self.footnotes.len(),
        }
    }

    /// To be called before the events of a window at these `bytes`, whose last link definition starts at the byte `definition`.
    pub(crate) fn begin_window(&mut self, bytes: Range<usize>, definition: Option<usize>) {
        self.window_start = bytes.start;
        self.definition = definition;
        self.cut_off = (bytes.end < self.text.text.len()).then(|| self.text.end_before(bytes.end));
    }

    /// To be called after the events of a window: its last seam, if it has any.
    pub(crate) fn last_seam(&mut self) -> Option<Seam> {
        self.note_definition_before(usize::MAX);
        self.seam.take()
    }

    /// The last seam of the window inside blocks, if it has no other.
    pub(crate) const fn inner_seam(&mut self) -> Option<Seam> {
        self.inner_seam.take()
    }

    /// The block that the window cuts off, if it is of a kind that can fill windows by itself.
    pub(crate) fn cut_off_block(&self) -> Option<&Open> {
        let may_be_long =
            |block: &&Open| matches!(block.kind, Kind::Paragraph | Kind::Code | Kind::Table | Kind::Html);
        let is_cut_off = |block: &&Open| self.cut_off == Some(block.lines.range().end);
        self.last.as_ref().filter(may_be_long).filter(is_cut_off)
    }

    /// Forgets what was found after `seam`: the next window starts there.
    pub(crate) fn go_back(&mut self, seam: &Seam) {
        self.blocks.tree.truncate(seam.tree);
        self.blocks.code.truncate(seam.code);
        self.blocks.tables.truncate(seam.tables);
        self.blocks.sentences.truncate(seam.sentences);
        self.footnotes.truncate(seam.footnotes);
        self.covered = seam.covered;
        self.last_top_level = seam.last_top_level;
        self.open.clone_from(&seam.open);
        // A block without others inside it may have been closed as such, in fewer bytes: it is opened again.
        if let Some(empty) = self.open.last().filter(|block| block.inside == seam.tree) {
            self.blocks.tree.truncate(empty.place);
            self.blocks.tree.open(empty.kind, empty.lines, empty.before);
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
                    None => self.take_start(kind, &tag, &range),
                },
                None => self.inline(range),
            },
            Event::End(tag) if is_block(tag) => self.close(&range),
            Event::Rule => {
                self.open(Kind::Rule, &range);
                self.close(&range);
            }
            Event::Text(text) | Event::Code(text) => {
                self.extend_title(&text);
                self.inline(range);
            }
            Event::SoftBreak | Event::HardBreak => {
                self.extend_title(" ");
                self.inline(range);
            }
            _ => self.inline(range),
        }
    }

    /// All blocks, with those lines after the last one that the parser gave no event for.
    pub(crate) fn finish(mut self) -> Blocks {
        self.add_definitions_before(self.text.text.len());
        self.blocks
    }

    fn take_start(&mut self, kind: Kind, tag: &Tag<'_>, range: &Range<usize>) {
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
        let lines = self.lines_of(range);
        self.drop_empty_footnote(&lines);
        if self.open.is_empty() {
            self.add_definitions_before(lines.start);
        }
        self.note_seam_before(kind, range, lines.start);
        match kind {
            Kind::Paragraph => self.add_sentences(range.start..lines.end),
            Kind::Code => self.blocks.code.push(SmallRange::new(&lines)),
            Kind::Table => self.blocks.tables.push(SmallRange::new(&lines)),
            _ => {}
        }
        let block = self.add(kind, &lines);
        self.open.push(block);
    }

    /// Notes a seam before the block at `range`, whose first line starts at `start`, if it would be the same without what is before it.
    fn note_seam_before(&mut self, kind: Kind, range: &Range<usize>, start: usize) {
        match &*self.open {
            // A footnote that is indented like a part of the one above ends it nevertheless; alone, it would be code.
            _ if start <= self.window_start
                || kind == Kind::Footnote && self.text.is_indented(start..range.start) => {}
            [] => {
                // None of these can end with a definition.
                let last = self.last_top_level;
                if matches!(last, Some(Kind::Heading | Kind::Rule | Kind::Code | Kind::Table))
                    || !may_continue_definition(kind, self.text, start, range)
                    || !self.text.follows_text(start)
                {
                    self.note_seam(start);
                }
            }
            [_] if kind == Kind::Item => self.note_seam(start),
            // The block around holds another already, so it keeps its children, whatever becomes of this one.
            [.., around]
                if self.seam.is_none()
                    && self.blocks.tree.len() > around.inside
                    && !(may_continue_definition(kind, self.text, start, range)
                        && self.text.follows_words(start..range.start)) =>
            {
                self.note_inner_seam(start);
            }
            _ => {}
        }
    }

    fn note_seam(&mut self, at: usize) {
        let last = self.seam.take();
        self.seam = Some(self.seam_in_place_of(last, at));
    }

    fn note_inner_seam(&mut self, at: usize) {
        let last = self.inner_seam.take();
        self.inner_seam = Some(self.seam_in_place_of(last, at));
    }

    /// Notes a seam at the window's last link definition once the parser has come past it, to the byte `limit`: the open blocks are those it
    /// is in. What stands before a definition does not change what it is.
    fn note_definition_before(&mut self, limit: usize) {
        if let Some(at) = self.definition.take_if(|at| *at < limit).filter(|at| *at > self.window_start) {
            if self.open.is_empty() {
                self.note_seam(at);
            } else if self.seam.is_none() {
                self.note_inner_seam(at);
            }
        }
    }

    /// Of `[^a]: [^b]: text` the parser makes two definitions on one line, the first one empty, which is dropped.
    fn drop_empty_footnote(&mut self, lines: &Range<usize>) {
        let is_empty =
            |last: &mut Open| last.kind == Kind::Footnote && last.lines.range().start == lines.start;
        if let Some(footnote) = self.last.take_if(is_empty) {
            self.blocks.tree.truncate(footnote.place);
            self.before = footnote.before;
        }
    }

    /// Adds a block to the tree, its end still to come.
    fn add(&mut self, kind: Kind, lines: &Range<usize>) -> Open {
        if self.open.is_empty() {
            self.last_top_level = Some(kind);
            self.covered = lines.end;
        }
        let block = self.blocks.tree.open(kind, SmallRange::new(lines), self.before);
        self.before = block.lines.start;
        block
    }

    fn close(&mut self, range: &Range<usize>) {
        self.end_tight_paragraph();
        // The parser ends a list after the definitions that follow it.
        if self.open.last().is_some_and(|block| block.kind != Kind::List) {
            self.note_definition_before(range.end);
        }
        let Some(block) = self.open.pop() else { return };
        let was_paragraph = self.drop_only_paragraph(&block);
        let end = block.lines.end;
        if let Some(list) = self.open.last_mut().filter(|parent| parent.kind == Kind::List) {
            // A list ends with its last item, wherever the parser's range ends.
            list.lines.end = end;
        }
        if self.open.is_empty() {
            self.covered = end as usize;
        }
        self.end(block);
        if was_paragraph {
            self.last = Some(Open { kind: Kind::Paragraph, ..block });
        }
    }

    /// Drops a paragraph that is all of its item, since a text can be nothing but such items: the item stands for it. Returns whether it did.
    fn drop_only_paragraph(&mut self, item: &Open) -> bool {
        if item.kind != Kind::Item {
            return false;
        }
        let mut inside = self.blocks.tree.inside(item);
        let is_all = |block: Block<'_>| block.kind == Kind::Paragraph && block.lines == item.lines;
        let is_paragraph = inside.next().is_some_and(is_all) && inside.is_empty();
        if is_paragraph {
            self.blocks.tree.truncate(item.inside);
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
        if self.blocks.tree.close(&block, heading) {
            self.last = Some(block);
        }
    }

    fn add_childless(&mut self, kind: Kind, lines: &Range<usize>) {
        let block = self.add(kind, lines);
        self.end(block);
    }

    /// Takes an inline: directly in a list item, it is a part of a paragraph in a tight list.
    fn inline(&mut self, range: Range<usize>) {
        if self.open.last().is_some_and(|block| block.kind == Kind::Item) {
            let start = self.tight.take().map_or(range.start, |tight| tight.start);
            self.tight = Some(start..range.end);
        }
    }

    fn end_tight_paragraph(&mut self) {
        if let Some(range) = self.tight.take() {
            self.note_definition_before(range.start);
            let lines = self.lines_of(&range);
            self.add_sentences(range.start..lines.end);
            self.add_childless(Kind::Paragraph, &lines);
        }
    }

    /// Takes a link that is not defined in this window.
    pub(crate) const fn take_undefined_link(&mut self) {
        if let Some((_, refers_elsewhere)) = &mut self.heading {
            *refers_elsewhere = true;
        }
    }

    fn extend_title(&mut self, text: &str) {
        if self.heading.is_some() {
            add_to_title(&mut self.title, text);
        }
    }

    /// Adds where the sentences of a paragraph start, unless it is parsed again: a long one would be searched in each of its windows.
    fn add_sentences(&mut self, paragraph: Range<usize>) {
        if self.cut_off == Some(paragraph.end) {
            return;
        }
        let sentences = sentences(slice(self.text.text, paragraph.clone()), SentenceRules::Standard);
        let later = sentences.skip(1).map(|sentence| (paragraph.start + sentence.start) as u32);
        self.blocks.sentences.extend(later);
    }

    /// The lines of `range`, from the first to the last non-blank one. (The range of a list that is indented by a tab
    /// starts in the line before it.)
    fn lines_of(&self, range: &Range<usize>) -> Range<usize> {
        let source = slice(self.text.text, range.clone());
        let first = self.text.line(range.end - source.trim_ascii_start().len());
        first.start..self.text.end_before(range.end).max(first.end)
    }

    /// Adds each run of non-blank lines between the last top-level block and the byte `limit` as a block.
    fn add_definitions_before(&mut self, limit: usize) {
        let text = self.text;
        let mut lines =
            text.lines_in(self.covered..limit).map(|start| start..text.lines.line_end(start)).peekable();
        while let Some(mut run) = lines.next() {
            while let Some(line) = lines.next_if(|line| line.start == run.end + 1) {
                run.end = line.end;
            }
            if run.start > self.window_start && !text.follows_text(run.start) {
                self.note_seam(run.start);
            }
            self.add_childless(Kind::Definitions, &run);
        }
    }
}
