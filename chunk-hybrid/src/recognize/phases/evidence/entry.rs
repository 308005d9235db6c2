//! The entries of a log: its blocks, and the parts of a block whose lines each open like its first.

use super::opening::Opening;
use crate::recognize::reading::Reading;
use crate::{
    english::tell,
    text::{
        block::{Block, BlockKind},
        time,
        word::Word,
    },
};
use chunk_core::slice;
use memchr::memchr;
use std::{iter::once, ops::Range};

/// What may be an event: a block, or a part of one.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The number of its block among the document's.
    pub(crate) block: usize,
    pub(crate) span: Range<usize>,
    /// Where its first line ends.
    pub(super) line_end: usize,
    /// Its words, by number.
    pub(super) words: Range<usize>,
    /// Whether it is what a program reads or writes.
    pub(super) is_code: bool,
    /// Whether a blank line stands before it.
    pub(super) is_parted: bool,
}

/// Puts the entries of the block with number `index` behind `entries`.
pub(super) fn add_entries(content: &Reading<'_>, index: usize, entries: &mut Vec<Entry>) {
    let Some(block) = content.blocks().get(index) else { return };
    let text = content.text();
    let first_end = line_end(text, &block.span);
    let starts = if first_end < block.span.end { starts(text, block) } else { Vec::new() };
    if starts.is_empty() {
        entries.push(Entry {
            block: index,
            span: block.span.clone(),
            line_end: first_end,
            words: block.words.clone(),
            is_code: block.kind == BlockKind::Code,
            is_parted: block.parted,
        });
        return;
    }
    let ends = starts.iter().copied().chain(once(block.span.end));
    let starts = once(block.span.start).chain(starts.iter().copied());
    entries.extend(starts.zip(ends).map(|(start, end)| Entry {
        block: index,
        span: start..end,
        line_end: line_end(text, &(start..end)),
        words: content.words.within(&(start..end)),
        is_code: false,
        is_parted: block.parted && start == block.span.start,
    }));
}

fn line_end(text: &str, span: &Range<usize>) -> usize {
    memchr(b'\n', slice(text, span.clone()).as_bytes()).map_or(span.end, |length| span.start + length)
}

/// From this many lines on a way to open is the block's, though its first line opens otherwise.
const HABIT: usize = 3;

/// Where the entries of a block start but for its first: at prompts, and at lines that open like its first line or
/// like several others.
fn starts(text: &str, block: &Block) -> Vec<usize> {
    let is_code = block.kind == BlockKind::Code;
    if !is_code && !matches!(block.kind, BlockKind::Paragraph | BlockKind::Item) {
        return Vec::new();
    }
    let mut at = block.span.start;
    let lines = slice(text, block.span.clone()).split_inclusive('\n').map(|line| {
        at += line.len();
        (at - line.len(), Opening::of(line))
    });
    let openings: Vec<(usize, Option<Opening>)> = lines.skip(usize::from(is_code)).collect();
    let first = openings.first().and_then(|&(_, opening)| opening);
    let is_usual = |wanted: Opening| {
        let count = || openings.iter().filter(|(_, opening)| *opening == Some(wanted)).count();
        wanted == Opening::Prompt || first == Some(wanted) || count() >= HABIT
    };
    let usual = Opening::ALL.map(is_usual);
    let opens = |opening: Opening| usual.get(opening as usize) == Some(&true);
    let starting = openings.iter().skip(1).filter(|(_, opening)| opening.is_some_and(opens));
    starting.map(|&(at, _)| at).collect()
}

/// The most words of a line that says who wrote when.
const HEADER_WORDS: usize = 6;

