//! Inputs that together are one stream: chunked as they are read, each record written when it is known.

use crate::{
    batch::{Batch, Done, Seen},
    command::{PolicyCommand, Stream},
    console::Console,
    documents::{BUFFER, reader},
    find::{Found, Place},
    ordered::Unwritable,
    report::Fault,
    summary::Summary,
};
use chunk_core::JsonlSink;
use std::{
    cell::RefCell,
    io::{self, BufRead, BufReader, Read, Write},
};

impl<C: PolicyCommand> Batch<'_, C> {
    /// Chunks `inputs` as one stream.
    pub(crate) fn stream(
        &self,
        stream: Box<dyn Stream<C::Policy> + '_>,
        inputs: &[Found],
        console: Console,
        out: &mut dyn Write,
    ) -> Result<Done<C::Tally>, Unwritable> {
        let mut summary = Summary::new(console);
        let out = RefCell::new(out);
        let mut stream = Some(stream);
        let mut is_complete = true;
        for (number, input) in inputs.iter().enumerate() {
            let mut seen = Seen::<C>::new(self.chunking.policy, false);
            let mut writer = Shared(&out);
            let mut sink = JsonlSink::new(&mut writer, &mut seen);
            let place = input.place.to_string();
            let mut is_faulty = false;
            let mut bad = self.telling(&mut summary, &place, &mut is_faulty);
            let mut read = Ok(());
            if let Some(stream) = &mut stream {
                match open(&input.place, &out) {
                    Ok(mut reader) => read = stream.read(&mut *reader, &mut sink, &mut bad),
                    Err(fault) => {
                        stream.skip(&mut sink);
                        let _ = bad(fault);
                    }
                }
            }
            drop(bad);
            let is_last = read.is_err() || is_faulty && self.stop || number + 1 == inputs.len();
            let done = match stream.take_if(|_| is_last) {
                Some(stream) => read.and(stream.finish(&mut sink)),
                None => read,
            };
            sink.finish().map_err(Unwritable::Output)?;
            let mut report = seen.report(place, done.err());
            report.is_faulty |= is_faulty;
            let is_faulty = report.is_faulty;
            summary.enter::<C::Policy>(report);
            if is_last {
                is_complete = !(is_faulty && self.stop);
                break;
            }
        }
        out.into_inner().flush().map_err(Unwritable::Output)?;
        summary.advise_if_in_vain(C::WANTS);
        Ok(Done { summary, is_complete })
    }
}

fn open<'o>(place: &Place, out: &'o RefCell<&mut dyn Write>) -> Result<Box<dyn BufRead + 'o>, Fault> {
    match place {
        Place::Stdin => Ok(Box::new(BufReader::with_capacity(BUFFER, Attentive { input: io::stdin(), out }))),
        place => Ok(reader(place)?),
    }
}

/// Lets whoever waits for records have those there are, before it waits for more input itself.
struct Attentive<'o, 'w, R> {
    input: R,
    out: &'o RefCell<&'w mut dyn Write>,
}

impl<R: Read> Read for Attentive<'_, '_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // What cannot be written is told by whoever writes.
        let _ = self.out.borrow_mut().flush();
        self.input.read(buffer)
    }
}

/// The output, for records and for [`Attentive`].
struct Shared<'o, 'w>(&'o RefCell<&'w mut dyn Write>);

impl Write for Shared<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}
