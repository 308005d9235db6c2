//! Reads JSON in place, token by token.

use chunk_core::positions;
use memchr::memchr;
use std::{borrow::Cow, str};

/// A position in a JSON text. A method returns `None` if it does not find what it is to read, and the scanner is of no use after that.
///
/// The text need not be UTF-8. That is checked where strings are read; all else is ASCII, or is compared with a text that is UTF-8.
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

    /// Skips a string, a number, `true`, `false` or `null`.
    pub(super) fn skip_scalar(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.skip_string(),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => self.skip_number(),
        }
    }

    pub(super) fn skip_string(&mut self) -> Option<()> {
        self.string().map(drop)
    }

    pub(super) fn skip_number(&mut self) -> Option<()> {
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

    /// Skips digits, at least one.
    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.json.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    /// An integer without a sign. The caller goes on with a comma or a brace, so `01` and `1.0` fail there.
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

    /// An integer with or without a sign.
    pub(super) fn integer(&mut self) -> Option<i64> {
        if !self.is_at(b'-') {
            return i64::try_from(self.natural()?).ok();
        }
        self.at += 1;
        // serde_json takes -0 for a fraction.
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
        let string = rest.get(..memchr(b'"', rest)?).filter(|string| specials(string).next().is_none())?;
        self.at += string.len() + 1;
        str::from_utf8(string).ok()
    }

    pub(super) fn string(&mut self) -> Option<Cow<'e, str>> {
        let start = self.at;
        if let Some(string) = self.plain_string() {
            return Some(Cow::Borrowed(string));
        }
        self.at = start;
        self.word(b"\"")?;
        String::from_utf8(self.decode()?).ok().map(Cow::Owned)
    }

    /// The rest of a string, up to its closing quote. Not inlined: most of the time goes here, and it needs all registers.
    #[inline(never)]
    fn decode(&mut self) -> Option<Vec<u8>> {
        let rest = self.json.get(self.at..)?;
        let mut decoded = Vec::with_capacity(memchr(b'"', rest)?);
        let mut read = 0;
        for special in specials(rest) {
            let Some(run) = rest.get(read..special) else { continue }; // Part of an escape that was read.
            decoded.extend_from_slice(run);
            read = special;
            // Several escapes in a row, as for a CRLF.
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
                    return Some(decoded);
                }
                0..0x20 => return None,
                _ => {}
            }
        }
        None
    }

    /// The character whose digits follow `\u`; a surrogate needs its other half.
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

    /// Skips `word`.
    pub(super) fn word(&mut self, word: &[u8]) -> Option<()> {
        let rest = self.json.get(self.at..)?;
        self.at += word.len();
        rest.starts_with(word).then_some(())
    }

    /// Skips white space, after which the text has to end.
    pub(super) fn end(&mut self) -> Option<()> {
        self.skip_space();
        (self.at == self.json.len()).then_some(())
    }

    /// Skips white space and `byte`.
    pub(super) fn expect(&mut self, byte: u8) -> Option<()> {
        self.accept(byte).then_some(())
    }

    /// Skips white space, and `byte` if it comes next. Tells whether it did.
    pub(super) fn accept(&mut self, byte: u8) -> bool {
        self.skip_space();
        let is_there = self.is_at(byte);
        self.at += usize::from(is_there);
        is_there
    }

    /// Skips white space, and tells the byte that follows.
    pub(super) fn next_byte(&mut self) -> Option<u8> {
        self.skip_space();
        self.peek()
    }

    fn peek(&self) -> Option<u8> {
        self.json.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.json.get(self.at) {
            self.at += 1;
        }
    }

    fn is_at(&self, byte: u8) -> bool {
        self.json.get(self.at) == Some(&byte)
    }
}

/// The byte that `\` and this letter stand for.
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

/// The positions of the quotes, backslashes and control characters in `bytes`: those that a JSON string has to escape.
fn specials(bytes: &[u8]) -> impl Iterator<Item = usize> {
    positions(bytes, |byte| (byte < 0x20) | (byte == b'"') | (byte == b'\\'))
}
