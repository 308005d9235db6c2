//! The pieces of a section (B13 to B15).

use crate::{
    body::Body,
    cut::{Cutter, Limits},
    section::Section,
};
use std::ops::Range;

/// The most characters a piece has.
const MAX_CHARS: usize = 1_200;

/// How a section above [`MAX_CHARS`] is cut.
const LIMITS: Limits = Limits { band: 900..=1_100, reach: 600..=MAX_CHARS, remainder: 1_100 };

/// With how many characters of the piece before it a piece starts.
const OVERLAP: usize = 150;

/// The longest heading that is repeated, in characters.
const MAX_REPEATED: usize = 150;

/// The pieces of a section with their overlaps, in bytes of the body, and what stands before every one but the first:
/// the heading and a blank line, or nothing.
pub(crate) fn split(body: &Body<'_>, section: &Section, repeat_heading: bool) -> (Vec<Range<usize>>, String) {
    let text = section.text.clone();
    if body.chars(&text) <= MAX_CHARS {
        return (vec![text], String::new());
    }
    let repeatable = |heading: &&Range<usize>| repeat_heading && body.chars(heading) <= MAX_REPEATED;
    let heading = section.heading.as_ref().filter(repeatable);
    let prefix = heading.map_or_else(String::new, |heading| format!("{}\n\n", body.slice(heading.clone())));
    let resume = |cut| {
        let start = body.back(cut, OVERLAP).max(text.start);
        body.marker_around(start).map_or(start, |marker| marker.end)
    };
    let pieces = Cutter::new(body, text.clone(), &LIMITS, prefix.chars().count(), resume).pieces();
    (pieces, prefix)
}