/// The words of an entry without the mark, stamp, day, or name and time it opens with.
pub(super) fn words<'c>(content: &'c Reading<'_>, entry: &Entry) -> &'c [Word] {
    let block = content.blocks().get(entry.block);
    let own = block.filter(|block| block.span.start == entry.span.start);
    let start = own.map_or(entry.span.start, |block| block.text);
    let text = slice(content.text(), start..entry.span.end);
    let words = content.words.slice(entry.words.clone());
    let marked = words.iter().take_while(|word| word.span().start < start).count();
    let words = words.get(marked..).unwrap_or_default();
    let opening = if is_header(content, entry, words) {
        entry.line_end
    } else if let Some(stamp) = time::stamp_at_start(text) {
        start + stamp.length
    } else if block.is_some_and(|block| block.kind == BlockKind::Row) {
        let is_day = |word: &&Word| is_calendar(content, word) || word.tells.any(tell::NUMBER);
        words.iter().take_while(is_day).last().map_or(start, |word| word.span().end)
    } else if time::opens_entry(text) {
        day_end(content, words)
    } else {
        return words;
    };
    let opening = words.partition_point(|word| word.span().start < opening);
    words.get(opening..).unwrap_or_default()
}

/// Whether the first of several lines only says who wrote when: a few words, a day or a time last.
fn is_header(content: &Reading<'_>, entry: &Entry, words: &[Word]) -> bool {
    if content.slice(&(entry.line_end..entry.span.end)).trim().is_empty() {
        return false;
    }
    let inside = words.iter().take(HEADER_WORDS + 1).take_while(|word| word.span().end <= entry.line_end);
    let inside = words.get(..inside.count()).unwrap_or_default();
    let is_time = |word: &Word| word.tells.any(tell::NUMBER.or(tell::CALENDAR));
    inside.len() <= HEADER_WORDS && inside.last().is_some_and(is_time)
}

/// Where the day ends that some words start with. Of numbers, the first belongs to it, those that stand behind a name
/// and those that no space parts: "9.10", "Mon 12 May".
fn day_end(content: &Reading<'_>, words: &[Word]) -> usize {
    let (mut end, mut goes_on) = (0, true);
    for word in words {
        let span = word.span();
        let is_name = is_calendar(content, word);
        let is_near = content.text().get(end..span.start).is_some_and(|gap| gap.len() == 1 && gap != " ");
        if !is_name && !(word.tells.any(tell::NUMBER) && (goes_on || is_near)) {
            break;
        }
        (end, goes_on) = (span.end, is_name);
    }
    end
}

/// Whether a word is the name of a day or month; "May" is one, not "may".
pub(super) fn is_calendar(content: &Reading<'_>, word: &Word) -> bool {
    word.tells.any(tell::CALENDAR) || content.slice(&word.span()) == "May"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, ParsedContent};
    use rstest::rstest;

    #[rstest]
    #[case("```\n10:00 a\nb\n10:05 c\n```\n", &["```\n10:00 a\nb\n", "10:05 c\n```"])]
    #[case("```\nlet a = 1;\nlet b = 2;\n```\n", &["```\nlet a = 1;\nlet b = 2;\n```"])]
    #[case("$ ls\na\n$ cat a\n", &["$ ls\na", "$ cat a"])]
    #[case("start\nuser: a\ntool: b\nuser: c\n", &["start\n", "user: a\n", "tool: b\n", "user: c"])]
    #[case("It goes\non: there", &["It goes\non: there"])]
    fn blocks_fall_into_entries(#[case] text: &str, #[case] expected: &[&str]) {
        let text = ParsedContent::new(Document::new("a.md", text));
        let content = Reading::new(&text);
        let mut entries = Vec::new();
        (0..content.blocks().len()).for_each(|index| add_entries(&content, index, &mut entries));
        let found: Vec<&str> = entries.iter().map(|entry| content.slice(&entry.span)).collect();
        assert_eq!(found, expected);
    }

    #[rstest]
    #[case("16.30 31 A flows", "31 A flows")]
    #[case("Mon 12 May boxes packed", "boxes packed")]
    #[case("09:00 38.7, standing", "38 7 standing")]
    #[case("- 4 boxes", "4 boxes")]
    #[case("**Ole** commented on 4 Sep\nAdded it.", "Added it")]
    fn words_start_behind_the_opening(#[case] text: &str, #[case] expected: &str) {
        let text = ParsedContent::new(Document::new("a.md", text));
        let content = Reading::new(&text);
        let mut entries = Vec::new();
        add_entries(&content, 0, &mut entries);
        let words: Vec<&str> =
            words(&content, &entries[0]).iter().map(|word| content.slice(&word.span())).collect();
        assert_eq!(words.join(" "), expected);
    }
}
