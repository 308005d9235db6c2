//! What a single line is. Each line is classified once, by its first bytes.

mod label;

use chunk_core::{is_white_space, slice, unicode};
pub(crate) use label::{Label, bracketed_label, label_of};

/// What a line is by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    Blank,
    /// `# Title`, or `== Title ==` and the like, which have the level [`LOOSE`]; where the title starts.
    Heading(u8, usize),
    /// A run of `=`, which underlines a heading.
    DoubleRule,
    /// A run of `-`, `*` or `_`: underlines a heading or parts text.
    Rule,
    /// Opens or closes a code fence: its character and length.
    Fence(u8, usize),
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
    /// `[ ]` or `[x]` behind a bullet or number.
    Task {
        checked: bool,
        number: Option<u32>,
    },
    /// `3.`, `3)`, `(3)`; of `2.1.3` the last number and how many stand before it.
    Number {
        number: u32,
        above: u8,
    },
    /// `b)`, `iv.`: its place in the alphabet or its value.
    Letter(u32),
}

impl Marker {
    /// The number as written.
    pub(crate) const fn number(self) -> Option<u32> {
        match self {
            Self::Number { number, .. } => Some(number),
            Self::Task { number, .. } => number,
            Self::Bullet | Self::Letter(_) => None,
        }
    }
}

/// The white space a line starts with, in columns; a tab goes to the next multiple of four.
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

/// Whether a line starts with a capital as its number: `B. Umpires`.
pub(crate) const fn is_lettered(line: &str) -> bool {
    matches!(line.as_bytes(), [b'A'..=b'Z', b'.' | b')', b' ', ..])
}

/// Classifies the line `text`, which holds no LF.
pub(crate) fn classify(text: &str) -> Line {
    let (_, start) = indent(text);
    let rest = slice(text, start..text.len());
    let Some(&first) = rest.as_bytes().first() else { return Line::Blank };
    match first {
        b'#' => heading(rest).map_or(Line::Text, |(level, at)| Line::Heading(level, start + at)),
        b'`' | b'~' => fence(rest, first).map_or(Line::Text, |length| Line::Fence(first, length)),
        b'|' => Line::Row,
        b'[' => boxed(rest, start, None).unwrap_or(Line::Text),
        b'=' | b'-' | b'_' | b'*' | b'+' | b'(' | b'0'..=b'9' | b'a'..=b'z' => {
            rule(rest, first).or_else(|| item(rest, start)).unwrap_or(Line::Text)
        }
        _ if first.is_ascii() && !matches!(first, 0x0B..=0x0D) => bullet(rest, start),
        _ if rest.chars().all(is_white_space) => Line::Blank,
        _ => bullet(rest, start),
    }
}

fn bullet(rest: &str, start: usize) -> Line {
    let mut behind = rest.chars();
    let marker = match behind.next() {
        Some(number @ '①'..='⑳') => Marker::Number { number: u32::from(number) - 0x245F, above: 0 },
        Some('☐' | '□' | '◻' | '❏' | '❑') => Marker::Task { checked: false, number: None },
        Some('☑' | '☒') => Marker::Task { checked: true, number: None },
        Some('•' | '●' | '◦' | '▪' | '‣' | '·' | '○' | '–' | '→' | '➜' | '▫') => {
            Marker::Bullet
        }
        _ => return Line::Text,
    };
    let shown = behind.as_str();
    let is_square = rest.starts_with(['▪', '▫']);
    let text = shown.strip_prefix('\u{FE0F}').filter(|_| is_square).unwrap_or(shown).strip_prefix(' ');
    text.map_or(Line::Text, |text| Line::Item(marker, start + rest.len() - text.len()))
}

fn heading(rest: &str) -> Option<(u8, usize)> {
    let level = rest.bytes().take_while(|&byte| byte == b'#').count();
    let behind = slice(rest, level..rest.len());
    let text = behind.trim_start_matches([' ', '\t']);
    let is_heading = level <= 6 && (behind.is_empty() || text.len() < behind.len());
    is_heading.then_some((level as u8, rest.len() - text.len()))
}

fn fence(rest: &str, mark: u8) -> Option<usize> {
    let length = rest.bytes().take_while(|&byte| byte == mark).count();
    let info = slice(rest, length..rest.len());
    (length >= 3 && !(mark == b'`' && info.contains('`'))).then_some(length)
}

