//! The body of a document (B2): its text, its blocks (B10), and where these let it be cut (B13).

use crate::redact;
use chunk_core::{
    CodePointIndex, is_white_space,
    markdown::{self, Block, BlockKind},
    slice,
    unicode::{trim_end, trim_start},
};

use std::{collections::BTreeSet, ops::Range};

/// The text after the front matter, redacted. All places are bytes of it.
pub(crate) struct Body<'b> {
    pub(crate) text: &'b str,
    pub(crate) blocks: Vec<Block>,
    /// The cuts of kind 1 (B13), ascending: ends of non-blank lines.
    pub(crate) block_ends: Vec<usize>,
    /// The lines of the fenced code blocks, in order.
    fences: Vec<Range<usize>>,
    /// For each line of a heading, from its last visible character to the next one: no piece may end there (B13).
    after_headings: Vec<Range<usize>>,
    /// The redaction markers, in order.
    markers: Vec<Range<usize>>,
    points: CodePointIndex<'b>,
}

impl<'b> Body<'b> {
    pub(crate) fn new(text: &'b str) -> Self {
        let blocks = markdown::blocks(text, 0);
        let fences = blocks.iter().filter(|block| matches!(block.kind, BlockKind::Code { fenced: true }));
        Self {
            text,
            block_ends: block_ends(text, &blocks),
            fences: fences.map(|block| block.lines.clone()).collect(),
            after_headings: after_headings(text, &blocks),
            markers: redact::markers(text).map(|(bytes, _)| bytes).collect(),
            points: CodePointIndex::new(text),
            blocks,
        }
    }

    pub(crate) fn slice(&self, bytes: Range<usize>) -> &'b str {
        slice(self.text, bytes)
    }

    /// The headings at document level: their levels and lines.
    pub(crate) fn headings(&self) -> impl Iterator<Item = (u8, Range<usize>)> {
        headings(&self.blocks)
    }

    /// How many characters a range has.
    pub(crate) fn chars(&self, bytes: &Range<usize>) -> usize {
        self.points.code_point(bytes.end) - self.points.code_point(bytes.start)
    }

    /// The byte `chars` characters after the byte `from`, or the end.
    pub(crate) fn forward(&self, from: usize, chars: usize) -> usize {
        self.points.byte(self.points.code_point(from) + chars)
    }

    /// The byte `chars` characters before the byte `from`, or the start.
    pub(crate) fn back(&self, from: usize, chars: usize) -> usize {
        self.points.byte(self.points.code_point(from).saturating_sub(chars))
    }

    /// The marker that `byte` would cut in two.
    pub(crate) fn marker_around(&self, byte: usize) -> Option<&Range<usize>> {
        last_before(&self.markers, byte).filter(|marker| byte < marker.end)
    }

    /// The fence that `byte` would cut in two.
    pub(crate) fn fence_around(&self, byte: usize) -> Option<&Range<usize>> {
        last_before(&self.fences, byte).filter(|fence| byte < fence.end)
    }

    /// Whether `byte` is right after a line of a heading: in the white space between that and the next text.
    pub(crate) fn follows_heading(&self, byte: usize) -> bool {
        last_before(&self.after_headings, byte + 1).is_some_and(|after| byte <= after.end)
    }

    /// `range` without the blank lines at its ends; empty if there are no others.
    pub(crate) fn without_blank_lines(&self, range: Range<usize>) -> Range<usize> {
        let text = self.slice(range.clone());
        let visible = trim_end(text);
        let blank = slice(visible, 0..visible.len() - trim_start(visible).len());
        let start = blank.rfind('\n').map_or(0, |line_end| line_end + 1);
        let end = line_end(text, visible.len());
        if visible.is_empty() { range.start..range.start } else { range.start + start..range.start + end }
    }
}

/// Whether there is nothing but white space in `text` (B12).
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(is_white_space)
}

/// The end of the line that holds the byte `at`, without its LF.
fn line_end(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    memchr::memchr(b'\n', rest).map_or(text.len(), |found| at + found)
}

/// The last of `spans`, which are in order, that starts before `byte`.
fn last_before(spans: &[Range<usize>], byte: usize) -> Option<&Range<usize>> {
    spans.get(spans.partition_point(|span| span.start < byte).checked_sub(1)?)
}

fn headings(blocks: &[Block]) -> impl Iterator<Item = (u8, Range<usize>)> {
    markdown::top_level(blocks).filter_map(|index| {
        let block = blocks.get(index)?;
        if let BlockKind::Heading { level, .. } = block.kind {
            Some((level, block.lines.clone()))
        } else {
            None
        }
    })
}

/// The ends of the non-blank lines before which a block starts or with which one ends, or after which a blank line follows that is
/// no content of code or HTML.
fn block_ends(text: &str, blocks: &[Block]) -> Vec<usize> {
    // Definitions are no blocks here.
    let blocks = || blocks.iter().filter(|block| !matches!(block.kind, BlockKind::Definitions));
    let is_verbatim = |block: &&Block| matches!(block.kind, BlockKind::Code { .. } | BlockKind::Html);
    let starts: BTreeSet<usize> = blocks().map(|block| block.lines.start).collect();
    let ends: BTreeSet<usize> = blocks().map(|block| block.lines.end).collect();
    let mut verbatim = blocks().filter(is_verbatim).map(|block| &block.lines).peekable();

    let mut cuts = Vec::new();
    let (mut start, mut last) = (0, None);
    for line in text.split('\n') {
        let end = start + line.len();
        while verbatim.next_if(|verbatim| verbatim.end < start).is_some() {}
        let is_content = verbatim.peek().is_some_and(|verbatim| verbatim.contains(&start));
        let is_blank = is_blank(line);
        if starts.contains(&start) || is_blank && !is_content {
            cuts.extend(last);
        }
        if !is_blank {
            last = Some(end);
        }
        if ends.contains(&end) {
            cuts.extend(last);
        }
        start = end + 1;
    }
    cuts.dedup();
    cuts
}

fn after_headings(text: &str, blocks: &[Block]) -> Vec<Range<usize>> {
    let mut after = Vec::new();
    for (_, lines) in headings(blocks) {
        let mut start = lines.start;
        for line in slice(text, lines).split('\n') {
            let last = start + trim_end(line).len();
            if last > start {
                let rest = slice(text, last..text.len());
                after.push(last..text.len() - trim_start(rest).len());
            }
            start += line.len() + 1;
        }
    }
    after
}
