//! What is known to take more memory than the bound, up to 8 MiB. Each of it falls still: one that holds is told, too.

/// Whether `policy` is known to take more than the bound for the pattern `name`.
pub fn falls(policy: &str, name: &str) -> bool {
    let known: &[&str] = match policy {
        "markdown" => &MARKDOWN,
        "hybrid" => &HYBRID,
        "backlog" => &BACKLOG,
        _ => &[],
    };
    known.contains(&name)
}

/// The CommonMark parser needs the whole of a block: 48 bytes for each line, cell or mark in it. Beside these, blocks of a few bytes
/// each, of which every one takes 60 to 90.
const MARKDOWN: [&str; 51] = [
    "nul",
    "bell",
    "stops-and-spaces",
    "numbered-items-in-text",
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
    "autolinks",
    "hard-breaks",
    "quotes-and-text",
    "key-values",
    "equals",
    "diff",
    "speakers",
    "frontmatter-open",
    "frontmatter-lists",
    "frontmatter-many-keys",
    "rules-behind-frontmatter",
    "long-first-heading-and-sections",
    "acceptance-criteria",
    "worklog",
];

/// A word takes 16 bytes, a block 56, a section 72, a draft 208.
const HYBRID: [&str; 58] = [
    "next-line",
    "stops-and-spaces",
    "closing-quotes",
    "at-signs",
    "emails",
    "abbreviations",
    "decimals",
    "versions",
    "short-lines",
    "short-paragraphs",
    "trailing-spaces",
    "leading-spaces",
    "numbered-words",
    "headings",
    "empty-headings",
    "deep-headings",
    "headings-with-text",
    "setext",
    "setext-underlines",
    "setext-long",
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
    "closed-fences",
    "tilde-fences",
    "open-fence",
    "indented-code",
    "tables",
    "one-table",
    "pipe-lines",
    "delimiter-rows",
    "one-wide-row",
    "wide-table-header",
    "html-open",
    "html-close",
    "definitions",
    "definition-starts",
    "definitions-and-uses",
    "footnotes",
    "hard-breaks",
    "quotes-and-text",
    "stars-and-underscores",
    "key-values",
    "equals",
    "private-key-lines",
    "log-lines",
    "diff",
    "shell",
    "speakers",
];

/// The parser's, as for Markdown.
const BACKLOG: [&str; 3] = ["wide-table-header", "definitions-and-uses", "quotes-and-text"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathological::patterns;

    #[test]
    fn each_is_a_pattern_of_its_policy() {
        for (policy, known) in [("markdown", &MARKDOWN[..]), ("hybrid", &HYBRID), ("backlog", &BACKLOG)] {
            for name in known {
                let pattern = patterns::ALL.iter().find(|pattern| pattern.name == *name);
                assert!(pattern.is_some_and(|pattern| pattern.is_for(policy)), "{policy}: {name}");
            }
        }
    }
}
