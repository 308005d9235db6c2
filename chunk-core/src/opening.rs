//! Opens again the quotes, list items and footnotes that a part of a Markdown document stands in, for parsers that are given
//! the document in parts.

use crate::nesting::{blank_end, markers_end};
use std::iter;

/// A quote, a list item or a footnote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Container {
    /// The byte at which its first line starts.
    pub line: usize,
    /// Whether it is a quote.
    pub is_quote: bool,
}

/// The most bytes of an opening: a parser reads it again with each part of a text in these containers.
const LONGEST: usize = 1 << 14;
/// Columns between tab stops.
const TAB: usize = 4;
/// The most blanks between a list item's marker and its text: after more, the text is code.
const WIDEST_BLANKS: usize = 4;

/// Lines that open the nested `containers` of `markdown` again: for each line on which some of them start, that line up to the last of
/// their markers, and then an empty heading. A heading ends with its line, so the text that follows is in the containers but continues
/// no other block. `None` if the lines would be long, or if it is not certain what they open.
///
/// For Markdown parsers that keep all their input in memory: a text can be given to them in parts although it is one block.
///
/// ```
/// use chunk_core::{Container, opening};
///
/// let item = Container { line: 0, is_quote: false };
/// let quote = Container { line: 6, is_quote: true };
/// assert_eq!(opening("1.  a\n    > b\n    > c\n", [item, quote]).as_deref(), Some("1.  #\n    > #\n"));
/// ```
#[must_use]
pub fn opening(markdown: &str, containers: impl IntoIterator<Item = Container>) -> Option<String> {
    let mut opening = String::new();
    let mut containers = containers.into_iter().peekable();
    // A line repeats the markers of the quotes that are open.
    let mut quotes = 0;
    while let Some(first) = containers.next() {
        let mut markers = quotes + 1;
        quotes += usize::from(first.is_quote);
        while let Some(inner) = containers.next_if(|inner| inner.line == first.line) {
            markers += 1;
            quotes += usize::from(inner.is_quote);
        }
        let rest = markdown.as_bytes().get(first.line..)?;
        let line = rest.get(..LONGEST).unwrap_or(rest);
        let line = memchr::memchr(b'\n', line).and_then(|end| line.get(..end)).unwrap_or(line);
        opening.push_str(&markers_with_blanks(line, markers)?);
        opening.push_str("#\n");
        if opening.len() > LONGEST {
            return None;
        }
    }
    Some(opening)
}

/// The markers and blanks at the start of a line that continues everything `opening` opens.
///
/// ```
/// assert_eq!(chunk_core::going_on("> 1.  #\n>     > #\n"), ">     > ");
/// assert_eq!(chunk_core::going_on("> 1.  #\n"), ">     ");
/// ```
#[must_use]
pub fn going_on(opening: &str) -> String {
    /// Columns by which the text of a footnote is indented.
    const IN_FOOTNOTE: usize = 4;
    let mut rest = opening.lines().next_back().unwrap_or_default().trim_end_matches('#');
    let mut shown = String::new();
    let (mut column, mut is_moved) = (0, false);
    while let Some(first) = rest.chars().next() {
        let behind = rest.get(first.len_utf8()..).unwrap_or_default();
        let (width, behind) = match first {
            // An opening with a footnote has no tabs.
            '[' => (IN_FOOTNOTE, behind.split_once("]:").map_or("", |(_, text)| text.trim_ascii_start())),
            '\t' => (TAB - column % TAB, behind),
            _ => (1, behind),
        };
        // The blank after the marker of a quote belongs to it.
        if shown.ends_with('>') && !matches!(first, '>' | ' ' | '\t') {
            shown.push(' ');
            is_moved = true;
        }
        match first {
            '>' => shown.push('>'),
            // Once a blank was added, a tab would end elsewhere, so spaces take its place.
            '\t' if !is_moved => shown.push('\t'),
            _ => shown.extend(iter::repeat_n(' ', width)),
        }
        column += width;
        rest = behind;
    }
    if shown.ends_with('>') {
        shown.push(' ');
    }
    shown
}

