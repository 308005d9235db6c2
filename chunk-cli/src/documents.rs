//! Yields the documents of a run one after the other, and reads them: files, stdin, or lines of JSONL.

use crate::{
    error::{Error, Reach},
    find::{Found, Place},
    foreign::{Export, Exports},
    line::Fields,
    opened::BUFFER,
    options::{Format, MODIFIED_AT, ModifiedAt, Provenance, ReadingOptions, SOURCE_VERSION},
    profile::{Profile, has_ending},
    program::converted,
    report::Spot,
};
use chunk_core::{
    Source,
    jsonl::{LineError, Lines},
    types::{Metadata, Turn},
};
use std::{
    cell::RefCell,
    io::{self, BufRead, BufReader, Cursor, Read},
    iter, mem,
    path::PathBuf,
};

/// A document taken up; a file is not read yet.
pub(crate) struct Document<'d> {
    pub(crate) spot: Spot,
    pub(crate) content: Result<Content<'d>, Error>,
}

pub(crate) enum Content<'d> {
    Whole(&'d Found),
    Line(Vec<u8>),
}

/// The non-blank lines of an input, each a document.
fn lines_in<'d>(place: &Place, limit: usize) -> Box<dyn Iterator<Item = Document<'d>> + Send + 'd> {
    let input = place.to_string();
    let mut lines = match lines_of(place) {
        Ok(reader) => Lines::new(reader, limit),
        Err(error) => {
            return Box::new(iter::once(Document { spot: Spot::whole(place), content: Err(error) }));
        }
    };
    Box::new(iter::from_fn(move || {
        loop {
            let (number, content) = match lines.next_line()? {
                Ok(line) if line.bytes.trim_ascii().is_empty() => continue,
                Ok(line) => (line.number, Ok(Content::Line(line.bytes.to_vec()))),
                Err(LineError::TooLong { number, limit }) => {
                    let message =
                        format!("longer than {limit} bytes; split it or pass a higher --line-limit");
                    (number, Err(Error::refused(message)))
                }
                Err(mark @ LineError::ByteOrderMark) => (1, Err(Error::refused(mark.to_string()))),
                Err(LineError::Read { number, error }) => {
                    // Nothing is read after an error: the next line would be the same error again.
                    lines = Lines::new(Box::new(io::empty()), 0);
                    (number, Err(Error::reading(&error)))
                }
            };
            return Some(Document { spot: Spot { input: input.clone(), line: Some(number) }, content });
        }
    }))
}

/// Reads documents, and adds their version and times.
pub(crate) struct Reader<'r> {
    /// What inputs are.
    format: Format,
    /// The most bytes of a file.
    file_limit: u64,
    /// The most bytes of a line.
    pub(crate) line_limit: usize,
    fields: Fields<'r>,
    revision: Option<String>,
    created_at_ms: Option<i64>,
    modified_at: Option<ModifiedAt>,
    /// The converter of files.
    pub(crate) pre: Option<&'r str>,
    /// Whether the policy keeps fields of a line.
    pub(crate) keeps: bool,
}

/// A document that has been read.
#[derive(Default)]
pub(crate) struct Loaded<'r> {
    name: String,
    pub(crate) bytes: Vec<u8>,
    revision: Option<&'r str>,
    created_at_ms: Option<i64>,
    modified_at_ms: Option<i64>,
    /// The fields of its line, if some may be kept.
    fields: Option<Metadata>,
    /// The turns that its line gives.
    turns: Vec<Turn>,
    /// Whether it is a file that was found in a folder, not named.
    pub(crate) is_found: bool,
    /// Whether it is a line of JSON.
    pub(crate) is_line: bool,
    /// The export that it is, if it has not been read yet; there are no bytes then.
    pub(crate) export: RefCell<Option<Export>>,
}

