//! Makes names and messages safe to show on a terminal, and tables.

use std::{borrow::Cow, fmt::Write as _, path::Path};

/// How many characters of a line are shown.
const MOST: usize = 4_000;

/// A path for a message: characters that would move the cursor, colour the terminal, break the line or turn the
/// direction of writing are escaped.
pub(crate) fn shown(path: &Path) -> String {
    escaped(&path.to_string_lossy(), "").into_owned()
}

/// A name for a message, like [`shown`].
pub(crate) fn shown_name(name: &str) -> Cow<'_, str> {
    escaped(name, "")
}

/// An argument for a message: escaped like a name, and cut in its middle if it is too long to read.
pub(crate) fn shown_argument(argument: &str) -> String {
    shortened(&escaped(argument, "")).into_owned()
}

/// Rows of cells as lines: columns of one width, to the right.
pub(crate) fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..).map_while(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ")
    };
    rows.iter().map(line).collect()
}

/// A whole message: escaped except for line ends and tabs, with lines that are too long to read cut in their middle.
pub(crate) fn message(text: &str) -> String {
    let escaped = escaped(text, "\n\t");
    let lines: Vec<_> = escaped.split('\n').map(shortened).collect();
    lines.join("\n")
}

fn shortened(line: &str) -> Cow<'_, str> {
    let count = line.chars().count();
    if count <= MOST {
        return line.into();
    }
    let head: String = line.chars().take(MOST / 2).collect();
    let tail: String = line.chars().skip(count - MOST / 2).collect();
    format!("{head}… ({} characters left out) …{tail}", count - MOST).into()
}

fn escaped<'t>(text: &'t str, kept: &str) -> Cow<'t, str> {
    let is_escaped = |character: char| {
        let turns =
            matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        let breaks = matches!(character, '\u{2028}' | '\u{2029}');
        (character.is_control() || turns || breaks) && !kept.contains(character)
    };
    if !text.contains(is_escaped) {
        return text.into();
    }
    let mut out = String::new();
    for character in text.chars() {
        if is_escaped(character) {
            // Writing to a string cannot fail.
            let _ = write!(out, "{}", character.escape_default());
        } else {
            out.push(character);
        }
    }
    out.into()
}
