//! What the headings and labels of a document say of its parts, by the table of readings.

use crate::english::listed;
use crate::pattern;
use crate::readings;
use crate::readings::{Row, meanings};
use crate::text::tag::untagged;
use crate::text::{
    Block, BlockKind, LOOSE, Label, ParsedContent, Section, Word, is_head, is_heading, label_of, parts,
};
use chunk_core::{slice, unicode};
use regex::Regex;
use std::{ops::Range, sync::LazyLock};

/// A value for each section: its own, or else that of the section around it.
pub(crate) fn inherited<T: Copy>(
    content: &ParsedContent<'_>,
    own: impl Fn(usize, &Section) -> Option<T>,
) -> Vec<Option<T>> {
    let mut all: Vec<Option<T>> = Vec::with_capacity(content.sections().len());
    for (index, section) in content.sections().iter().enumerate() {
        let above = section.parent.and_then(|parent| all.get(parent).copied().flatten());
        all.push(own(index, section).or(above));
    }
    all
}

/// For each section the first of `wanted` that its heading means, or that of the section around it.
pub(crate) fn headings(content: &ParsedContent<'_>, wanted: &[&'static str]) -> Vec<Option<&'static str>> {
    inherited(content, |_, section| {
        let said = meanings("heading", content.slice(&section.title));
        wanted.iter().find(|meaning| said.contains(meaning)).copied()
    })
}

/// What the label of a block means, and where the text after the label starts.
pub(crate) fn label(content: &ParsedContent<'_>, block: &Block) -> Option<(Vec<&'static str>, usize)> {
    let label = label_of_entry(content, block)?;
    Some((meanings("label", content.slice(&label.name())), label.text.min(block.end)))
}

