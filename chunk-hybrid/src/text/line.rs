//! What a line of text is by its own form, mostly by its first bytes, where Markdown makes nothing of it.

mod definition;
mod label;

use chunk_core::{slice, unicode};
pub(crate) use definition::is_definition;
pub(crate) use label::{Label, bracketed_label, label_of};

/// What a line is by its own form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    Row,
    /// A list item, and where its text starts.
    Item(Marker, usize),
    Text,
}

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
    /// `b)`: its place in the alphabet, from 1.
    Letter(u8),
}

impl Marker {
    /// The number as written.
    pub(crate) fn number(self) -> Option<u32> {
        match self {
            Self::Number { number, .. } => Some(number),
            Self::Task { number, .. } => number,
            Self::Bullet | Self::Letter(_) => None,
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

/// Classifies the line `text`, which holds no LF.
pub(crate) fn classify(text: &str) -> Line {
    let (_, start) = indent(text);
    let rest = slice(text, start..text.len());
    match rest.as_bytes() {
        [b'|', ..] => Line::Row,
        [b'-' | b'*' | b'+' | b'(' | b'0'..=b'9' | b'a'..=b'z', ..] => {
            item(rest, start).unwrap_or(Line::Text)
        }
        [b'[', ..] => boxed(rest, start, None).unwrap_or(Line::Text),
        [first, ..] if first.is_ascii() => Line::Text,
        _ => bullet(rest, start),
    }
}

fn bullet(rest: &str, start: usize) -> Line {
    let text = rest.strip_prefix(['•', '●', '◦', '▪', '‣', '·', '○', '→']);
    // An unindented dash is one of prose, or opens direct speech.
    let text = text.or_else(|| rest.strip_prefix('–').filter(|_| start > 0));
    let text = text.and_then(|text| text.strip_prefix(' '));
    text.map_or(Line::Text, |text| Line::Item(Marker::Bullet, start + rest.len() - text.len()))
}

fn item(rest: &str, start: usize) -> Option<Line> {
    let (marker, length) = marker(rest).filter(|_| !is_frame(rest))?;
    let behind = slice(rest, length..rest.len());
    let text = behind.trim_start_matches([' ', '\t']);
    if text.len() == behind.len() {
        return None;
    }
    let at = start + rest.len() - text.len();
    Some(boxed(text, at, marker.number()).unwrap_or(Line::Item(marker, at)))
}

/// The task that an item is if its text, which starts at `start`, is `[ ] text` or `[x] text`.
fn boxed(rest: &str, start: usize, number: Option<u32>) -> Option<Line> {
    let checked = match rest.as_bytes() {
        [b'[', b' ', b']', b' ' | b'\t', ..] => false,
        [b'[', b'x' | b'X', b']', b' ' | b'\t', ..] => true,
        _ => return None,
    };
    let text = slice(rest, 4..rest.len()).trim_start_matches([' ', '\t']);
    Some(Line::Item(Marker::Task { checked, number }, start + rest.len() - text.len()))
}

/// Whether a line only looks like an item: `+ Running +` is a frame around a word.
pub(crate) fn is_frame(line: &str) -> bool {
    let line = unicode::trim_end(line);
    let mark = line.get(..1).filter(|mark| ["-", "*", "+"].contains(mark));
    mark.is_some_and(|mark| line.len() > 3 && line.strip_suffix(mark).is_some_and(|rest| rest.ends_with(' ')))
}

/// The marker that a line starts with.
pub(crate) fn marker_of(line: &str) -> Option<Marker> {
    marker(line).map(|(marker, _)| marker)
}

/// The marker at the start of `rest` and its length.
fn marker(rest: &str) -> Option<(Marker, usize)> {
    match rest.as_bytes() {
        [b'-' | b'*' | b'+', ..] => Some((Marker::Bullet, 1)),
        [b'0'..=b'9', ..] => number(rest),
        // "(555) 1234" is no item.
        [b'(', b'0'..=b'9', b')', ..] | [b'(', b'0'..=b'9', b'0'..=b'9', b')', ..] => {
            number(slice(rest, 1..rest.len())).map(|(marker, length)| (marker, length + 1))
        }
        [letter @ b'a'..=b'u', b'.' | b')', ..] => Some((Marker::Letter(letter - b'a' + 1), 2)),
        _ => None,
    }
}

/// `1.`, `1)`, `2.1`, `2.1.`, `2.1.3)`.
fn number(rest: &str) -> Option<(Marker, usize)> {
    let mut at = 0;
    let mut above = 0;
    loop {
        let digits = rest.bytes().skip(at).take_while(u8::is_ascii_digit).count();
        let number: u32 = slice(rest, at..at + digits).parse().ok().filter(|_| (1..=6).contains(&digits))?;
        at += digits;
        let behind = (rest.as_bytes().get(at), rest.as_bytes().get(at + 1));
        match behind {
            (Some(b'.'), Some(b'0'..=b'9')) if above < 5 => {
                above += 1;
                at += 1;
            }
            (Some(b'.' | b')'), _) => return Some((Marker::Number { number, above }, at + 1)),
            _ if above > 0 => return Some((Marker::Number { number, above }, at)),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const fn number(number: u32) -> Marker {
        Marker::Number { number, above: 0 }
    }

    #[rstest]
    #[case("#tag", Line::Text)]
    #[case("= 3", Line::Text)]
    #[case("| a | b |", Line::Row)]
    #[case("- item", Line::Item(Marker::Bullet, 2))]
    #[case("-5 degrees", Line::Text)]
    #[case("*emphasis* starts", Line::Text)]
    #[case("  3) three", Line::Item(number(3), 5))]
    #[case("(12) twelve", Line::Item(number(12), 5))]
    #[case("(555) 1234", Line::Text)]
    #[case("(3.) three", Line::Text)]
    #[case("2.1.3 deep", Line::Item(Marker::Number { number: 3, above: 2 }, 6))]
    #[case("2024 was", Line::Text)]
    #[case("2024-05-01 x", Line::Text)]
    #[case("1234567. x", Line::Text)]
    #[case("b) second", Line::Item(Marker::Letter(2), 3))]
    #[case("e.g. this", Line::Text)]
    #[case("1. [x] done", Line::Item(Marker::Task { checked: true, number: Some(1) }, 7))]
    #[case("[a] note", Line::Text)]
    #[case("– dash", Line::Text)]
    #[case("  – dash", Line::Item(Marker::Bullet, 6))]
    #[case("— dash", Line::Text)]
    #[case("+ Running +", Line::Text)]
    #[case("- a -", Line::Text)]
    #[case("- 1 + 1", Line::Item(Marker::Bullet, 2))]
    #[case("- [ ] open", Line::Item(Marker::Task { checked: false, number: None }, 6))]
    #[case("• dot", Line::Item(Marker::Bullet, 4))]
    #[case("> quoted", Line::Text)]
    fn kinds(#[case] text: &str, #[case] expected: Line) {
        assert_eq!(classify(text), expected);
    }
}
