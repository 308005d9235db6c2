//! `chunk check`: every violation, with its line.
// Holds: P11

use crate::harness::{Folder, record};
use rstest::rstest;

const TEXT: &str = "One. Two.";

#[test]
fn what_chunk_writes_passes() {
    let folder =
        Folder::with([("d/a.txt", "One. Two.\r\n\r\nThree.".to_owned()), ("d/b.txt", "Word. ".repeat(2000))]);
    folder.run("tokens -q d -o out.jsonl --max-tokens 512").well();
    let ran = folder.run("check --policy tokens --set max_tokens=512 --source d out.jsonl");
    assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (Some(0), "", "2 records, 0 violations\n"));
    let out = folder.read("out.jsonl");
    assert_eq!(folder.pipe("check -q --policy tokens --set max_tokens=512 -", out).well(), "");
    // Under another limit they are not what the contract wants.
    let ran = folder.run("check -q --policy tokens out.jsonl");
    assert_eq!((ran.status, &*ran.stderr), (Some(1), ""));
    assert!(ran.stdout.starts_with("out.jsonl: line 2: chunks[0]: "), "{}", ran.stdout);
}

#[rstest]
#[case(
    "\"token_count\":4",
    "\"token_count\":5",
    "out.jsonl: line 3: chunks[0]: token_count is 5, the text has 4 tokens [token-count]\n"
)]
#[case("\"chunk_index\":0", "\"chunk_index\":1", "[chunk-index]\n")]
#[case("\"token_count\":4", "\"token_count\":-4", "out.jsonl: line 3: chunks[0].token_count: ")]
#[case("{\"interaction_id\"", "\"interaction_id\"", "out.jsonl: line 3: ")]
fn a_violation_is_told_with_its_line(#[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    let good = record("a.txt", TEXT, 4);
    let folder = Folder::with([("out.jsonl", format!("{good}\n{}{good}", good.replacen(from, to, 1)))]);
    let ran = folder.run("check --policy tokens out.jsonl");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains(expected), "{}", ran.stdout);
    assert!(ran.stdout.lines().all(|line| line.starts_with("out.jsonl: line 3: ")), "{}", ran.stdout);
    assert!(ran.stderr.contains("3 records, "), "{}", ran.stderr);
}

#[test]
fn records_are_compared_with_their_documents() {
    let folder = Folder::with([("d/a.txt", TEXT), ("secret.txt", TEXT)]);
    let check = |id: &str| {
        folder.write("out.jsonl", record(id, TEXT, 4));
        folder.run("check -q --policy tokens out.jsonl --source d")
    };
    assert_eq!(check("a.txt").well(), "");
    // The document of a record is looked for only among those of --source.
    for id in ["../secret.txt", folder.path("secret.txt").to_str().unwrap(), "gone.txt"] {
        let ran = check(id);
        assert_eq!(ran.status, Some(1));
        let expected = format!("out.jsonl: line 1: --source has no document {id}, or it gives no records\n");
        assert!(ran.stdout.starts_with(&expected), "{}", ran.stdout);
        assert!(ran.stdout.ends_with(
            "out.jsonl: no record of a.txt, which gives 1; chunk it, or leave it out of --source\n"
        ));
    }
    folder.write("d/a.txt", "One! Two!");
    let ran = check("a.txt");
    assert_eq!(
        (ran.status, &*ran.stdout),
        (
            Some(1),
            "out.jsonl: line 1: a.txt: chunks[0].text is \"One. Two.\", the document gives \"One! Two!\"\n"
        )
    );
}

#[test]
fn what_cannot_be_checked_is_trouble() {
    let folder = Folder::with([("out.jsonl", record("a.txt", TEXT, 4))]);
    for (arguments, expected) in [
        ("check --policy tokens nowhere.jsonl", "cannot read nowhere.jsonl"),
        ("check --policy tokens out.jsonl --source nowhere", "nowhere: cannot read it: "),
        ("check --policy tokens out.jsonl --source -", "--source - is read more than once"),
        ("check --policy tokens out.jsonl --source . --sort", "tokens has no --sort"),
        ("check --policy tokens out.jsonl --set max_tokens=0", "max_tokens = 0: must be at least 1"),
        ("check --policy none out.jsonl", "invalid value 'none' for '--policy"),
        ("check --policy tokens", "CHUNKS.jsonl"),
    ] {
        let said = folder.run(arguments).refused(2);
        assert!(said.contains(expected), "{arguments}: {said}");
    }
}

