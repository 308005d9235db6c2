//! R15, R17: pushes a whole log, on one thread, or on two: one reads and drafts while the other one seals and hands over.

use super::{Chunker, sealed};
use crate::{
    LogFormat, RecorderChunk, RecorderError,
    draft::Draft,
    drafter::{Drafter, Take},
    reader::Reader,
};
use chunk_core::{Sink, Warning};
use std::{io::BufRead, mem, ops::ControlFlow, panic, sync::mpsc, thread};

/// Takes the errors of bad records, and the sink of the chunks before them.
type Bad<'b> = dyn FnMut(RecorderError, &mut dyn Sink<RecorderChunk>) -> ControlFlow<()> + 'b;

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
        bad: &mut Bad<'_>,
    ) -> Result<Option<Warning>, RecorderError> {
        let mut reader = Reader::new(log, format);
        let Self { drafter, last_id } = self;
        let flow = read(u64::MAX, drafter, &mut reader, &mut |found| hand_over(found, last_id, sink, bad))?;
        Ok(self.warning(&mut reader, flow))
    }

    /// The same for a log that can be read without waiting, such as a file: from half a mebibyte on, another thread reads ahead of
    /// what the sink has got, by some hundred chunks at most, while this one hashes and hands over. The chunks are the same.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_ahead(
        &mut self,
        log: impl BufRead + Send,
        format: LogFormat,
        sink: &mut dyn Sink<RecorderChunk>,
        bad: &mut Bad<'_>,
    ) -> Result<Option<Warning>, RecorderError> {
        let mut reader = Reader::new(log, format);
        let Self { drafter, last_id } = self;
        let mut take = |found| hand_over(found, last_id, sink, bad);
        let mut flow = read(LEAST_FOR_THREADS, drafter, &mut reader, &mut take)?;
        if flow.is_continue() && reader.bytes_before_last() >= LEAST_FOR_THREADS {
            flow = read_beside(drafter, &mut reader, &mut take)?;
        }
        Ok(self.warning(&mut reader, flow))
    }

    fn warning(&mut self, reader: &mut Reader<impl BufRead>, flow: ControlFlow<()>) -> Option<Warning> {
        if flow.is_break() {
            // What was read ahead is wanted no more.
            self.drafter.forget();
            return None;
        }
        reader.warning()
    }
}

/// What is found in a log, in order: chunks that only have to be sealed, and errors.
enum Found {
    Draft(Draft),
    Bad(RecorderError),
}

fn hand_over(
    found: Found,
    last_id: &mut String,
    sink: &mut dyn Sink<RecorderChunk>,
    bad: &mut Bad<'_>,
) -> ControlFlow<()> {
    match found {
        Found::Draft(draft) => sink.chunk(sealed(draft, last_id)),
        Found::Bad(error) => bad(error, sink),
    }
}

/// The least size of a log for two threads, in bytes. To read so much takes ten times as long as to start a thread.
const LEAST_FOR_THREADS: u64 = 512 << 10;

/// How many chunks and errors are handed over at a time: that takes far less time than the work on them.
const BATCH: usize = 64;

/// How many batches may wait for the thread that takes them.
const WAITING: usize = 4;

/// Reads the rest of the log on another thread, while this one hands what is found to `take`. If no thread can be started, this one does
/// both.
fn read_beside<R: BufRead + Send>(
    drafter: &mut Drafter<'_>,
    reader: &mut Reader<R>,
    take: &mut Take<'_, Found>,
) -> Result<ControlFlow<()>, RecorderError> {
    let read_both = thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        let (drafter, reader) = (&mut *drafter, &mut *reader);
        let reading = move || {
            let mut batch = Vec::with_capacity(BATCH);
            let read = read(u64::MAX, drafter, reader, &mut |found| {
                batch.push(found);
                if batch.len() < BATCH {
                    return ControlFlow::Continue(());
                }
                let full = mem::replace(&mut batch, Vec::with_capacity(BATCH));
                // If nobody receives any more, nothing more is wanted.
                sender.send(full).map_or(ControlFlow::Break(()), ControlFlow::Continue)
            });
            let _ = sender.send(batch);
            read
        };
        let reading = thread::Builder::new().spawn_scoped(scope, reading).ok()?;
        let taken = receiver.into_iter().flatten().try_for_each(&mut *take);
        let read = reading.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
        // After a break nothing that was read ahead counts, not even an error.
        Some(if taken.is_break() { Ok(taken) } else { read })
    });
    read_both.unwrap_or_else(|| read(u64::MAX, drafter, reader, take))
}

/// Reads the log until there are `bytes` bytes before the record read last, or to the end.
fn read<R: BufRead>(
    bytes: u64,
    drafter: &mut Drafter<'_>,
    reader: &mut Reader<R>,
    take: &mut Take<'_, Found>,
) -> Result<ControlFlow<()>, RecorderError> {
    while reader.bytes_before_last() < bytes {
        let next = reader.next_with(|record| match record {
            Ok(logged) => drafter.push(&logged, &mut |draft| take(Found::Draft(draft))),
            Err(error) => {
                let closed = drafter.close(&mut |draft| take(Found::Draft(draft)));
                let taken = take(Found::Bad(error));
                Ok(if taken.is_break() { taken } else { closed })
            }
        });
        let Some(pushed) = next else { break };
        if pushed?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}
