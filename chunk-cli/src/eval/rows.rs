//! The chunks of one setting, as rows: those of our policies, or of any other program.

use super::documents::Documents;
use crate::{
    console::held,
    error::{Error, cannot, trouble},
    shown::shown,
};
use chunk_core::{Cl100k, TokenCounter, unicode};
use serde::Deserialize;
use std::{
    fs,
    ops::Range,
    path::Path,
    process::{Command, Stdio},
};

/// A chunk: the keys of `--format rows` that are needed here.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub(super) struct Row {
    pub(super) source: String,
    pub(super) text: String,
    #[serde(default)]
    pub(super) embed: Option<String>,
    #[serde(default)]
    pub(super) tokens: Option<usize>,
    pub(super) start_char: usize,
    pub(super) end_char: usize,
    /// How many tokens are embedded; counted if the row does not say it.
    #[serde(skip)]
    pub(super) size: usize,
}

impl Row {
    /// What is embedded.
    pub(super) fn embedded(&self) -> &str {
        self.embed.as_deref().unwrap_or(&self.text)
    }

    pub(super) fn chars(&self) -> Range<usize> {
        self.start_char..self.end_char
    }
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

    /// The rows that it makes of `folder`.
    pub(super) fn rows(&self, folder: &Path) -> Result<Vec<Row>, Error> {
        let text = match self {
            Self::Policy(words) => own_rows(words, folder)?,
            Self::Program(command) => printed(command, folder)?,
        };
        let mut rows = Vec::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let row = serde_json::from_str(line).map_err(|error| {
                let needed = "a row needs source, text, start_char and end_char";
                Error::run(format!("--try {:?}: line {}: {error}; {needed}", self.name(), index + 1))
            });
            let mut row: Row = row?;
            row.size = match (row.tokens, &row.embed) {
                (Some(tokens), None) => tokens,
                _ => Cl100k::default().count(row.embedded()),
            };
            rows.push(row);
        }
        match rows.is_empty() {
            true => trouble(format!("--try {:?}: it makes no chunks of {}", self.name(), shown(folder))),
            false => Ok(rows),
        }
    }
}

/// The rows of a policy: the command runs itself, into a file that is removed again.
fn own_rows(words: &str, folder: &Path) -> Result<String, Error> {
    let work = tempfile::tempdir().map_err(cannot("make", "a temporary folder"))?;
    let file = work.path().join("rows.jsonl");
    let mut arguments = vec!["chunk".into()];
    arguments.extend(unicode::split_white_space(words).map(Into::into));
    arguments.extend(["--format".into(), "rows".into(), "--quiet".into(), "--output".into()]);
    arguments.extend([file.clone().into_os_string(), folder.into()]);
    match held(|| crate::run(arguments)) {
        (0, _) => fs::read_to_string(&file).map_err(cannot("read", shown(&file))),
        (_, said) => trouble(format!("--try {words:?} failed: {}", said.join("; "))),
    }
}

fn printed(command: &str, folder: &Path) -> Result<String, Error> {
    let mut words = unicode::split_white_space(command).map(|word| match word {
        "{}" => folder.as_os_str().to_owned(),
        word => word.into(),
    });
    let Some(program) = words.next() else { return trouble("--try-cmd needs a program") };
    let done = Command::new(program)
        .args(words)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(cannot("run", command))?;
    match done.status.success() {
        true => String::from_utf8(done.stdout).map_err(cannot("read what was printed by", command)),
        false => trouble(format!("--try-cmd {command:?} failed: {}", done.status)),
    }
}

/// What is wrong with places that do not fit the documents, such as offsets in bytes.
pub(super) fn misplaced(rows: &[Row], documents: &Documents) -> Option<String> {
    let wrong = rows.iter().find(|row| {
        let document = documents.get(&row.source);
        !document.is_some_and(|document| row.start_char < row.end_char && row.end_char <= document.chars)
    })?;
    Some(format!("{} has no characters {} to {}", wrong.source, wrong.start_char, wrong.end_char))
}
