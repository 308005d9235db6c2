//! Finds the form of a line from its JSON, key by key.

use super::{
    form::{Form, Kind, Place, Value},
    scanner::Scanner,
};
use crate::event::SCHEMA_VERSION;

/// How deep arrays and objects that no chunk needs may be nested.
const DEPTH: usize = 16;

/// The most values of a form and the most bytes around them: a form is no place to keep a line of megabytes.
const MOST_VALUES: usize = 64;
const MOST_BYTES: usize = 4096;

impl Form {
    /// The form of a wrapped event or a bare one.
    pub(super) fn of(json: &str) -> Option<Self> {
        let mut finder = FormFinder::new(json);
        let (mut offset, mut event, mut bare) = (None, None, Members::default());
        finder.object(|finder, key| match key {
            "offset" => once(&mut offset, finder.offset()?),
            "event" => once(&mut event, finder.event()?),
            key => finder.member(key, &mut bare),
        })?;
        match (offset, event) {
            (Some(()), Some(kind)) if bare.is_empty() => finder.form(true, kind),
            (None, None) => finder.form(false, bare.kind()?),
            _ => None,
        }
    }
}

/// The form of a line, as far as the line was read.
struct FormFinder<'j> {
    json: &'j str,
    scanner: Scanner<'j>,
    /// Where the last value ends.
    value_end: usize,
    literals: String,
    places: Vec<Place>,
}

impl<'j> FormFinder<'j> {
    const fn new(json: &'j str) -> Self {
        Self {
            json,
            scanner: Scanner::new(json.as_bytes()),
            value_end: 0,
            literals: String::new(),
            places: Vec::new(),
        }
    }

    /// The form, if the line ends here.
    fn form(mut self, is_wrapped: bool, kind: Kind) -> Option<Form> {
        self.scanner.end()?;
        self.literal(self.json.len())?;
        Some(Form { literals: self.literals, places: self.places, is_wrapped, kind })
    }

    fn offset(&mut self) -> Option<()> {
        let (mut segment_id, mut ordinal, mut byte_offset) = (None, None, None);
        self.object(|finder, key| match key {
            "segment_id" => once(&mut segment_id, finder.value(Value::SegmentId)?),
            "ordinal" => once(&mut ordinal, finder.value(Value::Ordinal)?),
            "byte_offset" => once(&mut byte_offset, finder.value(Value::ByteOffset)?),
            _ => finder.other(DEPTH),
        })?;
        segment_id.and(ordinal).and(byte_offset)
    }

    fn event(&mut self) -> Option<Kind> {
        let mut members = Members::default();
        self.object(|finder, key| finder.member(key, &mut members))?;
        members.kind()
    }

    /// Reads the value of a key of an event.
    fn member(&mut self, key: &str, members: &mut Members) -> Option<()> {
        let value = match key {
            "schema_version" => return once(&mut members.version, self.version()?),
            "event_type" => return once(&mut members.kind, self.kind()?),
            "event_id" => Value::EventId,
            "pane_id" => Value::PaneId,
            "session_id" => Value::SessionId,
            "occurred_at_ms" => Value::OccurredAt,
            "text" => Value::Text,
            "is_gap" => Value::IsGap,
            "encoding" | "ingress_kind" | "redaction" | "segment_kind" | "source" => return self.word(),
            _ => return self.other(DEPTH),
        };
        if members.values.contains(&value) {
            return None;
        }
        members.values.push(value);
        self.value(value)
    }

    fn version(&mut self) -> Option<()> {
        self.scanner.next_byte()?;
        (self.scanner.plain_string()? == SCHEMA_VERSION).then_some(())
    }

    fn kind(&mut self) -> Option<Kind> {
        self.scanner.next_byte()?;
        match self.scanner.plain_string()? {
            "ingress_text" => Some(Kind::Ingress),
            "egress_output" => Some(Kind::Egress),
            "control_marker" | "lifecycle_marker" => Some(Kind::Marker),
            _ => None,
        }
    }

    /// Reads a value that is nearly always one of a few words, and so is part of the form.
    fn word(&mut self) -> Option<()> {
        match self.scanner.next_byte()? {
            b'"' => self.scanner.plain_string().map(|_| ()),
            _ => self.other(DEPTH),
        }
    }

    /// Reads a value that differs from line to line.
    fn value(&mut self, value: Value) -> Option<()> {
        self.scanner.next_byte()?;
        let literal_bytes = self.literal(self.scanner.at())?;
        self.places.push(Place { literal_bytes, value });
        self.scanner.skip_scalar()?;
        self.value_end = self.scanner.at();
        (self.places.len() <= MOST_VALUES).then_some(())
    }

    /// Adds the text between the last value and the byte `end`, which is the same in each line. Returns its length.
    fn literal(&mut self, end: usize) -> Option<usize> {
        let literal = self.json.get(self.value_end..end)?;
        self.literals.push_str(literal);
        (self.literals.len() <= MOST_BYTES).then_some(literal.len())
    }

    /// Reads anything that no chunk needs. Its strings and numbers differ from line to line.
    fn other(&mut self, depth: usize) -> Option<()> {
        let deeper = depth.checked_sub(1)?;
        match self.scanner.next_byte()? {
            b'{' => self.object(|finder, _| finder.other(deeper)),
            b'[' => self.array(|finder| finder.other(deeper)),
            b'"' => self.value(Value::String),
            b't' | b'f' | b'n' => self.scanner.skip_scalar(),
            _ => self.value(Value::Number),
        }
    }

    /// Reads an object; `member` reads the value of each key.
    fn object(&mut self, mut member: impl FnMut(&mut Self, &'j str) -> Option<()>) -> Option<()> {
        self.scanner.expect(b'{')?;
        if self.scanner.accept(b'}') {
            return Some(());
        }
        loop {
            self.scanner.next_byte()?;
            let key = self.scanner.plain_string()?;
            self.scanner.expect(b':')?;
            member(self, key)?;
            if !self.scanner.accept(b',') {
                return self.scanner.expect(b'}');
            }
        }
    }

    fn array(&mut self, mut element: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.scanner.expect(b'[')?;
        if self.scanner.accept(b']') {
            return Some(());
        }
        loop {
            element(self)?;
            if !self.scanner.accept(b',') {
                return self.scanner.expect(b']');
            }
        }
    }
}

/// The keys of an event that were read so far.
#[derive(Default)]
struct Members {
    version: Option<()>,
    kind: Option<Kind>,
    values: Vec<Value>,
}

impl Members {
    fn is_empty(&self) -> bool {
        self.version.is_none() && self.kind.is_none() && self.values.is_empty()
    }

    /// The kind of the event, if it has all the keys it needs.
    fn kind(self) -> Option<Kind> {
        let needed = [Value::EventId, Value::PaneId, Value::OccurredAt];
        let has_text = self.kind? == Kind::Marker || self.values.contains(&Value::Text);
        let has_all = has_text && needed.iter().all(|value| self.values.contains(value));
        self.version.filter(|()| has_all).and(self.kind)
    }
}

/// Fills `slot`; `None` if it is filled already.
fn once<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    slot.replace(value).is_none().then_some(())
}
