//! Chunks the documents of a run: several at once, with their records in order.

#[cfg(feature = "sqlite")]
use crate::store::{Row, Store};
use crate::{
    chunking::Chunking,
    console::Console,
    documents::{Document, Documents, Loaded},
    error::Error,
    foreign::Exports,
    in_order::in_order,
    options::OutputFormat,
    out_dir::{Entry, OutDir},
    output::Output,
    report::{Report, Seen},
    summary::Summary,
};
use chunk_core::{ContentHash, Source};
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
    /// Writes the records of documents to `output`.
    pub(crate) fn documents(
        &self,
        documents: Documents<'_>,
        console: Console,
        output: &mut Output,
    ) -> Result<Summary, Error> {
        let mut summary = Summary::new(console, self.stop);
        match output {
            Output::Lines(lines) => {
                let work =
                    |_, loaded: &mut Loaded<'_>, seen: &mut Seen, own: &mut Vec<u8>, part: Part<'_, _>| {
                        let (export, mut records) = (loaded.export.take(), Records { own, part });
                        self.write(loaded.source(), export, &mut records, seen)
                    };
                self.each_part(documents, self.exports(), work, |own: Vec<u8>, report| {
                    lines.write(&own)?;
                    if self.flush {
                        lines.flush()?;
                    }
                    Ok(report.is_none_or(|report| summary.enter(&report)))
                })?;
                lines.flush()?;
            }
            Output::Folder(folder, lines) => {
                let folder = &*folder;
                let work = |number, loaded: &Loaded<'_>, seen: &mut Seen, line: &mut Vec<u8>| {
                    self.file(loaded.source(), folder, number, line, seen)
                };
                self.each(documents, work, |line, report| {
                    lines.extend(line);
                    Ok(summary.enter(&report))
                })?;
            }
            #[cfg(feature = "sqlite")]
            Output::Store(store) => {
                let store = &*store;
                let work = |_, loaded: &Loaded<'_>, seen: &mut Seen, (): &mut ()| {
                    self.store(loaded.source(), store, seen)
                };
                self.each(documents, work, |(), report| Ok(summary.enter(&report)))?;
            }
        }
        Ok(summary)
    }

    /// Reads documents, several at once, has `work` make something of each, and hands that to `take` in the order of the documents, with
    /// the report, until that returns false. All commands that chunk documents do it by this.
    ///
    /// # Errors
    /// What keeps the run from going on.
    pub(crate) fn each<T: Default + Send>(
        &self,
        documents: Documents<'_>,
        work: impl Fn(usize, &Loaded<'_>, &mut Seen, &mut T) -> Result<(), Error> + Sync,
        mut take: impl FnMut(T, Report) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let work = |number, loaded: &mut Loaded<'_>, seen: &mut Seen, made: &mut T, _: Part<'_, T>| {
            work(number, loaded, seen, made)
        };
        self.each_part(documents, None, work, |made, report| {
            report.map_or(Ok(true), |report| take(made, report))
        })
    }

    /// The same for `work` that may hand over parts of what it makes, which have no report yet, and that reads itself what `exports` recognizes.
    fn each_part<T: Default + Send>(
        &self,
        documents: Documents<'_>,
        exports: Option<Exports<'_>>,
        work: impl Fn(usize, &mut Loaded<'_>, &mut Seen, &mut T, Part<'_, T>) -> Result<(), Error> + Sync,
        mut take: impl FnMut(T, Option<Report>) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let mut ended = Ok(());
        let jobs = documents.known_count.unwrap_or(usize::MAX).min(self.jobs.get());
        type Made<T> = Result<(T, Option<Report>), Error>;
        let work = |number,
                    Document { spot, content }: Document<'_>,
                    part: &dyn Fn(Made<T>) -> ControlFlow<()>| {
            let part = |made| part(Ok((made, None)));
            let (mut made, mut seen) = (T::default(), Seen::default());
            let loaded = content.and_then(|content| self.reader.load(content, exports));
            let done = loaded.and_then(|mut loaded| {
                seen.warnings.extend(self.mistaken(&loaded));
                work(number, &mut loaded, &mut seen, &mut made, &part).map_err(|error| loaded.refused(error))
            });
            match done {
                Err(error) if error.ends_run() => Err(error),
                done => Ok((made, Some(Report::new(spot, seen, done.err())))),
            }
        };
        in_order(jobs, documents.each, work, |done| {
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
    fn store(&self, source: Source<'_>, store: &Store, seen: &mut Seen) -> Result<(), Error> {
        let (mut rows, mut document, mut first) = (Vec::new(), String::new(), 0);
        self.pieces(source, None, seen, &mut |piece| {
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
        source: Source<'_>,
        folder: &OutDir,
        number: usize,
        line: &mut Vec<u8>,
        seen: &mut Seen,
    ) -> Result<(), Error> {
        let output = folder.output(number);
        seen.ids = Some(Vec::new());
        if self.format == OutputFormat::BedrockFiles {
            let contents = self.contents(source, seen)?;
            folder.put_files(output, contents.into_iter().map(|content| content.into_files()))?;
        } else {
            let mut records = Vec::new();
            self.write(source, None, &mut records, seen)?;
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
}