/// Two topics, long enough to be chunks.
pub(crate) fn notes() -> String {
    let [tea, coffee] =
        ["Green tea is steeped.", "Coffee is ground and brewed."].map(|text| [text; 50].join(" "));
    format!("# Tea\n\n{tea}\n\n# Coffee\n\n{coffee}\n")
}

#[test]
fn records_without_rules_of_their_own_are_made_again() {
    let folder = Folder::with([("d/a.md", notes()), ("d/b.md", notes())]);
    folder.run("hybrid -q d --set minChunkSize=40 -o out.jsonl --modified-at 2026-01-02T00:00:00Z").well();
    let made = "--set minChunkSize=40 --source d --modified-at 2026-01-02T00:00:00Z";
    let check = |records: String| {
        folder.write("in.jsonl", records);
        folder.run(&format!("check --policy hybrid {made} in.jsonl"))
    };
    let good = folder.read("out.jsonl");
    assert_eq!(good.lines().count(), 4);
    let ran = check(good.clone());
    assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (Some(0), "", "4 records, 0 violations\n"));

    let lines: Vec<_> = good.lines().collect();
    // Documents that are interleaved, and whole documents that are swapped.
    for mixed in [[0, 2, 1, 3], [2, 0, 3, 1], [2, 3, 0, 1]] {
        let ran = check(mixed.map(|at| lines[at]).join("\n"));
        assert_eq!(ran.status, Some(1));
        assert!(ran.stdout.contains("out of order: it is record"), "{}", ran.stdout);
    }
    // Dealt to two files, each of them in order; and one file cut in two.
    for (dealt, wrong) in
        [([[0, 2], [1, 3]], 2), ([[1, 3], [0, 2]], 2), ([[0, 1], [2, 3]], 0), ([[2, 3], [0, 1]], 0)]
    {
        for (file, at) in ["1.jsonl", "2.jsonl"].into_iter().zip(dealt) {
            folder.write(file, at.map(|at| lines[at]).join("\n"));
        }
        let ran = folder.run(&format!("check --policy hybrid {made} 1.jsonl 2.jsonl"));
        assert_eq!(ran.status, Some(i32::from(wrong > 0)), "{dealt:?}");
        assert_eq!(ran.stdout.matches("out of order").count(), wrong, "{dealt:?}: {}", ran.stdout);
    }
    let changed =
        |at: usize, from: &str, to: &str| good.replacen(lines[at], &lines[at].replacen(from, to, 1), 1);
    for (records, expected) in [
        (
            changed(0, "\"startLine\":1", "\"startLine\":2"),
            "line 1: a.md, lines 1 to 3: startLine is 2, the document gives 1\n",
        ),
        (changed(2, "\"flags\":", "\"flag\":"), "line 3: b.md, lines 1 to 3: flags is not there\n"),
        (
            changed(2, "\"flags\":", "\"more\":1,\"flags\":"),
            "line 3: b.md, lines 1 to 3: more is none of what the document gives\n",
        ),
        (changed(3, "\":", "\": "), "line 4: b.md, lines 5 to 7: the values are right, the bytes are not"),
        (lines[1..].join("\n"), "in.jsonl: 1 of 2 records of a.md are missing, the first is record 1\n"),
        (lines[..3].join("\n"), "in.jsonl: 1 of 2 records of b.md are missing, the first is record 2\n"),
        ([lines[1], lines[0], lines[2], lines[3]].join("\n"), "line 2: out of order: it is record 1 of a.md"),
        ([&*good, lines[1]].concat(), "line 5: given twice: the same record comes before it\n"),
        (
            [&*good, &lines[1].replacen("Coffee", "Cocoa", 1)].concat(),
            "line 5: one too many: a.md gives 2 in all\n",
        ),
        (lines[..2].join("\n"), "in.jsonl: no record of b.md, which gives 2; chunk it, or leave it out"),
        (changed(0, "a.md", "c.md"), "line 1: --source has no document c.md"),
        (String::new(), "in.jsonl: no record of a.md"),
        ("{}".to_owned(), "line 1: it names no document: sourceFile is no string\n"),
        ("{".to_owned(), "line 1: this is not JSON: it ends in the middle of an object (column 1)\n"),
    ] {
        let ran = check(records);
        assert_eq!(ran.status, Some(1));
        assert!(ran.stdout.contains(expected), "{expected}: {}", ran.stdout);
        assert!(ran.stderr.contains("make the records again"), "{}", ran.stderr);
    }
    // Of one document and of both; what is of no document counts for none.
    for (records, differ) in [
        (changed(0, "\"startLine\":1", "\"startLine\":2"), "1 violation; 1 of 2 documents differ\n"),
        (lines[1..3].join("\n"), "2 violations; 2 of 2 documents differ\n"),
        ([&*good, "{}"].concat(), "1 violation\n"),
    ] {
        let ran = check(records);
        assert!(ran.stderr.ends_with(differ), "{}", ran.stderr);
    }
    let said = folder.run("check --policy hybrid in.jsonl").refused(2);
    assert!(said.contains("pass --source PATH"), "{said}");
}

