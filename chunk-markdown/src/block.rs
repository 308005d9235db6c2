//! The blocks of a document (M2), as runs of whole source lines.

use chunk_core::{LONGEST_METADATA, SmallRange};
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    pub(crate) lines: SmallRange,
    /// Index of the block behind it and everything inside it.
    pub(crate) next: u32,
}

impl Block {
    /// From the start of its first line to the end of its last non-blank one.
    pub(crate) const fn lines(&self) -> Range<usize> {
        self.lines.range()
    }
}

/// A top-level heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    /// Where its first line starts.
    pub(crate) start: u32,
    pub(crate) level: u8,
    /// Whether it stands directly behind another heading: no block between them.
    pub(crate) continues_run: bool,
    /// Whether what it says may depend on a definition that stands elsewhere.
    pub(crate) refers_elsewhere: bool,
    /// Where its title stands among the titles.
    pub(crate) title: SmallRange,
}

/// All blocks of a document, each followed by those inside it, and tables of what is asked for by place.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Blocks {
    pub(crate) blocks: Vec<Block>,
    pub(crate) headings: Vec<Heading>,
    /// The titles of the headings, one behind the other.
    pub(crate) titles: String,
    /// Lines of the code blocks at any depth, ascending.
    pub(crate) code: Vec<SmallRange>,
    /// Lines of the tables at any depth, ascending.
    pub(crate) tables: Vec<SmallRange>,
    /// Where the second and later sentences of the paragraphs at any depth start, ascending.
    pub(crate) sentences: Vec<u32>,
}

impl Blocks {
    pub(crate) fn get(&self, index: usize) -> Option<&Block> {
        self.blocks.get(index)
    }

    /// The lines of a heading, and of definitions directly above it: behind these its first line is text, whatever it begins with.
    pub(crate) fn lines_of(&self, heading: &Heading) -> Range<usize> {
        // What stands in a top-level block stands behind it, and starts no earlier.
        let index = self.blocks.partition_point(|block| block.lines.start < heading.start);
        let Some(lines) = self.get(index).map(Block::lines) else { return 0..0 };
        let above = index.checked_sub(1).and_then(|above| self.get(above));
        let above =
            above.filter(|above| above.kind == Kind::Definitions && above.lines().end + 1 == lines.start);
        above.map_or(lines.start, |above| above.lines().start)..lines.end
    }

    pub(crate) fn title(&self, heading: &Heading) -> &str {
        chunk_core::slice(&self.titles, heading.title.range())
    }

    /// The blocks in `range`, with their indices, without those inside them.
    pub(crate) fn siblings(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &Block)> {
        let mut at = range.start;
        std::iter::from_fn(move || {
            let index = at;
            let block = self.blocks.get(index).filter(|_| index < range.end)?;
            at = block.next as usize;
            Some((index, block))
        })
    }

    pub(crate) fn top_level(&self) -> impl Iterator<Item = (usize, &Block)> {
        self.siblings(0..self.blocks.len())
    }

    /// The blocks directly inside the block `index`.
    pub(crate) fn children(&self, index: usize) -> impl Iterator<Item = (usize, &Block)> {
        self.siblings(index + 1..self.get(index).map_or(0, |block| block.next as usize))
    }

    /// Whether a code block starts in `range`.
    pub(crate) fn holds_code(&self, range: Range<usize>) -> bool {
        let first = self.code.partition_point(|code| code.range().start < range.start);
        self.code.get(first).is_some_and(|code| code.range().start < range.end)
    }

    /// Where the second and later sentences inside `range` start.
    pub(crate) fn sentences_in(&self, range: Range<usize>) -> &[u32] {
        let before = self.sentences_before(range.end);
        let from = before.partition_point(|&at| (at as usize) < range.start);
        before.get(from..).unwrap_or_default()
    }

    /// Where those before the byte `end` start.
    pub(crate) fn sentences_before(&self, end: usize) -> &[u32] {
        let to = self.sentences.partition_point(|&at| (at as usize) < end);
        self.sentences.get(..to).unwrap_or_default()
    }
}

/// The one of `spans`, which are apart and ascend, in which the byte `at` lies.
pub(crate) fn around(spans: &[SmallRange], at: usize) -> Option<Range<usize>> {
    let before = spans.partition_point(|span| span.range().start <= at);
    spans.get(before.checked_sub(1)?).map(|span| span.range()).filter(|range| at < range.end)
}

/// Adds `text` to the title of `heading`, which is the last one in `titles`. Nothing is kept of what no record can hold
/// (C1).
pub(crate) fn add_to_title(heading: &mut Heading, titles: &mut String, text: &str) {
    let start = heading.title.range().start;
    let longest = start + char::MAX.len_utf8() * (LONGEST_METADATA + 1);
    let room = text.floor_char_boundary(longest.saturating_sub(titles.len()));
    titles.push_str(chunk_core::slice(text, 0..room));
    heading.title = SmallRange::new(&(start..titles.len()));
}
