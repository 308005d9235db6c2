//! From the parser's events to blocks.

use super::{Block, BlockKind, seen::seen};
use crate::{LONGEST_METADATA, slice};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

const OPTIONS: Options =
    Options::ENABLE_TABLES.union(Options::ENABLE_FOOTNOTES).union(Options::ENABLE_TASKLISTS);

pub(super) fn blocks(text: &str, start: usize) -> Vec<Block> {
    let markdown = seen(slice(text, start..text.len()));
    let mut reader = Reader {
        lines: Lines::new(text, start),
        text,
        blocks: Vec::new(),
        open: Vec::new(),
        tight: false,
        hidden: 0,
    };
    for (event, range) in Parser::new_ext(&markdown, OPTIONS).into_offset_iter() {
        reader.take(event, range.start + start..range.end + start);
    }
    reader.finish()
}

/// Collects blocks while the parser reports where they start and end.
struct Reader<'t> {
    text: &'t str,
    lines: Lines,
    blocks: Vec<Block>,
    /// The indices of the blocks that have not ended, from the outermost.
    open: Vec<usize>,
    /// Whether the last of them is the paragraph of an item whose inlines alone the parser reports.
    tight: bool,
    /// How many blocks are open that the parser reports inside a block that can hold none, as it does in some tables.
    hidden: usize,
}

impl Reader<'_> {
    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => match kind(&tag) {
                Some(kind) => self.start(kind, &range),
                None => self.inline(&range),
            },
            Event::End(tag) => {
                if is_block(tag) {
                    self.end();
                }
            }
            Event::Rule => {
                self.start(BlockKind::Rule, &range);
                self.end();
            }
            Event::TaskListMarker(is_checked) => {
                let is_item = |index: &usize| {
                    self.blocks.get(*index).is_some_and(|block| matches!(block.kind, BlockKind::Item { .. }))
                };
                let item = self.open.iter().copied().rfind(is_item);
                if let Some(block) = item.and_then(|item| self.blocks.get_mut(item)) {
                    block.kind = BlockKind::Item { checked: Some(is_checked) };
                }
            }
            Event::Text(text) | Event::Code(text) => {
                self.extend_title(&text);
                self.inline(&range);
            }
            Event::SoftBreak | Event::HardBreak => {
                self.extend_title(" ");
                self.inline(&range);
            }
            _ => self.inline(&range),
        }
    }

    fn start(&mut self, kind: BlockKind, range: &Range<usize>) {
        self.end_tight();
        if self.hidden > 0 || self.last_open().is_some_and(|around| !around.kind.is_container()) {
            self.hidden += 1;
            return;
        }
        self.open(kind, range);
    }

    fn open(&mut self, kind: BlockKind, range: &Range<usize>) {
        let source = slice(self.text, range.clone());
        // A list that is indented by a tab begins, for the parser, on the line above.
        let start = range.end - trim_start(source).len();
        let end = range.start + trim_end(source).len();
        let first = self.lines.around(start);
        let before = self.blocks.last().map_or(0, |block| block.lines.start);
        let lines = first.start.max(before)..self.lines.around(end.saturating_sub(1)).end.max(first.end);
        self.open.push(self.blocks.len());
        self.blocks.push(Block { kind, lines, start, depth: self.open.len() - 1, next: 0 });
    }

    fn end(&mut self) {
        self.end_tight();
        match self.hidden.checked_sub(1) {
            Some(hidden) => self.hidden = hidden,
            None => drop(self.open.pop()),
        }
    }

    /// Takes an inline: directly in an item, it is a part of a paragraph.
    fn inline(&mut self, range: &Range<usize>) {
        let Some(last) = self.last_open().filter(|_| self.hidden == 0) else { return };
        if self.tight {
            let end = self.lines.around(range.end.saturating_sub(1)).end;
            if let Some(paragraph) = self.blocks.last_mut() {
                paragraph.lines.end = paragraph.lines.end.max(end);
            }
        } else if matches!(last.kind, BlockKind::Item { .. }) {
            // The parser's range of text that begins with an escaped character begins after the backslash.
            let is_escaped = slice(self.text, 0..range.start).ends_with('\\');
            self.open(BlockKind::Paragraph, &(range.start - usize::from(is_escaped)..range.end));
            self.tight = true;
        }
    }

    fn end_tight(&mut self) {
        if std::mem::take(&mut self.tight) {
            self.open.pop();
        }
    }

    fn extend_title(&mut self, text: &str) {
        let last = self.open.last().and_then(|&index| self.blocks.get_mut(index));
        if let Some(Block { kind: BlockKind::Heading { title, .. }, .. }) = last {
            // No more than shows that the title is too long for a record (C1).
            let longest = char::MAX.len_utf8() * (LONGEST_METADATA + 1);
            let room = text.floor_char_boundary(longest.saturating_sub(title.len()));
            title.push_str(slice(text, 0..room));
        }
    }

    fn last_open(&self) -> Option<&Block> {
        self.open.last().and_then(|&index| self.blocks.get(index))
    }

    /// The blocks, after what the parser leaves open is settled: where blocks meet, and which lines are in none.
    fn finish(self) -> Vec<Block> {
        let mut blocks = without_empty(self.blocks);
        number(&mut blocks);
        settle_ends(&mut blocks, &self.lines);
        let mut blocks = with_definitions(blocks, &self.lines);
        number(&mut blocks);
        blocks
    }
}

