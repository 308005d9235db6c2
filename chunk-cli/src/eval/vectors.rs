//! Vectors that the user's own model makes: a file of them by the digest of their text, filled by a command.

use crate::program::Program;
use crate::{
    console::note,
    error::{Error, cannot, trouble},
    json::error_shown,
    shown::shown,
};
use chunk_core::{ContentHash, jsonl::write_record, unicode};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Write,
    path::Path,
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
    hash: &'w str,
    text: &'w str,
}

/// The vectors of texts, by their digests. All have the same length.
#[derive(Default)]
pub(super) struct Vectors(BTreeMap<String, Vec<f32>>);

impl Vectors {
    /// The vectors of all `texts`: those of `file`, and those that `command` makes of the others, which are added to `file`.
    pub(super) fn of(texts: &[&str], file: Option<&Path>, command: Option<&str>) -> Result<Self, Error> {
        let mut vectors = Self::default();
        // How many bytes of the file are whole lines.
        let mut whole = 0;
        let mut ends_line = true;
        if let Some(file) = file.filter(|file| command.is_none() || file.exists()) {
            let text = fs::read_to_string(file).map_err(cannot("read", shown(file)))?;
            for (index, line) in text.split_inclusive('\n').enumerate() {
                let place = format!("{}: line {}", shown(file), index + 1);
                if !unicode::trim(line).is_empty() {
                    match serde_json::from_str(line) {
                        Ok(line) => vectors.add(line).map(drop).map_err(|what| format!("{place}: {what}")),
                        // A run that was ended may have left it.
                        Err(error) if error.is_eof() && !line.ends_with('\n') => {
                            note(&format!("note: {place} is half a line, and is left out"));
                            break;
                        }
                        Err(error) => Err(format!("{place}: {}", error_shown(&error))),
                    }
                    .map_err(Error::run)?;
                }
                (whole, ends_line) = (whole + line.len() as u64, line.ends_with('\n'));
            }
        }
        // By digest, so that the command is given the same lines in the same order whatever is tried first.
        let mut missing: BTreeMap<String, &str> =
            texts.iter().map(|text| (ContentHash::of(text).to_string(), *text)).collect();
        missing.retain(|hash, _| !vectors.0.contains_key(hash));
        if let (Some(command), false) = (command, missing.is_empty()) {
            let mut input = Vec::new();
            for (hash, text) in &missing {
                write_record(&mut input, &Wanted { hash, text }).map_err(cannot("write to", command))?;
            }
            let not_written = || cannot("write", file.map(shown).unwrap_or_default());
            let open = |file| File::options().create(true).append(true).open(file).map_err(not_written());
            let mut out = file.map(open).transpose()?;
            if let Some(out) = &mut out {
                let end: &[u8] = if ends_line { b"" } else { b"\n" };
                out.set_len(whole).and_then(|()| out.write_all(end)).map_err(not_written())?;
            }
            // What it made before it failed is kept.
            let program = Program { flag: "--embed-cmd", command, folder: Path::new("") };
            program.run(input, &mut |number, line| {
                let line = serde_json::from_str(line).map_err(|error| error_shown(&error));
                let line = line.and_then(|line| vectors.add(line)).map_err(|what| {
                    Error::run(format!("--embed-cmd {command:?}: line {number} that it printed: {what}"))
                })?;
                let Some(out) = &mut out else { return Ok(()) };
                // Written at once, so that a run that is ended leaves no half of it.
                let mut bytes = Vec::new();
                write_record(&mut bytes, &line).and_then(|()| out.write_all(&bytes)).map_err(not_written())
            })?;
            missing.retain(|hash, _| !vectors.0.contains_key(hash));
        }
        match missing.first_key_value() {
            Some((hash, text)) => trouble(format!(
                "{} of the texts have no vector; the first is {hash}, {:?}; --embed-cmd CMD makes them",
                missing.len(),
                text.chars().take(60).collect::<String>()
            )),
            None => Ok(vectors),
        }
    }

    /// Takes a line, and returns it.
    fn add(&mut self, line: Line) -> Result<Line, String> {
        let length = line.vector.len();
        let first = self.0.values().next().map_or(length, Vec::len);
        if length == 0 || length != first {
            return Err(format!("the vector has {length} numbers, the first has {first}"));
        }
        if line.vector.iter().any(|number| !number.is_finite()) {
            return Err("a number of the vector is too large".to_owned());
        }
        if line.vector.iter().all(|&number| number == 0.0) {
            return Err("all numbers of the vector are 0, so it is like no other".to_owned());
        }
        self.0.insert(line.hash.clone(), line.vector.clone());
        Ok(line)
    }

    pub(super) fn get(&self, text: &str) -> &[f32] {
        self.0.get(&ContentHash::of(text).to_string()).map_or(&[], Vec::as_slice)
    }
}
