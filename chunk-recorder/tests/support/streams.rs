//! Generated streams: what recorders see, and what none should ever be sent.

use chunk_recorder::{Event, LogOffset, LoggedEvent, Payload, RecorderConfig};
use chunk_testkit::generate::{Alphabet, Rng, text};
use serde_json::{Value, json};

/// Settings at which every limit is met within a few events.
pub(crate) fn config(random: &mut Rng) -> RecorderConfig {
    let mut config = RecorderConfig::default();
    let pick = |random: &mut Rng, values: &[usize]| values[random.usize(..values.len())];
    if random.u8(..8) > 0 {
        config.max_chunk_chars = random.usize(16..90);
        config.max_chunk_events = pick(random, &[1, 2, 3, 5, 48]);
        config.min_chunk_chars = pick(random, &[0, 1, 8, 20, 40, 200]);
        config.overlap_chars = pick(random, &[0, 1, 3, 8, 30, 1_000]);
    }
    config.max_window_ms = pick(random, &[0, 50, 500, 120_000]) as u64;
    config.hard_gap_ms = pick(random, &[0, 100, 1_000, 30_000]) as u64;
    config.merge_window_ms = pick(random, &[0, 20, 200, 60_000]) as u64;
    config
}

/// A stream of `count` events in ascending order.
pub(crate) fn stream(random: &mut Rng, count: usize, config: &RecorderConfig) -> Vec<LoggedEvent<'static>> {
    let mut events = Vec::with_capacity(count);
    let mut at = LogOffset { segment_id: 0, ordinal: 0, byte_offset: 0 };
    let mut mood = Mood::Shell;
    let (mut now, mut pane_id, mut session) = (1_700_000_000_000_i64, 1, 0);
    while events.len() < count {
        if random.u8(..16) == 0 {
            mood = Mood::ALL[random.usize(..Mood::ALL.len())];
        }
        match random.u16(..400) {
            0..4 => pane_id = random.u64(1..4),
            4..34 => session = random.u8(..3),
            34..40 => now -= 1_000,
            40..43 => now -= 3_600_000,
            43..47 => now += 31_000,
            47..55 => now += i64::try_from(config.hard_gap_ms).unwrap() + random.i64(0..2),
            55..70 => now += i64::try_from(config.merge_window_ms).unwrap() + random.i64(0..2),
            _ => now += random.i64(0..30),
        }
        if mood == Mood::ManyPanes {
            pane_id = random.u64(1..4);
        }
        let payload = match random.u16(..200) {
            0..3 => Payload::Marker,
            3 => Payload::Egress { text: "".into(), is_gap: true },
            4 => Payload::Egress { text: " \r\n".into(), is_gap: true },
            5..8 => Payload::Egress { text: "screen\nas it was".into(), is_gap: true },
            _ => mood.payload(random, config),
        };
        // Now and then the same id twice in a row.
        let id = format!("e{}", events.len() / if random.u8(..50) == 0 { 2 } else { 1 });
        let mut event = Event::new(id, pane_id, now, payload);
        event.session_id = [None, Some("s1".into()), Some("s\"2".into())][usize::from(session)].clone();
        events.push(LoggedEvent::new(at, event));
        at.byte_offset += 300;
        at.ordinal += if random.u8(..10) == 0 { random.u64(2..9) } else { 1 };
        if random.u16(..200) == 0 {
            at = LogOffset { segment_id: at.segment_id + random.u64(1..3), ordinal: 0, byte_offset: 0 };
        }
    }
    events
}

#[derive(Clone, Copy, PartialEq)]
enum Mood {
    Shell,
    Typing,
    Flood,
    Burst,
    ManyPanes,
    Blank,
}

impl Mood {
    const ALL: [Self; 6] =
        [Self::Shell, Self::Typing, Self::Flood, Self::Burst, Self::ManyPanes, Self::Blank];

