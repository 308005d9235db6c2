//! `--format rows` and `--stamp`: the same keys for all policies, and who made a record.

use crate::harness::{Folder, record};
use rstest::rstest;
use serde_json::Value;

const KEYS: [&str; 18] = [
    "id",
    "text",
    "embed",
    "tokens",
    "source",
    "start_byte",
    "end_byte",
    "start_char",
    "end_char",
    "start_line",
    "end_line",
    "headings",
    "kind",
    "hash",
    "embed_hash",
    "contract",
    "settings",
    "metadata",
];
const ITEM: &str = "_kano/backlog/products/demo/items/task/0000/DEMO-TSK-0001_start.md";

fn folder() -> Folder {
    let folder = Folder::with([
        ("d/a.md", "\u{feff}# Café\r\n\r\nIt hums.\n"),
        ("t/a.txt", "One. Two."),
        (ITEM, "---\nid: DEMO-TSK-0001\ntype: Task\ntags: [tea]\n---\n\n# Goal\n\nBegin.\n"),
    ]);
    folder.write("log/events.jsonl", crate::recorder::output_event("e1", "abc"));
    folder
}

/// Where the keys of a row begin in it: their order.
fn places(row: &str) -> Vec<usize> {
    KEYS.iter()
        .map(|key| row.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key}: {row}")))
        .collect()
}

#[rstest]
#[case("markdown d")]
#[case("tokens t")]
#[case("hybrid d")]
#[case("backlog . --root .")]
#[case("recorder log")]
fn all_policies_have_the_same_keys_in_the_same_order(#[case] run: &str) {
    let folder = folder();
    let rows = folder.run(&format!("{run} -q --format rows")).well();
    assert!(!rows.is_empty());
    for row in rows.lines() {
        let parsed: Value = serde_json::from_str(row).unwrap();
        assert_eq!(parsed.as_object().unwrap().len(), KEYS.len(), "{row}");
        assert!(places(row).is_sorted(), "{row}");
        let metadata = parsed["metadata"].as_object().unwrap();
        let is_flat =
            |value: &Value| !value.is_object() && !value.is_null() && *value != serde_json::json!([]);
        assert!(metadata.values().all(is_flat), "{row}");
    }
    folder.write("rows.jsonl", &rows);
    let policy = run.split(' ').next().unwrap();
    let source = run.split(' ').nth(1).unwrap();
    let root = if policy == "backlog" { "--root ." } else { "" };
    for made_again in [String::new(), format!("--source {source} {root}")] {
        assert_eq!(folder.run(&format!("check -q rows.jsonl {made_again}")).well(), "", "{policy}");
    }
    folder.write("changed.jsonl", rows.replacen("\"text\":\"", "\"text\":\"x", 1));
    for made_again in [String::new(), format!("--source {source} {root}")] {
        assert_eq!(folder.run(&format!("check -q changed.jsonl {made_again}")).status, Some(1), "{policy}");
    }
    let said = folder.run("diff rows.jsonl changed.jsonl").well();
    assert!(said.contains(", 1 added, 1 removed: 1 chunk to embed"), "{said}");
}

