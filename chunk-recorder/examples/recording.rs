//! Writes a generated recording to stdout: `cargo run --release --example recording -- output 2000000000`.
#![allow(clippy::print_stderr, reason = "a program")]

#[path = "../benches/recording/mod.rs"]
mod recording;

use recording::{Recording, line};
use std::io::{self, BufWriter, ErrorKind, Write};

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (name, bytes) = (arguments.next().unwrap_or_default(), arguments.next().and_then(|n| n.parse().ok()));
    let recording = Recording::ALL.into_iter().find(|recording| recording.name() == name);
    let (Some(recording), Some(mut left)) = (recording, bytes) else {
        let names = Recording::ALL.map(Recording::name).join("|");
        return Err(io::Error::new(ErrorKind::InvalidInput, format!("usage: recording {names} BYTES")));
    };
    let mut out = BufWriter::with_capacity(1 << 18, io::stdout());
    for event in recording.events() {
        let line = line(&event);
        out.write_all(line.as_bytes())?;
        left = usize::saturating_sub(left, line.len());
        if left == 0 {
            break;
        }
    }
    out.flush()
}
