//! What is seen of an entry: its words, what it is labelled and headed with, and where it stands.

use super::{
    Points,
    call::{self, Part},
    entry::{Entry, add_entries, is_calendar},
    feature::{Counts, Feature},
    title::{self, NO_PHASE, Named, Titles},
    weight,
};
use crate::recognize::reading::Reading;
use crate::{
    english::tell,
    text::{
        block::{Block, BlockKind, is_heading},
        line::defines_link,
    },
};
use std::ops::Range;

/// An entry that may begin a phase, and what is seen of it wherever it stands.
#[derive(Debug)]
pub(crate) struct Seen {
    entry: Entry,
    /// What its words and its label count for each phase.
    said: Points,
    words: usize,
    /// The phases the nearest heading that names any names.
    heading: Named,
    is_stamped: bool,
    is_call: bool,
    is_output: bool,
    /// It ends with a colon.
    announces: bool,
    has_failed: bool,
}

/// An entry among others.
#[derive(Debug)]
pub(super) struct Sight<'c> {
    pub(super) entry: &'c Entry,
    pub(super) said: Points,
    pub(super) words: usize,
    /// Whether it is a call, or what one gave back.
    pub(super) is_call: bool,
    /// The phases the nearest title that names any names.
    pub(super) heading: Named,
    pub(super) place: Place,
    pub(super) joint: Joint,
}

/// Where an entry stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) is_first: bool,
    pub(super) is_last: bool,
    /// How much of the text stands before its middle, in thousandths.
    pub(super) depth: usize,
    pub(super) is_code: bool,
    pub(super) is_stamped: bool,
}

/// What parts an entry from the one before.
#[derive(Debug, Default)]
pub(super) struct Joint {
    pub(super) is_parted: bool,
    /// It is more than a paragraph that goes on: stamped, listed, a row, a line that opens like others.
    pub(super) opens: bool,
    /// A heading stands between them.
    pub(super) is_headed: bool,
    /// One is stamped, the other is not.
    pub(super) is_other_kind: bool,
    /// One announces or calls for the other.
    pub(super) is_bound: bool,
    /// What stands before has failed.
    pub(super) has_failed: bool,
}

/// From this many entries on it matters where one stands.
const FEWEST: usize = 3;

/// The entries of a document that may begin a phase: those with words, but for headings and lines that only name a day.
fn seen(content: &Reading<'_>) -> Vec<Seen> {
    let titles = Titles::new(content);
    let mut entries = Vec::with_capacity(content.blocks().len());
    (0..content.blocks().len())
        .filter(|&index| !is_silent(content, index))
        .for_each(|index| add_entries(content, index, &mut entries));
    let mut part = Part::Text;
    let mut seen = Vec::with_capacity(entries.len());
    for entry in entries {
        let words = entry.words.len();
        if words == 0 {
            continue;
        }
        part = call::part(content, &entry, &part);
        let counts = Counts::of_entry(content, &entry, &part);
        // What a tool is called names no phase.
        let label = if part == Part::Text { title::label(content, &entry) } else { NO_PHASE };
        seen.push(Seen {
            said: weight::said(&counts, label),
            words,
            heading: titles.of(content.blocks().get(entry.block).and_then(|block| block.section)),
            is_stamped: !content.instants_in(&entry.span).is_empty(),
            is_call: matches!(part, Part::Call(_)),
            is_output: part == Part::Output,
            announces: content.slice(&entry.span).trim_end().ends_with(':'),
            has_failed: counts.has(Feature::Fail),
            entry,
        });
    }
    seen
}

