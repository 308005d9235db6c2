//! The quick way to read a line of the log: one pass over what nearly every line is, without a copy and without a value
//! for what no chunk needs. It accepts less than JSON allows (an escape in a key, a key given twice, deep nesting and
//! whatever is malformed give `None`) and means by what it accepts what serde_json means, to which all the rest is left.

use crate::{LogOffset, event::Fields};
use chunk_core::slice;
use std::borrow::Cow;

/// The line's position, if it is wrapped in one, and its event. `decoded` is memory for a text with escapes.
pub(crate) fn line<'e>(json: &'e str, decoded: &'e mut String) -> Option<(Option<LogOffset>, Fields<'e>)> {
    let mut scanner = Scanner { json, at: 0, decoded: Some(decoded) };
    let (mut offset, mut event, mut bare) = (None, None, Members::default());
    scanner.object(|scanner, key| match key {
        "offset" => once(&mut offset, scanner.offset()?),
        "event" => once(&mut event, scanner.event()?),
        key => bare.take(key, scanner),
    })?;
    scanner.end()?;
    match (offset, event) {
        (Some(offset), Some(event)) => Some((Some(offset), event)),
        (None, None) => Some((None, bare.into_fields()?)),
        _ => None,
    }
}

/// The event that is `json`.
pub(crate) fn event(json: &str) -> Option<Fields<'_>> {
    let mut scanner = Scanner { json, at: 0, decoded: None };
    let fields = scanner.event()?;
    scanner.end()?;
    Some(fields)
}

/// The members of an event so far.
#[derive(Default)]
struct Members<'e> {
    schema_version: Option<Cow<'e, str>>,
    event_id: Option<Cow<'e, str>>,
    pane_id: Option<u64>,
    session_id: Option<Option<Cow<'e, str>>>,
    occurred_at_ms: Option<i64>,
    event_type: Option<Cow<'e, str>>,
    text: Option<Cow<'e, str>>,
    is_gap: Option<bool>,
}

impl<'e> Members<'e> {
    fn take(&mut self, key: &str, scanner: &mut Scanner<'e>) -> Option<()> {
        match key {
            "schema_version" => once(&mut self.schema_version, scanner.string()?),
            "event_id" => once(&mut self.event_id, scanner.string()?),
            "pane_id" => once(&mut self.pane_id, scanner.natural()?),
            "session_id" => once(&mut self.session_id, scanner.string_or_null()?),
            "occurred_at_ms" => once(&mut self.occurred_at_ms, scanner.integer()?),
            "event_type" => once(&mut self.event_type, scanner.string()?),
            "text" => once(&mut self.text, scanner.text()?),
            "is_gap" => once(&mut self.is_gap, scanner.flag()?),
            _ => scanner.pass_over(DEPTH),
        }
    }

    fn into_fields(self) -> Option<Fields<'e>> {
        Some(Fields {
            schema_version: self.schema_version?,
            event_id: self.event_id?,
            pane_id: self.pane_id?,
            session_id: self.session_id.flatten(),
            occurred_at_ms: self.occurred_at_ms?,
            event_type: self.event_type?,
            text: self.text,
            is_gap: self.is_gap,
        })
    }
}

/// How deep arrays and objects that nobody needs may be nested.
const DEPTH: usize = 16;

/// Fills `slot`, unless it is filled.
fn once<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    slot.replace(value).is_none().then_some(())
}

struct Scanner<'e> {
    json: &'e str,
    at: usize,
    /// Memory for the first text that has escapes.
    decoded: Option<&'e mut String>,
}

