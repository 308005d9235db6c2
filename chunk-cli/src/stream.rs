//! Chunks inputs as a stream, as they are read, and writes each record as soon as it is complete.

#[cfg(feature = "sqlite")]
use crate::store::{Row, Store};
use crate::{
    chunking::Chunking,
    console::Console,
    documents::lines_of,
    error::Error,
    find::{Found, Place},
    output::Output,
    policy::Input,
    report::{Report, Seen, Spot, Taker},
    summary::Summary,
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
        let mut summary = Summary::new(console, self.stop);
        match output {
            Output::Lines(lines) => {
                self.all_as_one(inputs, &mut summary, |line| {
                    lines.write(line)?;
                    if self.flush { lines.flush() } else { Ok(()) }
                })?;
                lines.flush()?;
            }
            // It has a file for each document, of which a stream has none: that was refused.
            Output::Folder(..) => {}
            #[cfg(feature = "sqlite")]
            Output::Store(store) => self.store_streams(inputs, &mut summary, store)?,
        }
        Ok(summary)
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
                let mut put = |piece: chunk_records::Piece<'_>| {
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
            summary.enter_record(&place, &error);
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
        let is_ahead = self.jobs.get() > 1 && *place != Place::Stdin;
        Ok(if is_ahead { Input::Ahead(lines) } else { Input::Live(lines) })
    }
}
