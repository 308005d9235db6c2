//! Chunks the documents of a run: several at once, with their records in order. Or inputs as a stream, as they are read, of which each record
//! is written as soon as it is complete.

#[cfg(feature = "sqlite")]
use crate::store::{Row, Store};
use crate::{
    chunking::Chunking,
    console::Console,
    documents::{Document, Loaded, lines_of},
    error::Error,
    find::{Found, Place},
    foreign::Exports,
    in_order::in_order,
    options::OutputFormat,
    out_dir::{Entry, OutDir},
    output::Output,
    policy::Input,
    report::{Report, Seen, Spot, Summary, Taker},
};
use chunk_core::ContentHash;
#[cfg(feature = "sqlite")]
use chunk_records::Piece;
use std::{
    io::{self, Write},
    mem,
    ops::ControlFlow,
};

/// Hands over a part of what is made of a document.
type Part<'p, T> = &'p dyn Fn(T) -> ControlFlow<()>;

/// How many bytes of a document's records are kept before its turn comes.
const KEPT: usize = 1 << 20;

/// The records of a document. Once there are many, they go out as soon as it is the document's turn.
struct Records<'r> {
    own: &'r mut Vec<u8>,
    part: Part<'r, Vec<u8>>,
}

impl Write for Records<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.own.extend_from_slice(bytes);
        if self.own.len() > KEPT && (self.part)(mem::take(self.own)).is_break() {
            return Err(io::Error::other("the run has ended"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Chunking<'_> {
    /// Writes the records of `found` to `output`: each input is a document, or holds some. Those of a stream are chunked as one; into a store,
    /// each as a stream by itself, so that its chunks can be replaced when that input changes.
    pub(crate) fn all(
        &self,
        found: &[Found],
        console: Console,
        output: &mut Output,
    ) -> Result<Summary, Error> {
        let mut summary = Summary::new(console, self.stop);
        summary.is_of_explanations = self.flags.extras.explain;
        match output {
            Output::Lines(lines) => {
                let mut put = |bytes: &[u8]| {
                    lines.write(bytes)?;
                    if self.flush { lines.flush() } else { Ok(()) }
                };
                if self.profile.keys.is_stream {
                    self.all_as_one(found, &mut summary, put)?;
                } else {
                    self.each(
                        found,
                        self.exports(),
                        |_, loaded, seen, own, part| self.write(loaded, &mut Records { own, part }, seen),
                        |own: Vec<u8>, report| {
                            put(&own)?;
                            Ok(report.is_none_or(|report| summary.enter(&report)))
                        },
                    )?;
                }
                lines.flush()?;
            }
            // Of a stream it was refused, as it has a file for each document.
            Output::Folder(folder, lines) => {
                let folder = &*folder;
                self.each(
                    found,
                    None,
                    |number, loaded, seen, line, _| self.file(loaded, folder, number, line, seen),
                    |line: Vec<u8>, report| {
                        lines.extend(line);
                        Ok(report.is_none_or(|report| summary.enter(&report)))
                    },
                )?;
            }
            #[cfg(feature = "sqlite")]
            Output::Store(store) if self.profile.keys.is_stream => {
                self.store_streams(found, &mut summary, store)?;
            }
            #[cfg(feature = "sqlite")]
            Output::Store(store) => {
                let store = &*store;
                let work = |_, loaded: &Loaded<'_>, seen: &mut Seen, (): &mut (), _: Part<'_, ()>| {
                    self.store(loaded, store, seen)
                };
                self.each(found, None, work, |(), report| {
                    Ok(report.is_none_or(|report| summary.enter(&report)))
                })?;
            }
        }
        Ok(summary)
    }

    /// Reads the documents of `found`, several at once, has `work` make something of each, and hands that to `take` in the order of the
    /// documents, with the report, until that returns false. All commands that chunk documents do it by this. `work` may hand over parts of what
    /// it makes, which have no report yet, and reads itself what `exports` recognizes.
    ///
    /// # Errors
    /// What keeps the run from going on.
    pub(crate) fn each<T: Default + Send>(
        &self,
        found: &[Found],
        exports: Option<Exports<'_>>,
        work: impl Fn(usize, &Loaded<'_>, &mut Seen, &mut T, Part<'_, T>) -> Result<(), Error> + Sync,
        mut take: impl FnMut(T, Option<Report>) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let mut ended = Ok(());
        let jobs = self.reader.count(found).unwrap_or(usize::MAX).min(self.jobs.get());
        type Made<T> = Result<(T, Option<Report>), Error>;
        let work =
            |number, Document { spot, content }: Document<'_>, part: &dyn Fn(Made<T>) -> ControlFlow<()>| {
                let part = |made| part(Ok((made, None)));
                let (mut made, mut seen) = (T::default(), Seen::default());
                let loaded = content.and_then(|content| self.reader.load(content, exports));
                let done = loaded.and_then(|loaded| {
                    seen.warnings.extend(self.mistaken(&loaded));
                    work(number, &loaded, &mut seen, &mut made, &part).map_err(|error| loaded.refused(error))
                });
                match done {
                    Err(error) if error.ends_run() => Err(error),
                    done => Ok((made, Some(Report::new(spot, seen, done.err())))),
                }
            };
        in_order(jobs, self.reader.documents(found), work, |done| {
            match done.and_then(|(made, report)| take(made, report)) {
                Ok(true) => ControlFlow::Continue(()),
                Ok(false) => ControlFlow::Break(()),
                Err(error) => {
                    // What comes of a document that was broken off is not the reason.
                    if ended.is_ok() {
                        ended = Err(error);
                    }
                    ControlFlow::Break(())
                }
            }
        });
        ended
    }

    /// Puts the chunks of a document into the store.
    #[cfg(feature = "sqlite")]
    fn store(&self, loaded: &Loaded<'_>, store: &Store, seen: &mut Seen) -> Result<(), Error> {
        let source = loaded.source();
        let (mut rows, mut document, mut first) = (Vec::new(), String::new(), 0);
        self.pieces(loaded, seen, &mut |piece| {
            let name = piece.document.unwrap_or(source.path);
            if document != name {
                (document, first) = (name.to_owned(), rows.len());
            }
            rows.push(Row::of(&piece, name, rows.len() - first));
            Ok(())
        })?;
        store.replace(source.path, &rows)
    }

    /// Writes the records of a document to its own file, or files, and its line of the manifest to `line`.
    fn file(
        &self,
        loaded: &Loaded<'_>,
        folder: &OutDir,
        number: usize,
        line: &mut Vec<u8>,
        seen: &mut Seen,
    ) -> Result<(), Error> {
        let source = loaded.source();
        let output = folder.output(number);
        seen.ids = Some(Vec::new());
        if self.format == OutputFormat::BedrockFiles {
            let contents = self.contents(loaded, seen)?;
            folder.put_files(output, contents.into_iter().map(|content| content.into_files()))?;
        } else {
            let mut records = Vec::new();
            self.write(loaded, &mut records, seen)?;
            folder.put(output, &records)?;
        }
        let entry = Entry {
            source_file: source.path,
            source_hash: ContentHash::of(source.bytes),
            output,
            chunks: seen.chunks,
            chunk_ids: seen.ids.take().unwrap_or_default(),
        };
        entry.write_line(line).map_err(|error| Error::run(error.to_string()))
    }

    /// The records of `inputs` as one stream.
    pub(crate) fn stream_to_memory(&self, inputs: &[Found], summary: &mut Summary) -> Result<Vec<u8>, Error> {
        let mut records = Vec::new();
        self.all_as_one(inputs, summary, |line| {
            records.extend_from_slice(line);
            Ok(())
        })?;
        Ok(records)
    }

    fn all_as_one(
        &self,
        inputs: &[Found],
        summary: &mut Summary,
        put: impl FnMut(&[u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut put = self.line(None, put);
        let mut open = self.stream();
        for (number, input) in inputs.iter().enumerate() {
            self.turn(input, summary, |seen, bad| {
                let Some(stream) = &mut open else { return Ok(()) };
                let mut taker = Taker::new(seen, &mut put);
                let mut is_last = number + 1 == inputs.len();
                let mut bad = |error| {
                    let next = bad(error);
                    is_last |= next.is_break();
                    next
                };
                let mut done = match self.open(&input.place) {
                    Ok(input) => stream.read(input, &mut taker, &mut bad),
                    Err(error) => {
                        stream.skip(&mut taker);
                        let _ = bad(error);
                        Ok(())
                    }
                };
                is_last |= done.is_err();
                if let Some(stream) = open.take_if(|_| is_last) {
                    done = done.and(stream.finish(&mut taker));
                }
                taker.finish().and(done)
            })?;
            if open.is_none() {
                break;
            }
        }
        summary.advise_if_in_vain(self.profile.wants);
        Ok(())
    }

    #[cfg(feature = "sqlite")]
    fn store_streams(&self, inputs: &[Found], summary: &mut Summary, store: &Store) -> Result<(), Error> {
        for input in inputs {
            self.turn(input, summary, |seen, bad| {
                let Some(mut stream) = self.stream() else { return Ok(()) };
                let mut rows = Vec::new();
                let mut put = |piece: Piece<'_>| {
                    rows.push(Row::of(&piece, &input.name, rows.len()));
                    Ok(())
                };
                let mut taker = Taker::new(seen, &mut put);
                stream.read(self.open(&input.place)?, &mut taker, bad)?;
                stream.finish(&mut taker)?;
                store.replace(&input.name, &rows)
            })?;
            if !summary.is_complete {
                break;
            }
        }
        Ok(())
    }

    /// Gives an input its turn: `read` chunks it, and reports each record at fault by the function that it is given, which says whether to
    /// go on.
    fn turn(
        &self,
        input: &Found,
        summary: &mut Summary,
        read: impl FnOnce(&mut Seen, &mut dyn FnMut(Error) -> ControlFlow<()>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (mut seen, mut is_faulty) = (Seen::default(), false);
        let place = input.place.to_string();
        let read = read(&mut seen, &mut |error| {
            summary.show_line(&place, &place, &error);
            is_faulty = true;
            if self.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let error = match read {
            Err(error) if error.ends_run() => return Err(error),
            read => read.err(),
        };
        let mut report = Report::new(Spot::whole(place), seen, error);
        report.is_faulty |= is_faulty;
        summary.enter(&report);
        Ok(())
    }

    /// A file is read ahead of its chunking, if two threads may work; of stdin, all that has been read is chunked before more is waited for.
    fn open(&self, place: &Place) -> Result<Input, Error> {
        let lines = lines_of(place)?;
        let is_ahead = self.jobs.get() > 1 && !matches!(place, Place::Stdin);
        Ok(if is_ahead { Input::Ahead(lines) } else { Input::Live(lines) })
    }
}
