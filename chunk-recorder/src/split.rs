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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Direction;
    use rstest::rstest;

    #[rstest]
    #[case::no_line_end("abcdefgh", 5, "abcde", Some("fgh"))]
    #[case::line_end_in_the_second_half("abc\ndefgh", 5, "abc", Some("defgh"))]
    #[case::line_end_exactly_at_half("abc\ndefgh", 6, "abc", Some("defgh"))]
    #[case::line_end_before_half("abc\ndefgh", 7, "abc\ndef", Some("gh"))]
    #[case::line_end_right_behind_the_room("abcde\nfgh", 5, "abcde", Some("fgh"))]
    #[case::line_end_two_behind_the_room("abcdef\ngh", 5, "abcde", Some("f\ngh"))]
    #[case::the_last_of_several("abcd\nef\ng\nhij", 8, "abcd\nef", Some("g\nhij"))]
    #[case::left_over_white_space("abcd  efgh", 5, "abcd", Some("  efgh"))]
    #[case::white_space_behind_the_cut_stays("abcde  fgh", 5, "abcde", Some("  fgh"))]
    #[case::left_over_a_line_end("a\n    bcd", 6, "a", Some("    bcd"))]
    #[case::only_white_space("        a", 5, "     ", Some("   a"))]
    #[case::only_white_space_with_a_line_end("\n       a", 5, "\n    ", Some("   a"))]
    #[case::one_scalar_of_room("abc", 1, "a", Some("bc"))]
    #[case::one_scalar_before_a_line_end("a\nb", 1, "a", Some("b"))]
    #[case::a_line_end_first("\nab", 1, "\n", Some("ab"))]
    #[case::nothing_left("abcde\n", 5, "abcde", None)]
    #[case::blank_line_left("abcde\n\n", 5, "abcde", Some("\n"))]
    #[case::scalars_not_bytes("äöüé漢😀xy", 5, "äöüé漢", Some("😀xy"))]
    fn pieces(#[case] text: &str, #[case] room: usize, #[case] piece: &str, #[case] left: Option<&str>) {
        let (found, rest) = cut(Contribution::new(Direction::Egress, text), room);
        assert_eq!((found.text(), rest.map(|rest| rest.text())), (piece, left));
        assert_eq!(found.text_chars(), piece.chars().count());
        assert_eq!(rest.map(|rest| rest.text_chars()), left.map(|left| left.chars().count()));
    }
}
