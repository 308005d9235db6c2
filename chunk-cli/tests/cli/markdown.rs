//! `chunk markdown` and `chunk schema`.

use crate::harness::Folder;
use rstest::rstest;
use serde_json::Value;
use std::process::Command;

const TEXT: &str = "# A\n\nText.\n\n## B\n\nMore.\n";

fn records(jsonl: &str) -> Vec<Value> {
    jsonl.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_folder_gives_the_records_of_its_markdown_files() {
    let folder = Folder::with([("d/b.md", TEXT), ("d/a/x.MARKDOWN", TEXT), ("d/no.txt", TEXT)]);
    let ran = folder.run("markdown d --out-dir out --source-version v1 --created-at 2026-01-31T12:00:00.9Z");
    let said = "note: not read: 1 *.txt; of a folder, markdown takes *.md and *.markdown; --include '*.txt' takes these instead, and may be \
                repeated\n\
                2 documents, 4 chunks, 30 tokens; 2 written, 0 unchanged\n";
    assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (Some(0), "", said));
    assert_eq!(folder.names("out/chunks"), ["a/x.jsonl", "b.jsonl"]);
    let record = &records(&folder.read("out/chunks/a/x.jsonl"))[1];
    assert_eq!(record["source_file"], "a/x.MARKDOWN");
    assert_eq!(record["source_version"], "v1");
    assert_eq!(record["created_at"], "2026-01-31T12:00:00Z");
    let manifest: Value = serde_json::from_str(&folder.read("out/metadata/ingestion-manifest.json")).unwrap();
    assert_eq!(manifest["config"]["chunk_size"], 800);
    assert_eq!(manifest["files"][0]["chunk_ids"][1], record["chunk_id"]);
}

#[test]
fn the_summary_counts_what_is_above_the_size() {
    let code = format!("```\n{}```\n", "let x = 1;\n".repeat(300));
    let folder = Folder::with([("d/a.md", format!("{}\n\n{code}", "Five tokens make this. ".repeat(130)))]);
    // Who measures chunks by the contract's range asks for it.
    let said = folder.run("markdown d -o out.jsonl").stderr;
    assert!(said.ends_with(" tokens, 1 above chunk_size\n") && !said.contains('%'), "{said}");
    let ran = folder.run("markdown -v d -o out.jsonl");
    assert!(ran.stderr.contains("d/a.md: line 3: a code block has"), "{}", ran.stderr);
    assert!(ran.stderr.contains("1 document, 1 warning, 2 chunks, "), "{}", ran.stderr);
    assert!(
        ran.stderr.ends_with(", 50.0% of the chunks with 500 to 1000 tokens, 1 above chunk_size\n"),
        "{}",
        ran.stderr
    );
}

#[rstest]
#[case::as_given("d/a.md", "d/a.md")]
#[case::dot("./d/a.md", "d/a.md")]
#[case::up("../d/a.md", "a.md")]
#[case::by_root("--root d d/a.md", "a.md")]
#[case::glob("d/*.md", "d/a.md")]
fn names_stay_inside_the_root(#[case] arguments: &str, #[case] name: &str) {
    let folder = Folder::with([("d/a.md", TEXT)]);
    let inside = arguments.starts_with("..").then(|| folder.path("d"));
    let mut command = folder.chunk(&format!("markdown {arguments}"));
    if let Some(inside) = inside {
        command.current_dir(inside);
    }
    let output = command.output().unwrap();
    let found = records(std::str::from_utf8(&output.stdout).unwrap());
    assert_eq!(found[0]["source_file"], name, "{output:?}");
    let absolute = folder.path("d/a.md");
    let ran = folder.run(&format!("markdown {}", absolute.display()));
    assert_eq!(records(&ran.well())[0]["source_file"], "a.md");
}

#[test]
fn the_version_is_taken_from_git() {
    let folder = Folder::with([("d/a.md", TEXT)]);
    let git = |arguments: &str| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@example.org"]);
        let output =
            command.args(arguments.split_whitespace()).current_dir(folder.path("d")).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    git("init -q");
    git("add a.md");
    git("commit -q -m first");
    let commit = git("rev-parse HEAD");
    let path = std::env::var("PATH").unwrap();
    let output = folder.chunk("markdown d --source-version git").env("PATH", path).output().unwrap();
    let found = records(std::str::from_utf8(&output.stdout).unwrap());
    assert_eq!(found[0]["source_version"], commit.trim_end());
}

#[test]
fn no_repository_is_trouble() {
    let folder = Folder::with([("d/a.md", TEXT)]);
    let said = folder.run("markdown d --source-version git").refused(2);
    assert!(said.starts_with("error: --source-version git: d: "), "{said}");
}

#[test]
fn the_time_is_taken_from_source_date_epoch() {
    let folder = Folder::with([("a.md", TEXT)]);
    let output = folder.chunk("markdown a.md").env("SOURCE_DATE_EPOCH", "86400").output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains(r#","created_at":"1970-01-02T00:00:00Z","#));
}

#[rstest]
#[case("--chunk-size 0", "chunk_size = 0: must be at least 1")]
#[case(
    "--chunk-size 99 --chunk-overlap 100",
    "chunk_overlap = 100: must be below chunk_size = 99 (from --chunk-overlap 100)"
)]
#[case(
    "--chunk-overlap 800",
    "chunk_overlap = 800: must be below chunk_size = 800 (from --chunk-overlap 800; chunk_size = 800 is the default, which \
     --chunk-size N changes)"
)]
#[case(
    "--chunk-size 9000 --model text-embedding-3-small",
    "chunk_size + chunk_overlap = 9100: must be at most 8192, which the model takes (from --chunk-size 9000; chunk_overlap = 100 is \
     the default, which --chunk-overlap N changes)"
)]
#[case(
    "--chunk-size 99999999999999999999999",
    "chunk_size: too large, must be at most 18446744073709551615 (from --chunk-size 99999999999999999999999)"
)]
#[case("--overlap-across-sections maybe", "overlap_across_sections")]
#[case("--packing loose", "packing")]
#[case("--set chunk_sise=1", "chunk_sise")]
fn settings_out_of_range_are_refused(#[case] arguments: &str, #[case] expected: &str) {
    let folder = Folder::with([("a.md", TEXT)]);
    let said = folder.run(&format!("markdown a.md {arguments}")).refused(2);
    assert!(said.contains(expected), "{said}");
}

