//! R1: an event, and how serde reads one from JSON. For the events of a log, `scan` does that faster.

use crate::{
    RecorderError, Rewrite,
    chunk::Direction,
    error::{Kind, MOST_ID_CHARS},
};
use chunk_core::json_error;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

pub(crate) const SCHEMA_VERSION: &str = "ft.recorder.event.v1";

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
#[non_exhaustive]
pub struct Event<'e> {
    /// The event's id; not empty, and of at most 1,024 characters, like that of the session.
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

/// What happened in an event, as far as R1 distinguishes it.
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
    /// An event without a session. An `event_id` that is empty or of more than 1,024 characters is refused by
    /// [`Chunker::push`](crate::Chunker::push).
    #[must_use]
    pub fn new(
        event_id: impl Into<Cow<'e, str>>,
        pane_id: u64,
        occurred_at_ms: i64,
        payload: Payload<'e>,
    ) -> Self {
        Self { event_id: event_id.into(), pane_id, session_id: None, occurred_at_ms, payload }
    }

    /// The same, in this session.
    #[must_use]
    pub fn with_session_id(mut self, session_id: impl Into<Cow<'e, str>>) -> Self {
        self.session_id = Some(session_id.into());
        self
    }

    /// Reads one JSON object. Keys it does not need may be absent or hold anything.
    ///
    /// # Errors
    /// [`RecorderError`] naming the key and what is wrong with its value.
    pub fn from_json(json: &'e str) -> Result<Self, RecorderError> {
        let json = object(json).map_err(Kind::Event)?;
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

    /// Puts another text in the place of its text.
    pub(crate) fn rewrite(&mut self, rewrite: Rewrite) {
        let (Payload::Ingress { text } | Payload::Egress { text, .. }) = &mut self.payload else { return };
        if let Cow::Owned(rewritten) = rewrite(text) {
            *text = Cow::Owned(rewritten);
        }
    }

    /// Checks that its ids may stand in chunks (R1, C1).
    pub(crate) fn check_ids(&self) -> Result<(), Kind> {
        if self.event_id.is_empty() {
            return Err(Kind::EmptyEventId);
        }
        let ids = [("event_id", Some(&self.event_id)), ("session_id", self.session_id.as_ref())];
        for (key, id) in ids {
            if let Some(chars) = id.map(|id| id.chars().count()).filter(|&chars| chars > MOST_ID_CHARS) {
                return Err(Kind::LongId { key, chars });
            }
        }
        Ok(())
    }

    /// The direction and the text; `None` for a marker.
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

/// The keys that are read. Those of the payload stay unparsed, because only the event's type tells whether they belong to it.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
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

/// A string, borrowed if it has no escapes. (`Cow` by itself is always owned.)
#[derive(Deserialize)]
struct Str<'e>(#[serde(borrow)] Cow<'e, str>);

/// Reads a key that is present, so that `null` is not taken for an absent key.
pub(crate) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl<'e> Fields<'e> {
    fn into_event(self) -> Result<Event<'e>, RecorderError> {
        if self.schema_version != SCHEMA_VERSION {
            return Err(Kind::SchemaVersion(self.schema_version.into_owned()).into());
        }
        let text = |text: Option<&'e RawValue>| match text {
            Some(text) => read_json(text.get()).map(|Str(text)| text).map_err(|what| in_key("text", what)),
            None => Err(Kind::Event("the field `text` is missing".into())),
        };
        let flag = |flag: Option<&RawValue>| {
            flag.map_or(Ok(false), |flag| read_json(flag.get()).map_err(|what| in_key("is_gap", what)))
        };
        let payload = match &*self.event_type {
            "ingress_text" => Payload::Ingress { text: text(self.text)? },
            "egress_output" => Payload::Egress { text: text(self.text)?, is_gap: flag(self.is_gap)? },
            "control_marker" | "lifecycle_marker" => Payload::Marker,
            _ => return Err(Kind::EventType(self.event_type.into_owned()).into()),
        };
        let event = Event {
            event_id: self.event_id,
            pane_id: self.pane_id,
            session_id: self.session_id.map(|Str(id)| id),
            occurred_at_ms: self.occurred_at_ms,
            payload,
        };
        event.check_ids()?;
        Ok(event)
    }
}

/// Why `json` could not be read. The key at fault is sought only here, where speed no longer matters. An unknown version says
/// more than a field that is missing because of it, so it comes first.
fn diagnosis(json: &str) -> RecorderError {
    #[derive(Deserialize)]
    struct Version<'e> {
        #[serde(borrow)]
        schema_version: Cow<'e, str>,
    }
    match serde_json::from_str(json) {
        Ok(Version { schema_version }) if schema_version != SCHEMA_VERSION => {
            Kind::SchemaVersion(schema_version.into_owned())
        }
        _ => Kind::Event(read_json::<Fields<'_>>(json).err().unwrap_or_default()),
    }
    .into()
}

/// `json`, unless it is an array: serde_json would read its elements as the fields of a struct.
pub(crate) fn object(json: &str) -> Result<&str, String> {
    match json.trim_ascii_start().as_bytes().first() {
        Some(b'[') => Err("an array, where an object is expected".to_owned()),
        _ => Ok(json),
    }
}

/// Reads `json`. An error names the key, if it is about one, and says what is wrong with its value.
pub(crate) fn read_json<'e, T: Deserialize<'e>>(json: &'e str) -> Result<T, String> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let read = serde_path_to_error::deserialize(&mut deserializer);
    let value = read.map_err(|error| match error.path().to_string() {
        // `?` is a place without a name, such as where the next key would begin.
        path if path == "." || path == "?" => message(error.inner()),
        path => format!("{path}: {}", message(error.inner())),
    })?;
    deserializer.end().map_err(|error| message(&error))?;
    Ok(value)
}

/// What is wrong with a record, without the place: every one is parsed alone, so the line is always 1.
fn message(error: &serde_json::Error) -> String {
    let message = json_error(error);
    match message.strip_prefix("this is not JSON: ") {
        Some("expected value" | "expected ident") => "this is not JSON".to_owned(),
        // Of a line such as `- two cups`; in an object, a number of its own is wrong.
        Some("invalid number") if error.column() <= 2 => "this is not JSON".to_owned(),
        _ => message,
    }
}

fn in_key(key: &str, what: String) -> Kind {
    Kind::Event(format!("{key}: {what}"))
}
