//! Yields the documents of a run one after the other, and reads them: files, stdin, or lines of JSONL.

use crate::{
    exit::cannot_read_it,
    find::{Found, Place},
    line::Fields,
    opened::Opened,
    report::{Fault, Problem, Spot},
};
use chunk_core::{
    Source,
    jsonl::{LineError, Lines},
};
use std::{
    io::{self, BufRead, BufReader, Read},
    slice,
};

/// What the input holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    Document,
    Jsonl,
}

/// Limits on reading a document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// The most bytes of a file.
    pub(crate) file: u64,
    /// The most bytes of a line.
    pub(crate) line: usize,
}

/// Where the time of the last modification comes from. The file system's is used only on request, so that a copy of a folder gives the
/// same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ModifiedAt {
    /// From the file system.
    File,
    /// The same for all documents, in milliseconds since 1970-01-01 UTC.
    Given(i64),
}

/// The documents of a run.
pub(crate) enum Documents<'d> {
    Whole(slice::Iter<'d, Found>),
    Lines { files: slice::Iter<'d, Found>, open: Option<OpenLines>, limit: usize },
}

/// A file of lines that is being read.
pub(crate) struct OpenLines {
    input: String,
    lines: Lines<Box<dyn BufRead + Send>>,
}

/// A document taken up; a file is not read yet.
pub(crate) struct Document<'d> {
    pub(crate) spot: Spot,
    pub(crate) content: Result<Content<'d>, Fault>,
}

pub(crate) enum Content<'d> {
    Whole(&'d Found),
    Line(Vec<u8>),
}

impl<'d> Documents<'d> {
    pub(crate) fn new(format: Format, found: &'d [Found], limits: Limits) -> Self {
        let files = found.iter();
        match format {
            Format::Document => Self::Whole(files),
            Format::Jsonl => Self::Lines { files, open: None, limit: limits.line },
        }
    }

    /// How many documents are left, if that is known beforehand.
    pub(crate) fn known_count(&self) -> Option<usize> {
        match self {
            Self::Whole(found) => Some(found.len()),
            Self::Lines { .. } => None,
        }
    }
}

impl<'d> Iterator for Documents<'d> {
    type Item = Document<'d>;

    fn next(&mut self) -> Option<Document<'d>> {
        match self {
            Self::Whole(found) => {
                let found = found.next()?;
                let spot = Spot::whole(found.place.to_string());
                Some(Document { spot, content: Ok(Content::Whole(found)) })
            }
            Self::Lines { files, open, limit } => loop {
                if let Some(lines) = open {
                    match lines.next() {
                        Some(document) => return Some(document),
                        None => *open = None,
                    }
                }
                let file = files.next()?;
                let input = file.place.to_string();
                match reader(&file.place) {
                    Ok(reader) => *open = Some(OpenLines { input, lines: Lines::new(reader, *limit) }),
                    Err(fault) => return Some(Document { spot: Spot::whole(input), content: Err(fault) }),
                }
            },
        }
    }
}

impl OpenLines {
    /// The next non-blank line as a document.
    fn next<'d>(&mut self) -> Option<Document<'d>> {
        loop {
            let (number, content) = match self.lines.next_line()? {
                Ok(line) if line.bytes.trim_ascii().is_empty() => continue,
                Ok(line) => (line.number, Ok(Content::Line(line.bytes.to_vec()))),
                Err(LineError::TooLong { number, limit }) => {
                    let message =
                        format!("longer than {limit} bytes; split it or pass a higher --line-limit");
                    (number, Err(Fault::refused(message)))
                }
                Err(mark @ LineError::ByteOrderMark) => (1, Err(Fault::refused(mark.to_string()))),
                Err(LineError::Read { number, error }) => {
                    // Nothing is read after an error: the next line would be the same error again.
                    self.lines = Lines::new(Box::new(io::empty()), 0);
                    (number, Err(cannot_read(&error)))
                }
            };
            let spot = Spot { input: self.input.clone(), line: Some(number) };
            return Some(Document { spot, content });
        }
    }
}

impl Content<'_> {
    /// Whether it is a file that was found in a folder, not named.
    pub(crate) fn is_found(&self) -> bool {
        matches!(self, Self::Whole(Found { place: Place::File(located), .. }) if located.is_found)
    }

    /// Reads the document and hands it to `take` under its name.
    pub(crate) fn read(
        self,
        limits: Limits,
        fields: Fields<'_>,
        modified_at: Option<ModifiedAt>,
        take: &mut dyn FnMut(Source<'_>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let modified_at_ms = |file: Option<&Opened>| match modified_at? {
            ModifiedAt::File => file?.modified_at_ms(),
            ModifiedAt::Given(time) => Some(time),
        };
        match self {
            Self::Whole(found) => {
                let (bytes, modified_at_ms) = match &found.place {
                    Place::Stdin => (read_all(&mut io::stdin(), 0, limits.file)?, modified_at_ms(None)),
                    Place::File(located) => {
                        let opened = located.open().and_then(Opened::whole);
                        let mut file = opened.map_err(|error| cannot_read(&error))?;
                        let length = file.length().unwrap_or_default();
                        (read_all(&mut file, length, limits.file)?, modified_at_ms(Some(&file)))
                    }
                    Place::Unreadable { fault, .. } => return Err(fault.clone().into()),
                };
                let mut source = Source::new(&found.name, &bytes);
                source.modified_at_ms = modified_at_ms;
                take(source)
            }
            Self::Line(line) => {
                let record = fields.read(&line).map_err(Fault::refused)?;
                let mut source = Source::new(&record.id, record.text.as_bytes());
                source.created_at_ms = record.created_at_ms;
                source.modified_at_ms = record.modified_at_ms.or_else(|| modified_at_ms(None));
                take(source)
            }
        }
    }
}

/// How much of a file of lines is read at a time, in bytes.
pub(crate) const BUFFER: usize = 256 << 10;

pub(crate) fn reader(place: &Place) -> Result<Box<dyn BufRead + Send>, Fault> {
    Ok(match place {
        // Not locked: a lock cannot be sent to the thread that reads.
        Place::Stdin => Box::new(BufReader::with_capacity(BUFFER, io::stdin())),
        Place::File(located) => {
            let opened = located.open().and_then(Opened::lines);
            Box::new(BufReader::with_capacity(BUFFER, opened.map_err(|error| cannot_read(&error))?))
        }
        Place::Unreadable { fault, .. } => return Err(fault.clone()),
    })
}

/// All bytes of `reader`, of which there should be `length`, unless they are more than `limit`.
fn read_all(reader: &mut dyn Read, length: u64, limit: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(limit)).unwrap_or_default());
    if length <= limit {
        // One byte above the limit shows that there are too many.
        reader.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| cannot_read(&error))?;
    }
    if length.max(bytes.len() as u64) > limit {
        let message = format!("longer than {limit} bytes; split it or pass a higher --file-limit");
        return Err(Fault::refused(message));
    }
    Ok(bytes)
}

pub(crate) fn cannot_read(error: &io::Error) -> Fault {
    Fault::unreadable(cannot_read_it(error))
}
