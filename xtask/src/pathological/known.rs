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
const BOTH: [&str; 40] = [
    "stops-and-spaces",
    "short-lines",
    "short-paragraphs",
    "trailing-spaces",
    "leading-spaces",
    "headings",
    "empty-headings",
    "deep-headings",
    "headings-with-text",
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
    "fences",
    "tilde-fences",
    "indented-code",
    "one-table",
    "pipe-lines",
    "delimiter-rows",
    "wide-table-header",
    "html-open",
    "html-close",
    "definition-starts",
    "definitions-and-uses",
    "footnotes",
    "hard-breaks",
    "quotes-and-text",
    "key-values",
    "equals",
    "diff",
    "speakers",
];

/// What the CommonMark parser keeps of a block until its end: 48 bytes for each line, cell or mark; and blocks, of 60 bytes each.
const MARKDOWN: [&str; 11] = [
    "nul",
    "bell",
    "numbered-items-in-text",
    "autolinks",
    "frontmatter-open",
    "frontmatter-lists",
    "frontmatter-many-keys",
    "rules-behind-frontmatter",
    "long-first-heading-and-sections",
    "acceptance-criteria",
    "worklog",
];

/// Words take 16 bytes, blocks 56, sections 72, drafts 208.
const HYBRID: [&str; 18] = [
    "next-line",
    "closing-quotes",
    "at-signs",
    "emails",
    "abbreviations",
    "decimals",
    "versions",
    "numbered-words",
    "setext-long",
    "closed-fences",
    "open-fence",
    "tables",
    "one-wide-row",
    "definitions",
    "stars-and-underscores",
    "private-key-lines",
    "log-lines",
    "shell",
];

/// What else takes more where hybrid is asked for a strategy by name.
const ASKED: [&str; 1] = ["bearer"];

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
