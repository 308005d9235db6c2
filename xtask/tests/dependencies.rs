//! No dependency of a policy crate comes or goes unnoticed.
// Holds: P8
#![allow(missing_docs, clippy::disallowed_methods, clippy::unwrap_used)]

use std::{collections::BTreeSet, process::Command};

#[test]
fn each_policy_crate_has_the_listed_dependencies() {
    let mut name = "";
    let mut listed: Vec<(&str, BTreeSet<String>)> = Vec::new();
    for line in include_str!("dependencies.txt").lines().filter(|line| !line.starts_with('#')) {
        if line.starts_with(' ') {
            listed.last_mut().unwrap().1.extend(line.split_whitespace().map(str::to_owned));
        } else if !line.is_empty() {
            name = line;
            listed.push((name, BTreeSet::new()));
        }
    }
    assert_eq!(listed.len(), 5, "{name} is the last");
    for (name, listed) in listed {
        let found = dependencies(name);
        let (new, gone): (Vec<_>, Vec<_>) =
            (found.difference(&listed).collect(), listed.difference(&found).collect());
        assert!(
            new.is_empty() && gone.is_empty(),
            "{name} has {new:?} more than dependencies.txt, not {gone:?}"
        );
    }
}

fn dependencies(name: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--package", name, "--edges", "normal,build", "--target", "all"])
        .args(["--prefix", "none", "--format", "{p}"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    let names = tree.lines().filter_map(|line| line.split(' ').next());
    names.filter(|found| !found.is_empty() && *found != name).map(str::to_owned).collect()
}
