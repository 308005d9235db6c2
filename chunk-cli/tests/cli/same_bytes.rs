//! The same documents and settings give the same bytes, whatever else varies.

use crate::harness::{Folder, Ran, pipe};
use std::fmt::Write as _;

/// Documents of very different sizes, some of them bad, some empty.
fn corpus() -> Folder {
    let folder = Folder::new();
    let mut random = fastrand::Rng::with_seed(7);
    for number in 0..120 {
        let path = format!("d/{}/{number}.txt", random.u8(0..5));
        let text = match number % 20 {
            3 => vec![b'x', 0xFF],
            7 => Vec::new(),
            // Once its records are written, more than a document keeps until its turn.
            0 => text(&mut random, 3_000_000 / (number + 1)),
            _ => {
                let length = random.usize(1..5000);
                text(&mut random, length)
            }
        };
        folder.write(&path, text);
    }
    folder
}

fn text(random: &mut fastrand::Rng, length: usize) -> Vec<u8> {
    let mut text = String::new();
    while text.len() < length {
        text.push_str(["word ", "Ende. ", "日本語。", "x\r\n", "\n\n", "\"quoted\" "][random.usize(0..6)]);
    }
    text.into_bytes()
}

#[test]
fn at_any_number_of_jobs() {
    let folder = corpus();
    let mut first: Option<Ran> = None;
    for jobs in [1, 2, 8] {
        let ran = folder.run(&format!("tokens d -j {jobs}"));
        assert_eq!(ran.status, Some(1), "some documents are bad");
        assert_eq!(ran.stdout.lines().count(), 114);
        assert_eq!(&ran, first.get_or_insert_with(|| folder.run("tokens d -j 3")), "with -j {jobs}");

        folder.run(&format!("tokens -q d -j {jobs} --out-dir out{jobs}"));
        folder.run(&format!("tokens -q d -j {jobs} -o out{jobs}/out.jsonl"));
        assert_eq!(folder.files(&format!("out{jobs}")), folder.files("out1"), "with -j {jobs}");
    }
    assert_eq!(folder.read("out1/out.jsonl"), first.unwrap().stdout);
}

#[test]
fn lines_at_any_number_of_jobs() {
    let mut random = fastrand::Rng::with_seed(8);
    let mut lines = String::new();
    for id in 0..2000 {
        match random.u8(0..20) {
            0 => lines.push_str("[]\n"),
            1 => lines.push('\n'),
            _ => {
                let text = "Some words. ".repeat(random.usize(0..60));
                writeln!(lines, r#"{{"interaction_id":"{id}","text":"{text}"}}"#).unwrap();
            }
        }
    }
    let folder = Folder::with([("in.jsonl", &lines)]);
    let one = folder.run("tokens --input jsonl in.jsonl -j 1");
    for jobs in [2, 8] {
        assert_eq!(folder.run(&format!("tokens --input jsonl in.jsonl -j {jobs}")), one);
    }
    assert_eq!(folder.pipe("tokens --input jsonl", &lines).stdout, one.stdout, "and from a pipe");
}

#[test]
fn in_any_surroundings() {
    let folder = Folder::with([("d/ä.txt", "One. Two."), ("d/Z.txt", "One. Two."), ("d/a/b.txt", "abc")]);
    let expected = folder.run("tokens -q d").well();
    let here = folder.path("d");
    let here = here.to_str().unwrap();
    for (cwd, arguments) in [
        ("", "tokens -q d".to_owned()),
        ("", "tokens -q ./d/".to_owned()),
        ("d", "tokens -q .".to_owned()),
        ("d/a", "tokens -q ..".to_owned()),
        ("d/a", format!("tokens -q {here}")),
        ("d/a", format!("tokens -q --root {here} {here}")),
        ("d", "tokens -q --root . Z.txt a ä.txt".to_owned()),
        ("", "tokens -q --root d d/ä.txt d/Z.txt d/a/b.txt".to_owned()),
    ] {
        for (variable, value) in
            [("TZ", "Asia/Kathmandu"), ("LANG", "tr_TR.UTF-8"), ("LC_ALL", "C"), ("HOME", "/")]
        {
            let mut command = folder.chunk(&arguments);
            let ran: Ran =
                command.current_dir(folder.path(cwd)).env(variable, value).output().unwrap().into();
            assert_eq!(ran.well(), expected, "{variable}={value} in {cwd}: {arguments}");
        }
    }
}

#[test]
fn a_file_and_a_pipe_are_the_same() {
    let text = "One. Two.\r\n\r\nThree.";
    let folder = Folder::with([("d/x.txt", text)]);
    let from_file = folder.run("tokens --root d d/x.txt").well();
    assert_eq!(pipe(folder.chunk("tokens --id x.txt -"), text).well(), from_file);
}
