//! Writes the records of documents that several threads chunk in any order, in the order of the input.
//!
//! Each document has its turn, in the order in which documents were taken up. The document whose turn it is writes straight
//! through: even a single document of any size needs no more memory than a block. The others keep their records until
//! their turn comes, and wait if those are too many. The document whose turn it is never waits, so there is always
//! progress; what the others keep is bounded, so memory does not grow with the corpus.

mod writer;

use crate::report::Report;
use std::{
    collections::BTreeMap,
    io::{self, Write},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread::ThreadId,
};
pub(crate) use writer::DocumentWriter;

/// How many bytes of records finished documents may hold until their turn comes.
const PARKED: usize = 16 << 20;
/// How many finished documents may wait for their turn.
const PARKED_DOCUMENTS: usize = 1024;

/// The turns of all documents.
pub(crate) struct OrderedOutput<'t> {
    turns: Mutex<Turns>,
    /// Notified when the turn passes on, or everything stops.
    moved: Condvar,
    /// Locked only by the thread whose turn it is: while it writes a document's records, the others go on.
    exit: Mutex<Exit<'t>>,
}

/// A finished document.
struct Done {
    maker: ThreadId,
    records: Vec<u8>,
    report: Report,
}

struct Turns {
    /// The number of the document whose turn it is.
    turn: usize,
    /// The finished documents that wait for their turn.
    parked: BTreeMap<usize, Done>,
    parked_bytes: usize,
    /// Reports that have been entered, each to be dropped by the thread that made it. If another thread freed them, the allocator would
    /// give it that memory next, and both would contend for it.
    entered: Vec<(ThreadId, Report)>,
    /// How many threads wait for their turn, or for room.
    waiting: usize,
    stopped: Option<Stopped>,
}

/// Where records and reports go.
struct Exit<'t> {
    out: &'t mut (dyn Write + Send),
    /// Enters a report, and returns whether to go on.
    enter: &'t mut (dyn FnMut(&Report) -> bool + Send),
    /// Whether `out` is flushed after each document.
    flushes: bool,
}

/// Why no further document has its turn.
pub(crate) enum Stopped {
    /// The run is to stop after a report.
    Enough,
    Unwritable(Unwritable),
}

/// What cannot be written.
pub(crate) enum Unwritable {
    /// The output of all documents.
    Output(io::Error),
    /// The output of one document: a whole message.
    Document(String),
}

impl<'t> OrderedOutput<'t> {
    pub(crate) fn new(
        out: &'t mut (dyn Write + Send),
        enter: &'t mut (dyn FnMut(&Report) -> bool + Send),
        flushes: bool,
    ) -> Self {
        let turns = Turns {
            turn: 0,
            parked: BTreeMap::new(),
            parked_bytes: 0,
            entered: Vec::new(),
            waiting: 0,
            stopped: None,
        };
        Self {
            turns: Mutex::new(turns),
            moved: Condvar::new(),
            exit: Mutex::new(Exit { out, enter, flushes }),
        }
    }

    /// The writer of the `number`-th document to be taken up, from 0.
    pub(crate) fn writer(&self, number: usize) -> DocumentWriter<'_, 't> {
        DocumentWriter::new(self, number)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.turns().stopped.is_some()
    }

    /// Stops everything: no further document has its turn.
    fn stop(&self, why: Stopped) {
        self.turns().stopped.get_or_insert(why);
        self.moved.notify_all();
    }

