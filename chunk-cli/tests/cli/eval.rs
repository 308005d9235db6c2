//! `chunk eval`, by the real binary. What is expected was counted by hand.
#![cfg(unix)]

mod logs;
mod programs;
mod reanchor;
mod scores;

use crate::harness::{Folder, Ran};
use serde_json::{Value, json};
use std::fs;

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
    let folder = folder();
    let command = "eval q.jsonl d --try 'markdown --chunk-overlap 0' --try hybrid --best 1 --format jsonl";
    let found = lines(&folder, command);
    folder.write("q.jsonl", format!("\u{FEFF}{QUESTIONS}"));
    assert_eq!(lines(&folder, command), found);
    // Both questions find their section: 42 and 22 characters, of which 15 and 14 are the answer.
    let markdown = &found[0];
    assert_eq!(markdown["chunks"], 3);
    assert_eq!(markdown["recall"], 1.0);
    assert_eq!(markdown["precision"], (15.0 / 42.0 + 14.0 / 22.0) / 2.0);
    assert_eq!(markdown["answers_cut"], 0);
    assert_eq!([&markdown["difference"], &markdown["difference_low"]], [&json!(0.0), &json!(0.0)]);
    assert_eq!(found.len(), 2);
}

/// hybrid has a chunk once and lists the places of its repeats (H10): what is there is not lost.
#[test]
fn what_is_repeated_is_not_lost() {
    let folder = Folder::new();
    folder.write("d/a.md", format!("# Tea\n\n{}\n\n", "Tea is hot. ".repeat(60)).repeat(3));
    let found = &lines(&folder, "eval d --try 'hybrid --set maxChunkSize=300' --format jsonl")[0];
    assert_eq!([&found["lost"], &found["chunks"]], [0, 1], "{found}");
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
fn all_policies_for_documents_can_be_tried() {
    let item = "---\nid: A-1\ntype: Task\ntitle: Wells\n---\n\n# Goal\n\nDig to forty metres.\n\n# Worklog\n\n2026-01-01 10:00 [agent=a] Dug.\n";
    let folder = Folder::with([
        ("b/_kano/backlog/products/p/items/task/0000/A-1.md", item),
        (
            "b/q.jsonl",
            r#"{"question": "How many metres?", "answers": [{"source": "_kano/backlog/products/p/items/task/0000/A-1.md", "quote": "forty metres"}]}"#,
        ),
    ]);
    let tries = "--try backlog --try markdown --try tokens --try hybrid --format jsonl";
    let found = lines(&folder, &format!("eval b/q.jsonl b {tries}"));
    assert_eq!(found.iter().map(|line| &line["recall"]).collect::<Vec<_>>(), [1.0; 4]);
}

#[test]
fn an_answer_is_anchored_to_the_nearest_place() {
    let folder = folder();
    folder.write(
        "q.jsonl",
        r#"{"question": "Changed?", "answers": [{"source": "a.md", "quote": "a lease was held for ten minutes"}]}
{"question": "Are keys text?", "answers": [{"source": "./a.md", "quote": "Keys are text.", "start_char": 2, "end_char": 16}]}
{"question": "Twice?", "answers": [{"source": "a.md", "quote": "Keys"}]}
{"question": "Gone?", "answers": [{"source": "a.md", "quote": "a boat sank"}, {"source": "c.md", "quote": "x"}, {"source": "a.md", "start_char": 60, "end_char": 68}]}
{"question": "Outside?", "answers": [{"source": "../q.jsonl", "quote": "Outside"}]}
"#,
    );
    let ran = run(&folder, "eval q.jsonl d --try tokens --format questions");
    // As of a document that cannot be chunked: the others are there.
    assert_eq!(ran.status, Some(1));
    for said in [
        r#"note: q.jsonl: line 1: a.md has "A lease is held for ten minutes" at character 10, not "a lease was held for ten minutes""#,
        r#"note: q.jsonl: line 3: a.md has "Keys" 2 times: the first is taken, at character 46"#,
        r#"warning: q.jsonl: line 4: a.md holds nothing like "a boat sank""#,
        "warning: q.jsonl: line 4: c.md is no text of the folder (a source is a path below it)",
        "warning: q.jsonl: line 4: a.md has 67 characters, the answer ends at 68",
        "warning: q.jsonl: line 5: ../q.jsonl is no text of the folder",
        "note: 3 of 5 questions have an answer in these documents",
    ] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    assert!(!ran.stderr.contains("line 2"), "{}", ran.stderr);
    let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines.iter().map(|line| &line["question"]).collect::<Vec<_>>(),
        ["Changed?", "Are keys text?", "Twice?"]
    );
    // All of a.md is one chunk of 67 characters; "Keys are text." is 14.
    assert_eq!([&lines[1]["recall"], &lines[1]["precision_omega"]], [&json!(1.0), &json!(14.0 / 67.0)]);
}

