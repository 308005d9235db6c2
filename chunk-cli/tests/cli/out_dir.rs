//! `--out-dir`: a file for each document, and a manifest.

use crate::harness::{Folder, record};
use std::{
    fs::{self, File},
    time::{Duration, SystemTime},
};

/// SHA-256 of `abc`: FIPS 180-2, appendix B.1.
const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

#[test]
fn the_tree_is_mirrored() {
    let folder = Folder::with([("d/notes/a.md", "abc"), ("d/notes/a.b/c", "abc"), ("d/.x/no.txt", "abc")]);
    let ran = folder.run("tokens d --out-dir out --max-tokens 600");
    assert_eq!(
        (ran.status, &*ran.stdout, &*ran.stderr),
        (Some(0), "", "2 documents, 2 chunks, 2 tokens; 2 written, 0 unchanged\n")
    );
    assert_eq!(folder.read("out/chunks/notes/a.jsonl"), record("notes/a.md", "abc", 1));
    assert_eq!(folder.read("out/chunks/notes/a.b/c.jsonl"), record("notes/a.b/c", "abc", 1));
    assert_eq!(
        folder.read("out/metadata/ingestion-manifest.json"),
        format!(
            concat!(
                r#"{{"policy":"tokens","policy_version":"tokens.chunking.v1","config":{{"max_tokens":600,"#,
                r#""sentence_rules":"standard"}},"config_hash":"{config}","files":["#,
                "\n",
                r#"{{"source_file":"notes/a.b/c","source_hash":"{hash}","output":"chunks/notes/a.b/c.jsonl","chunks":1}},"#,
                "\n",
                r#"{{"source_file":"notes/a.md","source_hash":"{hash}","output":"chunks/notes/a.jsonl","chunks":1}}"#,
                "\n]}}\n"
            ),
            hash = ABC,
            // Of `{"max_tokens":600,"sentence_rules":"standard"}`, by sha256sum.
            config = "1ca28a4d0b81c1ebcf1b095eb09a763b30d2d684424264ccc30bc752f39d2cde"
        )
    );
    assert_eq!(folder.names("out").len(), 3);
}

#[test]
fn documents_that_would_share_a_file_keep_their_endings() {
    let folder = Folder::with([("d/a.md", "abc"), ("d/a.txt", "abc"), ("d/b.md", "abc")]);
    assert_eq!(folder.run("tokens -q d --out-dir out").well(), "");
    assert_eq!(folder.names("out/chunks"), ["a.md.jsonl", "a.txt.jsonl", "b.jsonl"]);
    folder.write("d/a.md.x", "abc");
    let said = folder.run("tokens -q d --out-dir other").refused(2);
    assert_eq!(
        said,
        "error: a.md and a.md.x would both be written to chunks/a.md.jsonl; rename one, or chunk them into two folders\n"
    );
    assert!(!folder.path("other").exists(), "nothing is begun");
}

#[test]
fn an_empty_batch_has_a_manifest_too() {
    let folder = Folder::new();
    fs::create_dir(folder.path("d")).unwrap();
    assert_eq!(folder.run("tokens -q d --out-dir out").status, Some(0));
    let manifest: serde_json::Value =
        serde_json::from_str(&folder.read("out/metadata/ingestion-manifest.json")).unwrap();
    assert_eq!(manifest["files"], serde_json::json!([]));
}

