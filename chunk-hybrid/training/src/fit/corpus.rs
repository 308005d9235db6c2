//! Reads the documents that models are fitted to: this repository's own, and real ones from folders.

use crate::{
    fit::reread::{Marked, Reread},
    quality::labels::Labels,
    root,
};
use chunk_hybrid::Document;
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// A document of a known kind.
pub struct Known {
    pub name: String,
    /// The repository it is from. Cross-validation leaves out whole repositories, since documents of one resemble each other.
    pub repository: String,
    /// Its path in its repository, if that is known.
    pub path: Option<String>,
    pub text: String,
    pub labels: Labels,
    /// The marked lines, which the models of phases and decisions are fitted to.
    pub marks: Marked,
    pub origin: Origin,
}

impl Known {
    /// The document with its path, if that is known and wanted, otherwise with its name alone.
    pub fn document(&self, with_path: bool) -> Document<'_> {
        let path = self.path.as_deref().filter(|_| with_path);
        Document::new(path.unwrap_or(&self.name), &self.text)
    }
}

/// Where a document and its labels come from: how far the labels can be trusted, and how much it is like users' documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Written by people for people, read and labelled.
    Labelled,
    /// Written by people for people; its strategy was judged by the beginnings of its sections.
    Skimmed,
    /// The same, but whoever judged it was not sure.
    Unsure,
    /// Written by people for people; its strategy is only known from its place in its repository.
    Placed,
    /// Written for this repository's own set.
    Own,
    /// A sentence of this repository's own: a decision, or something that looks like one.
    Sentence,
}

impl Origin {
    /// Whether people wrote it for people, in another repository.
    pub fn is_real(self) -> bool {
        !matches!(self, Self::Own | Self::Sentence)
    }
}

/// The documents of some folders by their names, so that how they are divided into folders changes nothing.
pub fn read_all(folders: &[PathBuf]) -> Result<Vec<Known>, Box<dyn Error>> {
    let mut documents = Vec::new();
    for folder in folders {
        documents.extend(read_documents(folder)?);
    }
    documents.sort_by(|one, other| (&one.name, &one.repository).cmp(&(&other.name, &other.repository)));
    Ok(documents)
}

/// The documents of a folder: labelled ones or, if it has a folder for each strategy, those in these.
fn read_documents(folder: &Path) -> Result<Vec<Known>, Box<dyn Error>> {
    let table = fs::read_to_string(folder.join("SOURCES.tsv")).unwrap_or_default();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    let strategies = chunk_hybrid::STRATEGIES.map(|strategy| folder.join(strategy));
    if strategies.iter().any(|folder| folder.is_dir()) {
        return placed(folder, &rows);
    }
    let places: BTreeMap<_, _> =
        rows.iter().filter_map(|row| Some((*row.first()?, (*row.get(1)?, *row.get(2)?)))).collect();
    let place = |name: &str| places.get(name.trim_end_matches(".md")).copied();
    let known = labelled(folder, |name| match place(name) {
        Some((repository, path)) => (repository.to_owned(), Some(path.to_owned())),
        None => (name.to_owned(), None),
    })?;
    if known.is_empty() {
        return Err(format!("{}: no labelled documents (NAME.md with NAME.json)", folder.display()).into());
    }
    Ok(known)
}

/// The labelled documents of a folder, sorted by name; `place` gives the repository and the path of each.
fn labelled(
    folder: &Path,
    place: impl Fn(&str) -> (String, Option<String>),
) -> Result<Vec<Known>, Box<dyn Error>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let reread = Reread::read()?;
    let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let read = |path: &PathBuf| -> Result<Known, Box<dyn Error>> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (repository, own_path) = place(&name);
        let text = fs::read_to_string(path)?;
        let labels = fs::read_to_string(path.with_extension("json")).map_err(|error| {
            format!("its labels cannot be read ({error}): NAME.json has to stand beside each NAME.md of the folder")
        })?;
        let labels: Labels = serde_json::from_str(&labels)?;
        let marks = reread.marks(&name, &labels);
        let origin = Origin::Labelled;
        Ok(Known { name, repository, path: own_path, text, labels, marks, origin })
    };
    let named = |path| read(path).map_err(|error| format!("{}: {error}", path.display()).into());
    paths.iter().map(named).collect()
}

