//! What is known to take more memory than the bound, up to 8 MiB. Each of it falls still: one that holds is told, too.

/// The patterns by which a policy takes more than the bound, or hybrid where it is asked for a strategy.
pub fn fall(policy: &str, strategy: Option<&str>) -> &'static [&'static str] {
    match (policy, strategy) {
        // Words with as many different stems, rows that are all decisions, and steps that each wait for a later one.
        ("hybrid", Some("preference-signal")) => &["different-stems", "rows-that-lack-cells"],
        ("hybrid", Some("step-based")) => &["different-stems", "steps-that-wait"],
        ("hybrid", _) => &["different-stems"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::fall;
    use crate::pathological::{POLICIES, STRATEGIES, patterns};

    #[test]
    fn each_is_a_pattern_of_its_policy() {
        for policy in POLICIES {
            for name in [None].into_iter().chain(STRATEGIES.map(Some)).flat_map(|own| fall(policy, own)) {
                let pattern = patterns::ALL.iter().find(|pattern| pattern.name == *name);
                assert!(pattern.is_some_and(|pattern| pattern.is_for(policy)), "{policy}: {name}");
            }
        }
    }
}
