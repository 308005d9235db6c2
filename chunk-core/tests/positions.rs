//! Byte offsets as lines and code points, and as bytes of the source before its line ends were normalized.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_core::{CodePointIndex, LineEnds, LineIndex, Normalized, positions};
use rstest::rstest;
use std::borrow::Cow;

#[rstest]
#[case::empty("", &[(0, 0)])]
#[case::one("a", &[(0, 1)])]
#[case::final_line_end("a\n", &[(0, 1)])]
#[case::blank_last_line("a\n\n", &[(0, 1), (2, 2)])]
#[case::three("a\n\nbc", &[(0, 1), (2, 2), (3, 5)])]
fn lines(#[case] text: &str, #[case] bytes: &[(usize, usize)]) {
    let lines = LineIndex::new(text);
    for (index, &(start, end)) in bytes.iter().enumerate() {
        assert_eq!(lines.bytes(index + 1), start..end);
        assert_eq!(lines.line(start), index + 1);
        assert_eq!(lines.line(end), index + 1, "the line end belongs to its line");
        assert_eq!([lines.around(start), lines.around(end)], [start..end, start..end]);
    }
    assert_eq!(lines.bytes(bytes.len() + 1).len(), 0);
    assert_eq!(lines.bytes(0).len(), 0);
    assert_eq!(lines.line(usize::MAX), bytes.len(), "beyond the end");
}

#[test]
fn code_points_both_ways_across_blocks() {
    for text in ["x".repeat(2_000), "aé漢😀\n".repeat(300), "😀".repeat(400), "é".repeat(512), String::new()]
    {
        let points = CodePointIndex::new(&text);
        for (code_point, (byte, _)) in text.char_indices().enumerate() {
            assert_eq!(points.code_point(byte), code_point);
            assert_eq!(points.byte(code_point), byte);
        }
        let count = text.chars().count();
        assert_eq!(points.code_point(text.len()), count);
        assert_eq!(points.byte(count), text.len());
        assert_eq!(points.byte(usize::MAX), text.len());
    }
}

#[rstest]
#[case::nothing_to_do("a\nb", LineEnds::CrLfAndCr, "a\nb", &[0, 1, 2, 3])]
#[case::crlf("\r\n\r\n", LineEnds::CrLf, "\n\n", &[0, 2, 4])]
#[case::lone_cr_stays("a\rb\r\n", LineEnds::CrLf, "a\rb\n", &[0, 1, 2, 3, 5])]
#[case::one_pass("\r\r\n", LineEnds::CrLf, "\r\n", &[0, 1, 3])]
#[case::lone_cr_goes("a\rb\r\r\n", LineEnds::CrLfAndCr, "a\nb\n\n", &[0, 1, 2, 3, 4, 6])]
#[case::bom_kept("\u{FEFF}a", LineEnds::CrLf, "\u{FEFF}a", &[0])]
fn every_byte_of_the_text_has_its_source_byte(
    #[case] source: &str,
    #[case] line_ends: LineEnds,
    #[case] text: &str,
    #[case] source_bytes: &[usize],
) {
    let normalized = Normalized::new(source, line_ends);
    assert_eq!(normalized.as_str(), text);
    for (byte, &expected) in source_bytes.iter().enumerate() {
        assert_eq!(normalized.source_byte(byte), expected, "byte {byte}");
    }
    assert_eq!(normalized.source_byte(text.len()), source.len());
}

/// Borrowed if nothing had to be changed.
#[test]
fn the_text_and_its_parts_are_given_away() {
    let text = |source| Normalized::new(source, LineEnds::CrLf).into_text();
    assert!(matches!(text("a\nb"), Cow::Borrowed("a\nb")));
    assert!(matches!(text("a\r\nb"), Cow::Owned(text) if text == "a\nb"));
    let part = |source| Normalized::new(source, LineEnds::CrLf).part(1..3);
    assert!(matches!(part("a\nb"), Cow::Borrowed("\nb")));
    assert!(matches!(part("a\r\nb"), Cow::Owned(part) if part == "\nb"));
}

#[test]
fn a_bom_is_dropped_on_request() {
    let normalized = Normalized::without_bom("\u{FEFF}a\r\nb", LineEnds::CrLf);
    assert_eq!(normalized.as_str(), "a\nb");
    assert_eq!(normalized.source_range(0..3), 3..7);
    assert_eq!(normalized.source_range(1..1), 4..4);
}

#[test]
fn all_bytes_that_are_wanted_are_found_and_no_other() {
    let mut random = fastrand::Rng::with_seed(1);
    for length in 0..300 {
        for most in [1, 3, 50, 255] {
            let bytes: Vec<u8> = (0..length).map(|_| random.u8(..=most)).collect();
            let wanted = |byte: u8| (byte == 0) | (byte == 255);
            let expected = bytes.iter().enumerate().filter(|(_, byte)| wanted(**byte)).map(|(at, _)| at);
            assert!(positions(&bytes, wanted).eq(expected), "{bytes:?}");
        }
    }
}
