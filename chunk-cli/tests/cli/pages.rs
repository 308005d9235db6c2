//! The commands that the pages show are run as they stand. (Their Rust code is run by `docs/pages.rs`.)
#![cfg(unix)]

use crate::harness::Folder;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What the commands chunk.
const FILES: [(&str, &str); 13] = [
    ("codex.jsonl", include_str!("../../../fixtures/formats/codex.jsonl")),
    ("github.json", include_str!("../../../fixtures/formats/github.json")),
    ("demo.cast", include_str!("../../../fixtures/formats/session3.cast")),
    ("constitution.jsonl", include_str!("../../../fixtures/eval/constitution.jsonl")),
    ("constitution/amendments.md", include_str!("../../../fixtures/eval/constitution/amendments.md")),
    ("constitution/constitution.md", include_str!("../../../fixtures/eval/constitution/constitution.md")),
    ("notes.txt", "We met. We decided nothing.\n"),
    ("guide.md", "# Guide\n\n## Install\nRun it.\n\n## Use\nRead it.\n"),
    ("notes/monday.md", "# Monday\n\nWe met. We decided nothing.\n"),
    ("docs/a.md", "# A\n\nText.\n"),
    ("docs/b.md", "# B\n\nText.\n"),
    ("backlog/products/a/items/task/A-1.md", "---\nid: A-1\ntitle: A task\n---\n# Goal\n\nText.\n"),
    (
        "questions.jsonl",
        concat!(
            r#"{"question": "How do I install it?", "answers": [{"source": "guide.md", "quote": "Run it."}]}"#,
            "\n",
            r#"{"question": "What did we decide?", "answers": [{"source": "notes/monday.md", "quote": "We decided nothing."}]}"#,
        ),
    ),
];

#[test]
fn every_command_of_the_pages_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["docs", "docs/guides"].map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let in_docs = folders.into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        in_docs.filter(|path| path.extension().is_some_and(|is| is == "md")).collect();
    pages.extend([root.join("README.md"), root.join("chunk-cli/README.md")]);
    pages.sort();
    let mut ran = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let folder = Folder::with(FILES);
        for (command, expected) in commands(&text) {
            let output = folder_shell(&folder, &command);
            let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            assert!(output.status.success(), "{}: {command}: {said}", page.display());
            assert!(said.contains(&expected), "{}: {command}: {said}, not {expected}", page.display());
            ran += 1;
        }
    }
    assert!(ran >= 10, "{ran}: the pages' code was found");
}

/// Other programs that a page's `console` blocks may call.
const TOOLS: [&str; 3] = ["chunk ", "head ", "sed "];

/// The commands in blocks of `sh` and `console`, and the output that the page shows for each. Those of cargo are for the repository, and what
/// comes after a command that is not run cannot be compared.
fn commands(page: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut language = None;
    let mut is_compared = true;
    for line in page.lines() {
        match (language, line.strip_prefix("```")) {
            (None, Some(opens)) => (language, is_compared) = (Some(opens), true),
            (Some(_), Some(_)) => language = None,
            (Some("sh"), None) if line.starts_with("chunk ") => found.push((line.to_owned(), String::new())),
            (Some("console"), None) => match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) if TOOLS.iter().any(|tool| command.starts_with(tool)) => {
                    found.push((command.to_owned(), String::new()));
                }
                (Some(_), _) => is_compared = false,
                (None, Some((_, said))) if is_compared => *said += &format!("{line}\n"),
                _ => {}
            },
            _ => {}
        }
    }
    found
}

/// Runs a line in a shell that finds the command by its name.
fn folder_shell(folder: &Folder, command: &str) -> std::process::Output {
    let bin = Path::new(env!("CARGO_BIN_EXE_chunk")).parent().unwrap();
    let path =
        env::join_paths([bin.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())));
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder.path("")).env("PATH", path.unwrap()).output().unwrap()
}

/// Where a page is shown by GitHub, it has no links to Rust items by their names alone.
#[test]
fn links_of_crates_pages_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut read = 0;
    for entry in fs::read_dir(root).unwrap() {
        let page = entry.unwrap().path().join("README.md");
        let Ok(text) = fs::read_to_string(&page) else { continue };
        read += 1;
        for (at, _) in text.match_indices("[`") {
            let link = &text[at..];
            let Some((name, after)) = link.split_once("`]").filter(|(name, _)| !name.contains('\n')) else {
                continue;
            };
            let is_defined = text.contains(&format!("\n{name}`]: "));
            assert!(after.starts_with(['(', '[']) || is_defined, "{}: {name}`]", page.display());
        }
    }
    assert!(read >= 8, "{read}: the pages of the crates were found");
}
