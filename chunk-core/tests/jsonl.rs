//! Records as JSON Lines: written as serde_json writes them, and read line by line.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_core::{
    jsonl::{LineError, Lines, write_json, write_record},
    types::Position,
};
use chunk_testkit::generate::{Alphabet, Rng, text};
use rstest::rstest;
use serde::Serialize;
use serde_json::{json, value::RawValue};
use std::{
    collections::BTreeMap,
    io::{self, BufReader, Write},
};

#[derive(Serialize)]
struct Struct {
    plain: u8,
    #[serde(rename = "es\"caped")]
    escaped: Option<&'static str>,
    none: Option<()>,
}

#[derive(Serialize)]
struct Tuple(i8, f32);

#[derive(Serialize)]
struct Newtype(char);

#[derive(Serialize)]
struct Unit;

#[derive(Serialize)]
enum Enum {
    Unit,
    Newtype(u128),
    Tuple(i128, ()),
    Struct { key: Vec<u8> },
}

/// Written in both ways.
fn both(value: &impl Serialize) -> (Result<String, ()>, Result<String, ()>) {
    let mut out = Vec::new();
    let ours = write_json(&mut out, value).map(|()| String::from_utf8(out).unwrap());
    (ours.map_err(drop), serde_json::to_string(value).map_err(drop))
}

#[rstest]
#[case(Struct { plain: 7, escaped: Some("a\nb"), none: None })]
#[case((Tuple(-1, 0.1), Newtype('"'), Unit, true, u64::MAX, i64::MIN))]
#[case([Enum::Unit, Enum::Newtype(u128::MAX), Enum::Tuple(-1, ()), Enum::Struct { key: vec![1, 2] }])]
#[case([f64::NAN, f64::INFINITY, 1e300, -0.0, 1.0, 0.1 + 0.2])]
#[case([f32::NAN, 16_777_216.0, 1e-7])]
#[case(json!({"a": [], "b": {}, "c\u{1}": [1, -1, 1.5, null, {"d": "e\\"}]}))]
#[case(RawValue::from_string("{\"raw\":  1.50}".to_owned()).unwrap())]
#[case(BTreeMap::from([(1, "a"), (-2, "b")]))]
#[case(BTreeMap::from([(true, 1), (false, 2)]))]
#[case(BTreeMap::from([('x', 1), ('\\', 2)]))]
#[case(BTreeMap::from([(Some("x"), 1)]))]
#[case(BTreeMap::from([(None::<u8>, 1)]))]
#[case(BTreeMap::from([([1], 1)]))]
#[case(BTreeMap::from([((), 1)]))]
fn a_value_is_written_as_serde_json_writes_it(#[case] value: impl Serialize) {
    let (ours, theirs) = both(&value);
    assert_eq!(ours, theirs);
}

#[test]
fn a_string_is_written_as_serde_json_writes_it() {
    let mut random = Rng::with_seed(1);
    let check = |text: &str| {
        let (ours, theirs) = both(&text);
        assert_eq!(ours, theirs);
    };
    ('\0'..='\u{100}').for_each(|c| check(&format!("a{c}{c}bcdefghijk{c}")));
    for _ in 0..500 {
        let bytes = random.usize(..200);
        check(&text(&mut random, Alphabet::Mixed, bytes));
    }
    for unit in ["\n", "a", "é\"", "\u{1}", "漢字"] {
        check(&unit.repeat(5_000));
    }
}

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
