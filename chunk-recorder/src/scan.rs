//! The quick way to read a line of the log: one pass over what nearly every line is, without a copy and without a value
//! for what no chunk needs. It accepts less than JSON allows (an escape in a key, a key given twice, deep nesting and
//! whatever is malformed give `None`) and means by what it accepts what serde_json means, to which all the rest is left.

mod scanner;

use crate::{LogOffset, event::Fields};
use scanner::Scanner;
use std::borrow::Cow;

/// The line's position, if it is wrapped in one, and its event. `decoded` is memory for a text with escapes.
pub(crate) fn line<'e>(json: &'e str, decoded: &'e mut String) -> Option<(Option<LogOffset>, Fields<'e>)> {
    let mut scanner = Scanner::new(json, Some(decoded));
    let (mut offset, mut event, mut bare) = (None, None, Members::default());
    scanner.object(|scanner, key| match key {
        "offset" => once(&mut offset, offset_of(scanner)?),
        "event" => once(&mut event, event_of(scanner)?),
        key => bare.take(key, scanner),
    })?;
    scanner.end()?;
    match (offset, event) {
        (Some(offset), Some(event)) => Some((Some(offset), event)),
        (None, None) => Some((None, bare.into_fields()?)),
        _ => None,
    }
}

/// The event that is `json`.
pub(crate) fn event(json: &str) -> Option<Fields<'_>> {
    let mut scanner = Scanner::new(json, None);
    let fields = event_of(&mut scanner)?;
    scanner.end()?;
    Some(fields)
}

fn event_of<'e>(scanner: &mut Scanner<'e>) -> Option<Fields<'e>> {
    let mut members = Members::default();
    scanner.object(|scanner, key| members.take(key, scanner))?;
    members.into_fields()
}

fn offset_of(scanner: &mut Scanner<'_>) -> Option<LogOffset> {
    let (mut segment_id, mut ordinal, mut byte_offset) = (None, None, None);
    scanner.object(|scanner, key| match key {
        "segment_id" => once(&mut segment_id, scanner.natural()?),
        "ordinal" => once(&mut ordinal, scanner.natural()?),
        "byte_offset" => once(&mut byte_offset, scanner.natural()?),
        _ => scanner.pass_over(),
    })?;
    Some(LogOffset { segment_id: segment_id?, ordinal: ordinal?, byte_offset: byte_offset? })
}

/// The members of an event so far.
#[derive(Default)]
struct Members<'e> {
    schema_version: Option<Cow<'e, str>>,
    event_id: Option<Cow<'e, str>>,
    pane_id: Option<u64>,
    session_id: Option<Option<Cow<'e, str>>>,
    occurred_at_ms: Option<i64>,
    event_type: Option<Cow<'e, str>>,
    text: Option<Cow<'e, str>>,
    is_gap: Option<bool>,
}

impl<'e> Members<'e> {
    fn take(&mut self, key: &str, scanner: &mut Scanner<'e>) -> Option<()> {
        match key {
            "schema_version" => once(&mut self.schema_version, scanner.string()?),
            "event_id" => once(&mut self.event_id, scanner.string()?),
            "pane_id" => once(&mut self.pane_id, scanner.natural()?),
            "session_id" => once(&mut self.session_id, scanner.string_or_null()?),
            "occurred_at_ms" => once(&mut self.occurred_at_ms, scanner.integer()?),
            "event_type" => once(&mut self.event_type, scanner.string()?),
            "text" => once(&mut self.text, scanner.text()?),
            "is_gap" => once(&mut self.is_gap, scanner.flag()?),
            _ => scanner.pass_over(),
        }
    }

    fn into_fields(self) -> Option<Fields<'e>> {
        Some(Fields {
            schema_version: self.schema_version?,
            event_id: self.event_id?,
            pane_id: self.pane_id?,
            session_id: self.session_id.flatten(),
            occurred_at_ms: self.occurred_at_ms?,
            event_type: self.event_type?,
            text: self.text,
            is_gap: self.is_gap,
        })
    }
}

