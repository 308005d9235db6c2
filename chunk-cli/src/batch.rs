//! Chunks the documents of a run: several at once, with their records in order.

mod event_stream;
mod in_order;
#[cfg(feature = "sqlite")]
mod into_store;

use crate::{
    chunking::Chunking,
    console::Console,
    documents::{Document, Documents},
    options::OutputFormat,
    out_dir::{Entry, OutDir},
    output::{Target, Unwritable},
    report::{Fault, Problem, Report, Seen},
    summary::Summary,
};
use chunk_core::{ContentHash, Source};
use in_order::in_order;
use std::{
    io::{self, Write},
    num::NonZeroUsize,
    ops::ControlFlow,
};

/// How a run chunks its documents.
pub(crate) struct Batch<'b> {
    pub(crate) chunking: &'b Chunking<'b>,
    /// How many threads work on documents.
    pub(crate) jobs: NonZeroUsize,
    /// Whether the run stops at a document that cannot be chunked.
    pub(crate) stop: bool,
    /// Whether output is flushed after each document.
    pub(crate) flush: bool,
}

/// A document that is chunked: what goes to the output of all documents, and its report.
struct Done {
    records: Vec<u8>,
    report: Report,
}

impl Batch<'_> {
    /// Chunks `documents` into `target`, whose stream is `out`.
    pub(crate) fn run(
        &self,
        documents: Documents<'_>,
        console: Console,
        target: Target<'_>,
        out: &mut (dyn Write + Send),
    ) -> Result<Summary, Unwritable> {
        let mut summary = Summary::new(console);
        let mut broken = None;
        let jobs = documents.known_count().unwrap_or(usize::MAX).min(self.jobs.get());
        let work = |number, document| {
            let done = self.document(document, target, number);
            (done.as_ref().map_or(0, |done| done.records.len()), done)
        };
        let mut put = |done: Result<Done, String>| {
            let Done { records, report } = done.map_err(Unwritable::Document)?;
            out.write_all(&records).map_err(Unwritable::Output)?;
            if self.flush {
                out.flush().map_err(Unwritable::Output)?;
            }
            summary.enter(&report);
            summary.is_complete = !(self.stop && report.is_faulty);
            Ok(summary.is_complete)
        };
        in_order(jobs, documents, work, |done| match put(done) {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(()),
            Err(what) => {
                broken = Some(what);
                ControlFlow::Break(())
            }
        });
        match broken {
            Some(what) => Err(what),
            None => out.flush().map_err(Unwritable::Output).map(|()| summary),
        }
    }

    /// A function that reports a faulty record of a stream, notes it in `is_faulty`, and says whether to go on.
    fn fault_reporter<'t>(
        &'t self,
        summary: &'t mut Summary,
        input: &'t str,
        is_faulty: &'t mut bool,
    ) -> impl FnMut(Fault) -> ControlFlow<()> + 't {
        move |fault| {
            summary.tell_of_record(input, &fault);
            *is_faulty = true;
            if self.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    /// Chunks a document, or returns what keeps the run from going on.
    fn document(
        &self,
        Document { spot, content }: Document<'_>,
        target: Target<'_>,
        number: usize,
    ) -> Result<Done, String> {
        let mut seen = Seen { ids: matches!(target, Target::Folder(_)).then(Vec::new), ..Seen::default() };
        let mut records = Vec::new();
        let result = content.map_err(Problem::Refused).and_then(|content| {
            self.chunking.read(content, &mut |source| match target {
                Target::Stream => self.chunking.write(source, &mut records, &mut seen),
                Target::Folder(folder) => self.file(source, folder, number, &mut records, &mut seen),
                #[cfg(feature = "sqlite")]
                Target::Store(store) => self.store(source, store, &mut seen),
            })
        });
        let fault = match result {
            Ok(()) => None,
            Err(Problem::Refused(fault)) => Some(fault),
            Err(Problem::Unwritable(message)) => return Err(message),
        };
        Ok(Done { records, report: Report::new(spot, seen, fault) })
    }

    /// Writes the records of a document to its own file, or files, and its line of the manifest to `line`.
    fn file(
        &self,
        source: Source<'_>,
        folder: &OutDir,
        number: usize,
        line: &mut Vec<u8>,
        seen: &mut Seen,
    ) -> Result<(), Problem> {
        let output = folder.output(number);
        let unwritable = |error: io::Error| {
            let message = folder.unwritable(output, &error);
            match error.kind() {
                // The others have other names.
                io::ErrorKind::InvalidFilename => Problem::Refused(Fault::refused(message)),
                _ => Problem::Unwritable(message),
            }
        };
        if self.chunking.format == OutputFormat::BedrockFiles {
            let contents = self.chunking.contents(source, seen)?;
            let files: Vec<_> = contents.into_iter().map(|content| content.into_files()).collect();
            folder.put_files(output, &files).map_err(unwritable)?;
        } else {
            let mut file = folder.create(output).map_err(unwritable)?;
            self.chunking.write(source, &mut file, seen).map_err(|problem| match problem {
                Problem::Unwritable(message) => unwritable(io::Error::other(message)),
                refused => refused,
            })?;
            folder.commit(output, file).map_err(unwritable)?;
        }
        let entry = Entry {
            source_file: source.path,
            source_hash: ContentHash::of(source.bytes),
            output,
            chunks: seen.chunks,
            chunk_ids: seen.ids.take().unwrap_or_default(),
        };
        entry.write_line(line).map_err(|error| Problem::Unwritable(error.to_string()))
    }
}
