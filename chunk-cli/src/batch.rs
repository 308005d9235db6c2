//! Chunks the documents of a run: several at once, with their records in order.

mod event_stream;
#[cfg(feature = "sqlite")]
mod into_store;

use crate::{
    chunking::Chunking,
    console::Console,
    documents::{Document, Documents},
    options::OutputFormat,
    ordered::{DocumentWriter, OrderedOutput, Stopped, Unwritable},
    out_dir::{Entry, OutDir},
    output::Target,
    report::{Fault, Problem, Report, Seen},
    summary::Summary,
};
use chunk_core::{ContentHash, Source};
use std::{
    io::{self, Write},
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
    thread,
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
        let workers = documents.known_count().unwrap_or(usize::MAX).min(self.jobs.get());
        let mut enter = |report: &Report| {
            summary.enter(report);
            !(self.stop && report.fault.is_some())
        };
        let ordered = OrderedOutput::new(out, &mut enter, self.flush);
        let queue = Mutex::new(documents.enumerate());
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some((number, document)) = next() {
                self.document(document, target, number, ordered.writer(number));
                if ordered.is_stopped() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            let others = (1..workers).map(|_| thread::Builder::new().spawn_scoped(scope, work));
            // Where no further thread can be started, those there are do it all.
            let others: Vec<_> = others.take_while(Result::is_ok).collect();
            work();
            drop(others);
        });
        match ordered.finish() {
            None => {}
            Some(Stopped::Enough) => summary.is_complete = false,
            Some(Stopped::Unwritable(what)) => return Err(what),
        }
        Ok(summary)
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

    fn document(
        &self,
        Document { spot, content }: Document<'_>,
        target: Target<'_>,
        number: usize,
        mut writer: DocumentWriter<'_, '_>,
    ) {
        let mut seen = Seen { ids: matches!(target, Target::Folder(_)).then(Vec::new), ..Seen::default() };
        let result = content.map_err(Problem::Refused).and_then(|content| {
            self.chunking.read(content, &mut |source| match target {
                Target::Stream => self.chunking.write(source, &mut writer, &mut seen),
                Target::Folder(folder) => self.file(source, folder, number, &mut writer, &mut seen),
                #[cfg(feature = "sqlite")]
                Target::Store(store) => self.store(source, store, &mut seen),
            })
        });
        let fault = match result {
            Ok(()) => None,
            Err(Problem::Refused(fault)) => Some(fault),
            Err(Problem::Unwritable(message)) => return writer.fail(message),
        };
        writer.finish(Report::new(spot, seen, fault));
    }

    /// Writes the records of a document to its own file, or files, and its line of the manifest.
    fn file(
        &self,
        source: Source<'_>,
        folder: &OutDir,
        number: usize,
        writer: &mut DocumentWriter<'_, '_>,
        seen: &mut Seen,
    ) -> Result<(), Problem> {
        let output = folder.output(number);
        let unwritable = |error: io::Error| Problem::Unwritable(folder.unwritable(output, &error));
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
        entry.write_line(writer).map_err(|error| Problem::Unwritable(error.to_string()))
    }
}
