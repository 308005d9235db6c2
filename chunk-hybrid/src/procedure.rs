//! What is a step: numbered items and headings, `Step N`, rows of a table of steps, ordered words, prerequisites.

use crate::{
    block::{Block, BlockKind, is_heading},
    cue,
    document::ParsedContent,
    line::Marker,
    metadata::StepType,
    strategy::step::Step,
    word::is_word,
};
use chunk_core::{SentenceRules, sentences, slice};
use std::ops::Range;

/// The steps in `scope`, in order.
pub(crate) fn steps(content: &ParsedContent<'_>, scope: &Range<usize>) -> Vec<Step> {
    let reader = Reader::new(content, scope.clone());
    let mut found: Vec<Found> = Vec::new();
    // The steps around the current block, outermost first.
    let mut open: Vec<Found> = Vec::new();
    let blocks = content.blocks_in(scope);
    for index in blocks.clone() {
        let Some(block) = content.blocks().get(index) else { continue };
        while open.pop_if(|step| step.limit <= block.span.start).is_some() {}
        if let Some(step) = reader.step(index, block, &found, &open) {
            open.push(step.clone());
            found.push(step);
        }
    }
    if !found.iter().any(|step| matches!(step.kind, StepType::Main | StepType::Optional)) {
        let prerequisites = std::mem::take(&mut found);
        found = reader.sequence(blocks.clone());
        if found.is_empty() {
            found = reader.checklist(blocks.clone());
        }
        if !found.is_empty() {
            found.extend(prerequisites);
            found.sort_by_key(|step| step.start);
            reader.parts_of_sequence(blocks, &mut found);
        }
    }
    if !found.iter().any(|step| step.kind != StepType::Prerequisite) {
        return Vec::new();
    }
    reader.finish(found)
}

/// A step whose end is not known yet.
#[derive(Debug, Clone)]
struct Found {
    start: usize,
    /// Where its text starts.
    text: usize,
    number: Option<u32>,
    kind: StepType,
    /// How deep it lies: headings above, then the columns of items.
    depth: usize,
    /// The end of what it stands in: its section, its list.
    limit: usize,
}

struct Reader<'c, 'd> {
    content: &'c ParsedContent<'d>,
    scope: Range<usize>,
    /// The first block of the scope.
    first: usize,
    /// Of each block, where the next heading starts, and the first row of the table it is in.
    next_heading: Vec<usize>,
    table_head: Vec<usize>,
    /// The blocks of headings that are steps, ascending, with number and place.
    headings: Vec<(usize, Option<u32>, usize)>,
}

/// Depths: headings 0 to 7, items from here on.
const ITEMS: usize = 10;

impl<'c, 'd> Reader<'c, 'd> {
    fn new(content: &'c ParsedContent<'d>, scope: Range<usize>) -> Self {
        let blocks = content.blocks_in(&scope);
        let all = content.blocks().get(blocks.clone()).unwrap_or_default();
        let mut next = scope.end;
        let mut next_heading: Vec<usize> = Vec::with_capacity(all.len());
        for block in all.iter().rev() {
            next_heading.push(next);
            if is_heading(block) {
                next = block.span.start;
            }
        }
        next_heading.reverse();
        let mut head = blocks.start;
        let mut table_head = Vec::with_capacity(all.len());
        for (index, block) in blocks.clone().zip(all) {
            let goes_on = index > blocks.start
                && block.kind == BlockKind::Row
                && !block.parted
                && content.blocks().get(index - 1).is_some_and(|before| before.kind == BlockKind::Row);
            head = if goes_on { head } else { index };
            table_head.push(head);
        }
        let headings = numbered_headings(content, &scope);
        Self { content, scope, first: blocks.start, next_heading, table_head, headings }
    }

    /// The number and the text of the heading `index`, if it is a step.
    fn step_heading(&self, index: usize) -> Option<(Option<u32>, usize)> {
        let at = self.headings.binary_search_by_key(&index, |&(heading, ..)| heading).ok()?;
        self.headings.get(at).map(|&(_, number, text)| (number, text))
    }

    fn text(&self, block: &Block) -> &str {
        self.content.slice(&(block.text..block.span.end))
    }

