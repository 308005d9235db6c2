//! Steps with a number or label of their own: items, rows of a table of steps, `Step N`, numbered headings.

use super::{Found, ITEMS, Reader, fact::among, order};
use crate::recognize::reading::Reading;
use crate::{
    english::{
        cue, tell,
        word_list::{WordList, words},
    },
    record::metadata::StepType,
    text::{
        block::{Block, BlockKind, is_heading},
        line::{Line, Marker, bare_number, classify},
        word::Word,
    },
};
use chunk_core::slice;

impl Reader<'_, '_> {
    pub(super) fn item(
        &self,
        index: usize,
        block: &Block,
        before: &[Found],
        open: &[Found],
    ) -> Option<Found> {
        let marker = block.marker?;
        let depth = ITEMS + block.indent;
        let found = |number, kind| {
            let limit = self.list_end(index, block);
            Some(Found { start: block.span.start, text: block.text, number, kind, depth, limit })
        };
        if self.is_prerequisite(index, block) {
            return found(None, StepType::Prerequisite);
        }
        let parent = open.iter().rev().find(|step| step.depth < depth);
        let in_parent = parent.is_some_and(|step| step.kind != StepType::Prerequisite);
        match marker {
            Marker::Number { above, .. } if above > 0 && !in_parent => {
                // 2.1 is a part of 2, wherever it stands.
                let has_main = before.iter().any(|step| step.kind == StepType::Main);
                let kind = self.optional(index);
                found(None, if has_main && kind == StepType::Main { StepType::Substep } else { kind })
            }
            Marker::Number { number, above } => {
                let number = (above == 0).then_some(number);
                let kind = self.optional(index);
                found(number, if in_parent && kind == StepType::Main { StepType::Substep } else { kind })
            }
            Marker::Task { number: Some(number), .. } => {
                found(Some(number), if in_parent { StepType::Substep } else { self.optional(index) })
            }
            // A list with letters alone, of instructions.
            Marker::Letter(_) if !in_parent && self.commands(block) => found(None, self.optional(index)),
            _ if in_parent && self.is_part(parent, block) => {
                let kind = self.optional(index);
                found(None, if kind == StepType::Main { StepType::Substep } else { kind })
            }
            _ => None,
        }
    }

    /// Whether an item without a number tells a part of the step above: it lies in its item, or is an instruction.
    fn is_part(&self, parent: Option<&Found>, block: &Block) -> bool {
        let section = self.facts.section(block.section);
        parent.is_some_and(|parent| block.indent > parent.depth.saturating_sub(ITEMS))
            || self.commands(block)
            || section.instructing * 2 >= section.bullets
    }

    /// `Step 3: …`, `**Prerequisite:** …`, a paragraph under a heading of prerequisites.
    pub(super) fn paragraph(&self, index: usize, block: &Block, before: &[Found]) -> Option<Found> {
        if block.inside {
            return None;
        }
        let text = self.text(block);
        let found = |at: usize, number, kind, limit| {
            Some(Found { start: block.span.start, text: at, number, kind, depth: 9, limit })
        };
        if let Some((number, length)) = step_label(text) {
            let end = self.next_heading(index);
            return found(block.text + length, number, self.optional(index), end);
        }
        // "**1.** Do this" is an item in bold.
        let bare = text.trim_start_matches(['*', '_']);
        if bare.len() < text.len()
            && let Line::Item(Marker::Number { number, above: 0 }, at) = classify(bare)
        {
            let end = self.next_heading(index);
            return found(block.text + text.len() - bare.len() + at, Some(number), self.optional(index), end);
        }
        if let Some((number, length)) = self.chapter(index, text) {
            let end = self.next_heading(index);
            return found(block.text + length, number, self.optional(index), end);
        }
        let first = self.content.words.get(block.words.start)?;
        let last = self.content.words.get(block.words.start + usize::from(first.reach) - 1)?;
        if first.cues.any(cue::PREREQ_TITLE) && self.is_label(last.span().end) {
            return found(block.text, None, StepType::Prerequisite, block.span.end);
        }
        let items_follow =
            self.content.blocks().get(index + 1).is_some_and(|next| next.kind == BlockKind::Item);
        let is_early = before.last().is_none_or(|step| step.kind == StepType::Prerequisite);
        let announces = items_follow && text.trim_end().ends_with(':');
        if is_early && !announces && self.requires(index) {
            return found(block.text, None, StepType::Prerequisite, block.span.end);
        }
        let already = before.last().is_some_and(|step| {
            step.kind == StepType::Prerequisite && self.is_same_section(step.start, block)
        });
        if !items_follow && !already && self.is_prerequisite(index, block) {
            return found(block.text, None, StepType::Prerequisite, block.span.end);
        }
        None
    }

