//! Steps told by words: `First, … Then, … Finally, …`.

use super::{Found, ITEMS, Reader, fact::among, up_to_next};
use crate::{
    english::{
        cue::{self, Cues},
        word_list::{WordList, words},
    },
    record::metadata::StepType,
    text::{
        block::{Block, BlockKind},
        line::Marker,
        word::Word,
    },
};
use chunk_core::{SentenceRules, sentences};
use std::ops::Range;

/// A sentence that opens with a word of order.
#[derive(Debug)]
pub(crate) struct Marked {
    block: usize,
    span: Range<usize>,
    cues: Cues,
}

const ORDERING: Cues = cue::FIRST.or(cue::NEXT).or(cue::LAST);

impl Reader<'_, '_> {
    /// Steps told by words: `First, …`, `Then …`, `Finally, …`, at the start of sentences.
    pub(super) fn sequence(&self) -> Vec<Found> {
        let marked = self.facts.marked.get_or_init(|| self.marked());
        let marked = among(marked, &self.numbers, |marked| marked.block);
        if !marked.iter().any(|marked| marked.cues.any(cue::FIRST.or(cue::LAST))) {
            return Vec::new();
        }
        let mut marked = marked.iter().peekable();
        let mut found: Vec<Found> = Vec::new();
        let mut ends = false;
        for (index, block) in self.blocks().filter(|(_, block)| is_text(block)) {
            let opens =
                marked.peek().is_some_and(|next| next.block == index && next.span.start == block.text);
            let goes_on = if opens || ends || found.is_empty() { None } else { self.goes_on(block) };
            found.extend(goes_on.map(|sentence| self.ordered(block, &sentence, found.len())));
            while let Some(next) = marked.next_if(|next| next.block == index) {
                ends |= next.cues.any(cue::LAST);
                found.push(self.ordered(block, &next.span, found.len()));
            }
        }
        if found.len() < 2 {
            return Vec::new();
        }
        up_to_next(&mut found);
        found
    }

    /// The step that a sentence tells behind so many others.
    fn ordered(&self, block: &Block, sentence: &Range<usize>, others: usize) -> Found {
        let start = if sentence.start == block.text { block.span.start } else { sentence.start };
        let number = Some(others as u32 + 1);
        let (text, kind, limit) = (sentence.start, self.optional_line(sentence), block.span.end);
        Found { start, text, number, kind, depth: 9, limit }
    }

    /// The first sentence of a paragraph that instructs: once the order is told, it goes on with it.
    fn goes_on(&self, block: &Block) -> Option<Range<usize>> {
        let first = sentences(self.text(block), SentenceRules::Standard).next()?;
        let sentence = block.text + first.start..block.text + first.end;
        let orders = self.orders(&sentence) || self.orders_later(&(block.text..block.span.end));
        orders.then_some(sentence)
    }

    /// The sentences of the document that open with a word of order.
    fn marked(&self) -> Vec<Marked> {
        let mut marked = Vec::new();
        let blocks = self.content.blocks().iter().enumerate();
        for (index, block) in blocks.filter(|(_, block)| is_text(block)) {
            let mut word = self.content.first_word(block);
            if !self.may_order(self.content.words.slice(word..block.words.end)) {
                continue;
            }
            for sentence in sentences(self.text(block), SentenceRules::Standard) {
                let span = block.text + sentence.start..block.text + sentence.end;
                let before = self.content.words.slice(word..block.words.end).iter();
                word += before.take_while(|word| word.span().start < span.start).count();
                if let Some(cues) = self.marker(word, &span, sentence.start == 0) {
                    marked.push(Marked { block: index, span, cues });
                }
            }
        }
        marked
    }

    /// Whether a word of order stands where a sentence may open, or right behind its first word: most texts need not be
    /// split into sentences.
    fn may_order(&self, words: &[Word]) -> bool {
        let opens = |at: usize, word: &Word| at == 0 || !word.spaced;
        let mut is_second = false;
        words.iter().enumerate().any(|(at, word)| {
            let is_near = opens(at, word) || is_second;
            is_second = opens(at, word);
            is_near && (word.cues.any(ORDERING) || self.is_any(word, words!["now"]))
        })
    }

    /// The cue that orders a sentence, if it opens with one and instructs or goes on behind a comma; `first` is the number
    /// of its first word.
    fn marker(&self, first: usize, sentence: &Range<usize>, opens_block: bool) -> Option<Cues> {
        let is = |index: usize, known: &WordList| {
            self.content.words.get(index).is_some_and(|word| self.is_any(word, known))
        };
        let opening = self.content.words.all().get(first..).unwrap_or_default().iter().take(4);
        let mut words = first..first + opening.take_while(|word| word.span().end <= sentence.end).count();
        // "The first thing to do is", "The next step is to"
        let thing = words
            .clone()
            .find(|&index| is(index, words!["thing", "step", "task", "job"]))
            .filter(|&index| (index + 1..index + 4).any(|behind| is(behind, words!["to"])));
        words.start += usize::from(thing.is_some() && is(words.start, words!["the"]));
        let first = self.content.words.get(words.start)?;
        if words.is_empty() {
            return None;
        }
        if !first.cues.any(ORDERING) {
            let now = self.is_any(first, words!["now"]);
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
                || self.is_any(next, words!["you", "we"])
                || opens_block && self.is_any(next, words!["by"])
        });
        (behind.starts_with([',', ':']) || instructs || thing.is_some()).then_some(first.cues)
    }

    /// Adds what stands inside steps told by words: list items, which are their parts, and paragraphs that say that they
    /// may be left out.
    pub(super) fn parts_of_sequence(&self, found: &mut Vec<Found>) {
        let around = |at: usize| {
            let before = found.partition_point(|step| step.start <= at).checked_sub(1)?;
            found
                .get(before)
                .filter(|step| step.depth == 9 && step.kind != StepType::Prerequisite && at < step.limit)
        };
        let mut parts: Vec<Found> = Vec::new();
        for (index, block) in self.blocks() {
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
                    parts.push(part(
                        number,
                        StepType::Substep,
                        ITEMS + block.indent,
                        self.list_end(index, block),
                    ));
                }
                BlockKind::Paragraph
                    if !block.inside && !holds_step && self.optional(index) == StepType::Optional =>
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

fn is_text(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Paragraph | BlockKind::Item) && !block.inside
}
