//! R4, R8: how a text is normalized, and where one that is too long is cut.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_recorder::chunk_core::Policy;
use chunk_recorder::{
    Event, LogOffset, LoggedEvent, Payload, RecorderChunk, RecorderConfig, RecorderPolicy, Unit,
};
use rstest::rstest;

/// The chunks of one output, of at most 10 characters after the marker `[OUT] `, without overlap.
fn chunks(text: &str) -> Vec<RecorderChunk> {
    let config =
        RecorderConfig::default().with_max_chunk_chars(16).with_overlap_chars(0).with_min_chunk_chars(0);
    let event = Event::new("e", 1, 0, Payload::Egress { text: text.into(), is_gap: false });
    let events = [LoggedEvent::new(LogOffset { segment_id: 0, ordinal: 0, byte_offset: 0 }, event)];
    RecorderPolicy::new(config).unwrap().collect(Unit::Events(&events)).unwrap().chunks
}

#[rstest]
#[case::nothing_to_do("a\n b", "[OUT] a\n b")]
#[case::one_final_line_end_goes("a\n\n", "[OUT] a\n")]
#[case::crlf("a\r\nb\r\n", "[OUT] a\nb")]
#[case::lone_cr("10%\r20%\r", "[OUT] 10%\n20%")]
#[case::cr_crlf("a\r\r\nb", "[OUT] a\n\nb")]
#[case::lf_cr("a\n\rb", "[OUT] a\n\nb")]
#[case::trailing_white_space("a \t\r\nb\u{3000}\u{85}\n", "[OUT] a\nb")]
#[case::no_white_space("a\u{1F}\nb\u{200B}", "[OUT] a\u{1F}\nb\u{200B}")]
#[case::an_empty_last_line_is_kept("a\n  ", "[OUT] a\n")]
#[case::leading_white_space_stays("  \n  a", "[OUT]\n  a")]
#[case::only_a_line_end("\r\n", "[OUT]")]
#[case::empty("", "[OUT]")]
#[case::escapes_stay("\u{1B}[3mr\u{1B}[0m ", "[OUT] \u{1B}[3mr\u{1B}[0m")]
fn texts_are_normalized(#[case] text: &str, #[case] expected: &str) {
    let chunks = chunks(text);
    assert_eq!(chunks.iter().map(|chunk| &*chunk.text).collect::<Vec<_>>(), [expected]);
}

#[rstest]
#[case::no_line_end("abcdefghijklm", &["[OUT] abcdefghij", "[OUT] klm"])]
#[case::line_end_in_the_second_half("abcdefg\nhijklm", &["[OUT] abcdefg", "[OUT] hijklm"])]
#[case::line_end_exactly_at_half("abcde\nfghijklm", &["[OUT] abcde", "[OUT] fghijklm"])]
#[case::line_end_before_half("abcd\nefghijklm", &["[OUT] abcd\nefghi", "[OUT] jklm"])]
#[case::line_end_right_after_the_room("abcdefghij\nkl", &["[OUT] abcdefghij", "[OUT] kl"])]
#[case::line_end_two_after_the_room("abcdefghijk\nl", &["[OUT] abcdefghij", "[OUT] k\nl"])]
#[case::the_last_of_several("abcdef\ng\nhi\njk", &["[OUT] abcdef\ng", "[OUT] hi\njk"])]
#[case::left_over_white_space("abcdefgh   ijk", &["[OUT] abcdefgh", "[OUT]    ijk"])]
#[case::white_space_after_the_cut_stays("abcdefghij  k", &["[OUT] abcdefghij", "[OUT]   k"])]
#[case::nothing_left("abcdefghij\n", &["[OUT] abcdefghij"])]
#[case::blank_line_left("abcdefghij\n\n\n", &["[OUT] abcdefghij", "[OUT]\n"])]
#[case::scalars_not_bytes("äöüé漢😀ñßøåxy", &["[OUT] äöüé漢😀ñßøå", "[OUT] xy"])]
fn long_texts_are_cut(#[case] text: &str, #[case] expected: &[&str]) {
    let chunks = chunks(text);
    assert_eq!(chunks.iter().map(|chunk| &*chunk.text).collect::<Vec<_>>(), expected);
}
