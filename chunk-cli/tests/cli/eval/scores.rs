//! What is measured of rows that a program prints: ranks, shares and intervals, counted by hand.

use super::{lines, run};
use crate::harness::Folder;
use rstest::rstest;
use serde_json::{Value, json};

fn written(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A row that has this text, wherever its place is.
fn row(source: &str, text: &str, start: usize, end: usize) -> Value {
    json!({"source": source, "text": text, "start_char": start, "end_char": end})
}

fn question(question: &str, answers: &[(&str, usize, usize)]) -> Value {
    let answers = answers
        .iter()
        .map(|(source, start, end)| json!({"source": source, "start_char": start, "end_char": end}));
    json!({"question": question, "answers": answers.collect::<Vec<_>>()})
}

/// Two documents of 40 characters, rows of 5, 6 and 7 tokens, of which `q` finds the last, the first, and then the second, and a question
/// that finds nothing, two of whose answers no chunk holds whole.
fn folder() -> Folder {
    let rows = [
        row("a.md", "q b c d e", 0, 20),
        row("a.md", "q b c d e f", 15, 40),
        row("b.md", "q q q q q q q", 10, 30),
    ];
    let questions =
        [question("q", &[("a.md", 10, 30)]), question("none", &[("b.md", 0, 5), ("b.md", 35, 40)])];
    Folder::with([
        ("d/a.md", "x".repeat(40)),
        ("d/b.md", "x".repeat(40)),
        ("rows.jsonl", written(&rows)),
        ("q.jsonl", written(&questions)),
    ])
}

#[test]
fn shares_are_those_counted_by_hand() {
    let folder = folder();
    let run = |rest: &str| lines(&folder, &format!("eval q.jsonl d --try-cmd 'cat rows.jsonl' -q {rest}"));
    let found = &run("--best 2 --budget 18 --format questions")[0];
    for (key, expected) in [
        // The best two hold 10 of the answer's 20 characters, and are 40.
        ("recall", 0.5),
        ("precision", 0.25),
        ("iou", 10.0 / 50.0),
        // The two chunks of a.md overlap, and are 45 together.
        ("precision_omega", 20.0 / 45.0),
        // In 18 tokens all three: 20 of 20, 65 given.
        ("budget_recall", 1.0),
        ("budget_precision", 20.0 / 65.0),
        ("budget_iou", 20.0 / 65.0),
    ] {
        assert_eq!(found[key], expected, "{key}");
    }
    assert_eq!(found["answers_cut"], 1);
    // In 17 tokens the last does not fit, in 6 none.
    assert_eq!(run("--budget 17 --format questions")[0]["budget_recall"], 0.5);
    let none = &run("--budget 6 --format questions")[0];
    assert_eq!([&none["budget_recall"], &none["budget_precision"], &none["budget_iou"]], [0.0; 3]);
    let mean = &run("--best 2 --budget 18 --format jsonl")[0];
    assert_eq!(mean["recall"], 0.25);
    assert!((mean["budget_precision"].as_f64().unwrap() - 10.0 / 65.0).abs() < 1e-9, "{mean}");
    assert_eq!(mean["answers_cut"], 3);
}

/// Two answers that overlap are 7 characters together; the chunk that holds both counts once.
#[test]
fn answers_that_overlap_count_once() {
    let folder = folder();
    folder.write("q.jsonl", written(&[question("q", &[("a.md", 5, 10), ("a.md", 7, 12)])]));
    folder.write("rows.jsonl", written(&[row("a.md", "q", 0, 20)]));
    let found = &lines(&folder, "eval q.jsonl d --try-cmd 'cat rows.jsonl' --format questions")[0];
    assert_eq!(
        [&found["recall"], &found["precision"], &found["precision_omega"]],
        [1.0, 7.0 / 20.0, 7.0 / 20.0]
    );
    assert_eq!(found["answers_cut"], 0);
}

const TEXTS: [&str; 4] =
    ["the mill and the river", "the river", "the mill by the road to the town hall", "漢字の本"];

/// By words, rare ones and short chunks come first; by vectors, those of the same direction.
#[rstest]
#[case::rare("the Mill?", "", &[0, 2, 1])]
#[case::short("river", "", &[1, 0])]
#[case::nothing("nothing", "", &[])]
#[case::without_spaces("字", "", &[3])]
#[case::vectors("town", "--embed-cmd 'sh embed.sh'", &[1, 3, 0, 2])]
fn chunks_are_ranked(#[case] asked: &str, #[case] flags: &str, #[case] expected: &[usize]) {
    let folder = Folder::new();
    let (mut rows, mut questions) = (Vec::new(), Vec::new());
    for (number, text) in TEXTS.iter().enumerate() {
        let (source, length) = (format!("{number}.md"), text.chars().count());
        folder.write(&format!("d/{source}"), text);
        rows.push(row(&source, text, 0, length));
        questions.push(question(asked, &[(&source, 0, length)]));
    }
    folder.write("rows.jsonl", written(&rows));
    folder.write("q.jsonl", written(&questions));
    folder.write(
        "embed.sh",
        "while read -r line; do case $line in *and*) v='[100,0]';; *'\"the river'*) v='[10,10]';; *hall*) v='[-1,0]';; \
         *town*) v='[0.1,0.2]';; *) v='[0,3]';; esac\n\
         printf '%s,\"vector\":%s}\\n' \"$(printf %s \"$line\" | cut -d, -f1)\" \"$v\"; done\n",
    );
    // A chunk is found among the best if it holds the answer that is all of it.
    let mut ranked: Vec<usize> = Vec::new();
    for best in 1..=TEXTS.len() {
        let command =
            format!("eval q.jsonl d -q --try-cmd 'cat rows.jsonl' {flags} --best {best} --format questions");
        let found = lines(&folder, &command);
        let new =
            (0..TEXTS.len()).filter(|number| found[*number]["recall"] == 1.0 && !ranked.contains(number));
        ranked.extend(new.collect::<Vec<_>>());
    }
    assert_eq!(ranked, expected);
}

/// For many questions the interval is that of a normal distribution: mean ± 1.96 standard errors.
#[test]
fn the_interval_is_that_of_theory() {
    let folder =
        Folder::with([("d/a.md", "x".repeat(400)), ("none.jsonl", written(&[row("a.md", "nothing", 0, 1)]))]);
    let asked = |number: usize| question(&format!("w{number}"), &[("a.md", number, number + 1)]);
    folder.write("q.jsonl", written(&(0..400).map(asked).collect::<Vec<_>>()));
    let every_fourth =
        (0..400).step_by(4).map(|number| row("a.md", &format!("w{number}"), number, number + 1));
    folder.write("rows.jsonl", written(&every_fourth.collect::<Vec<_>>()));
    let found = lines(
        &folder,
        "eval q.jsonl d -q --try-cmd 'cat none.jsonl' --try-cmd 'cat rows.jsonl' --format jsonl",
    );
    let error = (0.25_f64 * 0.75 / 400.0).sqrt();
    let of = |key: &str| found[1][key].as_f64().unwrap();
    assert_eq!(of("difference"), 0.25);
    assert!((of("difference_low") - (0.25 - 1.96 * error)).abs() < 0.004, "{}", found[1]);
    assert!((of("difference_high") - (0.25 + 1.96 * error)).abs() < 0.004, "{}", found[1]);
    // None of its own differs from itself.
    assert_eq!([&found[0]["difference_low"], &found[0]["difference_high"]], [0.0; 2]);
}

#[test]
fn a_report_is_aligned_and_drawn() {
    let folder = folder();
    folder.write("print.sh", "cat rows.jsonl");
    let long = "é".repeat(67);
    let command = format!(
        "eval q.jsonl d -q --try-cmd 'cat rows.jsonl' --try-cmd 'sh print.sh <&{long}' --budget 12 --best 2 --html x.html"
    );
    let text = run(&folder, &command).stdout;
    let sizes = "   chunks  tokens  smallest  median  largest  above  unseen\n\
                 1       3      18         5       6        7      0       0\n";
    assert!(text.contains(sizes), "{text}");
    // 0.25 of the answers are two and a half of ten characters.
    assert!(text.contains("\n1   0.250  ██▌"), "{text}");
    let page = folder.read("x.html");
    assert!(page.contains(&format!("<tr><th>sh print.sh &lt;&amp;{long}</th><td>3</td>")), "{page}");
    // From 14 to 338, a quarter is 81; a name of more than 70 characters is cut; nothing differs from the first.
    assert!(page.contains("width=\"81.0\"") && page.contains("M95.0 65H95.0"), "{page}");
    assert!(page.contains(&format!("0.250 · sh print.sh &lt;&amp;{}…</text>", "é".repeat(47))), "{page}");
}

/// What an edit costs is measured with a sentence at the end of the middle paragraph.
#[test]
fn the_middle_paragraph_gets_a_sentence() {
    let folder = Folder::with([
        ("d/a.md", "# A\n\nOne.\n\nTwo.\n"),
        ("rows.jsonl", "{\"source\":\"a.md\",\"text\":\"One.\"}\n"),
    ]);
    folder.write("rows.sh", "rm -rf seen; cp -r \"$1\" seen; cat rows.jsonl");
    lines(&folder, "eval d -q --try-cmd 'sh rows.sh {}' --format jsonl");
    assert_eq!(folder.read("seen/a.md"), "# A\n\nOne. One more sentence is here.\n\nTwo.\n");
}
