//! What goes into one chunk: stretches of blocks, and how they are cut (M3, M5, M12).

use super::{Node, Part, Reader};
use chunk_core::{sentences, types::SentenceRules};
use chunk_markdown::{Packing, chunk_core};
use std::{collections::BTreeMap, ops::Range};

impl Reader<'_> {
    /// M3, M12.
    pub(super) fn stretches(&self, blocks: &[Node]) -> Vec<Vec<Node>> {
        let mut sections: Vec<Vec<Node>> = Vec::new();
        for block in blocks {
            let starts_run = block.kind == "heading"
                && sections
                    .last()
                    .and_then(|section| section.last())
                    .is_none_or(|last| last.kind != "heading");
            if starts_run || sections.is_empty() {
                sections.push(Vec::new());
            }
            sections.last_mut().unwrap().push(block.clone());
        }
        if self.config.packing == Packing::Strict {
            return sections;
        }
        let mut stretches: Vec<Vec<Node>> = Vec::new();
        let mut together: Vec<Node> = Vec::new();
        for section in sections {
            together.extend(section);
            let count = self.count(self.whole(&together));
            if count >= 500 && count <= self.config.chunk_size || count >= 1000 {
                stretches.push(std::mem::take(&mut together));
            }
        }
        match stretches.last_mut() {
            Some(last) => last.extend(together),
            None if !together.is_empty() => stretches.push(together),
            None => {}
        }
        stretches
    }

    pub(super) fn whole(&self, blocks: &[Node]) -> Range<usize> {
        self.bytes_of(&blocks[0]).start..self.bytes_of(&blocks[blocks.len() - 1]).end
    }

    /// M5.
    pub(super) fn bodies(&self, stretch: &[Node]) -> Vec<Range<usize>> {
        let whole = self.whole(stretch);
        if self.count(whole.clone()) <= self.config.chunk_size {
            return vec![whole];
        }
        let mut parts: Vec<Part> = Vec::new();
        let mut run: Vec<Range<usize>> = Vec::new();
        for block in stretch {
            let bytes = self.bytes_of(block);
            if block.kind == "heading" {
                run.push(bytes);
                continue;
            }
            let start = self.heads(&run, &mut parts, true).unwrap_or(bytes.start);
            parts.push(Part { bytes: start..bytes.end, node: Some(block.clone()) });
            run.clear();
        }
        self.heads(&run, &mut parts, false);
        let mut units = Vec::new();
        parts.into_iter().for_each(|part| self.judge(part, &mut units));
        self.best(&units)
    }

    /// Where the headings start that stand with the block behind them; other headings become parts.
    pub(super) fn heads(
        &self,
        run: &[Range<usize>],
        parts: &mut Vec<Part>,
        block_follows: bool,
    ) -> Option<usize> {
        let (first, last) = (run.first()?, run.last()?);
        let whole = first.start..last.end;
        let over = self.count(whole.clone()) > self.config.chunk_size;
        let mut pieces = if over { run.to_vec() } else { vec![whole] };
        let start = if block_follows { pieces.pop().map(|piece| piece.start) } else { None };
        parts.extend(pieces.into_iter().map(|bytes| Part { bytes, node: None }));
        start
    }

    pub(super) fn judge(&self, part: Part, units: &mut Vec<Range<usize>>) {
        let parts = self.parts(&part);
        let is_over = self.count(part.bytes.clone()) > self.config.chunk_size;
        if !is_over || parts.is_empty() {
            if is_over {
                let is_code = part.node.is_some_and(|node| node.kind == "code");
                let code = if is_code { "oversized-code-block" } else { "oversized-block" };
                self.warnings.borrow_mut().push(code);
            }
            units.push(part.bytes);
        } else {
            parts.into_iter().for_each(|part| self.judge(part, units));
        }
    }

    pub(super) fn parts(&self, part: &Part) -> Vec<Part> {
        let Some(node) = &part.node else { return Vec::new() };
        let rows = |from: usize| (from..=node.last).filter(|&line| !self.blank(line));
        let line_starts: Vec<(usize, Option<Node>)> = match node.kind {
            "list" | "item" | "quote" | "footnote" => node
                .children
                .iter()
                .map(|child| (self.lines[child.first].start, Some(child.clone())))
                .collect(),
            "table" => [node.first]
                .into_iter()
                .chain(rows(node.first + 2))
                .map(|line| (self.lines[line].start, None))
                .collect(),
            "definitions" => rows(node.first).map(|line| (self.lines[line].start, None)).collect(),
            "paragraph" => {
                let mut starts = self.sentence_starts(node);
                starts.insert(0, part.bytes.start);
                let mut parts: Vec<Part> = Vec::new();
                for (index, &start) in starts.iter().enumerate() {
                    let bytes = match starts.get(index + 1) {
                        Some(&next) => start..start + self.text[start..next].trim_end().len(),
                        None => start..part.bytes.end,
                    };
                    parts.push(Part { bytes, node: None });
                }
                return parts;
            }
            _ => return Vec::new(),
        };
        let mut parts = Vec::new();
        for (index, (start, node)) in line_starts.iter().enumerate() {
            let start = if index == 0 { part.bytes.start } else { *start };
            let end = match line_starts.get(index + 1) {
                Some((next, _)) => {
                    let next = self.line_of(*next);
                    let last = (0..next).rev().find(|&line| !self.blank(line)).unwrap();
                    self.lines[last].end
                }
                None => part.bytes.end,
            };
            parts.push(Part { bytes: start..end, node: node.clone() });
        }
        parts
    }

    /// Starts of the second and later sentences of a paragraph.
    pub(super) fn sentence_starts(&self, paragraph: &Node) -> Vec<usize> {
        let text = &self.text[paragraph.text_start..self.lines[paragraph.last].end];
        sentences(text, SentenceRules::Standard)
            .skip(1)
            .map(|sentence| paragraph.text_start + sentence.start)
            .collect()
    }

    /// The fewest pieces, then the least sum of squares, then the earliest cuts: every way of cutting is looked at.
    pub(super) fn best(&self, units: &[Range<usize>]) -> Vec<Range<usize>> {
        let mut best_from: BTreeMap<usize, (usize, usize, Vec<usize>)> = BTreeMap::new();
        best_from.insert(units.len(), (0, 0, Vec::new()));
        for first in (0..units.len()).rev() {
            let ways = (first + 1..=units.len()).filter_map(|cut| {
                let count = self.count(units[first].start..units[cut - 1].end);
                (count <= self.config.chunk_size || cut == first + 1).then(|| {
                    let (pieces, squares, cuts) = &best_from[&cut];
                    (pieces + 1, squares + count * count, [&[cut], &cuts[..]].concat())
                })
            });
            let best = ways.min().unwrap();
            best_from.insert(first, best);
        }
        let mut first = 0;
        let mut pieces = Vec::new();
        for &cut in &best_from[&0].2 {
            pieces.push(units[first].start..units[cut - 1].end);
            first = cut;
        }
        pieces
    }
}