/// What the label that a sentence starts with means.
pub(crate) fn at_start(content: &ParsedContent<'_>, sentence: &Range<usize>) -> Vec<&'static str> {
    let label = label_of(content.slice(sentence)).map(|label| label.after(sentence.start));
    label.map(|label| meanings("label", content.slice(&label.name()))).unwrap_or_default()
}

/// The label of a paragraph or item: one with a meaning after its time stamp (`10:00 [PLAN] …`, `[10:00] - **Decision:** …`), else that at its
/// start, or one with a meaning in bold (`**Decision** We take oak.`). The models see only those with a colon or in brackets. Of a row of two
/// cells, it is the first one, if that names a decision, its reason or its status: `| Decision | Use oak |`.
pub(crate) fn label_of_entry(content: &ParsedContent<'_>, block: &Block) -> Option<Label> {
    if block.kind == BlockKind::Row {
        let cells = parts(content, block.span(), '|').filter(|cell| !cell.is_empty()).collect::<Vec<_>>();
        let [name, value] = cells.as_slice() else { return None };
        let said = meanings("label", content.slice(name));
        // The head of a table names its columns, and the resolution of a screen is no decision.
        let is_field = !is_head(content, block.number)
            && readings::plain(content.slice(name)) != "resolution"
            && said
                .iter()
                .any(|meaning| ["decision", "reason", "others", "outcome", "when"].contains(meaning));
        return is_field.then_some(Label { start: name.start, end: name.end, text: value.start });
    }
    if !block.is_text() {
        return None;
    }
    let behind = block.stamp.and_then(|stamp| {
        let start = (block.text + stamp.length).min(block.end);
        let label = label_of(content.slice(&(start..block.end)))?.after(start);
        (!meanings("label", content.slice(&label.name())).is_empty()).then_some(label)
    });
    let in_bold = || Some(bold_label(content.text_of(block))?.after(block.text));
    behind.or(block.label).or_else(in_bold)
}

/// A label with a meaning that is in bold at the start of a text, without a colon: `**Resolution** We take oak.`
pub(crate) fn bold_label(text: &str) -> Option<Label> {
    static BOLD: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^(?:\*\*|__)([^*_\n:]{2,59})(?:\*\*|__)(?:\s*\n|[ \t]+[–—-]?[ \t]*)"));
    let found = BOLD.captures(text)?;
    let (all, name) = (found.get(0)?, found.get(1)?);
    // "**Decision** trees are slow" has no label.
    let is_apart = all.as_str().ends_with('\n')
        || !slice(text, all.end()..text.len()).starts_with(unicode::is_lowercase);
    let is_label = is_apart && !meanings("label", name.as_str()).is_empty();
    is_label.then_some(Label { start: name.start(), end: name.end(), text: all.end() })
}

/// What a block means as a heading, or else its label.
pub(crate) fn of(content: &ParsedContent<'_>, block: &Block) -> Vec<&'static str> {
    let section = content.section(content.section_of(block)).filter(|_| is_heading(block));
    match section {
        Some(section) => meanings("heading", content.slice(&section.title)),
        None => label(content, block).map(|(said, _)| said).unwrap_or_default(),
    }
}

/// Each row of the table that a document has, with the bytes that it speaks of: a section up to the next heading, a block, or the whole body.
/// `chunk-hybrid-training` measures by this how often a row is right.
pub fn readings(content: &ParsedContent<'_>) -> Vec<(Row, Range<usize>)> {
    let mut found = Vec::new();
    // Where something is chosen or called a decision, no heading says that nothing is.
    let decides = |span: &Range<usize>| {
        let mut blocks = content.blocks_in(span).iter();
        chooses(content, span) || blocks.any(|block| of(content, block).contains(&"decision"))
    };
    let mut add = |place: &str, phrase: &str, span: &Range<usize>| {
        let rows = readings::rows_of(place, phrase).filter(|row| row.meaning != "aside" || !decides(span));
        found.extend(rows.map(|row| (row, span.clone())));
    };
    let ends = content.sections().iter().skip(1).map(|next| next.start).chain([content.body().end]);
    for (section, end) in content.sections().iter().zip(ends) {
        let is_empty = content.blocks().get(section.heading + 1).is_none_or(|next| next.start >= end);
        if is_empty {
            continue;
        }
        add("heading", content.slice(&section.title), &(section.start..end));
    }
    for block in content.blocks() {
        if let Some(label) = label_of_entry(content, block).or(block.label.filter(|_| !is_heading(block))) {
            add("label", content.slice(&label.name()), &block.span());
        }
        if readings::is_optional(content.text_of(block)) {
            add("mark", "optional", &block.span());
        }
    }
    let titles = content.sections().iter().map(|section| content.slice(&section.title));
    let kinds = readings::rows_of_headings(titles).into_iter();
    let kinds = kinds.chain(readings::rows_of_path(content.document().path));
    found.extend(kinds.map(|row| (row, content.body())));
    found
}

/// Whether a sentence says that something was chosen, in so many words: one (`chose`) or two (`went with`).
pub(crate) fn chooses(content: &ParsedContent<'_>, span: &Range<usize>) -> bool {
    let words = content.words.within(span);
    let is_phrase = |(first, second): (Word, Word)| {
        listed("chosen", content.slice(&(first.span().start..second.span().end))).is_some()
    };
    words.iter().any(|word| content.is_listed(word, "chosen"))
        || words.iter().zip(words.after(1).iter()).any(is_phrase)
}

/// What a label or heading names of a decision: its reason, its day, or what else was considered (H19).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    /// Where its label or heading starts.
    pub(crate) start: usize,
    /// The section of the decision; `None` for the whole document.
    pub(crate) section: Option<usize>,
    /// What is named: a paragraph, or all items of a list.
    pub(crate) text: Range<usize>,
}

impl Named {
    /// Whether it is named for the section around the byte `at`, or one around that.
    pub(crate) fn is_about(&self, content: &ParsedContent<'_>, at: usize) -> bool {
        let Some(section) = content.section(self.section) else { return true };
        content.upwards(content.section_at(at)).any(|own| own.start == section.start)
    }
}

/// What labels and headings with each of these meanings name, in order.
pub(crate) fn named<const MEANINGS: usize>(
    content: &ParsedContent<'_>,
    meanings: [&str; MEANINGS],
) -> [Vec<Named>; MEANINGS] {
    let named = |(index, block): (usize, &Block)| {
        let mut section = content.section_of(block);
        let end = block.start + content.slice(&block.span()).trim_end_matches(['|', ' ']).len();
        let behind = label(content, block).and_then(|(_, start)| untagged(content.text(), start..end));
        if is_heading(block) {
            section = content.section(section).and_then(|own| own.parent);
        }
        Some(Named { start: block.start, section, text: behind.or_else(|| body(content, index + 1))? })
    };
    let mut all = meanings.map(|_| Vec::new());
    for own in content.blocks().iter().enumerate() {
        let (said, fields) = (of(content, own.1), fields(content, own.1));
        for (meaning, all) in meanings.iter().zip(&mut all) {
            if said.contains(meaning) {
                all.extend(named(own));
            }
            all.extend(
                fields.iter().filter(|(said, _)| said.contains(meaning)).map(|(_, named)| named.clone()),
            );
        }
    }
    all
}

/// What the further fields of a line mean and name: `**Status:** Accepted | **Date:** 2025-08-15`.
fn fields(content: &ParsedContent<'_>, block: &Block) -> Vec<(Vec<&'static str>, Named)> {
    static FIELD: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"[|·•][ \t]*(?:\*\*|__)([^*_:\n|]{2,40}):?(?:\*\*|__):?[ \t]*([^|·•\n]+)"));
    let text = if block.is_text() && block.label.is_some() { content.text_of(block) } else { "" };
    let section = content.section_of(block);
    let field = |(name, value): (regex::Match<'_>, regex::Match<'_>)| {
        let text = block.text + value.start()..block.text + value.end();
        (meanings("label", name.as_str()), Named { start: block.text + name.start(), section, text })
    };
    let fields = FIELD.captures_iter(text).filter_map(|found| found.get(1).zip(found.get(2)));
    fields.map(field).collect()
}

