//! Headings that are written without `#`: a bold line, or a few words and a colon, after a blank line.

use crate::text::time;
use chunk_core::unicode;
use regex::Regex;
use std::sync::LazyLock;

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
    if LEADS_OVER.is_match(bare) {
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

/// What only leads over to what follows, and is no name of it: "For example:".
static LEADS_OVER: LazyLock<Regex> = LazyLock::new(|| {
    crate::pattern(
        r"^[*_:]*(?i:for example|for instance|e\.g\.|i\.e\.|that is|as follows|such as|namely|in other words)(?:[^\pL\pN]|$)",
    )
});
