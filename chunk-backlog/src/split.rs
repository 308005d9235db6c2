//! Splits a section that is too long into pieces (B13 to B15).

use crate::{
    body::Body,
    cut::{Cutter, Limits},
    section::Section,
    spans::BLANK_LINE,
};
use std::ops::Range;

/// The most characters a piece has.
const MAX_CHARS: usize = 1_200;

/// How a section above [`MAX_CHARS`] is cut.
const LIMITS: Limits = Limits { band: 900..=1_100, reach: 600..=MAX_CHARS, remainder: 1_100 };

/// How many characters before it a piece repeats.
const OVERLAP: usize = 150;

/// The longest heading that is repeated, in characters.
const MAX_REPEATED: usize = 150;

/// The pieces of a section with their overlaps, in bytes of the body, and whether every one but the first repeats its
/// heading and a blank line.
pub(crate) fn split(body: &Body<'_>, section: &Section, repeat_heading: bool) -> (Vec<Range<usize>>, bool) {
    let text = section.text.clone();
    if body.chars(&text) <= MAX_CHARS {
        return (vec![text], false);
    }
    let heading = section.heading.as_ref().map_or(0, |heading| body.chars(heading));
    let repeats = repeat_heading && (1..=MAX_REPEATED).contains(&heading);
    let prefix = if repeats { heading + BLANK_LINE.len() } else { 0 };
    let resume = |cut| {
        let start = body.back(cut, OVERLAP).max(text.start);
        body.marker_around(start).map_or(start, |marker| marker.end)
    };
    let pieces = Cutter::new(body, text.clone(), &LIMITS, prefix, resume).pieces();
    (pieces, repeats)
}
