//! Finds the blocks of a document, line by line, and then its sections. [`line`](super::line) says what a line is by itself; here it is
//! decided what it is after the lines before it.

mod promote;
mod roman;
mod section;

use crate::text::{
    block::{Block, BlockKind, Section},
    line::{Line, Marker, classify, indent, label_of},
    time,
    word::Words,
};
use chunk_core::{positions, slice, unicode};
use promote::promote;
use roman::Numerals;
use section::sections;
use std::ops::Range;

/// The blocks and sections of `text[body..]`.
pub(crate) fn scan(text: &str, body: usize, words: &Words) -> (Vec<Block>, Vec<Section>) {
    let (list, numerals) = (Vec::new(), Numerals::default());
    let mut scan = Scan { text, blocks: Vec::new(), fence: None, list, numerals, after_blank: true };
    let mut start = body;
    let ends = positions(text.as_bytes().get(body..).unwrap_or_default(), |byte| byte == b'\n');
    for end in ends.map(|end| body + end).chain([text.len()]) {
        if start < text.len() {
            scan.line(start..end);
        }
        start = end + 1;
    }
    let is_open = scan.fence.is_some();
    if let Some(block) = scan.blocks.last_mut().filter(|_| is_open) {
        block.unclosed = true;
    }
    scan.finish_last(false);
    let mut blocks = scan.blocks;
    let mut word = 0;
    for (number, block) in blocks.iter_mut().enumerate() {
        block.number = number;
        // Every word lies in a block, and none goes over a line end.
        let count = words.all().after(word).before(block.end);
        block.words = (word, word + count);
        word += count;
    }
    let sections = sections(text, &blocks);
    (blocks, sections)
}

struct Scan<'t> {
    text: &'t str,
    /// The blocks so far. The next line may belong to the last one.
    blocks: Vec<Block>,
    /// The character and length of the fence that is open, if one is.
    fence: Option<(u8, usize)>,
    /// The columns of the marks of the list items that are open, outermost first.
    list: Vec<usize>,
    numerals: Numerals,
    /// Whether the line before was blank.
    after_blank: bool,
}

