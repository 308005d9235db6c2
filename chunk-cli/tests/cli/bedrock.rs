//! `--format bedrock-files` and `bedrock-lambda`: the forms that knowledge bases of Amazon Bedrock take.

use crate::harness::Folder;
use rstest::rstest;
use serde_json::{Value, json};
use std::fs;

fn notes() -> Folder {
    Folder::with([("notes/a.md", "# Tea\n\nGreen.\n\n## Black\n\nStrong.\n"), ("notes/b/c.md", "# Salt\n")])
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_chunk_is_a_text_and_its_metadata() {
    let folder = notes();
    folder.run("markdown -q notes --chunk-overlap 0 --format bedrock-files --out-dir kb").well();
    assert_eq!(
        folder.names("kb"),
        [
            "chunks/a.md/00000.txt",
            "chunks/a.md/00000.txt.metadata.json",
            "chunks/a.md/00001.txt",
            "chunks/a.md/00001.txt.metadata.json",
            "chunks/b/c.md/00000.txt",
            "chunks/b/c.md/00000.txt.metadata.json",
            "metadata/ingestion-manifest.json"
        ]
    );
    assert_eq!(folder.read("kb/chunks/a.md/00001.txt"), "## Black\n\nStrong.");
    let records = folder.run("markdown -q notes --chunk-overlap 0").well();
    let mut record = json(records.lines().nth(1).unwrap());
    record.as_object_mut().unwrap().remove("content");
    // All values of this record are flat as they are, and none is empty.
    assert_eq!(
        json(&folder.read("kb/chunks/a.md/00001.txt.metadata.json")),
        json!({ "metadataAttributes": record })
    );
    let manifest = json(&folder.read("kb/metadata/ingestion-manifest.json"));
    assert_eq!(
        (&manifest["files"][0]["output"], &manifest["files"][0]["chunks"]),
        (&json!("chunks/a.md/"), &json!(2))
    );
}

/// A knowledge base embeds the text of the file, so the text to embed is there, and no second time among the attributes.
#[rstest]
fn the_text_is_that_to_embed(#[values("tokens", "markdown", "hybrid", "backlog")] policy: &str) {
    let file = "in/products/tea/items/0001-tea.md";
    let folder =
        Folder::with([(file, "---\nid: 0001\ntitle: Tea\ntype: task\n---\n\n# Plan\n\nBoil water.\n")]);
    let run = format!("{policy} -q in --embed title");
    folder.run(&format!("{run} --format bedrock-files --out-dir kb"));
    folder.run(&format!("{run} --format bedrock-lambda --out-dir lambda"));
    folder.run(&format!("{run} --format rows -o rows.jsonl"));
    let embeds: Vec<_> = folder.read("rows.jsonl").lines().map(|row| json(row)["embed"].take()).collect();
    assert!(!embeds.is_empty() && embeds.iter().all(|embed| embed.as_str().unwrap().starts_with("Tea\n")));
    let lambda = folder.files("lambda/chunks").remove(0).1;
    for (at, (embed, content)) in embeds
        .iter()
        .zip(json(str::from_utf8(&lambda).unwrap())["fileContents"].as_array().unwrap())
        .enumerate()
    {
        let path = format!("kb/chunks/products/tea/items/0001-tea.md/{at:05}.txt");
        assert_eq!(
            (embed, folder.read(&path)),
            (&content["contentBody"], embed.as_str().unwrap().to_owned())
        );
        let attributes = &json(&folder.read(&format!("{path}.metadata.json")))["metadataAttributes"];
        assert_eq!((attributes, attributes.get("embed")), (&content["contentMetadata"], None));
    }
}

/// T14: a record of tokens has what is kept beside its chunks, but an attribute is of a chunk.
#[test]
fn what_is_kept_is_an_attribute() {
    let folder = Folder::with([("a.md", "---\nlang: en\n---\nOne.\n")]);
    for policy in ["tokens", "markdown", "hybrid"] {
        let written = folder.run(&format!("{policy} -q a.md --keep lang --format bedrock-lambda")).well();
        let attributes = &json(&written)["fileContents"][0]["contentMetadata"];
        assert_eq!(attributes["metadata_lang"], "en", "{policy}: {attributes}");
    }
}

/// The folder depends only on the documents, whatever was there before; files that no run wrote stay.
#[test]
fn files_that_are_no_chunks_any_more_go() {
    let folder = notes();
    let files = "markdown -q notes --chunk-overlap 0 --format bedrock-files --out-dir kb";
    folder.run(files).well();
    let modified = |name: &str| fs::metadata(folder.path(name)).unwrap().modified().unwrap();
    let before = modified("kb/chunks/a.md/00000.txt");
    folder.write("kb/chunks/a.md/mine.txt", "mine");
    folder.write("notes/a.md", "# Tea\n\nGreen.\n");
    fs::remove_file(folder.path("notes/b/c.md")).unwrap();
    folder.run(files).well();
    assert_eq!(
        folder.names("kb/chunks"),
        ["a.md/00000.txt", "a.md/00000.txt.metadata.json", "a.md/mine.txt"]
    );
    assert_eq!(modified("kb/chunks/a.md/00000.txt"), before, "its bytes are the same");
    folder.run("markdown -q notes --chunk-overlap 0 --out-dir kb").well();
    assert_eq!(folder.names("kb/chunks"), ["a.jsonl", "a.md/mine.txt"]);
    folder.run("markdown -q notes --chunk-overlap 0 --format bedrock-lambda --out-dir kb").well();
    assert_eq!(folder.names("kb/chunks"), ["a.json", "a.md/mine.txt"]);
    folder.run(files).well();
    assert_eq!(folder.names("kb/chunks").len(), 3);
}

/// Files of a document that is gone stay until a run is complete, also where a folder has its name now, or had it.
#[rstest]
fn files_that_are_no_chunks_any_more_stay_until_the_end(
    #[values(("n/a.md", "n/a.md/b.md"), ("n/a.md/b.md", "n/a.md"))] (before, now): (
        &'static str,
        &'static str,
    ),
) {
    let folder = Folder::with([(before, "# One\n")]);
    let files = "markdown -q n --format bedrock-files --out-dir kb";
    folder.run(files).well();
    let written = folder.files("kb/chunks");
    fs::remove_dir_all(folder.path("n")).unwrap();
    folder.write("n/0.md", "x".repeat(99));
    folder.write(now, "# Two\n");
    let stopped = folder.run(&format!("{files} --file-limit 50 --on-error stop -j 1"));
    assert_eq!(stopped.status, Some(1), "{}", stopped.stderr);
    assert_eq!(folder.files("kb/chunks"), written);
    fs::remove_file(folder.path("n/0.md")).unwrap();
    folder.run(files).well();
    let now = now.strip_prefix("n/").unwrap();
    assert_eq!(
        folder.names("kb/chunks"),
        ["00000.txt", "00000.txt.metadata.json"].map(|name| format!("{now}/{name}"))
    );
}

