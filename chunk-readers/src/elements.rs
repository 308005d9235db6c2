//! Splits a JSON file into the elements of its outermost array, or its values one after the other, with one of them in memory. It only looks for
//! strings and brackets: whether an element is JSON is decided when it is parsed, so that a damaged one is an error of its own.

use crate::ReadError;
use std::io::BufRead;

/// The longest element that is read, in bytes.
const LONGEST: usize = 1 << 30;

/// An element, and the byte it starts at.
pub(crate) struct Element {
    pub(crate) byte: u64,
    pub(crate) json: Vec<u8>,
}

pub(crate) struct Elements<R> {
    reader: R,
    /// How many bytes were read.
    at: u64,
    /// Whether the outermost bracket was passed; `None` before the first byte.
    in_array: Option<bool>,
    ended: bool,
}

impl<R: BufRead> Elements<R> {
    pub(crate) const fn new(reader: R) -> Self {
        Self { reader, at: 0, in_array: None, ended: false }
    }

    /// Whether the elements are those of an array.
    pub(crate) const fn is_array(&self) -> bool {
        matches!(self.in_array, Some(true))
    }
}

/// What the bytes of an element have been up to.
#[derive(Default)]
struct Scan {
    depth: usize,
    in_string: bool,
    escaped: bool,
    started: bool,
}

impl Scan {
    /// How many of `bytes` belong to the element, and whether it ends there: before the byte after it, for a number or word.
    fn take(&mut self, bytes: &[u8]) -> (usize, bool) {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if self.in_string {
                if self.escaped {
                    self.escaped = false;
                    at += 1;
                    continue;
                }
                // Most bytes of an export are those of strings.
                let rest = bytes.get(at..).unwrap_or_default();
                let Some(next) = memchr::memchr2(b'"', b'\\', rest) else { return (bytes.len(), false) };
                at += next + 1;
                match rest.get(next) {
                    Some(b'"') => self.in_string = false,
                    _ => self.escaped = true,
                }
                if !self.in_string && self.depth == 0 {
                    return (at, true);
                }
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' if self.depth <= 1 => {
                    // A bracket that nothing opened closes what is around the element.
                    return if self.depth == 1 { (at + 1, true) } else { (at, true) };
                }
                b'}' | b']' => self.depth -= 1,
                b',' | b' ' | b'\n' | b'\r' | b'\t' if self.depth == 0 => return (at, true),
                _ => {}
            }
            at += 1;
        }
        (at, false)
    }
}

impl<R: BufRead> Iterator for Elements<R> {
    type Item = Result<Element, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let mut element = Element { byte: 0, json: Vec::new() };
        let mut scan = Scan::default();
        loop {
            let available = match self.reader.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(ReadError::whole(format_args!("cannot read the file: {error}"))));
                }
            };
            if available.is_empty() {
                self.ended = true;
                return scan.started.then_some(Ok(element));
            }
            if !scan.started {
                let is_between = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',');
                let Some(start) = available.iter().position(|byte| !is_between(byte)) else {
                    let used = available.len();
                    self.reader.consume(used);
                    self.at += used as u64;
                    continue;
                };
                let first = available.get(start).copied();
                if self.in_array.is_none()
                    && available.get(start..).is_some_and(|it| it.starts_with(b"\xEF\xBB\xBF"))
                {
                    self.reader.consume(start + 3);
                    self.at += start as u64 + 3;
                    continue;
                }
                let is_first = self.in_array.is_none();
                if is_first {
                    self.in_array = Some(first == Some(b'['));
                }
                if (is_first && first == Some(b'[')) || matches!(first, Some(b']' | b'}')) {
                    self.reader.consume(start + 1);
                    self.at += start as u64 + 1;
                    continue;
                }
                self.reader.consume(start);
                self.at += start as u64;
                element.byte = self.at;
                scan.started = true;
                continue;
            }
            let (used, is_end) = scan.take(available);
            element.json.extend_from_slice(available.get(..used).unwrap_or_default());
            self.reader.consume(used);
            self.at += used as u64;
            if element.json.len() > LONGEST {
                self.ended = true;
                return Some(Err(ReadError::new(
                    chunk_core::Origin::Byte(element.byte),
                    format_args!("the value is longer than {LONGEST} bytes; no end of it was found"),
                )));
            }
            if is_end {
                return Some(Ok(element));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use std::io::BufReader;

    #[rstest]
    #[case::array(r#"[{"a":"]}\"\\"},1, "x" ,[2,[3]]]"#, &[r#"1@{"a":"]}\"\\"}"#, "16@1", r#"19@"x""#, "24@[2,[3]]"])]
    #[case::values("{\"a\":1}\n{\"b\":[2]}", &["0@{\"a\":1}", "8@{\"b\":[2]}"])]
    #[case::damaged_in_between(r#"[{"a":1},{"b" 2},{"c":3}]"#, &[r#"1@{"a":1}"#, r#"9@{"b" 2}"#, r#"17@{"c":3}"#])]
    #[case::torn(r#"[{"a":1},{"b":"#, &[r#"1@{"a":1}"#, r#"9@{"b":"#])]
    #[case::nothing(" [ ] ", &[])]
    #[case::mark("\u{FEFF}[7]", &["4@7"])]
    fn elements(#[case] json: &str, #[case] expected: &[&str]) {
        for capacity in 1..json.len() + 2 {
            // A mark is looked for in one piece; three bytes always are there in a file's first buffer.
            let capacity = if json.starts_with('\u{FEFF}') { capacity.max(3) } else { capacity };
            let elements = Elements::new(BufReader::with_capacity(capacity, json.as_bytes()));
            let found: Vec<String> = elements
                .map(|element| element.unwrap())
                .map(|element| format!("{}@{}", element.byte, String::from_utf8(element.json).unwrap()))
                .collect();
            assert_eq!(found, expected);
        }
    }
}
