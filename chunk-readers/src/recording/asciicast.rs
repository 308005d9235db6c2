//! asciicast versions 2 and 3: a header, and a line of JSON for each event.

use super::{Recorded, What};
use crate::ReadError;
use chunk_core::{
    json_error,
    jsonl::{LINE_LIMIT, Lines},
    types::Origin,
};
use serde::Deserialize;
use std::{borrow::Cow, io::BufRead, iter};

#[derive(Deserialize)]
struct Header {
    version: u8,
    timestamp: Option<i64>,
}

/// The events of a recording.
pub(super) fn events(reader: impl BufRead) -> impl Iterator<Item = Result<Recorded, ReadError>> {
    let mut lines = Lines::new(reader, LINE_LIMIT);
    let (mut header, mut ended) = (None::<Header>, false);
    // The time of the last event, in microseconds after the start.
    let mut at = 0.0;
    iter::from_fn(move || {
        while !ended {
            let line = match lines.next_line()? {
                Ok(line) => line,
                Err(error) => {
                    ended = matches!(error, chunk_core::jsonl::LineError::Read { .. });
                    return Some(Err(ReadError::whole(error)));
                }
            };
            let bytes = line.bytes.trim_ascii();
            let place = Origin::Line(line.number);
            let Some(of) = &header else {
                let what = match serde_json::from_slice::<Header>(bytes) {
                    Ok(read @ Header { version: 2 | 3, .. }) => {
                        header = Some(read);
                        continue;
                    }
                    Ok(Header { version, .. }) => {
                        format!("asciicast version {version} is not read; versions 2 and 3 are")
                    }
                    Err(error) => format!("this is no header of an asciicast: {}", json_error(&error)),
                };
                ended = true;
                return Some(Err(ReadError::new(place, what)));
            };
            if bytes.is_empty() || bytes.starts_with(b"#") {
                continue;
            }
            let (time, code, data) = match serde_json::from_slice::<(f64, Cow<'_, str>, Cow<'_, str>)>(bytes)
            {
                Ok(event) => event,
                Err(error) => return Some(Err(ReadError::json(place, &error))),
            };
            // Version 2 counts from the start, version 3 from the event before.
            let micros = time * 1e6;
            at = if of.version == 2 { micros } else { at + micros };
            let at_ms = of.timestamp.unwrap_or(0).saturating_mul(1000).saturating_add(milliseconds(at));
            let what = match &*code {
                "o" => What::Output(data.into_owned()),
                "i" => What::Input(data.into_owned()),
                "m" => What::Marker("marker".to_owned(), data.into_owned()),
                "r" => What::Marker("resize".to_owned(), data.into_owned()),
                "x" => What::Marker("exit".to_owned(), data.into_owned()),
                // The specification has programs pass over what they do not know.
                _ => continue,
            };
            return Some(Ok(Recorded { at_ms, what, line: line.number, byte: line.byte_offset }));
        }
        None
    })
}

/// Microseconds as whole milliseconds, rounded down.
#[expect(clippy::cast_possible_truncation, reason = "a float that is too large becomes the largest number")]
pub(super) fn milliseconds(micros: f64) -> i64 {
    (micros.round() / 1000.0).floor() as i64
}
