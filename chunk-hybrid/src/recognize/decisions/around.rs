//! What stands around a decision (H19): the heading above a bare verdict, the list of options that were considered, the title
//! and the status that say it again.

use super::{features::holds_decision, sentence::Sentence};
use crate::{
    english::{
        class::{LIST_OF_OPTIONS, PART_OF_RECORD},
        word_list::{WordList, words},
    },
    text::{
        block::{Block, BlockKind},
        document::ParsedContent,
    },
};
use chunk_core::unicode;
use std::ops::Range;

/// A title of more words names a subject.
const SHORT_TITLE: usize = 3;

/// Words in titles that are about options one by one.
const WEIGHING: &WordList = words!["pros", "cons", "decision"];
/// No decision is between more options.
const MOST: usize = 12;

/// So many blocks above an item are searched for the one that it is nested in.
const NEAR: usize = 32;

/// What the list item says that the item `index` is nested in.
fn item_above(content: &ParsedContent<'_>, index: usize) -> Option<Range<usize>> {
    let blocks = content.blocks().get(index.saturating_sub(NEAR)..=index)?;
    let (own, above) = blocks.split_last().filter(|(own, _)| own.kind == BlockKind::Item)?;
    let near = above.iter().rev().take_while(|block| block.section() == own.section());
    let parent =
        near.filter(|block| block.kind == BlockKind::Item).find(|block| block.indent() < own.indent())?;
    Sentence::of(content, parent.inner()).named()
}

/// What the block `index` is about: the item that it is nested in, or the nearest title above that names a subject.
pub(super) fn subject(content: &ParsedContent<'_>, index: usize) -> Option<Range<usize>> {
    let block = content.blocks().get(index)?;
    if let Some(item) = item_above(content, index) {
        return Some(item);
    }
    let names_subject = |title: &Range<usize>| {
        let title = Sentence::of(content, title.clone());
        let is_generic =
            title.len() <= SHORT_TITLE && title.find_class(0..title.len(), PART_OF_RECORD).is_some();
        !is_generic && title.len() > 0
    };
    content.upwards(content.section(block.section())).map(|section| section.title()).find(names_subject)
}

/// Whether a document is a record with a section of the decision.
pub(super) fn is_record(content: &ParsedContent<'_>) -> bool {
    content.sections.iter().any(|section| holds_decision(content, section))
}

/// Whether a block of such a record says its decision again, as its title and its status do.
pub(super) fn restates(content: &ParsedContent<'_>, block: &Block) -> bool {
    let Some(section) = content.section(block.section()) else { return false };
    let title = content.words_of_title(section);
    match block.kind {
        BlockKind::Heading(_) => section.parent().is_none(),
        _ => title.len() == 1 && title.iter().all(|word| content.is_one_of(word, words!["status"])),
    }
}

/// The lists of options of a document, found once: the section and the options in it.
pub(super) struct Lists(Vec<(Range<usize>, Vec<Range<usize>>)>);

impl Lists {
    pub(super) fn new(content: &ParsedContent<'_>) -> Self {
        let mut lists = Vec::new();
        for (number, section) in content.sections.iter().enumerate() {
            let title = Sentence::of(content, section.title());
            let all = 0..title.len();
            if title.find_class(all.clone(), LIST_OF_OPTIONS).is_none() || title.find(all, WEIGHING).is_some()
            {
                continue;
            }
            let blocks = content.blocks().get(section.heading()..).unwrap_or_default().iter();
            let blocks = blocks.take_while(|block| block.section() == Some(number));
            let items = blocks.filter(|block| block.kind == BlockKind::Item && !block.inside);
            let named = |block: &Block| Sentence::of(content, block.inner()).named();
            let mut options: Vec<_> = items.take(MOST + 1).filter_map(named).collect();
            if options.len() < 2 {
                let below = content.sections.get(number + 1..).unwrap_or_default().iter();
                let below = below.take_while(|other| other.span().start < section.span().end);
                let below = below.filter(|other| other.parent() == Some(number));
                options = below.take(MOST + 1).map(|other| other.title()).collect();
            }
            if (2..=MOST).contains(&options.len()) {
                lists.push((section.span(), options));
            }
        }
        Self(lists)
    }

