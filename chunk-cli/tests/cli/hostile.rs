//! Folders that are not what they seem: special files where small ones are read, links that take the place of files while a run lasts, names
//! that have no room, and other runs.

use crate::harness::{Folder, Ran, record, spawn};
use std::{
    fs,
    io::Write,
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

const TEXT: &str = "One. Two.";

/// Waits for the end of a run, which must not take long.
#[track_caller]
fn ended(mut child: Child) -> Ran {
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if started.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("it does not end");
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap().into()
}

fn run(folder: &Folder, arguments: &str) -> Ran {
    ended(spawn(&mut folder.chunk(arguments)))
}

#[cfg(unix)]
fn pipe(folder: &Folder, path: &str) {
    assert!(Command::new("mkfifo").arg(folder.path(path)).status().unwrap().success());
}

/// Writes a text into a pipe, as soon as somebody reads it; a run that has ended before never does.
#[cfg(unix)]
fn feed(folder: &Folder, path: &str) {
    let path = folder.path(path);
    thread::spawn(move || fs::write(path, "abc"));
}

fn wait_until(is: impl Fn() -> bool) {
    let started = Instant::now();
    while !is() {
        assert!(started.elapsed() < Duration::from_secs(60), "it does not come to pass");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Each is looked at once. When all were looked at again for each, this took minutes.
#[test]
fn many_empty_lines_before_the_first_record() {
    let folder = Folder::with([("r.jsonl", "\n".repeat(400_000) + &record("a.txt", TEXT, 4))]);
    for arguments in ["check -q r.jsonl", "diff r.jsonl r.jsonl"] {
        assert_eq!(run(&folder, arguments).status, Some(0), "{arguments}");
    }
}

#[cfg(unix)]
#[test]
fn an_ignore_file_that_is_no_small_file_is_not_read() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with([("up/d/a.txt", TEXT), ("up/d/sub/b.txt", TEXT)]);
    let (a, both) = (record("a.txt", TEXT, 4), record("a.txt", TEXT, 4) + &record("sub/b.txt", TEXT, 4));
    for place in ["up/.gitignore", "up/d/.gitignore", "up/d/sub/.gitignore"] {
        pipe(&folder, place);
        let ran = run(&folder, "tokens -q up/d");
        let said = format!("{place}: cannot read it: it is no regular file; nothing is left out for it\n");
        assert_eq!((ran.status, &*ran.stdout), (Some(0), &*both));
        assert!(ran.stderr.starts_with("warning: ") && ran.stderr.ends_with(&said), "{}", ran.stderr);
        fs::remove_file(folder.path(place)).unwrap();
    }
    symlink("/dev/zero", folder.path("up/d/.gitignore")).unwrap();
    let ran = run(&folder, "tokens -q up/d");
    assert_eq!((ran.status, &*ran.stdout), (Some(0), &*both));
    assert!(ran.stderr.contains("there is a symbolic link, which is not followed"), "{}", ran.stderr);
    fs::remove_file(folder.path("up/d/.gitignore")).unwrap();
    folder.write("up/d/.gitignore", format!("sub/\n{}", "*a*b*c*d\n".repeat(15_000)));
    let ran = run(&folder, "tokens -q up/d");
    assert_eq!((ran.status, &*ran.stdout), (Some(0), &*both));
    assert!(ran.stderr.contains("longer than 131072 bytes"), "{}", ran.stderr);
    folder.write("up/d/.gitignore", format!("sub/\n{}", "*a*b*c*d\n".repeat(14_500)));
    let ran = run(&folder, "tokens -q up/d");
    assert_eq!((ran.status, &*ran.stdout), (Some(0), &*both));
    assert!(ran.stderr.contains("more patterns with * than can be matched together"), "{}", ran.stderr);
    folder.write("up/d/.gitignore", format!("sub/\n{}", "*a*b*c*d\n".repeat(5_000)));
    assert_eq!(run(&folder, "tokens -q up/d").well(), a);
}

#[test]
fn a_bad_line_of_an_ignore_file_is_told_and_the_others_hold() {
    let folder = Folder::with([("d/a.txt", TEXT), ("d/b.txt", TEXT), ("d/c.txt", TEXT)]);
    folder.write("d/.gitignore", b"[z-a]\n\xFF\n\\\n[b\n?.txt\n!a.txt\n");
    let ran = folder.run("tokens -q d");
    assert_eq!(ran.stdout, record("a.txt", TEXT, 4));
    assert_eq!(
        (ran.status, &*ran.stderr),
        (
            Some(0),
            "warning: d/.gitignore: line 1: invalid range; 'z' > 'a'; the other lines hold\n\
             warning: d/.gitignore: line 2: it is not UTF-8; the other lines hold\n\
             warning: d/.gitignore: line 3: dangling '\\'; the other lines hold\n\
             warning: d/.gitignore: and 1 more such line\n"
        )
    );
}

/// Rules of a folder above hold in it, unless a repository begins in between.
#[test]
fn rules_from_above_end_at_a_repository() {
    let folder = Folder::with([("r/d/a.txt", TEXT), ("r/d/b.txt", TEXT), ("r/d/s/b.txt", TEXT)]);
    folder.write("r/.gitignore", "/d/b.txt\n");
    let ab = record("a.txt", TEXT, 4) + &record("s/b.txt", TEXT, 4);
    assert_eq!(folder.run("tokens -q r/d").well(), ab);
    folder.write("r/d/.gitignore", "!b.txt\n");
    let all = record("a.txt", TEXT, 4) + &record("b.txt", TEXT, 4) + &record("s/b.txt", TEXT, 4);
    assert_eq!(folder.run("tokens -q r/d").well(), all);
    fs::remove_file(folder.path("r/d/.gitignore")).unwrap();
    fs::create_dir(folder.path("r/d/.git")).unwrap();
    assert_eq!(folder.run("tokens -q r/d").well(), all);
}

/// What takes the place of a file or a folder after it was found leads nowhere.
#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_an_input_is_not_followed() {
    use std::os::unix::fs::symlink;
    for root in ["", "--root ."] {
        for swapped in ["d/b.txt", "d/sub", "d"] {
            let folder = Folder::with([("d/b.txt", TEXT), ("d/sub/b.txt", TEXT)]);
            for secret in ["secret/b.txt", "secret/sub/b.txt"] {
                folder.write(secret, "Secret.");
            }
            let mut child = spawn(&mut folder.chunk(&format!("tokens -q -j 1 - d {root}")));
            // The first document is stdin: when it is waited for, the others have been found.
            thread::sleep(Duration::from_millis(300));
            fs::rename(folder.path(swapped), folder.path("before")).unwrap();
            let to = if swapped == "d/b.txt" { "secret/b.txt" } else { "secret" };
            symlink(folder.path(to), folder.path(swapped)).unwrap();
            child.stdin.take().unwrap().write_all(b"abc").unwrap();
            let ran = ended(child);
            assert!(!ran.stdout.contains("Secret"), "{swapped}: {}", ran.stdout);
            assert_eq!(ran.status, Some(2), "{swapped}: {ran:?}");
            assert!(ran.stderr.contains("error: d/"), "{ran:?}");
        }
    }
}

/// Nor is anything written through one, or removed.
#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_an_output_is_not_followed() {
    use std::os::unix::fs::symlink;
    for swapped in ["out/chunks/sub", "out/chunks", "out", "out/chunks/sub/b.jsonl", "out/metadata"] {
        let folder = Folder::with([("d/a.txt", TEXT), ("d/sub/b.txt", TEXT), ("d/sub/gone.txt", TEXT)]);
        let precious = ["b.jsonl", "gone.jsonl", "sub/b.jsonl", "sub/gone.jsonl", "chunks/sub/gone.jsonl"];
        precious.iter().for_each(|name| folder.write(&format!("precious/{name}"), "mine"));
        folder.run("tokens -q d --out-dir out").well();
        fs::remove_file(folder.path("d/sub/gone.txt")).unwrap();
        folder.write("d/sub/b.txt", "Another text.");
        pipe(&folder, "0");
        let child = spawn(&mut folder.chunk("tokens -q -j 1 0 d --out-dir out"));
        wait_until(|| fs::read_dir(folder.path("out/metadata")).is_ok_and(|entries| entries.count() > 1));
        fs::rename(folder.path(swapped), folder.path("before")).unwrap();
        let to = if swapped.ends_with("jsonl") { "precious/b.jsonl" } else { "precious" };
        symlink(folder.path(to), folder.path(swapped)).unwrap();
        feed(&folder, "0");
        let ran = ended(child);
        assert_eq!(folder.names("precious").len(), precious.len(), "{swapped}: {ran:?}");
        for name in precious {
            assert_eq!(folder.read(&format!("precious/{name}")), "mine", "{swapped}: {ran:?}");
        }
        // The folder that was moved away as a whole is still the one that is written.
        assert_eq!(ran.status, Some(if swapped == "out" { 0 } else { 2 }), "{swapped}: {ran:?}");
    }
}

