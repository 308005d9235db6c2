//! Runs that are interrupted or killed leave old files or whole new ones.
// Holds: P9

use crate::harness::{Folder, spawn};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn has_temporary(folder: &Folder) -> bool {
    folder.names("").iter().any(|name| name.contains(".chunk-"))
}

#[cfg(unix)]
#[test]
fn an_interrupt_is_130_and_leaves_nothing() {
    let folder = Folder::with([("out.jsonl", "old")]);
    let line = format!(r#"{{"interaction_id":"1","text":"{}"}}"#, "abc ".repeat(100_000));
    // To stdout: what was written stays.
    let mut child = spawn(&mut folder.chunk("tokens --input jsonl"));
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    writeln!(stdin, "{line}").unwrap();
    stdout.read_line(&mut String::new()).unwrap();
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));

    // To a file: it stays as it was, and no temporary file is left beside it.
    let mut child = spawn(&mut folder.chunk("tokens --input jsonl -o out.jsonl"));
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{line}").unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !has_temporary(&folder) {
        assert!(Instant::now() < deadline, "no temporary file appears");
        thread::sleep(Duration::from_millis(5));
    }
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(folder.names(""), ["out.jsonl"]);
    assert_eq!(folder.read("out.jsonl"), "old");
}

/// Killed at many moments, `-o` and `--out-dir` leave each file as it was or as it should be.
#[cfg(unix)]
#[test]
fn a_kill_leaves_old_files_or_new_ones() {
    let folder = Folder::new();
    let documents = |ending: &str| {
        for number in 0..30 {
            folder.write(
                &format!("d/{number}.txt"),
                format!("{}{ending}", "Some words. ".repeat(200 * number)),
            );
        }
    };
    documents("new");
    let started = Instant::now();
    folder.run("tokens -q d --out-dir new").well();
    let whole_run = started.elapsed();
    folder.run("tokens -q d -o new/out.jsonl").well();
    documents("old");
    folder.run("tokens -q d --out-dir old").well();
    folder.run("tokens -q d -o old/out.jsonl").well();
    documents("new");
    let (old, new) = (folder.files("old"), folder.files("new"));

    let mut mixed = 0;
    for moment in 0..24 {
        for (name, bytes) in &old {
            folder.write(&format!("out/{name}"), bytes);
        }
        let arguments =
            if moment % 2 == 0 { "tokens -q d --out-dir out" } else { "tokens -q d -o out/out.jsonl" };
        let mut child = folder.chunk(arguments).spawn().unwrap();
        thread::sleep(whole_run * moment / 24);
        child.kill().unwrap();
        child.wait().unwrap();
        let mut changed = 0;
        for (name, bytes) in folder.files("out").iter().filter(|(name, _)| !name.contains(".chunk-")) {
            let is = |files: &[(String, Vec<u8>)]| files.contains(&(name.clone(), bytes.clone()));
            assert!(is(&old) || is(&new), "{name} is neither old nor new after a kill at moment {moment}");
            changed += usize::from(!is(&old));
        }
        mixed += usize::from(changed > 0 && changed < new.len());
        // The next run puts everything right.
        folder.run(arguments).well();
        std::fs::remove_dir_all(folder.path("out")).unwrap();
    }
    // If no kill ever came half-way, this has tested nothing.
    assert!(mixed > 0, "every kill came too early or too late");
}
