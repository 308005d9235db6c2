//! What is known to take more memory than the bound, up to 8 MiB. Each of it falls still: one that holds is told, too.

/// The patterns by which a policy takes more than the bound.
pub fn fall(policy: &str) -> &'static [&'static str] {
    match policy {
        // Parts of an item that the parser has to see as a whole.
        "markdown" => &["definitions-behind-a-paragraph"],
        "backlog" => &["definitions-behind-a-paragraph", "lines-behind-a-paragraph"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::fall;
    use crate::pathological::{POLICIES, patterns};

    #[test]
    fn each_is_a_pattern_of_its_policy() {
        for policy in POLICIES {
            for name in fall(policy) {
                let pattern = patterns::ALL.iter().find(|pattern| pattern.name == *name);
                assert!(pattern.is_some_and(|pattern| pattern.is_for(policy)), "{policy}: {name}");
            }
        }
    }
}
