//! The day of a decision (H19.27): that of its entry, of the nearest heading above, or what a label such as `Date` names.

use super::table::Row;
use crate::recognize::said::Named;
use crate::text::{Block, ParsedContent, among, stamp, time};
use std::ops::Range;

/// What labels and headings name as days, in order.
pub(super) struct Days {
    named: Vec<Named>,
    /// Whether they stand before what they are about, as the first one does.
    lead: bool,
}

/// At most this many named days are asked for a decision: others are in sections of their own.
const MOST: usize = 64;

impl Days {
    /// `first` is where the first decision starts that is no heading.
    pub(super) fn new(named: Vec<Named>, first: usize) -> Self {
        Self { lead: named.first().is_some_and(|day| day.start <= first), named }
    }

    /// The day of the decision at `span` in a block, as its first millisecond.
    pub(super) fn of(
        &self,
        content: &ParsedContent<'_>,
        block: &Block,
        row: Option<&Row<'_>>,
        span: &Range<usize>,
    ) -> Option<i64> {
        let in_row = || day(content, row?.day()?);
        let of_entry = || content.outwards(Some(block)).find_map(|own| stamp::day_of(content, own));
        in_row()
            .or_else(of_entry)
            .or_else(|| day(content, self.beside(content, block).or_else(|| self.named(content, span))?))
    }

    /// What alone is named in the entry of a block, or in the lines around it, which no blank line parts: "Date: 2024-05-01", "Decision: oak".
    fn beside(&self, content: &ParsedContent<'_>, block: &Block) -> Option<Range<usize>> {
        let (before, behind) = content.blocks().split_at_checked(block.number + 1)?;
        let first = before.iter().rev().take(MOST).find(|own| own.after_blank)?;
        let last = behind.iter().take(MOST).take_while(|own| !own.after_blank).last().unwrap_or(block);
        [content.entry(block), first.start..last.end].iter().find_map(|lines| {
            match among(&self.named, lines, |own| own.start) {
                [only] => Some(only.text.clone()),
                _ => None,
            }
        })
    }

    /// What is named for the section of a decision, or one around that: last before it and else first behind it, or where days follow, the
    /// other way round.
    fn named(&self, content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Range<usize>> {
        let is_about = |named: &&Named| named.is_about(content, span.start);
        let (before, behind) =
            self.named.split_at(self.named.partition_point(|named| named.start <= span.start));
        let before = || before.iter().rev().take(MOST).find(is_about);
        let behind = || behind.iter().take(MOST).find(is_about);
        let found = if self.lead { before().or_else(behind) } else { behind().or_else(before) };
        Some(found?.text.clone())
    }
}

/// The first day in a text.
fn day(content: &ParsedContent<'_>, text: Range<usize>) -> Option<i64> {
    time::dated(content.slice(&text))?.1.day
}
