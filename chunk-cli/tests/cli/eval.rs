//! `chunk eval`, by the real binary. What is expected was counted by hand.
#![cfg(unix)]

use crate::harness::{Folder, Ran};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

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
        (r#"{"hash": "y", "vector": [null, 1]}"#, "invalid type: null"),
        ("nothing", "line 1 that it printed: expected"),
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
    assert!(run(&folder, command).stderr.contains("the places of 3 chunks were found by their lines"));
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
{"question": "Are keys text?", "answers": [{"source": "a.md", "quote": "Keys are text.", "start_char": 2, "end_char": 16}]}
{"question": "Twice?", "answers": [{"source": "a.md", "quote": "Keys"}]}
{"question": "Gone?", "answers": [{"source": "a.md", "quote": "a boat sank"}, {"source": "c.md", "quote": "x"}, {"source": "a.md", "start_char": 60, "end_char": 68}]}
{"question": "Outside?", "answers": [{"source": "../q.jsonl", "quote": "Outside"}]}
"#,
    );
    let ran = run(&folder, "eval q.jsonl d --try tokens --format questions");
    for said in [
        r#"note: Changed?: a.md has "A lease is held for ten minutes" at character 10, not "a lease was held for ten minutes""#,
        r#"note: Twice?: a.md has "Keys" 2 times: the first is taken, at character 46"#,
        r#"note: Gone?: a.md holds nothing like "a boat sank""#,
        "note: Gone?: c.md is no document of the folder",
        "note: Gone?: a.md has 67 characters, the answer ends at 68",
        "note: Outside?: ../q.jsonl is no document of the folder",
        "note: 3 of 5 questions have an answer in these documents",
    ] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    assert!(!ran.stderr.contains("Are keys text?"), "{}", ran.stderr);
    let lines: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines.iter().map(|line| &line["question"]).collect::<Vec<_>>(),
        ["Changed?", "Are keys text?", "Twice?"]
    );
    // All of a.md is one chunk of 67 characters; "Keys are text." is 14.
    assert_eq!([&lines[1]["recall"], &lines[1]["precision_omega"]], [&json!(1.0), &json!(14.0 / 67.0)]);
}

#[test]
fn the_suggestion_is_a_file_of_settings() {
    let folder = folder();
    let said = run(&folder, "eval q.jsonl d --suggest chunk.toml").stderr;
    assert!(said.contains("chunk.toml"), "{said}");
    let settings = folder.read("chunk.toml");
    // Every setting of the grid finds both answers, so the best is the first, and the cheapest is as good.
    assert_eq!(settings, "[markdown]\nchunk_size = 400\nchunk_overlap = 0\n", "{said}");
    // Later runs read it: the one chunk without overlap.
    let flags = "markdown d -q --chunk-size 400 --chunk-overlap 0";
    assert_eq!(run(&folder, "markdown d -q").stdout, run(&folder, flags).stdout);
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
        ("eval q.jsonl nowhere", "cannot read nowhere"),
        ("eval q.jsonl none", "it makes no chunks of none"),
        ("eval nobody.jsonl d", "nobody.jsonl: line 1: the question is empty"),
        ("eval both.jsonl d", "an answer has a `quote`, or a `start_char` below its `end_char`"),
        ("eval far.jsonl d", "none of the answers is in d"),
        ("eval d --try 'eval d'", "a setting begins with a policy: "),
        ("eval d --try recorder", "chunks of a recording have no place in a document"),
        ("eval d --try ''", "a setting begins with a policy: "),
        ("eval d --try-cmd ''", "--try-cmd needs a program"),
        ("eval d --try-cmd 'no-such-program {}'", "cannot run no-such-program"),
        ("eval d --try-cmd 'false {}'", "failed: exit status: 1"),
        ("eval d --try-cmd 'cat other.jsonl'", "1 document without a place for any chunk, such as c.md"),
        ("eval d --try-cmd 'cat half.jsonl'", "a.md has no characters 3 to nowhere"),
        ("eval q.jsonl d --embed-cmd ''", "--embed-cmd needs a program"),
        ("eval bad.jsonl d", "bad.jsonl: line 1: a question needs at least one answer"),
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

/// 1,000 random edits of the pages of this repository, each of one page, in which an answer of 4 to 15 words has to be found again: the same
/// characters at their place, and where the edit changed words between its first and last, with the changed words.
#[test]
fn answers_survive_edits() {
    const EDITS: usize = 1000;
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let pages = fs::read_dir(docs).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        pages.filter(|path| path.extension().is_some_and(|is| is == "md")).collect();
    pages.sort();
    let pages: Vec<String> = pages.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let mut random = fastrand::Rng::with_seed(50);
    let (folder, mut questions, mut expected) = (Folder::new(), String::new(), Vec::new());
    for number in 0..EDITS {
        let page = &pages[random.usize(..pages.len())];
        let (old, held, new, moved) = edited(page, &mut random);
        let source = format!("{number}.md");
        folder.write(&format!("old/{source}"), old);
        folder.write(&format!("new/{source}"), new);
        questions += &json!({"question": source, "answers": [{"source": source, "start_char": held.start, "end_char": held.end}]}).to_string();
        questions.push('\n');
        expected.push((source, moved));
    }
    folder.write("q.jsonl", questions);
    let ran = run(&folder, "eval q.jsonl --reanchor old new");
    let found: BTreeMap<String, Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|line| (line["question"].as_str().unwrap().to_owned(), line["answers"][0].clone()))
        .collect();
    let is_right = |(source, moved): &&(String, Range<usize>)| {
        found.get(source).is_some_and(|answer| {
            answer["source"] == **source
                && answer["start_char"] == moved.start
                && answer["end_char"] == moved.end
        })
    };
    let right = expected.iter().filter(is_right).count();
    for (source, moved) in expected.iter().filter(|one| !is_right(one)) {
        let new: Vec<char> = folder.read(&format!("new/{source}")).chars().collect();
        let text: String = new[moved.clone()].iter().collect();
        println!("{source}: {text:?} at {moved:?}, not {:?}", found.get(source));
    }
    println!("{right} of {EDITS} answers are at their place");
    assert!(right * 100 >= EDITS * 99, "{right} of {EDITS}");
}