/// Of `[^a]: [^b]: text` the parser makes two footnotes on one line, the first of them empty: it is left out. The same holds for all
/// blocks that end on the line where they start because another one, which is not inside them, starts there too.
fn without_empty(blocks: Vec<Block>) -> Vec<Block> {
    let mut kept: Vec<Block> = Vec::with_capacity(blocks.len());
    for block in blocks {
        while kept
            .last()
            .is_some_and(|last| last.depth >= block.depth && last.lines.start == block.lines.start)
        {
            kept.pop();
        }
        kept.push(block);
    }
    kept
}

/// Sets [`Block::next`] of all blocks.
fn number(blocks: &mut [Block]) {
    let mut open: Vec<usize> = Vec::new();
    for index in 0..blocks.len() {
        let depth = blocks.get(index).map_or(0, |block| block.depth);
        for ended in open.drain(depth.min(open.len())..) {
            if let Some(block) = blocks.get_mut(ended) {
                block.next = index;
            }
        }
        open.push(index);
    }
    let end = blocks.len();
    for ended in open {
        if let Some(block) = blocks.get_mut(ended) {
            block.next = end;
        }
    }
}

/// Lets no block reach into the one after it, and each reach as far as those inside it. A list ends with its last item: the parser's
/// own range of it can hold the definitions of links that follow.
fn settle_ends(blocks: &mut [Block], lines: &Lines) {
    for index in (0..blocks.len()).rev() {
        let Some(block) = blocks.get(index) else { continue };
        let next = blocks.get(block.next).map(|next| next.lines.start);
        let inside = super::children(blocks, index).last().and_then(|last| blocks.get(last));
        let mut end = match (&block.kind, inside) {
            (BlockKind::List { .. }, Some(last)) => last.lines.end,
            (_, inside) => inside.map_or(0, |last| last.lines.end).max(block.lines.end),
        };
        if let Some(next) = next.filter(|&next| next < end) {
            end = lines.end_before(next).max(lines.around(block.lines.start).end);
        }
        if let Some(block) = blocks.get_mut(index) {
            block.lines.end = end;
        }
    }
}

/// Adds the runs of lines that are in no block.
fn with_definitions(blocks: Vec<Block>, lines: &Lines) -> Vec<Block> {
    let mut all: Vec<Block> = Vec::with_capacity(blocks.len());
    let mut covered = 0;
    let add = |all: &mut Vec<Block>, gap: Range<usize>| {
        for line in lines.starting_in(gap) {
            match all.last_mut() {
                Some(last) if last.kind == BlockKind::Definitions && last.lines.end + 1 == line.start => {
                    last.lines.end = line.end
                }
                _ => all.push(Block {
                    kind: BlockKind::Definitions,
                    start: line.start,
                    lines: line.clone(),
                    depth: 0,
                    next: 0,
                }),
            }
        }
    };
    for block in blocks {
        if block.depth == 0 {
            add(&mut all, covered..block.lines.start);
            covered = block.lines.end;
        }
        all.push(block);
    }
    add(&mut all, covered..usize::MAX);
    all
}

/// The lines of a text that are not blank.
struct Lines(Vec<Range<usize>>);

impl Lines {
    fn new(text: &str, start: usize) -> Self {
        let mut at = start;
        let lines = slice(text, start..text.len()).split('\n').map(|line| {
            let range = at..at + line.len();
            at = range.end + 1;
            (range, line)
        });
        Self(lines.filter(|(_, line)| !trim_start(line).is_empty()).map(|(range, _)| range).collect())
    }

    /// The last line that starts at or before the byte `at`.
    fn around(&self, at: usize) -> Range<usize> {
        let index = self.0.partition_point(|line| line.start <= at).saturating_sub(1);
        self.0.get(index).cloned().unwrap_or_default()
    }

    /// The end of the last line that starts before the byte `limit`.
    fn end_before(&self, limit: usize) -> usize {
        let index = self.0.partition_point(|line| line.start < limit).checked_sub(1);
        index.and_then(|index| self.0.get(index)).map_or(0, |line| line.end)
    }

    fn starting_in(&self, range: Range<usize>) -> &[Range<usize>] {
        let [from, to] = [range.start, range.end].map(|at| self.0.partition_point(|line| line.start < at));
        self.0.get(from..to).unwrap_or_default()
    }
}

/// Blank is what ASCII calls white space: space, tab, LF, VT, FF, CR (M1).
const fn is_blank(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ')
}

fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

fn trim_end(text: &str) -> &str {
    text.trim_end_matches(is_blank)
}

fn kind(tag: &Tag<'_>) -> Option<BlockKind> {
    Some(match tag {
        Tag::Heading { level, .. } => BlockKind::Heading { level: *level as u8, title: String::new() },
        Tag::Paragraph => BlockKind::Paragraph,
        Tag::CodeBlock(kind) => BlockKind::Code { fenced: matches!(kind, CodeBlockKind::Fenced(_)) },
        Tag::List(first) => BlockKind::List { ordered: first.is_some() },
        Tag::Item => BlockKind::Item { checked: None },
        Tag::BlockQuote(_) => BlockKind::Quote,
        Tag::FootnoteDefinition(_) => BlockKind::Footnote,
        Tag::Table(_) => BlockKind::Table,
        Tag::HtmlBlock => BlockKind::Html,
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