/// The entries in `blocks` that may begin a phase.
pub(super) fn sights<'c>(content: &'c Reading<'_>, blocks: Range<usize>) -> Vec<Sight<'c>> {
    let all = content.seen.get_or_init(|| seen(content));
    let first = all.partition_point(|seen| seen.entry.block < blocks.start);
    let end = all.partition_point(|seen| seen.entry.block < blocks.end);
    let entries = all.get(first..end).unwrap_or_default();
    let words: usize = entries.iter().map(|seen| seen.words).sum();
    let count = entries.len();
    let mut above = blocks.start;
    let mut sights = Vec::with_capacity(count);
    let mut passed = 0;
    let mut plain = NO_PHASE;
    for (at, seen) in entries.iter().enumerate() {
        let entry = &seen.entry;
        let Some(block) = content.blocks().get(entry.block) else { continue };
        let before = at.checked_sub(1).and_then(|before| entries.get(before));
        let skipped = content.blocks().get(above..entry.block).unwrap_or_default();
        above = entry.block + 1;
        if let Some(block) = skipped.iter().rfind(|block| is_title(block)) {
            plain = if is_heading(block) { NO_PHASE } else { title::plain(content, block) };
        }
        let is_later = entry.span.start > block.span.start;
        let joint = Joint {
            is_parted: entry.is_parted || skipped.iter().any(|block| block.parted),
            opens: block.kind != BlockKind::Paragraph || is_later || seen.is_stamped,
            is_headed: skipped.iter().any(|block| is_title(block) && !is_date(content, block)),
            is_other_kind: before.is_some_and(|before| before.is_stamped != seen.is_stamped),
            is_bound: seen.is_output || before.is_some_and(|before| before.announces),
            has_failed: before.is_some_and(|before| before.has_failed),
        };
        let place = Place {
            is_first: at == 0 && count >= FEWEST,
            is_last: at + 1 == count && count >= FEWEST,
            depth: if count < FEWEST { 500 } else { (passed + seen.words / 2) * 1000 / words.max(1) },
            is_code: entry.is_code,
            is_stamped: seen.is_stamped,
        };
        let named = Some(plain).filter(|plain| *plain != NO_PHASE);
        sights.push(Sight {
            entry,
            said: seen.said,
            words: seen.words,
            is_call: seen.is_call || seen.is_output,
            heading: named.unwrap_or(seen.heading),
            place,
            joint,
        });
        passed += seen.words;
    }
    sights
}

/// Whether a block that no entry begins with is a title or a day.
fn is_title(block: &Block) -> bool {
    is_heading(block) || block.kind == BlockKind::Paragraph
}

/// Whether a block belongs to what follows: a heading, a line that only names a day, a title that stands alone.
pub(super) fn belongs_below(content: &Reading<'_>, index: usize) -> bool {
    is_silent(content, index)
        && content
            .blocks()
            .get(index)
            .is_some_and(|block| !block.words.is_empty() || block.kind == BlockKind::Row)
}

/// Whether a block cannot begin a phase.
fn is_silent(content: &Reading<'_>, index: usize) -> bool {
    let Some(block) = content.blocks().get(index) else { return true };
    is_heading(block)
        || block.words.is_empty()
        || defines_link(content.slice(&block.span))
        || is_date(content, block)
        || is_plain_title(content, index)
        || is_header(content, index)
}

/// Whether a row names the columns of the rows below it.
fn is_header(content: &Reading<'_>, index: usize) -> bool {
    let row = |index: usize| content.blocks().get(index).filter(|block| block.kind == BlockKind::Row);
    row(index).is_some() && row(index + 1).is_some_and(|next| next.words.is_empty())
}

/// Whether a line only names a day.
fn is_date(content: &Reading<'_>, block: &Block) -> bool {
    let words = content.words.slice(block.words.clone());
    words.len() <= 6
        && words.iter().all(|word| word.tells.any(tell::NUMBER) || is_calendar(content, word))
        && words.iter().any(|word| is_calendar(content, word))
}

/// The most words a title has that stands alone.
const TITLE_WORDS: usize = 7;

/// Whether a line is a title but for its marks: a few words between blank lines, without an end.
fn is_plain_title(content: &Reading<'_>, index: usize) -> bool {
    let blocks = content.blocks();
    let Some(block) = blocks.get(index) else { return false };
    let is_title = |text: &str| {
        text.starts_with(char::is_uppercase)
            && text.ends_with(|c: char| c.is_alphanumeric() || c == '?')
            && !text.contains([':', '\n', '`'])
    };
    block.kind == BlockKind::Paragraph
        && block.parted
        && (1..=TITLE_WORDS).contains(&block.words.len())
        && blocks.get(index + 1).is_some_and(|next| next.parted || next.kind == BlockKind::Item)
        && is_title(content.slice(&block.span).trim())
}