    fn payload(self, random: &mut Rng, config: &RecorderConfig) -> Payload<'static> {
        let ingress = |text: &str| Payload::Ingress { text: text.to_owned().into() };
        let egress = |text: String| Payload::Egress { text: text.into(), is_gap: false };
        match self {
            Self::Shell | Self::ManyPanes => match random.u8(..4) {
                0 => ingress(["ls\r", "cargo test\n", "echo \"hi\"\r\n", "y"][random.usize(..4)]),
                _ => egress(line(random)),
            },
            Self::Typing if random.bool() => ingress(&random.alphanumeric().to_string()),
            Self::Typing => egress(random.alphanumeric().to_string()),
            Self::Flood => egress(exactly(random, config)),
            Self::Burst if random.u8(..6) == 0 => ingress(&burst(random, config)),
            Self::Burst => egress(burst(random, config)),
            Self::Blank => {
                let blank = [
                    "",
                    "\n",
                    "\r\n",
                    "  ",
                    " \n\t\n",
                    "\u{3000}\n\n\n",
                    "\r",
                    "\na",
                    "ab\r",
                    "\n\n x \u{85}\r\n",
                ];
                let blank = blank[random.usize(..blank.len())];
                if random.u8(..3) == 0 { ingress(blank) } else { egress(blank.to_owned()) }
            }
        }
    }
}

fn line(random: &mut Rng) -> String {
    let alphabet = Alphabet::PLAIN[random.usize(..Alphabet::PLAIN.len())];
    let bytes = random.usize(..40);
    let text = text(random, alphabet, bytes);
    text + ["\n", "\r\n", "\r", "", "  \n", "\n\n", "\u{1B}[0m"][random.usize(..7)]
}

/// A text whose contribution is about as long as the cap, or half or a third as long.
fn exactly(random: &mut Rng, config: &RecorderConfig) -> String {
    let cap = config.max_chunk_chars;
    let chars = (cap / [1, 1, 2, 3][random.usize(..4)] + random.usize(..4)).saturating_sub(8);
    ["x", "漢", "😀"][random.usize(..3)].repeat(chars)
}

/// A text well above the cap: of one repeated pattern, or of lines.
fn burst(random: &mut Rng, config: &RecorderConfig) -> String {
    const PATTERNS: [&str; 12] = [
        "a",
        "😀",
        "漢字",
        "ab ",
        "  ",
        "\n",
        "x\n",
        " \n y",
        "long line of words\n",
        "e\u{301}",
        "50%\r",
        "w\r\n\r\n",
    ];
    let chars = random.usize(..config.max_chunk_chars * 5);
    let mut text = String::new();
    while text.chars().count() < chars {
        let pattern = PATTERNS[random.usize(..PATTERNS.len())];
        text += &pattern.repeat(random.usize(1..30));
    }
    text
}

/// An event as the recorder writes it, with keys that no chunk needs.
pub(crate) fn event_json(event: &Event<'_>) -> Value {
    let mut json = json!({
        "schema_version": "ft.recorder.event.v1",
        "event_id": event.event_id,
        "pane_id": event.pane_id,
        "session_id": event.session_id,
        "workflow_id": null,
        "source": "wezterm_mux",
        "occurred_at_ms": event.occurred_at_ms,
        "recorded_at_ms": event.occurred_at_ms.saturating_add(3),
        "sequence": 7,
        "causality": {"parent_event_id": null, "trigger_event_id": "t", "root_event_id": [1, {"a": "\n"}]},
    });
    let payload = match &event.payload {
        Payload::Ingress { text } => json!({
            "event_type": "ingress_text", "text": text, "encoding": "utf8", "redaction": "none",
            "ingress_kind": "send_text",
        }),
        Payload::Egress { text, is_gap } => json!({
            "event_type": "egress_output", "text": text, "encoding": "utf8", "redaction": "partial",
            "segment_kind": "delta", "is_gap": is_gap,
        }),
        Payload::Marker => json!({
            "event_type": "control_marker", "control_marker_type": "resize", "details": {"text": 1, "cols": 80},
        }),
    };
    json.as_object_mut().unwrap().extend(payload.as_object().unwrap().clone());
    json
}

/// The stream as wrapped JSONL.
pub(crate) fn jsonl(events: &[LoggedEvent<'_>]) -> String {
    let line = |LoggedEvent { offset, event, .. }: &LoggedEvent<'_>| {
        json!({"offset": offset, "event": event_json(event)}).to_string() + "\n"
    };
    events.iter().map(line).collect()
}

/// The stream as an append log.
pub(crate) fn append_log(events: &[LoggedEvent<'_>]) -> Vec<u8> {
    let mut log = Vec::new();
    for LoggedEvent { event, .. } in events {
        let json = event_json(event).to_string();
        log.extend(u32::try_from(json.len()).unwrap().to_le_bytes());
        log.extend(json.into_bytes());
    }
    log
}