/// The options that a run was given besides its settings are given to the check, too.
#[test]
fn a_forced_strategy_is_told_to_the_check() {
    let folder = Folder::with([("d/a.md", notes())]);
    assert_eq!(folder.run("hybrid -q d -o out.jsonl --strategy step-based").status, Some(0));
    assert_eq!(folder.run("check -q --policy hybrid --source d out.jsonl --strategy step-based").well(), "");
    assert_eq!(folder.run("check -q --policy hybrid --source d out.jsonl").status, Some(1));
}

/// Of records alone nobody can tell by which settings they were made.
#[test]
fn settings_that_would_explain_a_violation_are_asked_for() {
    let folder = Folder::with([("a.txt", "Word. ".repeat(2000))]);
    folder.run("tokens -q a.txt -o out.jsonl --max-tokens 512").well();
    let note = "note: if the run had settings or a tokenizer of its own, give them here too, such as \
                --set max_tokens=N\n";
    assert!(folder.run("check --policy tokens out.jsonl").stderr.starts_with(note), "before anything else");
    assert!(!folder.run("check --policy tokens out.jsonl --set max_tokens=512").stderr.contains("note: "));
    folder.write("out.jsonl", "{}\n");
    assert!(!folder.run("check --policy tokens out.jsonl").stderr.contains("note: "));
}

/// A manifest says by which settings its records were made.
#[test]
fn the_settings_of_the_records_are_named() {
    let folder = Folder::with([("d/a.txt", "Word. ".repeat(2000))]);
    folder.run("tokens -q d --out-dir out --max-tokens 256 --set sentence_rules=literal").well();
    let ran = folder.run("check --policy tokens out");
    assert_eq!(ran.status, Some(1));
    let note = "note: by the manifest, the records were made with other settings: --set max_tokens=256 --set \
                sentence_rules=\"literal\"; leave out --policy, or give these here\n";
    assert!(ran.stderr.starts_with(note), "{}", ran.stderr);
    let ran = folder.run("check --policy tokens out --set max_tokens=256 --set sentence_rules=\"literal\"");
    assert_eq!((ran.status, &*ran.stdout), (Some(0), ""), "{}", ran.stderr);
}

