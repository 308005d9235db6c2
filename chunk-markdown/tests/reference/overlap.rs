//! Where an overlap begins (M6).

use super::{Node, Reader};
use std::ops::Range;

impl Reader<'_> {
    pub(super) fn zones(&self, nodes: &[Node], kind: &str, zones: &mut Vec<Range<usize>>) {
        for node in nodes {
            if node.kind == kind {
                zones.push(self.bytes_of(node));
            }
            self.zones(&node.children, kind, zones);
        }
    }

    pub(super) fn all_sentences(&self, nodes: &[Node], starts: &mut Vec<usize>) {
        for node in nodes {
            if node.kind == "paragraph" {
                starts.extend(self.sentence_starts(node));
            }
            self.all_sentences(&node.children, starts);
        }
    }

    /// M6.
    pub(super) fn overlap_start(&self, body: usize, blocks: &[Node]) -> usize {
        let (mut code, mut tables, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        self.zones(blocks, "code", &mut code);
        self.zones(blocks, "html", &mut code);
        self.zones(blocks, "table", &mut tables);
        self.all_sentences(blocks, &mut starts);
        starts.extend(
            (0..self.lines.len()).filter(|&line| !self.blank(line)).map(|line| self.lines[line].start),
        );
        let first = self.first_legal(body, blocks);
        let legal = |start: &usize| {
            (first..body).contains(start) && !code.iter().any(|code| code.start < *start && *start < code.end)
        };
        let mut lines_and_sentences: Vec<usize> = starts.into_iter().filter(legal).collect();
        let found = self.longest_overlap(&mut lines_and_sentences, body);
        if self.count(found..body) >= self.config.chunk_overlap.min(50) {
            return found;
        }
        let mut before = None;
        for (at, c) in self.text.char_indices().filter(|&(at, _)| at < body) {
            let is_word_start = !c.is_whitespace() && before.is_some_and(char::is_whitespace);
            let in_zone = code.iter().chain(&tables).any(|zone| zone.contains(&at));
            if is_word_start && at >= first && !in_zone {
                lines_and_sentences.push(at);
            }
            before = Some(c);
        }
        self.longest_overlap(&mut lines_and_sentences, body)
    }

    /// Where the section of the body starts, if overlaps may not reach over it.
    pub(super) fn first_legal(&self, body: usize, blocks: &[Node]) -> usize {
        if self.config.overlap_across_sections {
            return self.start;
        }
        let starts_section = |index: &usize| {
            let heading = |index: usize| blocks[index].kind == "heading";
            *index == 0 || heading(*index) && !heading(*index - 1)
        };
        let starts =
            (0..blocks.len()).filter(starts_section).map(|index| self.bytes_of(&blocks[index]).start);
        starts.filter(|&start| start <= body).last().unwrap()
    }

    pub(super) fn longest_overlap(&self, candidates: &mut [usize], body: usize) -> usize {
        candidates.sort_unstable();
        let mut start = body;
        for &candidate in candidates.iter().rev() {
            if self.count(candidate..body) > self.config.chunk_overlap {
                break;
            }
            start = candidate;
        }
        start
    }
}
