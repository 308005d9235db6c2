//! The lines of a text or a file with their numbers.

use crate::ReadError;
use chunk_core::types::Origin;
use std::io::{self, BufRead, Cursor, Read as _};

/// The byte order mark, with which some programs begin a file.
const MARK: char = '\u{FEFF}';

/// The lines of `text` without their line ends, and their numbers, 1-based. CR alone ends lines where there is no LF.
pub(crate) fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    text.split(end).map(|line| line.strip_suffix('\r').unwrap_or(line)).zip(1..).map(|(line, n)| (n, line))
}

/// `file` after its byte order mark, if it begins with one.
pub(crate) fn past_mark<R: BufRead>(mut file: R) -> io::Result<impl BufRead> {
    let mut head = Vec::new();
    file.by_ref().take(3).read_to_end(&mut head)?;
    if head == MARK.to_string().as_bytes() {
        head.clear();
    }
    Ok(Cursor::new(head).chain(file))
}

/// The text of a whole file, without a byte order mark.
pub(crate) fn whole_text(mut file: impl BufRead) -> Result<String, ReadError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| ReadError::io(&error))?;
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() as u64;
        ReadError::new(Origin::Byte(byte), "it is not valid UTF-8; convert the file to UTF-8")
    })?;
    if text.starts_with(MARK) {
        text.drain(..MARK.len_utf8());
    }
    Ok(text)
}
