use crate::{RecorderError, chunk::Direction, error::Kind};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

const SCHEMA_VERSION: &str = "ft.recorder.event.v1";

/// What a chunk needs of a recorder event (R1).
///
/// ```
/// use chunk_recorder::{Event, Payload};
///
/// let event = Event::from_json(
///     r#"{"schema_version":"ft.recorder.event.v1","event_id":"e1","pane_id":3,"occurred_at_ms":5,
///         "event_type":"egress_output","text":"total 0\n","source":"whatever"}"#,
/// )?;
/// assert_eq!(event.payload, Payload::Egress { text: "total 0\n".into(), is_gap: false });
/// # Ok::<(), chunk_recorder::RecorderError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event<'e> {
    /// The event's id; not empty.
    pub event_id: Cow<'e, str>,
    /// The pane it happened in.
    pub pane_id: u64,
    /// The session, where there was one.
    pub session_id: Option<Cow<'e, str>>,
    /// When it happened, in milliseconds.
    pub occurred_at_ms: i64,
    /// What happened.
    pub payload: Payload<'e>,
}

/// What happened in an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payload<'e> {
    /// `ingress_text`: text went into the pane.
    Ingress {
        /// The text.
        text: Cow<'e, str>,
    },
    /// `egress_output`: text came out of the pane.
    Egress {
        /// The text.
        text: Cow<'e, str>,
        /// Whether output before it was lost.
        is_gap: bool,
    },
    /// `control_marker` or `lifecycle_marker`, of whatever kind: a hard boundary without text.
    Marker,
}

impl<'e> Event<'e> {
    /// Reads one JSON object. Keys it does not need may be absent and hold anything.
    ///
    /// # Errors
    /// [`RecorderError`] naming the key and its value.
    pub fn from_json(json: &'e str) -> Result<Self, RecorderError> {
        let fields: Fields<'_> = serde_json::from_str(json).map_err(|_| diagnosis(json))?;
        fields.into_event()
    }

    /// The same event, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Event<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Event {
            event_id: owned(self.event_id),
            pane_id: self.pane_id,
            session_id: self.session_id.map(owned),
            occurred_at_ms: self.occurred_at_ms,
            payload: match self.payload {
                Payload::Ingress { text } => Payload::Ingress { text: owned(text) },
                Payload::Egress { text, is_gap } => Payload::Egress { text: owned(text), is_gap },
                Payload::Marker => Payload::Marker,
            },
        }
    }

    /// Direction and text, unless it is a marker.
    pub(crate) fn text(&self) -> Option<(Direction, &str)> {
        match &self.payload {
            Payload::Ingress { text } => Some((Direction::Ingress, text)),
            Payload::Egress { text, .. } => Some((Direction::Egress, text)),
            Payload::Marker => None,
        }
    }

    pub(crate) const fn is_gap(&self) -> bool {
        matches!(self.payload, Payload::Egress { is_gap: true, .. })
    }
}

/// The keys that are read. Those of the payload stay raw until the event's type says that they belong to it.
#[derive(Deserialize)]
struct Fields<'e> {
    #[serde(borrow)]
    schema_version: Cow<'e, str>,
    #[serde(borrow)]
    event_id: Cow<'e, str>,
    pane_id: u64,
    #[serde(borrow, default)]
    session_id: Option<Str<'e>>,
    occurred_at_ms: i64,
    #[serde(borrow)]
    event_type: Cow<'e, str>,
    #[serde(borrow, default, deserialize_with = "present")]
    text: Option<&'e RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    is_gap: Option<&'e RawValue>,
}

/// A string that stays borrowed inside an `Option` or on its own; serde borrows a bare `Cow` only as a field.
#[derive(Deserialize)]
struct Str<'e>(#[serde(borrow)] Cow<'e, str>);

/// Tells a key that is `null` from one that is absent.
pub(crate) fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

impl<'e> Fields<'e> {
    fn into_event(self) -> Result<Event<'e>, RecorderError> {
        if self.schema_version != SCHEMA_VERSION {
            return Err(Kind::SchemaVersion(self.schema_version.into_owned()).into());
        }
        let payload = match &*self.event_type {
            "ingress_text" => Payload::Ingress { text: text(self.text)? },
            "egress_output" => Payload::Egress { text: text(self.text)?, is_gap: is_gap(self.is_gap)? },
            "control_marker" | "lifecycle_marker" => Payload::Marker,
            _ => return Err(Kind::EventType(self.event_type.into_owned()).into()),
        };
        if self.event_id.is_empty() {
            return Err(Kind::EmptyEventId.into());
        }
        Ok(Event {
            event_id: self.event_id,
            pane_id: self.pane_id,
            session_id: self.session_id.map(|Str(session_id)| session_id),
            occurred_at_ms: self.occurred_at_ms,
            payload,
        })
    }
}

fn text(json: Option<&RawValue>) -> Result<Cow<'_, str>, RecorderError> {
    let json = json.ok_or_else(|| Kind::Event("missing field `text`".into()))?;
    serde_json::from_str(json.get())
        .map(|Str(text)| text)
        .map_err(|error| Kind::Event(in_key("text", &error)).into())
}

fn is_gap(json: Option<&RawValue>) -> Result<bool, RecorderError> {
    json.map_or(Ok(false), |json| {
        serde_json::from_str(json.get()).map_err(|error| Kind::Event(in_key("is_gap", &error)).into())
    })
}

/// Why `json` could not be read. Only here, where speed no longer matters, is the key looked for; and a version or
/// type that is not ours explains more than a field that is missing because of it.
fn diagnosis(json: &str) -> RecorderError {
    #[derive(Deserialize)]
    struct Version<'e> {
        #[serde(borrow)]
        schema_version: Cow<'e, str>,
    }
    if let Ok(Version { schema_version }) = serde_json::from_str(json)
        && schema_version != SCHEMA_VERSION
    {
        return Kind::SchemaVersion(schema_version.into_owned()).into();
    }
    Kind::Event(read_json::<Fields<'_>>(json).err().unwrap_or_default()).into()
}

/// Reads `json`; an error names the key and what is the matter with its value.
pub(crate) fn read_json<'e, T: Deserialize<'e>>(json: &'e str) -> Result<T, String> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let key = error.path().to_string();
        in_key(&key, &error.into_inner())
    })?;
    deserializer.end().map_err(|error| in_key(".", &error))?;
    Ok(value)
}

fn in_key(key: &str, error: &serde_json::Error) -> String {
    // Every record is parsed on its own, so serde_json's line is always 1 and its column one of a part.
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
    if key == "." { message.to_owned() } else { format!("{key}: {message}") }
}
