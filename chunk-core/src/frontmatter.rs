//! Finds the YAML block at the top of a Markdown document. Markdown parsers should not look for it themselves: they take any
//! later `---` … `---` for one.

#[cfg(feature = "frontmatter")]
mod yaml;

#[cfg(feature = "frontmatter")]
pub use yaml::{FrontmatterError, MAX_BYTES, MAX_DEPTH, Mapping, Scalar, Value, parse};

use crate::unicode::trim_end;
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

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::dots("---\na: 1\n... \nb", Some((4..9, 14)))]
    #[case::empty("---\n---\n", Some((4..4, 8)))]
    #[case::at_the_end("--- \n---", Some((5..5, 8)))]
    #[case::never_closed("---\na: 1\n", None)]
    #[case::indented(" ---\n---\n", None)]
    #[case::later("a\n---\n---\n", None)]
    #[case::none("", None)]
    fn marks(#[case] text: &str, #[case] expected: Option<(Range<usize>, usize)>) {
        let found = split(text, &["---", "..."]).map(|found| (found.yaml, found.body));
        assert_eq!(found, expected);
    }
}
