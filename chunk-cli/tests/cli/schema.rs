//! `chunk schema`: every record of the fixtures is valid by its schema, for a validator that is not ours; that the schemas are those of
//! the types is checked by `cargo xtask schemas --check`.

use crate::harness::Folder;
use rstest::rstest;
use std::{fs, path::Path, process::Command};

const VALIDATE: &str = "
import json, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
schema['unevaluatedProperties'] = False
validator = Draft202012Validator(schema)
count = 0
for line in open(sys.argv[2]):
    record = json.loads(line)
    for error in validator.iter_errors(record):
        sys.exit(f'{line[:200]}: {error.json_path}: {error.message[:300]}')
    count += 1
    del record[next(iter(record))]
    if validator.is_valid(record): sys.exit('a record without its first key is valid')
print(count)
";

#[rstest]
fn all_records_of_the_fixtures_are_valid(
    #[values("backlog", "hybrid", "markdown", "recorder", "tokens")] policy: &str,
) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(policy);
    let has_validator = Command::new("python3").args(["-W", "ignore", "-c", "import jsonschema"]).output();
    if !fixtures.is_dir() || !has_validator.is_ok_and(|ran| ran.status.success()) {
        eprintln!("skipped: needs the fixtures, and python3 with the package jsonschema");
        return;
    }
    let folder = Folder::new();
    folder.write("schema.json", folder.run(&format!("schema {policy}")).well());
    let mut records = Vec::new();
    for case in fs::read_dir(&fixtures).unwrap() {
        records.extend(fs::read(case.unwrap().path().join("expected.jsonl")).unwrap_or_default());
    }
    let expected = records.iter().filter(|&&byte| byte == b'\n').count();
    folder.write("records.jsonl", records);
    let ran = Command::new("python3")
        .args(["-W", "ignore", "-c", VALIDATE])
        .args([folder.path("schema.json"), folder.path("records.jsonl")])
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(String::from_utf8_lossy(&ran.stdout).trim(), expected.to_string());
}

#[rstest]
fn each_language_has_the_keys_of_the_records(
    #[values("backlog", "hybrid", "markdown", "recorder", "tokens")] policy: &str,
) {
    let folder = Folder::new();
    let schema = |format: &str| folder.run(&format!("schema {policy} --format {format}")).well();
    let json: serde_json::Value = serde_json::from_str(&schema("json-schema")).unwrap();
    let [typescript, python] = ["typescript", "python"].map(schema);
    for (key, of_key) in json["properties"].as_object().unwrap() {
        let is_required = json["required"].as_array().unwrap().contains(&key.as_str().into());
        assert!(typescript.contains(&format!("  {key}{}: ", if is_required { "" } else { "?" })), "{key}");
        let optional = if is_required { "" } else { "NotRequired[" };
        assert!(python.contains(&format!("    {key}: {optional}")), "{key}");
        assert!(of_key["description"].is_string(), "{key} is described");
    }
}
