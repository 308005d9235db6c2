//! No test is left out: every file in a folder `tests` is a module of its program, and a library whose own tests are switched off has none.
#![allow(missing_docs, clippy::disallowed_methods, clippy::unwrap_used)]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The Rust files below a folder.
fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let paths = ignore::Walk::new(folder).map(|entry| entry.unwrap().into_path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
}

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
            let (tests, program) = (folder.join("tests"), folder.join("tests/all.rs"));
            for path in files(&tests).filter(|path| *path != program) {
                let module = if path.ends_with("mod.rs") { path.parent().unwrap() } else { &path };
                let (name, above) = (module.file_stem().unwrap().to_str().unwrap(), module.parent().unwrap());
                let parents = [above.join("mod.rs"), above.with_extension("rs")];
                let mut parents = if above == tests { vec![program.clone()] } else { parents.to_vec() };
                parents.retain(|parent| parent.exists());
                let is_module =
                    |parent: &PathBuf| fs::read_to_string(parent).unwrap().contains(&format!("mod {name};"));
                assert!(parents.iter().any(is_module), "{}", path.display());
            }
        }
        if text.contains("[lib]\ntest = false") {
            for path in files(&folder.join("src")) {
                let code = fs::read_to_string(&path).unwrap();
                assert!(
                    ["#[test]", "#[rstest]"].iter().all(|test| !code.contains(test)),
                    "{}",
                    path.display()
                );
            }
        }
    }
    assert_eq!(programs, 8);
}
