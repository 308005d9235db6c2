//! Which files of a folder are taken, and what is made of them before they are chunked.

use crate::harness::{Folder, record};
use rstest::rstest;

const TEXT: &str = "One. Two.";

fn folder() -> Folder {
    Folder::with([
        ("d/a.md", TEXT),
        ("d/b.txt", TEXT),
        ("d/c.mdx", TEXT),
        ("d/draft/e.md", TEXT),
        ("d/sub/draft/f.md", TEXT),
        ("d/sub/g.md", TEXT),
        ("d/.hidden.md", TEXT),
    ])
}

/// The names of the documents that a run chunks.
fn taken(folder: &Folder, arguments: &str) -> Vec<String> {
    let records = folder.run(&format!("markdown -q {arguments}")).well();
    let name =
        |line: &str| line.split("\"source_file\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    records.lines().map(name).collect()
}

#[rstest]
#[case("d", &["a.md", "draft/e.md", "sub/draft/f.md", "sub/g.md"])]
#[case("d --exclude draft", &["a.md", "sub/g.md"])]
#[case("d --exclude /draft/", &["a.md", "sub/draft/f.md", "sub/g.md"])]
#[case("d --exclude sub/*.md --exclude e.md", &["a.md", "sub/draft/f.md"])]
#[case("d --include *.mdx", &["c.mdx"])]
#[case("d --include *.mdx --include *.txt", &["b.txt", "c.mdx"])]
#[case("d --include sub/*.md", &["sub/g.md"])]
#[case("d --include *.md --exclude draft", &["a.md", "sub/g.md"])]
#[case("d/*.md d/*/*.md --exclude e.md --root d", &["a.md", "sub/g.md"])]
// Who names a file means it.
#[case("d/b.txt --exclude *.txt", &["d/b.txt"])]
fn globs_say_what_of_a_folder_is_taken(#[case] arguments: &str, #[case] expected: &[&str]) {
    assert_eq!(taken(&folder(), arguments), expected);
}

#[test]
fn a_glob_that_is_none_is_refused() {
    let said = folder().run("markdown d --exclude ok --exclude [z-a]").refused(2);
    assert_eq!(said, "error: --exclude [z-a]: invalid range; 'z' > 'a'\n");
}

/// A check makes the same documents again.
#[test]
fn a_check_takes_the_same_files() {
    let folder = folder();
    folder.run("markdown -q d --include *.mdx -o out.jsonl").well();
    folder.run("check -q out.jsonl --source d --include *.mdx").well();
    assert_eq!(folder.run("check -q out.jsonl --source d").status, Some(1));
}

#[test]
fn what_the_policy_does_not_take_is_named() {
    let folder = folder();
    let note = "note: not read: 1 *.mdx, 1 *.txt; of a folder, markdown takes *.md and *.markdown; \
                --include '*.mdx' takes these instead, and may be repeated\n";
    assert!(folder.run("markdown d").stderr.starts_with(note));
    assert!(!folder.run("markdown -q d").stderr.contains("note: "));
    for others in ["tokens d", "markdown d --include *.md", "markdown d/a.md"] {
        assert!(!folder.run(others).stderr.contains("not read"), "{others}");
    }
}

/// Without a program that converts it, a document is no text.
#[test]
fn documents_that_are_no_text_are_named() {
    let folder =
        Folder::with([("d/a.md", "# A"), ("d/b.PDF", "%PDF-1.7"), ("d/c/d.pdf", ""), ("d/e.docx", "")]);
    let note = "note: not read: 1 *.docx, 2 *.pdf; convert them first, or have --pre CMD do it: --include '*.docx' takes these instead\n";
    assert!(folder.run("markdown d").stderr.starts_with(note));
    assert_eq!(folder.run("markdown -q d").stderr, "");
}

#[test]
fn an_id_may_be_a_number() {
    let ran = Folder::new().pipe("tokens -q --input jsonl", r#"{"interaction_id":-7,"text":"One. Two."}"#);
    assert_eq!(ran.well(), record("-7", TEXT, 4));
    let ran = Folder::new().pipe("tokens -q --input jsonl", r#"{"interaction_id":null,"text":"One. Two."}"#);
    let expected = "error: stdin: line 1: the field `interaction_id`: it is null, and must be a string or an \
                    integer (column 22)\n";
    assert_eq!((ran.status, &*ran.stderr), (Some(1), expected));
}

#[rstest]
#[case("a.html", "<p>One.</p>\n")]
#[case("a.md", "\n<!DOCTYPE html>\n<html><p>One.</p></html>\n")]
#[case("a.md", "<html>\n")]
fn html_is_no_markdown(#[case] name: &'static str, #[case] text: &str) {
    let folder = Folder::with([(name, text)]);
    for policy in ["markdown", "hybrid"] {
        let ran = folder.run(&format!("{policy} {name}"));
        assert!(
            ran.stderr
                .contains(": it is HTML, whose tags are chunked as text; convert it first, as by --pre")
                && ran.stderr.contains("[html]\n"),
            "{ran:?}"
        );
    }
    assert!(!folder.run(&format!("tokens {name}")).stderr.contains("[html]"));
    let markdown = Folder::with([("a.md", "<p align=\"center\">Tea</p>\n\n# Tea\n")]);
    assert!(!markdown.run("markdown a.md").stderr.contains("[html]"));
}

/// As ripgrep has it: the path is the last argument, the file is stdin, and what is printed is the document.
#[cfg(unix)]
#[test]
fn a_converter_makes_the_text() {
    let folder = Folder::with([("d/a.html", "<p>One. Two.</p>"), ("d/b.html", "<p>One. Two.</p>")]);
    let pre = |command: &str, arguments: &str| -> crate::harness::Ran {
        let mut chunk = folder.chunk(arguments);
        chunk.args(["--pre", command]).env("PATH", std::env::var_os("PATH").unwrap()).output().unwrap().into()
    };
    let ran = pre("sh -c 'sed \"s/<[^>]*>//g\"'", "tokens -q d");
    let expected = record("a.html", TEXT, 4) + &record("b.html", TEXT, 4);
    assert_eq!(ran.well().replace("\\n", ""), expected);
    assert!(!pre("cat -", "markdown d --include *.html").stderr.contains("[html]"));
    let ran = pre("sh -c 'echo $0'", "tokens d/a.html");
    assert!(ran.well().contains(r#""original_text":"d/a.html\n""#));
    let ran = pre("printf  \"%s|\" a 'b \"c\"' '' d'e f'", "tokens d/a.html");
    assert!(ran.well().contains(r#""original_text":"a|b \"c\"||de f|d/a.html|""#));
    // One that fails is an error of its document.
    let ran = pre("sh -c 'case $0 in *a.html) echo no such page >&2; exit 3; esac; cat'", "tokens -q d");
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.stderr, "error: d/a.html: --pre sh: exit status: 3: no such page\n");
    assert!(ran.stdout.contains("b.html"), "{}", ran.stdout);
    let said = pre("no-such-program -x", "tokens d").refused(2);
    assert!(
        said.starts_with("error: cannot run --pre no-such-program: there is no such program; "),
        "{said}"
    );
    let said = pre("yes", "tokens -q d/a.html --file-limit 1K").refused(1);
    assert!(said.contains("--pre made more than 1024 bytes of it"), "{said}");
    for lines in ["recorder d", "tokens --input jsonl d"] {
        assert!(pre("cat", lines).refused(2).contains("leave it out"));
    }
}

/// What is no path of a folder is an id, and stays as it is.
#[rstest]
#[case("markdown", "path")]
#[case("hybrid", "path")]
#[case("tokens", "interaction_id")]
fn an_id_may_be_an_address_or_an_absolute_path(#[case] policy: &str, #[case] field: &str) {
    for id in ["https://example.org/a//b?c=../d#e", "/srv/notes/a.md"] {
        let line = format!(r##"{{"{field}":"{id}","text":"# A\n\nText."}}"##);
        let row = Folder::new().pipe(&format!("{policy} -q --input jsonl --format rows"), line).well();
        assert!(row.contains(&format!("\"source\":\"{id}\"")), "{row}");
        let text = Folder::with([("a.md", "# A\n\nText.\n")]);
        assert!(text.run(&format!("{policy} a.md --format rows --id {id}")).well().contains(id));
    }
}
