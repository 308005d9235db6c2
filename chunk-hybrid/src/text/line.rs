//! What a line of text is by its own form, where Markdown makes nothing of it.

mod label;

use chunk_core::{slice, unicode};
pub(crate) use label::{Label, bracketed_label, label_of};
use regex::Regex;
use std::sync::LazyLock;

/// The level of a heading that is written without `#`.
pub(crate) const LOOSE: u8 = 7;

/// How a list item is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marker {
    Bullet,
    /// `[ ]` or `[x]` after a bullet or number.
    Task {
        checked: bool,
        number: Option<u32>,
    },
    /// `3.`, `3)`, `(3)`. Of `2.1.3`, the last number and how many stand before it.
    Number {
        number: u32,
        above: u8,
    },
    /// `b)`
    Letter,
}

impl Marker {
    /// The number as written.
    pub(crate) fn number(self) -> Option<u32> {
        match self {
            Self::Number { number, .. } => Some(number),
            Self::Task { number, .. } => number,
            Self::Bullet | Self::Letter => None,
        }
    }
}

/// The white space that a line starts with, in columns and in bytes; a tab goes to the next multiple of four columns.
pub(crate) fn indent(line: &str) -> (usize, usize) {
    let mut columns = 0;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b' ' => columns += 1,
            b'\t' => columns += 4 - columns % 4,
            _ => return (columns, at),
        }
    }
    (columns, line.len())
}

/// The marker of the list item that a line is by its form, and where its text starts.
pub(crate) fn item(line: &str) -> Option<(Marker, usize)> {
    let rest = slice(line, indent(line).1..line.len());
    let (marker, length) = if rest.starts_with('[') { (Marker::Bullet, 0) } else { marker(rest)? };
    let behind = slice(rest, length..rest.len());
    let text = behind.trim_start_matches([' ', '\t']);
    let is_box = boxed(text);
    // An unindented dash is one of prose, or opens direct speech.
    let is_prose = rest.starts_with('–') && rest.len() == line.len() || is_frame(rest);
    if length > 0 && text.len() == behind.len() || length == 0 && is_box.is_none() || is_prose {
        return None;
    }
    Some(match is_box {
        Some((checked, text)) => (Marker::Task { checked, number: marker.number() }, line.len() - text.len()),
        None => (marker, line.len() - text.len()),
    })
}

/// Whether the box that a text starts with is ticked, and the text after it.
fn boxed(text: &str) -> Option<(bool, &str)> {
    let checked = match text.as_bytes() {
        [b'[', b' ', b']', b' ' | b'\t', ..] => false,
        [b'[', b'x' | b'X', b']', b' ' | b'\t', ..] => true,
        _ => return None,
    };
    Some((checked, slice(text, 4..text.len()).trim_start_matches([' ', '\t'])))
}

/// Whether a line only looks like an item: `+ Running +` is a frame around a word.
pub(crate) fn is_frame(line: &str) -> bool {
    let line = unicode::trim_end(line);
    let mark = line.get(..1).filter(|mark| ["-", "*", "+"].contains(mark));
    mark.is_some_and(|mark| line.len() > 3 && line.strip_suffix(mark).is_some_and(|rest| rest.ends_with(' ')))
}

/// The marker at the start of `rest` and its length.
pub(crate) fn marker(rest: &str) -> Option<(Marker, usize)> {
    match rest.as_bytes() {
        [b'-' | b'*' | b'+', ..] => Some((Marker::Bullet, 1)),
        [b'0'..=b'9', ..] => number(rest),
        // "(555) 1234" is no item.
        [b'(', b'0'..=b'9', b')', ..] | [b'(', b'0'..=b'9', b'0'..=b'9', b')', ..] => {
            number(slice(rest, 1..rest.len())).map(|(marker, length)| (marker, length + 1))
        }
        [b'i' | b'v' | b'x' | b'I' | b'V' | b'X', b'i' | b'v' | b'x' | b'I' | b'V' | b'X', ..] => roman(rest),
        [b'a'..=b'u', b'.' | b')', ..] => Some((Marker::Letter, 2)),
        _ => {
            let sign = rest.chars().next().filter(|sign| "•●◦▪‣·○→–".contains(*sign))?;
            Some((Marker::Bullet, sign.len_utf8()))
        }
    }
}

/// `ii.`, `IV)`: of two letters at least, since one alone may be an initial ("V. Woolf"), and of seven at most (`xxxviii.`).
fn roman(rest: &str) -> Option<(Marker, usize)> {
    const NUMBERS: &str = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv \
        xxvi xxvii xxviii xxix xxx xxxi xxxii xxxiii xxxiv xxxv xxxvi xxxvii xxxviii xxxix";
    let end = rest.bytes().take(8).position(|byte| matches!(byte, b'.' | b')'))?;
    let letters = slice(rest, 0..end);
    let mut numbers = (1..).zip(NUMBERS.split(' '));
    let (number, _) = numbers.find(|(_, own)| own.eq_ignore_ascii_case(letters))?;
    Some((Marker::Number { number, above: 0 }, end + 1))
}

/// `1.`, `1)`, `2.1`, `2.1.`, `2.1.3)`.
fn number(rest: &str) -> Option<(Marker, usize)> {
    let length = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let numbers = slice(rest, 0..length);
    let bare = numbers.strip_suffix('.').unwrap_or(numbers);
    let is_closed = bare.len() < numbers.len() || slice(rest, length..rest.len()).starts_with(')');
    let (above, last) =
        bare.rsplit_once('.').map_or((0, bare), |(above, last)| (above.split('.').count(), last));
    let is_number =
        |part: &str| (1..=6).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    if !bare.split('.').all(is_number) || above > 5 || !is_closed && above == 0 {
        return None;
    }
    let length = if is_closed { bare.len() + 1 } else { length };
    Some((Marker::Number { number: last.parse().ok()?, above: above as u8 }, length))
}

/// The definition of a link, which no reader sees: `[guide]: docs/guide.md "The guide"`. A target holds a mark that words do not: `[app]: started.`
/// is a line of a log. `[^1]:` is a footnote.
pub(crate) const DEFINITION: &str = r#"[ \t]*\[[^^\]\n][^\]\n]*\]:[ \t]*(?:[#</][^\s]*|[^\s]*[/.:@][^\s]*[^.:/\s][.:/]*)(?:[ \t]+(?:"[^\n]*"|'[^\n]*'|\([^\n]*\)))?[ \t]*$"#;

/// Whether a line is the definition of a link.
pub(crate) fn is_definition(line: &str) -> bool {
    static PATTERN: LazyLock<Regex> = LazyLock::new(|| crate::pattern(&format!("^{DEFINITION}")));
    PATTERN.is_match(line)
}
