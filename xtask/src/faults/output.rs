//! The kinds of output, and how to read and compare what one contains.

use rusqlite::{Connection, OpenFlags};
use std::{collections::BTreeMap, error::Error, fs, path::Path};

/// A kind of output, into the folder `out`.
pub struct Output {
    pub name: &'static str,
    pub arguments: &'static [&'static str],
}

pub const OUTPUTS: &[Output] = &[
    Output { name: "file", arguments: &["-o", "out/out.jsonl"] },
    Output { name: "folder", arguments: &["--out-dir", "out/folder"] },
    Output { name: "store", arguments: &["--store", "sqlite:out/store.db", "--prune"] },
    Output {
        name: "store-with-words",
        arguments: &["--store", "sqlite:out/store.db", "--prune", "--full-text"],
    },
];

/// The contents of `out`: files by their path, but for a store the records of each document.
pub type State = BTreeMap<String, Vec<u8>>;

/// # Errors
/// If a store is broken.
pub fn state(out: &Path) -> Result<State, Box<dyn Error>> {
    let mut state = State::new();
    // Opened first, since SQLite then removes the journal that a killed run left beside the store.
    let store = out.join("store.db");
    if store.exists() {
        records(&store, &mut state)?;
    }
    let mut folders = vec![out.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path != store {
                state.insert(path.strip_prefix(out)?.to_string_lossy().into_owned(), fs::read(path)?);
            }
        }
    }
    Ok(state)
}

fn records(path: &Path, state: &mut State) -> Result<(), Box<dyn Error>> {
    let store = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let sound: String = store.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if sound != "ok" {
        return Err(format!("{}: {sound}", path.display()).into());
    }
    // The run may have ended before it made its tables.
    let tables: i64 = store.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables == 0 {
        return Ok(());
    }
    let mut records =
        store.prepare("SELECT source, id, content_hash, record FROM chunks ORDER BY source, chunk_index")?;
    let mut rows = records.query([])?;
    while let Some(row) = rows.next()? {
        let source: String = row.get(0)?;
        let document = state.entry(format!("store.db: {source}")).or_default();
        for column in 1..=3 {
            document.extend(row.get::<_, String>(column)?.into_bytes());
            document.push(b'\n');
        }
    }
    Ok(())
}

/// The files of `state` that are neither as in `old` nor as in `new`, or are gone; `may_stay` says which others are allowed.
pub fn neither(state: &State, old: &State, new: &State, may_stay: impl Fn(&str) -> bool) -> Vec<String> {
    let is_one =
        |name: &String, found: &Vec<u8>| [old, new].iter().any(|known| known.get(name) == Some(found));
    let mut wrong: Vec<String> = state
        .iter()
        .filter(|(name, found)| !is_one(name, found) && !may_stay(name))
        .map(|(name, found)| format!("{name}, {} bytes, is neither old nor new", found.len()))
        .collect();
    let kept = old.keys().filter(|name| new.contains_key(*name) && !state.contains_key(*name));
    wrong.extend(kept.map(|name| format!("{name} is gone")));
    wrong
}

/// Where two states differ.
pub fn differences(state: &State, expected: &State) -> Vec<String> {
    let mut differ: Vec<String> = state
        .iter()
        .filter(|(name, found)| expected.get(*name) != Some(found))
        .map(|(name, _)| format!("{name} is left, or another"))
        .collect();
    let missing = expected.keys().filter(|name| !state.contains_key(*name));
    differ.extend(missing.map(|name| format!("{name} is missing")));
    differ
}

/// Copies a folder.
pub fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to)?
        } else {
            fs::copy(entry.path(), to).map(drop)?
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_neither_old_nor_new_is_told() {
        let state = |files: &[(&str, &str)]| -> State {
            files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
        };
        let (old, new) = (state(&[("a", "1"), ("b", "1"), ("c", "1")]), state(&[("a", "2"), ("b", "2")]));
        let now = state(&[("a", "1"), ("b", "2")]);
        assert_eq!(neither(&now, &old, &new, |_| false), [""; 0]);
        assert_eq!(neither(&state(&[("a", "12")]), &old, &new, |_| false).len(), 2);
        assert_eq!(neither(&state(&[("a", "1"), ("b", "2"), ("x", "")]), &old, &new, |_| false).len(), 1);
        assert_eq!(differences(&now, &new), ["a is left, or another"]);
        assert_eq!(differences(&state(&[("a", "2")]), &new), ["b is missing"]);
    }
}
