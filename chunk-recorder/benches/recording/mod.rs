//! Generates recordings to measure with: the same on every machine, and of any length.
#![allow(dead_code, missing_docs, reason = "each user takes its part")]

use chunk_recorder::{Event, LogOffset, LoggedEvent, Payload};
use chunk_testkit::generate::{Alphabet, Rng, text};
use serde::Serialize;

/// What is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recording {
    /// A few lines of output an event, as a program at work gives them: about 340 bytes.
    Output,
    /// Events of 40 kB, as a log that is shown as a whole.
    Flood,
    /// A key and its echo, by turns.
    Typing,
    /// Keys without an echo, as at the prompt for a password.
    Keys,
}

impl Recording {
    pub const ALL: [Self; 4] = [Self::Output, Self::Flood, Self::Typing, Self::Keys];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Output => "output",
            Self::Flood => "flood",
            Self::Typing => "typing",
            Self::Keys => "keys",
        }
    }

    /// The recording, which never ends.
    pub fn events(self) -> impl Iterator<Item = LoggedEvent<'static>> {
        let texts = self.texts();
        let mut offset = LogOffset { segment_id: 0, ordinal: 0, byte_offset: 0 };
        (0_u32..).zip(texts.into_iter().cycle()).map(move |(number, text)| {
            let is_input = match self {
                Self::Output | Self::Flood => false,
                Self::Typing => number % 2 == 0,
                Self::Keys => true,
            };
            let here = LogOffset { ordinal: u64::from(number), ..offset };
            offset.byte_offset += 500 + text.len() as u64;
            let text = text.into();
            let id = format!("018f2f6e-7c1d-7d3a-9c1b-{number:012x}");
            let occurred_at_ms = 1_700_000_000_000 + 40 * i64::from(number);
            let payload =
                if is_input { Payload::Ingress { text } } else { Payload::Egress { text, is_gap: false } };
            let event = Event::new(id, 1, occurred_at_ms, payload).with_session_id("session-1");
            LoggedEvent::new(here, event)
        })
    }

    /// Events whose texts have `bytes` bytes in all, or a few more.
    pub fn events_of(self, bytes: usize) -> Vec<LoggedEvent<'static>> {
        let mut so_far = 0;
        let begins_before_the_end = |logged: &LoggedEvent<'_>| {
            let is_inside = so_far < bytes;
            so_far += text_of(logged).len();
            is_inside
        };
        self.events().take_while(begins_before_the_end).collect()
    }

    fn texts(self) -> Vec<String> {
        let mut random = Rng::with_seed(1);
        match self {
            Self::Output => (0..1_000)
                .map(|_| (0..random.usize(1..12)).map(|_| output_line(&mut random)).collect())
                .collect(),
            Self::Flood => (0..50).map(|_| text(&mut random, Alphabet::Prose, 40_000) + "\r\n").collect(),
            Self::Typing | Self::Keys => ('a'..='z').flat_map(|key| [key.into(), key.into()]).collect(),
        }
    }
}

/// A line as builds, listings and tests print it: coloured here and there, with a character beyond ASCII now and then.
fn output_line(random: &mut Rng) -> String {
    let number = random.u32(1_000..100_000_000);
    let minute = random.u8(..60);
    match random.u8(..10) {
        0 | 1 => {
            format!("-rw-r--r--  1 user user {number:>8} Nov 14 22:{minute:02} recording-{minute}.jsonl\r\n")
        }
        2 => format!("\u{1B}[1m\u{1B}[32m   Compiling\u{1B}[0m recorder-{minute} v0.{minute}.0\r\n"),
        3 => format!("test log::tests::case_{number} ... \u{1B}[32mok\u{1B}[0m\r\n"),
        4 => format!("  ✓ {number} naïve events read in {minute} ms — “done”\r\n"),
        _ => text(random, Alphabet::Prose, 48).replace(['\r', '\n'], " ") + "\r\n",
    }
}

pub fn text_of<'l>(logged: &'l LoggedEvent<'_>) -> &'l str {
    match &logged.event.payload {
        Payload::Ingress { text } | Payload::Egress { text, .. } => text,
        Payload::Marker => "",
    }
}

/// The event as the recorder writes it, with keys that no chunk needs.
pub fn line(LoggedEvent { offset, event, .. }: &LoggedEvent<'_>) -> String {
    let payload = match &event.payload {
        Payload::Ingress { text } => format!(
            r#""event_type":"ingress_text","text":{},"encoding":"utf8","redaction":"none","ingress_kind":"send_text""#,
            json(text)
        ),
        Payload::Egress { text, is_gap } => format!(
            r#""event_type":"egress_output","text":{},"encoding":"utf8","redaction":"none","segment_kind":"delta","is_gap":{is_gap}"#,
            json(text)
        ),
        Payload::Marker => {
            r#""event_type":"control_marker","control_marker_type":"resize","details":{}"#.to_owned()
        }
    };
    let causality = r#"{"parent_event_id":null,"trigger_event_id":null,"root_event_id":null}"#;
    format!(
        concat!(
            r#"{{"offset":{},"event":{{"schema_version":"ft.recorder.event.v1","event_id":{},"pane_id":{},"#,
            r#""session_id":{},"workflow_id":null,"correlation_id":null,"source":"wezterm_mux","#,
            r#""occurred_at_ms":{},"recorded_at_ms":{},"sequence":{},"causality":{},{}}}}}"#,
            "\n"
        ),
        json(offset),
        json(&event.event_id),
        event.pane_id,
        json(&event.session_id),
        event.occurred_at_ms,
        event.occurred_at_ms + 3,
        offset.ordinal,
        causality,
        payload,
    )
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
