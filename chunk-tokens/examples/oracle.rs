//! Prints the record that the contract wants of a text, by the tests' oracle, which shares no code with the library:
//! `cargo run --example oracle -- ID FILE [MAX_TOKENS [literal] [lines] [hard_limit]]`. It made the fixtures' expected bytes.
//! On stderr, how many of its chunks are warned of.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::print_stdout, clippy::print_stderr)]

#[path = "../tests/oracle/mod.rs"]
mod oracle;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [id, file, settings @ ..] = &arguments[..] else {
        return println!("oracle ID FILE [MAX_TOKENS [literal] [lines] [hard_limit]]");
    };
    let max_tokens = settings.first().map_or(1024, |number| number.parse().expect("MAX_TOKENS is a number"));
    let source = std::fs::read_to_string(file).expect("FILE is UTF-8 text");
    let has = |word: &str| settings.iter().any(|setting| setting == word);
    let settings = oracle::Settings {
        max_tokens,
        literal: has("literal"),
        lines: has("lines"),
        hard: has("hard_limit"),
    };
    print!("{}", oracle::line(id, &source, settings));
    eprintln!("{} oversized-block", oracle::oversized(&source, settings));
}
