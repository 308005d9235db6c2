//! What a line of text is by its own form, where Markdown makes nothing of it.

use crate::english::listed;
use crate::text::time;
use chunk_core::{slice, unicode};
use memchr::memchr2;
use regex::Regex;
use std::{ops::Range, sync::LazyLock};

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

/// `(3)`; `3.`, `3)`, `2.1`, `2.1.3)`; a roman numeral; a letter. A roman numeral has two letters at least, since one alone may be an
/// initial ("V. Woolf"), and "(555) 1234" is no item.
static MARKER: LazyLock<Regex> = LazyLock::new(|| {
    crate::pattern(
        r"^(?:\((?P<bracketed>[0-9]{1,2})\)|(?P<above>(?:[0-9]{1,6}\.){0,5})(?P<number>[0-9]{1,6})(?P<close>[.)]?)|(?P<roman>[ivxIVX]{2,7})[.)]|[a-u][.)])",
    )
});

/// The box of a task.
static BOX: LazyLock<Regex> = LazyLock::new(|| crate::pattern(r"^\[([ xX])\][ \t]+"));

/// The marker of the list item that a line is by its form, and where its text starts.
pub(crate) fn item(line: &str) -> Option<(Marker, usize)> {
    let (_, indent) = indent(line);
    let rest = slice(line, indent..line.len());
    // An unindented dash is one of prose, or opens direct speech.
    if rest.starts_with('–') && indent == 0 || is_frame(rest) {
        return None;
    }
    let (marker, length) = if rest.starts_with('[') { (Marker::Bullet, 0) } else { marker(rest)? };
    let behind = slice(rest, length..rest.len());
    let text = behind.trim_start_matches([' ', '\t']);
    let (marker, text) = match BOX.captures(text) {
        Some(found) => {
            let checked = found.get(1).is_some_and(|mark| mark.as_str() != " ");
            (Marker::Task { checked, number: marker.number() }, slice(text, found.get(0)?.end()..text.len()))
        }
        None if length == 0 => return None,
        None => (marker, text),
    };
    (length == 0 || behind.starts_with([' ', '\t'])).then_some((marker, line.len() - text.len()))
}

/// Whether a line only looks like an item: `+ Running +` is a frame around a word.
pub(crate) fn is_frame(line: &str) -> bool {
    let line = unicode::trim_end(line);
    let mark = line.get(..1).filter(|mark| ["-", "*", "+"].contains(mark));
    mark.is_some_and(|mark| line.len() > 3 && line.strip_suffix(mark).is_some_and(|rest| rest.ends_with(' ')))
}

/// The marker at the start of `rest` and its length.
pub(crate) fn marker(rest: &str) -> Option<(Marker, usize)> {
    const ROMAN: &str = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv xxvi \
        xxvii xxviii xxix xxx xxxi xxxii xxxiii xxxiv xxxv xxxvi xxxvii xxxviii xxxix";
    if let Some(bullet) = rest.chars().next().filter(|sign| "-*+•●◦▪‣·○→–".contains(*sign)) {
        return Some((Marker::Bullet, bullet.len_utf8()));
    }
    let found = MARKER.captures(rest)?;
    let part = |name| found.name(name).map(|part| part.as_str());
    let marker = if let Some(number) = part("number").or_else(|| part("bracketed")) {
        let above = part("above").unwrap_or_default().matches('.').count();
        // "3 eggs" is no item.
        if above == 0 && part("close") == Some("") {
            return None;
        }
        Marker::Number { number: number.parse().ok()?, above: above as u8 }
    } else if let Some(letters) = part("roman") {
        let mut numbers = (1..).zip(ROMAN.split(' '));
        let (number, _) = numbers.find(|(_, own)| own.eq_ignore_ascii_case(letters))?;
        Marker::Number { number, above: 0 }
    } else {
        Marker::Letter
    };
    Some((marker, found.get(0)?.end()))
}

/// The definition of a link, which no reader sees: `[guide]: docs/guide.md "The guide"`. A target holds a mark that words do not: `[app]: started.`
/// is a line of a log. `[^1]:` is a footnote.
pub(crate) const DEFINITION: &str = r#"[ \t]*\[[^^\]\n][^\]\n]*\]:[ \t]*(?:[#</][^\s]*|[^\s]*[/.:@][^\s]*[^.:/\s][.:/]*)(?:[ \t]+(?:"[^\n]*"|'[^\n]*'|\([^\n]*\)))?[ \t]*$"#;

