//! What stands elsewhere in the document of a decision (H19): the heading above a bare verdict, the list of options that were considered,
//! the title and the status of a record, which only repeat its decision.

use super::{features::holds_decision, open, sentence::Sentence, table::says};
use crate::english::class::{
    AUXILIARY, BEING, FIRST_PERSON, LIST_OF_OPTIONS, NAME_OF_DECISION, PART_OF_RECORD,
};
use crate::readings;
use crate::recognize::said;
use crate::text::{Block, BlockKind, ParsedContent, Section, is_heading};
use chunk_core::unicode;
use regex::Regex;
use std::{collections::BTreeSet, ops::Range, sync::LazyLock};

/// A title of more words is no mere name of a part of a record, such as "Decision".
const SHORT_TITLE: usize = 3;

/// A longer list is none of options.
const MOST_OPTIONS: usize = 12;

/// An item of more words says something of an option.
const MOST_NAME_WORDS: usize = 6;

/// What a block is about: the item that it is in, else the nearest title above that names a subject.
pub(super) fn subject(content: &ParsedContent<'_>, block: &Block) -> Option<Range<usize>> {
    let parent = block.parent.and_then(|parent| content.blocks().get(parent));
    if let Some(item) = parent.filter(|parent| parent.kind == BlockKind::Item) {
        return Some(content.title(item));
    }
    let names_subject = |title: &Range<usize>| {
        let title = Sentence::of(content, title.clone());
        let is_generic = title.len() <= SHORT_TITLE && title.words.any(PART_OF_RECORD);
        !is_generic && title.len() > 0
    };
    let sections = content.upwards(content.section(content.section_of(block)));
    sections
        .map(|section| section.title.clone())
        .take_while(|title| !is_open_question(content, title))
        .find(names_subject)
}

/// Whether a title is a question that no verdict answers: "What next?", "Can I pay by invoice?".
pub(super) fn is_open_question(content: &ParsedContent<'_>, title: &Range<usize>) -> bool {
    let asked = ["what", "why", "how", "when", "where", "who", "can", "is", "are", "does"];
    let words = Sentence::of(content, title.clone());
    content.slice(title).ends_with('?') && words.is(0, &asked) && !words.is(1, &["we"])
}

/// Whether a block is about an item or title in a section of options.
pub(super) fn is_of_option(content: &ParsedContent<'_>, block: &Block) -> bool {
    let Some(subject) = subject(content, block) else { return false };
    let around = content.upwards(content.section_at(subject.start));
    let mut around = around.filter(|section| section.title != subject);
    around.any(|section| content.words_of_title(section).any(LIST_OF_OPTIONS))
}

/// Whether a document is a record of a decision: it has a section for it.
pub(super) fn is_record(content: &ParsedContent<'_>) -> bool {
    content.sections().iter().any(|section| holds_decision(content, section))
}

/// Whether a block of a record only repeats the decision: the title, and what stands under "Status", or behind that below the title.
pub(super) fn restates(content: &ParsedContent<'_>, block: &Block) -> bool {
    let Some(section) = content.section(content.section_of(block)) else { return false };
    let is_top = section.parent.is_none();
    if is_heading(block) {
        is_top
    } else {
        is_status(content, section) || is_top && status(content, block).is_some()
    }
}

/// What a block says behind the label "Status".
fn status<'c>(content: &'c ParsedContent<'_>, block: &Block) -> Option<&'c str> {
    let label = said::label_of_entry(content, block)?;
    let is_status = readings::plain(content.slice(&label.name())) == "status";
    is_status.then(|| content.slice(&(label.text.min(block.end)..block.end)))
}

fn is_status(content: &ParsedContent<'_>, section: &Section) -> bool {
    readings::plain(content.slice(&section.title)) == "status"
}

/// Whether a document says of itself that its decision was refused, by its status: in the front matter, behind a label, or below a heading.
pub(super) fn is_refused(content: &ParsedContent<'_>) -> bool {
    let refuses = |text: &str| {
        let plain = readings::plain(text);
        let first = plain.split(|c: char| !unicode::is_alphanumeric(c)).next();
        matches!(first, Some("rejected" | "declined" | "withdrawn"))
    };
    // Below an option, it is said of that.
    let first = content.blocks().iter().take(MOST_ABOVE).filter(|block| !is_of_option(content, block));
    let behind = first.filter_map(|block| status(content, block));
    let sections = content.sections().iter().filter(|section| is_status(content, section));
    let below = sections.filter_map(|section| content.blocks().get(section.heading + 1));
    let below = below.filter(|block| !is_heading(block)).map(|block| content.text_of(block));
    content.first_field(&["status"]).into_iter().chain(behind).chain(below).any(refuses)
}

/// The status of a record is in one of its first blocks.
const MOST_ABOVE: usize = 8;

/// Whether a block is the decision of a record: a field of its table, or in the section that holds it.
pub(super) fn is_of_record(content: &ParsedContent<'_>, block: &Block) -> bool {
    let mut sections = content.upwards(content.section(content.section_of(block)));
    block.kind == BlockKind::Row && said::of(content, block).contains(&"decision")
        || sections.any(|section| holds_decision(content, section))
}

/// Whether a block is below a title of what was not chosen ("Rejected alternatives"), and does not say that it was.
pub(super) fn is_other(content: &ParsedContent<'_>, block: &Block, span: &Range<usize>) -> bool {
    let is_of_others = |section: &Section| {
        let title = content.words_of_title(section);
        let is = |known: &[&str]| title.iter().any(|word| content.is_one_of(word, known));
        is(&["alternatives", "options", "approaches", "ideas", "solutions"])
            && is(&["rejected", "discarded", "dismissed", "alternatives"])
            && !title.any(NAME_OF_DECISION)
    };
    content.upwards(content.section(content.section_of(block))).any(is_of_others)
        && !said::chooses(content, span)
}

