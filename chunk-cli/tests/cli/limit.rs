//! `--hard-limit`, `--boundaries`, `--embed` and `--keep`.

use crate::harness::Folder;
use serde_json::{Value, json};

fn records(jsonl: &str) -> Vec<Value> {
    jsonl.lines().map(|line| serde_json::from_slice(line.as_bytes()).unwrap()).collect()
}

#[test]
fn no_chunk_is_above_a_hard_limit() {
    let folder = Folder::with([
        ("a.txt", &*"word ".repeat(300)),
        ("a.md", &*format!("# A\n\n```\n{}```\n", "let x = 1;\n".repeat(100))),
    ]);
    let tokens = folder.run("tokens a.txt --max-tokens 64 --hard-limit");
    assert_eq!(tokens.stderr, "", "nothing warns");
    let record = &records(&tokens.well())[0];
    let chunks = record["chunks"].as_array().unwrap();
    assert!(chunks.iter().all(|chunk| chunk["token_count"].as_u64() <= Some(64) && chunk["cut"] == true));
    let markdown =
        records(&folder.run("markdown a.md --chunk-size 64 --chunk-overlap 8 --hard-limit").well());
    assert!(markdown.iter().all(|chunk| chunk["tokens"].as_u64() <= Some(64) && chunk["cut"] == true));
    assert!(markdown.len() > 6);
}

#[test]
fn hybrid_keeps_a_hard_limit_with_its_heads() {
    let sentences: String = (0..60).map(|number| format!("Pump {number} hums. ")).collect();
    let text = format!("---\ntitle: Mill\ndate: 2024-05-01\n---\n# Pumps\n\n{sentences}\n");
    let folder = Folder::with([("a.md", &*text)]);
    let run = "hybrid a.md --max-chunk-size 60 --hard-limit --embed title,headings,date";
    let found = folder.run(run);
    assert_eq!(found.stderr, "", "nothing warns");
    let chunks = records(&found.well());
    assert!(chunks.len() > 3, "{}", chunks.len());
    for chunk in &chunks {
        let content = chunk["content"].as_str().unwrap();
        assert_eq!(chunk["embed"], format!("Mill\nPumps\n2024-05-01\n\n{content}"));
        assert_eq!(chunk["embedHash"].as_str().unwrap().len(), 64);
        assert!(
            chunk_core::TokenCounter::count(
                &chunk_core::counters::Cl100k::DEFAULT,
                chunk["embed"].as_str().unwrap()
            ) <= 60
        );
    }
    let rows = records(&folder.run(&format!("{run} --format rows")).well());
    assert_eq!((&rows[0]["embed"], &rows[0]["embed_hash"]), (&chunks[0]["embed"], &chunks[0]["embedHash"]));
    assert!(rows[0]["metadata"].get("embedHash").is_none());
}

#[test]
fn a_backlog_has_texts_to_embed() {
    let text = "---\ntitle: Pump\nupdated: 2024-05-01\n---\n# Context\n\nIt hums.\n";
    let folder = Folder::with([("products/demo/items/DEMO-1_pump.md", text)]);
    let chunks = records(&folder.run("backlog -q . --embed title,date").well());
    assert_eq!(chunks[1]["embed"], "Pump\n2024-05-01T00:00:00Z\n\n# Context\n\nIt hums.");
    let rows = records(&folder.run("backlog -q . --embed title,date --format rows").well());
    assert_eq!((&rows[1]["embed"], &rows[1]["embed_hash"]), (&chunks[1]["embed"], &chunks[1]["embed_hash"]));
}

#[test]
fn lines_are_boundaries() {
    let folder = Folder::with([("a.txt", "Ann: No. Yes.\n".repeat(40))]);
    let record = &records(&folder.run("tokens -q a.txt --max-tokens 20 --boundaries lines").well())[0];
    assert!(
        record["chunks"]
            .as_array()
            .unwrap()
            .iter()
            .all(|chunk| chunk["text"].as_str().unwrap().starts_with("Ann"))
    );
}