/// Where a document is called like the file of a chunk, one stands where a folder has to be.
#[test]
fn files_that_stand_in_the_way_go_first() {
    let folder = Folder::with([("n/a/00000.txt", "One.")]);
    let files = "tokens -q n --format bedrock-files --out-dir kb";
    let of =
        |document: &str| ["00000.txt", "00000.txt.metadata.json"].map(|name| format!("{document}/{name}"));
    folder.run(files).well();
    assert_eq!(folder.names("kb/chunks"), of("a/00000.txt"));
    fs::remove_dir_all(folder.path("n/a")).unwrap();
    folder.write("n/a", "Two.");
    folder.run(files).well();
    assert_eq!(folder.names("kb/chunks"), of("a"));
    fs::remove_file(folder.path("n/a")).unwrap();
    folder.write("n/a/00000.txt", "One.");
    folder.run(files).well();
    assert_eq!(folder.names("kb/chunks"), of("a/00000.txt"));
    fs::remove_dir_all(folder.path("n/a")).unwrap();
    folder.write("n/b", "Three.");
    folder.run(files).well();
    assert!(!folder.path("kb/chunks/a").exists(), "no empty folder stays");
}

#[test]
fn a_document_is_an_object_of_a_transformation() {
    let folder = Folder::with([("a.txt", "One. Two.\n")]);
    assert_eq!(
        folder.run("tokens a.txt --format bedrock-lambda").well(),
        "{\"fileContents\":[{\"contentBody\":\"One. Two.\\n\",\"contentType\":\"TEXT\",\"contentMetadata\":{\"chunk_index\":0,\
         \"end_pos\":10,\"interaction_id\":\"a.txt\",\"source_end_byte\":10,\"source_start_byte\":0,\"start_pos\":0,\"token_count\":4}}]}\n"
    );
    // One without chunks is an object too.
    let line = "{\"interaction_id\":\"7\",\"text\":\"\"}\n";
    let run = folder.pipe("tokens --input jsonl --format bedrock-lambda", line);
    assert_eq!((run.status, &*run.stdout), (Some(0), "{\"fileContents\":[]}\n"));
}

