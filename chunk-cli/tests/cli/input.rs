//! Which documents arguments mean, what they are called, and in which order they come.
// Holds: P6

use crate::harness::{Folder, record};
use rstest::rstest;

const TEXT: &str = "One. Two.";

/// The names of the documents in a run's output, in order.
fn names(stdout: &str) -> Vec<String> {
    let name = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["interaction_id"].as_str().unwrap().to_owned()
    };
    stdout.lines().map(name).collect()
}

fn tree() -> Folder {
    let folder = Folder::with([
        ("d/b.txt", TEXT),
        ("d/a/z.md", TEXT),
        ("d/a.txt", TEXT),
        ("d/B.txt", TEXT),
        ("d/é.txt", TEXT),
        ("d/a/sub/y.txt", TEXT),
        ("d/.hidden", TEXT),
        ("d/skipped.log", TEXT),
        ("d/a/kept.log", TEXT),
        ("e/skipped.log", TEXT),
        ("e/b.txt", TEXT),
    ]);
    folder.write(".gitignore", "skipped.log\n");
    folder.write("d/.gitignore", "*.log\n!kept.log\n");
    folder
}

#[rstest]
#[case::file("d/a.txt", &["d/a.txt"])]
#[case::spelling("./d/.//a.txt", &["d/a.txt"])]
#[case::several_in_any_order("d/b.txt d/B.txt d/a/z.md d/a.txt", &["d/B.txt", "d/a.txt", "d/a/z.md", "d/b.txt"])]
#[case::twice("d/a.txt ./d/a.txt", &["d/a.txt"])]
// `.` sorts before `/`, and `b` after both; uppercase before lowercase, and é after all of ASCII.
#[case::folder("d", &["B.txt", "a.txt", "a/kept.log", "a/sub/y.txt", "a/z.md", "b.txt", "é.txt"])]
#[case::folder_spelled_otherwise("d/../d/", &["B.txt", "a.txt", "a/kept.log", "a/sub/y.txt", "a/z.md", "b.txt", "é.txt"])]
#[case::ignored_from_above("e", &["b.txt"])]
#[case::ignored_but_named("d/skipped.log", &["d/skipped.log"])]
#[case::root("d/a --root d", &["a/kept.log", "a/sub/y.txt", "a/z.md"])]
#[case::root_of_a_file("d/a/z.md --root d", &["a/z.md"])]
#[case::root_itself("d/a --root d/a", &["kept.log", "sub/y.txt", "z.md"])]
#[case::two_folders("d/a e --root .", &["d/a/kept.log", "d/a/sub/y.txt", "d/a/z.md", "e/b.txt"])]
#[case::glob("d/*.txt", &["d/B.txt", "d/a.txt", "d/b.txt", "d/é.txt"])]
#[case::deep_glob("d/**/*.{md,txt}", &["d/B.txt", "d/a.txt", "d/a/sub/y.txt", "d/a/z.md", "d/b.txt", "d/é.txt"])]
#[case::glob_of_folders("*/b.txt", &["d/b.txt", "e/b.txt"])]
#[case::glob_in_a_root("d/[ab].txt --root d", &["a.txt", "b.txt"])]
fn found(#[case] arguments: &str, #[case] expected: &[&str]) {
    let ran = tree().run(&format!("tokens -q {arguments}"));
    assert_eq!(names(&ran.well()), expected);
}

#[test]
fn an_absolute_path_is_a_name_as_given() {
    let folder = Folder::with([("a.txt", TEXT)]);
    let path = folder.path("a.txt");
    let path = path.to_str().unwrap();
    assert_eq!(folder.run(&format!("tokens {path}")).well(), record(path, TEXT, 4));
    let root = folder.path("");
    assert_eq!(
        folder.run(&format!("tokens {path} --root {}", root.display())).well(),
        record("a.txt", TEXT, 4)
    );
}

#[test]
fn stdin_is_a_document() {
    let folder = Folder::new();
    assert_eq!(folder.pipe("tokens", TEXT).well(), record("-", TEXT, 4));
    assert_eq!(folder.pipe("tokens -", TEXT).well(), record("-", TEXT, 4));
    assert_eq!(folder.pipe("tokens --id notes/a.txt -", TEXT).well(), record("notes/a.txt", TEXT, 4));
}

