//! What stands elsewhere in the document of a decision (H19): the heading above a bare verdict, the list of options that were considered,
//! the title and the status of a record, which only repeat its decision.

use super::{features::holds_decision, sentence::Sentence};
use crate::english::class::{LIST_OF_OPTIONS, NAME_OF_DECISION, PART_OF_RECORD};
use crate::readings;
use crate::recognize::said;
use crate::text::{Block, BlockKind, ParsedContent, Section, is_heading};
use chunk_core::unicode;
use std::ops::Range;

/// A title of more words is no mere name of a part of a record, such as "Decision".
const SHORT_TITLE: usize = 3;

/// A longer list is none of options.
const MOST_OPTIONS: usize = 12;

/// What a block is about: the item that it is in, else the nearest title above that names a subject. A question is none.
pub(super) fn subject(content: &ParsedContent<'_>, block: &Block) -> Option<Range<usize>> {
    let parent = block.parent.and_then(|parent| content.blocks().get(parent));
    if let Some(item) = parent.filter(|parent| parent.kind == BlockKind::Item) {
        return Some(content.title(item));
    }
    let names_subject = |title: &Range<usize>| {
        let words = content.words.within(title);
        words.len() > 0 && !(words.len() <= SHORT_TITLE && words.any(PART_OF_RECORD))
    };
    let sections = content.upwards(content.section(content.section_of(block)));
    let title = sections.map(|section| section.title.clone()).find(names_subject);
    title.filter(|title| !content.slice(title).ends_with('?'))
}

/// Whether a document is a record of a decision: it has a section for it.
pub(super) fn is_record(content: &ParsedContent<'_>) -> bool {
    content.sections().iter().any(|section| holds_decision(content, section))
}

/// Whether a block of a record only repeats the decision: the title, and what stands under "Status", or behind that below the title.
pub(super) fn restates(content: &ParsedContent<'_>, block: &Block) -> bool {
    let Some(section) = content.section(content.section_of(block)) else { return false };
    if is_heading(block) { section.parent.is_none() } else { is_status(content, block, section) }
}

/// Whether a block stands under "Status", or behind that below the title.
fn is_status(content: &ParsedContent<'_>, block: &Block, section: &Section) -> bool {
    let is_status = |name: &Range<usize>| readings::plain(content.slice(name)) == "status";
    let label = || said::label_of_entry(content, block).is_some_and(|label| is_status(&label.name()));
    is_status(&section.title) || section.parent.is_none() && label()
}

/// Whether a document says of itself that its decision was refused: by its status in the front matter, behind a label or below a heading.
pub(super) fn is_refused(content: &ParsedContent<'_>) -> bool {
    let is_own = |block: &&Block| {
        let section = content.section(content.section_of(block)).filter(|_| !is_heading(block));
        section.is_some_and(|section| is_status(content, block, section))
    };
    let text = |block: &Block| said::label(content, block).map_or(block.text, |(_, text)| text);
    let statuses = content.blocks().iter().filter(is_own);
    let mut said =
        statuses.map(|block| content.slice(&(text(block)..block.end))).chain(content.field("status"));
    let refused = ["rejected", "declined", "withdrawn"];
    said.any(|status| refused.iter().any(|own| readings::plain(status).starts_with(own)))
}

/// Whether a block is about an item or title in a section of options.
pub(super) fn is_of_option(content: &ParsedContent<'_>, block: &Block) -> bool {
    let Some(subject) = subject(content, block) else { return false };
    let around = content.upwards(content.section_at(subject.start));
    let mut around = around.filter(|section| section.title != subject);
    around.any(|section| content.words_of_title(section).any(LIST_OF_OPTIONS))
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

/// Whether two options are the same, as "Use MySQL" and "MySQL" are.
pub(super) fn is_same(content: &ParsedContent<'_>, one: &Range<usize>, other: &Range<usize>) -> bool {
    // An option's words in lower case, each with a space before and behind it.
    let words = |option: &Range<usize>| {
        let words = content.words.within(option).iter();
        words.fold(" ".to_owned(), |all, word| all + &unicode::lowercase(content.slice(&word.span())) + " ")
    };
    let (one, other) = (words(one), words(other));
    one.contains(&other) || other.contains(&one)
}