/// Fills `slot`, unless it is filled.
fn once<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    slot.replace(value).is_none().then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chunk_core::testkit::generate::Rng;
    use rstest::rstest;

    const EVENT: &str = concat!(
        r#"{"schema_version":"ft.recorder.event.v1","event_id":"e\n1","pane_id":3,"session_id":null,"#,
        r#""source":[1,-0.5e+7,{"a":{}},[]],"causality":{"of":null,"is":true},"occurred_at_ms":-12,"#,
        r#""event_type":"egress_output","text":"a \"b\"\r\n\u001b\ud83d\ude00\u00e9 漢\\","is_gap":false}"#
    );

    fn wrapped() -> String {
        format!(
            r#" {{"event" : {EVENT}, "offset":{{"segment_id":1,"ordinal":0,"byte_offset":7,"x":0}},"y":1.0}} "#
        )
    }

    /// The scanner and serde_json read the same, the scanner without an answer here and there.
    fn agrees(json: &str) -> bool {
        let bare = LogOffset { segment_id: 5, ordinal: 6, byte_offset: 7 };
        let mut decoded = "what was here before".to_owned();
        let Some((offset, fields)) = line(json, &mut decoded) else { return false };
        let read = crate::log::event_of_unusual_line(json, bare).map_err(|error| error.to_string());
        let scanned = fields.into_event().map_err(|error| error.to_string());
        let (at, event) = match read {
            Ok(logged) => (logged.offset, Ok(logged.event)),
            Err(error) => (offset.unwrap_or(bare), Err(error)),
        };
        assert_eq!((offset.unwrap_or(bare), scanned), (at, event), "{json}");
        true
    }

    #[test]
    fn usual_lines_are_scanned() {
        assert!(agrees(EVENT));
        assert!(agrees(&wrapped()));
        assert!(agrees(&EVENT.replace("egress_output", "control_marker")));
        assert!(event(EVENT).is_some());
    }

    /// What serde_json refuses is not accepted, and what is accepted is read as serde_json reads it.
    #[test]
    fn damaged_lines_are_read_as_serde_json_reads_them() {
        const BYTES: &[u8] = b"\"\\{}[]:,.-+eE0123456789 \n\tutfn\x00\x1F\x7F\xC3d8";
        let mut random = Rng::with_seed(1);
        let mut scanned = 0;
        for _ in 0..200_000 {
            let mut line = if random.bool() { EVENT.into() } else { wrapped() }.into_bytes();
            for _ in 0..random.usize(1..4) {
                let (at, byte) = (random.usize(..line.len()), BYTES[random.usize(..BYTES.len())]);
                match random.u8(..3) {
                    0 => line[at] = byte,
                    1 => line.insert(at, byte),
                    _ => drop(line.remove(at)),
                }
            }
            scanned += usize::from(std::str::from_utf8(&line).is_ok_and(agrees));
        }
        assert!(scanned > 20_000, "{scanned}");
    }

    #[rstest]
    #[case::number_with_a_leading_zero("\"pane_id\":3", "\"pane_id\":03")]
    #[case::fraction("\"pane_id\":3", "\"pane_id\":3.0")]
    #[case::negative("\"pane_id\":3", "\"pane_id\":-3")]
    #[case::above_u64("\"pane_id\":3", "\"pane_id\":18446744073709551616")]
    #[case::minus_zero("\"occurred_at_ms\":-12", "\"occurred_at_ms\":-0")]
    #[case::below_i64("\"occurred_at_ms\":-12", "\"occurred_at_ms\":-9223372036854775809")]
    #[case::lone_surrogate("\\ud83d\\ude00", "\\ud83d")]
    #[case::surrogates_the_wrong_way("\\ud83d\\ude00", "\\ude00\\ud83d")]
    #[case::control_character("漢", "\u{1F}")]
    #[case::unknown_escape("\\u00e9", "\\x")]
    #[case::given_twice("\"is_gap\":false", "\"is_gap\":false,\"text\":\"\"")]
    #[case::missing("\"pane_id\":3,", "")]
    #[case::null("\"is_gap\":false", "\"is_gap\":null")]
    #[case::escape_in_a_key("\"pane_id\"", "\"pane\\u005fid\"")]
    #[case::trailing_comma("\"is_gap\":false", "\"is_gap\":false,")]
    #[case::more_behind("\"is_gap\":false}", "\"is_gap\":false}}")]
    #[case::nested_deeply("\"of\":null", concat!("\"of\":", "[[[[[[[[[[[[[[[[[[[[", "]]]]]]]]]]]]]]]]]]]]"))]
    fn the_rest_is_left(#[case] from: &str, #[case] to: &str) {
        let line = EVENT.replace(from, to);
        assert_ne!(line, EVENT);
        assert!(!agrees(&line), "{line}");
    }
}