#[test]
fn an_id_names_one_document() {
    let folder = Folder::with([("d/a.txt", TEXT), ("d/b.txt", TEXT)]);
    assert_eq!(folder.run("tokens d/a.txt --id 7").well(), record("7", TEXT, 4));
    assert!(folder.run("tokens d --id 7").refused(2).contains("--id names one document"));
    assert!(folder.pipe("tokens --input jsonl --id 7", "").refused(2).contains("--id names one document"));
}

#[rstest]
#[case("nowhere.txt", "nowhere.txt: cannot read it: ")]
#[case("*.nothing", "*.nothing: no file matches\n")]
#[case("d/[", "d/[: cannot read the pattern: ")]
#[case("d/a.txt --root e", "d/a.txt: not inside the root ")]
#[case("d/../d/a.txt --root e", "d/../d/a.txt: not inside the root ")]
#[case("d --root e", "d: not inside the root ")]
#[case("d/a.txt --root d/b.txt", "the root d/b.txt is no folder\n")]
#[case("d e", "d/b.txt and e/b.txt would both be called `b.txt`; pass --root")]
fn refused(#[case] arguments: &str, #[case] expected: &str) {
    let said = tree().run(&format!("tokens {arguments}")).refused(2);
    assert!(said.starts_with(&format!("error: {expected}")) || said.contains(expected), "{said}");
}

#[cfg(unix)]
#[test]
fn symbolic_links_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with([("d/a.txt", TEXT), ("secret/b.txt", TEXT)]);
    symlink("../secret", folder.path("d/folder")).unwrap();
    symlink("../secret/b.txt", folder.path("d/file.txt")).unwrap();
    assert_eq!(names(&folder.run("tokens -q d").well()), ["a.txt"]);
    // A link that is named is followed, but not out of a root.
    assert_eq!(folder.run("tokens d/file.txt").well(), record("d/file.txt", TEXT, 4));
    assert!(folder.run("tokens --root d d/file.txt").refused(2).contains("not inside the root"));
    assert!(folder.run("tokens --root d d/folder").refused(2).contains("not inside the root"));
    assert!(folder.run("tokens --root d d/folder/b.txt").refused(2).contains("not inside the root"));
    // A loop of links does no harm.
    symlink(".", folder.path("d/loop")).unwrap();
    assert_eq!(names(&folder.run("tokens -q d").well()), ["a.txt"]);
}

#[test]
fn a_folder_without_documents_is_no_error() {
    let folder = Folder::with([("d/.hidden", TEXT)]);
    let ran = folder.run("tokens d");
    assert_eq!((ran.status, &*ran.stdout), (Some(0), ""));
    let warning = "warning: nothing to read: of a folder, tokens takes all files, but no hidden ones and none that --exclude or a \
                   .gitignore excludes\n";
    assert_eq!(ran.stderr, format!("{warning}0 documents, 0 chunks\n"));
}

#[test]
fn a_bad_document_does_not_stop_the_others() {
    let folder = Folder::with([
        ("d/a.txt", &b"One. Two."[..]),
        ("d/b.txt", b"caf\xE9 au lait"),
        ("d/c.txt", b"\xEF\xBB"),
        ("d/d.txt", b""),
        ("d/e.txt", b"One. Two."),
    ]);
    let empty = "{\"interaction_id\":\"d.txt\",\"original_text\":\"\",\"chunks\":[]}\n";
    let expected = record("a.txt", TEXT, 4) + empty + &record("e.txt", TEXT, 4);
    let ran = folder.run("tokens d");
    assert_eq!((ran.status, ran.stdout), (Some(1), expected));
    assert_eq!(
        ran.stderr,
        "error: d/b.txt: byte 3 is not valid UTF-8; convert the file to UTF-8\n\
         error: d/c.txt: byte 0 is not valid UTF-8; convert the file to UTF-8\n\
         warning: d/d.txt: the text is empty, so there are no chunks [empty-text]\n\
         5 documents, 2 failed, 1 warning, 2 chunks, 8 tokens\n"
    );
    // With `--on-error stop` it does; what comes before it is written.
    let ran = folder.run("tokens d -q --on-error stop");
    assert_eq!((ran.status, ran.stdout), (Some(1), record("a.txt", TEXT, 4)));
    assert_eq!(ran.stderr, "error: d/b.txt: byte 3 is not valid UTF-8; convert the file to UTF-8\n");
}

