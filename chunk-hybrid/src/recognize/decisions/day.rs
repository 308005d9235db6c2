//! The day of a decision (H19.27): that of its row, its entry, the nearest heading above, or what a label such as `Date` names.

use super::table::Row;
use crate::recognize::said::Named;
use crate::text::{Block, ParsedContent, stamp, time};
use std::ops::Range;

/// At most this many named days before a decision, and behind it, are asked for: others are in sections of their own.
const MOST: usize = 64;

/// The day of the decision at `span` in a block, as its first millisecond. `named` are the days that labels and headings name, `first` is where
/// the first decision of the document starts.
pub(super) fn of(
    content: &ParsedContent<'_>,
    block: &Block,
    row: Option<&Row<'_>>,
    named: &[Named],
    first: usize,
    span: &Range<usize>,
) -> Option<i64> {
    let day = |text: Range<usize>| time::dated(content.slice(&text))?.1.day;
    let of_entry = || content.outwards(Some(block)).find_map(|own| stamp::day_of(content, own));
    let in_row = row.and_then(|row| day(row.day()?));
    in_row.or_else(of_entry).or_else(|| day(nearest(content, named, first, span)?))
}

/// What is named nearest to a decision in its section or one around that; of two that are as near, the one before it, or where days stand
/// behind what they are about, as the first one does, the one behind.
fn nearest(
    content: &ParsedContent<'_>,
    named: &[Named],
    first: usize,
    span: &Range<usize>,
) -> Option<Range<usize>> {
    let is_about = |named: &&Named| named.is_about(content, span.start);
    let (before, behind) = named.split_at(named.partition_point(|named| named.start <= span.start));
    let is_lead = named.first().is_some_and(|day| day.start <= first);
    let before = before
        .iter()
        .rev()
        .take(MOST)
        .find(is_about)
        .map(|day| (span.start.abs_diff(day.text.end), !is_lead, day));
    let behind =
        behind.iter().take(MOST).find(is_about).map(|day| (day.start.abs_diff(span.end), is_lead, day));
    let nearest =
        before.into_iter().chain(behind).min_by_key(|(distance, is_other, _)| (*distance, *is_other));
    nearest.map(|(.., day)| day.text.clone())
}
