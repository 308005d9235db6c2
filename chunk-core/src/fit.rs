//! Cuts what is above a hard limit: the parts that a contract otherwise keeps whole.

mod boundary;

use crate::slice;
use boundary::Level;
use std::ops::Range;

/// The pieces of `range`, in order and tiling it, each of at most `max` tokens by `count`, which counts a range of `text`.
///
/// A range of `n` times `max` tokens, rounded up, is cut in two, so that the first part has `n / 2` shares of its bytes, rounded down, and
/// each part is judged again. The cut is at the nearest end of a line; only a range that has none is cut between clauses, then
/// words, then clusters of characters that are seen as one, then characters. A single character is never cut, however many tokens it has: at
/// most four of an encoding of bytes.
///
/// Each cut costs two counts, so the work is linear in the number of pieces wherever the cost of a count does not depend on its range.
///
/// ```
/// use chunk_core::{TokenCounter, counters::Characters, fitting_pieces};
///
/// let text = "first, second third";
/// let measure = Characters.measure(text);
/// let pieces = fitting_pieces(text, 0..text.len(), 8, &|range| measure.count(range));
/// let pieces: Vec<_> = pieces.into_iter().map(|piece| &text[piece]).collect();
/// assert_eq!(pieces, ["first, ", "second ", "third"]);
/// ```
#[must_use]
pub fn fitting_pieces(
    text: &str,
    range: Range<usize>,
    max: usize,
    count: &dyn Fn(Range<usize>) -> usize,
) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    // What is still to be judged, the next range last.
    let mut rest = vec![(range, Level::Line)];
    while let Some((range, level)) = rest.pop() {
        let shares = count(range.clone()).div_ceil(max.max(1));
        let cut = if shares > 1 { cut(slice(text, range.clone()), level, shares) } else { None };
        match cut {
            None => pieces.push(range),
            Some((length, level)) => {
                let at = range.start + length;
                rest.push((at..range.end, level));
                rest.push((range.start..at, level));
            }
        }
    }
    pieces
}

/// Where `part`, which makes so many pieces, is cut, and at which kind of boundary; `None` if it is a single character.
fn cut(part: &str, coarsest: Level, shares: usize) -> Option<(usize, Level)> {
    let target = (part.len() as u128 * (shares / 2) as u128 / shares as u128) as usize;
    let levels = Level::ALL.into_iter().filter(|level| *level >= coarsest);
    levels.map(|level| Some((nearest(part, target, level)?, level))).find_map(|cut| cut)
}

/// The boundary of `part` nearest to `target`; of two that are equally near, the first.
fn nearest(part: &str, target: usize, level: Level) -> Option<usize> {
    let is_boundary = |at: &usize| level.is_boundary(part, *at);
    let before = (1..=target).rev().find(is_boundary);
    // Only what is nearer is looked at, so that far boundaries cost no more than near ones.
    let far = before.map_or(part.len(), |before| part.len().min(2 * target - before));
    (target + 1..far).find(is_boundary).or(before)
}
