//! Headings that are written without `#`: a bold line, or a few words and a colon, after a blank line.

use crate::text::time;
use chunk_core::{slice, unicode};

/// Whether a line after a blank one is a title: bold as a whole, or a few words and a colon.
pub(super) fn is_title(line: &str, next_is_text: bool) -> bool {
    if line.is_empty()
        || line.len() > 80
        || line.contains('\n')
        || !next_is_text
        || time::stamp_at_start(line).is_some()
    {
        return false;
    }
    let bare = line.trim_end_matches(':');
    if leads_over(bare) {
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

/// Whether a line only leads over to what follows, and is no name of it: "For example:".
fn leads_over(line: &str) -> bool {
    const PHRASES: [&str; 9] = [
        "for example",
        "for instance",
        "e.g.",
        "i.e.",
        "that is",
        "as follows",
        "such as",
        "namely",
        "in other words",
    ];
    let bare = line.trim_matches(['*', '_', ':']);
    PHRASES.iter().any(|phrase| {
        let start = bare.get(..phrase.len()).filter(|start| start.eq_ignore_ascii_case(phrase));
        start.is_some() && !slice(bare, phrase.len()..bare.len()).starts_with(unicode::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("Steps:", true)]
    #[case("For reviewers:", true)]
    #[case("**Plan**", true)]
    #[case("To do:", true)]
    #[case("Example:", true)]
    #[case("Such asides:", true)]
    #[case("For example:", false)]
    #[case("**For example:**", false)]
    #[case("In other words:", false)]
    #[case("E.g. in Go:", false)]
    #[case("That is:", false)]
    #[case("It was cold.", false)]
    fn titles_name_something(#[case] line: &str, #[case] expected: bool) {
        assert_eq!(is_title(line, true), expected);
    }
}
