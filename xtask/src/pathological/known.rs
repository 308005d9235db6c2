//! What is known to take more memory than the bound, up to 8 MiB. Each of it falls still: one that holds is told, too.

/// Whether `policy` is known to take more than the bound for the pattern `name`, by its own choice of a strategy or by one that
/// `is_asked` for.
pub fn falls(policy: &str, is_asked: bool, name: &str) -> bool {
    of(policy).contains(&name) || is_asked && ASKED.contains(&name)
}

fn of(policy: &str) -> &'static [&'static str] {
    match policy {
        "hybrid" => &HYBRID,
        _ => &[],
    }
}

/// Different words with as many different stems, and steps that each wait for the next one.
const HYBRID: [&str; 2] = ["different-stems", "steps-that-wait"];

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
