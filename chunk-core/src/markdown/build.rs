//! From the parser's events to blocks.

use super::{Block, BlockKind, seen::seen};
use crate::{LONGEST_METADATA, slice};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::{iter, ops::Range};

const OPTIONS: Options =
    Options::ENABLE_TABLES.union(Options::ENABLE_FOOTNOTES).union(Options::ENABLE_TASKLISTS);

pub(super) fn blocks(text: &str, start: usize) -> Vec<Block> {
    let markdown = seen(slice(text, start..text.len()));
    let mut reader = Reader {
        lines: Lines::new(text, start),
        text,
        blocks: Vec::new(),
        open: Vec::new(),
        tight: None,
        hidden: 0,
    };
    for (event, range) in Parser::new_ext(&markdown, OPTIONS).into_offset_iter() {
        let shown = slice(&markdown, range.clone());
        reader.take(event, range.start + start..range.end + start, shown);
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
    /// If the last of them is the paragraph of an item, of which the parser reports the inlines alone: where these end so far.
    tight: Option<usize>,
    /// How many blocks are open that the parser reports inside a block that can hold none, as it does in some tables.
    hidden: usize,
}

impl Reader<'_> {
    /// Takes an event about `range`, of which the parser was shown `shown`.
    fn take(&mut self, event: Event<'_>, range: Range<usize>, shown: &str) {
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
            Event::Text(text) => {
                // A title has what the document has, where the parser was shown a letter for it.
                let own = slice(self.text, range.clone());
                self.extend_title(if *text == *shown && !own.contains('\r') { own } else { &text });
                self.inline(&range);
            }
            Event::Code(text) => {
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
        let end = if end <= first.end { first.end } else { self.lines.around(end - 1).end };
        let lines = first.start.max(before)..end;
        // Of `[^a]: [^b]: text` the parser makes two footnotes on one line, the first of them empty: it is left out. The same holds for
        // all blocks that end on the line where they start because another one, which is not inside them, starts there too.
        let depth = self.open.len();
        while self.blocks.pop_if(|last| last.depth >= depth && last.lines.start == lines.start).is_some() {}
        self.open.push(self.blocks.len());
        self.blocks.push(Block { kind, lines, start, depth, next: 0 });
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
        if let Some(end) = &mut self.tight {
            *end = range.end.max(*end);
        } else if self.hidden == 0
            && self.last_open().is_some_and(|last| matches!(last.kind, BlockKind::Item { .. }))
        {
            // The parser's range of text that begins with an escaped character begins after the backslash.
            let is_escaped = slice(self.text, 0..range.start).ends_with('\\');
            self.open(BlockKind::Paragraph, &(range.start - usize::from(is_escaped)..range.end));
            self.tight = Some(range.end);
        }
    }

    fn end_tight(&mut self) {
        let Some(end) = self.tight.take() else { return };
        let end = self.lines.around(end.saturating_sub(1)).end;
        if let Some(paragraph) = self.open.pop().and_then(|index| self.blocks.get_mut(index)) {
            paragraph.lines.end = paragraph.lines.end.max(end);
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
        let mut blocks = self.blocks;
        settle(&mut blocks, &self.lines);
        let definitions = definitions(&blocks, &self.lines);
        if !definitions.is_empty() {
            blocks.extend(definitions);
            // A block stays before those inside it. Two ascending runs are merged in linear time.
            blocks.sort_by_key(|block| block.lines.start);
            settle(&mut blocks, &self.lines);
        }
        blocks
    }
}

/// Sets [`Block::next`] of all blocks, and lets no block reach into the one after it, and each as far as those inside it. A list ends
/// with its last item: the parser's own range of it can hold the definitions of links that follow.
fn settle(blocks: &mut [Block], lines: &Lines) {
    // The index and depth of the blocks after the current one that are in none of the others after it, the nearest last, with their
    // starts and ends.
    let mut after: Vec<(usize, usize, Range<usize>)> = Vec::new();
    let count = blocks.len();
    for (index, block) in blocks.iter_mut().enumerate().rev() {
        let mut inside = None;
        while let Some((_, _, lines)) = after.pop_if(|(_, depth, _)| *depth > block.depth) {
            inside = Some(lines.end);
        }
        let is_list = matches!(block.kind, BlockKind::List { .. });
        let mut end = match inside {
            Some(inside) if is_list => inside,
            inside => inside.map_or(block.lines.end, |inside| inside.max(block.lines.end)),
        };
        let next = after.last();
        if let Some((_, _, next)) = next.filter(|(_, _, next)| next.start < end) {
            end = lines.end_before(next.start).max(lines.around(block.lines.start).end);
        }
        block.next = next.map_or(count, |(next, _, _)| *next);
        block.lines.end = end;
        after.push((index, block.depth, block.lines.clone()));
    }
}

/// The runs of lines that are in no block.
fn definitions(blocks: &[Block], lines: &Lines) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut covered = 0;
    let tops = super::top_level(blocks).filter_map(|index| Some(blocks.get(index)?.lines.clone()));
    for top in tops.chain(iter::once(usize::MAX..usize::MAX)) {
        for line in lines.starting_in(covered..top.start) {
            match found.last_mut() {
                Some(last) if last.lines.end + 1 == line.start => last.lines.end = line.end,
                _ => found.push(Block {
                    kind: BlockKind::Definitions,
                    start: line.start,
                    lines: line.clone(),
                    depth: 0,
                    next: 0,
                }),
            }
        }
        covered = top.end;
    }
    found
}

/// The lines of a text that are not blank.
struct Lines(Vec<Range<usize>>);

impl Lines {
    fn new(text: &str, start: usize) -> Self {
        let text = slice(text, start..text.len());
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
        let mut at = 0;
        let mut lines = Vec::new();
        for end in ends {
            if !trim_start(slice(text, at..end)).is_empty() {
                lines.push(start + at..start + end);
            }
            at = end + 1;
        }
        Self(lines)
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
