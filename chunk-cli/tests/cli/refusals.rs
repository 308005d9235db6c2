//! What would do harm is refused before anything is read, with messages that are safe to show.
// Holds: P9

use crate::harness::{Folder, record};
use rstest::rstest;
use std::fs;

const TEXT: &str = "One. Two.";

#[cfg(unix)]
#[test]
fn an_output_is_never_an_input() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with([("d/a.txt", TEXT), ("d/b.txt", TEXT)]);
    symlink("d/a.txt", folder.path("link.txt")).unwrap();
    for (arguments, option) in [
        ("d/a.txt -o d/a.txt", "-o"),
        ("d/a.txt d/b.txt -o d/../d/b.txt", "-o"),
        ("d/a.txt -o link.txt", "-o"),
        ("link.txt -o d/a.txt", "-o"),
        ("d -o link.txt", "-o"),
        ("d/*.txt -o link.txt", "-o"),
        ("d -o d/a.txt", "-o"),
        ("d/*.txt -o d/b.txt", "-o"),
        ("d/a.txt --store sqlite:d/a.txt", "--store"),
    ] {
        let said = folder.run(&format!("tokens -q {arguments}")).refused(2);
        assert!(said.contains(&format!("is an input, and {option} would replace it")), "{arguments}: {said}");
    }
    assert_eq!(folder.run("tokens -q d --out-dir out").well(), "");
    let said = folder.run("tokens -q out/chunks/a.jsonl d --out-dir out").refused(2);
    assert!(said.contains("out/chunks/a.jsonl is an output of --out-dir out"), "{said}");
    // By a glob, too.
    let said = folder.run("tokens -q out/chunks/*.jsonl --out-dir out").refused(2);
    assert!(said.contains("out/chunks/a.jsonl is an output of --out-dir out"), "{said}");
    assert!(!folder.path("out/chunks/a.jsonl.jsonl").exists());
    let stdin = fs::File::open(folder.path("d/a.txt")).unwrap();
    let ran = folder.chunk("tokens - -o d/a.txt").stdin(stdin).output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8(ran.stderr).unwrap().contains("a.txt, and -o would replace it"));
    assert_eq!((folder.read("d/a.txt"), folder.read("d/b.txt")), (TEXT.to_owned(), TEXT.to_owned()));
}

/// What a run has written into the folder that it reads is left out of the next one.
#[test]
fn an_output_in_the_input_is_written_again() {
    let folder = Folder::with([("d/a.txt", TEXT)]);
    for output in ["d/chunks.jsonl", "d/chunks.txt"] {
        for _ in 0..2 {
            folder.run(&format!("tokens -q d -o {output}")).well();
            assert_eq!(folder.read(output), record("d/a.txt", TEXT, 4).replace("d/a", "a"), "{output}");
        }
        fs::remove_file(folder.path(output)).unwrap();
    }
}

/// A manifest entry that goes through a link removes nothing, and nothing is written through one.
#[cfg(unix)]
#[test]
fn links_lead_nowhere_out_of_the_folder() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with([("d/a.txt", TEXT), ("precious/x.jsonl", "mine")]);
    fs::create_dir_all(folder.path("out/chunks")).unwrap();
    symlink("../../precious", folder.path("out/chunks/link")).unwrap();
    folder.write("out/metadata/ingestion-manifest.json", r#"{"files":[{"output":"chunks/link/x.jsonl"}]}"#);
    assert_eq!(folder.run("tokens -q d --out-dir out").well(), "");
    assert_eq!(folder.read("precious/x.jsonl"), "mine");
    for name in ["link/x.txt", "link/new/x.txt"] {
        folder.write(&format!("e/{name}"), TEXT);
    }
    let said = folder.run("tokens -q e --out-dir out").refused(2);
    assert!(said.contains("link/new/x.jsonl: there is a symbolic link, which is not followed"), "{said}");
    assert_eq!(folder.names("precious"), ["x.jsonl"]);
    for (link, to) in [("out2/chunks", "../precious"), ("out3/metadata", "../precious")] {
        fs::create_dir_all(folder.path(link).parent().unwrap()).unwrap();
        symlink(to, folder.path(link)).unwrap();
        let dir = link.split('/').next().unwrap();
        let said = folder.run(&format!("tokens -q d --out-dir {dir}")).refused(2);
        assert!(
            said.contains(link) && said.contains(": there is a symbolic link, which is not followed"),
            "{said}"
        );
        assert_eq!(folder.names("precious"), ["x.jsonl"]);
    }
    symlink("../../precious/x.jsonl", folder.path("out/chunks/b.jsonl")).unwrap();
    folder.write("f/b.txt", TEXT);
    assert!(folder.run("tokens -q f --out-dir out").refused(2).contains("there is a symbolic link"));
    assert_eq!(folder.read("precious/x.jsonl"), "mine");
}

