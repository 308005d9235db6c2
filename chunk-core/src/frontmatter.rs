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

/// The frontmatter of `text` (line ends LF, no BOM): from a first line `---` to the next line that is one of `end_marks`; white
/// space may follow either. `None` if the first line is no `---`, or no end mark follows.
///
/// ```
/// use chunk_core::frontmatter;
///
/// let text = "---\ntitle: A\n---\n# A\n";
/// let found = frontmatter::split(text, &["---", "..."]).unwrap();
/// assert_eq!(&text[found.yaml], "title: A\n");
/// assert_eq!(&text[found.body..], "# A\n");
/// ```
#[must_use]
pub fn split(text: &str, end_marks: &[&str]) -> Option<Frontmatter> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|line| trim_end(line) == "---")?;
    let mut at = first.len();
    for line in lines {
        if end_marks.contains(&trim_end(line)) {
            return Some(Frontmatter { yaml: first.len()..at, body: at + line.len() });
        }
        at += line.len();
    }
    None
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
    let found = split(text, &["---", "..."])?;
    let mut lines = crate::slice(text, found.yaml.clone()).lines();
    let is_text = |line: &&str| !trim_end(line).is_empty() && !line.trim_ascii_start().starts_with('#');
    lines.find(is_text).is_some_and(begins_mapping).then_some(found)
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