/// The documents in a folder for each strategy. Most were skimmed later, and have their strategies in `strategies.tsv`.
fn placed(folder: &Path, rows: &[Vec<&str>]) -> Result<Vec<Known>, Box<dyn Error>> {
    let skimmed = fs::read_to_string(root().join("fixtures/hybrid/strategies.tsv"))?;
    let skimmed: BTreeMap<&str, Vec<&str>> = skimmed
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(name, fields)| (name, fields.split('\t').collect()))
        .collect();
    let reread = Reread::read()?;
    let mut known = Vec::new();
    for row in rows {
        let &[place, name, repository, path, ..] = row.as_slice() else { continue };
        let file = folder.join(place).join(format!("{name}.md"));
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let (strategy, origin, sections) = match skimmed.get(name).map(Vec::as_slice) {
            Some(&[strategy, sure, ref sections @ ..]) => {
                let origin = if sure == "sure" { Origin::Skimmed } else { Origin::Unsure };
                (strategy, origin, sections.first().copied())
            }
            _ => (place, Origin::Placed, None),
        };
        let sections: Vec<_> = sections
            .into_iter()
            .flat_map(|sections| sections.split(','))
            .filter_map(|section| section.split_once('='))
            .filter_map(|(line, strategy)| Some((line.parse::<usize>().ok()?, strategy)))
            .map(|(line, strategy)| serde_json::json!({ "line": line, "strategy": strategy }))
            .collect();
        let labels: Labels = serde_json::from_value(
            serde_json::json!({ "strategy": strategy, "contentType": "unknown", "sections": sections }),
        )?;
        let name = format!("{name}.md");
        let marks = reread.marks(&name, &labels);
        let (repository, path) = (repository.to_owned(), Some(path.to_owned()));
        known.push(Known { name, repository, path, text, labels, marks, origin });
    }
    Ok(known)
}

/// This repository's own documents and sentences.
pub fn own() -> Result<Vec<Known>, Box<dyn Error>> {
    #[derive(Deserialize)]
    struct Own {
        name: String,
        labels: Labels,
        text: String,
    }
    let lines = fs::read_to_string(root().join("fixtures/hybrid/own.jsonl"))?;
    let known = |line: &str| -> Result<Known, Box<dyn Error>> {
        let Own { name, labels, text } = serde_json::from_str(line)?;
        let (repository, marks) = (format!("own/{name}"), Marked::of(&labels));
        Ok(Known { name, repository, path: None, text, labels, marks, origin: Origin::Own })
    };
    let mut known = lines.lines().map(known).collect::<Result<Vec<_>, _>>()?;
    known.extend(sentences()?);
    Ok(known)
}

/// This repository's own sentences, each as a document of its own.
fn sentences() -> Result<Vec<Known>, Box<dyn Error>> {
    let table = fs::read_to_string(root().join("fixtures/hybrid/sentences.tsv"))?;
    let rows = table.lines().filter_map(|line| line.split_once('\t')).enumerate();
    let known = |(number, (decision, text)): (usize, (&str, &str))| {
        let is_decision = decision != "none";
        let strategy = if is_decision { "preference-signal" } else { "semantic-boundary" };
        let signal =
            serde_json::json!({ "line": 1, "decisionType": decision, "preferred": null, "rejected": [] });
        let labels = serde_json::json!({
            "strategy": strategy,
            "contentType": "unknown",
            "preferences": is_decision.then_some(signal).into_iter().collect::<Vec<_>>(),
        });
        let labels: Labels = serde_json::from_value(labels)?;
        Ok(Known {
            name: format!("sentence-{number}.md"),
            repository: format!("own/sentence-{number}"),
            path: None,
            text: text.to_owned(),
            marks: Marked::of(&labels),
            labels,
            origin: Origin::Sentence,
        })
    };
    rows.map(known).collect()
}
