//! The documents of a run, chunked: several at once, their records in order.

mod event_stream;
#[cfg(feature = "sqlite")]
mod into_store;

use crate::{
    chunking::{Chunking, Problem},
    command::PolicyCommand,
    console::Console,
    documents::{Document, Documents},
    options::OutputFormat,
    ordered::{DocumentWriter, OrderedOutput, Stopped, Unwritable},
    out_dir::{Entry, OutDir},
    output::Target,
    report::{Fault, Report, Tally},
    summary::Summary,
};
use chunk_core::{Chunk, ContentHash, Policy, Source, Warning, Witness};
use std::{
    io::{self, Write},
    mem,
    num::NonZeroUsize,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
    thread,
};

/// What a run does with each of its documents.
pub(crate) struct Batch<'b, C: PolicyCommand> {
    pub(crate) chunking: &'b Chunking<'b, C>,
    pub(crate) jobs: NonZeroUsize,
    /// Whether a document that cannot be chunked is the last one.
    pub(crate) stop: bool,
    /// Whether the records of each document are flushed by themselves.
    pub(crate) flush: bool,
}

/// What a run came to.
pub(crate) struct Done<T> {
    pub(crate) summary: Summary<T>,
    /// Whether all documents had their turn.
    pub(crate) is_complete: bool,
}

impl<C: PolicyCommand> Batch<'_, C> {
    /// Chunks `documents`: their records go to `target`, whose stream is `out`.
    pub(crate) fn run(
        &self,
        documents: Documents,
        console: Console,
        target: Target<'_>,
        out: &mut (dyn Write + Send),
    ) -> Result<Done<C::Tally>, Unwritable> {
        let mut summary = Summary::new(console);
        let workers = documents.known_count().unwrap_or(usize::MAX).min(self.jobs.get());
        let mut enter = |report: Report<C::Tally>| {
            let is_last = self.stop && report.fault.is_some();
            summary.enter::<C::Policy>(report);
            !is_last
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
            // This thread works too. Where no further one can be had, those there are do it all.
            let more = (1..workers).map(|_| thread::Builder::new().spawn_scoped(scope, work));
            let more: Vec<_> = more.take_while(Result::is_ok).collect();
            work();
            drop(more);
        });
        match ordered.finish() {
            None => Ok(Done { summary, is_complete: true }),
            Some(Stopped::Enough) => Ok(Done { summary, is_complete: false }),
            Some(Stopped::Unwritable(what)) => Err(what),
        }
    }

    /// Tells what is wrong with the records of a stream, and says whether to go on behind them.
    fn telling<'t>(
        &'t self,
        summary: &'t mut Summary<C::Tally>,
        place: &'t str,
        is_faulty: &'t mut bool,
    ) -> impl FnMut(Fault) -> ControlFlow<()> + 't {
        move |fault| {
            summary.tell(place, &fault);
            *is_faulty = true;
            if self.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    fn document(
        &self,
        Document { place, content }: Document,
        target: Target<'_>,
        number: usize,
        mut writer: DocumentWriter<'_, '_, C::Tally>,
    ) {
        let mut seen = Seen::<C>::new(self.chunking.policy, matches!(target, Target::Folder(_)));
        let result = content.map_err(Problem::Refused).and_then(|content| {
            self.chunking.read(content, |source| match target {
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
        writer.finish(seen.report(place, fault));
    }

    /// Writes the records of a document to its own file, or files, and its line of the manifest.
    fn file(
        &self,
        source: Source<'_>,
        folder: &OutDir,
        number: usize,
        writer: &mut DocumentWriter<'_, '_, C::Tally>,
        seen: &mut Seen<'_, C>,
    ) -> Result<(), Problem> {
        let output = folder.output(number);
        let unwritable = |error: io::Error| Problem::Unwritable(folder.unwritable(output, &error));
        if self.chunking.format == OutputFormat::BedrockFiles {
            let contents = self.chunking.contents(source, seen)?;
            let files = contents.into_iter().map(|content| (content.metadata().to_string(), content.body));
            let files: Vec<_> = files.map(|(metadata, text)| (text, metadata)).collect();
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
            chunk_ids: mem::take(&mut seen.ids),
        };
        entry.write_line(writer).map_err(|error| Problem::Unwritable(error.to_string()))
    }
}

/// What is to be told and counted of one document.
pub(crate) struct Seen<'s, C: PolicyCommand> {
    policy: &'s C::Policy,
    chunks: usize,
    tally: C::Tally,
    warnings: Vec<Warning>,
    /// Whether the ids of its chunks are wanted.
    keeps_ids: bool,
    ids: Vec<String>,
}

impl<'s, C: PolicyCommand> Seen<'s, C> {
    pub(crate) fn new(policy: &'s C::Policy, keeps_ids: bool) -> Self {
        let tally = C::Tally::default();
        Self { policy, chunks: 0, tally, warnings: Vec::new(), keeps_ids, ids: Vec::new() }
    }

    pub(crate) fn report(self, place: String, fault: Option<Fault>) -> Report<C::Tally> {
        let is_faulty = fault.is_some();
        Report { place, warnings: self.warnings, chunks: self.chunks, tally: self.tally, fault, is_faulty }
    }
}

impl<C: PolicyCommand> Witness<C::Policy> for Seen<'_, C> {
    fn chunk(&mut self, chunk: &<C::Policy as Policy>::Chunk<'_>) {
        self.chunks += 1;
        self.tally.chunk(self.policy, chunk);
        if self.keeps_ids {
            self.ids.extend(chunk.id().map(str::to_owned));
        }
    }

    fn warning(&mut self, warning: Warning) {
        self.warnings.push(warning);
    }
}