impl Scan<'_> {
    fn line(&mut self, span: Range<usize>) {
        let line = slice(self.text, span.clone());
        let (columns, spaces) = indent(line);
        let kind = classify(line);
        if let Some((mark, length)) = self.fence {
            self.extend(span.end);
            let closes = matches!(kind, Line::Fence(this, long) if this == mark && long >= length)
                && unicode::trim(line).bytes().all(|byte| byte == mark);
            if closes {
                self.fence = None;
                self.after_blank = false;
            }
            return;
        }
        if kind == Line::Blank {
            self.after_blank = true;
            return;
        }
        let below = slice(self.text, span.end..self.text.len());
        let kind = self.numerals.item(slice(line, spaces..line.len()), spaces, below).unwrap_or(kind);
        // After a blank line, only what is indented below an item's mark belongs to the item.
        let in_item = self.list.last().is_some_and(|&item| columns > item);
        if self.after_blank && !in_item && !matches!(kind, Line::Item(..)) {
            self.list.clear();
        }
        let text = span.start + spaces;
        match kind {
            Line::Blank => {}
            Line::Heading(level, at) if columns < 4 => {
                self.list.clear();
                self.push(BlockKind::Heading(level), span.clone(), span.start + at, columns, None);
            }
            Line::DoubleRule | Line::Rule if self.underlines(kind) => self.underline(kind, span.end),
            Line::DoubleRule | Line::Rule => self.push(BlockKind::Rule, span, text, columns, None),
            Line::Fence(mark, length) => {
                self.fence = Some((mark, length));
                self.push(BlockKind::Code, span, text, columns, None);
            }
            Line::Row => self.push(BlockKind::Row, span, text, columns, None),
            Line::Definition => self.push(BlockKind::Definition, span, text, columns, None),
            Line::Item(marker, at) if self.is_item(marker) => {
                self.list.retain(|&outer| outer < columns);
                self.push(BlockKind::Item, span.clone(), span.start + at, columns, Some(marker));
                self.list.push(columns);
            }
            Line::Item(..) | Line::Heading(..) | Line::Text => self.text_line(span, text, columns),
        }
        self.after_blank = false;
    }

    /// Whether the last block is as wanted, and no blank line stands between.
    fn follows(&self, is_wanted: impl FnOnce(&Block) -> bool) -> bool {
        !self.after_blank && self.blocks.last().is_some_and(is_wanted)
    }

    /// A numbered line right below a paragraph's is an item only if it starts a list or continues one: `1999. Then` is text.
    fn is_item(&self, marker: Marker) -> bool {
        let after_text = self.follows(|block| block.kind == BlockKind::Paragraph);
        !after_text || !self.list.is_empty() || !matches!(marker, Marker::Number { number, .. } if number > 1)
    }

    fn text_line(&mut self, span: Range<usize>, text: usize, columns: usize) {
        let line = slice(self.text, text..span.end);
        let goes_on = self.follows(|block| match block.kind {
            BlockKind::Paragraph => slice(self.text, block.inner()).starts_with('>') == line.starts_with('>'),
            BlockKind::Item => true,
            _ => false,
        });
        if goes_on && time::stamp_at_start(line).is_none() && label_of(line).is_none() {
            self.extend(span.end);
        } else {
            self.push(BlockKind::Paragraph, span, text, columns, None);
        }
    }

    /// Whether a line of `---` or `===` makes a heading of the line above. That is a paragraph of one line, or a numbered item, such as
    /// `1.0 Notes`. A bulleted item becomes a heading only by `===`, for `---` may stand below a list.
    fn underlines(&self, rule: Line) -> bool {
        self.follows(|block| match block.kind {
            _ if slice(self.text, block.span()).contains('\n') => false,
            BlockKind::Paragraph => true,
            BlockKind::Item => {
                rule == Line::DoubleRule
                    || matches!(block.marker, Some(Marker::Number { .. } | Marker::Letter(_)))
            }
            _ => false,
        })
    }

    fn underline(&mut self, rule: Line, end: usize) {
        let level = if rule == Line::DoubleRule { 1 } else { 2 };
        if let Some(block) = self.blocks.last_mut() {
            block.kind = BlockKind::Heading(level);
            block.end = end;
            // The number of an item is a part of the title.
            if block.marker.take().is_some() {
                let (_, spaces) = indent(slice(self.text, block.span()));
                block.text = block.start + spaces;
                block.in_item = false;
            }
        }
        self.list.clear();
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
        indent: usize,
        marker: Option<Marker>,
    ) {
        self.finish_last(kind != BlockKind::Rule);
        self.blocks.push(Block {
            kind,
            start: span.start,
            end: span.end,
            text,
            indent,
            marker,
            in_item: self.list.last().is_some_and(|&item| indent > item),
            after_blank: self.after_blank,
            unclosed: false,
            words: (0, 0),
            number: 0,
        });
    }

    /// Completes the last block.
    fn finish_last(&mut self, next_is_text: bool) {
        if let Some(block) = self.blocks.last_mut() {
            promote(self.text, block, next_is_text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{
        document::{Document, ParsedContent},
        line::LOOSE,
    };

    fn kinds(text: &str) -> Vec<(BlockKind, &str)> {
        let words = Words::new(text, 0, &Default::default());
        scan(text, 0, &words).0.iter().map(|block| (block.kind, &text[block.span()])).collect()
    }

    #[test]
    fn blocks_tile_the_text_that_is_not_blank() {
        use BlockKind::*;
        let text = "# One\ntext\ngoes on\n\n- item\n  goes on\n  - nested\n\n  more\n\nafter\n```\n# code\n\n```\n| a |\n|---|\n";
        let expected = [
            (Heading(1), "# One"),
            (Paragraph, "text\ngoes on"),
            (Item, "- item\n  goes on"),
            (Item, "  - nested"),
            (Paragraph, "  more"),
            (Paragraph, "after"),
            (Code, "```\n# code\n\n```"),
            (Row, "| a |"),
            (Row, "|---|"),
        ];
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn titles_without_hashes() {
        use BlockKind::*;
        let text = "Setext\n======\n\n**Plan**\n\nDo it.\n\nSteps:\n1. a\n";
        let found = kinds(text);
        let headings: Vec<_> = found.iter().filter(|(kind, _)| matches!(kind, Heading(_))).collect();
        assert_eq!(
            headings,
            [&(Heading(1), "Setext\n======"), &(Heading(LOOSE), "**Plan**"), &(Heading(LOOSE), "Steps:"),]
        );
    }

    #[test]
    fn stamped_and_labelled_lines_begin_blocks() {
        let text = "10:00 start\n10:05 next\nAlice: hi\nBob: yes\nand more";
        let found: Vec<_> = kinds(text).into_iter().map(|(_, text)| text).collect();
        assert_eq!(found, ["10:00 start", "10:05 next", "Alice: hi", "Bob: yes\nand more"]);
    }

    #[test]
    fn a_number_inside_a_paragraph_is_text() {
        assert_eq!(kinds("It was\n1999. Then came\n1. one\n2. two").len(), 3);
    }

    #[test]
    fn sections_nest_by_level() {
        let text = "# A\n## B\n### C\n## D\n# E\nx";
        let content = ParsedContent::new(Document::new("a.md", text));
        let sections = content.sections();
        let shape: Vec<_> = sections
            .iter()
            .map(|section| (&text[section.title()], section.parent(), section.depth()))
            .collect();
        assert_eq!(
            shape,
            [("A", None, 1), ("B", Some(0), 2), ("C", Some(1), 3), ("D", Some(0), 2), ("E", None, 1)]
        );
    }
}
