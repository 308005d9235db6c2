//! Chunks all inputs as one stream, as they are read, and writes each record as soon as it is complete.

use crate::{
    any_chunk::{AnyChunk, Taker},
    batch::Batch,
    command::{Input, Stream},
    console::Console,
    documents::{BUFFER, reader},
    find::{Found, Place},
    output::Unwritable,
    report::{Fault, Report, Seen, Spot},
    summary::Summary,
};
use chunk_core::Warning;
use std::{
    cell::RefCell,
    io::{self, BufReader, Read, Write},
    ops::ControlFlow,
};

impl Batch<'_> {
    /// Chunks `inputs` as one stream.
    pub(crate) fn stream(
        &self,
        stream: Box<dyn Stream + '_>,
        inputs: &[Found],
        console: Console,
        out: &mut dyn Write,
    ) -> Result<Summary, Unwritable> {
        let mut summary = Summary::new(console);
        let out = RefCell::new(out);
        let mut stream = Some(stream);
        for (number, input) in inputs.iter().enumerate() {
            let mut lines = Lines { out: &out, seen: Seen::default(), line: Vec::new(), failed: None };
            let place = input.place.to_string();
            let mut is_faulty = false;
            let mut bad = self.fault_reporter(&mut summary, &place, &mut is_faulty);
            let mut read = Ok(());
            if let Some(stream) = &mut stream {
                match self.open(&input.place, &out) {
                    Ok(input) => read = stream.read(input, &mut lines, &mut bad),
                    Err(fault) => {
                        stream.skip(&mut lines);
                        let _ = bad(fault);
                    }
                }
            }
            drop(bad);
            let is_last = read.is_err() || is_faulty && self.stop || number + 1 == inputs.len();
            let done = match stream.take_if(|_| is_last) {
                Some(stream) => read.and(stream.finish(&mut lines)),
                None => read,
            };
            if let Some(error) = lines.failed {
                return Err(Unwritable::Output(error));
            }
            let mut report = Report::new(Spot::whole(place), lines.seen, done.err());
            report.is_faulty |= is_faulty;
            summary.enter(&report);
            if is_last {
                summary.is_complete = !(report.is_faulty && self.stop);
                break;
            }
        }
        out.into_inner().flush().map_err(Unwritable::Output)?;
        summary.advise_if_in_vain(self.chunking.policy.profile().wants);
        Ok(summary)
    }

    fn open<'o>(&self, place: &Place, out: &'o RefCell<&mut dyn Write>) -> Result<Input<'o>, Fault> {
        if matches!(place, Place::Stdin) {
            let input = FlushingReader { input: io::stdin(), out };
            return Ok(Input::Live(Box::new(BufReader::with_capacity(BUFFER, input))));
        }
        self.open_file(place)
    }

    /// Reads a file ahead of its chunking, if two threads may work.
    pub(super) fn open_file(&self, place: &Place) -> Result<Input<'static>, Fault> {
        let reader = reader(place)?;
        Ok(if self.jobs.get() > 1 { Input::Ahead(reader) } else { Input::Live(reader) })
    }
}

/// Writes the record of each chunk as a line.
struct Lines<'o, 'w> {
    out: &'o RefCell<&'w mut dyn Write>,
    seen: Seen,
    line: Vec<u8>,
    failed: Option<io::Error>,
}

impl Taker for Lines<'_, '_> {
    fn chunk(&mut self, chunk: &dyn AnyChunk) -> ControlFlow<()> {
        self.seen.chunk(chunk);
        self.line.clear();
        let written = chunk.append_to(&mut self.line).and_then(|()| {
            self.line.push(b'\n');
            self.out.borrow_mut().write_all(&self.line)
        });
        self.failed = written.err();
        if self.failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn warning(&mut self, warning: Warning) {
        self.seen.warnings.push(warning);
    }
}

/// Flushes `out` before each read, which may wait for input: whoever waits for records then has all there are.
struct FlushingReader<'o, 'w, R> {
    input: R,
    out: &'o RefCell<&'w mut dyn Write>,
}

impl<R: Read> Read for FlushingReader<'_, '_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // An error shows again at the next write.
        let _ = self.out.borrow_mut().flush();
        self.input.read(buffer)
    }
}
