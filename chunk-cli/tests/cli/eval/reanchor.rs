//! `--reanchor`: answers move with their text.

use super::{A, folder, lines, run};
use crate::harness::Folder;
use rstest::rstest;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

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

/// A document that has another name and other words, and one that became a part of another.
#[test]
fn an_answer_moves_with_its_document() {
    let folder = folder();
    folder.write(
        "q.jsonl",
        r#"{"question": "What?", "answers": [{"source": "a.md", "quote": "text"}, {"source": "a.md", "quote": "held for ten"}, {"source": "b.md", "quote": "Nothing of it"}]}"#,
    );
    folder.write("new/sub/c.md", A.replace("ten", "twelve"));
    // The paragraph is wrapped otherwise, so no line is the same but the heading.
    folder.write("new/d.md", "# More\n\n## Other\n\nNothing\nof it.\n");
    let moved = &lines(&folder, "eval q.jsonl --reanchor d new")[0]["answers"];
    assert_eq!(
        moved,
        &json!([
            {"source": "sub/c.md", "quote": "text", "start_char": 64, "end_char": 68},
            {"source": "sub/c.md", "quote": "held for twelve", "start_char": 21, "end_char": 36},
            {"source": "d.md", "quote": "Nothing\nof it", "start_char": 18, "end_char": 31},
        ])
    );
    let gone = run(&folder, "eval q.jsonl --reanchor d none");
    assert_eq!(gone.status, Some(2), "{}", gone.stderr);
}

const TEXT: &str =
    "# Leases\n\nA lease is held for ten minutes. Then it ends.\n\n## Renewal\n\nA holder may renew it.\n";

#[rstest]
#[case::text_before(("# Leases", "# Leases and\n\nmore"), Some("A lease is held for ten minutes."))]
#[case::a_word_changed(("ten minutes", "twelve minutes"), Some("A lease is held for twelve minutes."))]
#[case::first_word_changed(("A lease", "Every lease"), Some("Every lease is held for ten minutes."))]
#[case::last_word_changed(("minutes. Then", "seconds. Then"), Some("A lease is held for ten seconds."))]
#[case::words_added(("held for", "held by one holder for"), Some("A lease is held by one holder for ten minutes."))]
#[case::moved(("A lease is held for ten minutes. Then it ends.\n\n## Renewal\n\nA holder may renew it.", "A holder may renew it.\n\n## Renewal\n\nA lease is held for ten minutes. Then it ends."), Some("A lease is held for ten minutes."))]
#[case::gone(("A lease is held for ten minutes. ", ""), None)]
fn an_answer_moves_with_its_words(#[case] (from, to): (&str, &str), #[case] expected: Option<&str>) {
    let folder = Folder::with([("d/a.md", TEXT.to_owned()), ("new/a.md", TEXT.replacen(from, to, 1))]);
    let quote = "A lease is held for ten minutes.";
    folder.write(
        "q.jsonl",
        json!({"question": "?", "answers": [{"source": "a.md", "quote": quote}]}).to_string(),
    );
    assert_eq!(
        quotes(&folder, "eval q.jsonl --reanchor d new"),
        [expected.map(str::to_owned)][..usize::from(expected.is_some())]
    );
}

/// What the first answers of the questions are, in their order.
fn quotes(folder: &Folder, command: &str) -> Vec<Option<String>> {
    let stdout = run(folder, command).stdout;
    let lines = stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.map(|line| line["answers"][0]["quote"].as_str().map(str::to_owned)).collect()
}

/// Word for word, or else where it is most like the quotation.
#[test]
fn a_quotation_is_found() {
    let cases = [
        ("one two three", "two three", Some("two three")),
        ("one two\n> three four", "two three", Some("two\n> three")),
        ("It Was Late", "it was late", Some("It Was Late")),
        ("the red old mill stood there", "the red new mill stood", Some("the red old mill stood")),
        ("the red mill stood there", "the red old mill stood", Some("the red mill stood")),
        ("the red mill stood there", "a green boat sank here", None),
        ("one two", "!!!", None),
        // A mark belongs to its letter, and characters of a script without spaces are words.
        (
            "Un cafe\u{301} noir, s'il vous plai\u{302}t",
            "un café noir, s'il vous",
            Some("Un cafe\u{301} noir, s'il vous"),
        ),
        // To a new version it moves with the run of letters that it is in.
        ("井戸は深さ四十メートルです。", "井戸の深さ四十メートル", Some("井戸は深さ四十メートルです")),
        ("", "x", None),
    ];
    let (folder, mut questions) = (Folder::new(), String::new());
    for (number, (text, quote, _)) in cases.iter().enumerate() {
        let source = format!("{number}.md");
        folder.write(&format!("d/{source}"), text);
        questions +=
            &json!({"question": source, "answers": [{"source": source, "quote": quote}]}).to_string();
        questions.push('\n');
    }
    folder.write("q.jsonl", questions);
    let found = cases.iter().filter_map(|(.., held)| held.map(|held| Some(held.to_owned())));
    assert_eq!(quotes(&folder, "eval q.jsonl --reanchor d d"), found.collect::<Vec<_>>());
    let said = run(&folder, "eval q.jsonl --reanchor d d").stderr;
    assert!(said.contains("8.md has \"井戸は深さ四十メートル\" at character 0, not"), "{said}");
}

/// Of equal places the one nearest to the characters that the answer names.
#[rstest]
#[case(0, 0)]
#[case(5, 4)]
#[case(9, 8)]
fn the_nearest_place_is_taken(#[case] near: usize, #[case] start: usize) {
    let folder = Folder::with([("d/a.md", "a b a b a b")]);
    let answer = json!({"source": "a.md", "quote": "a b", "start_char": near, "end_char": near + 1});
    folder.write("q.jsonl", json!({"question": "?", "answers": [answer]}).to_string());
    assert_eq!(lines(&folder, "eval q.jsonl --reanchor d d")[0]["answers"][0]["start_char"], start);
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
    assert!(right * 100 >= EDITS * 98, "{right} of {EDITS}");
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
