//! What is refused as a store.

use crate::{Place, refused};
use rstest::rstest;
use std::fs;

#[rstest]
#[case::no_kind("chunks.db", "sqlite:PATH")]
#[case::no_path("sqlite:", "sqlite:PATH")]
#[case::other_kind("postgres:x", "sqlite:PATH")]
#[case::no_folder("sqlite:/nowhere/at/all/chunks.db", "cannot open the store /nowhere/at/all/chunks.db")]
fn a_store_that_cannot_be_is_refused(#[case] store: &str, #[case] message: &str) {
    let place = Place::with_documents("tokens", &[("a.md", "a\n")]);
    refused(place.command().args(["--store", store]), message);
}

#[test]
fn what_is_no_store_is_refused_and_left_alone() {
    let place = Place::with_documents("tokens", &[("a.md", "a\n")]);
    fs::write(place.database(), "notes, and quite a lot of them. ".repeat(100)).unwrap();
    refused(&mut place.store(), "no SQLite database");
    assert!(fs::read(place.database()).unwrap().starts_with(b"notes"));
    fs::remove_file(place.database()).unwrap();
    place.connection().execute_batch("CREATE TABLE chunks (mine TEXT)").unwrap();
    let before = fs::read(place.database()).unwrap();
    refused(&mut place.store(), "no store of chunk");
    assert!(fs::read(place.database()).unwrap() == before);
}

#[rstest]
#[case("-o")]
#[case("--out-dir")]
fn there_is_one_output(#[case] other: &str) {
    let place = Place::with_documents("tokens", &[("a.md", "a\n")]);
    let other_output = place.folder.path().join("other");
    refused(place.store().arg(other).arg(other_output), "cannot be used with");
}