    /// The other options of the last list above the byte `at`, if `taken` is one of them.
    pub(super) fn others(
        &self,
        content: &ParsedContent<'_>,
        at: usize,
        taken: &Range<usize>,
    ) -> Vec<Range<usize>> {
        let above = self.0.partition_point(|(span, _)| span.start < at);
        let last = above.checked_sub(1).and_then(|last| self.0.get(last));
        let Some((_, options)) = last.filter(|(span, _)| !span.contains(&at)) else { return Vec::new() };
        let chosen = words(content, taken);
        let is_other = |option: &&Range<usize>| {
            let own = words(content, option);
            !holds(&own, &chosen) && !holds(&chosen, &own)
        };
        let others: Vec<_> = options.iter().filter(is_other).cloned().collect();
        if others.len() < options.len() { others } else { Vec::new() }
    }
}

/// An option's words in lower case.
fn words(content: &ParsedContent<'_>, option: &Range<usize>) -> Vec<String> {
    let words = content.words.within(option).iter();
    words.map(|word| unicode::lowercase(content.slice(&word.span()))).collect()
}

fn holds(whole: &[String], part: &[String]) -> bool {
    !part.is_empty() && whole.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::document::Document;

    fn others(text: &str, taken: &str) -> Vec<String> {
        let content = ParsedContent::new(Document::new("a.md", text));
        let at = text.rfind(taken).unwrap();
        let found = Lists::new(&content).others(&content, at, &(at..at + taken.len()));
        found.into_iter().map(|span| text[span].to_owned()).collect()
    }

    #[test]
    fn what_was_considered_and_not_taken_is_rejected() {
        let items =
            "## Considered Options\n\n* Use MySQL\n* **SQLite**: small\n\n## Decision\n\nWe take MySQL.\n";
        assert_eq!(others(items, "MySQL"), ["SQLite"]);
        let titles =
            "## Options\n\n### MySQL\n\nBig.\n\n### SQLite\n\nSmall.\n\n## Decision\n\nWe take SQLite.\n";
        assert_eq!(others(titles, "SQLite"), ["MySQL"]);
        // None of the options: they are those of another decision.
        assert!(others(items, "We").is_empty());
    }

    #[test]
    fn pros_and_cons_are_no_options() {
        let text = "## Options\n\n- MySQL\n- SQLite\n\n## Pros and cons of the options\n\n- Small\n- Slow\n\n## Decision\n\nWe take MySQL.\n";
        assert_eq!(others(text, "MySQL"), ["SQLite"]);
    }

    #[test]
    fn a_verdict_in_a_list_is_about_the_item_it_is_nested_in() {
        let text = "# Agenda\n\n- The new bridge\n  - Who pays?\n  - Approved.\n- The old ferry\n";
        let content = ParsedContent::new(Document::new("a.md", text));
        let subject = |needle: &str| {
            let at = text.find(needle).unwrap();
            let index = content.blocks().iter().position(|block| block.span().contains(&at)).unwrap();
            subject(&content, index).map(|span| &text[span])
        };
        assert_eq!(subject("Approved."), Some("new bridge"));
        assert_eq!(subject("The old ferry"), Some("Agenda"));
    }

    #[test]
    fn a_verdict_is_about_the_nearest_title_that_names_something() {
        let text = "# The new bridge\n\n## Decision\n\nApproved.\n";
        let content = ParsedContent::new(Document::new("a.md", text));
        let found = subject(&content, content.blocks().len() - 1);
        assert_eq!(found.map(|title| &text[title]), Some("The new bridge"));
        let text = "# The new bridge\n\n## ***\n\nApproved.\n";
        let content = ParsedContent::new(Document::new("a.md", text));
        let found = subject(&content, content.blocks().len() - 1);
        assert_eq!(found.map(|title| &text[title]), Some("The new bridge"));
    }
}
