//! Splits a JSON file into the elements of its outermost array, or its values one after the other, with one of them in memory. It only looks for
//! strings and brackets: whether an element is JSON is decided when it is parsed, so that a damaged one is an error of its own. Strings of JSON have
//! no line ends, so one that lacks its closing quote ends at its line's end; and if the first value is a line, so are the others.

use crate::ReadError;
use chunk_core::types::Origin;
use serde_json::value::RawValue;
use std::io::BufRead;

/// The longest element that is read, in bytes.
pub(crate) const LONGEST: usize = 1 << 30;

/// An element, and the byte it starts at.
pub(crate) struct Element {
    pub(crate) byte: u64,
    pub(crate) json: Vec<u8>,
}

/// The longest pointer that names a place: each chunk of a turn repeats it (C1).
const LONGEST_POINTER: usize = 1_024;

impl Element {
    /// The place of a value in the element: `pointer`, or the byte it starts at if that is too long or there is none.
    pub(crate) fn place(&self, pointer: Option<String>, value: &RawValue) -> Origin {
        match pointer.filter(|pointer| pointer.len() <= LONGEST_POINTER) {
            Some(pointer) => Origin::Pointer(pointer),
            None => {
                let offset = value.get().as_ptr().addr().wrapping_sub(self.json.as_ptr().addr());
                Origin::Byte(self.byte + offset as u64)
            }
        }
    }
}

pub(crate) struct Elements<R> {
    reader: R,
    /// How many bytes were read.
    at: u64,
    /// Whether the outermost bracket was passed; `None` before the first byte.
    in_array: Option<bool>,
    /// Whether the bracket that closes it was.
    is_closed: bool,
    /// Whether each value is a line; `None` before the end of the first one.
    is_by_line: Option<bool>,
    ended: bool,
}

impl<R: BufRead> Elements<R> {
    pub(crate) const fn new(reader: R) -> Self {
        Self { reader, at: 0, in_array: None, is_closed: false, is_by_line: None, ended: false }
    }

    /// Whether the elements are those of an array.
    pub(crate) const fn is_array(&self) -> bool {
        matches!(self.in_array, Some(true))
    }
}

impl<R: BufRead> Elements<R> {
    /// Whether a file that is no list has another value; a file that cannot be read has one, which is the error.
    pub(crate) fn has_more(&mut self) -> bool {
        loop {
            let Ok(available) = self.reader.fill_buf() else { return true };
            let blank = available.len() - available.trim_ascii_start().len();
            if blank < available.len() || available.is_empty() {
                return !available.is_empty();
            }
            self.reader.consume(blank);
            self.at += blank as u64;
        }
    }
}

impl<R> Elements<R> {
    fn error(&self, what: &str) -> ReadError {
        ReadError::new(Origin::Byte(self.at), what)
    }
}

/// What the bytes of an element have been up to.
#[derive(Default)]
struct Scan {
    depth: usize,
    in_string: bool,
    escaped: bool,
    started: bool,
    is_by_line: bool,
    has_line_end: bool,
}