/// A link that leads to a place in the folder is followed, and is not why there is nothing.
#[cfg(unix)]
#[test]
fn a_link_is_blamed_only_for_what_it_did() {
    let folder = Folder::with([("d/a.txt", TEXT), ("d/b.txt", TEXT)]);
    folder.run("tokens -q d --out-dir out").well();
    fs::rename(folder.path("out/chunks"), folder.path("out/real")).unwrap();
    std::os::unix::fs::symlink("real", folder.path("out/chunks")).unwrap();
    fs::remove_file(folder.path("out/real/b.jsonl")).unwrap();
    let said = folder.run("check -q --policy tokens out").refused(2);
    assert!(said.starts_with("error: cannot read out/chunks/b.jsonl: there is no such file"), "{said}");
}

#[test]
fn what_is_left_out_of_the_input_is_named() {
    let folder =
        Folder::with([("d/a.txt", TEXT), ("d/chunks/mine.txt", TEXT), ("d/metadata/notes/b.txt", TEXT)]);
    for _ in 0..2 {
        let ran = folder.run("tokens -q d --out-dir d");
        assert_eq!(ran.status, Some(0));
        assert_eq!(
            ran.stderr,
            "warning: not read, because --out-dir writes there: 2 files, such as d/chunks/mine.txt; \
             pass another --out-dir to have them read\n"
        );
    }
    assert_eq!(folder.read("d/chunks/mine.txt"), TEXT);
}

/// A file where a folder has to be, and a folder where a file has to be.
#[test]
fn what_an_earlier_run_left_is_in_nobodys_way() {
    let folder = Folder::with([("a/x", TEXT), ("b/x.jsonl/y.txt", TEXT)]);
    for input in ["a", "b", "a", "b"] {
        assert_eq!(folder.run(&format!("tokens -q {input} --out-dir out")).well(), "");
        assert_eq!(folder.run(&format!("tokens -q {input} --out-dir clean-{input}")).well(), "");
        assert_eq!(folder.files("out"), folder.files(&format!("clean-{input}")));
    }
}

#[cfg(unix)]
#[test]
fn one_bad_name_does_not_stop_the_others() {
    let folder = Folder::with([("d/a.txt", TEXT), ("d/b\\c.txt", TEXT)]);
    let ran = folder.run("tokens -q d/a.txt nowhere.txt *.none");
    assert_eq!((ran.status, ran.stdout), (Some(1), record("d/a.txt", TEXT, 4)));
    assert!(ran.stderr.contains("error: nowhere.txt: cannot read it: "), "{}", ran.stderr);
    assert!(ran.stderr.contains("error: *.none: no file matches\n"), "{}", ran.stderr);
    let twice = folder.run("tokens -q d/a.txt nowhere.txt nowhere.txt");
    assert_eq!((twice.status, twice.stderr.lines().count()), (Some(1), 1), "{}", twice.stderr);
    assert_eq!(twice.stdout, record("d/a.txt", TEXT, 4));
    let ran = folder.run("tokens -q d --out-dir out");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.contains("has no place for it"), "{}", ran.stderr);
    assert_eq!(folder.names("out/chunks"), ["a.jsonl"]);
}

