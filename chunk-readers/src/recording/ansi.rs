//! Text without escape sequences, by the parser of a terminal emulator. A sequence may be cut between two events, so the parser's state is that of
//! the stream.

use vte::{Parser, Perform};

#[derive(Default)]
pub(super) struct Plain(Parser);

impl Plain {
    /// `text` without escape sequences and control characters other than tab, line feed and carriage return.
    pub(super) fn of(&mut self, text: &str) -> String {
        let mut printed = Printed(String::with_capacity(text.len()));
        self.0.advance(&mut printed, text.as_bytes());
        printed.0
    }
}

struct Printed(String);

impl Perform for Printed {
    fn print(&mut self, character: char) {
        // `vte` prints U+007F, which a terminal does not show.
        if character != '\u{7F}' {
            self.0.push(character);
        }
    }

    fn execute(&mut self, byte: u8) {
        if matches!(byte, b'\t' | b'\n' | b'\r') {
            self.0.push(char::from(byte));
        }
    }
}
