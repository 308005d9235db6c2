//! Tests that every test, case, pattern and command exists that the docs name as the guard of a promise.

use crate::{Arguments, root};
use clap::CommandFactory;
use std::fs;

/// The text of all Rust files, which may contain a test.
fn sources() -> String {
    let mut sources = String::new();
    for entry in ignore::Walk::new(root()) {
        let path = entry.unwrap().into_path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push_str(&fs::read_to_string(path).unwrap());
        }
    }
    sources
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).unwrap()
}

/// The code spans of a page.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether the thing called `name` exists; `None` if it does not look like a test, command, file or case.
fn is_there(name: &str, sources: &str) -> Option<bool> {
    let is_snake = |c: char| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit();
    if let Some(command) = name.strip_prefix("cargo xtask ") {
        let command = command.split(' ').next().unwrap_or_default();
        return Some(Arguments::command().find_subcommand(command).is_some());
    }
    if name.chars().all(is_snake) && name.matches('_').count() >= 2 {
        return Some(sources.contains(&format!("fn {name}(")));
    }
    let (folder, rest) = name.split_once('/').filter(|(folder, _)| !folder.is_empty())?;
    if root().join("fixtures").join(folder).is_dir() {
        return Some(root().join("fixtures").join(name).join("case.toml").is_file());
    }
    let is_file = root().join(folder).join("Cargo.toml").is_file() && rest.ends_with(".rs");
    is_file.then(|| root().join(name).is_file())
}

#[test]
fn what_holds_a_promise_is_there() {
    let sources = sources();
    let stability = page("stability.md");
    for name in spans(&stability) {
        assert_ne!(is_there(name, &sources), Some(false), "stability.md: {name}");
    }
    let patterns = fs::read_to_string(root().join("xtask/src/pathological/patterns.rs")).unwrap();
    let hostile = page("hostile.md");
    let rows: Vec<_> = hostile.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    for row in &rows {
        let held_by = row.trim_end_matches([' ', '|']).rsplit(" | ").next().unwrap_or_default();
        assert!(held_by.contains('`'), "hostile.md: nothing holds {row}");
        for name in spans(held_by) {
            let is_pattern = || patterns.contains(&format!("(\"{name}\""));
            assert!(is_there(name, &sources).unwrap_or_else(is_pattern), "hostile.md: {name}");
        }
    }
}
