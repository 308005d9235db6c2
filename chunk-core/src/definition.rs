//! Whether a paragraph of Markdown may still turn out to be a link reference definition, `[label]: destination "title"`, which
//! can take several lines. For those who give a parser a document in parts.

use crate::slice;

/// How far a paragraph has come that starts like a link reference definition, or like the title of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beginning {
    /// The label has not ended, or the destination has not begun, or a title may still follow it.
    Head,
    /// A title starts at this byte and has not ended yet; this mark ends it.
    Title(usize, char),
    /// It is text, whatever follows.
    Text,
}

/// How far `paragraph`, which may go on, has come. It must not be a complete definition already.
///
/// ```
/// use chunk_core::{Beginning, beginning};
///
/// assert_eq!(beginning("[a]: b 'c\nd"), Beginning::Title(7, '\''));
/// assert_eq!(beginning("[a]: b c\nd"), Beginning::Text);
/// ```
#[must_use]
pub fn beginning(paragraph: &str) -> Beginning {
    let title = match paragraph.strip_prefix('[') {
        None => paragraph,
        Some(label) => match behind_label(label).map(behind_destination) {
            Ok("") => return Beginning::Head,
            Ok(title) => title,
            Err(found) => return found,
        },
    };
    let mark = match title.chars().next() {
        Some('(') => ')',
        Some(mark @ ('"' | '\'')) => mark,
        _ => return Beginning::Text,
    };
    let inside = slice(title, 1..title.len());
    if ends_title(inside, mark) {
        Beginning::Text
    } else {
        Beginning::Title(paragraph.len() - title.len(), mark)
    }
}

/// Whether `text`, which goes on in a title that `mark` ends, ends that title or shows that it is none.
#[must_use]
pub fn ends_title(text: &str, mark: char) -> bool {
    unescaped(text, |c| c == mark || c == '(' && mark == ')').is_some()
}

/// Where the lines of `paragraph` begin that a parser need not see to tell what the paragraph is, as long as they go on with what
/// byte `shown` is in. They begin with the text of a line after that of this byte, and after the first two lines, which may look
/// like the start of a table. Blank lines are passed over: they show neither the indentation of the paragraph nor the depth of
/// its quotes.
///
/// ```
/// assert_eq!(chunk_core::solid_line("[a]: b 'c\nd\n> e\nf\n", 7), Some(14));
/// ```
#[must_use]
pub fn solid_line(paragraph: &str, shown: usize) -> Option<usize> {
    let (second, _) = paragraph.match_indices('\n').nth(1)?;
    let line_end = memchr::memchr(b'\n', paragraph.as_bytes().get(shown..)?)?;
    let rest = slice(paragraph, second.max(shown + line_end)..paragraph.len());
    Some(paragraph.len() - rest.trim_start_matches([' ', '\t', '>', '\n']).len())
}

/// What follows a label and its colon; without them, what that shows.
fn behind_label(label: &str) -> Result<&str, Beginning> {
    /// A label has at most 999 characters, and each line end is one.
    const MOST_LINE_ENDS: usize = 999;
    let Some(end) = unescaped(label, |c| matches!(c, '[' | ']')) else {
        let is_short = memchr::memchr_iter(b'\n', label.as_bytes()).nth(MOST_LINE_ENDS).is_none();
        return Err(if is_short { Beginning::Head } else { Beginning::Text });
    };
    slice(label, end..label.len()).strip_prefix("]:").ok_or(Beginning::Text)
}

/// What follows a destination and the blanks and quote markers after it.
fn behind_destination(text: &str) -> &str {
    let text = trim_between(text);
    let end = match text.strip_prefix('<') {
        Some(inside) => unescaped(inside, |c| matches!(c, '>' | '\n')).map(|end| end + 2),
        None => text.find(|c: char| c.is_ascii_whitespace()),
    };
    trim_between(slice(text, end.unwrap_or(text.len())..text.len()))
}

/// `text` without the white space it starts with, and on a new line without the markers of quotes.
fn trim_between(text: &str) -> &str {
    let trimmed = text.trim_ascii_start();
    let is_next_line = slice(text, 0..text.len() - trimmed.len()).contains('\n');
    if is_next_line { trimmed.trim_start_matches([' ', '\t', '>']) } else { trimmed }
}

/// Where the first character stands that is `sought` and not escaped.
fn unescaped(text: &str, sought: impl Fn(char) -> bool) -> Option<usize> {
    let mut characters = text.char_indices();
    while let Some((at, next)) = characters.next() {
        if sought(next) {
            return Some(at);
        }
        if next == '\\' {
            characters.next();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::label("[a\nb", Beginning::Head)]
    #[case::escaped("[a\\]: b c", Beginning::Head)]
    #[case::no_destination("[a]:\n> ", Beginning::Head)]
    #[case::no_title("[a]: b\n> ", Beginning::Head)]
    #[case::title("[a\nb]:\n<c d>\n\"e\n\\\" f", Beginning::Title(13, '"'))]
    #[case::title_behind_a_definition("(a\nb", Beginning::Title(0, ')'))]
    #[case::no_end("[a]: <b\nc", Beginning::Text)]
    #[case::no_label("[a] b", Beginning::Text)]
    #[case::label_in_label("[a\n[b", Beginning::Text)]
    #[case::text_behind_a_destination("[a]: b c", Beginning::Text)]
    #[case::text_behind_a_title("[a]: b 'c' d", Beginning::Text)]
    #[case::two_parentheses("[a]: b (c (d", Beginning::Text)]
    #[case::word("a\nb", Beginning::Text)]
    fn a_paragraph_shows_what_it_may_be(#[case] paragraph: &str, #[case] expected: Beginning) {
        assert_eq!(beginning(paragraph), expected);
    }

    #[test]
    fn a_label_of_a_thousand_lines_is_none() {
        let lines = |count| format!("[{}", "a\n".repeat(count));
        assert_eq!(beginning(&lines(999)), Beginning::Head);
        assert_eq!(beginning(&lines(1000)), Beginning::Text);
    }
}
