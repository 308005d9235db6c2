//! What is known to take more memory than the bound, up to 8 MiB. Each of it falls still: one that holds is told, too.

/// Whether `policy` is known to take more than the bound for the pattern `name`, by its own choice of a strategy or by one that
/// `is_asked` for.
pub fn falls(policy: &str, is_asked: bool, name: &str) -> bool {
    of(policy).iter().any(|known| known.contains(&name)) || is_asked && ASKED.contains(&name)
}

fn of(policy: &str) -> &'static [&'static [&'static str]] {
    match policy {
        "markdown" => &[&BOTH, &MARKDOWN],
        "hybrid" => &[&BOTH, &HYBRID],
        "backlog" => &[&BACKLOG],
        _ => &[],
    }
}

/// Blocks of a few bytes, of Markdown and hybrid: each has a size of its own.
const BOTH: [&str; 30] = [
    "stops-and-spaces",
    "short-lines",
    "short-paragraphs",
    "headings",
    "empty-headings",
    "deep-headings",
    "setext",
    "setext-underlines",
    "thematic-breaks",
    "star-breaks",
    "quotes-lines",
    "lazy-quotes",
    "quote-in-list",
    "bullets",
    "plus-bullets",
    "numbers",
    "loose-lists",
    "task-lists",
    "alternating-bullets",
    "one-table",
    "pipe-lines",
    "delimiter-rows",
    "wide-table-header",
    "definitions-and-uses",
    "footnotes",
    "hard-breaks",
    "quotes-and-text",
    "equals",
    "diff",
    "speakers",
];

/// What the CommonMark parser keeps of a block until its end: 48 bytes for each line, cell or mark; and blocks, of 52 bytes each.
const MARKDOWN: [&str; 17] = [
    "nul",
    "bell",
    "trailing-spaces",
    "leading-spaces",
    "indented-code",
    "html-open",
    "html-close",
    "key-values",
    "autolinks",
    "frontmatter-open",
    "frontmatter-lists",
    "frontmatter-many-keys",
    "rules-behind-frontmatter",
    "long-first-heading-and-sections",
    "acceptance-criteria",
    "worklog",
    "numbered-items-in-text",
];

/// Words take 12 bytes, blocks 56, units 16, sections 72; different words more, while they are found.
const HYBRID: [&str; 11] = [
    "headings-with-text",
    "headings-that-decide",
    "fences",
    "tilde-fences",
    "numbered-words",
    "setext-long",
    "closed-fences",
    "open-fence",
    "tables",
    "private-key-lines",
    "log-lines",
];

/// What else takes more where hybrid is asked for a strategy by name.
const ASKED: [&str; 9] = [
    "bearer",
    "shell",
    "at-signs",
    "emails",
    "versions",
    "one-wide-row",
    "stars-and-underscores",
    "key-values",
    "definitions",
];

/// The parser's, as for Markdown.
const BACKLOG: [&str; 3] = ["wide-table-header", "definitions-and-uses", "quotes-and-text"];

#[cfg(test)]
mod tests {
    use super::of;
    use crate::pathological::{POLICIES, patterns};

    #[test]
    fn each_is_a_pattern_of_its_policy() {
        for policy in POLICIES {
            for name in of(policy).iter().copied().flatten() {
                let pattern = patterns::ALL.iter().find(|pattern| pattern.name == *name);
                assert!(pattern.is_some_and(|pattern| pattern.is_for(policy)), "{policy}: {name}");
            }
        }
    }
}
