//! Rows of tables: which one names the columns, and the cells of a row.

use crate::text::{BlockKind, ParsedContent};
use chunk_core::unicode;
use std::ops::Range;

/// Whether a row is the line between a table's head and its other rows: `|---|:-:|`.
pub(crate) fn is_row_of_rules(row: &str) -> bool {
    row.contains('-') && row.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// Whether the block `index` is the head of a table, which names its columns: a row of rules follows it.
pub(crate) fn is_head(content: &ParsedContent<'_>, index: usize) -> bool {
    let row = |index: usize| content.blocks().get(index).filter(|block| block.kind == BlockKind::Row);
    row(index).and(row(index + 1)).is_some_and(|next| is_row_of_rules(content.slice(&next.span())))
}

/// The parts of `span` between marks such as the bars of a row, without the white space around each part.
pub(crate) fn parts(
    content: &ParsedContent<'_>,
    span: Range<usize>,
    mark: char,
) -> impl Iterator<Item = Range<usize>> {
    let mut at = span.start;
    content.slice(&span).split(mark).map(move |part| {
        let start = at + part.len() - unicode::trim_start(part).len();
        at += part.len() + 1;
        start..start + unicode::trim(part).len()
    })
}
