//! A typescript of util-linux `script`, which is the terminal's bytes alone, and its timing file, which says when how many of them came.

use super::{Recorded, What, asciicast::milliseconds};
use crate::ReadError;
use chunk_core::{
    jsonl::{LINE_LIMIT, Lines},
    types::Origin,
};
use std::{
    io::{BufRead, BufReader, Read},
    iter,
};

/// The most bytes of one event.
const LONGEST: u64 = LINE_LIMIT as u64;

/// The terminal's bytes.
struct Typescript<R> {
    reader: BufReader<R>,
    /// The byte that comes next.
    byte: u64,
    /// Bytes of a character whose end comes with the next event.
    torn: Vec<u8>,
}

impl<R: Read> Typescript<R> {
    /// Passes over the first line, a note of `script`, which the timing does not count.
    fn start(&mut self) -> std::io::Result<()> {
        if self.reader.fill_buf()?.starts_with(b"Script started on ") {
            let mut note = Vec::new();
            self.reader.read_until(b'\n', &mut note)?;
            self.byte += note.len() as u64;
        }
        Ok(())
    }

    /// The next bytes of the typescript as text.
    fn take(&mut self, length: u64) -> Result<String, String> {
        let failed = |error: std::io::Error| format!("cannot read the typescript: {error}");
        if length > LONGEST {
            return Err(format!("an event of {length} bytes is longer than {LONGEST}"));
        }
        let mut bytes = std::mem::take(&mut self.torn);
        let before = bytes.len();
        (&mut self.reader).take(length).read_to_end(&mut bytes).map_err(failed)?;
        let read = (bytes.len() - before) as u64;
        self.byte += read;
        if read < length {
            return Err(format!("the typescript ends {} bytes before the timing file does", length - read));
        }
        if let Err(error) = std::str::from_utf8(&bytes) {
            if error.error_len().is_some() {
                let byte = error.valid_up_to().saturating_sub(before);
                return Err(format!("byte {byte} of the event is not valid UTF-8"));
            }
            self.torn = bytes.split_off(error.valid_up_to());
        }
        String::from_utf8(bytes).map_err(|error| error.to_string())
    }
}

/// The events of a typescript and its timing file.
pub(super) fn events(
    timing: impl BufRead,
    typescript: impl Read,
) -> impl Iterator<Item = Result<Recorded, ReadError>> {
    let mut timing = Lines::new(timing, LINE_LIMIT);
    let mut typescript = Typescript { reader: BufReader::new(typescript), byte: 0, torn: Vec::new() };
    // Microseconds since the start.
    let mut at = 0.0;
    // The files of what was printed and of what was typed, as the timing file names them. If they are two, this one is the former.
    let (mut printed, mut typed) = (None, None);
    let (mut is_started, mut is_ended) = (false, false);
    iter::from_fn(move || {
        if !std::mem::replace(&mut is_started, true)
            && let Err(error) = typescript.start()
        {
            is_ended = true;
            return Some(Err(ReadError::whole(format_args!("cannot read the typescript: {error}"))));
        }
        while !is_ended {
            let (number, line) = match timing.next_line()? {
                Ok(line) => (line.number, String::from_utf8_lossy(line.bytes).into_owned()),
                Err(error) => {
                    is_ended = true;
                    return Some(Err(ReadError::whole(error)));
                }
            };
            if line.trim_ascii().is_empty() {
                continue;
            }
            let place = Origin::Line(number);
            let Some((kind, seconds, rest)) = entry(&line) else {
                let what = format!("{line:?} is no entry of a timing file, such as `0.25 12` or `O 0.25 12`");
                return Some(Err(ReadError::new(place, what)));
            };
            at += seconds * 1e6;
            let (at_ms, byte) = (milliseconds(at), typescript.byte);
            let event = |what| Some(Ok(Recorded { at_ms, what, line: number, byte }));
            match kind {
                'H' => match rest.split_once(' ') {
                    Some(("OUTPUT_LOG", file)) => printed = Some(file.to_owned()),
                    Some(("INPUT_LOG", file)) => typed = Some(file.to_owned()),
                    _ => {}
                },
                'I' if printed.is_some() && typed.is_some() && printed != typed => {}
                'S' => return event(What::Marker("signal".to_owned(), rest.to_owned())),
                kind => {
                    let length = rest.split(' ').next().and_then(|it| it.parse::<u64>().ok());
                    let Some(length) = length else {
                        let what = format!("{:?} is no number of bytes", rest);
                        return Some(Err(ReadError::new(place, what)));
                    };
                    let text = match typescript.take(length) {
                        Ok(text) => text,
                        Err(what) => {
                            is_ended = true;
                            return Some(Err(ReadError::new(place, what)));
                        }
                    };
                    return event(if kind == 'I' { What::Input(text) } else { What::Output(text) });
                }
            }
        }
        None
    })
}

/// The kind, the seconds and the rest of an entry of a timing file: `SECONDS BYTES`, or `KIND SECONDS REST`.
fn entry(line: &str) -> Option<(char, f64, &str)> {
    let (first, rest) = line.split_once(' ')?;
    let (kind, seconds, rest) = match first {
        "O" | "I" | "S" | "H" => {
            let (seconds, rest) = rest.split_once(' ')?;
            (first.chars().next()?, seconds, rest)
        }
        seconds => ('O', seconds, rest),
    };
    let seconds = seconds.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0)?;
    Some((kind, seconds, rest.trim_ascii()))
}
