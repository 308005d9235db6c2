//! C3 over all records of the fixtures: whatever is done to one of them is seen.

use super::{records::Place, *};
use crate::arguments::Cli;
use chunk_core::testkit::Case;
use clap::Parser;
use rstest::rstest;
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, fs, path::Path};

/// How many tamperings with the records of a case there were, and those that nobody saw.
fn tampered(case: &Case, check: &Check) -> (usize, Vec<String>) {
    let environment = Environment::read();
    let (policy, settings) =
        check.policy.unwrap().in_force(&check.flags, &check.settings, None, &environment).unwrap();
    let profile = policy.profile();
    let Check { source, reading, provenance, .. } = check;
    let chunking = Chunking::new(&*policy, &settings, source, reading, provenance, &environment).unwrap();
    let found = inputs::find(profile, source, reading, &[], true).unwrap();
    let all = Comparison::new(&chunking, reading.input, &found).unwrap();
    let is_seen = |lines: &[Vec<u8>]| {
        let mut comparison = all.clone();
        let mut violations = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            violations.extend(comparison.take(&Place::of(number + 1), line, &profile.keys));
        }
        violations.extend(comparison.finish("records"));
        !violations.is_empty()
    };
    let lines: Vec<Vec<u8>> = all.expected.iter().map(|record| record.json.to_vec()).collect();
    let name = case.name();
    assert!(!is_seen(&lines), "{name}: honest records are well");
    let mut unseen = Vec::new();
    let mut tamperings = 0;
    let mut tamper = |what: String, lines: Vec<Vec<u8>>| {
        tamperings += 1;
        if !is_seen(&lines) {
            unseen.push(format!("{name}: {what}"));
        }
    };
    let mut chosen = vec![0, lines.len() / 2, lines.len().saturating_sub(1)];
    chosen.dedup();
    for number in chosen.into_iter().filter(|&number| number < lines.len()) {
        let with = |line: Vec<u8>| {
            let mut lines = lines.clone();
            lines[number] = line;
            lines
        };
        let record: Value = serde_json::from_slice(&lines[number]).unwrap();
        for (place, changed) in changes("", &record) {
            tamper(format!("record {number}, {place}"), with(changed.to_string().into_bytes()));
        }
        let mut fewer = lines.clone();
        fewer.remove(number);
        tamper(format!("record {number} dropped"), fewer);
        let mut doubled = lines.clone();
        doubled.insert(number, lines[number].clone());
        tamper(format!("record {number} doubled"), doubled);
        let mut last = lines.clone();
        last.push(lines[number].clone());
        tamper(format!("record {number} again at the end"), last);
        if number + 1 < lines.len() && lines[number] != lines[number + 1] {
            let mut swapped = lines.clone();
            swapped.swap(number, number + 1);
            tamper(format!("record {number} swapped"), swapped);
        }
    }
    if !lines.is_empty() {
        tamper("no record at all".to_owned(), Vec::new());
    }
    (tamperings, unseen)
}

/// `value` with one change, in every way and every place.
fn changes(place: &str, value: &Value) -> Vec<(String, Value)> {
    let at = |what: &str| format!("{place} {what}");
    match value {
        Value::Null => vec![(at("is 0"), json!(0))],
        Value::Bool(is) => vec![(at("is flipped"), json!(!is))],
        Value::Number(number) => {
            let more = number.as_i64().map_or_else(
                || json!(number.as_f64().unwrap() / 2.0),
                |number| json!(number.checked_add(1).unwrap_or(0)),
            );
            vec![(at("is one more"), more), (at("is a string"), json!(number.to_string()))]
        }
        Value::String(text) => {
            let mut changed =
                vec![(at("is longer"), json!(format!("{text}x"))), (at("is null"), Value::Null)];
            if !text.is_empty() {
                changed.push((at("is empty"), json!("")));
            }
            changed
        }
        Value::Array(items) => {
            let mut longer = items.clone();
            longer.push(items.last().cloned().unwrap_or(json!("x")));
            let mut changed = vec![(at("is longer"), Value::Array(longer))];
            for (number, item) in items.iter().enumerate() {
                let with = |item: Value| {
                    let mut items = items.clone();
                    items[number] = item;
                    Value::Array(items)
                };
                let place = format!("{place}[{number}]");
                changed.extend(changes(&place, item).into_iter().map(|(place, item)| (place, with(item))));
                let mut shorter = items.clone();
                shorter.remove(number);
                changed.push((format!("{place} dropped"), Value::Array(shorter)));
            }
            changed
        }
        Value::Object(entries) => {
            let mut more = entries.clone();
            more.insert("more".to_owned(), json!(1));
            let mut changed = vec![(at("has one key more"), Value::Object(more))];
            for (key, value) in entries {
                let with = |value: Option<Value>| {
                    let entries = entries.iter().filter_map(|(other, old)| match (other == key, &value) {
                        (false, _) => Some((other.clone(), old.clone())),
                        (true, value) => value.clone().map(|value| (key.clone(), value)),
                    });
                    Value::Object(entries.collect::<Map<_, _>>())
                };
                let place = format!("{place}.{key}");
                changed.extend(
                    changes(&place, value).into_iter().map(|(place, value)| (place, with(Some(value)))),
                );
                changed.push((format!("{place} dropped"), with(None)));
            }
            changed
        }
    }
}

#[rstest]
fn every_tampering_is_seen(#[values("backlog", "hybrid", "markdown", "recorder", "tokens")] policy: &str) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(policy);
    if !fixtures.is_dir() {
        eprintln!("skipped: no fixtures beside the crate");
        return;
    }
    let (mut tamperings, mut unseen) = (0, Vec::new());
    // A path from the root is an id that no file of a folder has.
    let is_from_root = |case: &Case| case.documents.iter().any(|document| document.path.starts_with('/'));
    for case in Case::read_all(&fixtures).unwrap() {
        if case.about.is_refused() || case.expected.is_empty() || is_from_root(&case) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let mut arguments: Vec<String> =
            ["chunk", "check", "--policy", policy, "--root"].map(str::to_owned).to_vec();
        arguments.push(folder.path().join("in").display().to_string());
        for document in &case.documents {
            let path = folder.path().join("in").join(&document.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &document.bytes).unwrap();
            arguments.extend(["--source".to_owned(), path.display().to_string()]);
        }
        let config: BTreeMap<_, _> = [(policy, &case.config)].into();
        fs::write(folder.path().join("chunk.toml"), toml::to_string(&config).unwrap()).unwrap();
        arguments.extend(["--config".to_owned(), folder.path().join("chunk.toml").display().to_string()]);
        let about = &case.about;
        let options = [
            ("--source-version", about.revision.clone()),
            ("--created-at", about.created_at_ms.map(|ms| ms.to_string())),
            ("--modified-at", about.modified_at_ms.map(|ms| ms.to_string())),
        ];
        for (option, value) in options {
            arguments.extend(value.map(|value| format!("{option}={value}")));
        }
        arguments.push("records.jsonl".to_owned());
        let cli = Cli::try_parse_from(&arguments).unwrap();
        let check = cli.check().unwrap();
        let (more, others) = tampered(&case, check);
        tamperings += more;
        unseen.extend(others);
    }
    assert!(tamperings > 100, "{policy}: {tamperings} tamperings");
    assert!(
        unseen.is_empty(),
        "{policy}: {} of {tamperings} were not seen:\n{}",
        unseen.len(),
        unseen.join("\n")
    );
}
