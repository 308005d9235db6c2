//! `--store sqlite:PATH`, by the real binary. `docs/storage.md` says what is promised (H24).
#![cfg(feature = "sqlite")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod embeddings;
mod ends;
mod equal_ids;
mod full_text;
mod million;
mod prune;
mod refusals;
mod runs;
mod versions;

use rusqlite::Connection;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::PathBuf,
    process::{Command, Output},
};
use tempfile::TempDir;

/// A folder of documents, and beside it the store.
struct Place {
    folder: TempDir,
    policy: &'static str,
}

type Rows = Vec<(String, i64, String, String, Option<Vec<u8>>)>;

impl Place {
    fn new(policy: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        Self { folder, policy }
    }

    fn with_documents(policy: &'static str, documents: &[(&str, &str)]) -> Self {
        let place = Self::new(policy);
        for (name, text) in documents {
            place.write(name, text);
        }
        place
    }

    fn input(&self) -> PathBuf {
        self.folder.path().join("in")
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("chunks.db")
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.input().join(name), text).unwrap();
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chunk"));
        command.arg(self.policy).arg(self.input());
        command
    }

    fn store(&self) -> Command {
        let mut command = self.command();
        command.arg("--store").arg(format!("sqlite:{}", self.database().display()));
        command
    }

    fn run(&self) -> Output {
        let output = self.store().output().unwrap();
        assert!(output.stdout.is_empty());
        output
    }

    fn run_well(&self) {
        let output = self.run();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn connection(&self) -> Connection {
        Connection::open(self.database()).unwrap()
    }

    /// The rows of all documents, in order, under their documents' names.
    fn rows(&self) -> BTreeMap<String, Rows> {
        rows(&self.connection())
    }

    /// The records that the same run gives as JSONL.
    fn records(&self) -> Vec<Value> {
        let output = self.command().output().unwrap();
        assert!(output.status.success());
        let lines = String::from_utf8(output.stdout).unwrap();
        let records = lines.lines().map(|line| serde_json::from_str(line).unwrap());
        records
            .flat_map(|record: Value| {
                record.get("chunks").and_then(Value::as_array).cloned().unwrap_or(vec![record])
            })
            .collect()
    }
}

fn rows(connection: &Connection) -> BTreeMap<String, Rows> {
    let mut select = connection
        .prepare("SELECT source, id, chunk_index, content_hash, record, embedding FROM chunks ORDER BY source, chunk_index")
        .unwrap();
    let mut by_source: BTreeMap<String, Rows> = BTreeMap::new();
    let mut found = select.query([]).unwrap();
    while let Some(row) = found.next().unwrap() {
        let of = by_source.entry(row.get(0).unwrap()).or_default();
        of.push((
            row.get(1).unwrap(),
            row.get(2).unwrap(),
            row.get(3).unwrap(),
            row.get(4).unwrap(),
            row.get(5).unwrap(),
        ));
    }
    by_source
}

fn document(name: &str, sections: usize) -> String {
    let section = |number| {
        let words =
            format!("{name} tells of matter {number} in words that stand nowhere else, {name}{number}. ");
        format!("## Part {number}\n\n{}\n\n", words.repeat(30))
    };
    format!("# {name}\n\n{}", (0..sections).map(section).collect::<String>())
}

fn refused(command: &mut Command, message: &str) {
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains(message), "{told}");
}
