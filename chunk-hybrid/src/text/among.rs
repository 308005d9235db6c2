//! The part of a sorted list that lies in a part of the text.

use std::ops::Range;

/// The items that start in `span`, of a list sorted by `start`.
pub(crate) fn among<'a, T>(items: &'a [T], span: &Range<usize>, start: impl Fn(&T) -> usize) -> &'a [T] {
    let first = items.partition_point(|item| start(item) < span.start);
    let end = items.partition_point(|item| start(item) < span.end);
    items.get(first..end.max(first)).unwrap_or_default()
}
