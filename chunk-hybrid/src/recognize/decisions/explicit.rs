//! Decisions that a document names as such (H19): what a label (`Decision: …`) or heading (`## Decision`) is followed by, the headings of a
//! log of decisions, and the ticked one of several boxes.

use super::{SURE_OF_KIND, options::Options, reason, sentence::Sentence, table::Row};
use crate::english::class::{
    BASE_FORM, COMMAND, Classes, EXECUTION_TITLE, LIST_OF_OPTIONS, NAME_OF_DECISION, NUMBER, PAST_TENSE,
    PLANNING_TITLE, REFUSAL, VERB_OF_CHOICE, VERIFICATION_TITLE,
};
use crate::readings;
use crate::recognize::{kind::said_by_headings, phases, said};
use crate::record::ContentType;
use crate::text::{Block, BlockKind, Label, Marker, ParsedContent, Word, WordSlice, is_heading, parts};
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
    /// Items that only say why, in order: "We use NATS because:", "Rationale:".
    reasons: Vec<usize>,
    /// Of each section, whether it only says what comes of a decision, what was weighed, or who decided and when.
    asides: Vec<Option<&'static str>>,
}

impl Explicit {
    /// Reads a document that is one of decisions by `kind` thousandths.
    pub(crate) fn new(content: &ParsedContent<'_>, kind: u64) -> Self {
        let is_of_decisions = kind >= SURE_OF_KIND;
        let is_log = is_log(content);
        // In a report, a resolution is how something ended.
        let is_resolution = |said: &[&str]| said.iter().any(|meaning| phases::LABELS.contains(meaning));
        let (mut decided, mut orders, mut reasons) = (Vec::new(), Vec::new(), Vec::new());
        let mut leads_to_reasons = false;
        let is_item = |block: &Block| block.kind == BlockKind::Item;
        let is_open = |block: &Block| matches!(block.marker, Some(Marker::Task { checked: false, .. }));
        for (index, block) in content.blocks().iter().enumerate() {
            let said = said::of(content, block);
            if !is_item(block) {
                leads_to_reasons &= block.in_item;
                leads_to_reasons |= reason::is_lead(content, block, &said);
            } else if leads_to_reasons {
                reasons.push(index);
            }
            let label = || said::label_of_entry(content, block);
            let says = said.contains(&"decision") && (is_of_decisions || !is_resolution(&said));
            let below = content.blocks().get(index + 1..).unwrap_or_default().iter();
            let mut below = below.take_while(|block| !is_heading(block));
            if !is_heading(block) {
                let says_what = |label: Label| match block.kind {
                    BlockKind::Row => said::is_of_record(content, block, label.text),
                    _ => label.text < block.end,
                };
                // Or it is said in a column of that name.
                let is_in_column =
                    || block.kind == BlockKind::Row && Row::new(content, block).decision().is_some();
                if says && label().is_some_and(says_what) || is_in_column() {
                    decided.push(index);
                }
            } else if said.contains(&"decisions") && below.clone().next().is_some_and(is_item) {
                // Each item of a list of decisions is one.
                let is_one = |own: &&Block| own.parent == Some(index) && is_item(own) && !is_open(own);
                decided.extend(below.filter(is_one).map(|item| item.number));
            } else if index > 0 && says_decision(content, block) {
                decided.push(index);
            } else if says && index > 0 {
                decided.extend(below.find(|block| block.is_text()).map(|first| first.number));
            } else if is_log && index > 0 && is_order(content, content.words_of(block)) {
                orders.push(index..block.next);
            }
        }
        let boxes = if is_of_decisions { boxes(content) } else { Vec::new() };
        Self { decided, orders, boxes, reasons, asides: said::headings(content, &["aside"]) }
    }

    /// Whether a candidate in a block is no decision by the label, or by a heading above it: "Decided by: Ann", an item of "Consequences", if
    /// that does not say that something was chosen.
    pub(super) fn is_aside(&self, content: &ParsedContent<'_>, block: &Block, span: &Range<usize>) -> bool {
        let section = content.section_of(block).and_then(|section| *self.asides.get(section)?);
        let label = said::label_of_entry(content, block);
        let said = label.map(|label| readings::meanings("label", content.slice(&label.name())));
        // The label says nothing of what is chosen: "Decided by: Ann".
        let behind = label.map_or(span.start, |label| label.text.clamp(span.start, span.end));
        let chooses = || said::chooses(content, &(behind..span.end));
        let is_named = || {
            let name = label.map(|label| content.words.within(&label.name()));
            name.is_some_and(|name| name.lead(1).any(NAME_OF_DECISION))
        };
        match said {
            // Of a table of fields, one row is the decision.
            Some(said) if block.kind == BlockKind::Row => {
                !said.contains(&"decision") || !said::is_of_record(content, block, behind)
            }
            // A reason is none, but where it says what was chosen.
            Some(said) if said.contains(&"aside") || said.contains(&"reason") => !chooses(),
            None if is_property(content, block) => true,
            None if self.reasons.binary_search(&block.number).is_ok() => !chooses(),
            _ => section.is_some() && !is_named() && !chooses(),
        }
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

/// Whether a heading says what to do behind a label: `## Decision: use oak`.
fn says_decision(content: &ParsedContent<'_>, heading: &Block) -> bool {
    let label = heading.label.filter(|label| readings::plain(content.slice(&label.name())) == "decision");
    label.is_some_and(|label| is_order(content, content.words_of(heading).from(label.text)))
}

/// Whether a block is a row of a table of properties, by the name of its first column.
fn is_property(content: &ParsedContent<'_>, block: &Block) -> bool {
    let head = content.blocks().get(block.head).filter(|head| head.kind == BlockKind::Row);
    let name = head.and_then(|head| parts(content, head.span(), '|').find(|cell| !cell.is_empty()));
    let name = name.map(|name| readings::plain(content.slice(&name)));
    name.is_some_and(|name| matches!(&*name, "property" | "field" | "attribute"))
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
    let is_word = |length: usize, classes: Classes| length > 1 && !classes.any(NUMBER);
    let mut words = heading.iter().filter(|word| is_word(word.span().len(), word.classes));
    // "Implementation details" has a noun, not the verb that it comes from; "Review notes" names a part of the log.
    let is_noun = |word: Word| content.slice(&word.span()).ends_with("tion");
    let first = words.next().filter(|first| first.classes.any(ORDER) && !is_noun(*first));
    let is_part =
        words.next().is_some_and(|last| content.is_listed(last, "part-of-log")) && words.next().is_none();
    first.is_some() && !is_part
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