/// A folder that is not mounted looks empty: what an earlier run wrote stays, in a file too.
#[test]
fn where_no_document_is_found_what_was_written_stays() {
    let folder = Folder::with([("d/a.txt", "abc")]);
    fs::create_dir(folder.path("e")).unwrap();
    for output in ["--out-dir out", "-o out/records.jsonl"] {
        assert_eq!(folder.run(&format!("tokens -q d {output}")).well(), "");
        let before = folder.files("out");
        let said = folder.run(&format!("tokens -q e {output}")).refused(2);
        assert!(said.contains("error: no document was found, and ") && said.ends_with(" first)\n"), "{said}");
        assert_eq!(folder.files("out"), before);
    }
    // There is nothing to lose.
    folder.write("empty.jsonl", "");
    assert_eq!(folder.run("tokens -q e -o empty.jsonl").status, Some(0));
    assert_eq!(folder.run("tokens -q e -o new.jsonl").status, Some(0));
    let said = folder.run("diff out/records.jsonl new.jsonl --policy tokens --format deletes").refused(2);
    assert!(said.starts_with("error: new.jsonl has no chunks; "), "{said}");
    let said = folder.run("diff out/records.jsonl new.jsonl --policy tokens -q").stderr;
    assert!(said.starts_with("warning: new.jsonl has no chunks; "), "{said}");
}

#[test]
fn what_does_not_change_is_not_touched_and_what_is_gone_is_removed() {
    let folder = Folder::with([("d/a.txt", "abc"), ("d/b.txt", "abc"), ("d/deep/er/c.txt", "abc")]);
    assert_eq!(folder.run("tokens -q d --out-dir out").well(), "");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    for (file, _) in folder.files("out") {
        File::options()
            .write(true)
            .open(folder.path("out").join(file))
            .unwrap()
            .set_modified(long_ago)
            .unwrap();
    }
    let is_aged = |file: &str| fs::metadata(folder.path(file)).unwrap().modified().unwrap() == long_ago;
    let before = folder.files("out");
    assert_eq!(folder.run("tokens -q d --out-dir out").well(), "");
    assert_eq!(folder.files("out"), before);
    assert!(before.iter().all(|(file, _)| is_aged(&format!("out/{file}"))), "nothing is written again");

    folder.write("out/chunks/mine.jsonl", "not written by chunk");
    folder.write("d/b.txt", "One. Two.");
    fs::remove_dir_all(folder.path("d/deep")).unwrap();
    assert_eq!(folder.run("tokens -q d --out-dir out").well(), "");
    assert_eq!(folder.names("out/chunks"), ["a.jsonl", "b.jsonl", "mine.jsonl"]);
    assert!(!folder.path("out/chunks/deep").exists());
    assert!(is_aged("out/chunks/a.jsonl") && !is_aged("out/chunks/b.jsonl"));
    assert!(!is_aged("out/metadata/ingestion-manifest.json"));
}

/// The folder depends only on the input: a document that fails has no file, and the manifest does not name it.
#[test]
fn a_failed_document_has_no_file() {
    let folder = Folder::with([("d/a.txt", &b"abc"[..]), ("d/b.txt", b"abc")]);
    assert_eq!(folder.run("tokens -q d --out-dir out").well(), "");
    let before = folder.files("out");
    folder.write("d/b.txt", b"\xFF");
    assert_eq!(folder.run("tokens -q d --out-dir out --on-error stop").status, Some(1));
    assert_eq!(folder.files("out"), before, "a run that was stopped removes nothing");
    assert_eq!(folder.run("tokens -q d --out-dir out").status, Some(1));
    assert_eq!(folder.names("out"), ["chunks/a.jsonl", "metadata/ingestion-manifest.json"]);
    assert!(!folder.read("out/metadata/ingestion-manifest.json").contains("b.txt"));
}