    /// To be called when all documents are done: why everything stopped, if it did.
    pub(crate) fn finish(self) -> Option<Stopped> {
        let turns = self.turns.into_inner().unwrap_or_else(PoisonError::into_inner);
        let exit = self.exit.into_inner().unwrap_or_else(PoisonError::into_inner);
        turns.stopped.or_else(|| exit.out.flush().err().map(Stopped::output))
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn exit(&self) -> MutexGuard<'_, Exit<'t>> {
        self.exit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until `until` holds, or everything stops.
    fn wait(&self, until: impl Fn(&Turns) -> bool) -> MutexGuard<'_, Turns> {
        let mut turns = self.turns();
        turns.waiting += 1;
        let is_waiting = |turns: &mut Turns| turns.stopped.is_none() && !until(turns);
        let mut turns = self.moved.wait_while(turns, is_waiting).unwrap_or_else(PoisonError::into_inner);
        turns.waiting -= 1;
        turns
    }

    /// Writes records of the document whose turn it is.
    fn write(&self, records: &[u8]) -> io::Result<()> {
        self.exit().out.write_all(records).map_err(|error| {
            self.stop(Stopped::output(error));
            io::ErrorKind::Other.into()
        })
    }

    /// Ends the turn of the document whose turn it is, and of those after it that are done already.
    fn end_turn(&self, done: Done) {
        let mut exit = self.exit();
        let mut next = Some(done);
        while let Some(Done { maker, records, report }) = next {
            if let Err(why) = exit.end(&records, &report) {
                return self.stop(why);
            }
            let mut turns = self.turns();
            turns.entered.push((maker, report));
            next = turns.next().filter(|_| turns.stopped.is_none());
            // Notifying costs a system call, whether anybody waits or not.
            if turns.waiting > 0 {
                self.moved.notify_all();
            }
        }
    }
}

impl Turns {
    /// Passes the turn to the next document, and returns that if it is done already.
    fn next(&mut self) -> Option<Done> {
        self.turn += 1;
        let done = self.parked.remove(&self.turn);
        self.parked_bytes -= done.as_ref().map_or(0, |done| done.records.len());
        done
    }

    fn has_room(&self, bytes: usize) -> bool {
        self.parked_bytes + bytes <= PARKED && self.parked.len() < PARKED_DOCUMENTS
    }
}

impl Exit<'_> {
    /// Writes the last records of a document, and enters its report.
    fn end(&mut self, records: &[u8], report: &Report) -> Result<(), Stopped> {
        self.out.write_all(records).map_err(Stopped::output)?;
        if self.flushes {
            self.out.flush().map_err(Stopped::output)?;
        }
        if (self.enter)(report) { Ok(()) } else { Err(Stopped::Enough) }
    }
}

impl Stopped {
    const fn output(error: io::Error) -> Self {
        Self::Unwritable(Unwritable::Output(error))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        writer::{BLOCK, KEPT},
        *,
    };
    use crate::report::{Seen, Spot};
    use rstest::rstest;
    use std::{
        sync::{Mutex, mpsc},
        thread,
        time::Duration,
    };

    fn report(place: &str) -> Report {
        Report::new(Spot::whole(place.to_owned()), Seen::default(), None)
    }

    /// The records of a document: its number, as often as makes `length` bytes.
    fn records(number: usize, length: usize) -> Vec<u8> {
        let mut records = format!("{number},").repeat(length / 2 + 1).into_bytes();
        records.truncate(length);
        records
    }