/// A line of one mark, or a title between two runs of it.
fn rule(rest: &str, mark: u8) -> Option<Line> {
    if !matches!(mark, b'=' | b'-' | b'*' | b'_') {
        return None;
    }
    let length = rest.bytes().take_while(|&byte| byte == mark).count();
    let tail = slice(rest, length..rest.len());
    let behind = unicode::trim_end(tail);
    if behind.bytes().all(|byte| byte == mark || byte == b' ')
        && rest.bytes().filter(|&byte| byte == mark).count() >= 3
    {
        return Some(if mark == b'=' { Line::DoubleRule } else { Line::Rule });
    }
    let between = unicode::trim(behind.trim_matches(char::from(mark)));
    let closed = behind.bytes().rev().take_while(|&byte| byte == mark).count() >= 2;
    let is_title = length >= 2 && closed && matches!(mark, b'=' | b'-') && (1..=80).contains(&between.len());
    // `= Title =`, `= = Part = =`
    if mark == b'='
        && !is_title
        && let Some(title) = wiki_title(rest)
    {
        return Some(Line::Heading(LOOSE, title));
    }
    is_title.then_some(Line::Heading(LOOSE, rest.len() - unicode::trim_start(tail).len()))
}

/// Where the title starts that stands between as many `=`, each parted by a space.
fn wiki_title(rest: &str) -> Option<usize> {
    let opened = rest.len() - rest.trim_start_matches("= ").len();
    let inner = unicode::trim_end(slice(rest, opened..rest.len()));
    let title = inner.trim_end_matches(" =");
    let is_title = opened > 0 && inner.len() - title.len() == opened && (1..=80).contains(&title.len());
    (is_title && !title.contains('=')).then_some(opened)
}

fn item(rest: &str, start: usize) -> Option<Line> {
    let (marker, length) = marker(rest)?;
    let behind = slice(rest, length..rest.len());
    let text = behind.trim_start_matches([' ', '\t']);
    if text.len() == behind.len() {
        return None;
    }
    // `+ Running +` is a frame, not a bullet.
    let mark = rest.as_bytes().first().filter(|_| marker == Marker::Bullet);
    if mark
        .is_some_and(|&mark| matches!(unicode::trim_end(text).as_bytes(), [.., b' ', last] if *last == mark))
    {
        return None;
    }
    let at = start + rest.len() - text.len();
    Some(boxed(text, at, marker.number()).unwrap_or(Line::Item(marker, at)))
}

/// `[ ] text` and `[x] 2. text`, which stand at `start`.
fn boxed(rest: &str, start: usize, before: Option<u32>) -> Option<Line> {
    let checked = match rest.as_bytes() {
        [b'[', b' ', b']', b' ' | b'\t', ..] => false,
        [b'[', b'x' | b'X', b']', b' ' | b'\t', ..] => true,
        _ => return None,
    };
    let behind = slice(rest, 4..rest.len()).trim_start_matches([' ', '\t']);
    let at = start + rest.len() - behind.len();
    let number = number(behind).filter(|_| before.is_none()).or_else(|| bare_number(behind));
    let Some((Marker::Number { number, above: 0 }, length)) = number else {
        return Some(Line::Item(Marker::Task { checked, number: before }, at));
    };
    let text = slice(behind, length..behind.len());
    let text = at + behind.len() - text.trim_start_matches([' ', '\t']).len();
    Some(Line::Item(Marker::Task { checked, number: Some(number) }, text))
}

/// `1 Draw round your foot`: a number without a mark behind it, which is one of a list only if the others are there.
pub(crate) fn bare_number(rest: &str) -> Option<(Marker, usize)> {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let behind = slice(rest, digits..rest.len());
    let text = behind.trim_start_matches([' ', '\t']);
    let number = slice(rest, 0..digits).parse().ok().filter(|_| digits <= 2 && text.len() < behind.len())?;
    let opens = text.starts_with(unicode::is_uppercase) || behind.starts_with("  ");
    opens.then_some((Marker::Number { number, above: 0 }, digits))
}

/// The marker at the start of `rest` and its length.
fn marker(rest: &str) -> Option<(Marker, usize)> {
    let bytes = rest.as_bytes();
    match bytes {
        [b'-' | b'*' | b'+', ..] => Some((Marker::Bullet, 1)),
        [b'(', inner @ ..] => {
            let close = inner.iter().take(8).position(|&byte| byte == b')')?;
            let marker = label(slice(rest, 1..1 + close))?;
            Some((marker, close + 2))
        }
        [b'0'..=b'9', ..] => number(rest),
        _ => {
            let length = bytes.iter().take(5).position(|byte| matches!(byte, b'.' | b')'))?;
            let marker = label(slice(rest, 0..length))?;
            Some((marker, length + 1))
        }
    }
}