#[rstest]
#[case("1000", 1000)]
#[case("64K", 65_536)]
#[case("16m", 16_777_216)]
#[case("2G", 2_147_483_648)]
fn the_forms_of_a_size(#[case] size: &str, #[case] bytes: u64) {
    let folder = Folder::new();
    // As long as it says, but without any block on the disk.
    std::fs::File::create(folder.path("a.txt")).unwrap().set_len(bytes + 1).unwrap();
    let said = folder.run(&format!("tokens a.txt --file-limit {size}")).refused(1);
    assert_eq!(
        said,
        format!("error: a.txt: longer than {bytes} bytes; split it or pass a higher --file-limit\n")
    );
    for wrong in ["99999999999G", "K", "1.5M", ""] {
        let said = folder.run(&format!("tokens a.txt --file-limit={wrong}")).refused(2);
        assert!(
            said.contains("a number of bytes, such as 65536") || said.contains("a value is required"),
            "{said}"
        );
    }
}

#[test]
fn a_file_above_the_limit_is_refused() {
    let folder = Folder::with([("a.txt", "x".repeat(1025))]);
    let said = folder.run("tokens a.txt --file-limit 1K").refused(1);
    assert_eq!(said, "error: a.txt: longer than 1024 bytes; split it or pass a higher --file-limit\n");
    assert_eq!(folder.run("tokens a.txt --file-limit 1025").status, Some(0));
    let said = folder.pipe("tokens --file-limit 1024", "x".repeat(1025)).refused(1);
    assert_eq!(said, "error: stdin: longer than 1024 bytes; split it or pass a higher --file-limit\n");
}

/// Of what a policy parses, less is taken.
#[test]
fn a_parsed_document_above_64_mebibytes_is_refused() {
    let folder = Folder::new();
    let file = std::fs::File::create(folder.path("a.md")).unwrap();
    file.set_len((64 << 20) + 1).unwrap();
    for policy in ["markdown", "hybrid", "backlog --id products/p/items/DEMO-TSK-0001.md"] {
        let said = folder.run(&format!("{policy} a.md")).refused(1);
        assert_eq!(said, "error: a.md: longer than 67108864 bytes; split it or pass a higher --file-limit\n");
    }
    file.set_len((256 << 20) + 1).unwrap();
    let said = folder.run("tokens a.md").refused(1);
    assert_eq!(said, "error: a.md: longer than 268435456 bytes; split it or pass a higher --file-limit\n");
}

/// Nobody who names a folder means the pictures in it; a file that is named is meant.
#[test]
fn what_is_no_text_in_a_folder_is_passed_over() {
    let folder = Folder::with([("d/a.txt", TEXT.as_bytes()), ("d/b.bin", b"\x7FELF\0\xFF")]);
    for name in ["d/c.bin", "d/d.bin", "d/e.bin", "d/f.bin"] {
        folder.write(name, b"\0\xFF");
    }
    let ran = folder.run("tokens d --on-error stop");
    assert_eq!((ran.status, &*ran.stdout), (Some(0), &*record("a.txt", TEXT, 4)));
    let lines: Vec<_> = ran.stderr.lines().collect();
    assert_eq!(
        lines[0],
        "note: d/b.bin: byte 5 is not valid UTF-8; it looks like a binary file: leave it out"
    );
    assert_eq!(
        lines[3..],
        [
            "note: and 2 more of the kind [no-text]; -v shows all",
            "1 document, 5 files passed over, 1 chunk, 4 tokens"
        ]
    );
    let ran = folder.run("tokens -v d --out-dir out");
    assert_eq!((ran.status, ran.stderr.lines().count()), (Some(0), 6));
    assert_eq!(folder.names("out/chunks"), ["a.jsonl"]);
    assert_eq!(folder.run("check -q --policy tokens out --source d").well(), "");
    assert_eq!(folder.run("tokens d/b.bin").status, Some(1));
    folder.write("d/latin.txt", b"caf\xE9");
    assert_eq!(folder.run("tokens d").status, Some(1), "what is text in another encoding is meant");
}

