//! R8: cuts an over-long event.

use crate::assemble::Contribution;
use chunk_core::{is_white_space, slice};

/// The piece of `rest` that fits into `room` Unicode scalar values (at least one, and fewer than `rest` has), and what is left
/// for the next piece: nothing if only the line end at the cut remains.
pub(crate) fn cut<'n>(rest: Contribution<'n>, room: usize) -> (Contribution<'n>, Option<Contribution<'n>>) {
    let text = rest.text();
    let half = byte_of(text, 0, room.div_ceil(2));
    let full = byte_of(text, half, room - room.div_ceil(2));
    // The scalar value right after the room may be the line end to cut at; an LF is one byte.
    let second_half = text.as_bytes().get(half..=full).unwrap_or_default();
    let at = memchr::memrchr(b'\n', second_half).map_or_else(
        || match slice(text, 0..full).trim_end_matches(is_white_space).len() {
            0 => full,
            trimmed => trimmed,
        },
        |line_end| half + line_end,
    );
    let chars = room - slice(text, at..full).chars().count();
    let (piece, left) = rest.split_at(at, chars);
    let left = if left.text().starts_with('\n') { left.split_at(1, 1).1 } else { left };
    (piece, Some(left).filter(|left| !left.text().is_empty()))
}

/// The byte at which the scalar value starts that is `chars` after the byte `from`.
fn byte_of(text: &str, from: usize, chars: usize) -> usize {
    let mut rest = slice(text, from..text.len()).chars();
    if let Some(before) = chars.checked_sub(1) {
        rest.nth(before);
    }
    text.len() - rest.as_str().len()
}
