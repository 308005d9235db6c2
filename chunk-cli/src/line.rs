//! Reads a line of `--input jsonl`: an object with an id and a text; for a contract that records them (H1), two times; and for a conversation its turns (T15).
//! Its other fields are ignored.

use crate::json::{error_shown, what_and_column};
use chunk_core::types::Turn;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::{borrow::Cow, fmt};

/// The names of the fields that are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields<'f> {
    pub(crate) id: &'f str,
    pub(crate) text: &'f str,
    /// Whether a line may say when its document was made and changed (H1).
    pub(crate) has_times: bool,
}

/// What is read of a line. Id and text are borrowed from it if they hold no escapes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Record<'l> {
    pub(crate) id: Cow<'l, str>,
    pub(crate) text: Cow<'l, str>,
    /// In milliseconds since 1970-01-01 UTC.
    pub(crate) created_at_ms: Option<i64>,
    /// In milliseconds since 1970-01-01 UTC.
    pub(crate) modified_at_ms: Option<i64>,
    /// If it is a conversation.
    pub(crate) turns: Vec<Turn>,
}

impl Fields<'_> {
    /// Reads a line, or returns what is wrong with it.
    pub(crate) fn read<'l>(self, line: &'l [u8]) -> Result<Record<'l>, String> {
        let text = std::str::from_utf8(line)
            .map_err(|error| format!("byte {} of the line is not valid UTF-8", error.valid_up_to()))?;
        let mut json = serde_json::Deserializer::from_str(text);
        let record = self.deserialize(&mut json).and_then(|record| json.end().map(|()| record));
        record.map_err(|error| match what_and_column(&error.to_string()) {
            ("expected value" | "expected ident" | "invalid number", Some(column)) => format!(
                "no JSON (column {column}); each line has to be an object with the fields `{}` and `{}`",
                self.id, self.text
            ),
            _ => error_shown(&error),
        })
    }
}