impl<'r> Reader<'r> {
    /// Reads the documents that `paths` name as the options say.
    pub(crate) fn new(
        profile: &'r Profile,
        paths: &[PathBuf],
        reading: &'r ReadingOptions,
        provenance: &Provenance,
    ) -> Result<Self, Error> {
        // Git is asked only for a version that is recorded: outside of a repository, it would be an error.
        let is_recorded = profile.recorded.contains(&SOURCE_VERSION);
        let revision = is_recorded.then(|| provenance.revision(reading.folder(paths))).transpose()?;
        Ok(Self {
            format: reading.input,
            file_limit: reading.file_limit.unwrap_or(profile.file_limit),
            line_limit: usize::try_from(reading.line_limit).unwrap_or(usize::MAX),
            fields: Fields {
                id: reading.id_field.as_deref().unwrap_or(profile.id_field),
                text: &reading.text_field,
                has_times: profile.recorded.contains(&MODIFIED_AT),
            },
            revision: revision.flatten(),
            created_at_ms: provenance.created_at_ms()?,
            modified_at: provenance.modified_at,
            pre: reading.pre.as_deref(),
            keeps: false,
        })
    }

    /// How many documents the inputs `found` hold, if that is known before they are read.
    pub(crate) fn count(&self, found: &[Found]) -> Option<usize> {
        (self.format == Format::Document).then_some(found.len())
    }

    /// The documents that the inputs `found` hold, one after the other.
    pub(crate) fn documents<'d>(
        &self,
        found: &'d [Found],
    ) -> Box<dyn Iterator<Item = Document<'d>> + Send + 'd> {
        let limit = self.line_limit;
        match self.format {
            Format::Document => Box::new(found.iter().map(|found| Document {
                spot: Spot::whole(&found.place),
                content: Ok(Content::Whole(found)),
            })),
            Format::Jsonl => Box::new(found.iter().flat_map(move |found| lines_in(&found.place, limit))),
        }
    }

    /// Reads a document; of what `exports` recognizes only the beginning, so that it is read while it is chunked.
    pub(crate) fn load(
        &self,
        content: Content<'_>,
        exports: Option<Exports<'_>>,
    ) -> Result<Loaded<'_>, Error> {
        let given_ms = self.modified_at.and_then(ModifiedAt::given);
        let mut loaded = Loaded {
            revision: self.revision.as_deref(),
            created_at_ms: self.created_at_ms,
            modified_at_ms: given_ms,
            is_line: matches!(content, Content::Line(_)),
            ..Loaded::default()
        };
        match content {
            Content::Whole(found) => {
                loaded.name.clone_from(&found.name);
                match &found.place {
                    Place::Stdin => self.read(Box::new(io::stdin()), 0, exports, &mut loaded)?,
                    Place::File(located) => {
                        let file = located.whole().map_err(|error| Error::reading(&error))?;
                        loaded.is_found = located.is_found;
                        if self.modified_at == Some(ModifiedAt::File) {
                            loaded.modified_at_ms = file.modified_at_ms();
                        }
                        match self.pre {
                            Some(pre) => {
                                let (path, limit) = (&located.path, self.file_limit);
                                loaded.bytes = converted(pre, path, file.into_file(), limit)?;
                            }
                            None => {
                                let length = file.length().unwrap_or_default();
                                self.read(Box::new(file), length, exports, &mut loaded)?;
                            }
                        }
                    }
                    Place::Unreadable { error, .. } => return Err(error.clone()),
                }
            }
            Content::Line(line) => {
                let record = self.fields.read(&line).map_err(Error::refused)?;
                if self.keeps {
                    loaded.fields = serde_json::from_slice(&line).ok();
                }
                loaded.turns = record.turns;
                loaded.name = record.id;
                loaded.bytes = record.text.into_bytes();
                loaded.created_at_ms = record.created_at_ms.or(loaded.created_at_ms);
                loaded.modified_at_ms = record.modified_at_ms.or(given_ms);
            }
        }
        let is_meant = !loaded.is_found || self.pre.is_some();
        match loaded.source().binary().filter(|_| !is_meant) {
            Some(message) => Err(Error { message, reach: Reach::Note }),
            None => Ok(loaded),
        }
    }

    /// Reads a file, of which there should be `length` bytes, or the beginning of an export.
    fn read(
        &self,
        file: Box<dyn Read + Send>,
        length: u64,
        exports: Option<Exports<'_>>,
        loaded: &mut Loaded<'_>,
    ) -> Result<(), Error> {
        let limit = self.file_limit;
        if length > limit {
            return Err(Error::refused(too_long(limit)));
        }
        let mut rest = Capped { file, left: limit, limit };
        let bytes = &mut loaded.bytes;
        let format = exports.map(|(foreign, kind)| foreign.of_file(kind, &loaded.name, bytes, &mut rest));
        if let Some(format) = format.transpose().map_err(|error| unread(&error))?.flatten() {
            let file = Cursor::new(mem::take(bytes)).chain(BufReader::with_capacity(BUFFER, rest));
            loaded.export = Some(Export { format, file: Box::new(file) }).into();
            return Ok(());
        }
        bytes.reserve_exact(usize::try_from(length).unwrap_or_default().saturating_sub(bytes.len()));
        rest.read_to_end(bytes).map_err(|error| unread(&error))?;
        Ok(())
    }
}