#[test]
fn a_text_to_embed_has_a_head() {
    let folder = Folder::with([("a.md", "---\ntitle: Mill\n---\n# Pumps\n\nThey hum.\n")]);
    let with = records(&folder.run("markdown -q a.md --embed title,headings").well());
    assert_eq!(with[0]["embed"], "Mill\nPumps\n\n# Pumps\n\nThey hum.");
    let mut same = with[0].clone();
    let object = same.as_object_mut().unwrap();
    assert!(object.remove("embed").is_some() && object.remove("embed_hash").is_some());
    assert_eq!(vec![same], records(&folder.run("markdown -q a.md").well()));
    let rows = records(&folder.run("markdown -q a.md --embed title,headings --format rows").well());
    assert_eq!((&rows[0]["embed"], &rows[0]["embed_hash"]), (&with[0]["embed"], &with[0]["embed_hash"]));
    assert!(folder.run("markdown -q a.md --embed titel").stderr.contains("titel"));
}

/// Each policy has parts of its own, which are those that its help names.
#[test]
fn a_wrong_part_is_told_those_that_the_policy_has() {
    for (policy, parts) in [
        ("backlog", "title, date"),
        ("hybrid", "title, headings, table, date, speaker"),
        ("markdown", "title, headings, table"),
        ("tokens", "title, or of a conversation date and speaker"),
    ] {
        let said = Folder::new().run(&format!("{policy} --embed titel -")).refused(2);
        let what =
            format!("error: embed = \"titel\": must be of these parts: {parts} (from --embed titel)\n");
        assert_eq!(said, what);
    }
}

#[test]
fn a_key_that_no_document_has_is_noted() {
    let folder = Folder::with([("a.md", "---\r\ntags: [a]\r\n---\r\nTea.\r\n"), ("b.md", "Tea.\n")]);
    let note = "note: no document has the key tag (keep), neither in its front matter nor in its line of JSON; check how it is \
                written there\n";
    for policy in ["hybrid", "markdown", "tokens"] {
        let said = folder.run(&format!("{policy} . --keep tags,tag -o out.txt")).stderr;
        assert!(
            said.ends_with(&format!("\n{note}")) && said.matches("(keep)").count() == 1,
            "{policy}: {said}"
        );
        assert_eq!(folder.run(&format!("{policy} . --keep tags,tag -o out.txt -q")).stderr, "");
    }
    let line = r#"{"path":"a.md","text":"Tea.","tags":7}"#;
    assert!(folder.pipe("markdown --input jsonl --keep tags,tag", line).stderr.ends_with(note));
}

#[test]
fn metadata_is_kept_of_front_matter_and_of_lines() {
    let folder = Folder::with([("a.md", "---\ntags: [a, b]\nurl: 'x'\n---\n# Pumps\n")]);
    let of_file = records(&folder.run("markdown -q a.md --keep tags,url,absent").well());
    assert_eq!(of_file[0]["metadata"], json!({"tags": ["a", "b"], "url": "x"}));
    let line = r#"{"path":"a.md","text":"---\nurl: x\ntags: y\n---\n# A\n","url":7,"more":{"a":null}}"#;
    let of_line = records(&folder.pipe("markdown -q --input jsonl --keep url,tags,more", line).well());
    assert_eq!(of_line[0]["metadata"], json!({"url": 7, "tags": "y", "more": {"a": null}}));
    let of_line = records(&folder.pipe("hybrid -q --input jsonl --keep url,tags,more", line).well());
    assert_eq!(of_line[0]["metadata"], json!({"url": 7, "tags": "y", "more": {"a": null}}));
    let line = r#"{"interaction_id":"1","text":"It hums.","url":"x"}"#;
    let of_line = records(&folder.pipe("tokens -q --input jsonl --keep url", line).well());
    assert_eq!(of_line[0]["metadata"], json!({"url": "x"}));
}
