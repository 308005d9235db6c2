//! `chunk eval`, by the real binary. What is expected was counted by hand.
#![cfg(unix)]

use crate::harness::{Folder, Ran};
use serde_json::{Value, json};

const A: &str = "# Leases\n\nA lease is held for ten minutes.\n\n# Keys\n\nKeys are text.\n";
const QUESTIONS: &str = r#"{"question": "How long is a lease held?", "answers": [{"source": "a.md", "quote": "for ten minutes"}], "by": "us"}
{"question": "What are keys?", "answers": [{"source": "a.md", "start_char": 52, "end_char": 66}]}
"#;

fn folder() -> Folder {
    Folder::with([("d/a.md", A), ("d/b.md", "# Other\n\nNothing of it.\n"), ("q.jsonl", QUESTIONS)])
}

/// Runs `chunk` with arguments that are split at spaces, except between `'`.
fn run(folder: &Folder, arguments: &str) -> Ran {
    let mut command = folder.chunk("");
    for (index, part) in arguments.split('\'').enumerate() {
        match index % 2 {
            0 => command.args(part.split_whitespace()),
            _ => command.arg(part),
        };
    }
    command.output().unwrap().into()
}

fn lines(folder: &Folder, arguments: &str) -> Vec<Value> {
    let ran = run(folder, arguments);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn answers_are_measured() {
    let found = lines(
        &folder(),
        "eval q.jsonl d --try 'markdown --chunk-overlap 0' --try hybrid --best 1 --format jsonl",
    );
    // Both questions find their section: 42 and 22 characters, of which 15 and 14 are the answer.
    let markdown = &found[0];
    assert_eq!(markdown["chunks"], 3);
    assert_eq!(markdown["recall"], 1.0);
    assert_eq!(markdown["precision"], (15.0 / 42.0 + 14.0 / 22.0) / 2.0);
    assert_eq!(markdown["answers_cut"], 0);
    assert_eq!([&markdown["difference"], &markdown["difference_low"]], [&json!(0.0), &json!(0.0)]);
    assert_eq!(found.len(), 2);
}

#[test]
fn without_questions_what_is_cut_is_counted() {
    let folder = folder();
    let rows = "{\"source\":\"a.md\",\"text\":\"# Leases\",\"start_char\":0,\"end_char\":8}\n\
                {\"source\":\"a.md\",\"text\":\"A lease is held\",\"start_char\":10,\"end_char\":25}\n\
                {\"source\":\"a.md\",\"text\":\"Keys are text.\",\"start_char\":52,\"end_char\":66}\n";
    folder.write("rows.jsonl", rows);
    let found = &lines(&folder, "eval d --try-cmd 'cat rows.jsonl' --format jsonl")[0];
    // The first chunk parts a heading from its text, the second ends inside a sentence. The rest of that, and `# Keys`, is lost.
    for (key, count) in [
        ("chunks", 3),
        ("sentences_cut", 1),
        ("headings_parted", 1),
        ("sections_cut", 1),
        ("lost", 19),
        ("repeated", 0),
    ] {
        assert_eq!(found[key], count, "{key}: {found}");
    }
    assert_eq!(found["recall"], Value::Null);
    // What it prints does not change with the documents.
    assert_eq!(found["edit"], 0.0);
    // A sentence at the end of the middle paragraph of each of the two documents: a chunk of each is new.
    assert_eq!(lines(&folder, "eval d --try 'markdown --chunk-overlap 0' --format jsonl")[0]["edit"], 1.0);
}

#[test]
fn vectors_come_from_a_program_and_are_kept() {
    let folder = folder();
    // Texts with the word `lease` point one way, others another; each run leaves a line.
    folder.write(
        "embed.sh",
        "echo run >> runs\nwhile read -r line; do case $line in *[Ll]ease*) v='[1,0]';; *) v='[0,1]';; esac\n\
         printf '%s,\"vector\":%s}\\n' \"$(printf %s \"$line\" | cut -d, -f1)\" \"$v\"; done\n",
    );
    let arguments = "eval q.jsonl d --try 'markdown --chunk-overlap 0' --best 1 --format jsonl --embed-cmd 'sh embed.sh' --vectors v.jsonl";
    let first = lines(&folder, arguments);
    // The second question finds `# Keys` and `# Other` alike, and the first of them is taken.
    assert_eq!(first[0]["recall"], 1.0);
    assert_eq!(lines(&folder, arguments), first);
    assert_eq!(folder.read("runs"), "run\n");
    assert_eq!(folder.read("v.jsonl").lines().count(), 5);
    let refused =
        run(&folder, "eval q.jsonl d --try 'markdown --chunk-overlap 0' --vectors none.jsonl").stderr;
    assert!(refused.contains("5 of the texts have no vector"), "{refused}");
}

#[test]
fn the_suggestion_is_a_file_of_settings() {
    let folder = folder();
    let said = run(&folder, "eval q.jsonl d --suggest chunk.toml").stderr;
    assert!(said.contains("chunk.toml"), "{said}");
    let settings = folder.read("chunk.toml");
    assert!(settings.starts_with("[markdown]\n") || settings.starts_with("[hybrid]\n"), "{settings}");
    assert_eq!(run(&folder, "markdown d").status, Some(0));
    let again = run(&folder, "eval q.jsonl d --suggest chunk.toml").stderr;
    assert!(again.contains("cannot write chunk.toml"), "{again}");
}

#[test]
fn answers_move_with_their_text() {
    let folder = folder();
    folder.write(
        "new/a.md",
        A.replace("# Leases", "# Leases, at length").replace("# Keys\n\nKeys are text.\n", ""),
    );
    folder.write("new/keys.md", "# Keys\n\nKeys are text.\n");
    let moved = lines(&folder, "eval q.jsonl --reanchor d new");
    assert_eq!(
        moved[0],
        json!({"question": "How long is a lease held?", "answers": [{"source": "a.md", "quote": "for ten minutes", "start_char": 37, "end_char": 52}], "by": "us"})
    );
    assert_eq!(
        moved[1]["answers"],
        json!([{"source": "keys.md", "quote": "Keys are text.", "start_char": 8, "end_char": 22}])
    );
}

#[test]
fn what_is_wrong_is_said() {
    let folder = folder();
    folder.write("empty.jsonl", "\n");
    folder.write("bad.jsonl", "{\"question\": \"x\", \"answers\": []}\n");
    folder.write("rows.jsonl", "{\"source\":\"a.md\",\"text\":\"x\",\"start_char\":0,\"end_char\":900}\n");
    for (arguments, said) in [
        ("eval empty.jsonl d", "no question in it"),
        ("eval bad.jsonl d", "bad.jsonl: line 1: a question needs at least one answer"),
        ("eval d --suggest x.toml", "--suggest needs questions"),
        ("eval d --try-cmd 'cat rows.jsonl'", "a.md has no characters 0 to 900"),
        ("eval d --try 'markdown --chunk-size 0'", "chunk_size = 0"),
        ("eval d --try-cmd 'cat q.jsonl'", "a row needs source, text, start_char and end_char"),
    ] {
        let found = run(&folder, arguments).stderr;
        assert!(found.contains(said), "{arguments}: {found}");
    }
}