/// A page with an answer in it, and an edited version of it, with the code points of the answer in both.
fn edited(page: &str, random: &mut fastrand::Rng) -> (String, Range<usize>, String, Range<usize>) {
    // The ends of the answer, which move with every edit.
    const ENDS: [char; 2] = ['\u{E000}', '\u{E001}'];
    let mut parts: Vec<String> = page.split("\n\n").map(str::to_owned).collect();
    let long: Vec<usize> =
        (0..parts.len()).filter(|&part| parts[part].split_whitespace().count() > 15).collect();
    let held = long[random.usize(..long.len())];
    let mut words: Vec<String> = parts[held].split(' ').map(str::to_owned).collect();
    let (first, length) = loop {
        let length = random.usize(4..=15).min(words.len());
        let first = random.usize(..=words.len() - length);
        let answer = &words[first..first + length];
        let is_word = |word: &String| !word.is_empty() && word.trim() == word;
        if is_word(&answer[0])
            && is_word(&answer[length - 1])
            && answer.iter().filter(|word| !word.is_empty()).count() > 3
        {
            break (first, length);
        }
    };
    words[first].insert(0, ENDS[0]);
    words[first + length - 1].push(ENDS[1]);
    parts[held] = words.join(" ");
    let old = parts.join("\n\n");

    let other = random.usize(..parts.len());
    let plain = |part: &str| part.replace(ENDS, "");
    match random.usize(..8) {
        0 => parts.insert(other, "Another paragraph, which nobody expected.".to_owned()),
        1 => parts.insert(other, plain(&parts[random.usize(..parts.len())])),
        2 if other != held => drop(parts.remove(other)),
        3 => {
            let moved = parts.remove(held);
            parts.insert(random.usize(..=parts.len()), moved);
        }
        4 => parts.swap(0, other),
        // The paragraph is wrapped at other places; a sentence is added before it; a word is changed, or two are added, in the answer.
        5 => parts[held] = parts[held].replace('\n', " "),
        6 => parts[held].insert_str(0, "Nobody expected this. "),
        kind => {
            let at = first + random.usize(1..length - 1);
            words[at] = if kind == 7 { "otherwise".to_owned() } else { format!("{} or so", words[at]) };
            parts[held] = words.join(" ");
        }
    }
    let new = parts.join("\n\n");
    let place = |text: &str| {
        let at = |end| text.chars().position(|c| c == end).unwrap();
        at(ENDS[0])..at(ENDS[1]) - 1
    };
    (plain(&old), place(&old), plain(&new), place(&new))
}