#[test]
fn no_name_leads_out_of_the_folder() {
    let folder = Folder::with([("d/a.txt", "abc"), ("here/x", "")]);
    let absolute = folder.path("d/a.txt");
    for arguments in [
        "tokens ../d/a.txt --out-dir out".to_owned(),
        format!("tokens {} --out-dir out", absolute.display()),
        "tokens ../d/a.txt --id ../../a --out-dir out".to_owned(),
        "tokens ../d/a.txt --id /a --out-dir out".to_owned(),
        "tokens - --out-dir out".to_owned(),
    ] {
        let ran = folder.chunk(&arguments).current_dir(folder.path("here")).output().unwrap();
        let said = crate::harness::Ran::from(ran).refused(2);
        assert!(said.contains("--out-dir has no place for it"), "{arguments}: {said}");
    }
    let said = folder.pipe("tokens --input jsonl --out-dir out", "").refused(2);
    assert!(said.contains("--out-dir"), "{said}");
    assert_eq!(folder.names(""), ["d/a.txt", "here/x"]);
    // With a name, stdin has a file.
    assert_eq!(folder.pipe("tokens - --id x/y.txt --out-dir out", "abc").well(), "");
    assert_eq!(folder.read("out/chunks/x/y.jsonl"), record("x/y.txt", "abc", 1));
}

/// Nothing but records is removed, whatever a manifest says.
#[test]
fn a_manifest_is_not_trusted() {
    let folder = Folder::with([("d/a.txt", "abc"), ("precious.jsonl", "mine"), ("out/kept.txt", "mine")]);
    folder.write(
        "out/metadata/ingestion-manifest.json",
        r#"{"files":[{"output":"chunks/../../precious.jsonl"},{"output":"kept.txt"},{"output":"/etc/hostname"}]}"#,
    );
    assert_eq!(folder.run("tokens -q d --out-dir out").well(), "");
    assert_eq!((folder.read("precious.jsonl"), folder.read("out/kept.txt")), ("mine".into(), "mine".into()));
    folder.write("out/metadata/ingestion-manifest.json", "[]");
    let said = folder.run("tokens -q d --out-dir out").refused(2);
    assert!(said.contains("no manifest of an earlier run"), "{said}");
    folder.write("out/metadata/ingestion-manifest.json", "{\n\"files\": 7}");
    let said = folder.run("tokens -q d --out-dir out").refused(2);
    assert!(
        said.contains("earlier run: it is the number `7`, and must be a list (line 2, column "),
        "{said}"
    );
}

#[test]
fn the_folder_may_lie_in_the_input() {
    let folder = Folder::with([("d/a.txt", "abc")]);
    for _ in 0..2 {
        assert_eq!(folder.run("tokens -q d --out-dir d/out").well(), "");
        assert_eq!(folder.names("d/out"), ["chunks/a.jsonl", "metadata/ingestion-manifest.json"]);
    }
    for _ in 0..2 {
        assert_eq!(folder.run("tokens -q d/a.txt --root d --out-dir d").well(), "");
        assert_eq!(folder.names("d/chunks"), ["a.jsonl"]);
    }
}

/// What a run changed, as the folder and the store have it.
#[test]
fn the_summary_says_what_changed() {
    let folder = Folder::with([("d/a.txt", "abc"), ("d/b.txt", "abc"), ("d/c.txt", "abc")]);
    let mut outputs = vec!["--out-dir out"];
    if cfg!(feature = "sqlite") {
        outputs.push("--prune --store sqlite:out.db");
    }
    for output in outputs {
        let said = || {
            let said = folder.run(&format!("tokens d {output}")).stderr;
            // Of a store, what is left to embed comes after it.
            said.split_once("; to embed: ").map_or(said.clone(), |(changes, _)| format!("{changes}\n"))
        };
        for name in ["a", "b", "c"] {
            folder.write(&format!("d/{name}.txt"), "abc");
        }
        assert_eq!(said(), "3 documents, 3 chunks, 3 tokens; 3 written, 0 unchanged\n", "{output}");
        assert_eq!(said(), "3 documents, 3 chunks, 3 tokens; 0 written, 3 unchanged\n", "{output}");
        folder.write("d/b.txt", "abc abc");
        fs::remove_file(folder.path("d/c.txt")).unwrap();
        assert_eq!(
            said(),
            "2 documents, 2 chunks, 3 tokens; 1 written, 1 unchanged, 1 removed\n",
            "{output}"
        );
    }
}
