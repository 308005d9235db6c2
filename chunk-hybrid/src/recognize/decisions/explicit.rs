//! Decisions that a document names as such (H19): what a label (`Decision: …`) or heading (`## Decision`) is followed by, the headings of a
//! log of decisions, and the ticked one of several boxes.

use super::{SURE_OF_KIND, options::Options, sentence::Sentence, table::Row};
use crate::english::class::{
    BASE_FORM, COMMAND, Classes, EXECUTION_TITLE, LIST_OF_OPTIONS, NAME_OF_DECISION, NUMBER, PAST_TENSE,
    PLANNING_TITLE, REFUSAL, VERB_OF_CHOICE, VERIFICATION_TITLE,
};
use crate::readings;
use crate::recognize::{kind::said_by_headings, said};
use crate::record::ContentType;
use crate::text::{Block, BlockKind, Marker, ParsedContent, WordSlice, is_heading};
use chunk_core::unicode;
use std::ops::Range;

/// A list of more boxes is none of options.
const MOST_BOXES: usize = 12;

/// What a document names as decisions, by blocks.
#[derive(Debug, Default)]
pub(crate) struct Explicit {
    /// Blocks of each of which the likeliest candidate is a decision, in order.
    pub(super) decided: Vec<usize>,
    /// Headings that are decisions, each with the blocks of its section, unless one of these is.
    pub(super) orders: Vec<Range<usize>>,
    /// Boxes, of which one is ticked: their blocks, and that of the ticked one.
    pub(super) boxes: Vec<(Range<usize>, usize)>,
    /// Items that only say why, in order: "We use NATS because:".
    reasons: Vec<usize>,
    /// Of each section, whether it only says why, what comes of a decision, what was weighed, or who decided and when.
    asides: Vec<Option<&'static str>>,
}

impl Explicit {
    /// Reads a document that is one of decisions by `kind` thousandths.
    pub(crate) fn new(content: &ParsedContent<'_>, kind: u64) -> Self {
        let is_log = is_log(content);
        let (mut decided, mut orders, mut reasons) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_led = false;
        for (index, block) in content.blocks().iter().enumerate() {
            let said = said::of(content, block);
            let below = content.blocks().get(index + 1..block.next).unwrap_or_default().iter();
            let mut below = below.take_while(|block| !is_heading(block));
            if is_item(block) && is_led {
                reasons.push(index);
            } else if !is_item(block) && !block.in_item {
                is_led = leads_to_reasons(content, block, &said);
            }
            if !is_heading(block) {
                let in_column = || block.kind == BlockKind::Row && Row::new(content, block).says_decision();
                let has_text =
                    || said::label_of_entry(content, block).is_some_and(|label| label.text < block.end);
                if said.contains(&"decision") && has_text() || in_column() {
                    decided.push(index);
                }
            } else if said.contains(&"decisions") && below.clone().next().is_some_and(is_item) {
                // Each item of a list of decisions is one.
                let is_open =
                    |block: &Block| matches!(block.marker, Some(Marker::Task { checked: false, .. }));
                let is_one = |own: &&Block| own.parent == Some(index) && is_item(own) && !is_open(own);
                decided.extend(below.filter(is_one).map(|item| item.number));
            } else if index > 0 && says_decision(content, block) {
                decided.push(index);
            } else if said.contains(&"decision") && index > 0 {
                decided.extend(below.find(|block| block.is_text()).map(|first| first.number));
            } else if is_log && index > 0 && is_order(content, content.words_of(block)) {
                orders.push(index..block.next);
            }
        }
        decided.sort_unstable();
        decided.dedup();
        let boxes = if kind >= SURE_OF_KIND { boxes(content) } else { Vec::new() };
        Self { decided, orders, boxes, reasons, asides: said::headings(content, &["aside", "reason"]) }
    }

    /// Whether a candidate in a block is no decision by the label, or by a heading above it: "Decided by: Ann", an item of "Consequences", if
    /// that does not say that something was chosen.
    pub(super) fn is_aside(&self, content: &ParsedContent<'_>, block: &Block, span: &Range<usize>) -> bool {
        let section = content.section_of(block).and_then(|section| *self.asides.get(section)?);
        let (said, text) = said::label(content, block).unwrap_or_default();
        // The label says nothing of what is chosen: "Decided by: Ann".
        let chooses = || said::chooses(content, &(text.clamp(span.start, span.end)..span.end));
        let is_aside = |meaning: &&str| matches!(*meaning, "aside" | "reason");
        if said.contains(&"decision") {
            return false;
        }
        // Of a table of fields, one row is the decision.
        let is_field = block.kind == BlockKind::Row && !said.is_empty();
        let is_reason = self.reasons.binary_search(&block.number).is_ok();
        is_field || (section.is_some() || is_reason || said.iter().any(is_aside)) && !chooses()
    }

    /// What a ticked box is for, and the other boxes against.
    pub(super) fn ticked(&self, content: &ParsedContent<'_>, block: &Block) -> Option<Options> {
        let (boxes, _) = self.boxes_of(block.number)?;
        let named = |block: &Block| Sentence::of(content, block.inner()).named();
        let others = content.blocks().get(boxes.clone())?.iter().filter(|other| other.number != block.number);
        Some(Options { preferred: named(block), rejected: others.filter_map(named).collect() })
    }

