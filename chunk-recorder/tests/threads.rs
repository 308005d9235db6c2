//! C1, R15, R17: how many threads work on a log changes nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(missing_docs)]

use crate::support::streams;
use chunk_recorder::{
    LogFormat, LoggedEvent, RecorderChunk, RecorderConfig, RecorderError, RecorderPolicy,
    chunk_core::{Sink, Warning},
};
use chunk_testkit::generate::Rng;
use rstest::rstest;
use std::{
    io::{self, BufReader, Read},
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

/// Records what comes, in order, and breaks off after some number of chunks.
struct Listener {
    most: usize,
    heard: Vec<String>,
}

impl Sink<RecorderChunk> for Listener {
    fn chunk(&mut self, chunk: RecorderChunk) -> ControlFlow<()> {
        self.heard.push(serde_json::to_string(&chunk).unwrap());
        self.most -= 1;
        if self.most == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn warning(&mut self, warning: Warning) {
        self.heard.push(warning.to_string());
    }
}

fn config() -> RecorderConfig {
    RecorderConfig::default().with_max_chunk_chars(90)
}

fn events() -> Vec<LoggedEvent<'static>> {
    streams::stream(&mut Rng::with_seed(31), 20_000, &config())
}

/// A log of some megabytes, with a line now and then that is no event.
fn log() -> String {
    let lines = streams::jsonl(&events());
    lines
        .lines()
        .enumerate()
        .fold(String::new(), |log, (number, line)| log + if number % 300 == 299 { "?" } else { line } + "\n")
}

#[rstest]
#[case::bad_lines(log())]
#[case::out_of_order(log() + &log())]
#[case::torn([&*streams::append_log(&events()), &[9, 0, 0, 0, b'{']].concat())]
#[case::no_log([0; 1 << 20])]
fn threads_change_nothing(#[case] log: impl AsRef<[u8]>) {
    for most in [1, 100, 9_000, usize::MAX] {
        let [one, two] = [false, true].map(|is_ahead| {
            let mut listener = Listener { most, heard: Vec::new() };
            let policy = RecorderPolicy::new(config()).unwrap();
            let mut chunker = policy.chunker();
            let (log, format) = (log.as_ref(), LogFormat::default());
            let mut bad = |error: RecorderError, sink: &mut dyn Sink<RecorderChunk>| {
                sink.warning(Warning::new("bad-record", error.to_string()));
                ControlFlow::Continue(())
            };
            let end = match is_ahead {
                true => chunker.read_ahead(log, format, &mut listener, &mut bad),
                false => chunker.read(log, format, &mut listener, &mut bad),
            };
            let _ = chunker.finish(&mut listener);
            (listener.heard, end.map_err(|error| error.to_string()))
        });
        assert!(one == two, "{most} at most: {}, {:?}; {}, {:?}", one.0.len(), one.1, two.0.len(), two.1);
    }
}

/// An endless log that counts how many bytes were read of it.
struct Endless<'e> {
    lines: &'e [u8],
    read: &'e AtomicUsize,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let at = self.read.load(Ordering::SeqCst) % self.lines.len();
        let read = (&self.lines[at..]).read(buffer)?;
        self.read.fetch_add(read, Ordering::SeqCst);
        Ok(read)
    }
}

/// Breaks off after some chunks, once it has seen how far ahead of them is read.
struct Late<'l> {
    read: &'l AtomicUsize,
    chunks: usize,
    ahead: usize,
}

impl Sink<RecorderChunk> for Late<'_> {
    fn chunk(&mut self, chunk: RecorderChunk) -> ControlFlow<()> {
        self.chunks += 1;
        if self.chunks < 9_000 {
            return ControlFlow::Continue(());
        }
        thread::sleep(Duration::from_millis(200));
        self.ahead =
            self.read.load(Ordering::SeqCst) - usize::try_from(chunk.end_offset.byte_offset).unwrap();
        ControlFlow::Break(())
    }

    fn warning(&mut self, _: Warning) {}
}

#[test]
fn what_is_read_ahead_is_bounded_and_given_up() {
    let lines = |logged: &LoggedEvent<'_>| streams::event_json(&logged.event).to_string() + "\n";
    let lines: String = events().iter().map(lines).collect();
    let read = AtomicUsize::new(0);
    let log = BufReader::new(Endless { lines: lines.as_bytes(), read: &read });
    let mut sink = Late { read: &read, chunks: 0, ahead: 0 };
    let policy = RecorderPolicy::new(config()).unwrap();
    let mut chunker = policy.chunker();
    let end = chunker.read_ahead(log, LogFormat::default(), &mut sink, &mut |bad, _| panic!("{bad}"));
    assert!(end.unwrap().is_none());
    assert!((100_000..3_000_000).contains(&sink.ahead), "{} bytes ahead", sink.ahead);
    assert!(chunker.finish(&mut sink).is_continue());
    assert_eq!(sink.chunks, 9_000);
}
