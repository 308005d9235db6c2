//! Vectors that the user's own model makes: a file of them by the digest of their text, filled by a command.

use crate::{
    error::{Error, cannot, trouble},
    shown::shown,
};
use chunk_core::{ContentHash, unicode};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Write,
    path::Path,
    process::{Command, Stdio},
    thread,
};

/// A line of the file of vectors, and of what the command prints.
#[derive(Serialize, Deserialize)]
struct Line {
    /// The SHA-256 of the text, as `embed_hash` of a row.
    hash: String,
    vector: Vec<f32>,
}

/// A line that the command is given.
#[derive(Serialize)]
struct Wanted<'w> {
    hash: String,
    text: &'w str,
}

/// The vectors of texts, by their digests.
pub(super) struct Vectors(BTreeMap<String, Vec<f32>>);

impl Vectors {
    /// The vectors of all `texts`: those of `file`, and those that `command` makes of the others, which are added to `file`.
    pub(super) fn of(texts: &[&str], file: Option<&Path>, command: Option<&str>) -> Result<Self, Error> {
        let mut known = match file {
            Some(file) if file.exists() => {
                lines(&fs::read_to_string(file).map_err(cannot("read", shown(file)))?, &shown(file))?
            }
            _ => BTreeMap::new(),
        };
        let mut missing: Vec<Wanted<'_>> = texts
            .iter()
            .map(|text| Wanted { hash: ContentHash::of(text).to_string(), text })
            .filter(|wanted| !known.contains_key(&wanted.hash))
            .collect();
        missing.sort_by(|one, other| one.hash.cmp(&other.hash));
        missing.dedup_by(|one, other| one.hash == other.hash);
        if let (Some(command), false) = (command, missing.is_empty()) {
            let printed = run(command, &missing)?;
            let made = lines(&printed, &format!("what {command:?} printed"))?;
            if let Some(file) = file {
                let mut out = File::options()
                    .create(true)
                    .append(true)
                    .open(file)
                    .map_err(cannot("write", shown(file)))?;
                out.write_all(printed.as_bytes()).map_err(cannot("write", shown(file)))?;
            }
            known.extend(made);
            missing.retain(|wanted| !known.contains_key(&wanted.hash));
        }
        match missing.first() {
            Some(Wanted { hash, text }) => trouble(format!(
                "{} of the texts have no vector; the first is {hash}, {:?}; --embed-cmd CMD makes them",
                missing.len(),
                text.chars().take(60).collect::<String>()
            )),
            None => Ok(Self(known)),
        }
    }

    pub(super) fn get(&self, text: &str) -> &[f32] {
        self.0.get(&ContentHash::of(text).to_string()).map_or(&[], Vec::as_slice)
    }
}

fn lines(text: &str, from: &str) -> Result<BTreeMap<String, Vec<f32>>, Error> {
    let mut vectors: BTreeMap<String, Vec<f32>> = BTreeMap::new();
    let mut length = None;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !unicode::trim(line).is_empty()) {
        let wrong = |what: String| Error::run(format!("{from}: line {}: {what}", index + 1));
        let Line { hash, vector } = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        if *length.get_or_insert(vector.len()) != vector.len() {
            return Err(wrong(format!(
                "{} numbers, those before have {}",
                vector.len(),
                length.unwrap_or(0)
            )));
        }
        vectors.insert(hash, vector);
    }
    Ok(vectors)
}

/// Gives the command the texts, a line each, and returns what it prints.
fn run(command: &str, texts: &[Wanted<'_>]) -> Result<String, Error> {
    let mut words = unicode::split_white_space(command);
    let Some(program) = words.next() else { return trouble("--embed-cmd needs a program") };
    let mut child = Command::new(program)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .map_err(cannot("run", command))?;
    let mut input = Vec::new();
    for text in texts {
        chunk_core::jsonl::write_record(&mut input, text).map_err(cannot("write to", command))?;
    }
    let stdin = child.stdin.take();
    // It may print before it has read all: both pipes have to be served.
    let done = thread::scope(|scope| {
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
        child.wait_with_output()
    });
    let done = done.map_err(cannot("run", command))?;
    match done.status.success() {
        true => String::from_utf8(done.stdout).map_err(cannot("read what was printed by", command)),
        false => trouble(format!("--embed-cmd {command:?} failed: {}", done.status)),
    }
}
