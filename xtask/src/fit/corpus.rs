//! The documents that models are fitted to: the repository's own, and real ones from folders.

use crate::quality::labels::{Labels, read, read_folder};
use std::{collections::BTreeMap, error::Error, fs, path::Path};

/// A document of a known kind.
pub struct Known {
    pub name: String,
    /// Whose documents are left out together: those of one repository resemble each other.
    pub repository: String,
    /// Where it stands in its repository, if that is known.
    pub path: Option<String>,
    pub text: String,
    pub labels: Labels,
    pub origin: Origin,
}

/// How far a document's labels can be trusted, and how much it is like those of users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Written by people for people, read and labelled.
    Labelled,
    /// Written by people for people; only its place in its repository tells its strategy.
    Placed,
    /// Written for the repository's own set.
    Own,
}

/// The documents of a folder: labelled ones, or, where there are no labels, in a folder for each strategy.
pub fn read_documents(folder: &Path) -> Result<Vec<Known>, Box<dyn Error>> {
    let table = fs::read_to_string(folder.join("SOURCES.tsv")).unwrap_or_default();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    let strategies = chunk_hybrid::STRATEGIES.map(|strategy| folder.join(strategy));
    if strategies.iter().any(|folder| folder.is_dir()) {
        return placed(folder, &rows);
    }
    let places: BTreeMap<_, _> =
        rows.iter().filter_map(|row| Some((*row.first()?, (*row.get(1)?, *row.get(2)?)))).collect();
    let mut known = Vec::new();
    for document in read_folder(folder)? {
        let stem = document.name.trim_end_matches(".md");
        let place = places.get(stem);
        known.push(Known {
            repository: place.map_or(document.name.clone(), |(repository, _)| (*repository).to_owned()),
            path: place.map(|(_, path)| (*path).to_owned()),
            name: document.name,
            text: document.text,
            labels: document.labels,
            origin: Origin::Labelled,
        });
    }
    if known.is_empty() {
        return Err(format!("{}: no labelled documents (NAME.md with NAME.json)", folder.display()).into());
    }
    Ok(known)
}

fn placed(folder: &Path, rows: &[Vec<&str>]) -> Result<Vec<Known>, Box<dyn Error>> {
    let mut known = Vec::new();
    for row in rows {
        let &[strategy, name, repository, path, ..] = row.as_slice() else { continue };
        let file = folder.join(strategy).join(format!("{name}.md"));
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let labels =
            serde_json::from_value(serde_json::json!({ "strategy": strategy, "contentType": "unknown" }))?;
        known.push(Known {
            name: format!("{name}.md"),
            repository: repository.to_owned(),
            path: Some(path.to_owned()),
            text,
            labels,
            origin: Origin::Placed,
        });
    }
    Ok(known)
}

/// The repository's own documents.
pub fn own() -> Result<Vec<Known>, Box<dyn Error>> {
    let mut known = Vec::new();
    for folder in ["tuning", "held-back"] {
        known.extend(read(folder)?.into_iter().map(|document| Known {
            repository: format!("own/{}", document.name),
            path: None,
            name: document.name,
            text: document.text,
            labels: document.labels,
            origin: Origin::Own,
        }));
    }
    Ok(known)
}