/// An archive of texts, say, is UTF-8: git's rule is a NUL in the first 8,000 bytes. A file that is named is chunked: U+0000 is a character (C4.2).
#[test]
fn a_binary_file_that_is_utf_8_is_passed_over() {
    let late = format!("{}\0", "a".repeat(8_000));
    let folder = Folder::with([
        ("d/a.tar", b"a.txt\0\0\0mode\0 One." as &[u8]),
        ("d/b.pdf", b"%PDF-1.7\n\0"),
        ("d/late.txt", late.as_bytes()),
        ("d/utf16.txt", b"\xFF\xFEO\0n\0e\0"),
    ]);
    let ran = folder.run("tokens d");
    let said: Vec<_> = ran.stderr.lines().collect();
    assert_eq!(said[0], "note: d/a.tar: byte 5 is NUL; it looks like a binary file: leave it out");
    assert_eq!(said[1], "note: d/b.pdf: byte 9 is NUL; it looks like a PDF: extract its text first");
    assert!(said[2].starts_with("error: d/utf16.txt: byte 0 is not valid UTF-8"), "{said:?}");
    assert_eq!((ran.status, ran.stdout.lines().count()), (Some(1), 1), "{}", ran.stdout);
    assert!(ran.stdout.starts_with(r#"{"interaction_id":"late.txt""#), "{}", ran.stdout);
    let named = folder.run("tokens -q d/a.tar").well();
    assert!(named.contains(r#""text":"a.txt\u0000\u0000\u0000mode\u0000 One.""#), "{named}");
    #[cfg(unix)]
    assert_eq!(folder.run("tokens -q d --include *.tar --pre cat").well().lines().count(), 1);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_told_and_the_others_go_on() {
    use std::os::unix::{ffi::OsStrExt, net::UnixListener};
    let folder = Folder::with([("d/a.txt", TEXT)]);
    let odd = folder.path("d").join(std::ffi::OsStr::from_bytes(b"\xFF.txt"));
    std::fs::write(odd, TEXT).unwrap();
    // A socket in a folder is passed over; if named, it cannot be opened.
    let _socket = UnixListener::bind(folder.path("d/socket")).unwrap();
    let ran = folder.run("tokens -q d");
    assert_eq!((ran.status, ran.stdout), (Some(1), record("a.txt", TEXT, 4)));
    assert!(ran.stderr.contains("the path is not UTF-8; rename it"), "{}", ran.stderr);
    let ran = folder.run("tokens -q d/socket d/a.txt");
    assert_eq!((ran.status, ran.stdout), (Some(2), record("d/a.txt", TEXT, 4)));
    assert!(ran.stderr.starts_with("error: d/socket: cannot read it: "), "{}", ran.stderr);
}

#[test]
fn a_folder_without_a_document_of_the_policy_is_told() {
    let folder = Folder::with([("items/task/DEMO-TSK-0001.md", "# A\n")]);
    let ran = folder.run("backlog items");
    let warning = "warning: nothing to read: of a folder, backlog takes items/**/*.md and decisions/**/ADR-*.md below \
                   --root (--root . where items and decisions lie in this folder), but no hidden ones and none that --exclude or a .gitignore excludes\n";
    assert_eq!((ran.status, &*ran.stderr), (Some(0), &*format!("{warning}0 documents, 0 chunks\n")));
    let said = folder.run("backlog items --root .").stderr;
    let error = "give the folder that holds `products`, or the setting `product` (`--product NAME`)";
    assert!(said.contains(error), "{said}");
    assert_eq!(folder.run("backlog items --root . --product demo").status, Some(0));
    folder.write("n/a.rs", "");
    let ran = folder.run("markdown n");
    assert!(
        ran.stderr
            .starts_with("warning: nothing to read: of a folder, markdown takes *.md and *.markdown, but")
    );
    let said = folder.run("markdown n --include *.rst --include *.adoc").stderr;
    assert!(
        said.starts_with(
            "warning: nothing to read: of a folder, --include takes '*.rst' and '*.adoc', but no "
        ),
        "{said}"
    );
}