/// The start of a `line` that opens containers: as many `markers`, and the blanks after them, which tell how far the other lines of a
/// list item are indented.
fn markers_with_blanks(line: &[u8], markers: usize) -> Option<String> {
    let end = markers_end(line, markers)?;
    let text = blank_end(line, end);
    let markers = str::from_utf8(line.get(..end)?).ok()?;
    let with_blanks = str::from_utf8(line.get(..text)?).ok()?;
    let is_indented = |text: &str| text.contains('\t') || text.contains("    ");
    let footnotes = markers.matches('[').count();
    // How many blanks follow a footnote's label does not matter.
    let is_footnote = markers.ends_with(':');
    // A footnote inside another one ends it; and it is not certain where a tab between its label and a list item ends.
    if footnotes > 1 || footnotes > 0 && is_indented(if is_footnote { markers } else { with_blanks }) {
        return None;
    }
    let is_code = column(with_blanks) - column(markers) > WIDEST_BLANKS;
    let has_blanks = !is_footnote && !is_code && text < line.len();
    Some(if has_blanks { with_blanks.to_owned() } else { format!("{markers} ") })
}

/// The column at which `line` ends. A tab goes to the next multiple of [`TAB`].
fn column(line: &str) -> usize {
    line.bytes().fold(0, |column, byte| column + if byte == b'\t' { TAB - column % TAB } else { 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const QUOTE: bool = true;
    const ITEM: bool = false;

    #[rstest]
    #[case::quote("> a", &[(0, QUOTE)], "> #")]
    #[case::no_blank(">a", &[(0, QUOTE)], ">#")]
    #[case::item("  -  a", &[(0, ITEM)], "  -  #")]
    #[case::tab("-\ta", &[(0, ITEM)], "-\t#")]
    #[case::code("1.      a", &[(0, ITEM)], "1. #")]
    #[case::code_behind_a_tab("-\t\ta", &[(0, ITEM)], "- #")]
    #[case::no_text("-", &[(0, ITEM)], "- #")]
    #[case::no_text_but_blanks("-   \n  a", &[(0, ITEM)], "- #")]
    #[case::footnote("[^a]: b", &[(0, ITEM)], "[^a]: #")]
    #[case::tab_behind_a_label("[^a]:\tb", &[(0, ITEM)], "[^a]: #")]
    #[case::on_one_line("- > 1) a", &[(0, ITEM), (0, QUOTE), (0, ITEM)], "- > 1) #")]
    #[case::only_the_outer("- > 1) a", &[(0, ITEM)], "- #")]
    #[case::on_several("- a\n  > - b\n  >   > c", &[(0, ITEM), (4, QUOTE), (4, ITEM), (12, QUOTE)], "- #\n  > - #\n  >   > #")]
    fn containers_are_opened_anew(
        #[case] text: &str,
        #[case] containers: &[(usize, bool)],
        #[case] lines: &str,
    ) {
        let containers = containers.iter().map(|&(line, is_quote)| Container { line, is_quote });
        assert_eq!(opening(text, containers), Some(format!("{lines}\n")));
    }

    #[rstest]
    #[case::nothing("", "")]
    #[case::quote(">#\n", "> ")]
    #[case::item("  12)  #\n", "       ")]
    #[case::tab(">\t-\t#\n", ">\t \t")]
    #[case::behind_a_quote("> >-\t#\n", "> >      ")]
    #[case::footnote("> [^é]:  - #\n", ">       ")]
    #[case::on_several("- #\n  > - #\n  >   > #\n", "  >   > ")]
    fn a_line_shows_that_it_goes_on(#[case] opening: &str, #[case] markers: &str) {
        assert_eq!(going_on(opening), markers);
    }

    #[rstest]
    #[case::item_behind_a_tab("[^a]:\t- b", 2)]
    #[case::two_labels("[^a]: [^b]: - c", 2)]
    #[case::label_in_a_footnote("    [^a]: b", 1)]
    #[case::long(&format!("- a{}", "\n- a".repeat(LONGEST / 4 + 1)), LONGEST / 4 + 1)]
    #[case::no_marker("a", 1)]
    fn some_openings_are_not_made(#[case] text: &str, #[case] items: usize) {
        let items = (0..items).map(|number| Container { line: 4 * number, is_quote: false });
        assert_eq!(opening(text, items), None);
    }
}
