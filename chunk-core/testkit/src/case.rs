//! Reads the conformance cases from their folders.

use chunk_core::{Source, types::Turn};
use serde::{Deserialize, de::DeserializeOwned};
use std::{
    fmt::Display,
    fs, io,
    path::{Path, PathBuf},
};

/// A conformance case, as `fixtures/README.md` describes its folder.
#[derive(Debug, Clone)]
pub struct Case {
    /// The case's folder.
    pub folder: PathBuf,
    /// What `case.toml` says.
    pub about: About,
    /// The settings that differ from the defaults.
    pub config: serde_json::Value,
    /// The turns of its document, if that is a conversation.
    pub turns: Vec<Turn>,
    /// The documents, in order.
    pub documents: Vec<Document>,
    /// The records that the contract requires, as JSONL.
    pub expected: Vec<u8>,
}

/// `case.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// One sentence: what the case shows.
    pub title: String,
    /// The contract clauses it shows.
    pub clauses: Vec<String>,
    /// Where the expected bytes come from.
    pub provenance: String,
    /// Whether the expected bytes may still change.
    pub state: State,
    /// Whether a fitted model decides what is found.
    #[serde(default)]
    pub models: bool,
    /// The document's path or id, instead of the input's file name.
    pub path: Option<String>,
    /// The document's version, if the caller knows it.
    pub revision: Option<String>,
    /// When the document was created, in milliseconds since 1970-01-01 UTC, if the caller knows it.
    pub created_at_ms: Option<i64>,
    /// When the document was last modified, in milliseconds since 1970-01-01 UTC, if the caller knows it.
    pub modified_at_ms: Option<i64>,
    /// The codes of all warnings, in order.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// For each document that is refused, in order: a part of the message.
    #[serde(default)]
    pub fails: Vec<String>,
    /// Parts of the message with which the configuration is refused, one for each setting at fault.
    #[serde(default)]
    pub config_fails: Vec<String>,
}

impl About {
    /// Whether the expected bytes are the library's own output, which proves nothing yet.
    #[must_use]
    pub fn is_blessed(&self) -> bool {
        !self.provenance.starts_with("by hand") && !self.provenance.starts_with("oracle")
    }

    /// Whether the configuration should be refused.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        !self.config_fails.is_empty()
    }
}

/// Whether a case's expected bytes may still change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// They may: `xtask bless` writes them.
    Draft,
    /// They are in the ledger and never change.
    Frozen,
}

/// One document of a case.
#[derive(Debug, Clone)]
pub struct Document {
    /// Its path or id, as the policy sees it.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Case {
    /// All cases in a policy's folder of fixtures, in the order of their names.
    ///
    /// # Errors
    /// The first case that cannot be read, or that there is none at all.
    pub fn read_all(policy: &Path) -> io::Result<Vec<Self>> {
        let mut cases = Vec::new();
        for folder in entries(policy)? {
            if folder.join("case.toml").is_file() {
                cases.push(Self::read(&folder)?);
            }
        }
        if cases.is_empty() {
            return Err(fault(policy, "there is no case in it"));
        }
        Ok(cases)
    }

    /// The case in `folder`.
    ///
    /// # Errors
    /// A file that is missing or malformed.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let about = folder.join("case.toml");
        let about: About = toml::from_str(&text(&about)?).map_err(|error| fault(&about, error))?;
        let config = json(&folder.join("config.json"))?.unwrap_or_else(|| serde_json::json!({}));
        let turns = json(&folder.join("turns.json"))?.unwrap_or_default();
        let input = entries(folder)?
            .into_iter()
            .find(|path| path.file_stem().is_some_and(|stem| stem == "input"))
            .ok_or_else(|| fault(folder, "it has no input"))?;
        let mut documents = Vec::new();
        let name = if input.is_dir() { String::new() } else { file_name(&input) };
        collect_documents(&input, name, &mut documents)?;
        if let (Some(path), [document]) = (&about.path, documents.as_mut_slice()) {
            document.path.clone_from(path);
        }
        documents.sort_by(|a, b| a.path.as_bytes().cmp(b.path.as_bytes()));
        let expected = match about.is_refused() {
            true => Vec::new(),
            false => bytes(&folder.join("expected.jsonl"))?,
        };
        Ok(Self { folder: folder.to_owned(), about, config, turns, documents, expected })
    }

    /// The case's name: that of its folder.
    #[must_use]
    pub fn name(&self) -> String {
        file_name(&self.folder)
    }

    /// A document of the case as a policy is given it.
    #[must_use]
    pub fn source<'c>(&'c self, document: &'c Document) -> Source<'c> {
        let mut source = Source::new(&document.path, &document.bytes);
        source.revision = self.about.revision.as_deref();
        source.created_at_ms = self.about.created_at_ms;
        source.modified_at_ms = self.about.modified_at_ms;
        source.turns = &self.turns;
        source
    }
}

/// Reads the documents at `path`: a file is one, called `name`; those of a folder are named by their paths in it.
fn collect_documents(path: &Path, name: String, documents: &mut Vec<Document>) -> io::Result<()> {
    if !path.is_dir() {
        documents.push(Document { path: name, bytes: bytes(path)? });
        return Ok(());
    }
    for entry in entries(path)? {
        let child = file_name(&entry);
        let name = if name.is_empty() { child } else { format!("{name}/{child}") };
        collect_documents(&entry, name, documents)?;
    }
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What a file of JSON holds; `None` if there is none.
fn json<T: DeserializeOwned>(path: &Path) -> io::Result<Option<T>> {
    if !path.exists() {
        return Ok(None);
    }
    serde_json::from_str(&text(path)?).map(Some).map_err(|error| fault(path, error))
}

fn fault(path: &Path, reason: impl Display) -> io::Error {
    io::Error::other(format!("{}: {reason}", path.display()))
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths: io::Result<Vec<_>> =
        fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut paths = paths.map_err(|error| fault(folder, error))?;
    paths.sort();
    Ok(paths)
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path).map_err(|error| fault(path, error))
}

fn text(path: &Path) -> io::Result<String> {
    fs::read_to_string(path).map_err(|error| fault(path, error))
}
