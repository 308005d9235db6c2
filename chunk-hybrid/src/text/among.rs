//! What stands in a part of the text, among what stands in order.

use std::ops::Range;

/// Those of `all`, which stand in order, that start in `span`.
pub(crate) fn among<'a, T>(all: &'a [T], span: &Range<usize>, start: impl Fn(&T) -> usize) -> &'a [T] {
    let first = all.partition_point(|own| start(own) < span.start);
    let end = all.partition_point(|own| start(own) < span.end);
    all.get(first..end.max(first)).unwrap_or_default()
}
