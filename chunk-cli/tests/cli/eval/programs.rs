//! Other programs: splitters, and those that make vectors.

use super::{folder, lines, run};
use crate::harness::{Folder, Ran, spawn};
use serde_json::json;
use std::{fs, process::Command, thread, time::Duration};

#[test]
fn vectors_come_from_a_program_and_are_kept() {
    let folder = folder();
    // Texts with the word `lease` point one way, others another; each run leaves a line.
    folder.write(
        "embed.sh",
        "echo run >> runs\nwhile read -r line; do case $line in *[Ll]ease*) v='[1,0]';; *) v='[0,1]';; esac\n\
         printf '%s,\"vector\":%s}\\n' \"$(printf %s \"$line\" | cut -d, -f1)\" \"$v\"; done\n",
    );
    let arguments = "eval q.jsonl d --try 'markdown --chunk-overlap 0' --try tokens --best 1 --format jsonl --embed-cmd 'sh embed.sh' --vectors v.jsonl";
    let first = lines(&folder, arguments);
    // The second question finds `# Keys` and `# Other` alike, and the first of them is taken.
    assert_eq!(first[0]["recall"], 1.0);
    assert_eq!(lines(&folder, arguments), first);
    assert_eq!(folder.read("runs"), "run\n");
    // Two questions, and the texts of 3 and 2 chunks (those of tokens end with a line end).
    assert_eq!(folder.read("v.jsonl").lines().count(), 7);
    let refused =
        run(&folder, "eval q.jsonl d --try 'markdown --chunk-overlap 0' --vectors none.jsonl").stderr;
    assert!(refused.contains("cannot read none.jsonl"), "{refused}");
}