/// Attributes are texts, numbers, booleans and lists of texts, none of them empty.
#[rstest]
fn attributes_are_flat(#[values("tokens", "markdown", "hybrid", "backlog")] policy: &str) {
    let folder = Folder::with([(
        "in/products/tea/items/0001-tea.md",
        "---\nid: 0001\ntitle: Tea\ntype: task\ntags: [green, black]\n---\n\n# Context\n\nWe drink tea.\n\n# Plan\n\n1. Boil water.\n2. Pour it.\n",
    )]);
    let written = folder.run(&format!("{policy} -q in --format bedrock-lambda"));
    assert_eq!(written.status, Some(0), "{}", written.stderr);
    let contents = json(&written.stdout)["fileContents"].as_array().unwrap().clone();
    assert!(!contents.is_empty());
    for content in contents {
        assert!(content["contentBody"].as_str().is_some_and(|text| !text.is_empty()));
        for (key, value) in content["contentMetadata"].as_object().unwrap() {
            let is_flat = match value {
                Value::String(text) => !text.is_empty(),
                Value::Array(all) => !all.is_empty() && all.iter().all(Value::is_string),
                Value::Number(_) | Value::Bool(_) => true,
                Value::Null | Value::Object(_) => false,
            };
            assert!(is_flat, "{key}: {value}");
        }
    }
}

/// Six headings of a thousand letters of three bytes are 18 KB of `heading_path`.
#[test]
fn attributes_above_ten_kilobytes_are_refused_and_can_be_left_out() {
    let folder = Folder::new();
    let headings: String =
        (1..=6).map(|level| format!("{} {}\n\n", "#".repeat(level), "茶".repeat(1000))).collect();
    folder.write("in/a.md", headings + "Tea.\n");
    folder.write("in/b.md", "# Salt\n");
    let files = "markdown -q in --format bedrock-files --out-dir kb";
    let run = folder.run(files);
    assert_eq!(run.status, Some(1));
    assert!(
        run.stderr.contains("above the 10240 that a knowledge base reads")
            && run.stderr.contains("--omit heading_path"),
        "{}",
        run.stderr
    );
    assert_eq!(folder.names("kb/chunks"), ["b.md/00000.txt", "b.md/00000.txt.metadata.json"]);
    let run = folder.run(&format!("{files} --omit heading_path"));
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(folder.names("kb/chunks").len() > 2);
}

/// Of several conversations of a file, too.
#[test]
fn attributes_of_the_first_conversation_above_ten_kilobytes_are_refused() {
    let conversation = |turns: usize| {
        let turns = vec![r#"{"uuid": "m", "sender": "human", "text": "Hi."}"#; turns].join(", ");
        format!(r#"{{"uuid": "c", "name": "T", "chat_messages": [{turns}]}}"#)
    };
    let export = format!("[{}, {}]", conversation(150), conversation(1));
    let folder = Folder::with([("c.json", export)]);
    let said = folder.run("tokens -q c.json --format bedrock-lambda").refused(1);
    assert!(said.starts_with("error: c.json: chunk 0: its attributes are "), "{said}");
}

/// As rows and records do.
#[test]
fn attributes_name_the_conversation_of_an_export() {
    let conversation = |id: &str| {
        format!(
            r#"{{"uuid": "{id}", "name": "T", "chat_messages": [{{"uuid": "m", "sender": "human", "text": "Hi."}}]}}"#
        )
    };
    let folder = Folder::with([("c.json", format!("[{}, {}]", conversation("one"), conversation("two")))]);
    let written = folder.run("tokens -q c.json --format bedrock-lambda").well();
    let found: serde_json::Value = serde_json::from_str(&written).unwrap();
    let names = found["fileContents"].as_array().unwrap().iter();
    let names: Vec<_> = names.map(|content| &content["contentMetadata"]["interaction_id"]).collect();
    assert_eq!(names, ["c.json#one", "c.json#two"]);
}

#[rstest]
#[case("tokens a.txt --format bedrock-files", "pass --out-dir")]
#[case("tokens a.txt --omit token_count", "--omit is for attributes")]
#[case("tokens a.txt --format bedrock-lambda --store sqlite:a.db", "a store has rows")]
#[case("recorder a.txt --format bedrock-lambda", "one stream of events")]
#[case("hybrid a.txt --format json", "--format json and text are for --explain")]
#[case("tokens a.txt --format text", "chunks are JSON Lines")]
#[case(
    "hybrid a.txt --explain --format bedrock-lambda",
    "--explain writes no chunks: pass --format json or text"
)]
fn what_makes_no_sense_is_refused(#[case] arguments: &str, #[case] message: &str) {
    let folder = Folder::with([("a.txt", "One.\n")]);
    let said = folder.run(arguments).refused(2);
    assert!(said.contains(message), "{said}");
}

#[test]
fn a_folder_for_bedrock_is_none_to_compare() {
    let folder = notes();
    folder.run("markdown -q notes --format bedrock-files --out-dir kb").well();
    assert!(folder.run("diff kb kb").refused(2).contains("was written for Bedrock"));
}
