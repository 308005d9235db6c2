//! Finds the blocks of a document, line by line, and then its sections. The reader of Markdown says which of its blocks each
//! line is in. Inside what that takes for text, lines that people write as rows, items, titles or entries of a log are found by their own
//! form ([`line`](super::line)).

use crate::Dictionary;
use crate::text::line::{indent, is_definition, is_frame, is_title, item, label_of, marker, plain_label_of};
use crate::text::{Block, BlockKind, LOOSE, Marker, Section, time};
use chunk_core::{
    MetadataBounds, is_white_space,
    markdown::{self, BlockKind as Markdown},
    slice, unicode,
};
use regex::Regex;
use std::{mem, ops::Range, ptr, sync::LazyLock};

/// The blocks of `text[body..]`.
pub(super) fn blocks(text: &str, body: usize) -> (Vec<Block>, Vec<markdown::Block>) {
    let tree = markdown::blocks(text, body);
    let mut reader = Reader {
        text,
        blocks: Vec::new(),
        leaf: None,
        own_items: Vec::new(),
        after_blank: true,
        may_be_title: false,
    };
    // The blocks of Markdown around the line at hand, from the outermost, and those that come after it.
    let (mut open, mut rest) = (Vec::new(), tree.iter().peekable());
    let mut at = body;
    for line in slice(text, body..text.len()).split_inclusive('\n') {
        let span = at..at + line.trim_end_matches('\n').len();
        at += line.len();
        while open.pop_if(|block: &mut &markdown::Block| block.lines.end < span.start).is_some() {}
        let known = open.len();
        while let Some(block) = rest.next_if(|block| block.lines.start <= span.start) {
            open.push(block);
        }
        if slice(text, span.clone()).chars().all(is_white_space) {
            reader.after_blank = true;
        } else {
            reader.line(span, &open, known);
            reader.after_blank = false;
        }
    }
    reader.finish_last(false);
    let mut head = None;
    for (number, block) in reader.blocks.iter_mut().enumerate() {
        let own = slice(text, block.inner());
        head = (block.kind == BlockKind::Row).then(|| head.unwrap_or(number));
        (block.number, block.head) = (number, head.unwrap_or(number));
        block.label = label_of(own).map(|label| label.after(block.text));
        block.stamp = time::stamp_at_start(own);
    }
    let plain = |block: &Block| {
        let label = plain_label_of(slice(text, block.inner())).filter(|_| block.kind == BlockKind::Paragraph);
        label.map(|label| label.after(block.text))
    };
    let is_beside =
        |one: &Block, next: &Block| !next.after_blank && plain(one).is_some() && plain(next).is_some();
    for run in reader.blocks.chunk_by_mut(is_beside).filter(|run| run.len() > 1) {
        run.iter_mut().for_each(|block| block.label = plain(block));
    }
    nest(&mut reader.blocks);
    (reader.blocks, tree)
}

/// A name for the heading below it, in MyST (`(pumps)=`) or reStructuredText (`.. _pumps:`).
static ANCHOR: LazyLock<Regex> =
    LazyLock::new(|| crate::pattern(r"^(?:(?:\([^()\s]+\)=|\.\. _[^:\n]+:)\s*)+$"));

struct Reader<'t> {
    text: &'t str,
    /// The blocks so far. The next line may belong to the last one.
    blocks: Vec<Block>,
    /// The block of Markdown that the line before is in.
    leaf: Option<&'t markdown::Block>,
    /// The columns of the items that are open and that only their form makes items, from the outermost.
    own_items: Vec<usize>,
    /// Whether the line before is blank.
    after_blank: bool,
    /// Whether the last block is the first line of a paragraph that is in no other block, after a blank line.
    may_be_title: bool,
}

