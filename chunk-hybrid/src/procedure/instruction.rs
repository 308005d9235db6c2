//! Steps without number or word of order: lines and headings that are instructions.

use super::{Found, Reader};
use crate::{block::BlockKind, cue, line::label_of, metadata::StepType};
use chunk_core::{SentenceRules, sentences, slice};
use std::ops::Range;

/// A text of instructions has so many, and this share of its lines, in hundredths.
const LEAST: usize = 3;
const LEAST_SHARE: usize = 60;

impl Reader<'_, '_> {
    /// Lines of paragraphs that start a sentence with a verb of instruction.
    pub(super) fn instructions(&self, blocks: Range<usize>) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        let mut lines = 0;
        for block in self.content.blocks().get(blocks).unwrap_or_default() {
            if block.kind != BlockKind::Paragraph || block.inside {
                continue;
            }
            let text = self.text(block);
            for sentence in sentences(text, SentenceRules::Standard) {
                let opens_line = sentence.start == 0 || slice(text, 0..sentence.start).ends_with('\n');
                if !opens_line {
                    continue;
                }
                let span = block.text + sentence.start..block.text + sentence.end;
                // Titles without a mark tell neither way, and what has a label or time is no instruction.
                let line = slice(text, sentence.clone());
                if line.starts_with('[')
                    || crate::time::stamp_at_start(line).is_some()
                    || line.trim_end().ends_with(|c: char| c.is_alphanumeric()) && !self.orders(&span)
                {
                    continue;
                }
                lines += 1;
                if !self.orders(&span) {
                    continue;
                }
                let kind = if self.is_optional(&span) { StepType::Optional } else { StepType::Main };
                let start = if sentence.start == 0 { block.span.start } else { span.start };
                found.push(Found {
                    start,
                    text: span.start,
                    number: None,
                    kind,
                    depth: 9,
                    limit: block.span.end,
                });
            }
        }
        if found.len() < LEAST || found.len() * 100 < lines * LEAST_SHARE {
            return Vec::new();
        }
        let starts: Vec<usize> = found.iter().skip(1).map(|step| step.start).collect();
        for (step, next) in found.iter_mut().zip(starts) {
            step.limit = step.limit.min(next);
        }
        found
    }

    /// Whether a sentence starts with a verb of instruction, or with a condition and the verb behind its comma.
    pub(super) fn orders(&self, span: &Range<usize>) -> bool {
        // "Operator: open the valve."
        let shift =
            label_of(self.content.slice(span)).filter(|label| !label.bracketed).map_or(0, |label| label.text);
        let span = &(span.start + shift..span.end.max(span.start + shift));
        let words = self.content.words.slice(self.content.words.within(span));
        let Some(first) = words.first() else { return false };
        let behind = words
            .get(1)
            .map(|word| self.content.slice(&(first.span().end..word.span().end)))
            .unwrap_or_default();
        if first.cues.any(cue::COMMAND) {
            // "Slip 4." and "Note: …" are labels.
            return !behind.contains([':', '.'])
                && !behind.trim_start().starts_with(|c: char| c.is_ascii_digit());
        }
        let opens = first.cues.any(cue::OPTIONAL.or(cue::NEXT).or(cue::FIRST).or(cue::LAST))
            || ["if", "when", "once", "while", "now", "before", "after", "unless"]
                .iter()
                .any(|known| crate::word::is_word(self.content.slice(&first.span()), known));
        opens
            && words.windows(2).take(16).any(|pair| {
                let [before, behind] = pair else { return false };
                let gap = self.content.slice(&(before.span().end..behind.span().start));
                (gap.contains(',') || before.span() == first.span()) && behind.cues.any(cue::COMMAND)
            })
    }

    /// Headings of one level that are instructions: `## Preheat the oven`.
    pub(super) fn instructing_headings(&self, blocks: Range<usize>) -> Vec<Found> {
        let all = self.content.blocks().get(blocks).unwrap_or_default();
        let orders = |block: &&crate::block::Block| {
            let words = self.content.words.within(&(block.text..block.span.end));
            words.len() > 1
                && self.content.words.get(words.start).is_some_and(|word| word.cues.any(cue::COMMAND))
        };
        let level = |block: &crate::block::Block| match block.kind {
            BlockKind::Heading(level) => Some(level),
            _ => None,
        };
        let Some(wanted) = all.iter().filter(|block| level(block).is_some()).find(orders).and_then(level)
        else {
            return Vec::new();
        };
        let same: Vec<_> = all.iter().filter(|block| level(block) == Some(wanted)).collect();
        let instructing = same.iter().filter(|block| orders(block)).count();
        if instructing < LEAST || instructing * 100 < same.len() * 75 {
            return Vec::new();
        }
        let steps = same.into_iter().filter(|block| orders(block)).filter_map(|block| {
            let limit = self.content.section(block.section)?.span.end;
            let kind = self.optional(block);
            Some(Found { start: block.span.start, text: block.text, number: None, kind, depth: 9, limit })
        });
        steps.collect()
    }
}
