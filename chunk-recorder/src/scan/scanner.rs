//! JSON read in place, token by token.

use chunk_core::{
    jsonl::{is_plain, specials},
    push_run,
};
use memchr::memchr;
use std::{borrow::Cow, mem, str};

/// A place in a JSON text. Whatever is not as asked for is `None`, and the scanner is of no use after it.
///
/// That it is UTF-8 is seen to where strings are read: what stands around them is ASCII, or compared with what is.
#[derive(Debug)]
pub(super) struct Scanner<'e> {
    json: &'e [u8],
    at: usize,
}

impl<'e> Scanner<'e> {
    /// At the start of `json`.
    pub(super) const fn new(json: &'e [u8]) -> Self {
        Self { json, at: 0 }
    }

    /// How many bytes it has read.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// A string, a number, `true`, `false` or `null`, unread.
    pub(super) fn pass_over_scalar(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.pass_over_string(),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => self.pass_over_number(),
        }
    }

    pub(super) fn pass_over_string(&mut self) -> Option<()> {
        self.string().map(drop)
    }

    pub(super) fn pass_over_number(&mut self) -> Option<()> {
        if self.is_at(b'-') {
            self.at += 1;
        }
        if self.is_at(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.is_at(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if self.is_at(b'e') || self.is_at(b'E') {
            self.at += 1;
            if self.is_at(b'+') || self.is_at(b'-') {
                self.at += 1;
            }
            self.digits()?;
        }
        Some(())
    }

    /// At least one.
    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.json.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    /// An integer without a sign. What follows has to be a comma or a brace: `01` and `1.0` come to nothing.
    pub(super) fn natural(&mut self) -> Option<u64> {
        if self.is_at(b'0') {
            self.at += 1;
            return Some(0);
        }
        let start = self.at;
        let mut number = 0_u64;
        while let Some(digit @ b'0'..=b'9') = self.json.get(self.at) {
            number = number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
            self.at += 1;
        }
        (self.at > start).then_some(number)
    }

    /// The same with a sign or without.
    pub(super) fn integer(&mut self) -> Option<i64> {
        if !self.is_at(b'-') {
            return i64::try_from(self.natural()?).ok();
        }
        self.at += 1;
        // -0 is a fraction to serde_json.
        if self.is_at(b'0') { None } else { 0_i64.checked_sub_unsigned(self.natural()?) }
    }

    pub(super) fn flag(&mut self) -> Option<bool> {
        match self.peek()? {
            b't' => self.word(b"true").map(|()| true),
            _ => self.word(b"false").map(|()| false),
        }
    }

    pub(super) fn string_or_null(&mut self) -> Option<Option<Cow<'e, str>>> {
        match self.peek()? {
            b'n' => self.word(b"null").map(|()| None),
            _ => self.string().map(Some),
        }
    }

    /// A string without escapes.
    pub(super) fn plain_string(&mut self) -> Option<&'e str> {
        self.word(b"\"")?;
        let rest = self.json.get(self.at..)?;
        let string = rest.get(..memchr(b'"', rest)?).filter(|string| is_plain(string))?;
        self.at += string.len() + 1;
        str::from_utf8(string).ok()
    }

    pub(super) fn string(&mut self) -> Option<Cow<'e, str>> {
        let mut decoded = String::new();
        let plain = self.string_or_decoded(&mut decoded)?;
        Some(plain.map_or(Cow::Owned(decoded), Cow::Borrowed))
    }

    /// A string; if it has escapes `None`, and it stands in `decoded`.
    pub(super) fn string_or_decoded(&mut self, decoded: &mut String) -> Option<Option<&'e str>> {
        let start = self.at;
        if let Some(string) = self.plain_string() {
            return Some(Some(string));
        }
        self.at = start;
        self.word(b"\"")?;
        let mut bytes = mem::take(decoded).into_bytes();
        bytes.clear();
        self.decode(&mut bytes)?;
        *decoded = String::from_utf8(bytes).ok()?;
        Some(None)
    }

    /// The rest of a string, to its closing quote. By itself, as it is what reading takes longest for, and wants all registers.
    #[inline(never)]
    fn decode(&mut self, decoded: &mut Vec<u8>) -> Option<()> {
        let rest = self.json.get(self.at..)?;
        let mut read = 0;
        for special in specials(rest) {
            let Some(run) = special.checked_sub(read) else { continue }; // It is part of an escape.
            push_run(decoded, rest.get(read..)?, run);
            read = special;
            // Several at once, as of a CRLF.
            while rest.get(read) == Some(&b'\\') {
                let letter = *rest.get(read + 1)?;
                read += 2;
                match (letter, unescaped(letter)) {
                    (_, Some(byte)) => decoded.push(byte),
                    (b'u', None) => {
                        let mut digits = Scanner { json: rest, at: read };
                        decoded.extend(digits.scalar()?.encode_utf8(&mut [0; 4]).bytes());
                        read = digits.at;
                    }
                    _ => return None,
                }
            }
            match rest.get(read)? {
                b'"' => {
                    self.at += read + 1;
                    return Some(());
                }
                0..0x20 => return None,
                _ => {}
            }
        }
        None
    }

    /// What stands behind `\u`; a surrogate needs its other half.
    fn scalar(&mut self) -> Option<char> {
        let unit = self.code_unit()?;
        let units = match unit {
            0xD800..0xDC00 => {
                self.word(b"\\u")?;
                [unit, self.code_unit()?]
            }
            _ => return char::from_u32(unit.into()),
        };
        char::decode_utf16(units).next()?.ok()
    }

    fn code_unit(&mut self) -> Option<u16> {
        let digits = self.json.get(self.at..)?.first_chunk::<4>()?;
        self.at += digits.len();
        digits.iter().try_fold(0, |unit, &digit| {
            let digit = char::from(digit).to_digit(16)?;
            Some(unit << 4 | u16::try_from(digit).ok()?)
        })
    }

    /// Passes over `word`.
    pub(super) fn word(&mut self, word: &[u8]) -> Option<()> {
        let rest = self.json.get(self.at..)?;
        self.at += word.len();
        rest.starts_with(word).then_some(())
    }

    /// Passes over the white space at the end.
    pub(super) fn end(&mut self) -> Option<()> {
        self.pass_over_space();
        (self.at == self.json.len()).then_some(())
    }

    /// Passes over white space and `byte`.
    pub(super) fn expect(&mut self, byte: u8) -> Option<()> {
        self.meets(byte).then_some(())
    }

    /// The same, if `byte` stands there.
    pub(super) fn meets(&mut self, byte: u8) -> bool {
        self.pass_over_space();
        let is_there = self.is_at(byte);
        self.at += usize::from(is_there);
        is_there
    }

    /// Passes over white space and tells the byte behind it.
    pub(super) fn next_byte(&mut self) -> Option<u8> {
        self.pass_over_space();
        self.peek()
    }

    fn peek(&self) -> Option<u8> {
        self.json.get(self.at).copied()
    }

    fn pass_over_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.json.get(self.at) {
            self.at += 1;
        }
    }

    fn is_at(&self, byte: u8) -> bool {
        self.json.get(self.at) == Some(&byte)
    }
}

/// What `\` and a letter stand for.
const fn unescaped(letter: u8) -> Option<u8> {
    Some(match letter {
        b'"' => b'"',
        b'\\' => b'\\',
        b'/' => b'/',
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        _ => return None,
    })
}