/// What makes a digit a key: `1️⃣`.
const KEYCAP: &str = "\u{FE0F}\u{20E3}";

/// `1.`, `1)`, `2.1`, `2.1.`, `2.1.3)`.
fn number(rest: &str) -> Option<(Marker, usize)> {
    let mut at = 0;
    let mut above = 0;
    loop {
        let digits = rest.bytes().skip(at).take_while(u8::is_ascii_digit).count();
        let number: u32 = slice(rest, at..at + digits).parse().ok().filter(|_| (1..=6).contains(&digits))?;
        at += digits;
        if slice(rest, at..rest.len()).starts_with(KEYCAP) && above == 0 {
            return Some((Marker::Number { number, above }, at + KEYCAP.len()));
        }
        let behind = (rest.as_bytes().get(at), rest.as_bytes().get(at + 1));
        match behind {
            (Some(b'.'), Some(b'0'..=b'9')) if above < 5 => {
                above += 1;
                at += 1;
            }
            (Some(b'.' | b')'), _) => return Some((Marker::Number { number, above }, at + 1)),
            // `2a)` is a part of 2.
            (Some(letter @ b'a'..=b'h'), Some(b')' | b'.')) if above == 0 => {
                return Some((Marker::Letter(u32::from(letter - b'a') + 1), at + 2));
            }
            // `1 - Unlock`, not `14 - 16 May`.
            (Some(b' '), Some(b'-')) if above == 0 && slice(rest, at..rest.len()).starts_with(" - ") => {
                let letter = rest.get(at + 3..).and_then(|behind| behind.chars().next())?;
                return unicode::is_uppercase(letter).then_some((Marker::Number { number, above }, at + 2));
            }
            (Some(b':'), Some(b' ')) => return Some((Marker::Number { number, above }, at + 1)),
            _ if above > 0 => return Some((Marker::Number { number, above }, at)),
            _ => return None,
        }
    }
}

/// A number, a lowercase letter or a small roman number.
fn label(text: &str) -> Option<Marker> {
    if let Ok(number) = text.parse() {
        return text.bytes().all(|byte| byte.is_ascii_digit()).then_some(Marker::Number { number, above: 0 });
    }
    const ROMAN: [&str; 12] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];
    match text.as_bytes() {
        [letter @ b'a'..=b'h' | letter @ b'j'..=b'u'] => Some(Marker::Letter(u32::from(letter - b'a') + 1)),
        _ => ROMAN.iter().position(|&roman| roman == text).map(|at| Marker::Letter(at as u32 + 1)),
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
    #[case("", Line::Blank)]
    #[case(" \t\u{A0}", Line::Blank)]
    #[case("## Two", Line::Heading(2, 3))]
    #[case("####### seven", Line::Text)]
    #[case("#tag", Line::Text)]
    #[case("== Plan ==", Line::Heading(LOOSE, 3))]
    #[case("--- Verify ---", Line::Heading(LOOSE, 4))]
    #[case("=====", Line::DoubleRule)]
    #[case("= Plan =", Line::Heading(LOOSE, 2))]
    #[case(" = = Plan = = ", Line::Heading(LOOSE, 4))]
    #[case("= 3", Line::Text)]
    #[case("= a = b =", Line::Text)]
    #[case("- - -", Line::Rule)]
    #[case("```sh", Line::Fence(b'`', 3))]
    #[case("``` a ` b", Line::Text)]
    #[case("| a | b |", Line::Row)]
    #[case("- item", Line::Item(Marker::Bullet, 2))]
    #[case("-5 degrees", Line::Text)]
    #[case("*emphasis* starts", Line::Text)]
    #[case("  3) three", Line::Item(number(3), 5))]
    #[case("(4) four", Line::Item(number(4), 4))]
    #[case("2.1.3 deep", Line::Item(Marker::Number { number: 3, above: 2 }, 6))]
    #[case("2024 was", Line::Text)]
    #[case("2024-05-01 x", Line::Text)]
    #[case("1234567. x", Line::Text)]
    #[case("b) second", Line::Item(Marker::Letter(2), 3))]
    #[case("iv. fourth", Line::Item(Marker::Letter(4), 4))]
    #[case("e.g. this", Line::Text)]
    #[case("1. [x] done", Line::Item(Marker::Task { checked: true, number: Some(1) }, 7))]
    #[case("[ ] 2. open", Line::Item(Marker::Task { checked: false, number: Some(2) }, 7))]
    #[case("[x] done", Line::Item(Marker::Task { checked: true, number: None }, 4))]
    #[case("[a] note", Line::Text)]
    #[case("– dash", Line::Item(Marker::Bullet, 4))]
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
