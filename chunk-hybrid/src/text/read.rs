//! Finds the blocks of a document, line by line, and then its sections. The reader of Markdown says which of its blocks each
//! line is in. Inside what that takes for text, lines that people write as rows, items, titles or entries of a log are found by their own
//! form ([`line`](super::line)).

mod promote;
mod sections;

use crate::text::{Block, BlockKind, Marker, indent, is_definition, is_frame, item, label_of, marker, time};
use chunk_core::{
    is_white_space,
    markdown::{self, BlockKind as Markdown},
    slice, unicode,
};
use promote::is_title;
use sections::nest;
pub(super) use sections::sections;
use std::ops::Range;

/// The blocks of `text[body..]`.
pub(super) fn blocks(text: &str, body: usize) -> (Vec<Block>, Vec<markdown::Block>) {
    let tree = markdown::blocks(text, body);
    let mut reader =
        Reader { text, blocks: Vec::new(), leaf: None, own_items: Vec::new(), after_blank: true };
    // The blocks of Markdown around the line at hand, from the outermost, and the index of the next one.
    let (mut open, mut next): (Vec<usize>, usize) = (Vec::new(), 0);
    let mut at = body;
    for line in slice(text, body..text.len()).split_inclusive('\n') {
        let span = at..at + line.trim_end_matches('\n').len();
        at += line.len();
        let is_over = |index: &mut usize| tree.get(*index).is_none_or(|block| block.lines.end < span.start);
        while open.pop_if(is_over).is_some() {}
        let known = open.len();
        while tree.get(next).is_some_and(|block| block.lines.start <= span.start) {
            open.push(next);
            next += 1;
        }
        if slice(text, span.clone()).chars().all(is_white_space) {
            reader.after_blank = true;
        } else {
            reader.line(span, &open, known, &tree);
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
    nest(&mut reader.blocks);
    (reader.blocks, tree)
}

struct Reader<'t> {
    text: &'t str,
    /// The blocks so far. The next line may belong to the last one.
    blocks: Vec<Block>,
    /// The block of Markdown that the line before is in.
    leaf: Option<usize>,
    /// The columns of the items that are open and that only their form makes items, from the outermost.
    own_items: Vec<usize>,
    /// Whether the line before is blank.
    after_blank: bool,
}

impl Reader<'_> {
    /// Reads a line that is in the blocks `open` of the tree. Of these, the first `known` are those of the line before.
    fn line(&mut self, span: Range<usize>, open: &[usize], known: usize, tree: &[markdown::Block]) {
        let block = |at: usize| open.get(at).and_then(|&index| tree.get(index));
        let is =
            |at: usize, wanted: fn(&Markdown) -> bool| block(at).is_some_and(|block| wanted(&block.kind));
        let is_quoted = |kind: &Markdown| matches!(kind, Markdown::Quote | Markdown::Footnote);
        // A quote is one block, whatever is in it.
        let end = (0..open.len()).find(|&at| is(at, is_quoted)).map_or(open.len(), |at| at + 1);
        let leaf = end.checked_sub(1).and_then(|at| open.get(at)).copied();
        let (is_new, is_same) = (end > known, leaf == self.leaf && leaf.is_some());
        self.leaf = leaf;
        let items = (0..end).filter(|&at| is(at, |kind| matches!(kind, Markdown::Item { .. }))).count();
        let item = (known..end).rev().find(|&at| is(at, |kind| matches!(kind, Markdown::Item { .. })));
        if let Some(item) = item.and_then(block) {
            if is_frame(slice(self.text, item.start..span.end)) {
                return self.text(span, items - 1, true, false);
            }
            self.own_items.clear();
            return self.item(span, item, block(end - 1), items);
        }
        if self.underlines(slice(self.text, span.clone())) {
            return self.underline(span);
        }
        let Some(leaf) = leaf.and_then(|leaf| tree.get(leaf)) else {
            return self.text(span, items, false, is_same);
        };
        match &leaf.kind {
            Markdown::Heading { level, .. } if leaf.depth == 0 && is_new => {
                self.own_items.clear();
                let source = slice(self.text, leaf.start..span.end);
                let text = span.end - source.trim_start_matches('#').trim_start_matches([' ', '\t']).len();
                let is_atx = source.starts_with('#');
                self.push(BlockKind::Heading(*level), span, if is_atx { text } else { leaf.start }, 0, None);
            }
            Markdown::Code { fenced: true } if is_new => {
                self.push(BlockKind::Code, span, leaf.start, items, None);
                let is_closed = is_closed(slice(self.text, leaf.start..leaf.lines.end));
                if let Some(last) = self.blocks.last_mut() {
                    last.unclosed = !is_closed;
                }
            }
            Markdown::Heading { .. } if leaf.depth == 0 => self.extend(span.end),
            Markdown::Code { fenced: true } => self.extend(span.end),
            Markdown::Table => {
                let text = span.start + indent(slice(self.text, span.clone())).1;
                self.push(BlockKind::Row, span, text, items, None)
            }
            Markdown::Rule => self.push(BlockKind::Rule, span, leaf.start, items, None),
            Markdown::Definitions if is_definition(unicode::trim(slice(self.text, span.clone()))) => {
                let goes_on = self.follows(|last| last.kind == BlockKind::Definition);
                match goes_on {
                    true => self.extend(span.end),
                    false => self.push(BlockKind::Definition, span, leaf.start, items, None),
                }
            }
            Markdown::Paragraph => self.text(span, items, leaf.depth == 0, is_same),
            _ => self.text(span, items, false, is_same),
        }
    }

    /// The first line of an item of Markdown, with what is in it on that line.
    fn item(
        &mut self,
        span: Range<usize>,
        item: &markdown::Block,
        inner: Option<&markdown::Block>,
        items: usize,
    ) {
        let number = marker(slice(self.text, item.start..span.end)).and_then(|(marker, _)| marker.number());
        let Markdown::Item { checked } = item.kind else { return };
        let marker = match (checked, number) {
            (Some(checked), number) => Marker::Task { checked, number },
            (None, Some(number)) => Marker::Number { number, above: 0 },
            (None, None) => Marker::Bullet,
        };
        let text = inner.map_or(span.end, |inner| inner.start);
        let text = if text == item.start { span.end } else { text };
        self.push(BlockKind::Item, span, text, items, Some(marker));
    }

    /// Whether a line makes a heading of the line above, which Markdown takes for an item: `1. Notes` above a line of `-` or `=`, or a
    /// bullet above `=`. It is one whatever its text (H18).
    fn underlines(&self, line: &str) -> bool {
        let line = unicode::trim(line);
        let is_all = |mark: u8| line.len() > 2 && line.bytes().all(|byte| byte == mark);
        let is_numbered = |last: &Block| matches!(last.marker, Some(Marker::Number { .. } | Marker::Letter));
        (is_all(b'=') || is_all(b'-'))
            && self.follows(|last| {
                last.kind == BlockKind::Item
                    && !slice(self.text, last.span()).contains('\n')
                    && (is_all(b'=') || is_numbered(last))
            })
    }

    fn underline(&mut self, span: Range<usize>) {
        let level = if slice(self.text, span.clone()).contains('=') { 1 } else { 2 };
        let Some(last) = self.blocks.last_mut() else { return };
        last.kind = BlockKind::Heading(level);
        last.end = span.end;
        // The number of an item is a part of the title.
        (last.text, last.marker, last.items) = (last.start, None, 0);
        last.text += indent(slice(self.text, last.start..last.end)).1;
        last.in_item = false;
        self.own_items.clear();
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
                if goes_on && time::stamp_at_start(line).is_none() && label_of(line).is_none() {
                    return self.extend(span.end);
                }
                let own = self.own_items.iter().filter(|&&item| columns > item).count();
                self.push(BlockKind::Paragraph, span, start, items + own, None);
                if let Some(last) = self.blocks.last_mut() {
                    last.is_alone = is_paragraph && self.after_blank;
                }
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
        let Some(block) = self.blocks.last_mut().filter(|block| block.is_alone && block.items == 0) else {
            return;
        };
        let source = slice(self.text, block.text..block.end);
        if is_title(unicode::trim(source), next_is_text) {
            block.kind = BlockKind::Heading(super::line::LOOSE);
            block.text += source.len() - source.trim_start_matches(['*', '_']).len();
        }
    }
}

/// Whether the last line of a fence closes it.
fn is_closed(fence: &str) -> bool {
    let Some(mark) = fence.chars().next() else { return false };
    let length = |line: &str| line.len() - line.trim_start_matches(mark).len();
    let Some((_, last)) = fence.rsplit_once('\n') else { return false };
    let last = unicode::trim(last);
    length(last) == last.len() && last.len() >= length(fence)
}
