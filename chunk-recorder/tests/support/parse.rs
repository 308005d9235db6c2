//! R1 to R3, R17 once more: reads a log with serde_json alone, into plain structs. Nothing here comes from the library.
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]

use serde::{Deserialize, Deserializer, de::IgnoredAny};

/// What a log holds, in its order: events, and where something is missing.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    Event(Logged),
    /// A record that is no event: its place, as messages name it.
    Bad(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct Offset {
    pub(crate) segment_id: u64,
    pub(crate) ordinal: u64,
    pub(crate) byte_offset: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct Logged {
    pub(crate) offset: Offset,
    pub(crate) event_id: String,
    pub(crate) pane_id: u64,
    pub(crate) session_id: Option<String>,
    pub(crate) occurred_at_ms: i64,
    pub(crate) what: What,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum What {
    Ingress(String),
    Egress { text: String, is_gap: bool },
    Marker,
}

/// What a file holds, and whether its last record is torn.
pub(crate) fn file(bytes: &[u8]) -> (Vec<Item>, bool) {
    const TEXT: [u8; 3] = *b"\t\n\r";
    let is_binary = |byte: &u8| *byte < 32 && !TEXT.contains(byte);
    // Strings are not checked, only skipped: a damaged byte in one makes it a bad event, not another kind of file.
    let first = bytes.split_first_chunk::<4>().and_then(|(length, rest)| {
        let record = rest.get(..u32::from_le_bytes(*length) as usize)?;
        (record.len() <= 16 << 20 && record.starts_with(b"{"))
            .then(|| serde_json::from_slice::<IgnoredAny>(record))
    });
    let head = &bytes[..bytes.len().min(5)];
    let is_compressed = head.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) || head.starts_with(b"\xFD7zXZ");
    let is_pdf = head.starts_with(b"%PDF");
    let is_utf16 = head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]);
    match first {
        Some(Ok(_)) => append_log(bytes),
        _ if head.iter().any(is_binary) || is_compressed || is_pdf || is_utf16 => {
            (vec![Item::Bad("neither JSONL nor an append log".to_owned())], false)
        }
        _ => (jsonl(bytes), false),
    }
}

fn jsonl(bytes: &[u8]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut byte_offset = 0;
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let bare = Offset { segment_id: 0, ordinal: items.len() as u64, byte_offset };
        byte_offset += line.len() as u64 + 1;
        if !line.iter().all(u8::is_ascii_whitespace) {
            let event = if line.len() > 16 << 20 { None } else { line_event(line, bare) };
            items.push(event.map_or_else(|| Item::Bad(format!("line {}", index + 1)), Item::Event));
        }
    }
    items
}

fn append_log(bytes: &[u8]) -> (Vec<Item>, bool) {
    let mut items = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let offset = Offset { segment_id: 0, ordinal: items.len() as u64, byte_offset: at as u64 };
        let place = format!("byte {at}");
        let Some((length, rest)) = bytes[at..].split_first_chunk::<4>() else { return (items, true) };
        let length = u32::from_le_bytes(*length) as usize;
        if length == 0 || length > 16 << 20 {
            items.push(Item::Bad(place));
            return (items, false);
        }
        let Some(record) = rest.get(..length) else {
            // Torn, if more bytes could complete it to JSON.
            let could =
                serde_json::from_slice::<IgnoredAny>(rest).map_or_else(|error| error.is_eof(), |_| true);
            if !could {
                items.push(Item::Bad(place));
            }
            return (items, could);
        };
        let event = std::str::from_utf8(record).ok().and_then(|json| event(json, offset));
        items.push(event.map_or(Item::Bad(place), Item::Event));
        at += 4 + length;
    }
    (items, false)
}

fn line_event(line: &[u8], bare: Offset) -> Option<Logged> {
    let line = std::str::from_utf8(line).ok()?;
    // Depth does not matter, so what is not needed is kept as it stands.
    #[derive(Deserialize)]
    struct Wrapped {
        #[serde(default, deserialize_with = "present")]
        offset: Option<Box<serde_json::value::RawValue>>,
        #[serde(default, deserialize_with = "present")]
        event: Option<Box<serde_json::value::RawValue>>,
    }
    match object::<Wrapped>(line) {
        Some(Wrapped { offset: Some(offset), event: Some(inner) }) => {
            event(inner.get(), object(offset.get())?)
        }
        _ => event(line, bare),
    }
}

fn event(json: &str, offset: Offset) -> Option<Logged> {
    #[derive(Deserialize)]
    struct Wire {
        schema_version: String,
        event_id: String,
        pane_id: u64,
        session_id: Option<String>,
        occurred_at_ms: i64,
        event_type: String,
        #[serde(default, deserialize_with = "present")]
        text: Option<Box<serde_json::value::RawValue>>,
        #[serde(default, deserialize_with = "present")]
        is_gap: Option<Box<serde_json::value::RawValue>>,
    }
    let wire: Wire = object(json)?;
    let text = || serde_json::from_str::<String>(wire.text.as_ref()?.get()).ok();
    let what = match &*wire.event_type {
        "ingress_text" => What::Ingress(text()?),
        "egress_output" => {
            let is_gap = wire.is_gap.as_ref().map_or(Ok(false), |gap| serde_json::from_str(gap.get()));
            What::Egress { text: text()?, is_gap: is_gap.ok()? }
        }
        "control_marker" | "lifecycle_marker" => What::Marker,
        _ => return None,
    };
    let is_short = |id: &str| id.chars().count() <= 1024;
    let are_short = is_short(&wire.event_id) && wire.session_id.as_deref().is_none_or(is_short);
    let is_ours = wire.schema_version == "ft.recorder.event.v1" && !wire.event_id.is_empty() && are_short;
    is_ours.then_some(Logged {
        offset,
        event_id: wire.event_id,
        pane_id: wire.pane_id,
        session_id: wire.session_id,
        occurred_at_ms: wire.occurred_at_ms,
        what,
    })
}

/// serde would read a struct from an array, too.
fn object<'j, T: Deserialize<'j>>(json: &'j str) -> Option<T> {
    if json.trim_start().starts_with('[') { None } else { serde_json::from_str(json).ok() }
}

/// Tells a key that is `null` from one that is absent.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
