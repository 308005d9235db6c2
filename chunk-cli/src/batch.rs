//! Chunks the documents of a run: several at once, with their records in order.

use crate::{
    chunking::Chunking,
    console::Console,
    documents::{Document, Documents},
    error::Error,
    in_order::in_order,
    options::OutputFormat,
    out_dir::{Entry, OutDir},
    output::{Output, Target},
    report::{Report, Seen},
    summary::Summary,
};
use chunk_core::{ContentHash, Source, Warning};
use std::{num::NonZeroUsize, ops::ControlFlow};

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
    lines: Vec<u8>,
    report: Report,
}

impl Batch<'_> {
    pub(crate) fn documents(
        &self,
        documents: Documents<'_>,
        console: Console,
        output: &mut Output,
    ) -> Result<Summary, Error> {
        let Output { lines, target } = output;
        let mut summary = Summary::new(console);
        let mut ended: Result<(), Error> = Ok(());
        let jobs = documents.known_count().unwrap_or(usize::MAX).min(self.jobs.get());
        let work = |number, document| {
            let done = self.document(document, target, number);
            (done.as_ref().map_or(0, |done| done.lines.len()), done)
        };
        let mut put = |done: Result<Done, Error>| {
            let Done { lines: own, report } = done?;
            lines.write(&own)?;
            if self.flush {
                lines.flush()?;
            }
            summary.enter(&report);
            summary.is_complete = !(self.stop && report.is_faulty);
            Ok(summary.is_complete)
        };
        in_order(jobs, documents, work, |done| match put(done) {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(()),
            Err(error) => {
                ended = Err(error);
                ControlFlow::Break(())
            }
        });
        ended?;
        lines.flush()?;
        Ok(summary)
    }

    /// Chunks a document.
    ///
    /// # Errors
    /// What keeps the run from going on.
    fn document(&self, document: Document<'_>, target: &Target, number: usize) -> Result<Done, Error> {
        let ids = matches!(target, Target::Folder(_)).then(Vec::new);
        let mut seen = Seen { ids, ..Seen::default() };
        let mut lines = Vec::new();
        let loaded = document.content.and_then(|content| self.chunking.reader.load(content));
        let written = loaded.and_then(|loaded| {
            let source = loaded.source();
            if self.chunking.policy.profile().is_markdown && !self.chunking.reader.converts() && loaded.is_html() {
                let what = "it is HTML, whose tags are chunked as text; convert it first, as by --pre 'pandoc -t gfm'";
                seen.warnings.push(Warning::new("html", what));
            }
            let written = match target {
                Target::Stream => self.chunking.write(source, &mut lines, &mut seen),
                Target::Folder(folder) => self.file(source, folder, number, &mut lines, &mut seen),
                #[cfg(feature = "sqlite")]
                Target::Store(output) => output.store.put(&*self.chunking.policy, source, &mut seen),
            };
            written.map_err(|error| loaded.refused(error))
        });
        match written {
            Err(error) if error.ends_run() => Err(error),
            written => Ok(Done { lines, report: Report::new(document.spot, seen, written.err()) }),
        }
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
        if self.chunking.format == OutputFormat::BedrockFiles {
            let contents = self.chunking.contents(source, seen)?;
            folder.put_files(output, contents.into_iter().map(|content| content.into_files()))?;
        } else {
            let mut records = Vec::new();
            self.chunking.write(source, &mut records, seen)?;
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