#[cfg(unix)]
#[test]
fn names_in_messages_are_escaped() {
    let folder = Folder::with([("d/\u{1b}[31mred\nline.txt", &b"\xFF"[..]), ("d/a\u{202e}b.txt", b"\xFF")]);
    let ran = folder.run("tokens -q d");
    assert_eq!(
        ran.stderr,
        "error: d/\\u{1b}[31mred\\nline.txt: byte 0 is not valid UTF-8; convert the file to UTF-8\n\
         error: d/a\\u{202e}b.txt: byte 0 is not valid UTF-8; convert the file to UTF-8\n"
    );
    let said = folder.chunk("tokens").arg("no\u{1b}where\n.txt").output().unwrap().stderr;
    assert!(String::from_utf8(said).unwrap().starts_with("error: no\\u{1b}where\\n.txt: cannot read it: "));
}

/// Read to its end, `/dev/zero` takes all memory there is, and a pipe that nobody writes to takes for ever.
#[cfg(unix)]
#[test]
fn files_of_settings_that_never_end_are_refused() {
    let folder = Folder::with([("a.txt", TEXT)]);
    let said = folder.run("tokens a.txt --slack-users /dev/zero").refused(2);
    assert!(said.contains("longer than 67108864 bytes, which no such file needs"), "{said}");
    #[cfg(feature = "tokenizers")]
    {
        let said = folder.run("tokens a.txt --tokenizer /dev/zero").refused(2);
        assert!(said.contains("/dev/zero: cannot read it: longer than 268435456 bytes"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_configuration_is_small_and_messages_are_short() {
    let folder = Folder::with([("a.txt", TEXT)]);
    let said = folder.run("tokens a.txt --config /dev/zero").refused(2);
    assert_eq!(said, "error: cannot read /dev/zero: longer than 1048576 bytes, which no such file needs\n");
    for key in ["max_tokens", "nothing", "sentence_rules"] {
        let ran = folder
            .chunk("tokens a.txt")
            .args(["--set", &format!("{key}={}", "x".repeat(100_000))])
            .output()
            .unwrap();
        assert_eq!(ran.status.code(), Some(2));
        assert!(ran.stderr.len() < 10_000, "{key}: {} bytes", ran.stderr.len());
    }
    let long = "x".repeat(100_000);
    for arguments in [["--encoding", &long], ["-j", &long], ["--format", &long], [&format!("--{long}"), "b"]]
    {
        let ran = folder.chunk("tokens a.txt").args(arguments).output().unwrap();
        assert_eq!(ran.status.code(), Some(2));
        assert!(ran.stderr.len() < 20_000, "{:.9}: {} bytes", arguments[0], ran.stderr.len());
    }
}

#[rstest]
#[case::option("tokens a.txt", "--no\u{1b}\nsuch")]
#[case::pattern("tokens", "no\u{1b}[\nfile")]
#[case::key("tokens a.txt --set", "no\u{1b}\nkey=1")]
#[case::command("", "no\u{1b}\nsuch")]
fn what_is_typed_is_escaped_in_messages(#[case] arguments: &str, #[case] last: &str) {
    let ran = Folder::with([("a.txt", TEXT)]).chunk(arguments).arg(last).output().unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(said.contains("no\\u{1b}") && !said.contains('\u{1b}'), "{said}");
    assert!(["such", "file", "key"].iter().all(|rest| !said.contains(&format!("\n{rest}"))), "{said}");
}

#[test]
fn messages_name_the_flag_that_was_typed() {
    let folder = Folder::with([("a.txt", TEXT)]);
    let said = folder.run("hybrid a.txt --max-chunk-size 0").refused(2);
    assert!(said.contains("(from --max-chunk-size 0)"), "{said}");
    for jobs in ["-j -1", "-j 0", "-j x", "--jobs=-1"] {
        let said = folder.run(&format!("tokens a.txt {jobs}")).refused(2);
        assert!(said.contains("must be a number of threads, at least 1"), "{jobs}: {said}");
    }
}

/// H1: the times of a document that is a line.
#[test]
fn lines_have_times_where_the_contract_does() {
    let folder = Folder::new();
    let line = |times: &str| format!(r##"{{"path":"a.md","text":"# Tea\n\nGreen tea is steeped."{times}}}"##);
    let run =
        |times: &str, more: &str| folder.pipe(&format!("hybrid -q --input jsonl {more}"), line(times)).well();
    let given = run("", "--created-at 5 --modified-at 7");
    assert!(given.contains(r#""createdAt":5"#) && given.contains(r#""sourceModifiedAt":7"#), "{given}");
    assert_eq!(run(r#","created_at_ms":5,"modified_at_ms":7"#, ""), given);
    assert_eq!(run(r#","created_at_ms":5,"modified_at_ms":7"#, "--created-at 1 --modified-at 1"), given);
    assert_ne!(run("", ""), given);
    let ran = folder.pipe("hybrid -q --input jsonl", line(r#","created_at_ms":"5""#));
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.stderr.contains("stdin: line 1: the field `created_at_ms`: it is the string"),
        "{}",
        ran.stderr
    );
}

/// Only a file that may be text is to be converted to UTF-8; for others, there is other advice.
#[rstest]
#[case(b"%PDF-1.7\n%\xE2\xE3", "it looks like a PDF: extract its text first")]
#[case(b"PK\x03\x04\xFF", "as .docx, .xlsx and .epub are: extract its text first")]
#[case(b"\x1F\x8B\x08", "it looks like gzip: decompress it first")]
#[case(b"\xFE\xFF\0a", "it looks like UTF-16: convert it to UTF-8 first")]
#[case(b"\x7FELF\0\xFF", "it looks like a binary file: leave it out")]
#[case(b"caf\xE9", "byte 3 is not valid UTF-8; convert the file to UTF-8")]
fn a_file_that_is_no_text_is_known(#[case] bytes: &[u8], #[case] expected: &str) {
    let folder = Folder::with([("a", bytes)]);
    for output in ["", "--out-dir out", "--store sqlite:a.db"] {
        let said = folder.run(&format!("tokens a {output}")).refused(1);
        assert!(said.contains(" is not valid UTF-8; ") && said.ends_with(&format!("{expected}\n")), "{said}");
    }
}

/// The first five minutes: what goes wrong then ends with what to try.
#[rstest]
#[case(
    "tokens nowhere.txt",
    "error: nowhere.txt: cannot read it: ",
    "there is no such file or folder; check the path\n"
)]
#[case(
    "tokens no/where/a.txt",
    "error: no/where/a.txt: cannot read it: ",
    "there is no folder no; correct the path, or create it\n"
)]
#[case(
    "eval no/questions.jsonl d",
    "error: cannot read no/questions.jsonl: ",
    "there is no folder no; correct the path, or create it\n"
)]
#[case(
    "tokens a.txt --store sqlite:no/a.db",
    "error: cannot open the store no/a.db: ",
    "there is no folder no; correct the path, or create it\n"
)]
#[case(
    "tokens a.txt --pre nowhere",
    "cannot run --pre nowhere: ",
    "there is no such program; install it, or correct its name\n"
)]
#[case(
    "tokens a.txt -o nowhere/a.jsonl",
    "error: cannot write nowhere/a.jsonl: ",
    "there is no folder nowhere; correct the path, or create it\n"
)]
#[case("tokens a.txt -o .", "error: cannot write .: it is a folder; ", "name a file in it\n")]
#[case(
    "tokens a.txt --store sqlite:d",
    "error: cannot open the store d: it is a folder; ",
    "name a file in it\n"
)]
#[case(
    "tokens a.txt --out-dir a.txt",
    "cannot create a.txt/chunks: ",
    "there is a file where a folder has to be; pass another path\n"
)]
#[case(
    "tokens a.txt --out-dir e",
    "cannot create e/chunks: ",
    "there is something of that name; remove it, or pass another path\n"
)]
#[case("tokens a.txt --file-limit -3", "must be a number of bytes, such as ", "try '--help'.\n")]
#[case("tokens a.txt --line-limit -3", "must be a number of bytes, such as ", "try '--help'.\n")]
#[case(
    "diff d d",
    "d: a folder without metadata/ingestion-manifest.json; ",
    "or a folder that --out-dir wrote\n"
)]
#[case(
    "d",
    "unrecognized subcommand 'd'\n\n  tip: before d, name the policy that chunks it, as in chunk markdown d",
    "try '--help'.\n"
)]
#[case(
    "hybrid a.txt --min-chunk-size 10",
    "  tip: --min-chunk-size is no option, but a setting of hybrid: --set minChunkSize=…\n",
    "try '--help'.\n"
)]
#[case(
    "tokens a.txt --chunk-size 500",
    "tip: tokens has no --chunk-size; its size is --max-tokens; --set ",
    "try '--help'.\n"
)]
#[case(
    "hybrid a.txt --max-chunksize 300",
    "  tip: a similar argument exists: '--max-chunk-size'\n",
    "try '--help'.\n"
)]
#[case("inspect a.txt --open", "unexpected argument '--open' found\n\nFor more", "try '--help'.\n")]
#[case("inspect a.txt --compare", "unexpected argument '--compare' found\n\nUsage: ", "try '--help'.\n")]
#[case("hybrid a.txt --max-chunk-size 50", "must be 100 to 2000, or 1 to 8192 with hardLimit", "-size 50)\n")]
#[case("markdown a.txt --modle gpt-4o", "  tip: a similar argument exists: '--model'\n", "try '--help'.\n")]
#[case("tokens a.txt --max-token 5", "  tip: a similar argument exists: '--max-tokens'\n", "try '--help'.\n")]
#[case(
    "tokens a.txt --max-size 5",
    "  tip: tokens has no --max-size; its size is --max-tokens; --set sets what has no option of its own, and ",
    "try '--help'.\n"
)]
#[case("inspect a.txt --max-tokens 9", "error: ", "markdown has no --max-tokens; its size is --chunk-size\n")]
#[case(
    "markdown a.txt --max-tokens 9",
    "markdown has no --max-tokens; its size is --chunk-size",
    "try '--help'.\n"
)]
#[case(
    "markdown a.txt --overlap-chars 9",
    "no --overlap-chars; its overlap is --chunk-overlap",
    "try '--help'.\n"
)]
#[case("hybrid a.txt --chunk-size=9", "similar argument exists: '--max-chunk-size'", "try '--help'.\n")]
#[case("backlog a.txt --chunk-size 9", "backlog has no --chunk-size; leave it out", "try '--help'.\n")]
#[case("backlog a.txt --tools drop", "error: ", "backlog has no --tools; leave it out\n")]
#[case("recorder a.txt --tools drop", "error: ", "recorder has no --tools; leave it out\n")]
#[case("tokens a.txt --explain", "error: ", "tokens has no --explain; leave it out\n")]
#[case("man nothing", "there is no subcommand nothing", "`chunk --help` lists them\n")]
#[case("inspect a.txt --policy tokens --html a.txt", "--html would replace it", "pass another file\n")]
fn an_error_ends_with_what_to_try(#[case] arguments: &str, #[case] what: &str, #[case] advice: &str) {
    let folder = Folder::with([("a.txt", "One.\n"), ("d/x", ""), ("e/chunks", "")]);
    let said = folder.run(arguments).refused(2);
    assert!(said.contains(what) && said.ends_with(advice), "{said}");
}
