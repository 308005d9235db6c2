//! Reads the YAML of a frontmatter. Scalars stay as written: no contract uses YAML's types, and `no`, `1.10` or `2026-01-09`
//! are what their author wrote.

use crate::types::Position;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span, StrInput};
use std::collections::BTreeSet;

/// The most bytes of YAML that are read.
pub const MAX_BYTES: usize = 64 << 10;

/// How deep lists and mappings may be nested, counting the outermost mapping.
pub const MAX_DEPTH: usize = 16;

/// A value of the frontmatter.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// A text, number, date or nothing: YAML gives these types, this reader does not.
    Scalar(Scalar),
    /// A list, in block or flow style.
    List(Vec<Value>),
    /// Keys and values.
    Mapping(Mapping),
}

impl Value {
    /// The scalar, if it is one.
    #[must_use]
    pub fn as_scalar(&self) -> Option<&Scalar> {
        if let Self::Scalar(scalar) = self { Some(scalar) } else { None }
    }
}

/// A scalar as written: folded and unescaped as its style requires, but without a type.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scalar {
    /// Its text; empty for a key without a value.
    pub text: String,
    /// Whether it is in quotes, or in a block (`|` or `>`).
    pub quoted: bool,
    /// The line on which its text starts, 1-based, in the YAML.
    pub line: usize,
}

/// Keys and values in the order in which they are written; no key comes twice.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping {
    entries: Vec<(String, Value)>,
}

impl Mapping {
    /// The value of `key`, compared exactly.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entries.iter().find_map(|(name, value)| (name == key).then_some(value))
    }

    /// All keys with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.entries.iter().map(|(key, value)| (&**key, value))
    }
}

/// Why YAML cannot be read. The message holds nothing of the document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the frontmatter: {reason}")]
#[non_exhaustive]
pub struct FrontmatterError {
    /// The line at fault, 1-based, in the YAML; in the document it is one more, for the `---` above.
    pub line: usize,
    /// What is wrong, without the place.
    pub reason: String,
}

impl FrontmatterError {
    /// Where in the document it is: its YAML starts on the second line.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        Some(Position::Line(self.line + 1))
    }
}

/// Reads the YAML of a frontmatter: one mapping, of at most [`MAX_BYTES`] and [`MAX_DEPTH`], without anchors and aliases, and
/// without a key that comes twice in one mapping. Takes linear time on any input.
///
/// ```
/// use chunk_core::frontmatter;
///
/// let mapping = frontmatter::parse("id: 007\ntags: [a, 'b']\n")?;
/// assert_eq!(mapping.get("id").unwrap().as_scalar().unwrap().text, "007");
/// let error = frontmatter::parse("id: 1\nid: 2\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2 of the frontmatter: this key comes twice");
/// # Ok::<(), frontmatter::FrontmatterError>(())
/// ```
///
/// # Errors
/// [`FrontmatterError`] with the line if the YAML is malformed, is no mapping, or exceeds a limit.
pub fn parse(yaml: &str) -> Result<Mapping, FrontmatterError> {
    let line_of =
        |byte: usize| 1 + memchr::memchr_iter(b'\n', yaml.as_bytes().get(..byte).unwrap_or_default()).count();
    if yaml.len() > MAX_BYTES {
        return Err(error(line_of(MAX_BYTES), format!("it is longer than {MAX_BYTES} bytes")));
    }
    // The parser would take a NUL for the end of the input.
    let is_forbidden = |c: char| c < ' ' && !matches!(c, '\t' | '\n' | '\r') || c == '\u{7F}';
    if let Some(byte) = yaml.find(is_forbidden) {
        return Err(error(line_of(byte), "a control character is not allowed in YAML"));
    }
    // Many write the bracket that closes a list under the key, as YAML 1.1 and most readers allow; this one wants it indented. A line that
    // starts with a bracket is inside brackets or quotes, where white space at its start has no meaning.
    let yaml = yaml.replace("\n]", "\n ]").replace("\n}", "\n }");
    Reader { events: Parser::new_from_str(&yaml) }.document()
}

/// Builds values from the parser's events.
struct Reader<'y> {
    events: Parser<'y, StrInput<'y>>,
}

impl<'y> Reader<'y> {
    /// The mapping that is the one document of the stream.
    fn document(mut self) -> Result<Mapping, FrontmatterError> {
        let mapping = loop {
            match self.next()? {
                (Event::StreamStart | Event::DocumentStart(_), _) => {}
                (Event::MappingStart(0, _), _) => break self.mapping(1)?,
                (_, span) => return Err(error_at(span.start, "it is no mapping of keys to values")),
            }
        };
        loop {
            match self.next()? {
                (Event::DocumentEnd, _) => {}
                (Event::StreamEnd, _) => return Ok(mapping),
                (_, span) => return Err(error_at(span.start, "a second YAML document starts")),
            }
        }
    }

    fn mapping(&mut self, depth: usize) -> Result<Mapping, FrontmatterError> {
        let mut mapping = Mapping::default();
        let mut keys = BTreeSet::new();
        loop {
            let (event, span) = self.next()?;
            let key = match event {
                Event::MappingEnd => return Ok(mapping),
                Event::Scalar(key, ..) => key,
                _ => return Err(error_at(span.start, "a key is no list or mapping")),
            };
            if !keys.insert(key.clone()) {
                return Err(error_at(span.start, "this key comes twice"));
            }
            let (event, span) = self.next()?;
            let value = self.value(event, span, depth)?;
            mapping.entries.push((key.into_owned(), value));
        }
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Value>, FrontmatterError> {
        let mut list = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(list),
                (event, span) => list.push(self.value(event, span, depth)?),
            }
        }
    }

    /// The value that starts with `event`, inside `depth` lists and mappings.
    fn value(&mut self, event: Event<'y>, span: Span, depth: usize) -> Result<Value, FrontmatterError> {
        if let Event::Scalar(text, style, ..) = event {
            let quoted = style != ScalarStyle::Plain;
            return Ok(Value::Scalar(Scalar { text: text.into_owned(), quoted, line: span.start.line() }));
        }
        if depth == MAX_DEPTH {
            return Err(error_at(
                span.start,
                format!("lists and mappings are nested more than {MAX_DEPTH} deep"),
            ));
        }
        match event {
            Event::SequenceStart(..) => Ok(Value::List(self.list(depth + 1)?)),
            _ => Ok(Value::Mapping(self.mapping(depth + 1)?)),
        }
    }

    /// The next event, unless it has an anchor or is an alias, which can make small YAML large.
    fn next(&mut self) -> Result<(Event<'y>, Span), FrontmatterError> {
        let event = self.events.next_event().ok_or_else(|| error(1, "it ends too early"))?;
        let (event, span) = event.map_err(|scan: ScanError| error_at(*scan.marker(), scan.info()))?;
        match event {
            Event::Alias(_) => Err(error_at(span.start, "aliases are not allowed")),
            Event::Scalar(_, _, 1.., _) | Event::SequenceStart(1.., _) | Event::MappingStart(1.., _) => {
                Err(error_at(span.start, "anchors are not allowed"))
            }
            event => Ok((event, span)),
        }
    }
}

fn error_at(mark: Marker, reason: impl Into<String>) -> FrontmatterError {
    error(mark.line(), reason)
}

fn error(line: usize, reason: impl Into<String>) -> FrontmatterError {
    FrontmatterError { line, reason: reason.into() }
}