impl<'e> Scanner<'e> {
    fn event(&mut self) -> Option<Fields<'e>> {
        let mut members = Members::default();
        self.object(|scanner, key| members.take(key, scanner))?;
        members.into_fields()
    }

    fn offset(&mut self) -> Option<LogOffset> {
        let (mut segment_id, mut ordinal, mut byte_offset) = (None, None, None);
        self.object(|scanner, key| match key {
            "segment_id" => once(&mut segment_id, scanner.natural()?),
            "ordinal" => once(&mut ordinal, scanner.natural()?),
            "byte_offset" => once(&mut byte_offset, scanner.natural()?),
            _ => scanner.pass_over(DEPTH),
        })?;
        Some(LogOffset { segment_id: segment_id?, ordinal: ordinal?, byte_offset: byte_offset? })
    }

    /// An object: `member` reads the value of each key.
    fn object(&mut self, mut member: impl FnMut(&mut Self, &'e str) -> Option<()>) -> Option<()> {
        self.expect(b'{')?;
        if self.meets(b'}') {
            return Some(());
        }
        loop {
            let key = self.plain_string()?;
            self.expect(b':')?;
            member(self, key)?;
            if !self.meets(b',') {
                return self.expect(b'}');
            }
        }
    }

    fn pass_over(&mut self, depth: usize) -> Option<()> {
        let deeper = depth.checked_sub(1)?;
        match self.peek()? {
            b'"' => self.pass_over_string(),
            b'{' => self.object(|scanner, _| scanner.pass_over(deeper)),
            b'[' => self.pass_over_array(deeper),
            b't' => self.word("true"),
            b'f' => self.word("false"),
            b'n' => self.word("null"),
            _ => self.pass_over_number(),
        }
    }

    fn pass_over_array(&mut self, depth: usize) -> Option<()> {
        self.expect(b'[')?;
        if self.meets(b']') {
            return Some(());
        }
        loop {
            self.pass_over(depth)?;
            if !self.meets(b',') {
                return self.expect(b']');
            }
        }
    }

    fn pass_over_string(&mut self) -> Option<()> {
        self.expect(b'"')?;
        loop {
            self.run();
            match self.byte()? {
                b'"' => return Some(()),
                b'\\' if self.byte()? == b'u' => drop(self.code_unit()?),
                b'\\' => drop(unescaped(self.before()?)?),
                _ => return None,
            }
        }
    }

    fn pass_over_number(&mut self) -> Option<()> {
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
        while self.json.as_bytes().get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    /// An integer without a sign. What follows has to be a comma or a brace: `01` and `1.0` come to nothing.
    fn natural(&mut self) -> Option<u64> {
        self.pass_over_space();
        let start = self.at;
        if self.is_at(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        slice(self.json, start..self.at).parse().ok()
    }

    fn integer(&mut self) -> Option<i64> {
        if !self.meets(b'-') {
            return i64::try_from(self.natural()?).ok();
        }
        let is_digit = self.json.as_bytes().get(self.at).is_some_and(|byte| matches!(byte, b'1'..=b'9'));
        if is_digit { 0_i64.checked_sub_unsigned(self.natural()?) } else { None }
    }

    fn flag(&mut self) -> Option<bool> {
        match self.peek()? {
            b't' => self.word("true").map(|()| true),
            _ => self.word("false").map(|()| false),
        }
    }

    fn string_or_null(&mut self) -> Option<Option<Cow<'e, str>>> {
        match self.peek()? {
            b'n' => self.word("null").map(|()| None),
            _ => self.string().map(Some),
        }
    }

    /// A string without escapes.
    fn plain_string(&mut self) -> Option<&'e str> {
        self.expect(b'"')?;
        let string = self.run();
        (self.byte()? == b'"').then_some(string)
    }

    fn string(&mut self) -> Option<Cow<'e, str>> {
        self.expect(b'"')?;
        let run = self.run();
        if self.is_at(b'"') {
            self.at += 1;
            return Some(Cow::Borrowed(run));
        }
        let mut decoded = run.to_owned();
        self.decode(&mut decoded)?;
        Some(Cow::Owned(decoded))
    }

    /// A string, decoded where there is memory for it.
    fn text(&mut self) -> Option<Cow<'e, str>> {
        let start = self.at;
        if let Some(text) = self.plain_string() {
            return Some(Cow::Borrowed(text));
        }
        self.at = start;
        let Some(decoded) = self.decoded.take() else { return self.string() };
        decoded.clear();
        self.expect(b'"')?;
        self.decode(decoded)?;
        Some(Cow::Borrowed(decoded))
    }

    /// The rest of a string, to its closing quote.
    fn decode(&mut self, decoded: &mut String) -> Option<()> {
        loop {
            decoded.push_str(self.run());
            match self.byte()? {
                b'"' => return Some(()),
                b'\\' => decoded.push(match self.byte()? {
                    b'u' => self.scalar()?,
                    escape => unescaped(escape)?,
                }),
                _ => return None,
            }
        }
    }

    /// What stands behind `\u`; a surrogate needs its other half.
    fn scalar(&mut self) -> Option<char> {
        let unit = self.code_unit()?;
        let units = match unit {
            0xD800..0xDC00 => {
                self.word("\\u")?;
                [unit, self.code_unit()?]
            }
            _ => return char::from_u32(unit.into()),
        };
        char::decode_utf16(units).next()?.ok()
    }

    fn code_unit(&mut self) -> Option<u16> {
        (0..4).try_fold(0, |unit, _| {
            let digit = char::from(self.byte()?).to_digit(16)?;
            Some(unit << 4 | u16::try_from(digit).ok()?)
        })
    }

    /// What stands before the next quote, backslash or control character of a string; not necessarily all of it.
    fn run(&mut self) -> &'e str {
        let start = self.at;
        let rest = self.json.as_bytes().get(start..).unwrap_or_default();
        self.at += special(rest);
        slice(self.json, start..self.at)
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let end = self.at + word.len();
        let is_it = self.json.as_bytes().get(self.at..end) == Some(word.as_bytes());
        self.at = end;
        is_it.then_some(())
    }

    fn end(&mut self) -> Option<()> {
        self.pass_over_space();
        (self.at == self.json.len()).then_some(())
    }

    /// Passes over white space and `byte`.
    fn expect(&mut self, byte: u8) -> Option<()> {
        self.meets(byte).then_some(())
    }

    /// The same, if `byte` stands there.
    fn meets(&mut self, byte: u8) -> bool {
        self.pass_over_space();
        let is_there = self.is_at(byte);
        self.at += usize::from(is_there);
        is_there
    }

    /// The next byte that is no white space.
    fn peek(&mut self) -> Option<u8> {
        self.pass_over_space();
        self.json.as_bytes().get(self.at).copied()
    }

    fn pass_over_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.json.as_bytes().get(self.at) {
            self.at += 1;
        }
    }

    fn is_at(&self, byte: u8) -> bool {
        self.json.as_bytes().get(self.at) == Some(&byte)
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = self.json.as_bytes().get(self.at).copied();
        self.at += 1;
        byte
    }

    fn before(&self) -> Option<u8> {
        self.json.as_bytes().get(self.at.checked_sub(1)?).copied()
    }
}

/// What `\` and a letter stand for.
fn unescaped(letter: u8) -> Option<char> {
    Some(match letter {
        b'"' | b'\\' | b'/' => char::from(letter),
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        _ => return None,
    })
}

/// How many bytes stand before the first quote, backslash or control character.
fn special(bytes: &[u8]) -> usize {
    const EACH: u64 = u64::MAX / 255;
    let (words, rest) = bytes.as_chunks::<8>();
    for (number, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The high bit of each byte that is 0; of bytes behind such a one perhaps as well.
        let zeros = |word: u64| word.wrapping_sub(EACH) & !word;
        let controls = word.wrapping_sub(EACH * 0x20) & !word;
        let found = zeros(word ^ EACH * u64::from(b'"')) | zeros(word ^ EACH * u64::from(b'\\')) | controls;
        let found = found & EACH << 7;
        if found != 0 {
            return 8 * number + found.trailing_zeros() as usize / 8;
        }
    }
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
    8 * words.len() + rest.iter().position(is_special).unwrap_or(rest.len())
}