    /// `2 Detaching` above `2.1 Aspirate …`, `B. Smoke` above its list: a title with number or letter, and items below it.
    fn chapter(&self, index: usize, text: &str) -> Option<(Option<u32>, usize)> {
        if let [b'A'..=b'Z', b'.' | b')' | b':', b' ', ..] = text.as_bytes() {
            let next = self.content.blocks().get(index + 1)?;
            let item = next.kind == BlockKind::Item && !next.parted;
            let optional = || self.optional(index) == StepType::Optional;
            return (item || text.len() > 3 && optional()).then_some((None, 3));
        }
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let number = text.get(..digits)?.parse().ok()?;
        let behind = slice(text, digits..text.len());
        let next = self.content.blocks().get(index + 1)?;
        let below = matches!(next.marker, Some(Marker::Number { above: 1.., .. }));
        let own = self.content.slice(&next.span).trim_start().starts_with(slice(text, 0..digits));
        (below && own && behind.starts_with([' ', '\t']) && !behind.contains('\n'))
            .then_some((Some(number), digits + 1))
    }

    /// Whether the paragraph `index` says what must hold or be done before the first step.
    pub(super) fn requires(&self, index: usize) -> bool {
        self.is(index, |fact| &fact.requires, |block| self.tells_requirement(block))
    }

    fn tells_requirement(&self, block: &Block) -> bool {
        const OPENINGS: [(&WordList, &WordList); 14] = [
            (
                words!["before"],
                words![
                    "you",
                    "anything",
                    "doing",
                    "starting",
                    "opening",
                    "beginning",
                    "touching",
                    "the",
                    "any"
                ],
            ),
            (words!["prior"], words!["to"]),
            (words!["you"], words!["need", "will", "should", "must"]),
            (words!["you'll"], words!["need"]),
            (words!["i", "we"], words!["assume"]),
            (words!["this"], words!["assumes"]),
            (words!["it"], words!["is"]),
            (words!["make", "be"], words!["sure"]),
            (words!["ensure"], words!["that", "you"]),
            (words!["have"], words!["ready"]),
            (words!["nobody"], words!["may"]),
            (words!["do"], words!["not"]),
            (words!["don't"], words!["start"]),
            (words!["only"], words!["people"]),
        ];
        let words = self.content.words.slice(block.words.clone());
        if words.len() > 60 {
            return false;
        }
        let is_any =
            |word: &Word, known: &WordList| known.holds(word.sign, || self.content.slice(&word.span()));
        let is = |index: usize, known: &WordList| words.get(index).is_some_and(|word| is_any(word, known));
        let opens = is(0, words!["required", "requires", "needed", "assumes", "assumed"])
            || OPENINGS.iter().any(|(first, second)| is(0, first) && is(1, second));
        let has = |known: &WordList| words.iter().any(|word| is_any(word, known));
        let vague = is(0, words!["it", "do", "be"])
            || is(0, words!["you"]) && is(1, words!["will", "should", "must"]);
        // "Two nurses must be at the bedside."
        let must = words.windows(3).any(|three| {
            let [first, second, third] = three else { return false };
            if !first.tells.any(tell::MUST.or(tell::HAVE)) {
                return false;
            }
            let is_be = |word| is_any(word, words!["be", "have"]);
            first.tells.any(tell::MUST) && is_be(second)
                || is_any(first, words!["has", "have", "need", "needs"])
                    && is_any(second, words!["to"])
                    && is_be(third)
        });
        if must && !self.orders(&(block.text..block.span.end)) {
            return true;
        }
        opens
            && (!vague
                || has(words![
                    "need",
                    "have",
                    "has",
                    "assumed",
                    "required",
                    "installed",
                    "beforehand",
                    "ready",
                    "start",
                    "begin",
                    "already",
                ]))
    }

    fn is_same_section(&self, at: usize, block: &Block) -> bool {
        self.content.section_at(at) == block.section
    }

    /// Whether a colon or full stop stands behind a label's word, emphasis aside.
    fn is_label(&self, end: usize) -> bool {
        let behind = self.content.slice(&(end..self.content.text().len()));
        behind.trim_start_matches(['*', '_']).starts_with([':', '.'])
    }
}