impl<'t> Reader<'t> {
    /// Reads a line that is in the blocks `open` of Markdown. Of these, the first `known` are those of the line before.
    fn line(&mut self, span: Range<usize>, open: &[&'t markdown::Block], known: usize) {
        // A quote is one block, whatever is in it.
        let is_quote = |block: &&markdown::Block| matches!(block.kind, Markdown::Quote | Markdown::Footnote);
        let end = open.iter().position(is_quote).map_or(open.len(), |at| at + 1);
        let open = open.get(..end).unwrap_or_default();
        let Some(&leaf) = open.last() else { return };
        let is_new = end > known;
        let is_same = self.leaf.replace(leaf).is_some_and(|before| ptr::eq(before, leaf));
        let checked = |block: &&markdown::Block| match block.kind {
            Markdown::Item { checked } => Some((block.start, checked)),
            _ => None,
        };
        let items = open.iter().filter_map(checked).count();
        if let Some((start, checked)) = open.iter().skip(known).rev().find_map(checked) {
            let source = slice(self.text, start..span.end);
            if is_frame(source) {
                return self.text(span, items - 1, true, false);
            }
            self.own_items.clear();
            let marker = match (checked, marker(source).and_then(|(marker, _)| marker.number())) {
                (Some(checked), number) => Marker::Task { checked, number },
                (None, Some(number)) => Marker::Number { number, above: 0 },
                (None, None) => Marker::Bullet,
            };
            let text = if leaf.start == start { span.end } else { leaf.start };
            return self.push(BlockKind::Item, span, text, items, Some(marker));
        }
        if self.underlines(&span) {
            return;
        }
        match &leaf.kind {
            Markdown::Heading { level, .. } if leaf.depth == 0 && is_new => {
                self.own_items.clear();
                let anchor = self.blocks.pop_if(|last| ANCHOR.is_match(slice(self.text, last.span())));
                let span = anchor.map_or(span.start, |anchor| anchor.start)..span.end;
                let source = slice(self.text, leaf.start..span.end);
                let text = span.end - source.trim_start_matches('#').trim_start_matches([' ', '\t']).len();
                let is_atx = source.starts_with('#');
                self.push(BlockKind::Heading(*level), span, if is_atx { text } else { leaf.start }, 0, None);
            }
            Markdown::Code { fenced: true } if is_new => {
                self.push(BlockKind::Code, span, leaf.start, items, None);
            }
            Markdown::Heading { .. } if leaf.depth == 0 => self.extend(span.end),
            Markdown::Code { fenced: true } => self.extend(span.end),
            Markdown::Table => {
                let text = span.start + indent(slice(self.text, span.clone())).1;
                self.push(BlockKind::Row, span, text, items, None)
            }
            Markdown::Rule => self.push(BlockKind::Rule, span, leaf.start, items, None),
            Markdown::Definitions if is_definition(unicode::trim(slice(self.text, span.clone()))) => {
                match self.follows(|last| last.kind == BlockKind::Definition) {
                    true => self.extend(span.end),
                    false => self.push(BlockKind::Definition, span, leaf.start, items, None),
                }
            }
            kind => self.text(span, items, *kind == Markdown::Paragraph && leaf.depth == 0, is_same),
        }
    }

    /// Makes a heading of the line above, which Markdown takes for an item: `1. Notes` above a line of `-` or `=`, or a bullet above `=`. It is one
    /// whatever its text (H18). Whether this line is such a line.
    fn underlines(&mut self, span: &Range<usize>) -> bool {
        let line = unicode::trim(slice(self.text, span.clone()));
        let is_all = |mark: u8| line.len() > 2 && line.bytes().all(|byte| byte == mark);
        let is_numbered = |last: &Block| matches!(last.marker, Some(Marker::Number { .. } | Marker::Letter));
        let is_item = |last: &Block| {
            last.kind == BlockKind::Item
                && !slice(self.text, last.span()).contains('\n')
                && (is_all(b'=') || is_all(b'-') && is_numbered(last))
        };
        if !self.follows(is_item) {
            return false;
        }
        self.own_items.clear();
        if let Some(last) = self.blocks.last_mut() {
            // The number of an item is a part of the title.
            let text = last.start + indent(slice(self.text, last.start..last.end)).1;
            let kind = BlockKind::Heading(if is_all(b'=') { 1 } else { 2 });
            *last = Block { kind, text, end: span.end, marker: None, items: 0, in_item: false, ..*last };
        }
        true
    }

    /// A line that is text for Markdown.
    fn text(&mut self, span: Range<usize>, items: usize, is_paragraph: bool, is_same: bool) {
        let line = slice(self.text, span.clone());
        let (columns, spaces) = indent(line);
        let start = span.start + spaces;
        // After a blank line, only what is indented below an item's mark belongs to the item.
        if self.after_blank && self.own_items.last().is_some_and(|&item| columns <= item) {
            self.own_items.clear();
        }
        match item(line) {
            _ if slice(line, spaces..line.len()).starts_with('|') => {
                self.push(BlockKind::Row, span, start, items, None);
            }
            Some((marker, at)) if self.is_item(marker) => {
                self.own_items.retain(|&outer| outer < columns);
                let depth = items + self.own_items.len() + 1;
                self.push(BlockKind::Item, span.clone(), span.start + at, depth, Some(marker));
                self.own_items.push(columns);
            }
            _ => {
                let goes_on = is_same
                    && self.follows(|last| matches!(last.kind, BlockKind::Paragraph | BlockKind::Item));
                let line = slice(self.text, start..span.end);
                let last = self.blocks.last().map_or(0..0, Block::inner);
                let is_label = || {
                    label_of(line).is_some()
                        || [line, slice(self.text, last)].iter().all(|own| plain_label_of(own).is_some())
                };
                if goes_on && time::stamp_at_start(line).is_none() && !is_label() {
                    return self.extend(span.end);
                }
                let items = items + self.own_items.iter().filter(|&&item| columns > item).count();
                self.push(BlockKind::Paragraph, span, start, items, None);
                self.may_be_title = is_paragraph && self.after_blank && items == 0;
            }
        }
    }

    /// Whether the last block is as wanted, and no blank line is between.
    fn follows(&self, is_wanted: impl FnOnce(&Block) -> bool) -> bool {
        !self.after_blank && self.blocks.last().is_some_and(is_wanted)
    }

    /// A numbered line right below a paragraph's is an item only if it starts a list or continues one: `1999. Then` is text.
    fn is_item(&self, marker: Marker) -> bool {
        let after_text = self.follows(|last| last.kind == BlockKind::Paragraph);
        let starts = !matches!(marker, Marker::Number { number, .. } if number > 1);
        !after_text || !self.own_items.is_empty() || starts
    }

    fn extend(&mut self, end: usize) {
        if let Some(block) = self.blocks.last_mut() {
            block.end = end;
        }
    }

    fn push(
        &mut self,
        kind: BlockKind,
        span: Range<usize>,
        text: usize,
        items: usize,
        marker: Option<Marker>,
    ) {
        self.finish_last(kind != BlockKind::Rule);
        let (columns, _) = indent(slice(self.text, span.clone()));
        self.blocks.push(Block {
            kind,
            start: span.start,
            end: span.end,
            text,
            indent: columns,
            marker,
            items,
            in_item: items > usize::from(kind == BlockKind::Item),
            after_blank: self.after_blank,
            ..Block::default()
        });
    }

    /// Completes the last block: a paragraph that is written as a heading becomes one.
    fn finish_last(&mut self, next_is_text: bool) {
        let may_be_title = mem::take(&mut self.may_be_title) && next_is_text;
        let Some(block) = self.blocks.last_mut().filter(|_| may_be_title) else { return };
        let source = slice(self.text, block.text..block.end);
        if is_title(unicode::trim(source)) {
            block.kind = BlockKind::Heading(LOOSE);
            block.text += source.len() - source.trim_start_matches(['*', '_']).len();
        }
    }
}

/// How deep a block is: none before it that is deeper, or as deep, holds it. Headings come first by their levels, then entries of a log, then
/// items by how many are around them.
const fn depth(block: &Block) -> usize {
    const STAMPED: usize = 8;
    match block.kind {
        BlockKind::Heading(level) => level as usize,
        BlockKind::Item => STAMPED + block.items,
        _ if block.is_stamped() && block.items == 0 => STAMPED,
        _ => STAMPED + block.items + 1,
    }
}

/// Finds for each block the one that it is inside, and the next one that is not inside it.
fn nest(blocks: &mut [Block]) {
    // The blocks around the one at hand, from the outermost.
    let mut open: Vec<usize> = Vec::new();
    for index in 0..=blocks.len() {
        let own = blocks.get(index).map_or(0, depth);
        let is_over = |outer: &&usize| blocks.get(**outer).is_some_and(|outer| depth(outer) >= own);
        let first = open.len() - open.iter().rev().take_while(is_over).count();
        for over in open.drain(first..) {
            blocks.get_mut(over).into_iter().for_each(|over| over.next = index);
        }
        if let Some(block) = blocks.get_mut(index) {
            block.parent = open.last().copied();
            open.push(index);
        }
    }
}

/// The sections of these blocks. `tree` are the document's blocks of Markdown.
pub(super) fn sections(text: &str, blocks: &[Block], tree: Vec<markdown::Block>) -> Vec<Section> {
    let names = tree.into_iter().filter_map(|block| match block.kind {
        Markdown::Heading { title, .. } => Some((block.lines.start, title)),
        _ => None,
    });
    let mut names: Dictionary<usize, String> = names.collect();
    let mut sections: Vec<Section> = Vec::new();
    for block in blocks {
        let Some(level) = block.level() else { continue };
        let line_start = slice(text, 0..block.text).rfind('\n').map_or(0, |end| end + 1);
        let index_of = |heading: usize| sections.binary_search_by_key(&heading, |section| section.heading);
        let parent = block.parent.and_then(|heading| index_of(heading).ok());
        let written = title(slice(text, block.inner()));
        let own = || written.trim_matches(['*', '_']).to_owned();
        let name = if level == LOOSE { own() } else { names.remove(&line_start).unwrap_or_else(own) };
        sections.push(Section {
            level,
            name: name.strip_suffix(':').map_or(name.as_str(), unicode::trim_end).to_owned(),
            heading: block.number,
            start: block.start,
            title: block.text..block.text + written.len(),
            parent,
            depth: parent.and_then(|parent| sections.get(parent)).map_or(0, |around| around.depth) + 1,
        });
    }
    sections
}

/// The title that a heading's text starts with.
fn title(text: &str) -> &str {
    let first_line = text.lines().next().unwrap_or_default();
    // Everything below a heading reads its title, and metadata hold no more of it (C1): so no more is read.
    MetadataBounds::looked_at(without_closing(first_line))
}

/// A heading's line without what closes it (`Pumps ##`, `Pumps:`, `Pumps**`). Marks that were opened in the title stay (`**Pumps**`), and so does a
/// `#` right after a word (`C#`).
fn without_closing(line: &str) -> &str {
    let line = unicode::trim_end(line);
    let open = line.trim_end_matches('#');
    let line = if open.is_empty() || open.ends_with([' ', '\t']) { unicode::trim_end(open) } else { line };
    let bare = line.trim_end_matches(['*', '_', ':', '=', '-', ' ', '\t']);
    if bare.contains(['*', '_']) { line.strip_suffix(':').unwrap_or(line) } else { bare }
}