    /// The boxes that a block is one of, and which one of these is ticked.
    pub(super) fn boxes_of(&self, block: usize) -> Option<&(Range<usize>, usize)> {
        let before = self.boxes.partition_point(|(blocks, _)| blocks.start <= block).checked_sub(1)?;
        self.boxes.get(before).filter(|(blocks, _)| blocks.contains(&block))
    }
}

/// Whether the list below a block, which has these meanings, only says why: "We use NATS because:", `Rationale:`.
fn leads_to_reasons(content: &ParsedContent<'_>, block: &Block, said: &[&str]) -> bool {
    let is_why = |last| content.is_one_of(last, &["because", "since", "reasons"]);
    content.text_of(block).trim_end_matches(['*', '_', ' ', '\n']).ends_with(':')
        && (said.contains(&"reason") || content.words_of(block).last().is_some_and(is_why))
}

/// Whether a heading says what to do behind a label: `## Decision: use oak`.
fn says_decision(content: &ParsedContent<'_>, heading: &Block) -> bool {
    let label = heading.label.filter(|label| readings::plain(content.slice(&label.name())) == "decision");
    label.is_some_and(|label| is_order(content, content.words_of(heading).from(label.text)))
}

fn is_item(block: &Block) -> bool {
    block.kind == BlockKind::Item
}

/// Whether a document says that it is a log of decisions: by its title or its file's name.
fn is_log(content: &ParsedContent<'_>) -> bool {
    let by_path = || readings::agreed(readings::rows_of_path(content.document().path));
    let kind = said_by_headings(content, &content.body()).or_else(by_path);
    kind.is_some_and(|row| matches!(row.place, "title" | "file") && row.kind() == Some(ContentType::Decision))
}

/// Whether a heading of these words says what to do, after numbers and dates: "D-7: Use Postgres", "2024-05-01 Drop the cache".
fn is_order(content: &ParsedContent<'_>, heading: WordSlice<'_>) -> bool {
    const ORDER: Classes = COMMAND.or(BASE_FORM).or(VERB_OF_CHOICE).or(REFUSAL);
    let mut words = heading.iter().filter(|word| word.span().len() > 1 && !word.classes.any(NUMBER));
    // "Implementation details" has a noun, not the verb that it comes from; "Review notes" names a part of the log.
    let first = words.next().filter(|first| first.classes.any(ORDER));
    let is_verb = first.is_some_and(|first| !content.slice(&first.span()).ends_with("tion"));
    let is_part =
        words.next().is_some_and(|last| content.is_listed(last, "part-of-log")) && words.next().is_none();
    is_verb && !is_part
}

/// The lists of boxes of which one is ticked and others are not, and which are no list of tasks: the blocks of each, and the ticked one.
fn boxes(content: &ParsedContent<'_>) -> Vec<(Range<usize>, usize)> {
    let is_box = |block: &Block| matches!(block.marker, Some(Marker::Task { .. }));
    let is_ticked = |block: &&Block| matches!(block.marker, Some(Marker::Task { checked: true, .. }));
    let go_on = |own: &Block, next: &Block| is_box(own) && is_box(next) && own.indent == next.indent;
    let lists = content.blocks().chunk_by(go_on).filter(|list| (2..=MOST_BOXES).contains(&list.len()));
    let only = |list: &[Block]| {
        let mut ticked = list.iter().filter(is_ticked);
        let only = ticked.next().filter(|_| ticked.next().is_none())?;
        if !are_options(content, list) {
            return None;
        }
        Some((list.first()?.number..list.last()?.number + 1, only.number))
    };
    lists.filter_map(only).collect()
}

/// Whether boxes are options and not tasks: the line above them or a title says so, or nothing says otherwise and they are mere names.
fn are_options(content: &ParsedContent<'_>, list: &[Block]) -> bool {
    let Some(first) = list.first() else { return false };
    let lead = first.number.checked_sub(1).and_then(|before| content.blocks().get(before));
    let lead = lead
        .filter(|lead| !is_heading(lead) && unicode::trim_end(content.text_of(lead)).ends_with([':', '?']));
    let titles = content.upwards(content.section(content.section_of(first)));
    let titles = titles.map(|section| content.words_of_title(section));
    let mut leads = lead.map(|lead| content.words_of(lead)).into_iter().chain(titles).filter_map(|words| {
        let asks = words.iter().any(|word| content.is_listed(word, "asking"));
        if asks || words.any(LIST_OF_OPTIONS.or(NAME_OF_DECISION)) {
            return Some(true);
        }
        let is_of_tasks = words.any(TASKS) || words.iter().any(|word| content.is_listed(word, "task"));
        is_of_tasks.then_some(false)
    });
    leads.next().unwrap_or_else(|| !list.iter().any(|item| is_task(content, item)))
}

/// Whether a box is a task, by itself: it has many words, or says what to do or what was done.
fn is_task(content: &ParsedContent<'_>, item: &Block) -> bool {
    const DOES: Classes = COMMAND.or(BASE_FORM).or(PAST_TENSE).or(VERB_OF_CHOICE).or(REFUSAL);
    let words = content.words_of(item);
    let behind = item.label.map_or(item.text, |label| label.text);
    let does = |words: WordSlice<'_>| words.first().is_some_and(|first| first.classes.any(DOES));
    words.len() > MOST_NAME_WORDS || does(words) || does(words.from(behind))
}

/// A box of more words does not merely name something.
const MOST_NAME_WORDS: usize = 4;
/// Titles of lists of tasks.
const TASKS: Classes = PLANNING_TITLE.or(EXECUTION_TITLE).or(VERIFICATION_TITLE);