/// `Step 3: `, `STEP 3 - `, `Stage three.`: the number, and how long the label is.
fn step_label(text: &str) -> Option<(Option<u32>, usize)> {
    let lead = text.len() - text.trim_start_matches(['*', '_', ' ']).len();
    let rest = slice(text, lead..text.len());
    let name = ["step", "stage"].iter().find_map(|known| starts_with(rest, known))?;
    let behind = slice(rest, name.len()..rest.len());
    let spaces = behind.len() - behind.trim_start_matches([' ', '#']).len();
    if spaces == 0 {
        return None;
    }
    let value = slice(behind, spaces..behind.len());
    let length = value.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(value.len());
    let value_word = slice(value, 0..length);
    let is_letter = value_word.len() == 1 && value_word.bytes().all(|byte| byte.is_ascii_uppercase());
    let number = number_of(value_word);
    if number.is_none() && !is_letter {
        return None;
    }
    let tail = slice(value, length..value.len());
    let label = tail.trim_start_matches(['*', '_', '.', ',', ')', ':', '-', '–', '—', ' ']);
    let ends = tail.is_empty()
        || tail.starts_with(['*', '_', ':', '.', ',', ')', '\n', '-', '–', '—'])
        || tail.trim_start().starts_with(['-', '–', '—', '(', '|'])
        || tail.starts_with(" of ");
    ends.then_some((number, lead + name.len() + spaces + length + tail.len() - label.len()))
}

fn starts_with<'t>(text: &'t str, known: &str) -> Option<&'t str> {
    text.get(..known.len()).filter(|name| name.eq_ignore_ascii_case(known))
}

fn number_of(word: &str) -> Option<u32> {
    const WORDS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let in_words = || WORDS.iter().position(|known| known.eq_ignore_ascii_case(word)).map(|at| at as u32 + 1);
    word.parse().ok().or_else(in_words)
}

/// Whether what stands right below a heading starts with a verb of instruction.
fn body_instructs(content: &Reading<'_>, heading: usize) -> bool {
    let body = content.blocks().get(heading + 1..).unwrap_or_default().iter();
    let mut body = body.take_while(|block| !is_heading(block)).take(3);
    body.any(|block| {
        matches!(block.kind, BlockKind::Paragraph | BlockKind::Item)
            && order::orders(content, &(block.text..block.span.end))
    })
}

/// The number of a title, how many stand before it, and where its text starts: `2.1 Clean`, `3 Clean`.
fn heading_number(title: &str) -> Option<(u32, u8, usize)> {
    match classify(title) {
        Line::Item(Marker::Number { number, above }, at) => Some((number, above, at)),
        _ => match bare_number(title)? {
            (Marker::Number { number, above }, length) => Some((number, above, length + 1)),
            _ => None,
        },
    }
}

/// A title with a number.
#[derive(Debug)]
pub(crate) struct Title {
    block: usize,
    number: Option<u32>,
    /// Where its text starts.
    text: usize,
    level: u8,
    /// Whether it says that it is a step: `Step 3`.
    labelled: bool,
    instructs: bool,
}

impl Title {
    fn of(content: &Reading<'_>, index: usize, heading: &Block) -> Option<Self> {
        let BlockKind::Heading(level) = heading.kind else { return None };
        let title = content.slice(&(heading.text..heading.span.end));
        if let Some((number, length)) = step_label(title) {
            let text = heading.text + length;
            return Some(Self { block: index, number, text, level, labelled: true, instructs: true });
        }
        let (number, above, at) = heading_number(title)?;
        let text = heading.text + at;
        let words = content.words.within(&(text..heading.span.end));
        let first = content.words.slice(words.start..words.end.min(words.start + 3));
        let instructs =
            first.iter().any(|word| word.cues.any(cue::COMMAND)) || body_instructs(content, index);
        let number = (above == 0).then_some(number);
        Some(Self { block: index, number, text, level, labelled: false, instructs })
    }
}

impl Reader<'_, '_> {
    /// The headings that are steps: `Step N`, or numbered ones of which half are instructions; and numbered ones below them.
    pub(super) fn step_headings(&self) -> Vec<(usize, Option<u32>, usize)> {
        let blocks = self.content.blocks().iter().enumerate();
        let of = |(index, block)| Title::of(self.content, index, block);
        let titles = self.facts.titles.get_or_init(|| blocks.filter_map(of).collect());
        let titles = among(titles, &self.numbers, |title| title.block);
        let labelled = titles.iter().filter(|title| title.labelled).map(|title| title.level).min();
        // Purpose and scope may be numbered too: the steps are the first level that instructs.
        let instructs = |level: &u8| {
            let same = titles.iter().filter(|title| title.level == *level);
            let instructing = same.clone().filter(|title| title.instructs).count();
            let all = same.count();
            all >= 2 && instructing * 2 >= all
        };
        let least = match labelled {
            Some(top) => top + 1,
            None => (1..=crate::text::line::LOOSE).find(instructs).unwrap_or(u8::MAX),
        };
        let steps = titles.iter().filter(|title| title.labelled || title.level >= least);
        steps.map(|title| (title.block, title.number, title.text)).collect()
    }
}
