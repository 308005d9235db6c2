//! `chunk diff`: what a side may be, and which of its chunks are compared.

use crate::harness::{Folder, record};
use rstest::rstest;

const TEXT: &str = "# Tea\n\nGreen tea is steeped.\n\n# Coffee\n\nCoffee is brewed.\n";

/// `a.md`, and its records by markdown and by tokens: in files, folders and stores called `m` and `t`.
fn chunked() -> Folder {
    let folder = Folder::with([("d/a.md", TEXT)]);
    for (policy, name) in [("markdown", "m"), ("tokens", "t")] {
        for output in [format!("-o {name}.jsonl"), format!("--out-dir {name}")] {
            folder.run(&format!("{policy} -q d {output}")).well();
        }
    }
    folder
}

#[cfg(feature = "sqlite")]
fn store(folder: &Folder, policy: &str, store: &str) {
    folder.run(&format!("{policy} -q d --store sqlite:{store}")).well();
}

#[cfg(unix)]
#[rstest]
#[case("/dev/stdin", "a.jsonl")]
#[case("a.jsonl", "/dev/stdin")]
#[case("-", "a.jsonl")]
#[case("a.jsonl", "-")]
#[case("a.jsonl", "pipe")]
#[case("pipe", "a.jsonl")]
#[case("pipe", "a.jsonl --policy tokens")]
#[cfg_attr(feature = "sqlite", case("a.jsonl", "sqlite:pipe"))]
fn a_side_that_can_be_read_only_once_is_refused(#[case] old: &str, #[case] new: &str) {
    let records = record("a", "abc", 1);
    let folder = Folder::with([("a.jsonl", &records)]);
    assert!(std::process::Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    let said = folder.pipe(&format!("diff {old} {new}"), records).refused(2);
    let once = if old == "a.jsonl" { new } else { old };
    assert!(said.starts_with(&format!("error: {once}: neither a file nor a folder nor a store; ")), "{said}");
    assert!(said.ends_with("both sides are read more than once, so write it to a file first\n"), "{said}");
}

#[rstest]
#[case("t.jsonl m.jsonl", "t.jsonl holds chunks of tokens, and m.jsonl of markdown: compare")]
#[case("t m.jsonl", "t holds chunks of tokens.chunking.v1, and m.jsonl of markdown: compare")]
#[case("m m --policy tokens", "m holds chunks of markdown.v1, and --policy is tokens: ")]
#[case("m.jsonl m.jsonl --policy tokens", "m.jsonl holds chunks of markdown, and --policy is tokens: ")]
fn sides_of_different_policies_are_refused(#[case] arguments: &str, #[case] expected: &str) {
    let said = chunked().run(&format!("diff {arguments}")).refused(2);
    assert!(said.contains(expected), "{said}");
}

/// A chunk in a store is compared with the same chunk in JSON Lines, even if these have whole documents.
#[cfg(feature = "sqlite")]
#[rstest]
#[case("markdown", "m", "2 chunks")]
#[case("tokens", "t", "1 chunk")]
fn a_store_and_a_file_of_one_run_are_the_same(
    #[case] policy: &str,
    #[case] name: &str,
    #[case] chunks: &str,
) {
    let folder = chunked();
    store(&folder, policy, "a.db");
    let same = format!("{chunks} kept, 0 moved, 0 added, 0 removed: 0 chunks to embed\n");
    let names = folder.names("");
    for other in [format!("{name}.jsonl"), name.to_owned(), "sqlite:a.db".to_owned()] {
        assert_eq!(folder.run(&format!("diff sqlite:a.db {other} --exit-code")).well(), same);
        assert_eq!(folder.run(&format!("diff {other} sqlite:a.db --exit-code")).well(), same);
    }
    assert_eq!(folder.names(""), names, "nothing is left beside a store that was read");
}

/// A chunk in a store does not hold the text of its document, but its record names it.
#[cfg(feature = "sqlite")]
#[test]
fn an_upsert_from_a_store_names_its_document() {
    let folder = chunked();
    store(&folder, "tokens", "a.db");
    folder.write("none.jsonl", "");
    let upserts = folder.run("diff none.jsonl sqlite:a.db --format upserts").stdout;
    let whole: serde_json::Value = serde_json::from_str(&folder.read("t.jsonl")).unwrap();
    let expected = format!("{{\"interaction_id\":\"a.md\",\"chunks\":{}}}", whole["chunks"]);
    let expected: serde_json::Value = serde_json::from_str(&expected).unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&upserts).unwrap(), expected);
}