/// M4: an overlap that is given must be below the size; where none is, it is an eighth of a size that is not above the default.
#[rstest]
#[case("--chunk-size 64", "--chunk-overlap 8")]
#[case("--chunk-size 64 --hard-limit", "--chunk-overlap 8")]
#[case("--chunk-size 7", "--chunk-overlap 0")]
#[case("--chunk-size 101", "--chunk-overlap 100")]
fn a_small_size_needs_no_overlap_to_be_given(#[case] size: &str, #[case] overlap: &str) {
    let text: String = (0..40).map(|number| format!("Pump {number} hums. It was oiled.\n\n")).collect();
    let folder = Folder::with([("a.md", &*text)]);
    let rows = |more: &str| folder.run(&format!("markdown -q a.md {size} {more} --format rows")).well();
    assert_eq!(rows(""), rows(overlap));
    // Nobody asked for that overlap.
    let warned = folder.run(&format!("markdown a.md {size}")).stderr;
    assert!(!warned.contains("chunk_overlap"), "{warned}");
}

#[test]
fn flags_are_settings() {
    let folder = Folder::with([("a.md", TEXT)]);
    let ran = folder.run(
        "markdown a.md --chunk-size 5 --chunk-overlap 4 --packing sections --overlap-across-sections false",
    );
    let bodies: Vec<_> = records(&ran.stdout).iter().map(|record| record["content"].clone()).collect();
    assert_eq!(bodies, ["# A\n\nText.", "## B\n\nMore."]);
    assert!(ran.stderr.contains("[unusual-size]"), "{}", ran.stderr);
}

#[test]
fn what_chunk_writes_passes_the_check() {
    let folder = Folder::with([("d/a.md", TEXT.repeat(40)), ("d/b.md", TEXT.replace('\n', "\r\n"))]);
    folder.run("markdown -q d -o out.jsonl").well();
    let ran = folder.run("check --policy markdown --source d out.jsonl");
    assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (Some(0), "", "82 records, 0 violations\n"));
    folder.write("d/b.md", TEXT);
    let ran = folder.run("check -q --policy markdown --source d out.jsonl");
    assert_eq!(ran.status, Some(1));
    assert!(
        ran.stdout.starts_with(
            "out.jsonl: line 81: b.md, lines 1 to 3: source_end_byte is 12, the document gives 10\n"
        ),
        "{}",
        ran.stdout
    );
}

#[rstest]
#[case("\"tokens\":5", "\"tokens\":6", "line 1: tokens is 6, it should be 5 [tokens]\n")]
#[case("\"start_line\":1", "\"start_line\":2", "[chunk-id]\n")]
#[case("\"end_line\":3", "\"end_line\":4", "line 1: end_line is 4, it should be 3 [lines]\n")]
#[case("\"overlap_chars\":0", "\"overlap_chars\":1", "[chunk-hash]\n")]
#[case("\"chunk_type\":\"header\"", "\"chunk_type\":\"title\"", "line 1: unknown variant `title`")]
#[case("\"chunk_id\"", "\"id\"", "line 1: the field `chunk_id` is missing; is it a record of markdown?\n")]
fn a_violation_is_told(#[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    let folder = Folder::with([("a.md", TEXT)]);
    let records = folder.run("markdown a.md").stdout;
    folder.write("out.jsonl", records.replacen(from, to, 1));
    let ran = folder.run("check -q --policy markdown out.jsonl");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains(expected), "{}", ran.stdout);
}

#[test]
fn the_schema_has_the_keys_of_the_records() {
    let table = "| a |\n|---|\n| one two three four five |\n| six seven eight nine ten |\n";
    let folder = Folder::with([("a.md", table)]);
    let schema: Value = serde_json::from_str(&folder.run("schema markdown").well()).unwrap();
    let run = "markdown a.md --chunk-size 16 --chunk-overlap 15 --source-version v --created-at 0";
    let records = records(&folder.run(run).stdout);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    // Those of options that are off here.
    let off = ["cut", "embed", "embed_hash", "metadata"];
    let mut known = keys(&schema["properties"]);
    known.retain(|key| !off.contains(&&**key));
    assert_eq!(keys(records.last().unwrap()), known);
    let optional = [&off[..], &["created_at", "source_version", "table_header"]].concat();
    let required: Vec<_> = schema["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let properties = keys(&schema["properties"]);
    assert!(properties.iter().all(|key| required.contains(&&**key) != optional.contains(&&**key)));
    for (format, start) in [("typescript", "/** "), ("python", "from typing import ")] {
        assert!(folder.run(&format!("schema markdown --format {format}")).well().starts_with(start));
    }
}

/// C1: of a value that is cut, the message shows the beginning.
#[test]
fn a_value_that_is_cut_is_named() {
    let folder = Folder::with([("a.md", format!("# Tea {}\n\nSteep.\n", "leaf ".repeat(300)))]);
    let said = folder.run("markdown a.md").stderr;
    assert!(said.contains("too long, the one that begins with \"Tea leaf leaf "), "{said}");
    assert!(said.ends_with("shorten it in the document [long-metadata]\n"), "{said}");
}