#[test]
fn of_many_violations_ten_are_shown() {
    let bad = record("a.txt", TEXT, 4).replace("\"token_count\":4", "\"token_count\":5");
    let folder = Folder::with([("out.jsonl", bad.repeat(25))]);
    let ran = folder.run("check --policy tokens out.jsonl");
    assert_eq!(ran.stdout.lines().count(), 10);
    assert!(ran.stdout.lines().last().unwrap().starts_with("out.jsonl: line 10: "), "{}", ran.stdout);
    let end = "and 15 more violations; -v shows all\n25 records, 25 violations\n";
    assert!(ran.stderr.ends_with(end), "{}", ran.stderr);
    let all = folder.run("check -v --policy tokens out.jsonl");
    assert_eq!((all.status, all.stdout.lines().count()), (Some(1), 25));
    assert!(!all.stderr.contains("more violations"), "{}", all.stderr);
    // Of one record they come in the order of its chunks.
    let chunk = |number: usize| {
        format!(
            r#"{{"chunk_index":{number},"text":"x","start_pos":0,"end_pos":1,"token_count":9,"source_start_byte":0,"source_end_byte":1}}"#
        )
    };
    let chunks: Vec<_> = (0..12).map(chunk).collect();
    folder.write(
        "out.jsonl",
        format!(r#"{{"interaction_id":"a","original_text":"x","chunks":[{}]}}"#, chunks.join(",")),
    );
    let said = folder.run("check -v --policy tokens out.jsonl").stdout;
    assert!(said.find("chunks[2]: token_count") < said.find("chunks[11]: token_count"), "{said}");
    folder.write("out.jsonl", bad.repeat(10));
    assert!(!folder.run("check --policy tokens out.jsonl").stderr.contains("more violation"));
}

#[test]
fn what_is_no_json_is_told_so() {
    let folder = Folder::with([("a.md", "# Tea\n\n- Green\n- 2 cups\ntrue story\n3 more\n{\"a\": x}\n")]);
    let said = folder.run("check -q --policy markdown a.md").stdout;
    for line in [1, 3, 4, 5, 6] {
        assert!(said.contains(&format!("a.md: line {line}: this is not JSON\n")), "{said}");
    }
    assert!(said.contains("a.md: line 7: this is not JSON: expected value\n"), "{said}");
    folder.write("a.md", "1984\nnull\n[1]\n");
    let said = folder.run("check -q --policy markdown a.md").stdout;
    for line in [1, 2, 3] {
        assert!(said.contains(&format!("a.md: line {line}: this is no object\n")), "{said}");
    }
}

#[test]
fn an_empty_file_is_well_only_if_nothing_was_to_come() {
    let folder = Folder::with([("d/a.md", ""), ("out.jsonl", "")]);
    assert_eq!(folder.run("check -q --policy markdown --source d out.jsonl").status, Some(0));
    let ran = folder.run("check -q --policy markdown out.jsonl");
    assert_eq!((ran.status, &*ran.stdout), (Some(1), "out.jsonl: there is no record in it\n"));
}

/// Records of lines are compared with their lines.
#[test]
fn records_of_lines_are_made_again() {
    let lines =
        "{\"interaction_id\":\"x\",\"text\":\"One. Two.\"}\n{\"interaction_id\":\"y\",\"text\":\"Three.\"}\n";
    let folder = Folder::with([("in.jsonl", lines)]);
    folder.run("tokens -q --input jsonl in.jsonl -o out.jsonl").well();
    let check = "check -q --policy tokens --input jsonl --source in.jsonl out.jsonl";
    assert_eq!(folder.run(check).well(), "");
    folder.write("out.jsonl", folder.read("out.jsonl").replacen("Three", "Four", 2));
    assert_eq!(folder.run(check).status, Some(1));
}

#[test]
fn records_of_a_backlog_are_made_again() {
    let item = "_kano/backlog/products/demo/items/task/0000/DEMO-TSK-0001_start.md";
    let folder = Folder::with([(item, "---\nid: DEMO-TSK-0001\ntype: Task\n---\n\n# Goal\n\nBegin.\n")]);
    folder.run("backlog -q . -o out.jsonl").well();
    assert_eq!(folder.run("check -q --policy backlog --source . out.jsonl").well(), "");
    folder.write(item, "---\nid: DEMO-TSK-0001\ntype: Task\n---\n\n# Goal\n\nBegin anew.\n");
    let ran = folder.run("check -q --policy backlog --source . out.jsonl");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains("the document gives"), "{}", ran.stdout);
}

