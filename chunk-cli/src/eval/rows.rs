//! The chunks of one setting, as rows: those of our policies, or of any other program.

use super::{
    documents::{Documents, names},
    log::Span,
};
use crate::{
    console::{held, note},
    error::{Error, cannot, trouble},
    json::error_shown,
    policy,
    program::{self, Program},
    report::counted,
    shown::shown,
};
use chunk_core::{CodePointIndex, TokenCounter, counters::Cl100k, unicode};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::Range,
    path::Path,
};

/// A chunk: the keys of `--format rows` that are needed here.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub(super) struct Row {
    pub(super) source: String,
    pub(super) text: String,
    #[serde(default)]
    pub(super) embed: Option<String>,
    #[serde(default)]
    pub(super) start_char: Option<usize>,
    #[serde(default)]
    pub(super) end_char: Option<usize>,
    #[serde(default)]
    pub(super) metadata: Value,
    /// Its place in the document, in code points: what the row says, or else that of its lines.
    #[serde(skip)]
    pub(super) chars: Option<Range<usize>>,
    /// How many tokens of cl100k_base are embedded.
    #[serde(skip)]
    pub(super) size: usize,
}

/// A place with the same text (H10).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Repeat {
    start_byte: usize,
    end_byte: usize,
}

impl Row {
    /// The bytes of the other places of the document that have its text, if it stands for them too.
    pub(super) fn repeats(&self) -> Vec<Range<usize>> {
        let all = self.metadata.get("duplicates").and_then(Value::as_str);
        let all: Vec<Repeat> = all.and_then(|all| serde_json::from_str(all).ok()).unwrap_or_default();
        all.into_iter().map(|repeat| repeat.start_byte..repeat.end_byte).collect()
    }

    /// What is embedded.
    pub(super) fn embedded(&self) -> &str {
        self.embed.as_deref().unwrap_or(&self.text)
    }

    /// Its place; an empty one if it has none, as a header that only the record has.
    pub(super) fn chars(&self) -> Range<usize> {
        self.chars.clone().unwrap_or_default()
    }
}

/// The chunks of each document.
pub(super) fn by_source(rows: &[Row]) -> BTreeMap<&str, Vec<&Row>> {
    let mut by_source: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        by_source.entry(&row.source).or_default().push(row);
    }
    by_source
}

/// One setting that is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Try {
    /// A policy with its options, as after `chunk`.
    Policy(String),
    /// Another program that prints rows; `{}` stands for the folder.
    Program(String),
}