impl Scan {
    /// How many of `bytes` belong to the element, and whether it ends there: before the byte after it, for a number or word.
    fn take(&mut self, bytes: &[u8]) -> (usize, bool) {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if self.in_string {
                if self.escaped && byte != b'\n' {
                    self.escaped = false;
                    at += 1;
                    continue;
                }
                self.escaped = false;
                // Most bytes of an export are those of strings.
                let rest = bytes.get(at..).unwrap_or_default();
                let Some(next) = memchr::memchr3(b'"', b'\\', b'\n', rest) else {
                    return (bytes.len(), false);
                };
                at += next + 1;
                match rest.get(next) {
                    Some(b'\\') => self.escaped = true,
                    Some(b'\n') if self.is_by_line => return (at, true),
                    _ => self.in_string = false,
                }
                if !self.in_string && self.depth == 0 {
                    return (at, true);
                }
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'\n' if self.is_by_line => return (at, true),
                b'\n' => self.has_line_end = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' if self.depth <= 1 => {
                    // A bracket that nothing opened closes what is around the element.
                    return if self.depth == 1 { (at + 1, true) } else { (at, true) };
                }
                b'}' | b']' => self.depth -= 1,
                b',' if self.depth == 0 => return (at, true),
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
                    return Some(Err(ReadError::io(&error)));
                }
            };
            if available.is_empty() {
                if scan.started {
                    return Some(Ok(element));
                }
                self.ended = true;
                if self.in_array.is_none() {
                    return Some(Err(
                        self.error("the file is empty; a list or an object of JSON is expected")
                    ));
                }
                let is_torn = self.is_array() && !self.is_closed;
                return is_torn
                    .then(|| Err(self.error("the file ends before its list does; it is cut short")));
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
                self.reader.consume(start);
                self.at += start as u64;
                let is_first = self.in_array.is_none();
                match first {
                    Some(b'[') if is_first => self.in_array = Some(true),
                    Some(b']') if self.is_array() && !self.is_closed => self.is_closed = true,
                    Some(b'{') if is_first => {
                        self.in_array = Some(false);
                        scan.started = true;
                    }
                    _ if is_first || self.is_closed => {
                        self.ended = true;
                        return Some(Err(self.error(match is_first {
                            true => "a list or an object of JSON is expected here",
                            false => "something follows the end of the list",
                        })));
                    }
                    Some(b']' | b'}') => {
                        let error = self.error("nothing opened the bracket here");
                        self.reader.consume(1);
                        self.at += 1;
                        return Some(Err(error));
                    }
                    _ => scan.started = true,
                }
                if !scan.started {
                    self.reader.consume(1);
                    self.at += 1;
                }
                element.byte = self.at;
                scan.is_by_line = self.is_by_line == Some(true);
                continue;
            }
            let (used, is_end) = scan.take(available);
            element.json.extend_from_slice(available.get(..used).unwrap_or_default());
            self.reader.consume(used);
            self.at += used as u64;
            if element.json.len() > LONGEST {
                self.ended = true;
                return Some(Err(ReadError::new(
                    Origin::Byte(element.byte),
                    format_args!("the value is longer than {LONGEST} bytes; no end of it was found"),
                )));
            }
            if is_end {
                if self.is_by_line.is_none() {
                    self.is_by_line = Some(!self.is_array() && !scan.has_line_end);
                }
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
    #[case::torn_line("{\"a\":1}\n{\"b\":\"x\n{\"c\":{\n{\"d\":2}", &["0@{\"a\":1}", "8@{\"b\":\"x\n", "16@{\"c\":{", "23@{\"d\":2}"])]
    #[case::string_without_its_quote("[{\"a\":\"x\\\n},{\"b\":2}]", &["1@{\"a\":\"x\\\n}", "12@{\"b\":2}"])]
    #[case::object_of_lines("{\n\"a\":1}\n{\"b\":\n2}", &["0@{\n\"a\":1}", "9@{\"b\":\n2}"])]
    #[case::too_many_brackets(r#"[{"a":1}},{"b":2}]"#, &[r#"1@{"a":1}"#, "! byte 8: nothing opened the bracket here", r#"10@{"b":2}"#])]
    #[case::after_the_list("[1] [2]", &["1@1", "! byte 4: something follows the end of the list"])]
    #[case::prose("Note: [a]", &["! byte 0: a list or an object of JSON is expected here"])]
    #[case::damaged_in_between(r#"[{"a":1},{"b" 2},{"c":3}]"#, &[r#"1@{"a":1}"#, r#"9@{"b" 2}"#, r#"17@{"c":3}"#])]
    #[case::torn(r#"[{"a":1},{"b":"#, &[r#"1@{"a":1}"#, r#"9@{"b":"#, "! byte 14: the file ends before its list does; it is cut short"])]
    #[case::torn_after_a_comma("[1,", &["1@1", "! byte 3: the file ends before its list does; it is cut short"])]
    #[case::nothing(" [ ] ", &[])]
    #[case::mark("\u{FEFF}[7]", &["4@7"])]
    fn elements(#[case] json: &str, #[case] expected: &[&str]) {
        for capacity in 1..json.len() + 2 {
            // A mark is looked for in one piece; three bytes always are there in a file's first buffer.
            let capacity = if json.starts_with('\u{FEFF}') { capacity.max(3) } else { capacity };
            let elements = Elements::new(BufReader::with_capacity(capacity, json.as_bytes()));
            let found: Vec<String> = elements
                .map(|element| match element {
                    Ok(element) => format!("{}@{}", element.byte, String::from_utf8(element.json).unwrap()),
                    Err(error) => format!("! {error}"),
                })
                .collect();
            assert_eq!(found, expected);
        }
    }
}
