//! What is known to take more memory than the bound, up to 8 MiB. Each of it falls still: one that holds is told, too.

/// Whether `policy` is known to take more than the bound for the pattern `name`.
pub fn falls(policy: &str, name: &str) -> bool {
    of(policy).contains(&name)
}

fn of(policy: &str) -> &'static [&'static str] {
    match policy {
        "hybrid" => &HYBRID,
        "markdown" => &MARKDOWN,
        _ => &[],
    }
}

/// Words with as many different stems, and steps that each wait for a later one.
const HYBRID: [&str; 2] = ["different-stems", "steps-that-wait"];

/// Many blocks in one, which the parser has to see as a whole.
const MARKDOWN: [&str; 2] = ["paragraphs-in-an-item", "paragraphs-in-a-quote"];

#[cfg(test)]
mod tests {
    use super::of;
    use crate::pathological::{POLICIES, patterns};

    #[test]
    fn each_is_a_pattern_of_its_policy() {
        for policy in POLICIES {
            for name in of(policy) {
                let pattern = patterns::ALL.iter().find(|pattern| pattern.name == *name);
                assert!(pattern.is_some_and(|pattern| pattern.is_for(policy)), "{policy}: {name}");
            }
        }
    }
}