/// The options in the last list above the byte `at` but for `taken`; none if `taken` is not in that list.
pub(super) fn others(
    content: &ParsedContent<'_>,
    lists: &[(usize, Vec<Range<usize>>)],
    at: usize,
    taken: &Range<usize>,
) -> Vec<Range<usize>> {
    let above = lists.partition_point(|(start, _)| *start < at);
    let Some((_, options)) = above.checked_sub(1).and_then(|last| lists.get(last)) else { return Vec::new() };
    let is_other = |option: &&Range<usize>| !is_same(content, option, taken);
    let others: Vec<_> = options.iter().filter(is_other).cloned().collect();
    if others.len() < options.len() { others } else { Vec::new() }
}

/// The lists of options in a document: for each, where its section starts, and the options.
pub(super) fn lists(content: &ParsedContent<'_>) -> Vec<(usize, Vec<Range<usize>>)> {
    let list = |(number, section): (usize, &Section)| {
        let blocks = content.blocks().get(section.heading..).unwrap_or_default().iter();
        let blocks = blocks.take_while(|block| content.section_of(block) == Some(number));
        let items = blocks.filter(|block| block.kind == BlockKind::Item && !block.in_item);
        let named = |block: &Block| Sentence::of(content, block.inner()).named();
        let options: Vec<_> = items.take(MOST_OPTIONS + 1).filter_map(named).collect();
        (2..=MOST_OPTIONS).contains(&options.len()).then_some((section.start, options))
    };
    let sections = content.sections().iter().enumerate();
    let of_options = sections.filter(|(_, section)| content.words_of_title(section).any(LIST_OF_OPTIONS));
    of_options.filter_map(list).collect()
}

/// The other options that a text names, with commas between them; of a list only if `takes_list`, those that are mere names.
pub(super) fn considered(
    content: &ParsedContent<'_>,
    text: Range<usize>,
    taken: &Range<usize>,
    takes_list: bool,
) -> Vec<Range<usize>> {
    let is_other = |option: &Range<usize>| !is_same(content, option, taken) && says(content.slice(option));
    let mut items = content.blocks_in(&text).iter().filter(|block| !block.in_item).peekable();
    if items.peek().is_some() {
        let is_item = |block: &&Block| block.kind == BlockKind::Item;
        let named = items.map(|item| Sentence::of(content, item.inner()).named().filter(|_| is_item(&item)));
        let named: Vec<_> = named.take(MOST_OPTIONS + 1).collect();
        let is_name = |name: &Range<usize>| {
            let (own, text) = (Sentence::of(content, name.clone()), content.slice(name));
            own.len() <= MOST_NAME_WORDS
                && !own.words.any(BEING.or(AUXILIARY).or(FIRST_PERSON))
                && text.matches('[').count() == text.matches(']').count()
                && !open::says_so(text)
        };
        let is_list = takes_list && named.len() <= MOST_OPTIONS && named.iter().all(Option::is_some);
        return named
            .into_iter()
            .flatten()
            .filter(|name| is_list && is_name(name) && is_other(name))
            .collect();
    }
    let sentence = Sentence::of(content, text);
    // "Kafka was too heavy, and Redis loses data" names nothing.
    let is_clause = sentence.words.any(BEING.or(AUXILIARY));
    sentence.names().into_iter().filter(|option| !is_clause && is_other(option)).collect()
}

/// Whether two options are the same, as "Use MySQL" and "MySQL" are.
fn is_same(content: &ParsedContent<'_>, one: &Range<usize>, other: &Range<usize>) -> bool {
    let (one, other) = (words(content, one), words(content, other));
    one.contains(&other) || other.contains(&one)
}

/// An option by its number: `Option 2`.
static NUMBERED: LazyLock<Regex> =
    LazyLock::new(|| crate::pattern(r"(?i-u:\b(?:option|choice|alternative) ([0-9]{1,2})\b)"));

/// At most this many bytes before a decision are searched for the options that it chooses from.
const NEAR: usize = 4096;

/// The others of the options that stand above a decision in its section, if it takes one of them by its number.
pub(super) fn other_numbers(content: &ParsedContent<'_>, block: &Block) -> Vec<Range<usize>> {
    let chosen = NUMBERED.captures(content.slice(&block.span())).and_then(|found| found.get(1));
    let Some(chosen) = chosen.map(|number| number.as_str()) else { return Vec::new() };
    let from = content.section_at(block.start).map_or(content.body().start, |section| section.start);
    let from = content.text().ceil_char_boundary(from.max(block.start.saturating_sub(NEAR)));
    let options = NUMBERED.captures_iter(content.slice(&(from..block.start))).filter_map(|option| {
        let (whole, number) = option.get(0).zip(option.get(1))?;
        Some((number.as_str(), from + whole.start()..from + whole.end()))
    });
    let (taken, others): (Vec<_>, Vec<_>) = options.partition(|(number, _)| *number == chosen);
    let mut seen = BTreeSet::new();
    let others = others.into_iter().filter(|(number, _)| !taken.is_empty() && seen.insert(*number));
    others.map(|(_, option)| option).collect()
}

/// An option's words in lower case, each with a space before and behind it.
fn words(content: &ParsedContent<'_>, option: &Range<usize>) -> String {
    let words = content.words.within(option).iter();
    words.fold(" ".to_owned(), |all, word| all + &unicode::lowercase(content.slice(&word.span())) + " ")
}