/// Whether a line is the definition of a link.
pub(crate) fn is_definition(line: &str) -> bool {
    static PATTERN: LazyLock<Regex> = LazyLock::new(|| crate::pattern(&format!("^{DEFINITION}")));
    PATTERN.is_match(line)
}

/// A label, and where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Label {
    /// Where its name, which is without marks, starts and ends.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Where the text after it starts.
    pub(crate) text: usize,
}

impl Label {
    pub(crate) const fn name(self) -> Range<usize> {
        self.start..self.end
    }

    /// The same label in a text that has `before` more bytes before it.
    pub(crate) const fn after(self, before: usize) -> Self {
        Self { start: self.start + before, end: self.end + before, text: self.text + before }
    }
}

/// The longest label, in bytes.
const LONGEST_LABEL: usize = 60;

/// A name in brackets, or before a colon; a sentence, time or address does not end in the name.
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    crate::pattern(
        r"^(?:\[(?P<mark>[^\]]{2,59})\][ \t*_:-]*|(?P<name>(?:[.!?,;]*(?:[^\n:.!?,; ]|:[0-9/])| )+[.!?,;]*):(?:[ \t*_]+|\n|$))",
    )
});

/// The label that `text` starts with, after marks and white space.
pub(crate) fn label_of(text: &str) -> Option<Label> {
    let lead = text.len() - text.trim_start_matches([' ', '\t', '*', '_', '>', '#', '-', '|']).len();
    // No more is searched than a label with the marks after it.
    let near = slice(text, lead..text.floor_char_boundary(lead + 2 * LONGEST_LABEL));
    let first = near.chars().next()?;
    let may_be_name =
        unicode::is_uppercase(first) || first == '@' || lead > 0 && unicode::is_alphabetic(first);
    // Most lines have neither.
    if first != '[' && !may_be_name || memchr2(b':', b']', near.as_bytes()).is_none() {
        return None;
    }
    let found = LABEL.captures(near)?;
    let whole = found.get(0)?.as_str().trim_end_matches('\n');
    let (name, is_label) = match found.name("mark") {
        // `[text](target)` is a link, `[ ]` a task.
        Some(mark) => {
            (mark, !whole.ends_with(']') || !slice(near, whole.len()..near.len()).starts_with(['(', '[']))
        }
        None => {
            let name = found.name("name")?;
            (name, may_be_name && name.as_str().split_ascii_whitespace().nth(5).is_none())
        }
    };
    let end = name.start() + name.as_str().trim_end_matches(['*', '_', ' ']).len();
    let label = Label { start: lead + name.start(), end: lead + end, text: lead + whole.len() };
    (is_label && name.len() < LONGEST_LABEL).then_some(label)
}

/// The label of a line in lower case, which is one only beside another: `alice: hi` above `bob: hello`.
pub(crate) fn plain_label_of(line: &str) -> Option<Label> {
    static PLAIN: LazyLock<Regex> =
        LazyLock::new(|| crate::pattern(r"^(?P<name>[a-z][a-z0-9_-]{0,20}(?: [0-9]{1,3})?):[ \t]+[^ \t\n]"));
    let found = PLAIN.captures(line)?;
    Some(Label { start: 0, end: found.name("name")?.end(), text: found.get(0)?.end() - 1 })
}

/// Whether a line after a blank one is a title: bold as a whole, or a few words and a colon.
pub(crate) fn is_title(line: &str) -> bool {
    let bare = line.trim_end_matches(':');
    let is_long = line.len() > 80 || line.contains('\n');
    let leads_over = || listed("leads-over", bare.trim_matches(['*', '_', ':'])).is_some();
    if is_long || time::stamp_at_start(line).is_some() || leads_over() {
        return false;
    }
    for mark in ["**", "__"] {
        let inner = bare.strip_prefix(mark).and_then(|inner| inner.strip_suffix(mark));
        if inner.is_some_and(|inner| !inner.contains(mark)) {
            return true;
        }
    }
    let is_named = bare.len() < line.len() && bare.starts_with(unicode::is_uppercase);
    is_named && bare.split_ascii_whitespace().count() <= 4 && !bare.contains([',', '.', ':', '|'])
}
