//! `--pre CMD`: has a program make text of a file.

use crate::{
    error::{Error, cannot_run, trouble},
    shown::shown_argument,
};
use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

/// How much of what a converter says is read, in bytes.
const SAID: u64 = 64 << 10;

/// What the converter `command` prints about the file at `path`: its last argument is the path, its stdin the file. Words of the command
/// are separated by spaces, and may be in quotes.
pub(crate) fn converted(command: &str, path: &Path, file: File, limit: u64) -> Result<Vec<u8>, Error> {
    let words = words(command);
    let Some((program, arguments)) = words.split_first() else {
        return trouble("--pre: name a program, such as --pre 'pandoc -t gfm'");
    };
    // A path like `-x` would be an option.
    let path = if path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(path)
    } else {
        PathBuf::from(path)
    };
    let mut child = Command::new(program)
        .args(arguments)
        .arg(&path)
        .stdin(file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(cannot_run(format!("--pre {}", shown_argument(program))))?;
    let said = child.stderr.take().map(|said| thread::spawn(move || first_line(said)));
    let mut text = Vec::new();
    let read = match child.stdout.take() {
        Some(stdout) => stdout.take(limit.saturating_add(1)).read_to_end(&mut text),
        None => Ok(0),
    };
    // The pipe is closed, so a converter that goes on writing ends.
    let status = read.and_then(|_| child.wait()).map_err(cannot_run("--pre"))?;
    if text.len() as u64 > limit {
        return Err(Error::refused(format!(
            "--pre made more than {limit} bytes of it; pass a higher --file-limit"
        )));
    }
    if !status.success() {
        let said = said.and_then(|said| said.join().ok()).unwrap_or_default();
        return Err(Error::refused(format!("--pre {}: {status}: {said}", shown_argument(program))));
    }
    Ok(text)
}

/// The first line of what a converter says. All of it is read, so that it is not kept waiting.
fn first_line(mut said: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = said.by_ref().take(SAID).read_to_end(&mut bytes);
    let _ = io::copy(&mut said, &mut io::sink());
    String::from_utf8_lossy(&bytes).lines().next().unwrap_or_default().to_owned()
}

/// The words of a command, separated by spaces; they may be in quotes.
pub(crate) fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for character in command.chars() {
        match quote {
            Some(open) if open == character => quote = None,
            None if character == ' ' => words.extend(word.take()),
            None if matches!(character, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}