/// A run over other documents waits until the first one ends, and then makes the folder what a run by itself makes it.
#[cfg(unix)]
#[test]
fn two_runs_over_one_folder_take_turns() {
    let folder = Folder::with([("a/1.txt", TEXT), ("a/2.txt", TEXT), ("b/1.txt", TEXT), ("b/3.txt", TEXT)]);
    folder.run("tokens -q b --out-dir clean").well();
    pipe(&folder, "0");
    let first = spawn(&mut folder.chunk("tokens -q a 0 --out-dir out"));
    wait_until(|| folder.path("out/chunks/2.jsonl").exists());
    let second = spawn(&mut folder.chunk("tokens -q b --out-dir out"));
    thread::sleep(Duration::from_millis(1500));
    assert!(!folder.path("out/chunks/3.jsonl").exists());
    let pid = first.id();
    feed(&folder, "0");
    assert_eq!(ended(first).status, Some(0));
    let ran = ended(second);
    assert_eq!(ran.stderr, format!("note: another run, process {pid}, writes to out; waiting for its end\n"));
    assert_eq!((ran.status, folder.files("out")), (Some(0), folder.files("clean")));
}

/// One that does not end is named. Once it is killed, what it left is removed by the next.
#[cfg(unix)]
#[test]
fn a_run_that_holds_a_folder_is_named_and_its_files_do_not_stay() {
    let folder = Folder::with([("a/1.txt", TEXT), ("a/2.txt", TEXT), ("b/1.txt", TEXT)]);
    for format in ["jsonl", "bedrock-files"] {
        let run = |input: &str, dir: &str| format!("tokens -q {input} --format {format} --out-dir {dir}");
        folder.run(&run("b", "clean")).well();
        pipe(&folder, "0");
        let mut first = spawn(&mut folder.chunk(&run("a 0", "out")));
        wait_until(|| {
            folder.path("out/chunks/2.jsonl").exists() || folder.path("out/chunks/2.txt/00000.txt").exists()
        });
        let said = ended(spawn(&mut folder.chunk(&run("b", "out")))).refused(2);
        let expected = format!("another run, process {}, writes to out", first.id());
        assert!(said.contains(&format!("error: {expected}, and did not end within 10 seconds")), "{said}");
        first.kill().unwrap();
        first.wait().unwrap();
        folder.run(&run("b", "out")).well();
        assert_eq!(folder.files("out"), folder.files("clean"), "{format}");
        for path in ["out", "clean"] {
            fs::remove_dir_all(folder.path(path)).unwrap();
        }
        fs::remove_file(folder.path("0")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_manifest_that_is_no_file_is_not_read() {
    let folder = Folder::with([("d/a.txt", TEXT)]);
    for name in ["ingestion-manifest.json", ".unfinished-run.json"] {
        fs::create_dir_all(folder.path("out/metadata")).unwrap();
        pipe(&folder, &format!("out/metadata/{name}"));
        let said = ended(spawn(&mut folder.chunk("tokens -q d --out-dir out"))).refused(2);
        assert!(said.contains(&format!("cannot read out/metadata/{name}: it is no regular file")), "{said}");
        if !name.starts_with('.') {
            for command in ["check --policy tokens out", "diff out out"] {
                let said = ended(spawn(&mut folder.chunk(command))).refused(2);
                assert!(said.contains("it is no regular file"), "{command}: {said}");
            }
        }
        fs::remove_dir_all(folder.path("out")).unwrap();
    }
}

/// However long its first line is.
#[test]
fn an_output_in_the_input_is_known_by_its_first_record() {
    let folder = Folder::with([("d/a.txt", "Some sentence here. ".repeat(80_000))]);
    folder.run("tokens d -q -o d/out.jsonl").well();
    let first = folder.read("d/out.jsonl");
    assert!(first.find('\n').unwrap() > 2 << 20);
    folder.run("tokens d -q -o d/out.jsonl").well();
    assert_eq!(folder.read("d/out.jsonl"), first);
}

/// A name with its ending is 255 bytes long at most, and `.jsonl` is longer than `.md`.
#[cfg(unix)]
#[test]
fn a_name_without_room_for_its_output_does_not_stop_the_others() {
    let folder = Folder::with([("d/a.md", "# a"), ("d/z.md", "# z")]);
    let long = "n".repeat(252);
    folder.write(&format!("d/{long}.md"), "# n");
    let ran = folder.run("markdown d -q --out-dir out");
    let expected = format!("error: d/{long}.md: cannot write out/chunks/{long}.jsonl: ");
    assert!(ran.stderr.starts_with(&expected), "{}", ran.stderr);
    assert!(ran.stderr.ends_with(": its name is too long for a file there; rename it\n"), "{}", ran.stderr);
    assert_eq!(ran.status, Some(1));
    assert_eq!(folder.names("out"), ["chunks/a.jsonl", "chunks/z.jsonl", "metadata/ingestion-manifest.json"]);
}

/// Where files may not become as long as one does.
#[cfg(unix)]
#[test]
fn a_file_above_the_limit_of_the_system_leaves_nothing() {
    let folder = Folder::with([("a.txt", "Some words. ".repeat(20_000)), ("out.jsonl", "old".to_owned())]);
    let chunk = env!("CARGO_BIN_EXE_chunk");
    for output in ["-o out.jsonl", "--out-dir out"] {
        let script = format!("ulimit -f 64; exec {chunk} tokens -q a.txt {output}");
        let ran: Ran =
            Command::new("sh").args(["-c", &script]).current_dir(folder.path("")).output().unwrap().into();
        assert!(ran.refused(2).contains("cannot write out"));
    }
    assert_eq!(folder.read("out.jsonl"), "old");
    assert!(!folder.names("").iter().any(|name| name.contains(".chunk-")), "{:?}", folder.names(""));
}