/// A mark belongs to the letter before it: a word with another mark is another word, which is said.
#[test]
fn a_word_has_its_marks() {
    let folder = Folder::with([("d/a.md", "Tea.\n\ncafe\u{301} noir et blanc\n")]);
    let question =
        r#"{"question": "Which?", "answers": [{"source": "a.md", "quote": "Cafe noir et blanc"}]}"#;
    folder.write("q.jsonl", question);
    let ran = run(&folder, "eval q.jsonl d --try tokens --format jsonl");
    let said = r#"a.md has "cafe\u{301} noir et blanc" at character 6, not "Cafe noir et blanc""#;
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}

#[test]
fn the_suggestion_is_a_file_of_settings() {
    let folder = folder();
    let said = run(&folder, "eval q.jsonl d --suggest chunk.toml").stderr;
    assert!(said.contains("chunk.toml"), "{said}");
    let settings = folder.read("chunk.toml");
    // Every setting of the grid finds both answers, so the best is the first, and the cheapest is as good.
    assert_eq!(
        settings,
        format!(
            "# Found by chunk eval. A warning that a size is unusual is no fault of it; -q leaves warnings out.\n[markdown]\nchunk_size = 400\nchunk_overlap = 0\n"
        ),
        "{said}"
    );
    assert!(said.ends_with("; no other setting holds more of the answers\n"), "{said}");
    // Later runs read it: the one chunk without overlap.
    let flags = "markdown d -q --chunk-size 400 --chunk-overlap 0";
    assert_eq!(run(&folder, "markdown d -q").stdout, run(&folder, flags).stdout);
    let again = run(&folder, "eval q.jsonl d --suggest chunk.toml").stderr;
    assert!(again.contains("cannot write chunk.toml"), "{again}");
}

/// Tokens chunk lines of JSON, too.
#[test]
fn the_questions_are_no_document() {
    let folder = folder();
    folder.write("d/q.jsonl", QUESTIONS);
    folder.write("d/other.jsonl", QUESTIONS);
    let flags = "--try tokens --format jsonl";
    for (questions, chunks) in [("q.jsonl", 4), ("d/q.jsonl", 3), ("./d/../d/q.jsonl", 3)] {
        assert_eq!(
            lines(&folder, &format!("eval {questions} d {flags}"))[0]["chunks"],
            chunks,
            "{questions}"
        );
    }
    let ran = run(&folder, &format!("eval d/q.jsonl d/q.jsonl {flags}"));
    assert_eq!(ran.status, Some(2), "{}", ran.stdout);
}

/// A document that one setting cannot chunk, and one that nothing takes.
#[test]
fn documents_that_are_not_chunked_are_named() {
    let folder = folder();
    folder.write("d/c.md", b"# A\n\nCaf\xe9.\n");
    folder.write("d/c.csv", "Keys are text.\n");
    folder.write(
        "q.jsonl",
        r#"{"question": "Keys?", "answers": [{"source": "a.md", "quote": "Keys are text."}, {"source": "c.csv", "quote": "Keys are text."}]}"#,
    );
    let ran = run(&folder, "eval q.jsonl d --try markdown --format jsonl");
    assert_eq!(ran.status, Some(1));
    for said in [
        "warning: q.jsonl: line 1: no setting makes chunks of c.csv",
        "note: markdown: left out: d/c.md",
        "note: with 1 question a difference between settings may be chance",
    ] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    assert!(ran.stdout.contains("\"recall\":1.0"), "{}", ran.stdout);
}

