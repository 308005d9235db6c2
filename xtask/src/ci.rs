//! `cargo xtask ci`: runs everything that must pass before a change lands. The tests come last, so that the output ends
//! with their summary.

use crate::{Answer, root};
use std::process::Command;

const STEPS: [&[&str]; 14] = [
    &["fmt", "--all", "--check"],
    &["clippy", "--quiet", "--workspace", "--all-targets", "--", "--deny", "warnings"],
    &["doc", "--quiet", "--workspace", "--no-deps"],
    &["xtask", "ids", "--check"],
    &["xtask", "clauses", "--check"],
    &["xtask", "bench", "--table", "--check"],
    &["xtask", "schemas", "--check"],
    &["xtask", "vocabularies", "--check"],
    &["training", "fit", "--check"],
    &["xtask", "release", "--check"],
    &["xtask", "conformance"],
    &["xtask", "pathological", "--fast"],
    &["test", "--quiet", "--workspace", "--doc"],
    &["test", "--workspace", "--lib", "--bins", "--tests"],
];

pub fn run() -> Answer {
    for step in STEPS {
        println!("$ cargo {}", step.join(" "));
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(step.iter()).current_dir(root()).env("RUSTDOCFLAGS", "--deny warnings");
        if !cargo.status()?.success() {
            println!("failed: cargo {}", step.join(" "));
            return Ok(false);
        }
    }
    Ok(true)
}
