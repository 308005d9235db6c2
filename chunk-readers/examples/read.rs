//! Reads a file of conversations and says what is in it: `cargo run --release -p chunk-readers --example read -- FILE [FORMAT]`.

#![allow(clippy::print_stdout, clippy::disallowed_methods)]

use chunk_readers::{Format, conversation::Conversations};
use std::{
    env,
    error::Error,
    fs::File,
    io::{BufRead, BufReader},
    time::Instant,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let path = arguments.next().ok_or("name a file")?;
    let mut file = BufReader::with_capacity(256 << 10, File::open(&path)?);
    let format = match arguments.next() {
        Some(name) => Format::named(&name),
        None => Format::recognize(&path, file.fill_buf()?),
    };
    let format = format.ok_or("name the format")?;
    let bytes = std::fs::metadata(&path)?.len();
    let started = Instant::now();
    let (mut conversations, mut turns, mut damaged) = (0, 0, 0);
    for read in Conversations::new(format, file, Default::default()) {
        match read {
            Ok(conversation) => {
                conversations += 1;
                turns += conversation.turns.len();
            }
            Err(_) => damaged += 1,
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{format}: {conversations} conversations, {turns} turns, {damaged} damaged records, {bytes} bytes in {seconds:.2} s"
    );
    Ok(())
}