impl Try {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Policy(words) | Self::Program(words) => words,
        }
    }

    fn wrong<T>(&self, what: impl std::fmt::Display) -> Result<T, Error> {
        let flag = if matches!(self, Self::Policy(_)) { "--try" } else { "--try-cmd" };
        trouble(format!("{flag} {:?}: {what}", self.name()))
    }

    /// The rows that it makes of `folder`, or of a file; what failed is noted.
    pub(super) fn rows(&self, folder: &Path) -> Result<Vec<Row>, Error> {
        let mut rows = Vec::new();
        match self {
            Self::Policy(words) => {
                let words = program::words(words);
                let names = policy::names();
                match words.first() {
                    Some(policy) if names.contains(&policy.as_str()) => {}
                    _ => return self.wrong(format!("a setting begins with a policy: {}", names.join(", "))),
                }
                if words.first().is_some_and(|policy| policy == "recorder") {
                    self.rows_of_logs(&words, folder, &mut rows)?;
                } else {
                    for (index, line) in self.printed(&words, folder)?.lines().enumerate() {
                        rows.push(self.row(index + 1, line)?);
                    }
                }
            }
            Self::Program(command) => {
                let program = Program { flag: "--try-cmd", command, folder };
                program.run(Vec::new(), &mut |number, line| {
                    rows.push(self.row(number, line)?);
                    Ok(())
                })?;
            }
        }
        if rows.is_empty() {
            self.wrong(format!("it makes no chunks of {}", shown(folder)))
        } else {
            Ok(rows)
        }
    }

    fn row(&self, number: usize, line: &str) -> Result<Row, Error> {
        let mut row: Row = match serde_json::from_str(line) {
            Ok(row) => row,
            Err(error) => {
                return self.wrong(format!(
                    "line {number}: {}; a row needs source and text, and has start_char and end_char or neither",
                    error_shown(&error)
                ));
            }
        };
        // By one counter for all, whatever a setting counts by, so that a budget is the same for all.
        row.size = Cl100k::default().count(row.embedded());
        Ok(row)
    }

    /// The rows of each log of a folder by itself. Their source is the log's file and their place on its lines, as a recording has none.
    fn rows_of_logs(&self, words: &[String], folder: &Path, rows: &mut Vec<Row>) -> Result<(), Error> {
        if words.iter().any(|word| word.starts_with("--redact")) {
            return self.wrong("--redact changes the text, which then has no place in the log; leave it out");
        }
        let documents = Documents::below(folder)?;
        for source in names(folder)? {
            let Some(document) = documents.get(&source) else { continue };
            let Some(log) = &document.log else { continue };
            let (mut of_log, mut spans) = (Vec::new(), Vec::<Span>::new());
            for (index, line) in self.printed(words, &documents.path(&source))?.lines().enumerate() {
                of_log.push(self.row(index + 1, line)?);
                spans.push(serde_json::from_str(line).map_err(cannot("read", "a row of recorder"))?);
            }
            let points = CodePointIndex::new(&document.text);
            for (mut row, bytes) in of_log.into_iter().zip(log.places(&document.text, &spans)) {
                row.source.clone_from(&source);
                row.chars = bytes.map(|bytes| points.code_point(bytes.start)..points.code_point(bytes.end));
                rows.push(row);
            }
        }
        Ok(())
    }

    /// The lines that a policy prints: the command runs itself, into a file that is removed again. A setting is what it says: no other file of
    /// settings is read than one that it names.
    fn printed(&self, words: &[String], folder: &Path) -> Result<String, Error> {
        let work = tempfile::tempdir().map_err(cannot("make", "a temporary folder"))?;
        let file = work.path().join("rows.jsonl");
        let mut arguments = vec!["chunk".into()];
        arguments.extend(words.iter().map(Into::into));
        if folder.is_file() {
            // So that the document has the name that it has in a run over its folder.
            let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
            arguments.extend(["--root".into(), parent.unwrap_or(Path::new(".")).into()]);
        }
        arguments.extend(["--format".into(), "rows".into(), "--quiet".into(), "--output".into()]);
        arguments.extend([file.clone().into_os_string(), folder.into()]);
        if !words.iter().any(|word| word.starts_with("--config")) {
            let none = work.path().join("chunk.toml");
            fs::write(&none, "").map_err(cannot("write", shown(&none)))?;
            arguments.extend(["--config".into(), none.into_os_string()]);
        }
        let (status, said) = held(|| crate::run(arguments));
        let below = shown(folder);
        for error in said.iter().filter_map(|line| line.strip_prefix("error: ")) {
            // A document that cannot be chunked is left out, the others go on.
            if status > 1 || !error.starts_with(&below) {
                return self.wrong(error);
            }
            note(&format!("note: {}: left out: {error}", self.name()));
        }
        // Such as of `--help`, which writes no rows.
        if status > 1 || !file.exists() {
            return self.wrong("its options are wrong");
        }
        fs::read_to_string(&file).map_err(cannot("read", shown(&file)))
    }

    /// Finds the places of `rows` in the documents, and leaves out documents in which they have none, such as exports of chats. What is
    /// uncertain is noted.
    pub(super) fn place(&self, rows: &mut Vec<Row>, documents: &Documents) -> Result<(), Error> {
        let all: BTreeSet<String> = rows.iter().map(|row| row.source.clone()).collect();
        let known: Vec<_> =
            all.iter().filter_map(|source| Some((source.as_str(), documents.get(source)?))).collect();
        let known: BTreeMap<&str, _> = known
            .iter()
            .map(|(source, document)| (*source, (document.as_ref(), CodePointIndex::new(&document.text))))
            .collect();
        let (mut placed, mut searched, mut other) = (BTreeSet::new(), 0, 0);
        let mut last = (String::new(), String::new(), 0..0);
        for row in rows.iter_mut() {
            let Some((document, points)) = known.get(row.source.as_str()) else { continue };
            match (row.start_char, row.end_char) {
                _ if row.chars.is_some() => {}
                (None, None) => {
                    let from = match last.0 == row.source {
                        // The same text again is the next such text of the document.
                        true if last.1 == row.text => last.2.end,
                        true => last.2.start,
                        false => 0,
                    };
                    // A program may print its chunks in any order.
                    let place = |from| place_of(&row.text, &document.text, from);
                    let Some(bytes) = place(from).or_else(|| place(0)) else { continue };
                    row.chars = Some(points.code_point(bytes.start)..points.code_point(bytes.end));
                    last = (row.source.clone(), row.text.clone(), bytes);
                    searched += 1;
                }
                (Some(start), Some(end)) if start <= end && end <= document.chars => {
                    let held = document.text.get(points.byte(start)..points.byte(end)).unwrap_or_default();
                    other += usize::from(!solid(&row.text).contains(&solid(held)));
                    row.chars = Some(start..end);
                }
                (start, end) => {
                    let text = |at: Option<usize>| at.map_or("nowhere".to_owned(), |at| at.to_string());
                    return self.wrong(format!(
                        "{} has no characters {} to {}: it has {}, and offsets count code points",
                        row.source,
                        text(start),
                        text(end),
                        document.chars
                    ));
                }
            }
            placed.insert(row.source.clone());
        }
        if let Some(first) = all.difference(&placed).next() {
            let left = counted(all.len() - placed.len(), "document");
            let what = format!(
                "{left} without a place for any chunk, such as {first}; a source is a path below the folder"
            );
            if placed.is_empty() {
                return self.wrong(what);
            }
            note(&format!("note: {}: left out: {what}", self.name()));
        }
        rows.retain(|row| placed.contains(&row.source));
        let say = |count: usize, what: &str| {
            if count > 0 {
                note(&format!("note: {}: {} {what}", self.name(), counted(count, "chunk")));
            }
        };
        say(searched, "without offsets: their places were found by their lines");
        say(other, "without the text of its place: are offsets code points?");
        Ok(())
    }
}

fn solid(text: &str) -> String {
    text.chars().filter(|&c| !unicode::is_white_space(c)).collect()
}

/// How many bytes may be between two lines of a chunk, besides what the chunk has itself.
const FAR: usize = 4096;

/// Where a chunk is in a document, from the byte `from` on: as it is, or else the bytes from the first to the last of its lines that the
/// document has, in order.
fn place_of(chunk: &str, document: &str, from: usize) -> Option<Range<usize>> {
    let whole = unicode::trim(chunk);
    if let Some(at) = document.get(from..).and_then(|text| text.find(whole)).filter(|_| !whole.is_empty()) {
        return Some(from + at..from + at + whole.len());
    }
    let mut found: Option<Range<usize>> = None;
    for line in chunk.lines().map(unicode::trim).filter(|line| !line.is_empty()) {
        let within = match &found {
            None => from..document.len(),
            Some(found) => found.end..document.floor_char_boundary(found.end + chunk.len() + FAR),
        };
        let (start, end) = (within.start, line.len());
        if let Some(at) = document.get(within).and_then(|text| text.find(line)) {
            found = Some(found.map_or(start + at, |found| found.start)..start + at + end);
        }
    }
    found
}
