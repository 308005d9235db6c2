//! Definitions of links, which no reader sees: `[guide]: docs/guide.md "The guide"`.

use chunk_core::{slice, unicode};

/// Longer labels are no labels to Markdown either, in bytes.
const LONGEST: usize = 999;

/// Whether a line defines where a link leads: a label, a place, perhaps a title. A place holds a mark inside that words do not, so that
/// `[app]: started.` is a line of a log, and `[^1]: text` is a footnote.
pub(crate) fn is_definition(line: &str) -> bool {
    let defines = || {
        let label = line.strip_prefix('[').filter(|label| !label.starts_with('^'))?;
        let close = memchr::memchr(b']', label.as_bytes()).filter(|close| (1..=LONGEST).contains(close))?;
        let behind = unicode::trim(slice(label, close + 1..label.len()).strip_prefix(':')?);
        let end = behind.find([' ', '\t']).unwrap_or(behind.len());
        let (place, title) = (slice(behind, 0..end), unicode::trim_start(slice(behind, end..behind.len())));
        let is_place = place.starts_with(['#', '<', '/'])
            || place.trim_end_matches(['.', ':', '/']).contains(['/', '.', ':', '@']);
        let is_title = [('"', '"'), ('\'', '\''), ('(', ')')]
            .iter()
            .any(|&(open, close)| title.len() > 1 && title.starts_with(open) && title.ends_with(close));
        Some(is_place && (title.is_empty() || is_title))
    };
    defines() == Some(true)
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
