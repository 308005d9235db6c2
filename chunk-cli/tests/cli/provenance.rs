//! Versions and times of documents, in the records of a contract that keeps them (markdown M11).

use crate::harness::{Folder, Ran};
use rstest::rstest;
use serde_json::Value;

const DOCUMENT: &str = "# One\n\nText.\n\n# Two\n\nText.\n";

fn records(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn times_and_versions_are_recorded_as_given() {
    let folder = Folder::with([("a.md", DOCUMENT)]);
    let run = |arguments: &str, epoch: Option<&str>| -> Vec<Value> {
        let mut command = folder.chunk(&format!("markdown a.md {arguments}"));
        let ran: Ran = command.envs(epoch.map(|epoch| ("SOURCE_DATE_EPOCH", epoch))).output().unwrap().into();
        records(&ran.well())
    };
    for record in run("", None) {
        assert_eq!((record.get("source_version"), record.get("created_at")), (None, None));
    }
    // 1700000000 is 2023-11-14T22:13:20Z (`date -u -d @1700000000`).
    for (arguments, epoch) in [
        ("--source-version v7", Some("1700000000")),
        ("--source-version v7 --created-at 1700000000000", None),
        ("--source-version v7 --created-at 2023-11-14T23:13:20+01:00", Some("1")),
    ] {
        for record in run(arguments, epoch) {
            assert_eq!(record["source_version"], "v7");
            assert_eq!(record["created_at"], "2023-11-14T22:13:20Z", "{arguments}");
        }
    }
    for record in run("--created-at 2023-11-14", None) {
        assert_eq!(record["created_at"], "2023-11-14T00:00:00Z");
    }
}

/// A number is milliseconds, as the cases of the contracts have it, but it may look like a year.
#[test]
fn what_may_be_meant_as_a_year_is_said() {
    let folder = Folder::with([("a.md", DOCUMENT)]);
    let ran = folder.run("hybrid a.md --created-at 2020 --modified-at 1999");
    let note = |option, year| {
        format!(
            "note: --{option} {year} is taken as milliseconds since 1970; for the year, pass --{option} {year}-01-01\n"
        )
    };
    assert_eq!((ran.status, ran.stderr), (Some(0), note("created-at", 2020) + &note("modified-at", 1999)));
    assert!(ran.stdout.contains(r#""createdAt":2020,"#), "{}", ran.stdout);
    folder.run("hybrid a.md --created-at 2020-01-01 --modified-at 999").well();
}

/// An option that no record holds is warned of, and git is not asked: there is no repository here.
#[test]
fn what_a_policy_does_not_record_is_said() {
    let folder = Folder::with([("a.md", DOCUMENT)]);
    let plain = folder.run("tokens a.md").well();
    let ran = folder.run("tokens a.md --source-version git --created-at 0");
    let warning = |policy, option| {
        format!("warning: the records of {policy} have no place for --{option}; leave it out\n")
    };
    assert_eq!((ran.status, ran.stdout), (Some(0), plain));
    assert_eq!(ran.stderr, warning("tokens", "source-version") + &warning("tokens", "created-at"));
    let ran = folder.run("markdown a.md --source-version v1 --created-at 0 --modified-at file");
    assert_eq!((ran.status, ran.stderr), (Some(0), warning("markdown", "modified-at")));
    let ran = folder.run("hybrid a.md --source-version v1 --created-at 0 --modified-at 0");
    assert_eq!((ran.status, ran.stderr), (Some(0), warning("hybrid", "source-version")));
}

#[rstest]
#[case("1970-01-01T00:00:01Z", Some(1000))]
#[case("1970-01-01T01:00:01.5+01:00", Some(1500))]
#[case("1969-12-31T23:59:59.999Z", Some(-1))]
#[case("2024-02-29T00:00:00Z", Some(1_709_164_800_000))]
#[case("2026-02-29T00:00:00Z", None)]
#[case("2026-01-31T24:00:00Z", None)]
#[case("2026-01-31T12:00:00", None)]
#[case("12:00:00Z", None)]
#[case("-1", Some(-1))]
#[case("1700000000123", Some(1_700_000_000_123))]
#[case("yesterday", None)]
#[case("2026-01-31", Some(1_769_817_600_000))]
#[case("0001-01-01", Some(-62_135_596_800_000))]
#[case("2026-02-29", None)]
#[case("2026-1-31", None)]
fn the_forms_of_a_time(#[case] time: &str, #[case] milliseconds: Option<i64>) {
    let ran = Folder::with([("a.md", DOCUMENT)]).run(&format!("hybrid a.md --created-at {time}"));
    match milliseconds {
        Some(milliseconds) => assert_eq!(records(&ran.well())[0]["createdAt"], milliseconds),
        None => assert!(ran.refused(2).contains("must be like 2026-01-31 (midnight UTC), ")),
    }
}

#[test]
fn a_modification_time_is_recorded_on_request_alone() {
    let folder = Folder::with([("a.md", DOCUMENT)]);
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_millis(1_700_000_000_123);
    std::fs::File::options().write(true).open(folder.path("a.md")).unwrap().set_modified(time).unwrap();
    for (arguments, modified) in [
        ("", Value::Null),
        ("--modified-at file", 1_700_000_000_123_i64.into()),
        ("--modified-at 1970-01-01T00:00:01Z", 1_000.into()),
    ] {
        let records = records(&folder.run(&format!("hybrid a.md {arguments}")).well());
        assert!(!records.is_empty());
        for record in records {
            assert_eq!(record["sourceModifiedAt"], modified, "{arguments}");
        }
    }
}

#[test]
fn the_manifest_names_the_ids() {
    let folder = Folder::with([("d/a.md", DOCUMENT)]);
    folder.run("markdown -q d --out-dir out").well();
    let ids: Vec<Value> =
        records(&folder.read("out/chunks/a.jsonl")).iter().map(|record| record["chunk_id"].clone()).collect();
    assert_eq!(ids.len(), 2);
    let manifest: Value = serde_json::from_str(&folder.read("out/metadata/ingestion-manifest.json")).unwrap();
    assert_eq!(manifest["files"][0]["chunk_ids"], Value::Array(ids));
    assert_eq!(manifest["files"][0]["chunks"], 2);
}