#[cfg(feature = "sqlite")]
#[test]
fn of_a_store_one_contract_is_compared() {
    let folder = chunked();
    store(&folder, "markdown", "both.db");
    store(&folder, "markdown", "m.db");
    store(&folder, "tokens", "both.db");
    let said = folder.run("diff m.db m.jsonl").refused(2);
    assert_eq!(said, "error: m.db: a database; a store is named by sqlite:, as in sqlite:m.db\n");
    let two = "2 chunks kept, 0 moved, 0 added, 0 removed: 0 chunks to embed\n";
    let one = "1 chunk kept, 0 moved, 0 added, 0 removed: 0 chunks to embed\n";
    let said = folder.run("diff sqlite:both.db sqlite:both.db").refused(2);
    assert!(
        said.contains(
            "sqlite:both.db holds chunks of several contracts, markdown.v1, tokens.chunking.v1, \
                       and it is not clear which are meant: pass --policy"
        ),
        "{said}"
    );
    // The option decides, and so does the other side.
    for (arguments, expected) in [
        ("sqlite:both.db sqlite:both.db --policy markdown", two),
        ("sqlite:both.db sqlite:both.db --policy tokens", one),
        ("sqlite:both.db m.jsonl", two),
        ("m sqlite:both.db", two),
        ("sqlite:both.db sqlite:m.db", two),
        ("sqlite:both.db t.jsonl", one),
    ] {
        assert_eq!(folder.run(&format!("diff {arguments}")).well(), expected, "{arguments}");
    }
    // Ids of other policies are not removed.
    folder.write("d/a.md", "# Tea\n\nGreen tea is steeped.\n");
    store(&folder, "markdown", "m.db");
    let deletes = folder.run("diff sqlite:both.db sqlite:m.db --policy markdown --format deletes").stdout;
    assert_eq!((deletes.lines().count(), deletes.contains('#')), (1, false), "{deletes}");
    // The store holds no chunks of another policy.
    let ran = folder.run("diff sqlite:m.db sqlite:both.db --policy tokens");
    assert_eq!(ran.well(), "0 chunks kept, 0 moved, 1 added, 0 removed: 1 chunk to embed\n");
}

/// Two versions of one contract: a file of records does not tell which it is, a store or a folder does.
#[cfg(feature = "sqlite")]
#[test]
fn of_a_store_one_version_is_compared() {
    let folder = chunked();
    store(&folder, "markdown", "m.db");
    store(&folder, "markdown", "both.db");
    store(&folder, "markdown --encoding o200k_base", "both.db");
    for arguments in ["sqlite:both.db m.jsonl", "sqlite:both.db sqlite:both.db --policy markdown"] {
        let said = folder.run(&format!("diff {arguments}")).refused(2);
        assert!(said.contains("several contracts, markdown.v1, markdown.v1+o200k_base, "), "{said}");
        assert!(
            said.ends_with("compare it with a store or a folder of --out-dir that holds one of them\n"),
            "{said}"
        );
    }
    for other in ["m", "sqlite:m.db"] {
        let ran = folder.run(&format!("diff {other} sqlite:both.db"));
        assert_eq!(ran.well(), "2 chunks kept, 0 moved, 0 added, 0 removed: 0 chunks to embed\n");
    }
}