    fn step(&self, index: usize, block: &Block, before: &[Found], open: &[Found]) -> Option<Found> {
        let under_prerequisites = self.is_under(block, cue::PREREQ_TITLE);
        match block.kind {
            BlockKind::Heading(level) => {
                let (number, text) = self.step_heading(index)?;
                let limit = self.content.section(block.section)?.span.end;
                let first_level = self
                    .headings
                    .first()
                    .and_then(|(first, ..)| self.content.blocks().get(*first))
                    .map_or(level, |first| match first.kind {
                        BlockKind::Heading(level) => level,
                        _ => level,
                    });
                let kind = if level > first_level { StepType::Substep } else { self.optional(block) };
                Some(Found { start: block.span.start, text, number, kind, depth: usize::from(level), limit })
            }
            BlockKind::Item => self.item(block, before, open, under_prerequisites),
            BlockKind::Row => self.row(index, block),
            BlockKind::Paragraph => self.paragraph(index, block, before, under_prerequisites),
            BlockKind::Code | BlockKind::Rule => None,
        }
    }

    fn item(
        &self,
        block: &Block,
        before: &[Found],
        open: &[Found],
        under_prerequisites: bool,
    ) -> Option<Found> {
        let marker = block.marker?;
        let limit = self.list_end(block);
        let depth = ITEMS + block.indent;
        let found = |number, kind| {
            Some(Found { start: block.span.start, text: block.text, number, kind, depth, limit })
        };
        if under_prerequisites && self.step_heading_above(block).is_none() {
            return found(None, StepType::Prerequisite);
        }
        let parent = open.iter().rev().find(|step| step.depth < depth);
        let in_parent = parent.is_some_and(|step| step.kind != StepType::Prerequisite);
        match marker {
            Marker::Number { above, .. } if above > 0 && !in_parent => {
                // 2.1 is a part of 2, wherever it stands.
                let has_main = before.iter().any(|step| step.kind == StepType::Main);
                found(None, if has_main { StepType::Substep } else { StepType::Main })
            }
            Marker::Number { number, above } => {
                let number = (above == 0).then_some(number);
                if in_parent {
                    return found(number, StepType::Substep);
                }
                found(number, self.optional(block))
            }
            Marker::Task { number: Some(number), .. } => {
                found(Some(number), if in_parent { StepType::Substep } else { self.optional(block) })
            }
            _ if in_parent && self.is_part(parent, block) => found(None, StepType::Substep),
            _ => None,
        }
    }

    /// Whether an item without a number tells a part of the step above: it lies in its item, or is an instruction.
    fn is_part(&self, parent: Option<&Found>, block: &Block) -> bool {
        parent.is_some_and(|parent| block.indent > parent.depth.saturating_sub(ITEMS)) || self.commands(block)
    }

    /// A row of a table whose head has a column of step numbers.
    fn row(&self, index: usize, block: &Block) -> Option<Found> {
        let blocks = self.content.blocks();
        let head = self.table_head.get(index - self.first).filter(|&&head| head < index)?;
        let head = blocks.get(*head)?;
        let cells = |block: &Block| -> Vec<Range<usize>> {
            let row = self.content.slice(&block.span);
            let mut at = block.span.start;
            row.split('|')
                .map(|cell| {
                    let start = at;
                    at += cell.len() + 1;
                    let lead = cell.len() - cell.trim_start().len();
                    start + lead..start + lead + cell.trim().len()
                })
                .collect()
        };
        let names = cells(head);
        let column = names.iter().position(|name| {
            let name = self.content.slice(name).trim_matches(['*', '_', '#']);
            ["step", "no", "no.", "nr", "#", "step no", "step no.", "step #"]
                .iter()
                .any(|known| name.eq_ignore_ascii_case(known))
                || self.content.slice(names.get(1).unwrap_or(&(0..0))) == "#"
        })?;
        let row = cells(block);
        let number = self.content.slice(row.get(column)?).trim_matches(['*', '_', '.', ')']);
        let number: u32 = number.trim_start_matches("Step ").parse().ok()?;
        let text = row.get(column + 1)?.start;
        let kind = self.optional(block);
        Some(Found {
            start: block.span.start,
            text,
            number: Some(number),
            kind,
            depth: ITEMS,
            limit: block.span.end,
        })
    }

