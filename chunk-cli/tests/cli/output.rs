//! stdout and `-o`: files are written whole or not at all, and not touched if nothing changes.

use crate::harness::{Folder, Ran, record, spawn};
use std::{
    fs::{self, File},
    io::Write,
    process::{Command, Stdio},
    time::{Duration, SystemTime},
};

const TEXT: &str = "One. Two.";
const LONG_AGO: Duration = Duration::from_secs(1_000_000_000);

fn age(folder: &Folder, path: &str) {
    File::options()
        .write(true)
        .open(folder.path(path))
        .unwrap()
        .set_modified(SystemTime::UNIX_EPOCH + LONG_AGO)
        .unwrap();
}

fn is_aged(folder: &Folder, path: &str) -> bool {
    let modified = fs::metadata(folder.path(path)).unwrap().modified().unwrap();
    modified == SystemTime::UNIX_EPOCH + LONG_AGO
}

/// Another run would take it for a document of the folder.
#[test]
fn an_output_inside_of_the_input_is_warned_of() {
    let folder = Folder::with([("d/a.txt", "One."), ("d/b.md", "# B\n\nTwo.\n")]);
    let warning =
        "warning: -o writes into d, where a run with another -o would take the records for a document";
    for (arguments, is_warned) in [
        ("tokens d -o d/out.jsonl", true),
        ("markdown d -o d/out.md", true),
        // Of a folder, *.jsonl is not taken.
        ("markdown d -o d/out.jsonl", false),
        ("tokens d -o out.jsonl", false),
        ("tokens d/a.txt -o d/out.jsonl", false),
        ("tokens d -o d/out.jsonl -q", false),
    ] {
        let ran = folder.run(arguments);
        assert_eq!(
            (ran.status, ran.stderr.contains(warning)),
            (Some(0), is_warned),
            "{arguments}: {}",
            ran.stderr
        );
        for name in ["d/out.jsonl", "d/out.md", "out.jsonl"] {
            let _ = fs::remove_file(folder.path(name));
        }
    }
}

#[test]
fn a_file_is_written_whole_and_left_alone_if_it_is_the_same() {
    let folder = Folder::with([("d/a.txt", TEXT), ("d/b.txt", TEXT)]);
    assert_eq!(folder.run("tokens -q d -o out.jsonl").well(), "");
    let expected = record("a.txt", TEXT, 4) + &record("b.txt", TEXT, 4);
    assert_eq!(folder.read("out.jsonl"), expected);

    age(&folder, "out.jsonl");
    assert_eq!(folder.run("tokens -q d -o out.jsonl").well(), "");
    assert!(is_aged(&folder, "out.jsonl"), "the same bytes are not written again");

    // Other bytes, more bytes, fewer bytes: each replaces the file.
    for (text, tokens) in [("One! Two!", 4), ("One. Two. One. Two.", 8), ("abc", 1)] {
        folder.write("d/b.txt", text);
        assert_eq!(folder.run("tokens -q d -o out.jsonl").well(), "");
        assert_eq!(folder.read("out.jsonl"), record("a.txt", TEXT, 4) + &record("b.txt", text, tokens));
    }
    fs::remove_file(folder.path("d/b.txt")).unwrap();
    assert_eq!(folder.run("tokens -q d -o out.jsonl").well(), "");
    assert_eq!(folder.read("out.jsonl"), record("a.txt", TEXT, 4), "a prefix of what was there");
    assert_eq!(folder.names(""), ["d/a.txt", "out.jsonl"], "no temporary file stays");
}

#[test]
fn what_is_written_is_no_input() {
    let folder = Folder::with([("a.txt", TEXT)]);
    for _ in 0..2 {
        assert_eq!(folder.run("tokens -q . -o out.jsonl").well(), "");
        assert_eq!(folder.read("out.jsonl"), record("a.txt", TEXT, 4));
    }
    fs::remove_file(folder.path("out.jsonl")).unwrap();
    let shell = format!("exec {} tokens -q . > shell.jsonl", env!("CARGO_BIN_EXE_chunk"));
    for _ in 0..2 {
        let run = Command::new("sh").args(["-c", &shell]).current_dir(folder.path("")).status().unwrap();
        assert!(run.success());
        assert_eq!(folder.read("shell.jsonl"), record("a.txt", TEXT, 4));
    }
}

/// A warning about each of many documents would hide what else there is to see.
#[test]
fn of_many_warnings_of_a_kind_three_are_shown() {
    let folder = Folder::new();
    for number in 0..9 {
        folder.write(&format!("d/{number}.txt"), "");
    }
    let said = folder.run("tokens -q d").stderr;
    assert_eq!(said.matches("[empty-text]").count(), 4, "{said}");
    assert!(said.starts_with("warning: d/0.txt: "), "{said}");
    assert!(said.ends_with("warning: and 6 more of the kind [empty-text]; -v shows all\n"), "{said}");
    let said = folder.run("tokens -qv d").stderr;
    assert_eq!((said.lines().count(), said.matches("[empty-text]").count()), (9, 9), "{said}");
}

/// A size that is not recommended is one all the same.
#[test]
fn an_unusual_size_is_a_warning_that_can_be_silenced() {
    let folder = Folder::with([("a.md", TEXT)]);
    let ran = folder.run("markdown a.md --chunk-size 20 --chunk-overlap 0");
    assert_eq!(ran.status, Some(0));
    assert!(ran.stderr.contains("[unusual-size]"), "{}", ran.stderr);
    folder.run("markdown -q a.md --chunk-size 20 --chunk-overlap 0").well();
}

