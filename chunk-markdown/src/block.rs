//! The blocks of a document (M2): what the CommonMark parser says, as runs of whole source lines.

use crate::text::{Text, within};
use chunk_core::{SentenceRules, sentences, slice};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Heading,
    Paragraph,
    Code,
    List,
    Item,
    Quote,
    Footnote,
    Table,
    Html,
    Rule,
    /// Non-blank lines of which the parser says nothing: link reference definitions.
    Definitions,
}

#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    /// From the start of its first line to the end of its last non-blank one.
    pub(crate) lines: Range<usize>,
    /// Index of the block behind it and everything inside it.
    pub(crate) next: usize,
}

/// A top-level heading.
#[derive(Debug)]
pub(crate) struct Heading {
    /// Where its first line starts.
    pub(crate) start: usize,
    pub(crate) level: usize,
    pub(crate) title: String,
    /// Whether it stands directly behind another heading: no block between them.
    pub(crate) continues_run: bool,
}

/// All blocks of a document, each followed by those inside it, and tables of what is asked for by place.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    blocks: Vec<Block>,
    pub(crate) headings: Vec<Heading>,
    /// Lines of the code blocks at any depth, ascending.
    pub(crate) code: Vec<Range<usize>>,
    /// Lines of the tables at any depth, ascending.
    pub(crate) tables: Vec<Range<usize>>,
    /// Where the second and later sentences of the paragraphs at any depth start, ascending.
    pub(crate) sentences: Vec<usize>,
}

impl Blocks {
    pub(crate) fn parse(text: &Text<'_>) -> Self {
        let markdown = text.markdown();
        let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_TASKLISTS;
        let mut builder = Builder {
            text,
            found: Self::default(),
            open: Vec::new(),
            tight: None,
            covered: text.start,
            last_top_level: None,
        };
        for (event, range) in Parser::new_ext(&markdown, options).into_offset_iter() {
            builder.take(event, range.start + text.start..range.end + text.start);
        }
        builder.definitions_before(text.text.len());
        builder.found
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Block> {
        self.blocks.get(index)
    }

    /// The blocks in `range`, with their indices, without those inside them.
    pub(crate) fn siblings(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &Block)> {
        let mut at = range.start;
        std::iter::from_fn(move || {
            let index = at;
            let block = self.blocks.get(index).filter(|_| index < range.end)?;
            at = block.next;
            Some((index, block))
        })
    }

    pub(crate) fn top_level(&self) -> impl Iterator<Item = (usize, &Block)> {
        self.siblings(0..self.blocks.len())
    }

    /// The blocks directly inside the block `index`.
    pub(crate) fn children(&self, index: usize) -> impl Iterator<Item = (usize, &Block)> {
        self.siblings(index + 1..self.get(index).map_or(0, |block| block.next))
    }

    /// Where the second and later sentences inside `range` start.
    pub(crate) fn sentences_in(&self, range: Range<usize>) -> &[usize] {
        within(&self.sentences, range)
    }
}

struct Builder<'t> {
    text: &'t Text<'t>,
    found: Blocks,
    /// Indices of the blocks that have not ended.
    open: Vec<usize>,
    /// The bytes, so far, of a paragraph in a tight list: the parser gives its inlines alone.
    tight: Option<Range<usize>>,
    /// Where the lines end that top-level blocks cover so far.
    covered: usize,
    last_top_level: Option<Kind>,
}

impl Builder<'_> {
    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => match kind(&tag) {
                Some(kind) => {
                    if let (Tag::Heading { level, .. }, []) = (tag, &*self.open) {
                        self.heading(level as usize, &range);
                    }
                    self.open(kind, &range);
                }
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

    fn open(&mut self, kind: Kind, range: &Range<usize>) {
        self.end_tight_paragraph();
        let lines = self.lines(range);
        self.replace_empty_footnote(&lines);
        if self.open.is_empty() {
            self.definitions_before(lines.start);
        }
        match kind {
            Kind::Paragraph => self.sentences(range.start..lines.end),
            Kind::Code => self.found.code.push(lines.clone()),
            Kind::Table => self.found.tables.push(lines.clone()),
            _ => {}
        }
        let index = self.found.blocks.len();
        self.push(kind, lines);
        self.open.push(index);
    }

    /// Of `[^a]: [^b]: text` the parser makes two definitions on one line, the first one empty. It is left out.
    fn replace_empty_footnote(&mut self, lines: &Range<usize>) {
        let last = self.found.blocks.len().checked_sub(1).filter(|last| self.open.last() != Some(last));
        let last = last.and_then(|last| self.found.blocks.get(last));
        if last.is_some_and(|last| last.kind == Kind::Footnote && last.lines.start == lines.start) {
            self.found.blocks.pop();
        }
    }

    fn close(&mut self) {
        self.end_tight_paragraph();
        let next = self.found.blocks.len();
        let Some(index) = self.open.pop() else { return };
        let parent_is_list = self.open.last().and_then(|&parent| self.found.blocks.get(parent));
        let parent_is_list = parent_is_list.is_some_and(|parent| parent.kind == Kind::List);
        let Some(block) = self.found.blocks.get_mut(index) else { return };
        block.next = next;
        let end = block.lines.end;
        if parent_is_list {
            // A list ends with its last item, wherever the parser's range ends.
            let parent = self.open.last().and_then(|&parent| self.found.blocks.get_mut(parent));
            parent.into_iter().for_each(|list| list.lines.end = end);
        }
        if self.open.is_empty() {
            self.covered = end;
        }
    }

    fn push(&mut self, kind: Kind, lines: Range<usize>) {
        if self.open.is_empty() {
            self.last_top_level = Some(kind);
            self.covered = lines.end;
        }
        let next = self.found.blocks.len() + 1;
        self.found.blocks.push(Block { kind, lines, next });
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

    fn heading(&mut self, level: usize, range: &Range<usize>) {
        let start = self.text.line(range.start).start;
        self.definitions_before(start);
        let continues_run = self.last_top_level == Some(Kind::Heading);
        self.found.headings.push(Heading { start, level, title: String::new(), continues_run });
    }

    fn title(&mut self, text: &str) {
        if let [block] = &*self.open
            && self.found.blocks.get(*block).is_some_and(|block| block.kind == Kind::Heading)
            && let Some(heading) = self.found.headings.last_mut()
        {
            heading.title.push_str(text);
        }
    }

    fn sentences(&mut self, paragraph: Range<usize>) {
        let starts = sentences(slice(self.text.text, paragraph.clone()), SentenceRules::Standard);
        self.found.sentences.extend(starts.skip(1).map(|sentence| paragraph.start + sentence.start));
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
        let mut lines = text.lines_in(self.covered..limit).iter().map(|&start| text.line(start)).peekable();
        while let Some(mut run) = lines.next() {
            while let Some(line) = lines.next_if(|line| line.start == run.end + 1) {
                run.end = line.end;
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