#[test]
fn what_is_wrong_is_said() {
    let folder = folder();
    folder.write("empty.jsonl", "\n");
    folder.write("typed.jsonl", "{\"question\": 5, \"answers\": []}\n");
    folder.write("short.jsonl", "{\"question\": \"x\"}\n");
    fs::create_dir_all(folder.path("none")).unwrap();
    folder.write(
        "nobody.jsonl",
        "{\"question\": \" \", \"answers\": [{\"source\": \"a.md\", \"quote\": \"x\"}]}\n",
    );
    folder.write(
        "both.jsonl",
        "{\"question\": \"x\", \"answers\": [{\"source\": \"a.md\", \"start_char\": 3, \"end_char\": 3}]}\n",
    );
    folder.write("far.jsonl", "{\"question\": \"x\", \"answers\": [{\"source\": \"a.md\", \"start_char\": 3, \"end_char\": 300}]}\n");
    folder.write("other.jsonl", "{\"source\":\"c.md\",\"text\":\"x\"}\n");
    folder.write("half.jsonl", "{\"source\":\"a.md\",\"text\":\"x\",\"start_char\":3}\n");
    folder.write("bad.jsonl", "{\"question\": \"x\", \"answers\": []}\n");
    folder.write("rows.jsonl", "{\"source\":\"a.md\",\"text\":\"x\",\"start_char\":0,\"end_char\":900}\n");
    for (arguments, said) in [
        ("eval empty.jsonl d", "no question in it"),
        ("eval q.jsonl", "eval needs the folder of documents"),
        ("eval /dev/zero d", "cannot read /dev/zero: longer than 268435456 bytes"),
        ("eval q.jsonl nowhere", "cannot read nowhere"),
        ("eval q.jsonl none", "it makes no chunks of none"),
        ("eval nobody.jsonl d", "nobody.jsonl: line 1: the question is empty"),
        ("eval both.jsonl d", "an answer has a `quote`, or a `start_char` below its `end_char`"),
        ("eval far.jsonl d", "none of the answers is in d"),
        ("eval d --try 'eval d'", "a setting begins with a policy: "),
        ("eval d --try recorder", "it makes no chunks of d"),
        ("eval d --try 'tokens max-tokens 256'", "256: cannot read it"),
        ("eval d --try 'tokens --help'", "--try \"tokens --help\": its options are wrong"),
        ("eval d --try 'tokens --max-tokens x'", "max_tokens = \"x\": must be a whole number, not negative"),
        ("eval d --try 'tokens -o x'", "cannot be used multiple times"),
        ("eval d --vectors v.jsonl", "there are no questions"),
        ("eval d --format questions", "leave out --format questions"),
        ("eval d --html x.svg", "and an SVG"),
        ("eval q.jsonl --reanchor d d --try tokens", "cannot be used with"),
        ("eval d --try 'recorder --redact'", "--redact changes the text"),
        ("eval d q.jsonl", "d is a folder: the questions come first, as in chunk eval q.jsonl d"),
        ("eval q.jsonl d --best 0", "invalid value '0' for '--best <N>'"),
        ("eval q.jsonl d --budget 0", "invalid value '0' for '--budget <TOKENS>'"),
        ("eval d --try ''", "a setting begins with a policy: "),
        ("eval d --try-cmd ''", "--try-cmd needs a program"),
        ("eval d --try-cmd 'no-such-program {}'", "cannot run no-such-program"),
        ("eval d --try-cmd 'false {}'", "failed: exit status: 1"),
        ("eval d --try-cmd 'cat other.jsonl'", "1 document without a place for any chunk, such as c.md"),
        ("eval d --try-cmd 'cat half.jsonl'", "a.md has no characters 3 to nowhere"),
        ("eval q.jsonl d --embed-cmd ''", "--embed-cmd needs a program"),
        ("eval bad.jsonl d", "bad.jsonl: line 1: a question needs at least one answer"),
        (
            "eval typed.jsonl d",
            "typed.jsonl: line 1: it is the number `5`, and must be a string (column 14); a question is a line such as {",
        ),
        (
            "eval short.jsonl d",
            "short.jsonl: line 1: the field `answers` is missing (column 17); a question is a line such as {",
        ),
        ("eval d --suggest x.toml", "--suggest needs questions"),
        ("eval d --try-cmd 'cat rows.jsonl'", "a.md has no characters 0 to 900"),
        ("eval d --try 'markdown --chunk-size 0'", "chunk_size = 0"),
        ("eval d --try-cmd 'cat q.jsonl'", "a row needs source and text"),
    ] {
        let Ran { status, stderr, .. } = run(&folder, arguments);
        assert_eq!(status, Some(2), "{arguments}: {stderr}");
        assert!(stderr.contains(said), "{arguments}: {stderr}");
    }
}

#[test]
fn the_same_run_gives_the_same_report() {
    let folder = folder();
    let report = |file: &str, questions: &str| {
        let ran = run(
            &folder,
            &format!("eval {questions} d --try markdown --try markdown --budget 20 --html {file}"),
        );
        assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
        (ran.stdout, folder.read(file))
    };
    let (text, page) = report("a.html", "q.jsonl");
    assert_eq!(report("b.html", "q.jsonl"), (text.clone(), page.clone()));
    // The two settings are the same: nothing differs, for sure.
    assert!(text.contains("+0.000 to +0.000"), "{text}");
    assert!(
        page.contains("<svg ")
            && page.contains("prefers-color-scheme: dark")
            && !page.contains("http://www.w3.org/1999")
    );
    let (text, page) = report("c.html", "");
    assert!(text.contains("  edit\n") && page.contains("<th>edit</th>") && !page.contains("<svg "), "{text}");
    assert!(report("d.svg", "q.jsonl").1.starts_with("<svg "));
}
