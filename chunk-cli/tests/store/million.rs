//! Many chunks; docs/storage.md has measured a million.

use crate::Place;

/// 200 documents of 50 sections are 10,000 chunks; a run after one document has changed writes only that document.
#[test]
fn ten_thousand_chunks() {
    let place = Place::new("markdown");
    let text = |document: usize, edited: &str| -> String {
        (0..50)
            .map(|part| format!("# Part {part}\n\nDocument {document} tells of part {part}{edited}.\n\n"))
            .collect()
    };
    for document in 0..200 {
        place.write(&format!("{document:03}.md"), &text(document, ""));
    }
    place.run_well();
    let connection = place.connection();
    let count =
        || connection.query_row("SELECT count(*) FROM chunks", [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count(), 10_000);
    connection.execute("UPDATE chunks SET embedding = CAST(content_hash AS BLOB)", []).unwrap();
    place.write("007.md", &text(7, " anew"));
    place.run_well();
    let bare = "SELECT count(*) FROM chunks WHERE embedding IS NULL AND source = '007.md'";
    assert_eq!((count(), connection.query_row(bare, [], |row| row.get::<_, i64>(0)).unwrap()), (10_000, 50));
    let stale =
        "SELECT count(*) FROM chunks WHERE embedding IS NULL OR embedding <> CAST(content_hash AS BLOB)";
    assert_eq!(connection.query_row(stale, [], |row| row.get::<_, i64>(0)).unwrap(), 50);
}
