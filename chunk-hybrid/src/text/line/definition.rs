//! Definitions of links, which no reader sees: `[guide]: docs/guide.md "The guide"`.

use chunk_core::{slice, unicode};

/// The longest label in bytes; Markdown has the same limit.
const LONGEST_LABEL: usize = 999;

/// Whether a line is the definition of a link: a label, a target, perhaps a title.
pub(crate) fn is_definition(line: &str) -> bool {
    let Some((target, title)) = target_and_title(line) else { return false };
    // A target holds a mark that words do not: `[app]: started.` is a line of a log.
    let is_target = target.starts_with(['#', '<', '/'])
        || target.trim_end_matches(['.', ':', '/']).contains(['/', '.', ':', '@']);
    let is_title = [('"', '"'), ('\'', '\''), ('(', ')')]
        .iter()
        .any(|&(open, close)| title.len() > 1 && title.starts_with(open) && title.ends_with(close));
    is_target && (title.is_empty() || is_title)
}

/// The first word after `[label]:`, and the rest of the line. `[^1]:` is a footnote.
fn target_and_title(line: &str) -> Option<(&str, &str)> {
    let label = line.strip_prefix('[').filter(|label| !label.starts_with('^'))?;
    let close = memchr::memchr(b']', label.as_bytes()).filter(|close| (1..=LONGEST_LABEL).contains(close))?;
    let rest = unicode::trim(slice(label, close + 1..label.len()).strip_prefix(':')?);
    let end = rest.find([' ', '\t']).unwrap_or(rest.len());
    Some((slice(rest, 0..end), unicode::trim_start(slice(rest, end..rest.len()))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("[guide]: https://example.com/a", true)]
    #[case("[The guide]:docs/guide.md", true)]
    #[case("[a]: #names 'The names'  ", true)]
    #[case("[a]: ch02.html (On names)", true)]
    #[case("[a]: mailto:ann@example.com", true)]
    #[case("[a]: https://example.com \"We chose oak over pine\"", true)]
    #[case("[a]: https://example.com is where it stands", false)]
    #[case("[a]: https://example.com \"", false)]
    #[case("[app]: started.", false)]
    #[case("[Ann]: yes", false)]
    #[case("[^1]: docs/guide.md", false)]
    #[case("[ ] docs/guide.md", false)]
    #[case("[]: docs/guide.md", false)]
    #[case("[guide](docs/guide.md)", false)]
    #[case("guide: docs/guide.md", false)]
    fn definitions(#[case] line: &str, #[case] expected: bool) {
        assert_eq!(is_definition(line), expected);
    }
}
