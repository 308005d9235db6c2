//! Checks that chunking loses no text (M13).

use crate::{Warning, slice, types::Position, unicode::is_white_space};
use std::{iter, ops::Range};

/// How many characters of lost text the warning quotes.
const QUOTED: usize = 40;

/// The warning `lost-text` if anything but white space is in `text`, from the byte `start` on, outside the ranges `kept`, which are in
/// order. A policy calls it last, with the bodies of all its chunks: lost text is a fault of the policy, never of the document.
///
/// ```
/// use chunk_core::lost_text;
///
/// let text = "---\nid: 1\n---\n# A\n\nB.\n";
/// assert_eq!(lost_text(text, 14, [14..17, 19..21]), None);
/// ```
///
/// # Panics
/// In builds with debug assertions, if text is lost: tests and fuzzing shall stop there.
#[must_use]
pub fn lost_text(text: &str, start: usize, kept: impl IntoIterator<Item = Range<usize>>) -> Option<Warning> {
    let lost = first_lost(text, start, kept)?;
    let line = memchr::memchr_iter(b'\n', slice(text, 0..lost.start).as_bytes()).count() + 1;
    let quoted: String = slice(text, lost.clone()).chars().take(QUOTED).collect();
    let message = format!(
        "{} bytes are in no chunk, those that begin with {quoted:?}: a fault of this program; please report it",
        lost.len()
    );
    let warning = Warning::new("lost-text", message).at(Position::Line(line));
    debug_assert!(false, "{warning}");
    Some(warning)
}

/// The first part between the ranges `kept` that holds more than white space, without the white space around it.
fn first_lost(
    text: &str,
    start: usize,
    kept: impl IntoIterator<Item = Range<usize>>,
) -> Option<Range<usize>> {
    let mut covered = start;
    for range in kept.into_iter().chain(iter::once(text.len()..text.len())) {
        if covered < range.start {
            let gap = slice(text, covered..range.start).trim_end_matches(is_white_space);
            let solid = gap.trim_start_matches(is_white_space);
            if !solid.is_empty() {
                return Some(covered + gap.len() - solid.len()..covered + gap.len());
            }
        }
        covered = covered.max(range.end);
    }
    None
}