    /// `Step 3: …`, `**Prerequisite:** …`, a paragraph under a heading of prerequisites.
    fn paragraph(
        &self,
        index: usize,
        block: &Block,
        before: &[Found],
        under_prerequisites: bool,
    ) -> Option<Found> {
        if block.inside {
            return None;
        }
        let text = self.text(block);
        let found = |at: usize, number, kind, limit| {
            Some(Found { start: block.span.start, text: at, number, kind, depth: 9, limit })
        };
        if let Some((number, length)) = step_label(text) {
            let end = self.next_heading.get(index - self.first).copied().unwrap_or(self.scope.end);
            return found(block.text + length, number, self.optional(block), end);
        }
        let first = self.content.words.get(block.words.start)?;
        if first.cues.any(cue::PREREQ_TITLE) && self.is_label(first.span().end) {
            return found(block.text, None, StepType::Prerequisite, block.span.end);
        }
        let items_follow =
            self.content.blocks().get(index + 1).is_some_and(|next| next.kind == BlockKind::Item);
        let already = before.last().is_some_and(|step| {
            step.kind == StepType::Prerequisite && self.is_same_section(step.start, block)
        });
        if under_prerequisites && !items_follow && !already && self.step_heading_above(block).is_none() {
            return found(block.text, None, StepType::Prerequisite, block.span.end);
        }
        None
    }

    fn is_same_section(&self, at: usize, block: &Block) -> bool {
        self.content.section_at(at) == block.section
    }

    /// Whether a colon or full stop stands behind a label's word, emphasis aside.
    fn is_label(&self, end: usize) -> bool {
        let behind = self.content.slice(&(end..self.content.text().len()));
        behind.trim_start_matches(['*', '_']).starts_with([':', '.'])
    }

    /// Whether the nearest heading above names this.
    fn is_under(&self, block: &Block, title: cue::Cues) -> bool {
        let Some(section) = self.content.section(block.section).filter(|_| !is_heading(block)) else {
            return false;
        };
        let words = self.content.words.slice(self.content.words.within(&section.title));
        words.iter().any(|word| word.cues.any(title))
            && !words
                .iter()
                .any(|word| word.cues.any(cue::STEPS_TITLE) && title == cue::PREREQ_TITLE && words.len() > 3)
    }

    fn step_heading_above(&self, block: &Block) -> Option<usize> {
        let mut section = self.content.section(block.section);
        while let Some(found) = section {
            if self.step_heading(found.heading).is_some() {
                return Some(found.heading);
            }
            section = self.content.section(found.parent);
        }
        None
    }

    /// Where the list around an item ends: at a heading or at text that is not in it.
    fn list_end(&self, block: &Block) -> usize {
        let behind = self.content.blocks_in(&(block.span.end..self.scope.end));
        let blocks = self.content.blocks().get(behind).unwrap_or_default();
        let ends = |next: &&Block| match next.kind {
            BlockKind::Heading(_) => true,
            BlockKind::Item => next.indent <= block.indent,
            // A fence right below a step belongs to it, indented or not.
            BlockKind::Code => false,
            _ => !next.inside && (next.parted || next.kind != BlockKind::Paragraph),
        };
        blocks.iter().find(ends).map_or(self.scope.end, |next| next.span.start)
    }

    /// Whether a block's text starts with a verb as an instruction does.
    fn commands(&self, block: &Block) -> bool {
        let first = self.content.words.within(&(block.text..block.span.end)).start;
        let words = self.content.words.slice(first..first + 2);
        words.first().is_some_and(|word| word.cues.any(cue::COMMAND))
            || words.iter().any(|word| word.cues.any(cue::COMMAND))
                && words.first().is_some_and(|word| {
                    word.cues.any(cue::OPTIONAL.or(cue::NEXT).or(cue::FIRST).or(cue::LAST))
                })
    }

    /// Main, unless its text says that it may be left out.
    fn optional(&self, block: &Block) -> StepType {
        if self.is_optional(&(block.text..block.span.end)) { StepType::Optional } else { StepType::Main }
    }

    fn is_optional(&self, span: &Range<usize>) -> bool {
        let text = self.content.slice(span).to_ascii_lowercase();
        let words = self.content.words.slice(self.content.words.within(span));
        let opening = words.get(..words.len().min(6)).unwrap_or_default();
        let bracketed = text.contains("(optional") || text.contains("[optional");
        let said = opening.iter().any(|word| word.cues.any(cue::OPTIONAL)) || text.contains("is optional");
        let left_out = [
            "otherwise leave",
            "otherwise skip",
            "skip this",
            "may be skipped",
            "can be skipped",
            "may be left out",
            "can be left out",
            "can skip",
            "may skip",
            "if not, skip",
            "not required",
            "feel free to",
            "(only for",
            "(only if",
            "otherwise ignore",
            "otherwise move on",
            "otherwise go on",
        ];
        bracketed || said || left_out.iter().any(|phrase| text.contains(phrase))
    }

