//! Reads a line of `--input jsonl`: an object with an id and a text; for a contract that records them (H1), two times; and for a conversation its turns (T15).
//! Its other fields are ignored.

use crate::json::error_shown;
use chunk_core::{json_error, types::Turn};
use serde::{
    Deserialize as _, Deserializer as _,
    de::{Error as _, IgnoredAny, MapAccess, Visitor},
};
use serde_json::Value;
use std::fmt;

/// The names of the fields that are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields<'f> {
    pub(crate) id: &'f str,
    pub(crate) text: &'f str,
    /// Whether a line may say when its document was made and changed (H1).
    pub(crate) has_times: bool,
}

/// What is read of a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) id: String,
    pub(crate) text: String,
    /// In milliseconds since 1970-01-01 UTC.
    pub(crate) created_at_ms: Option<i64>,
    /// In milliseconds since 1970-01-01 UTC.
    pub(crate) modified_at_ms: Option<i64>,
    /// If it is a conversation.
    pub(crate) turns: Vec<Turn>,
}

impl Fields<'_> {
    /// Reads a line, or returns what is wrong with it.
    pub(crate) fn read(self, line: &[u8]) -> Result<Record, String> {
        let text = std::str::from_utf8(line)
            .map_err(|error| format!("byte {} of the line is not valid UTF-8", error.valid_up_to()))?;
        let mut json = serde_json::Deserializer::from_str(text);
        let record = json.deserialize_map(self).and_then(|record| json.end().map(|()| record));
        record.map_err(|error| match json_error(&error).strip_prefix("this is not JSON: ") {
            Some("expected value" | "expected ident" | "invalid number") => format!(
                "no JSON (column {}); each line has to be an object with the fields `{}` and `{}`",
                error.column(),
                self.id,
                self.text
            ),
            _ => error_shown(&error),
        })
    }
}

impl<'l> Visitor<'l> for Fields<'_> {
    type Value = Record;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with the fields `{}` and `{}`", self.id, self.text)
    }

    fn visit_map<A: MapAccess<'l>>(self, mut map: A) -> Result<Record, A::Error> {
        let (mut id, mut text) = (None, None);
        let (mut created, mut modified) = (None, None);
        let mut turns = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let about = |error: A::Error| {
                // The place is that of the whole line, too.
                let error = error.to_string();
                let what = error.split(" at line 1 column ").next().unwrap_or_default();
                A::Error::custom(format_args!("the field `{key}`: {what}"))
            };
            let is_second = match &*key {
                // An id may be a number; a field may be both.
                name if name == self.id => {
                    let place = if name == self.text { &mut text } else { &mut id };
                    let id = map.next_value().map_err(about)?;
                    let id = id_of(id).map_err(|what| about(A::Error::custom(what)))?;
                    place.replace(id).is_some()
                }
                name if name == self.text => text.replace(map.next_value().map_err(about)?).is_some(),
                "created_at_ms" if self.has_times => {
                    created.replace(map.next_value::<Option<i64>>().map_err(about)?).is_some()
                }
                "modified_at_ms" if self.has_times => {
                    modified.replace(map.next_value::<Option<i64>>().map_err(about)?).is_some()
                }
                "turns" => {
                    turns = turns_of(map.next_value()?).map_err(A::Error::custom)?;
                    false
                }
                _ => map.next_value::<IgnoredAny>().map(|_| false)?,
            };
            if is_second {
                return Err(A::Error::custom(format_args!("the field `{key}` is given twice")));
            }
        }
        let missing = |field, option| {
            A::Error::custom(format_args!("the field `{field}` is missing; --{option} names another"))
        };
        let text = text.ok_or_else(|| missing(self.text, "text-field"))?;
        if let Some(index) = misplaced(&turns, &text) {
            return Err(A::Error::custom(format_args!(
                "the field `turns`: turn {index} is not in order, or not in the text, from one character to another"
            )));
        }
        Ok(Record {
            id: id.ok_or_else(|| missing(self.id, "id-field"))?,
            text,
            turns,
            created_at_ms: created.flatten(),
            modified_at_ms: modified.flatten(),
        })
    }
}

/// The turns of a conversation. Where elements have no `start`, it is another field of that name.
fn turns_of(value: Value) -> Result<Vec<Turn>, String> {
    match value.pointer("/0/start") {
        Some(_) => serde_json::from_value(value)
            .map_err(|error| format!("the field `turns`: {}", error_shown(&error))),
        None => Ok(Vec::new()),
    }
}

/// The first of `turns` that begins before the one before it ends, or whose ends are not both between characters of `text`.
fn misplaced(turns: &[Turn], text: &str) -> Option<usize> {
    let mut end = 0;
    turns.iter().position(|turn| {
        let is_misplaced = turn.bytes.start < end || text.get(turn.bytes.clone()).is_none();
        end = turn.bytes.end;
        is_misplaced
    })
}

/// A string, or an integer as its digits.
fn id_of(value: Value) -> Result<String, String> {
    match value {
        Value::Number(number) if !number.is_f64() => Ok(number.to_string()),
        other => String::deserialize(other).map_err(|error| format!("{error} or an integer")),
    }
}
