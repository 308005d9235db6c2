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
const MARKDOWN: [&str; 0] = [];

/// A word takes 16 bytes, a block 56, a section 72, a draft 208.
const HYBRID: [&str; 0] = [];

/// The parser's, as for Markdown.
const BACKLOG: [&str; 2] = ["definitions-and-uses", "quotes-and-text"];

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