    /// Steps told by words: `First, …`, `Then …`, `Finally, …`, at the start of sentences.
    fn sequence(&self, blocks: Range<usize>) -> Vec<Found> {
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
                let Some(cues) = self.marker(start..block.text + sentence.end, sentence.start == 0) else {
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
        // All up to the next step belongs to a step.
        let starts: Vec<usize> = found.iter().skip(1).map(|step| step.start).collect();
        for (step, next) in found.iter_mut().zip(starts) {
            step.limit = next;
        }
        found
    }

    /// The cue that orders a sentence, if it opens with one and instructs or goes on behind a comma.
    fn marker(&self, sentence: Range<usize>, opens_block: bool) -> Option<cue::Cues> {
        let words = self.content.words.within(&sentence);
        let first = self.content.words.get(words.start)?;
        let ordering = cue::FIRST.or(cue::NEXT).or(cue::LAST);
        if words.is_empty() || !first.cues.any(ordering) {
            return None;
        }
        let reach = usize::from(first.reach);
        let last = self.content.words.get(words.start + reach - 1)?;
        let behind = self.content.slice(&(last.span().end..sentence.end)).trim_start_matches(['*', '_']);
        let next = self.content.words.get(words.start + reach);
        let instructs = next.is_some_and(|next| {
            let text = self.content.slice(&next.span());
            let base = !next.cues.any(cue::PAST.or(cue::GERUND));
            // At the start of a paragraph any word that is no subject may be the verb.
            let is_subject = next.cues.any(cue::PRONOUN.or(cue::SPEAKER)) || next.term().is_none();
            next.cues.any(cue::COMMAND)
                || base && next.cues.any(cue::DOING)
                || opens_block && base && !is_subject
                || is_word(text, "you")
                || is_word(text, "we")
        });
        (behind.starts_with([',', ':']) || instructs).then_some(first.cues)
    }

    /// Bullets under a heading of steps that are instructions.
    fn checklist(&self, blocks: Range<usize>) -> Vec<Found> {
        let items: Vec<&Block> = self
            .content
            .blocks()
            .get(blocks)
            .unwrap_or_default()
            .iter()
            .filter(|block| {
                let is_task = matches!(block.marker, Some(Marker::Task { .. }));
                block.kind == BlockKind::Item
                    && (is_task || self.is_under(block, cue::STEPS_TITLE))
                    && !self.is_under(block, cue::PREREQ_TITLE)
            })
            .collect();
        let instructing = items.iter().filter(|block| self.commands(block)).count();
        if items.len() < 2 || instructing * 2 < items.len() {
            return Vec::new();
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

    /// Adds what stands inside steps told by words: list items, which are their parts, and paragraphs that say that they
    /// may be left out.
    fn parts_of_sequence(&self, blocks: Range<usize>, found: &mut Vec<Found>) {
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

    fn finish(&self, found: Vec<Found>) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::with_capacity(found.len());
        // The steps that are still open, outermost first.
        let mut open: Vec<usize> = Vec::new();
        let starts: Vec<usize> =
            found.iter().skip(1).map(|step| step.start).chain([self.scope.end]).collect();
        for (index, (step, next)) in found.iter().zip(starts).enumerate() {
            open.retain(|&above| {
                found.get(above).is_some_and(|above| above.depth < step.depth && step.start < above.limit)
            });
            let parent =
                open.iter().rev().copied().find(|&above| {
                    found.get(above).is_some_and(|above| above.kind != StepType::Prerequisite)
                });
            let parent = parent.or_else(|| {
                let is_main = |&above: &usize| {
                    found
                        .get(above)
                        .is_some_and(|above| matches!(above.kind, StepType::Main | StepType::Optional))
                };
                (step.kind == StepType::Substep).then(|| (0..index).rev().find(is_main)).flatten()
            });
            open.push(index);
            let end = step.limit.min(next).max(step.text);
            let title = self.title(step.text..end);
            steps.push(Step { span: step.start..end, number: step.number, title, kind: step.kind, parent });
        }
        steps
    }

    /// The first sentence of the first line, without emphasis.
    fn title(&self, span: Range<usize>) -> Range<usize> {
        let text = self.content.slice(&span);
        let line = text.lines().next().unwrap_or_default();
        let line = line.split(" |").next().unwrap_or_default();
        let sentence = sentences(line, SentenceRules::Standard).next().unwrap_or(0..0);
        let sentence = slice(line, sentence);
        let trimmed = sentence.trim_end().trim_end_matches(['#', ':']).trim_end();
        let start = span.start + sentence.len() - sentence.trim_start_matches([' ', '*', '_', ':']).len();
        let inner = self.content.slice(&(start..(span.start + trimmed.len()).max(start)));
        // Emphasis around the whole title is no part of it.
        let inner = inner.strip_suffix("**").unwrap_or(inner);
        start..start + inner.len()
    }
}

/// `Step 3: `, `STEP 3 - `, `Stage three.`: the number, and how long the label is.
fn step_label(text: &str) -> Option<(Option<u32>, usize)> {
    let lead = text.len() - text.trim_start_matches(['*', '_', ' ']).len();
    let rest = slice(text, lead..text.len());
    let name = ["step", "stage"]
        .iter()
        .find_map(|known| rest.get(..known.len()).filter(|name| name.eq_ignore_ascii_case(known)))?;
    let behind = slice(rest, name.len()..rest.len());
    let spaces = behind.len() - behind.trim_start_matches([' ', '#']).len();
    if spaces == 0 {
        return None;
    }
    let value = slice(behind, spaces..behind.len());
    let length = value.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(value.len());
    let number = number_of(slice(value, 0..length))?;
    let tail = slice(value, length..value.len());
    let label = tail.trim_start_matches(['*', '_', '.', ')', ':', '-', '–', '—', ' ']);
    let ends = tail.is_empty()
        || tail.starts_with(['*', '_', ':', '.', ')', '\n', '-', '–', '—'])
        || tail.trim_start().starts_with(['-', '–', '—', '(']);
    ends.then_some((Some(number), lead + name.len() + spaces + length + tail.len() - label.len()))
}

fn number_of(word: &str) -> Option<u32> {
    const WORDS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let in_words = || WORDS.iter().position(|known| known.eq_ignore_ascii_case(word)).map(|at| at as u32 + 1);
    word.parse().ok().or_else(in_words)
}

/// The headings that are steps: `Step N`, or numbered ones of which half are instructions; and numbered ones below them.
fn numbered_headings(content: &ParsedContent<'_>, scope: &Range<usize>) -> Vec<(usize, Option<u32>, usize)> {
    let blocks = content.blocks_in(scope);
    let mut labelled = Vec::new();
    let mut numbered: Vec<(usize, Option<u32>, usize, u8, bool)> = Vec::new();
    for index in blocks {
        let Some(block) = content.blocks().get(index) else { continue };
        let BlockKind::Heading(level) = block.kind else { continue };
        let title = content.slice(&(block.text..block.span.end));
        if let Some((number, length)) = step_label(title) {
            labelled.push((index, number, block.text + length, level));
        } else if let crate::line::Line::Item(Marker::Number { number, above }, at) =
            crate::line::classify(title)
        {
            let words = content.words.within(&(block.text + at..block.span.end));
            let first = content.words.slice(words.start..words.end.min(words.start + 3));
            let instructs = first.iter().any(|word| word.cues.any(cue::COMMAND));
            numbered.push((index, (above == 0).then_some(number), block.text + at, level, instructs));
        }
    }
    let top = labelled.iter().map(|&(.., level)| level).min();
    let mut headings: Vec<_> =
        labelled.iter().map(|&(index, number, text, _)| (index, number, text)).collect();
    if let Some(top) = top {
        headings.extend(
            numbered
                .iter()
                .filter(|&&(.., level, _)| level > top)
                .map(|&(index, number, text, ..)| (index, number, text)),
        );
    } else {
        let level = numbered.iter().map(|&(.., level, _)| level).min().unwrap_or_default();
        let same = numbered.iter().filter(|&&(.., this, _)| this == level);
        let (all, instructing) = (same.clone().count(), same.filter(|(.., instructs)| *instructs).count());
        if all >= 2 && instructing * 2 >= all {
            headings.extend(numbered.iter().map(|&(index, number, text, ..)| (index, number, text)));
        }
    }
    headings.sort_unstable();
    headings
}