/// A file of which at most `limit` bytes are read: more are an error.
struct Capped {
    file: Box<dyn Read + Send>,
    left: u64,
    limit: u64,
}

impl Read for Capped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        let left = self.left.checked_sub(read as u64);
        self.left = left.ok_or_else(|| io::Error::new(io::ErrorKind::FileTooLarge, too_long(self.limit)))?;
        Ok(read)
    }
}

fn too_long(limit: u64) -> String {
    format!("longer than {limit} bytes; split it or pass a higher --file-limit")
}

/// Why a file was not read: it is too long, which is its own fault, or the system says why.
fn unread(error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::FileTooLarge => Error::refused(error.to_string()),
        _ => Error::reading(error),
    }
}

impl Loaded<'_> {
    /// Whether it is HTML, by its name or its beginning.
    pub(crate) fn is_html(&self) -> bool {
        let start = self.bytes.trim_ascii_start();
        let starts_with = |tag: &[u8]| start.get(..tag.len()).is_some_and(|it| it.eq_ignore_ascii_case(tag));
        has_ending(&self.name, &["html", "htm", "xhtml"])
            || starts_with(b"<!doctype html")
            || starts_with(b"<html")
    }

    pub(crate) fn source(&self) -> Source<'_> {
        let mut source = Source::new(&self.name, &self.bytes);
        source.revision = self.revision;
        source.created_at_ms = self.created_at_ms;
        source.modified_at_ms = self.modified_at_ms;
        source.fields = self.fields.as_ref();
        source.turns = &self.turns;
        source
    }

    /// The error about this document; a note, if it was found in a folder and is no document at all, such as a picture: whoever names a
    /// folder does not know of every file in it.
    pub(crate) fn refused(&self, error: Error) -> Error {
        let is_no_text = || self.source().text().is_err_and(|error| error.is_no_text());
        match error.reach {
            Reach::Document if self.is_found && is_no_text() => Error { reach: Reach::Note, ..error },
            Reach::Note if !self.is_found => Error { reach: Reach::Document, ..error },
            _ => error,
        }
    }
}

/// Opens a file of lines.
pub(crate) fn lines_of(place: &Place) -> Result<Box<dyn BufRead + Send>, Error> {
    Ok(match place {
        // Not locked: a lock cannot be sent to the thread that reads.
        Place::Stdin => Box::new(BufReader::with_capacity(BUFFER, io::stdin())),
        Place::File(located) => Box::new(located.lines().map_err(|error| Error::reading(&error))?),
        Place::Unreadable { error, .. } => return Err(error.clone()),
    })
}