/// The text right below a heading or label: a paragraph, or all items of a list, with the line that introduces them (`Two reasons:`).
pub(crate) fn body(content: &ParsedContent<'_>, first: usize) -> Option<Range<usize>> {
    let blocks = content.blocks().get(first..)?;
    // A comment is no text.
    let is_seen = |block: &Block| untagged(content.text(), block.span()).is_some();
    let blocks = blocks.get(blocks.iter().position(is_seen)?..)?;
    let block = blocks.first()?;
    let is_intro = matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading(LOOSE))
        && unicode::trim_end(content.text_of(block)).ends_with(':');
    let items = blocks.iter().skip(usize::from(is_intro));
    let items = items.take_while(|next| next.kind == BlockKind::Item || next.in_item);
    let list = items.last().filter(|_| is_intro || block.kind == BlockKind::Item);
    let last = list.or((block.kind == BlockKind::Paragraph).then_some(block))?;
    untagged(content.text(), block.start..last.end)
}

/// What is named of a decision at `span`: first behind it, or else last before it, where no other decision is in between: the one before ends at
/// `before`, the one after starts at `after`.
pub(crate) fn named_of(
    content: &ParsedContent<'_>,
    all: &[Named],
    span: &Range<usize>,
    [before, after]: [usize; 2],
) -> Option<Range<usize>> {
    let is_about = |named: &&Named| named.is_about(content, span.start);
    let (ahead, behind) = all.split_at(all.partition_point(|named| named.start < span.end));
    let mut behind = behind.iter().take_while(|named| named.start < after);
    let mut ahead = ahead.iter().rev().take_while(|named| named.start >= before);
    let found =
        behind.find(is_about).or_else(|| ahead.find(|own| own.text.end <= span.start && is_about(own)));
    found.map(|named| named.text.clone())
}
