//! Makes the records of the sources again, one after the other, and keeps none of them.

use crate::{
    any_chunk::{AnyChunk, Taker},
    chunking::Chunking,
    command::{Input, Stream},
    console::say,
    documents::{Documents, Format, reader},
    exit::{Broken, Verdict},
    find::Found,
    message_cap::MessageCap,
    report::{Fault, Problem, Seen, Spot},
};
use chunk_core::Warning;
use std::{
    io::{self, Write},
    ops::ControlFlow,
};

/// Makes the records of `found` again.
pub(super) struct Remake<'r> {
    pub(super) chunking: &'r Chunking<'r>,
    pub(super) format: Format,
    pub(super) found: Vec<Found>,
}

/// Takes the records as they are made.
pub(super) trait Receiver {
    /// Begins the records of a document.
    fn document(&mut self, name: &str, bytes: &[u8]);

    /// The document that was begun last cannot be chunked.
    fn refused(&mut self) {}

    /// A record, without its line end.
    fn record(&mut self, json: &[u8]);
}

impl Remake<'_> {
    /// Makes all records. A document that cannot be chunked has none; if `with_warnings`, that is warned of.
    pub(super) fn run(&self, receiver: &mut dyn Receiver, with_warnings: bool) -> Result<(), Broken> {
        let mut faults = Faults { warnings: with_warnings.then(|| MessageCap::new("warning")) };
        match self.chunking.stream() {
            Some(stream) => self.stream(stream, receiver, &mut faults),
            None => self.documents(receiver, &mut faults)?,
        }
        faults.end();
        Ok(())
    }

    fn documents(&self, receiver: &mut dyn Receiver, faults: &mut Faults) -> Result<(), Broken> {
        for document in Documents::new(self.format, &self.found, self.chunking.limits) {
            let mut is_begun = false;
            let done = document.content.map_err(Problem::Refused).and_then(|content| {
                self.chunking.read(content, &mut |source| {
                    receiver.document(source.path, source.bytes);
                    is_begun = true;
                    self.chunking.write(source, &mut Split::new(receiver), &mut Seen::default())
                })
            });
            match done {
                Ok(()) => {}
                Err(Problem::Refused(fault)) => {
                    if is_begun {
                        receiver.refused();
                    }
                    faults.tell(&document.spot, &fault);
                }
                Err(Problem::Unwritable(message)) => return Err(Broken::Trouble(message)),
            }
        }
        Ok(())
    }

    /// Chunks the inputs as one stream, as a run does; records that are at fault are passed over.
    fn stream(&self, mut stream: Box<dyn Stream + '_>, receiver: &mut dyn Receiver, faults: &mut Faults) {
        let mut records = Records { receiver, json: Vec::new() };
        records.receiver.document("the source", &[]);
        for found in &self.found {
            let spot = Spot::whole(found.place.to_string());
            let mut bad = |fault: Fault| {
                faults.tell(&spot, &fault);
                ControlFlow::Continue(())
            };
            let read = match reader(&found.place) {
                Ok(input) => stream.read(Input::Live(input), &mut records, &mut bad),
                Err(fault) => {
                    stream.skip(&mut records);
                    let _ = bad(fault);
                    Ok(())
                }
            };
            if let Err(fault) = read {
                faults.tell(&spot, &fault);
                break;
            }
        }
        if let Err(fault) = stream.finish(&mut records) {
            faults.tell(&Spot::whole("the source".to_owned()), &fault);
        }
    }
}

/// Warns of what has no records, if that is wanted.
struct Faults {
    warnings: Option<MessageCap>,
}

impl Faults {
    fn tell(&mut self, spot: &Spot, fault: &Fault) {
        let Some(warnings) = self.warnings.as_mut().filter(|_| fault.verdict != Verdict::Well) else {
            return;
        };
        warnings.turn(&spot.input).iter().for_each(|line| say(line));
        if warnings.allows_one_more() {
            say(&format!("warning: {spot}: no records of it: {}", fault.message));
        }
    }

    fn end(self) {
        self.warnings.and_then(|mut warnings| warnings.end()).iter().for_each(|line| say(line));
    }
}

/// Turns chunks into records.
struct Records<'s> {
    receiver: &'s mut dyn Receiver,
    json: Vec<u8>,
}

impl Taker for Records<'_> {
    fn chunk(&mut self, chunk: &dyn AnyChunk) -> ControlFlow<()> {
        self.json.clear();
        match chunk.append_to(&mut self.json) {
            Ok(()) => self.receiver.record(&self.json),
            // A record of numbers and strings is always JSON.
            Err(_) => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn warning(&mut self, _: Warning) {}
}

/// Splits what is written into records.
struct Split<'s> {
    receiver: &'s mut dyn Receiver,
    begun: Vec<u8>,
}

impl<'s> Split<'s> {
    fn new(receiver: &'s mut dyn Receiver) -> Self {
        Self { receiver, begun: Vec::new() }
    }
}

impl Write for Split<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            match part.split_last() {
                Some((b'\n', rest)) if self.begun.is_empty() => self.receiver.record(rest),
                Some((b'\n', rest)) => {
                    self.begun.extend_from_slice(rest);
                    self.receiver.record(&self.begun);
                    self.begun.clear();
                }
                _ => self.begun.extend_from_slice(part),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
