//! The fast way to read a line of a log (R1, R2): it is read once, key by key, and nothing is copied but texts with escapes.
//!
//! It accepts less than JSON allows: it gives `None` for an escape in a key, a key given twice, deep nesting, and whatever is
//! malformed or no event. What it accepts means what it means to serde_json, which reads the rest.

mod scanner;

use crate::{Event, LogOffset, Payload, RecorderError, error::MOST_ID_CHARS, event::SCHEMA_VERSION};
use scanner::Scanner;
use std::borrow::Cow;

/// How deep arrays and objects that no chunk needs may be nested.
const DEPTH: usize = 16;

impl<'e> Event<'e> {
    /// Reads one JSON object. Keys it does not need may be absent or hold anything.
    ///
    /// # Errors
    /// [`RecorderError`] naming the key and what is wrong with its value.
    pub fn from_json(json: &'e str) -> Result<Self, RecorderError> {
        event(json.as_bytes()).map_or_else(|| Self::from_unusual_json(json), Ok)
    }
}

/// Reads a text that is an event.
pub(crate) fn event(json: &[u8]) -> Option<Event<'_>> {
    let mut scanner = Scanner::new(json);
    let event = members(&mut scanner)?.event()?;
    scanner.end().map(|()| event)
}

/// Reads a line that holds an event, with the position it is wrapped in, or a bare one.
pub(crate) fn line(json: &[u8]) -> Option<(Option<LogOffset>, Event<'_>)> {
    let mut scanner = Scanner::new(json);
    let (mut offset, mut inner, mut bare) = (None, None, Members::default());
    scanner.object(|scanner, key| match key {
        "offset" => once(&mut offset, position(scanner)?),
        "event" => once(&mut inner, members(scanner)?),
        key => bare.read(scanner, key),
    })?;
    scanner.end()?;
    match (offset, inner) {
        (Some(offset), Some(inner)) if bare.is_empty() => Some((Some(offset), inner.event()?)),
        (None, None) => Some((None, bare.event()?)),
        _ => None,
    }
}

fn position(scanner: &mut Scanner<'_>) -> Option<LogOffset> {
    let (mut segment_id, mut ordinal, mut byte_offset) = (None, None, None);
    scanner.object(|scanner, key| match key {
        "segment_id" => once(&mut segment_id, scanner.natural()?),
        "ordinal" => once(&mut ordinal, scanner.natural()?),
        "byte_offset" => once(&mut byte_offset, scanner.natural()?),
        _ => scanner.skip(DEPTH),
    })?;
    Some(LogOffset { segment_id: segment_id?, ordinal: ordinal?, byte_offset: byte_offset? })
}

fn members<'l>(scanner: &mut Scanner<'l>) -> Option<Members<'l>> {
    let mut members = Members::default();
    scanner.object(|scanner, key| members.read(scanner, key))?;
    Some(members)
}

/// The keys of an event that were read so far.
#[derive(Default)]
struct Members<'l> {
    is_of_the_version: Option<()>,
    kind: Option<Kind>,
    event_id: Option<Cow<'l, str>>,
    pane_id: Option<u64>,
    session_id: Option<Option<Cow<'l, str>>>,
    occurred_at_ms: Option<i64>,
    text: Option<Cow<'l, str>>,
    is_gap: Option<bool>,
}

/// The type of an event, as far as it matters.
enum Kind {
    Ingress,
    Egress,
    Marker,
}

impl<'l> Members<'l> {
    /// Reads the value of a key.
    fn read(&mut self, scanner: &mut Scanner<'l>, key: &str) -> Option<()> {
        match key {
            "schema_version" => {
                let is_known = scanner.plain_string()? == SCHEMA_VERSION;
                once(&mut self.is_of_the_version, is_known.then_some(())?)
            }
            "event_type" => once(
                &mut self.kind,
                match scanner.plain_string()? {
                    "ingress_text" => Kind::Ingress,
                    "egress_output" => Kind::Egress,
                    "control_marker" | "lifecycle_marker" => Kind::Marker,
                    _ => return None,
                },
            ),
            "event_id" => once(&mut self.event_id, scanner.string()?),
            "pane_id" => once(&mut self.pane_id, scanner.natural()?),
            "session_id" => once(&mut self.session_id, scanner.string_or_null()?),
            "occurred_at_ms" => once(&mut self.occurred_at_ms, scanner.integer()?),
            "text" => once(&mut self.text, scanner.string()?),
            "is_gap" => once(&mut self.is_gap, scanner.flag()?),
            _ => scanner.skip(DEPTH),
        }
    }

    const fn is_empty(&self) -> bool {
        matches!(
            self,
            Self {
                is_of_the_version: None,
                kind: None,
                event_id: None,
                pane_id: None,
                session_id: None,
                occurred_at_ms: None,
                text: None,
                is_gap: None,
            }
        )
    }

    /// The event, if it has all the keys it needs.
    fn event(self) -> Option<Event<'l>> {
        self.is_of_the_version?;
        let event = Event {
            event_id: self.event_id?,
            pane_id: self.pane_id?,
            session_id: self.session_id.flatten(),
            occurred_at_ms: self.occurred_at_ms?,
            payload: match self.kind? {
                Kind::Ingress => Payload::Ingress { text: self.text? },
                Kind::Egress => Payload::Egress { text: self.text?, is_gap: self.is_gap.unwrap_or_default() },
                Kind::Marker => Payload::Marker,
            },
        };
        // C1: an id that may be too long is left to the slow way, which counts its characters.
        let is_short = event.session_id.as_deref().is_none_or(|id| id.len() <= MOST_ID_CHARS);
        (is_short && (1..=MOST_ID_CHARS).contains(&event.event_id.len())).then_some(event)
    }
}

/// Fills `slot`; `None` if it is filled already.
fn once<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    slot.replace(value).is_none().then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LoggedEvent;
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

    /// Whether the line is read the fast way; if it is, that has to read what serde_json reads.
    fn agrees(json: &str) -> bool {
        let bare = LogOffset { segment_id: 5, ordinal: 6, byte_offset: 7 };
        let Some((offset, event)) = line(json.as_bytes()) else { return false };
        let scanned = LoggedEvent { offset: offset.unwrap_or(bare), event };
        let read = crate::reader::event_of_unusual_line(json, bare).map_err(|error| error.to_string());
        assert_eq!(Ok(scanned), read, "{json}");
        true
    }

    #[test]
    fn usual_lines_are_scanned() {
        assert!(agrees(EVENT));
        assert!(agrees(&wrapped()));
        assert!(agrees(&EVENT.replace("egress_output", "control_marker")));
        assert!(event(EVENT.as_bytes()).is_some());
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
            let Ok(line) = std::str::from_utf8(&line) else { continue };
            scanned += usize::from(agrees(line));
        }
        assert!(scanned > 15_000, "{scanned}");
    }

    /// Wherever it stands: in a text, in a string that no chunk needs, in a key.
    #[rstest]
    #[case::no_start_of_a_character(b"\xFF")]
    #[case::half_a_character(b"\xE6\xBC")]
    #[case::a_surrogate(b"\xED\xA0\x80")]
    fn what_is_not_utf8_is_left(#[case] bytes: &[u8]) {
        let line = wrapped().replace("\"y\":1.0", r#""y":"plain","z":"\"escaped\"""#);
        assert!(agrees(&line));
        for at in (0..=line.len()).filter(|&at| line.is_char_boundary(at)) {
            let mut damaged = line.clone().into_bytes();
            damaged.splice(at..at, bytes.iter().copied());
            assert!(super::line(&damaged).is_none(), "{at}");
        }
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