impl<'l> DeserializeSeed<'l> for Fields<'_> {
    type Value = Record<'l>;

    fn deserialize<D: Deserializer<'l>>(self, deserializer: D) -> Result<Record<'l>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'l> Visitor<'l> for Fields<'_> {
    type Value = Record<'l>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with the fields `{}` and `{}`", self.id, self.text)
    }

    fn visit_map<A: MapAccess<'l>>(self, mut map: A) -> Result<Record<'l>, A::Error> {
        let (mut id, mut text) = (None, None);
        let (mut created, mut modified) = (None, None);
        let mut turns = Vec::new();
        while let Some(Str(key)) = map.next_key()? {
            let about = |error: A::Error| {
                let error = error.to_string();
                A::Error::custom(format_args!("the field `{key}`: {}", what_and_column(&error).0))
            };
            let is_second = match &*key {
                // An id may be a number; a field may be both.
                name if name == self.id => {
                    let place = if name == self.text { &mut text } else { &mut id };
                    place.replace(map.next_value::<Id<'_>>().map_err(about)?.0).is_some()
                }
                name if name == self.text => {
                    text.replace(map.next_value::<Str<'_>>().map_err(about)?.0).is_some()
                }
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
        let missing = |field| A::Error::custom(format_args!("the field `{field}` is missing"));
        let text = text.ok_or_else(|| missing(self.text))?;
        if let Some(index) = misplaced(&turns, &text) {
            return Err(A::Error::custom(format_args!(
                "the field `turns`: turn {index} is not in order, or not in the text, from one character to another"
            )));
        }
        Ok(Record {
            id: id.ok_or_else(|| missing(self.id))?,
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

/// A string, borrowed if it can be. (`Cow` by itself is always owned.)
#[derive(serde::Deserialize)]
struct Str<'l>(#[serde(borrow)] Cow<'l, str>);

/// A string, or an integer as its digits.
struct Id<'l>(Cow<'l, str>);

impl<'l> serde::Deserialize<'l> for Id<'l> {
    fn deserialize<D: Deserializer<'l>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reads;
        impl<'l> Visitor<'l> for Reads {
            type Value = Id<'l>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or an integer")
            }

            fn visit_borrowed_str<E>(self, text: &'l str) -> Result<Id<'l>, E> {
                Ok(Id(text.into()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Id<'l>, E> {
                Ok(Id(text.to_owned().into()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Id<'l>, E> {
                Ok(Id(number.to_string().into()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Id<'l>, E> {
                Ok(Id(number.to_string().into()))
            }
        }
        deserializer.deserialize_any(Reads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const FIELDS: Fields<'_> = Fields { id: "id", text: "text", has_times: false };

    fn record(text: &'static str) -> Record<'static> {
        Record {
            id: "7".into(),
            text: text.into(),
            created_at_ms: None,
            modified_at_ms: None,
            turns: Vec::new(),
        }
    }

    #[test]
    fn only_the_two_fields_are_read() {
        let line = br#"{"text":"a\nb","more":[{"id":1}],"id":"7"}"#;
        assert_eq!(FIELDS.read(line), Ok(record("a\nb")));
        assert_eq!(FIELDS.read(br#"{"text":"a","id":7}"#), Ok(record("a")), "an id may be a number");
        let record = FIELDS.read(br#"{"id":"7","text":"plain"}"#).unwrap();
        assert!(matches!(record.text, Cow::Borrowed("plain")), "nothing is copied");
    }

    #[test]
    fn times_are_read_where_the_contract_has_them() {
        let fields = Fields { has_times: true, ..FIELDS };
        let line = br#"{"modified_at_ms":-5,"id":"7","text":"","created_at_ms":null}"#;
        assert_eq!(fields.read(line), Ok(Record { modified_at_ms: Some(-5), ..record("") }));
        assert_eq!(FIELDS.read(line), Ok(record("")));
        for wrong in
            [r#"{"id":"7","text":"","created_at_ms":"x"}"#, r#"{"id":"7","text":"","created_at_ms":1.5}"#]
        {
            assert!(fields.read(wrong.as_bytes()).is_err(), "{wrong}");
        }
        let twice = br#"{"created_at_ms":1,"created_at_ms":1,"id":"7","text":""}"#;
        assert!(fields.read(twice).unwrap_err().starts_with("the field `created_at_ms` is given twice"));
    }

    #[rstest]
    #[case(b"[1]", "it is a list, and must be an object with the fields `id` and `text`")]
    #[case(b"{\"id\":\"7\"}", "the field `text` is missing")]
    #[case(b"{\"text\":\"\"}", "the field `id` is missing")]
    #[case(
        b"{\"id\":7.5,\"text\":\"\"}",
        "the field `id`: it is the number `7.5`, and must be a string or an integer (column "
    )]
    #[case(b"{\"id\":\"7\",\"text\":null}", "the field `text`: it is null, and must be a string (column ")]
    #[case(b"{\"id\":\"7\",\"id\":\"8\",\"text\":\"\"}", "the field `id` is given twice")]
    #[case(b"{\"id\":\"7\",\"text\":\"\"} x", "this is not JSON: trailing characters")]
    #[case(b"{\"id\":\"7\",\"text\":\"\\ud800\"}", "the field `text`: unexpected end of hex escape")]
    #[case(b"{\"id\":\"\xff\"}", "byte 7 of the line is not valid UTF-8")]
    #[case(
        b"- two cups",
        "no JSON (column 2); each line has to be an object with the fields `id` and `text`"
    )]
    #[case(b"tea", "no JSON (column 2); each line has to be an object with the fields `id` and `text`")]
    #[case(
        b"\xef\xbb\xbf{}",
        "no JSON (column 1); each line has to be an object with the fields `id` and `text`"
    )]
    fn what_is_wrong_is_said(#[case] line: &[u8], #[case] expected: &str) {
        let message = FIELDS.read(line).unwrap_err();
        assert!(message.starts_with(expected), "{message}");
        assert!(!message.contains("line 1"), "{message}");
    }

    #[test]
    fn nesting_is_no_danger() {
        let deep = format!("{{\"x\":{}", "[".repeat(1_000_000));
        assert!(FIELDS.read(deep.as_bytes()).is_err(), "and the stack holds");
    }
}
