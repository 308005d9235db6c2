//! No test is left out: every file of a folder `tests` is a module of its program, and a library whose own tests are switched off has none.
#![allow(missing_docs, clippy::disallowed_methods, clippy::unwrap_used)]

use std::{fs, path::Path};

#[test]
fn every_test_is_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut programs = 0;
    for entry in ignore::Walk::new(root) {
        let manifest = entry.unwrap().into_path();
        if !manifest.ends_with("Cargo.toml") {
            continue;
        }
        let (text, folder) = (fs::read_to_string(&manifest).unwrap(), manifest.parent().unwrap());
        if text.contains("\nautotests = false") {
            programs += 1;
            let program = fs::read_to_string(folder.join("tests/all.rs")).unwrap();
            for entry in fs::read_dir(folder.join("tests")).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_stem().unwrap().to_str().unwrap();
                let is_module = path.extension().is_some_and(|extension| extension == "rs")
                    || path.join("mod.rs").exists();
                assert!(
                    !is_module || name == "all" || program.contains(&format!("mod {name};")),
                    "{}",
                    path.display()
                );
            }
        }
        if text.contains("[lib]\ntest = false") {
            for entry in ignore::Walk::new(folder.join("src")) {
                let path = entry.unwrap().into_path();
                let is_code = path.extension().is_some_and(|extension| extension == "rs");
                assert!(
                    !is_code || !fs::read_to_string(&path).unwrap().contains("#[test]"),
                    "{}",
                    path.display()
                );
            }
        }
    }
    assert_eq!(programs, 8);
}
