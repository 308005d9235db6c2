//! Chunks inputs as a stream, as they are read, and writes each record as soon as it is complete.

use crate::{
    chunking::Chunking,
    console::Console,
    documents::lines_of,
    error::Error,
    find::{Found, Place},
    output::{Lines, Output},
    policy::Input,
    report::{Report, Seen, Spot, Taker},
    summary::Summary,
};
#[cfg(feature = "sqlite")]
use crate::{
    output::Target,
    store::{Row, Store},
};
use std::ops::ControlFlow;

impl Chunking<'_> {
    /// Chunks `inputs` as one stream; into a store, each as a stream by itself, so that its chunks can be replaced when that input changes.
    pub(crate) fn streams(
        &self,
        inputs: &[Found],
        console: Console,
        output: &mut Output,
    ) -> Result<Summary, Error> {
        let mut summary = Summary::new(console);
        #[cfg(feature = "sqlite")]
        if let Target::Store(store) = &output.target {
            return self.store_streams(inputs, &mut summary, store).map(|()| summary);
        }
        self.all_as_one(inputs, &mut summary, &mut output.lines).map(|()| summary)
    }

    /// The records of `inputs` as one stream.
    pub(crate) fn stream_to_memory(&self, inputs: &[Found], summary: &mut Summary) -> Result<Vec<u8>, Error> {
        let mut lines = Lines::Memory(Vec::new());
        self.all_as_one(inputs, summary, &mut lines)?;
        Ok(if let Lines::Memory(records) = lines { records } else { Vec::new() })
    }

    fn all_as_one(&self, inputs: &[Found], summary: &mut Summary, lines: &mut Lines) -> Result<(), Error> {
        let mut put = self.line(None, |line| {
            lines.write(line)?;
            if self.flush { lines.flush() } else { Ok(()) }
        });
        let mut open = self.stream();
        for (number, input) in inputs.iter().enumerate() {
            let Some(stream) = &mut open else { break };
            let (mut seen, mut is_faulty) = (Seen::default(), false);
            let mut taker = Taker::new(&mut seen, &mut put);
            let place = input.place.to_string();
            let mut bad = self.reporter(summary, &place, &mut is_faulty);
            let mut done = match self.open(&input.place) {
                Ok(input) => stream.read(input, &mut taker, &mut bad),
                Err(error) => {
                    stream.skip(&mut taker);
                    let _ = bad(error);
                    Ok(())
                }
            };
            drop(bad);
            let is_last = done.is_err() || is_faulty && self.stop || number + 1 == inputs.len();
            if let Some(stream) = open.take_if(|_| is_last) {
                done = done.and(stream.finish(&mut taker));
            }
            taker.finish()?;
            summary.is_complete = self.enter(summary, place, seen, done, is_faulty);
        }
        drop(put);
        summary.advise_if_in_vain(self.profile.wants);
        lines.flush()
    }

    #[cfg(feature = "sqlite")]
    fn store_streams(&self, inputs: &[Found], summary: &mut Summary, store: &Store) -> Result<(), Error> {
        for input in inputs {
            let (mut seen, mut is_faulty, mut rows) = (Seen::default(), false, Vec::new());
            let place = input.place.to_string();
            let mut put = |piece: chunk_records::Piece<'_>| {
                rows.push(Row::of(&piece, &input.name, rows.len()));
                Ok(())
            };
            let mut taker = Taker::new(&mut seen, &mut put);
            let mut bad = self.reporter(summary, &place, &mut is_faulty);
            let read = self.open(&input.place).and_then(|input| {
                let Some(mut stream) = self.stream() else { return Ok(()) };
                stream.read(input, &mut taker, &mut bad)?;
                stream.finish(&mut taker)
            });
            drop(bad);
            let done = match read.and_then(|()| store.replace(&input.name, &rows)) {
                Err(error) if error.ends_run() => return Err(error),
                done => done,
            };
            summary.is_complete = self.enter(summary, place, seen, done, is_faulty);
            if !summary.is_complete {
                break;
            }
        }
        Ok(())
    }

    /// Enters an input, and returns whether the run goes on.
    fn enter(
        &self,
        summary: &mut Summary,
        place: String,
        seen: Seen,
        done: Result<(), Error>,
        is_faulty: bool,
    ) -> bool {
        let mut report = Report::new(Spot::whole(place), seen, done.err());
        report.is_faulty |= is_faulty;
        summary.enter(&report);
        !(report.is_faulty && self.stop)
    }

    /// A function that reports a record at fault, notes it in `is_faulty`, and says whether to go on.
    fn reporter<'t>(
        &'t self,
        summary: &'t mut Summary,
        input: &'t str,
        is_faulty: &'t mut bool,
    ) -> impl FnMut(Error) -> ControlFlow<()> + 't {
        move |error| {
            summary.enter_record(input, &error);
            *is_faulty = true;
            if self.stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    /// A file is read ahead of its chunking, if two threads may work; of stdin, all that has been read is chunked before more is waited for.
    fn open(&self, place: &Place) -> Result<Input, Error> {
        let lines = lines_of(place)?;
        let is_ahead = self.jobs.get() > 1 && *place != Place::Stdin;
        Ok(if is_ahead { Input::Ahead(lines) } else { Input::Live(lines) })
    }
}