/// Positions by hand: the mark is one character of three bytes, `é` one of two, CRLF two of one each. Digests are those of sha256sum.
#[test]
fn a_row_by_hand() {
    let row = folder().run("markdown -q d --format rows").well();
    let hash = "e3edb24955de683e3056c4d27781c799330b7dfdd6fab25fa9c086db3b87c7fe";
    let expected = format!(
        r##""text":"# Café\n\nIt hums.","embed":null,"tokens":7,"source":"a.md","start_byte":3,"end_byte":22,"start_char":1,"end_char":19,"start_line":1,"end_line":3,"headings":["Café"],"kind":"header","hash":"{hash}","embed_hash":"{hash}","contract":"markdown.v1","settings":""##
    );
    assert!(row.contains(&expected), "{row}\n{expected}");
    assert!(row.contains(r#""metadata":{"body_start_line":1,"chunk_hash":"#), "{row}");
    let row = folder().run("tokens -q t --format rows").well();
    assert!(row.starts_with(r#"{"id":"a.txt#0","text":"One. Two.","embed":null,"tokens":4,"#), "{row}");
    assert!(row.ends_with("\"metadata\":{\"chunk_index\":0,\"end_pos\":9,\"start_pos\":0}}\n"), "{row}");
    let row = folder().run("backlog -q . --root . --format rows").well();
    assert!(row.contains(r#""tokens":null"#) && row.contains(r#""start_byte":null"#), "{row}");
    assert!(row.contains(r#""tags":["tea"]"#) && row.contains(r#""kind":"header""#), "{row}");
}

/// T14, M16, H27: a record of tokens has what is kept once for all chunks, but a row is alone. A key that the record has itself stays.
#[rstest]
#[case("tokens", "end_pos")]
#[case("markdown", "section_header")]
#[case("hybrid", "completeness")]
fn what_is_kept_is_in_every_row(#[case] policy: &str, #[case] own: &str) {
    let folder = Folder::new();
    folder.write(
        "x.md",
        format!("---\ntitle: T\n{own}: mine\nauthor: {{name: A}}\nauthor_name: B\n---\n# H\n\nx\n"),
    );
    let keep = format!("--keep title,{own},author,author_name");
    let kept = |run: &str| {
        let row = folder.run(&format!("{policy} -q {run} --format rows")).well();
        serde_json::from_str::<Value>(&row).unwrap()["metadata"].take()
    };
    let (bare, kept) = (kept("x.md"), kept(&format!("x.md {keep}")));
    assert_eq!((&kept["title"], &kept[own]), (&"T".into(), &bare[own]), "{kept}");
    assert_eq!(kept[format!("metadata_{own}")], "mine", "{kept}");
    assert_eq!((&kept["author_name"], &kept["metadata_author_name"]), (&"A".into(), &"B".into()), "{kept}");
    let id = if policy == "tokens" { "interaction_id" } else { "path" };
    let line = format!("{{\"{id}\":\"1\",\"text\":\"x\",\"title\":\"L\",\"n\":[1]}}\n");
    let row = folder.pipe(&format!("{policy} -q --input jsonl --keep title,n --format rows"), line).well();
    let row: Value = serde_json::from_str(&row).unwrap();
    assert_eq!((&row["metadata"]["title"], &row["metadata"]["n"]), (&"L".into(), &"[1]".into()), "{row}");
}

/// C3 without being told anything: policy, counter and settings are those that the records name.
#[test]
fn what_made_a_record_is_in_it() {
    let folder = folder();
    folder.run("tokens -q t --stamp -o stamped.jsonl").well();
    let stamped = folder.read("stamped.jsonl");
    let plain = record("a.txt", "One. Two.", 4);
    let start = format!("{},\"contract\":\"tokens.chunking.v1\",\"settings\":\"", &plain[..plain.len() - 2]);
    assert!(stamped.starts_with(&start), "{stamped}");
    for more in ["", "--source t"] {
        assert_eq!(folder.run(&format!("check -q stamped.jsonl {more}")).well(), "");
        assert_eq!(folder.pipe(&format!("check -q - {more}"), &stamped).well(), "");
    }
    folder.run("tokens -q t --stamp --max-tokens 200 -o other.jsonl").well();
    assert!(folder.read("other.jsonl").contains("\",\"changed_settings\":[\"max_tokens=200\"]}\n"));
    let said = folder.run("check other.jsonl --set max_tokens=300").refused(2);
    assert!(said.contains("with settings of the digest ") && said.contains("give it the settings"), "{said}");
    assert!(
        said.ends_with("settings and flags of the run, which the records name: max_tokens=200\n"),
        "{said}"
    );
    assert_eq!(folder.run("check -q other.jsonl --policy tokens --set max_tokens=200 --source t").well(), "");
    // Within a file, another maker is a violation.
    folder.write("mixed.jsonl", stamped + &folder.read("other.jsonl"));
    let ran = folder.run("check -q mixed.jsonl");
    let expected = "mixed.jsonl: line 2: its contract or settings are others than those of this check\n";
    assert_eq!((ran.status, &*ran.stdout), (Some(1), expected));
    let diffed = folder.run("diff stamped.jsonl other.jsonl").well();
    assert!(diffed.ends_with("0 chunks to embed\n"), "{diffed}");
}

/// C15: what differs from the defaults is in the records, so that nothing has to be given again but where the documents are.
#[rstest]
#[case("tokens t", "", "--max-tokens 1", &["max_tokens=1"])]
#[case("tokens t", "", "--boundaries lines --keep title,tags --max-tokens 2", &[r#"boundaries="lines""#, r#"keep=["title","tags"]"#, "max_tokens=2"])]
#[case("tokens t", "", "--model gpt-4 --reserve 3 --redact", &["--model=gpt-4", "--redact", "--reserve=3"])]
#[case("tokens t", "", "--model gpt-4o", &["--model=gpt-4o"])]
#[case("tokens t", "", "--from text", &["--from=text"])]
#[case("markdown d", "", "--set chunk_size=500 --hard-limit", &["chunk_size=500", "hard_limit=true"])]
#[case("markdown d", "", "--embed title,headings --set packing=sections", &[r#"embed=["title","headings"]"#, r#"packing="sections""#])]
#[case("hybrid d", "", "--strategy step-based --set eventBased.minPhaseDuration=60", &["--strategy=step-based", "eventBased.minPhaseDuration=60"])]
#[case("hybrid d", "", "--max-chunk-size 300 --set semanticBoundary.targetChunkSize=200", &["maxChunkSize=300", "semanticBoundary.targetChunkSize=200"])]
#[case("backlog .", "--root .", "--set hash_format=prefixed --set header_chunk=false", &[r#"hash_format="prefixed""#, "header_chunk=false"])]
#[case("recorder log", "", "--sort --set overlap_chars=7", &["--sort", "overlap_chars=7"])]
fn settings_that_differ_are_in_the_records(
    #[case] run: &str,
    #[case] root: &str,
    #[case] more: &str,
    #[case] expected: &[&str],
    #[values("--stamp", "--format rows")] form: &str,
) {
    let folder = folder();
    folder.run(&format!("{run} {root} -q {more} {form} -o made.jsonl"));
    let made = folder.read("made.jsonl");
    let key = format!("\"changed_settings\":{}", serde_json::to_string(expected).unwrap());
    assert!(!made.is_empty() && made.lines().all(|record| record.contains(&key)), "{made}\n{key}");
    // Settings that lie around where the check runs say nothing of the records.
    let policy = run.split(' ').next().unwrap();
    folder.write("chunk.toml", "[tokens]\nmax_tokens = 77\n[markdown]\nchunk_size = 901\n[recorder]\noverlap_chars = 3\n[hybrid]\nmaxChunkSize = 444\n");
    let source = run.split(' ').nth(1).unwrap();
    let checked = folder.run(&format!("check -q made.jsonl --source {source} {root}"));
    assert_eq!((checked.status, &*checked.stdout), (Some(0), ""), "{}", checked.stderr);
    if policy == "tokens" || policy == "markdown" || form != "--stamp" {
        let checked = folder.run("check -q made.jsonl");
        assert_eq!((checked.status, &*checked.stdout), (Some(0), ""), "{}", checked.stderr);
    }
}

#[test]
fn changed_settings_that_are_not_those_of_the_digest_are_refused() {
    let folder = folder();
    folder.run("tokens -q t --stamp --max-tokens 200 -o made.jsonl").well();
    folder.write("changed.jsonl", folder.read("made.jsonl").replace("max_tokens=200", "max_tokens=201"));
    let said = folder.run("check changed.jsonl").refused(2);
    assert!(said.contains("with settings of the digest "), "{said}");
    folder.write("changed.jsonl", folder.read("made.jsonl").replace("max_tokens=200", "max_words=200"));
    let said = folder.run("check changed.jsonl").refused(2);
    assert!(
        said.contains("tokens has no such setting") && said.contains("(from the records' own)"),
        "{said}"
    );
    folder.write("changed.jsonl", folder.read("made.jsonl").replace("max_tokens=200", "--fast=1"));
    let said = folder.run("check changed.jsonl").refused(2);
    assert!(said.contains("the records were made with flags that cannot be used here"), "{said}");
}

#[test]
fn the_counter_is_named_by_the_records() {
    let folder = folder();
    for form in ["--stamp", "--format rows"] {
        folder.run(&format!("tokens -q t {form} --encoding o200k_base -o o.jsonl")).well();
        assert!(folder.read("o.jsonl").contains("\"contract\":\"tokens.chunking.v1+o200k_base\""));
        assert_eq!(folder.run("check -q o.jsonl --source t").well(), "");
    }
}

#[test]
fn a_folder_is_checked_by_its_manifest() {
    let folder = folder();
    folder.run("markdown -q d --set chunk_size=500 --encoding o200k_base --out-dir out").well();
    for more in ["", "--source d"] {
        assert_eq!(folder.run(&format!("check -q out {more}")).well(), "");
    }
    let said = folder.run("check nothing.jsonl").refused(2);
    assert!(said.contains("cannot read nothing.jsonl"), "{said}");
    folder.write("empty.jsonl", "");
    let said = folder.run("check empty.jsonl").refused(2);
    assert!(
        said.contains(
            "the first line is no record that a policy wrote; name a file that -o wrote, or pass --policy"
        ),
        "{said}"
    );
}

#[rstest]
#[case("tokens t --format rows --stamp", "--stamp is for JSON Lines")]
#[case("tokens t --format rows --store sqlite:a.db", "a store has rows")]
#[case("tokens t --stamp --store sqlite:a.db", "a store has rows")]
#[case("hybrid d --explain --format rows", "--explain writes no chunks")]
fn what_makes_no_sense_is_refused(#[case] arguments: &str, #[case] expected: &str) {
    let said = folder().run(arguments).refused(2);
    assert!(said.contains(expected), "{said}");
}

#[test]
fn an_output_of_rows_is_no_document() {
    let folder = folder();
    for _ in 0..2 {
        folder.run("tokens -q t --format rows -o t/rows.jsonl").well();
        assert_eq!(folder.read("t/rows.jsonl").lines().count(), 1);
    }
}

/// A folder of rows is checked and compared like one of records.
#[test]
fn rows_in_a_folder() {
    let folder = folder();
    for (run, source) in [("tokens t", "t"), ("markdown d", "d"), ("hybrid d", "d")] {
        let policy = run.split(' ').next().unwrap();
        folder.run(&format!("{run} -q --format rows --out-dir out-{policy}")).well();
        for more in [String::new(), format!("--source {source}")] {
            assert_eq!(folder.run(&format!("check -q out-{policy} {more}")).well(), "", "{policy}");
        }
        folder.run(&format!("{run} -q --format rows -o {policy}.jsonl")).well();
        let said = folder.run(&format!("diff out-{policy} {policy}.jsonl")).well();
        assert_eq!(said, "1 chunk kept, 0 moved, 0 added, 0 removed: 0 chunks to embed\n", "{policy}");
        // Against plain records, texts are the same and records are not.
        folder.run(&format!("{run} -q -o plain-{policy}.jsonl")).well();
        let said = folder.run(&format!("diff plain-{policy}.jsonl {policy}.jsonl")).well();
        assert!(said.ends_with(": 0 chunks to embed\n"), "{said}");
    }
}

/// A validator that is not ours, and the keys in each language.
#[test]
fn the_schema_is_that_of_the_rows() {
    let folder = folder();
    let schema = folder.run("schema rows").well();
    let json: Value = serde_json::from_str(&schema).unwrap();
    let mut keys: Vec<&str> = json["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    let mut expected = KEYS;
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert_eq!(json["required"].as_array().unwrap().len(), KEYS.len());
    for (format, start, end) in [("typescript", "\n  ", ": "), ("python", "\n    ", ": ")] {
        let text = folder.run(&format!("schema rows --format {format}")).well();
        let places: Vec<_> =
            KEYS.iter().map(|key| text.find(&format!("{start}{key}{end}")).unwrap()).collect();
        assert!(places.is_sorted(), "{text}");
    }
    folder.write("schema.json", schema);
    let mut rows = String::new();
    for run in ["markdown d", "tokens t", "hybrid d", "backlog . --root .", "recorder log"] {
        rows += &folder.run(&format!("{run} -q --format rows")).well();
    }
    folder.write("rows.jsonl", rows);
    let validate = "import json, sys\nfrom jsonschema import Draft202012Validator as V\ns = json.load(open('schema.json'))\n\
                    V.check_schema(s)\ns['unevaluatedProperties'] = False\nv = V(s)\n\
                    sys.exit('; '.join(e.message for line in open('rows.jsonl') for e in v.iter_errors(json.loads(line))) or 0)";
    let has_validator =
        std::process::Command::new("python3").args(["-W", "ignore", "-c", "import jsonschema"]).output();
    if has_validator.is_ok_and(|ran| ran.status.success()) {
        let mut python = std::process::Command::new("python3");
        let ran =
            python.args(["-W", "ignore", "-c", validate]).current_dir(folder.path("")).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    }
}
