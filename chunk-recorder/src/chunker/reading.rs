//! R15, R17: pushes a whole log, on one thread, or on two: one reads and drafts while the other one seals and hands over.

use super::{Chunker, sealing};
use crate::{
    LogFormat, RecorderChunk, RecorderError,
    draft::Draft,
    drafter::{Drafter, Take},
    reader::Reader,
};
use chunk_core::{Sink, Warning};
use std::{io::BufRead, mem, ops::ControlFlow, panic, sync::mpsc, thread};

impl Chunker<'_> {
    /// Pushes the events of a log. A bad record is a [`gap`](Self::gap); its error goes to `bad` after the chunks before it. A
    /// [`ControlFlow::Break`] of `bad` or of the sink ends the reading; nothing should be pushed after it.
    ///
    /// Returns a warning if the last record of an append log is torn. The open chunk stays open: another log may follow.
    ///
    /// # Errors
    /// [`RecorderError`] if events come out of order (R3), which ends the stream as with [`push`](Self::push).
    pub fn read(
        &mut self,
        log: impl BufRead,
        format: LogFormat,
        sink: &mut dyn Sink<RecorderChunk>,
        bad: &mut dyn FnMut(RecorderError, &mut dyn Sink<RecorderChunk>) -> ControlFlow<()>,
    ) -> Result<Option<Warning>, RecorderError> {
        self.read_by(read_all, Reader::new(log, format), sink, bad)
    }

    /// The same for a log that can be read without waiting, such as a file: from half a mebibyte on, another thread reads ahead of
    /// what the sink has got, by about a mebibyte of chunks at most, while this one hashes and hands over. The chunks are the same.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_ahead(
        &mut self,
        log: impl BufRead + Send,
        format: LogFormat,
        sink: &mut dyn Sink<RecorderChunk>,
        bad: &mut dyn FnMut(RecorderError, &mut dyn Sink<RecorderChunk>) -> ControlFlow<()>,
    ) -> Result<Option<Warning>, RecorderError> {
        self.read_by(read_beside, Reader::new(log, format), sink, bad)
    }

    fn read_by<R: BufRead>(
        &mut self,
        read: fn(&mut Drafter<'_>, &mut Reader<R>, &mut Take<'_, Found>) -> Read,
        mut reader: Reader<R>,
        sink: &mut dyn Sink<RecorderChunk>,
        bad: &mut dyn FnMut(RecorderError, &mut dyn Sink<RecorderChunk>) -> ControlFlow<()>,
    ) -> Result<Option<Warning>, RecorderError> {
        let flow = read(&mut self.drafter, &mut reader, &mut |found| match found {
            Found::Draft(draft) => sealing(&mut self.last_id, sink)(draft),
            Found::Bad(error) => bad(error, sink),
        })?;
        if flow.is_break() {
            // What was read ahead is wanted no more.
            self.drafter.forget();
            return Ok(None);
        }
        Ok(reader.warning())
    }
}

/// What is found in a log, in order: chunks that only have to be sealed, and errors.
enum Found {
    Draft(Draft),
    Bad(RecorderError),
}

type Read = Result<ControlFlow<()>, RecorderError>;

/// Reads all of the log on this thread, and hands what is found to `take`.
fn read_all<R: BufRead>(
    drafter: &mut Drafter<'_>,
    reader: &mut Reader<R>,
    take: &mut Take<'_, Found>,
) -> Read {
    read(u64::MAX, drafter, reader, take)
}

/// The least size of a log for two threads, in bytes. To read so much takes ten times as long as to start a thread.
const LEAST_FOR_THREADS: u64 = 512 << 10;

/// Reads the start of the log on this thread and the rest on another one, while this one hands what is found to `take`. If no thread
/// can be started, this one does both.
fn read_beside<R: BufRead + Send>(
    drafter: &mut Drafter<'_>,
    reader: &mut Reader<R>,
    take: &mut Take<'_, Found>,
) -> Read {
    let flow = read(LEAST_FOR_THREADS, drafter, reader, take)?;
    if flow.is_break() || reader.bytes_before_last() < LEAST_FOR_THREADS {
        return Ok(flow);
    }
    let read = thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        let (give_back, given_back) = mpsc::channel();
        let (drafter, reader) = (&mut *drafter, &mut *reader);
        let read = move || {
            let mut batch = Batch::default();
            let read = read_all(drafter, reader, &mut |found| {
                given_back.try_iter().for_each(drop::<Vec<Draft>>);
                match batch.fill(found).map(|full| sender.send(full)) {
                    // Nobody receives any more, so nothing more is wanted.
                    Some(Err(_)) => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
            let _ = sender.send(batch.found);
            read
        };
        let reading = thread::Builder::new().spawn_scoped(scope, read).ok()?;
        let taken = receiver.into_iter().try_for_each(|batch: Vec<Found>| {
            // If this thread freed memory that the other one allocated, both would wait for the allocator. So this one works with
            // copies, and gives the originals back.
            let mut taken = Vec::with_capacity(batch.len());
            let flow = batch.into_iter().try_for_each(|found| match found {
                Found::Draft(draft) => {
                    let copy = draft.clone();
                    taken.push(draft);
                    take(Found::Draft(copy))
                }
                bad @ Found::Bad(_) => take(bad),
            });
            let _ = give_back.send(taken);
            flow
        });
        let read = reading.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
        // After a break nothing that was read ahead counts, not even an error.
        Some(if taken.is_break() { Ok(taken) } else { read })
    });
    read.unwrap_or_else(|| read_all(drafter, reader, take))
}

/// Reads the log until there are `bytes` bytes before the record read last, or to the end.
fn read<R: BufRead>(
    bytes: u64,
    drafter: &mut Drafter<'_>,
    reader: &mut Reader<R>,
    take: &mut Take<'_, Found>,
) -> Read {
    while reader.bytes_before_last() < bytes {
        let next = reader.next_with(|record| match record {
            Ok(logged) => drafter.push(&logged, &mut |draft| take(Found::Draft(draft))),
            Err(error) => {
                let closed = drafter.close(&mut |draft| take(Found::Draft(draft)));
                let told = take(Found::Bad(error));
                Ok(if told.is_break() { told } else { closed })
            }
        });
        let Some((at, pushed)) = next else { break };
        if pushed.map_err(|error| error.or_at(at))?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The size of a batch, in bytes of drafts and errors: enough that handing it over takes far less time than the work on it.
const BATCH: usize = 128 << 10;

/// How many batches may wait for the thread that takes them.
const WAITING: usize = 4;

/// What was found and not handed to the other thread yet.
#[derive(Default)]
struct Batch {
    found: Vec<Found>,
    bytes: usize,
}

impl Batch {
    /// Adds `found`, and gives the whole batch if it is full.
    fn fill(&mut self, found: Found) -> Option<Vec<Found>> {
        self.bytes += match &found {
            Found::Draft(draft) => draft.bytes(),
            Found::Bad(error) => error.bytes(),
        };
        self.found.push(found);
        (self.bytes >= BATCH).then(|| mem::take(self).found)
    }
}
