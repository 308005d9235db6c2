//! Splits a JSON file into the elements of its outermost array, or its values one after the other, with one of them in memory. It only looks for
//! strings and brackets: whether an element is JSON is decided when it is parsed, so that a damaged one is an error of its own. Strings of JSON have
//! no line ends, so one that lacks its closing quote ends at its line's end; and if the first value is a line, so are the others.

use crate::ReadError;
use chunk_core::types::Origin;
use serde_json::value::RawValue;
use std::io::{self, BufRead};

/// The longest element that is read, in bytes.
pub(crate) const LONGEST: usize = 1 << 30;

/// An element of a file.
pub(crate) struct Element {
    /// How many elements are before it.
    pub(crate) index: usize,
    /// The pointer that leads to it: an empty one if the file is no array.
    pub(crate) pointer: String,
    /// The byte it starts at.
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
    /// How many bytes, and how many elements, were read.
    at: u64,
    count: usize,
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
        Self { reader, at: 0, count: 0, in_array: None, is_closed: false, is_by_line: None, ended: false }
    }

    /// Whether the elements are those of an array.
    pub(crate) const fn is_array(&self) -> bool {
        matches!(self.in_array, Some(true))
    }

    /// Whether a file that is no list has another value; a file that cannot be read has one, which is the error.
    pub(crate) fn has_more(&mut self) -> bool {
        self.after(b" \n\r\t\x0C").map_or(true, |next| next.is_some())
    }

    /// Passes over these bytes, and returns the one after them; `None` at the end.
    fn after(&mut self, passed: &[u8]) -> io::Result<Option<u8>> {
        loop {
            let available = self.available()?;
            let found = available.iter().position(|byte| !passed.contains(byte));
            let (next, length) = (found.and_then(|at| available.get(at).copied()), available.len());
            self.pass(found.unwrap_or(length));
            if next.is_some() || length == 0 {
                return Ok(next);
            }
        }
    }

    fn available(&mut self) -> io::Result<&[u8]> {
        while self.reader.fill_buf().is_err_and(|error| error.kind() == io::ErrorKind::Interrupted) {}
        self.reader.fill_buf()
    }

    fn pass(&mut self, bytes: usize) {
        self.reader.consume(bytes);
        self.at += bytes as u64;
    }

    /// Passes over what is before the next element; `false` at the end of the file.
    fn start(&mut self) -> Result<bool, ReadError> {
        let between = b" \n\r\t,";
        loop {
            let first = self.after(between).map_err(|error| ReadError::io(&error))?;
            let is_first = self.in_array.is_none();
            let has_mark = is_first && self.reader.fill_buf().is_ok_and(|it| it.starts_with(b"\xEF\xBB\xBF"));
            match first {
                _ if has_mark => self.pass(3),
                None if is_first => {
                    return Err(self.error("the file is empty; a list or an object of JSON is expected"));
                }
                None if self.is_array() && !self.is_closed => {
                    return Err(self.error("the file ends before its list does; it is cut short"));
                }
                None => return Ok(false),
                Some(b'[') if is_first => {
                    self.in_array = Some(true);
                    self.pass(1);
                }
                Some(b']') if self.is_array() && !self.is_closed => {
                    self.is_closed = true;
                    self.pass(1);
                }
                Some(b'{') if is_first => {
                    self.in_array = Some(false);
                    return Ok(true);
                }
                _ if is_first => return Err(self.error("a list or an object of JSON is expected here")),
                _ if self.is_closed => return Err(self.error("something follows the end of the list")),
                Some(b']' | b'}') => {
                    let error = self.error("nothing opened the bracket here");
                    self.pass(1);
                    self.ended = false;
                    return Err(error);
                }
                Some(_) => return Ok(true),
            }
        }
    }

    /// Reads the element that starts here.
    fn element(&mut self) -> Result<Element, ReadError> {
        let index = self.count;
        let pointer = if self.is_array() { format!("/{index}") } else { String::new() };
        let mut element = Element { index, pointer, byte: self.at, json: Vec::new() };
        self.count += 1;
        let mut scan = Scan { is_by_line: self.is_by_line == Some(true), ..Scan::default() };
        loop {
            let available = self.available().map_err(|error| ReadError::io(&error))?;
            if available.is_empty() {
                return Ok(element);
            }
            let (used, is_end) = scan.take(available);
            element.json.extend_from_slice(available.get(..used).unwrap_or_default());
            self.pass(used);
            if element.json.len() > LONGEST {
                let what = format!("the value is longer than {LONGEST} bytes; no end of it was found");
                return Err(ReadError::new(Origin::Byte(element.byte), what));
            }
            if is_end {
                self.is_by_line.get_or_insert(self.in_array == Some(false) && !scan.has_line_end);
                return Ok(element);
            }
        }
    }

    /// An error after which nothing more is read.
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
        // An error is the last, but for that of a bracket.
        self.ended = true;
        let next = match self.start() {
            Ok(true) => self.element(),
            Ok(false) => return None,
            Err(error) => return Some(Err(error)),
        };
        self.ended = next.is_err();
        Some(next)
    }
}
