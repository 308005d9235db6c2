//! asciicast versions 2 and 3: a header, and a line of JSON for each event.

use super::{Recorded, What};
use crate::ReadError;
use chunk_core::{
    jsonl::{LINE_LIMIT, Lines},
    types::Origin,
};
use serde::Deserialize;
use std::{borrow::Cow, io::BufRead};

#[derive(Deserialize)]
struct Header {
    version: u8,
    timestamp: Option<i64>,
}

pub(super) struct Cast<R> {
    lines: Lines<R>,
    header: Option<Header>,
    /// The time of the last event, in microseconds after the start.
    at: f64,
    ended: bool,
}

impl<R: BufRead> Cast<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { lines: Lines::new(reader, LINE_LIMIT), header: None, at: 0.0, ended: false }
    }
}

impl<R: BufRead> Iterator for Cast<R> {
    type Item = Result<Recorded, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let line = match self.lines.next_line()? {
                Ok(line) => line,
                Err(error) => {
                    self.ended = matches!(error, chunk_core::jsonl::LineError::Read { .. });
                    return Some(Err(ReadError::whole(error)));
                }
            };
            let bytes = line.bytes.trim_ascii();
            let place = Origin::Line(line.number);
            let Some(header) = &self.header else {
                match serde_json::from_slice::<Header>(bytes) {
                    Ok(header) if matches!(header.version, 2 | 3) => self.header = Some(header),
                    Ok(Header { version, .. }) => {
                        self.ended = true;
                        let what = format!("asciicast version {version} is not read; versions 2 and 3 are");
                        return Some(Err(ReadError::new(place, what)));
                    }
                    Err(error) => {
                        self.ended = true;
                        let what = format!("this is no header of an asciicast: {error}");
                        return Some(Err(ReadError::new(place, what)));
                    }
                }
                continue;
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
            self.at = if header.version == 2 { micros } else { self.at + micros };
            let at_ms =
                header.timestamp.unwrap_or(0).saturating_mul(1000).saturating_add(milliseconds(self.at));
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
    }
}

/// Microseconds as whole milliseconds, rounded down.
#[expect(clippy::cast_possible_truncation, reason = "a float that is too large becomes the largest number")]
pub(super) fn milliseconds(micros: f64) -> i64 {
    (micros.round() / 1000.0).floor() as i64
}
