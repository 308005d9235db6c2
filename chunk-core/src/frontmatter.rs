//! Finds the YAML block at the top of a Markdown document. Markdown parsers should not look for it themselves: they take any
//! later `---` … `---` for one.

#[cfg(feature = "frontmatter")]
mod yaml;

#[cfg(feature = "frontmatter")]
pub use yaml::{FrontmatterError, MAX_BYTES, MAX_DEPTH, Mapping, Scalar, Value, parse};

use crate::unicode::{is_alphanumeric, trim_end};
use std::ops::Range;

/// Where the frontmatter of a document is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frontmatter {
    /// The bytes between the two marks: the YAML.
    pub yaml: Range<usize>,
    /// The byte at which the document's text starts: after the line of the end mark.
    pub body: usize,
}

/// The frontmatter of `text` (line ends LF, no BOM), by the one rule of all policies (M1, H1, B2): a first line `---`, a later line
/// `---` or `...`, white space after either aside, and between them, as the first line that is neither blank nor a comment, a key of
/// YAML or the opening of a flow mapping. All else is text, such as a rule above the first slide.
///
/// A key is a name and a colon, followed by white space or the line's end. A name is in quotes, or has no white space and no marks of
/// Markdown.
///
/// ```
/// use chunk_core::frontmatter;
///
/// let text = "---\ntitle: A\n---\n# A\n";
/// let found = frontmatter::find(text).unwrap();
/// assert_eq!(&text[found.yaml], "title: A\n");
/// assert_eq!(&text[found.body..], "# A\n");
/// assert_eq!(frontmatter::find("---\nThe first slide\n---\nThe second\n"), None);
/// ```
#[must_use]
pub fn find(text: &str) -> Option<Frontmatter> {
    let mut lines = text.split_inclusive('\n');
    let start = lines.next().filter(|line| trim_end(line) == "---")?.len();
    let (mut at, mut is_yaml) = (start, None);
    for line in lines {
        let content = trim_end(line);
        if matches!(content, "---" | "...") {
            return (is_yaml == Some(true)).then(|| Frontmatter { yaml: start..at, body: at + line.len() });
        }
        if !content.is_empty() && !content.trim_ascii_start().starts_with('#') {
            is_yaml.get_or_insert_with(|| begins_mapping(line.lines().next().unwrap_or_default()));
        }
        at += line.len();
    }
    None
}

/// Whether a line begins a mapping of YAML.
fn begins_mapping(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    // Indented by more, a line of Markdown is code.
    if line.len() - text.len() > 3 {
        return false;
    }
    let rest = match text.chars().next() {
        // Not the marks of a template: `{{` and `{%`.
        Some('{') => return !text.starts_with("{{") && !text.starts_with("{%"),
        Some(quote @ ('"' | '\'')) => {
            text.get(1..).and_then(|name| name.split_once(quote)).map(|(_, rest)| rest)
        }
        Some(first) if is_alphanumeric(first) || first == '_' => {
            let is_name = |c: char| is_alphanumeric(c) || matches!(c, '_' | '-' | '.' | '/' | '$' | '@');
            Some(text.trim_start_matches(is_name))
        }
        _ => None,
    };
    rest.and_then(|rest| rest.strip_prefix(':'))
        .is_some_and(|value| value.is_empty() || value.starts_with([' ', '\t']))
}
