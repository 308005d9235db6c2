//! Steps told by words or by a list of instructions: `First, … Then, … Finally, …`, checklists.

use super::{Found, ITEMS, Reader, up_to_next};
use crate::{
    block::{Block, BlockKind},
    cue,
    known::{Known, words},
    line::Marker,
    metadata::StepType,
    word::Word,
};
use chunk_core::{SentenceRules, sentences};
use std::ops::Range;

impl Reader<'_, '_> {
    /// Steps told by words: `First, …`, `Then …`, `Finally, …`, at the start of sentences.
    pub(super) fn sequence(&self, blocks: Range<usize>) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        let (mut begins, mut ends) = (false, false);
        for block in self.content.blocks().get(blocks).unwrap_or_default() {
            let is_text = block.kind == BlockKind::Paragraph || block.kind == BlockKind::Item;
            if !is_text || block.inside {
                continue;
            }
            let text = self.text(block);
            for sentence in sentences(text, SentenceRules::Standard) {
                let start = block.text + sentence.start;
                let span = start..block.text + sentence.end;
                // Once the order is told, a paragraph that starts with an instruction goes on with it.
                let goes_on = sentence.start == 0
                    && !found.is_empty()
                    && !ends
                    && (self.orders(&span) || self.orders_later(&(start..block.span.end)));
                let Some(cues) = self.marker(span, sentence.start == 0).or(goes_on.then_some(cue::NEXT))
                else {
                    continue;
                };
                begins |= cues.any(cue::FIRST);
                ends |= cues.any(cue::LAST);
                let at = if sentence.start == 0 { block.span.start } else { start };
                let kind = if self.is_optional(&(start..block.text + sentence.end)) {
                    StepType::Optional
                } else {
                    StepType::Main
                };
                let number = Some(found.len() as u32 + 1);
                found.push(Found { start: at, text: start, number, kind, depth: 9, limit: block.span.end });
            }
        }
        if found.len() < 2 || !(begins || ends) {
            return Vec::new();
        }
        up_to_next(&mut found);
        found
    }

    /// The cue that orders a sentence, if it opens with one and instructs or goes on behind a comma.
    fn marker(&self, sentence: Range<usize>, opens_block: bool) -> Option<cue::Cues> {
        let mut words = self.content.words.within(&sentence);
        // "The first thing to do is", "The next step is to"
        let is_any = |word: &Word, known: &Known| known.holds(word.sign, || self.content.slice(&word.span()));
        let is = |index: usize, known: &Known| {
            self.content.words.get(index).is_some_and(|word| is_any(word, known))
        };
        let thing = (words.start..words.end.min(words.start + 4))
            .find(|&index| is(index, words!["thing", "step", "task", "job"]))
            .filter(|&index| (index + 1..index + 4).any(|behind| is(behind, words!["to"])));
        words.start += usize::from(thing.is_some() && is(words.start, words!["the"]));
        let first = self.content.words.get(words.start)?;
        let ordering = cue::FIRST.or(cue::NEXT).or(cue::LAST);
        if words.is_empty() {
            return None;
        }
        if !first.cues.any(ordering) {
            let now = is_any(first, words!["now"]);
            let commands =
                self.content.words.get(words.start + 1).is_some_and(|word| word.cues.any(cue::COMMAND));
            return (now && commands).then_some(cue::NEXT);
        }
        let reach = usize::from(first.reach);
        let last = self.content.words.get(words.start + reach - 1)?;
        let behind = self.content.slice(&(last.span().end..sentence.end)).trim_start_matches(['*', '_']);
        let next = self.content.words.get(words.start + reach);
        let instructs = next.is_some_and(|next| {
            let base = !next.cues.any(cue::PAST.or(cue::GERUND));
            // At the start of a paragraph any word that is no subject may be the verb.
            let is_subject = next.cues.any(cue::PRONOUN.or(cue::SPEAKER)) || next.term().is_none();
            next.cues.any(cue::COMMAND)
                || base && next.cues.any(cue::DOING)
                || opens_block && base && !is_subject
                || is_any(next, words!["you", "we"])
                || opens_block && is_any(next, words!["by"])
        });
        (behind.starts_with([',', ':']) || instructs || thing.is_some()).then_some(first.cues)
    }

    /// Bullets under a heading of steps that are instructions, or that are most of the text.
    pub(super) fn checklist(&self, blocks: Range<usize>) -> Vec<Found> {
        let all = self.content.blocks().get(blocks.clone()).unwrap_or_default();
        let is_item =
            |block: &&Block| block.kind == BlockKind::Item && !self.is_under(block, cue::PREREQ_TITLE);
        let told = blocks.zip(all).filter(|(index, block)| {
            let is_task = matches!(block.marker, Some(Marker::Task { .. }));
            let announced = self.intro(*index).is_some_and(|intro| self.announces(intro));
            is_item(block) && (is_task || announced || self.is_under(block, cue::STEPS_TITLE))
        });
        let mut items: Vec<&Block> = told.map(|(_, block)| block).collect();
        let orders = |block: &&&Block| self.orders(&(block.text..block.span.end));
        let instructing = |items: &[&Block]| items.iter().filter(orders).count();
        // Boxes to tick are steps, whatever is written beside them.
        let is_open = |block: &&&Block| matches!(block.marker, Some(Marker::Task { checked: false, .. }));
        let boxes = items.iter().filter(is_open).count();
        if items.len() < 2 || instructing(&items).max(boxes) * 2 < items.len() {
            items = all.iter().filter(is_item).collect();
            let words = |blocks: &mut dyn Iterator<Item = &Block>| {
                blocks.map(|block| block.words.len()).sum::<usize>()
            };
            let share = words(&mut items.iter().copied()) * 100 / words(&mut all.iter()).max(1);
            if items.len() < 4 || instructing(&items) * 100 < items.len() * 75 || share < 60 {
                return Vec::new();
            }
        }
        let found = items.into_iter().map(|block| {
            let kind = if block.inside { StepType::Substep } else { self.optional(block) };
            Found {
                start: block.span.start,
                text: block.text,
                number: None,
                kind,
                depth: ITEMS + block.indent,
                limit: self.list_end(block),
            }
        });
        found.collect()
    }

    /// Whether a paragraph says that steps follow: `Do the following, in this order:`.
    fn announces(&self, intro: &Block) -> bool {
        let told = words!["following", "follows", "order", "steps", "sequence", "procedure", "then"];
        let words = self.content.words.slice(intro.words.clone());
        let mut last = words.iter().rev().take(16);
        last.any(|word| told.holds(word.sign, || self.content.slice(&word.span())))
    }

    /// Adds what stands inside steps told by words: list items, which are their parts, and paragraphs that say that they
    /// may be left out.
    pub(super) fn parts_of_sequence(&self, blocks: Range<usize>, found: &mut Vec<Found>) {
        let around = |at: usize| {
            let before = found.partition_point(|step| step.start <= at).checked_sub(1)?;
            found
                .get(before)
                .filter(|step| step.depth == 9 && step.kind != StepType::Prerequisite && at < step.limit)
        };
        let mut parts: Vec<Found> = Vec::new();
        for block in self.content.blocks().get(blocks).unwrap_or_default() {
            let Some(step) = around(block.span.start).filter(|step| step.start < block.span.start) else {
                continue;
            };
            let part = |number, kind, depth, limit| Found {
                start: block.span.start,
                text: block.text,
                number,
                kind,
                depth,
                limit,
            };
            let holds_step = around(block.span.end)
                .is_some_and(|other| other.start > step.start && other.start < block.span.end);
            match block.kind {
                BlockKind::Item => {
                    let number = block.marker.and_then(Marker::number);
                    parts.push(part(number, StepType::Substep, ITEMS + block.indent, self.list_end(block)));
                }
                BlockKind::Paragraph
                    if !block.inside && !holds_step && self.is_optional(&(block.text..block.span.end)) =>
                {
                    parts.push(part(None, StepType::Optional, 9, block.span.end));
                }
                _ => {}
            }
        }
        found.extend(parts);
        found.sort_by_key(|step| step.start);
        found.dedup_by_key(|step| step.start);
    }
}
