//! Records as JSON Lines: written compactly, and read line by line.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_core::{
    jsonl::{LineError, Lines, write_json, write_record},
    types::Position,
};
use serde_json::json;
use std::io::{self, BufReader, Write};

#[test]
fn what_the_output_says_stays() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for value in [json!("a"), json!(1), json!([1]), json!({"a": 1}), json!(null)] {
        assert_eq!(write_json(Closed, &value).unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}

#[test]
fn only_what_must_be_is_escaped() {
    let mut out = Vec::new();
    let text: String = ('\0'..='\u{7F}').chain(['\u{85}', '\u{2028}', '😀']).collect();
    write_record(&mut out, &text).unwrap();
    let expected = concat!(
        r#""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010\u0011"#,
        r#"\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"#,
        r##" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"##,
        "abcdefghijklmnopqrstuvwxyz{|}~\u{7F}\u{85}\u{2028}😀\"\n"
    );
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn a_byte_order_mark_is_told_and_hides_nothing_behind_it() {
    let text = "\u{FEFF}{}\n\u{FEFF}1\n2";
    for capacity in 1..text.len() + 1 {
        let mut lines = Lines::new(BufReader::with_capacity(capacity, text.as_bytes()), 9);
        let error = lines.next_line().unwrap().unwrap_err();
        assert!(matches!(error, LineError::ByteOrderMark));
        assert_eq!(error.position(), Some(Position::Line(1)));
        // Within a stream it is a character like others.
        assert_eq!(lines.next_line().unwrap().unwrap().bytes, "\u{FEFF}1".as_bytes());
        assert_eq!(lines.next_line().unwrap().unwrap().bytes, b"2");
    }
}

#[test]
fn lines_are_the_same_whatever_the_buffer() {
    let text = "a\r\n\nlonger\r\nlong\nlong\r\n\r\nz";
    for capacity in 1..text.len() + 1 {
        let mut lines = Lines::new(BufReader::with_capacity(capacity, text.as_bytes()), 4);
        let mut seen = Vec::new();
        while let Some(line) = lines.next_line() {
            seen.push(match line {
                Ok(line) => {
                    format!("{}@{} {}", line.number, line.byte_offset, String::from_utf8_lossy(line.bytes))
                }
                Err(error) => error.to_string(),
            });
        }
        let too_long = "line 3 is longer than 4 bytes; split it or raise the limit";
        assert_eq!(seen, ["1@0 a", "2@3 ", too_long, "4@12 long", "5@17 long", "6@23 ", "7@25 z"]);
    }
}
