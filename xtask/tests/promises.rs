//! Every promise of docs/stability.md is held by a test or a command, which says so in a comment such as `// Holds: P3, P4`.
#![allow(missing_docs, clippy::disallowed_methods, clippy::unwrap_used)]

use std::{collections::BTreeSet, fs, path::Path};

#[test]
fn every_promise_is_held_and_what_is_held_is_promised() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = fs::read_to_string(root.join("docs/stability.md")).unwrap();
    let promised: BTreeSet<String> = page
        .lines()
        .filter_map(|line| line.strip_prefix("**P")?.split_once(' '))
        .map(|(number, _)| format!("P{number}"))
        .collect();
    assert!(promised.len() > 10, "{promised:?}");
    let mut held = BTreeSet::new();
    for entry in ignore::Walk::new(root) {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(path).unwrap();
            let lists = text.lines().filter_map(|line| line.trim_start().strip_prefix("// Holds: "));
            held.extend(lists.flat_map(|list| list.split(", ")).map(str::to_owned));
        }
    }
    assert_eq!(held, promised);
}
