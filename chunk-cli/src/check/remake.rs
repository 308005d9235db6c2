//! Makes the records of the sources again, one after the other.

use crate::{
    any_policy::Taker,
    chunking::Chunking,
    command::Input,
    console::say,
    documents::{Documents, Format, lines_of},
    error::{Error, Reach},
    find::Found,
    report::{Seen, Spot},
    summary::MessageCap,
};
use chunk_records::Piece;
use std::ops::ControlFlow;

/// Makes the records of `found` again.
pub(super) struct Remake<'r> {
    pub(super) chunking: &'r Chunking<'r>,
    pub(super) format: Format,
    pub(super) found: Vec<Found>,
}

/// What is made again.
pub(super) enum Remade<'m> {
    /// A document is begun: its name and its bytes.
    Document(&'m str, &'m [u8]),
    /// A record of it, without its line end.
    Record(&'m [u8]),
    /// It cannot be chunked.
    Refused,
}

impl Remake<'_> {
    /// Makes all records. A document that cannot be chunked has none, which is warned of.
    pub(super) fn run(&self, take: &mut dyn FnMut(Remade<'_>)) -> Result<(), Error> {
        let mut warnings = Warnings(MessageCap::new("warning"));
        if self.chunking.policy.profile().keys.is_stream {
            self.stream(take, &mut warnings)?;
        } else {
            self.documents(take, &mut warnings)?;
        }
        warnings.turn("");
        Ok(())
    }

    fn documents(&self, take: &mut dyn FnMut(Remade<'_>), warnings: &mut Warnings) -> Result<(), Error> {
        for document in Documents::new(self.format, &self.found, &self.chunking.reader) {
            let loaded = document.content.and_then(|content| self.chunking.reader.load(content));
            let done = loaded.and_then(|loaded| {
                let source = loaded.source();
                take(Remade::Document(source.path, source.bytes));
                let mut records = Vec::new();
                let done = self.chunking.write(source, &mut records, &mut Seen::default());
                for record in records.split_inclusive(|&byte| byte == b'\n') {
                    take(Remade::Record(record.strip_suffix(b"\n").unwrap_or(record)));
                }
                done.map_err(|error| {
                    take(Remade::Refused);
                    loaded.refused(error)
                })
            });
            match done {
                Err(error) if error.ends_run() => return Err(error),
                Err(error) => warnings.warn(&document.spot, &error),
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Chunks the inputs as one stream, as a run does; records that are at fault are passed over.
    fn stream(&self, take: &mut dyn FnMut(Remade<'_>), warnings: &mut Warnings) -> Result<(), Error> {
        let Some(mut stream) = self.chunking.stream() else { return Ok(()) };
        take(Remade::Document("the source", &[]));
        let (mut rows, mut line) = (self.chunking.rows(None), Vec::new());
        let mut put = |piece: Piece<'_>| {
            line.clear();
            self.chunking.append(&piece, &mut rows, &mut line)?;
            take(Remade::Record(line.strip_suffix(b"\n").unwrap_or(&line)));
            Ok(())
        };
        let mut seen = Seen::default();
        let mut taker = Taker::new(&mut seen, &mut put);
        for found in &self.found {
            let spot = Spot::whole(&found.place);
            let mut bad = |error: Error| {
                warnings.warn(&spot, &error);
                ControlFlow::Continue(())
            };
            let read = match lines_of(&found.place) {
                Ok(input) => stream.read(Input::Live(input), &mut taker, &mut bad),
                Err(error) => {
                    stream.skip(&mut taker);
                    let _ = bad(error);
                    Ok(())
                }
            };
            if let Err(error) = read {
                warnings.warn(&spot, &error);
                break;
            }
        }
        if let Err(error) = stream.finish(&mut taker) {
            warnings.warn(&Spot::whole("the source"), &error);
        }
        taker.finish()
    }
}

/// Warns of what has no records.
struct Warnings(MessageCap);

impl Warnings {
    fn warn(&mut self, spot: &Spot, error: &Error) {
        if error.reach == Reach::Note {
            return;
        }
        self.turn(&spot.input);
        if self.0.allows_one_more() {
            say(&format!("warning: {spot}: no records of it: {}", error.message));
        }
    }

    fn turn(&mut self, input: &str) {
        self.0.turn(input).iter().for_each(|line| say(line));
    }
}
