//! The day of a decision (H19.27): that of its row, its entry, the nearest heading above, or what a label such as `Date` names.

use super::table::Row;
use crate::recognize::said::Named;
use crate::text::{Block, ParsedContent, stamp, time};
use std::ops::Range;

/// At most this many named days before a decision, and behind it, are asked for: others are in sections of their own.
const MOST: usize = 64;

/// The day of the decision in a block at the byte `at`, as its first millisecond. `named` are the days that labels and headings name, `first` is where
/// the first decision of the document starts.
pub(super) fn of(
    content: &ParsedContent<'_>,
    block: &Block,
    row: Option<&Row<'_>>,
    named: &[Named],
    [first, at]: [usize; 2],
) -> Option<i64> {
    let day = |text: Range<usize>| time::dated(content.slice(&text))?.1.day;
    let of_entry = || content.outwards(Some(block)).find_map(|own| stamp::day_of(content, own));
    let in_row = row.and_then(|row| day(row.day()?));
    in_row.or_else(of_entry).or_else(|| day(of_section(content, named, first, at)?))
}

/// What is named for the section of a decision, or one around that: last before it and else first behind, or the other way round where days
/// stand behind what they are about, as the first one does.
fn of_section(content: &ParsedContent<'_>, named: &[Named], first: usize, at: usize) -> Option<Range<usize>> {
    let is_about = |named: &&Named| named.is_about(content, at);
    let (before, behind) = named.split_at(named.partition_point(|named| named.start <= at));
    let before = || before.iter().rev().take(MOST).find(is_about);
    let behind = || behind.iter().take(MOST).find(is_about);
    let is_lead = named.first().is_some_and(|day| day.start <= first);
    let found = if is_lead { before().or_else(behind) } else { behind().or_else(before) };
    Some(found?.text.clone())
}