    /// Has `jobs` threads write documents of these lengths, in pieces of 1000 bytes. The first one takes as long as
    /// `first`, the others less and less.
    fn run(
        lengths: &[usize],
        jobs: usize,
        first: Duration,
        out: &mut (dyn Write + Send),
    ) -> (Vec<String>, Option<Stopped>) {
        let mut places = Vec::new();
        let mut enter = |report: &Report| {
            places.push(report.spot.input.clone());
            true
        };
        let ordered = OrderedOutput::new(out, &mut enter, false);
        let queue = Mutex::new(lengths.iter().enumerate());
        thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    while let Some((number, length)) = { queue.lock().unwrap().next() } {
                        let mut writer = ordered.writer(number);
                        thread::sleep(first.div_f64(number as f64 + 1.0));
                        let written =
                            records(number, *length).chunks(1000).try_for_each(|part| writer.write_all(part));
                        match written {
                            Ok(()) => writer.finish(report(&number.to_string())),
                            Err(error) => writer.fail(error.to_string()),
                        }
                    }
                });
            }
        });
        let stopped = ordered.finish();
        (places, stopped)
    }

    #[rstest]
    fn records_leave_in_order(#[values(1, 2, 8)] jobs: usize) {
        let mut lengths =
            vec![BLOCK - 1, BLOCK, BLOCK + 1, 0, 3 * KEPT, KEPT - 1, KEPT, 1, 2 * KEPT, PARKED / 2, PARKED];
        lengths.extend((0..2 * PARKED_DOCUMENTS).map(|number| number % 3));
        let mut out = Vec::new();
        let (places, stopped) = run(&lengths, jobs, Duration::from_micros(500), &mut out);
        assert!(stopped.is_none());
        let expected: Vec<u8> =
            lengths.iter().enumerate().flat_map(|(number, length)| records(number, *length)).collect();
        assert!(out == expected, "{} bytes, not {}", out.len(), expected.len());
        assert!(places.iter().enumerate().all(|(number, place)| *place == number.to_string()));
    }

    #[test]
    fn documents_are_done_while_another_is_written() {
        /// Signals each write, and takes nothing until it is allowed to.
        struct Slow(mpsc::Sender<()>, mpsc::Receiver<()>);

        impl Write for Slow {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.send(()).map_err(io::Error::other)?;
                self.1.recv_timeout(Duration::from_secs(10)).map_err(io::Error::other)?;
                Ok(bytes.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }

        let (asks, asked) = mpsc::channel();
        let (allow, allowed) = mpsc::channel();
        let mut out = Slow(asks, allowed);
        let mut enter = |_: &Report| true;
        let ordered = OrderedOutput::new(&mut out, &mut enter, false);
        thread::scope(|scope| {
            let mut first = ordered.writer(0);
            scope.spawn(|| {
                first.write_all(&[b'x'; BLOCK]).unwrap();
                first.finish(report("0"));
            });
            asked.recv().unwrap();
            let mut second = ordered.writer(1);
            second.write_all(b"y").unwrap();
            second.finish(report("1"));
            // One for the records of each.
            allow.send(()).unwrap();
            allow.send(()).unwrap();
        });
        assert!(ordered.finish().is_none());
    }

    #[test]
    fn a_report_is_dropped_by_the_thread_that_made_it() {
        let mut out = Vec::new();
        let mut enter = |_: &Report| true;
        let ordered = OrderedOutput::new(&mut out, &mut enter, false);
        let finish = |number: usize| {
            ordered.writer(number).finish(report("any"));
            thread::current().id()
        };
        let entered = || ordered.turns().entered.iter().map(|(maker, _)| *maker).collect::<Vec<_>>();
        let other = thread::scope(|scope| scope.spawn(|| finish(1)).join().unwrap());
        let own = finish(0);
        assert_eq!(entered(), [own, other]);
        finish(2);
        assert_eq!(entered(), [other, own], "only what it made itself is gone");
    }

    /// Takes as many bytes as there is room for, and no more.
    struct Full {
        taken: Vec<u8>,
        room: usize,
    }

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let length = bytes.len().min(self.room - self.taken.len());
            self.taken.extend_from_slice(&bytes[..length]);
            if length == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(length) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[rstest]
    fn a_full_output_ends_everything(#[values(1, 3)] jobs: usize) {
        let lengths = [7, 0, 9, BLOCK + 3, 5, 4];
        let whole: Vec<u8> =
            lengths.iter().enumerate().flat_map(|(number, length)| records(number, *length)).collect();
        for room in 0..whole.len() {
            let mut out = Full { taken: Vec::new(), room };
            let (_, stopped) = run(&lengths, jobs, Duration::ZERO, &mut out);
            let is_reported = matches!(&stopped, Some(Stopped::Unwritable(Unwritable::Output(error)))
                if error.kind() == io::ErrorKind::StorageFull);
            assert!(is_reported, "with room for {room}");
            assert_eq!(out.taken, whole[..room]);
        }
        let mut out = Full { taken: Vec::new(), room: whole.len() };
        assert!(run(&lengths, jobs, Duration::ZERO, &mut out).1.is_none());
    }

    #[test]
    fn a_panic_leaves_nobody_waiting() {
        let mut out = Vec::new();
        let mut enter = |_: &Report| true;
        let ordered = OrderedOutput::new(&mut out, &mut enter, false);
        thread::scope(|scope| {
            let mut waiting = ordered.writer(1);
            scope.spawn(move || waiting.write_all(&vec![b'x'; 2 * KEPT]).unwrap_err());
            let first = ordered.writer(0);
            let panicking = scope.spawn(move || {
                let _first = first;
                std::panic::resume_unwind(Box::new("as a bug would"));
            });
            assert!(panicking.join().is_err());
        });
        assert!(matches!(ordered.finish(), Some(Stopped::Enough)));
    }
}