#[test]
fn a_dash_is_stdout() {
    let folder = Folder::with([("a.txt", TEXT)]);
    assert_eq!(folder.run("tokens a.txt -o -").well(), record("a.txt", TEXT, 4));
    assert_eq!(folder.names(""), ["a.txt"]);
}

#[test]
fn failed_documents_do_not_keep_the_others_from_the_file_unless_they_should() {
    let folder = Folder::with([("d/a.txt", &b"abc"[..]), ("d/b.txt", b"\xFF"), ("out.jsonl", b"old")]);
    assert_eq!(folder.run("tokens -q d -o out.jsonl --on-error stop").status, Some(1));
    assert_eq!(folder.read("out.jsonl"), "old");
    assert_eq!(folder.run("tokens -q d -o out.jsonl").status, Some(1));
    assert_eq!(folder.read("out.jsonl"), record("a.txt", "abc", 1));
    assert_eq!(folder.names(""), ["d/a.txt", "d/b.txt", "out.jsonl"]);
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_modes_stay_as_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::with([("a.txt", TEXT), ("there/out.jsonl", "old")]);
    symlink("there/out.jsonl", folder.path("link.jsonl")).unwrap();
    fs::set_permissions(folder.path("there/out.jsonl"), fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!(folder.run("tokens a.txt -o link.jsonl").well(), "");
    assert!(folder.path("link.jsonl").is_symlink());
    assert_eq!(folder.read("there/out.jsonl"), record("a.txt", TEXT, 4));
    assert_eq!(fs::metadata(folder.path("there/out.jsonl")).unwrap().permissions().mode() & 0o777, 0o640);
    // A new file is as readable as any other.
    let shell = format!("umask 027; exec {} tokens a.txt -o new.jsonl", env!("CARGO_BIN_EXE_chunk"));
    assert!(Command::new("sh").args(["-c", &shell]).current_dir(folder.path("")).status().unwrap().success());
    assert_eq!(fs::metadata(folder.path("new.jsonl")).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn where_nothing_can_be_written_is_told_first() {
    let folder = Folder::with([("a.txt", TEXT), ("file", "x")]);
    assert!(
        folder
            .run("tokens a.txt -o nowhere/out.jsonl")
            .refused(2)
            .starts_with("error: cannot write nowhere/out.jsonl: ")
    );
    fs::create_dir(folder.path("folder")).unwrap();
    assert!(folder.run("tokens a.txt -o folder").refused(2).starts_with("error: cannot write folder: "));
    assert!(
        folder
            .run("tokens a.txt --out-dir file")
            .refused(2)
            .starts_with("error: cannot create file/chunks: ")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = Folder::with([("d/a.txt", TEXT), ("d/b.txt", TEXT)]);
    for arguments in [
        "tokens d -q",
        "tokens d/a.txt",
        "tokens d -j 1",
        "tokens --show-config",
        "policies",
        "man",
        "--help",
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let ran: Ran = folder.chunk(arguments).stdout(full).output().unwrap().into();
        assert_eq!(ran.status, Some(2), "{arguments}: {}", ran.stderr);
        assert!(
            ran.stderr.starts_with("error: cannot write to stdout: there is no space left"),
            "{arguments}: {}",
            ran.stderr
        );
    }
    let said = folder.run("tokens d -q -o /dev/full").refused(2);
    assert!(said.starts_with("error: cannot write /dev/full: there is no space left"), "{said}");
    use std::os::unix::fs::FileTypeExt;
    assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device(), "it is not replaced by a file");
}

/// A limit on the size of files, like a disk that is full half-way: the old file stays, and nothing is left beside it.
#[cfg(unix)]
#[test]
fn a_write_that_fails_leaves_the_old_file() {
    let folder = Folder::with([("d/a.txt", "One. Two.\n".repeat(10_000))]);
    folder.write("out.jsonl", "old");
    folder.write("out/chunks/a.jsonl", "old");
    for arguments in ["tokens -q d -o out.jsonl", "tokens -q d --out-dir out"] {
        let shell = format!("trap '' XFSZ; ulimit -f 8; exec {} {arguments}", env!("CARGO_BIN_EXE_chunk"));
        let ran: Ran =
            Command::new("sh").args(["-c", &shell]).current_dir(folder.path("")).output().unwrap().into();
        let said = ran.refused(2);
        assert!(said.contains("cannot write out") && said.contains("a file may not be that large"), "{said}");
    }
    assert_eq!(folder.names(""), ["d/a.txt", "out.jsonl", "out/chunks/a.jsonl"]);
    assert_eq!((folder.read("out.jsonl"), folder.read("out/chunks/a.jsonl")), ("old".into(), "old".into()));
}

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let folder = Folder::with([("d/a.txt", "One. Two.\n".repeat(100_000)), ("d/b.txt", "abc".to_owned())]);
    for arguments in ["tokens d/a.txt", "tokens d", "tokens d -j 1", "tokens d -j 4"] {
        let mut child =
            folder.chunk(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let ran: Ran = child.wait_with_output().unwrap().into();
        assert_eq!(ran.refused(0), "", "{arguments}");
    }
    // A filter ends with its reader, though its input goes on.
    let mut child = spawn(&mut folder.chunk("tokens --input jsonl"));
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    while writeln!(stdin, r#"{{"interaction_id":"1","text":"abc"}}"#).is_ok() {}
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert_eq!(ran.refused(0), "");
}