/// One mistake is reported once.
#[test]
fn records_of_another_policy_are_told_once() {
    let folder = Folder::with([("d/a.md", notes()), ("d/b.md", notes())]);
    folder.run("hybrid -q d --set minChunkSize=40 -o out.jsonl").well();
    let records = folder.read("out.jsonl");
    for (arguments, file) in [
        ("tokens out.jsonl", "out.jsonl"),
        ("markdown out.jsonl --source d", "out.jsonl"),
        ("tokens -", "stdin"),
    ] {
        let policy = arguments.split(' ').next().unwrap();
        let expected = format!(
            "error: {file}: these are records of hybrid, and --policy is {policy}; pass --policy hybrid\n"
        );
        assert_eq!(folder.pipe(&format!("check --policy {arguments}"), &records).refused(2), expected);
    }
}

#[test]
fn the_records_of_a_folder_are_checked() {
    let folder = Folder::with([("d/a.md", notes()), ("d/b/c.md", notes()), ("d/empty.md", String::new())]);
    folder.run("markdown -q d --out-dir d").well();
    for source in ["", "--source d"] {
        let ran = folder.run(&format!("check --policy markdown d {source}"));
        assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (Some(0), "", "4 records, 0 violations\n"));
    }
    let said = folder.run("check --policy tokens d").refused(2);
    assert!(said.contains("d/chunks/a.jsonl: these are records of markdown"), "{said}");
    let file = "d/chunks/b/c.jsonl";
    folder.write(file, folder.read(file).replacen("Green", "White", 1));
    for source in ["", "--source d"] {
        let ran = folder.run(&format!("check -q --policy markdown d {source}"));
        assert_eq!(ran.status, Some(1));
        assert!(ran.stdout.starts_with("d/chunks/b/c.jsonl: line 1: "), "{}", ran.stdout);
    }
    let said = folder.run("check d/chunks").refused(2);
    assert_eq!(said, "error: d/chunks: a part of what --out-dir wrote; name d\n");
    let said = folder.run("check --policy markdown d/b").refused(2);
    assert!(
        said.contains("d/b: a folder without metadata/ingestion-manifest.json; name a file of records"),
        "{said}"
    );
}

/// Records that are a document each stand in the order of the run, too.
#[test]
fn whole_documents_that_are_swapped_are_seen() {
    let folder = Folder::with([("d/a.txt", TEXT), ("d/b.txt", TEXT), ("d/c.txt", TEXT)]);
    let records = ["a.txt", "b.txt", "c.txt"].map(|id| record(id, TEXT, 4));
    let check = |order: [usize; 3]| {
        folder.write("out.jsonl", order.map(|at| records[at].as_str()).concat());
        folder.run("check -q --policy tokens out.jsonl --source d")
    };
    assert_eq!(check([0, 1, 2]).well(), "");
    let ran = check([1, 0, 2]);
    let expected =
        "out.jsonl: line 2: out of order: it is record 1 of a.txt, and a later one comes before it\n";
    assert_eq!((ran.status, &*ran.stdout), (Some(1), expected));
    assert_eq!(check([2, 0, 1]).stdout.lines().count(), 2);
}

#[cfg(feature = "sqlite")]
#[test]
fn what_to_check_instead_of_a_store_is_told() {
    let folder = Folder::with([("d/a.md", notes())]);
    folder.run("markdown -q d --store sqlite:chunks.db").well();
    for source in ["", "--source d"] {
        let said = folder.run(&format!("check --policy markdown sqlite:chunks.db {source}")).refused(2);
        assert!(said.contains("sqlite:chunks.db: a store cannot be checked; run again with -o"), "{said}");
        let said = folder.run(&format!("check chunks.db {source}")).refused(2);
        assert!(
            said.starts_with("error: chunks.db: a store cannot be checked; ") && said.lines().count() == 1,
            "{said}"
        );
    }
}

/// As a run does.
#[test]
fn of_many_bad_lines_of_a_source_few_are_told() {
    let folder = Folder::with([("log.jsonl", "{}\n".repeat(1000)), ("none.jsonl", String::new())]);
    let ran = folder.run("check -q --policy recorder none.jsonl --source log.jsonl");
    let said: Vec<_> = ran.stderr.lines().collect();
    assert_eq!(said.len(), 11, "{said:?}");
    assert!(said[9].starts_with("warning: log.jsonl: no records of it: line 10: "), "{said:?}");
    assert_eq!(said[10], "warning: log.jsonl: and 990 more about its lines; -v shows all");
}