#[test]
fn vectors_that_do_not_fit_are_refused() {
    let folder = folder();
    let run = |program: &str, file: &str| {
        folder.write("embed.sh", program);
        let ran =
            run(&folder, &format!("eval q.jsonl d --try tokens --embed-cmd 'sh embed.sh' --vectors {file}"));
        assert_eq!(ran.status, Some(2), "{}", ran.stdout);
        ran.stderr
    };
    // The first line is kept when the program fails or stops after it, though the file had no line end.
    folder.write("v.jsonl", r#"{"hash": "x", "vector": [1, 2]}"#);
    let one = "read -r line; printf '%s,\"vector\":[1,0]}\n' \"$(printf %s \"$line\" | cut -d, -f1)\"";
    assert!(run(one, "v.jsonl").contains("3 of the texts have no vector"));
    assert_eq!(folder.read("v.jsonl").lines().count(), 2);
    assert!(run(&format!("{one}\nexit 3"), "w.jsonl").contains("failed: exit status: 3"));
    assert_eq!(folder.read("w.jsonl").lines().count(), 1);
    for (printed, said) in [
        (
            r#"{"hash": "y", "vector": [1]}"#,
            "line 1 that it printed: the vector has 1 numbers, the first has 2",
        ),
        (r#"{"hash": "y", "vector": [1e39, 1]}"#, "a number of the vector is too large"),
        (r#"{"hash": "y", "vector": [null, 1]}"#, "it is null, and must be a number"),
        ("nothing", "line 1 that it printed: this is not JSON"),
    ] {
        folder.write("printed", printed);
        let found = run("cat > /dev/null; cat printed", "v.jsonl");
        assert!(found.contains(said), "{printed}: {found}");
    }
}

#[test]
fn chunks_without_offsets_are_found_by_their_lines() {
    let folder = folder();
    // As a splitter that changes white space and puts a head above each chunk.
    let rows = "{\"source\":\"a.md\",\"text\":\"FAQ\\n\\n# Leases\\nA lease is held for ten minutes.\"}\n\
                {\"source\":\"a.md\",\"text\":\"FAQ\\n\\n# Keys\\nKeys are text.\"}\n\
                {\"source\":\"b.md\",\"text\":\"# Other\\n\\nNothing of it.\"}\n";
    folder.write("rows.jsonl", rows);
    let command = "eval q.jsonl d --try-cmd 'cat rows.jsonl' --try 'markdown --chunk-overlap 0' --best 1 --format jsonl";
    let found = lines(&folder, command);
    for key in ["recall", "precision", "iou", "answers_cut", "lost"] {
        assert_eq!(found[0][key], found[1][key], "{key}");
    }
    assert!(
        run(&folder, command)
            .stderr
            .contains("3 chunks without offsets: their places were found by their lines")
    );
}

/// A chunk without offsets is where its text is, or else where its lines are; chunks that begin with the same line are told apart by their text.
#[test]
fn a_chunk_is_where_its_lines_are() {
    let (short, repeated) = ("a\n\nb\nc\na", "# Example\n\none\n\n# Example\n\ntwo\n");
    let cases = [
        (short, "b\nc", 3..6),
        (short, "Title\n\nb", 3..4),
        (short, "b\n[REDACTED]\na", 3..8),
        (short, "a\n\nb", 0..4),
        (repeated, "# Example\n\ntwo\n", 16..30),
    ];
    let (folder, mut rows, mut questions) = (Folder::new(), String::new(), String::new());
    for (number, (document, chunk, place)) in cases.iter().enumerate() {
        let source = format!("{number}.md");
        folder.write(&format!("d/{source}"), document);
        // Each question finds its own chunk, and all of it is the answer.
        rows += &format!("{}\n", json!({"source": source, "text": chunk, "embed": format!("w{number}")}));
        let answer = json!({"source": source, "start_char": place.start, "end_char": place.end});
        questions += &format!("{}\n", json!({"question": format!("w{number}"), "answers": [answer]}));
    }
    folder.write("rows.jsonl", rows);
    folder.write("q.jsonl", questions);
    let found = lines(&folder, "eval q.jsonl d -q --try-cmd 'cat rows.jsonl' --format questions");
    for (line, (_, chunk, _)) in found.iter().zip(cases) {
        assert_eq!([&line["recall"], &line["precision"]], [1.0; 2], "{chunk:?}: {line}");
    }
}

fn until(is_true: impl Fn() -> bool) {
    for _ in 0..1000 {
        if is_true() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("it did not happen in 10 s");
}

/// Waits until the process whose number is in `pid` has ended. (Nobody may have asked yet how.)
fn until_it_is_gone(folder: &Folder) {
    let process = format!("/proc/{}/stat", folder.read("pid").trim());
    until(|| fs::read_to_string(&process).map_or(true, |stat| stat.contains(") Z ")));
}

/// The run ends as at any other interrupt, and says nothing of the program.
#[test]
fn an_interrupt_ends_the_program() {
    let folder = folder();
    folder.write("hang.sh", "sleep 1000 & echo $! > pid.new; mv pid.new pid; wait");
    let child = spawn(folder.chunk("eval d --try-cmd").arg("sh hang.sh"));
    until(|| folder.path("pid").exists());
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (Some(130), "", ""));
    until_it_is_gone(&folder);
}

#[test]
fn what_a_program_prints_is_lines_of_json() {
    let folder = folder();
    for (printed, said) in [
        ("printf '\\377\\n'", "line 1 that it printed is not UTF-8"),
        ("head -c 17000000 /dev/zero", "line 1 is longer than 16777216 bytes"),
        ("printf '\\357\\273\\277{}'", "begins with a byte order mark"),
        ("echo; echo nonsense", "line 2: this is not JSON"),
    ] {
        folder.write("print.sh", printed);
        let found = run(&folder, "eval d --try-cmd 'sh print.sh'").refused(2);
        assert!(found.contains(said) && found.contains("--try-cmd \"sh print.sh\""), "{printed}: {found}");
    }
}

/// `Keys` is in a.md twice, the chunk that is printed twice is each of them.
#[test]
fn the_same_chunk_again_is_the_next_place() {
    let folder = folder();
    folder.write(
        "q.jsonl",
        r#"{"question": "Which keys?", "answers": [{"source": "a.md", "start_char": 52, "end_char": 56}]}"#,
    );
    let row = "{\"source\":\"a.md\",\"text\":\"Keys\"}\n";
    folder.write("rows.jsonl", row.repeat(2));
    let found = &lines(&folder, "eval q.jsonl d --try-cmd 'cat rows.jsonl' --format jsonl -q")[0];
    // The second holds the answer, which the first, at 46, does not.
    assert_eq!([&found["recall"], &found["precision"], &found["precision_omega"]], [1.0, 0.5, 1.0]);
    assert_eq!(found["answers_cut"], 0);
}

#[test]
fn half_a_line_of_vectors_is_made_again() {
    let folder = folder();
    folder.write(
        "embed.sh",
        "while read -r line; do printf '%s,\"vector\":[1,2]}\\n' \"$(printf %s \"$line\" | cut -d, -f1)\"; done\n",
    );
    let arguments = "eval q.jsonl d --try tokens --embed-cmd 'sh embed.sh' --vectors v.jsonl --format jsonl";
    let first = run(&folder, arguments);
    let few = "note: with 2 questions a difference between settings may be chance: ask 30 or more\n";
    assert_eq!(first.stderr, few);
    let whole = folder.read("v.jsonl");
    assert_eq!(whole.lines().count(), 4);
    folder.write("v.jsonl", &whole[..whole.len() - 10]);
    let again = run(&folder, arguments);
    assert_eq!(again.stderr, format!("{few}note: v.jsonl: line 4 is half a line, and is left out\n"));
    assert_eq!((again.stdout, folder.read("v.jsonl")), (first.stdout, whole.clone()));
    // With a line end it is no accident of a run that was ended.
    folder.write("v.jsonl", format!("{}\n", &whole[..whole.len() - 10]));
    assert!(run(&folder, arguments).refused(2).contains("v.jsonl: line 4: this is not JSON: it ends"));
    folder.write("v.jsonl", whole.replace("[1.0,2.0]", "[0,0.0]"));
    let said = run(&folder, arguments).refused(2);
    assert!(
        said.ends_with("error: v.jsonl: line 1: all numbers of the vector are 0, so it is like no other\n")
    );
}
