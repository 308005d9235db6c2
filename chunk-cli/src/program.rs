//! Other programs: what they are given, and the lines that they print.

use crate::{
    error::{Error, cannot_run, trouble},
    shown::shown_argument,
};
use chunk_core::{
    jsonl::{LINE_LIMIT, Lines},
    unicode,
};
use std::{
    fs::File,
    io::{self, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Mutex, PoisonError},
    thread,
};

/// A program of the user.
pub(crate) struct Program<'p> {
    /// The option that names it, for messages.
    pub(crate) flag: &'static str,
    /// The program and its arguments, `{}` being the folder.
    pub(crate) command: &'p str,
    pub(crate) folder: &'p Path,
}

/// The id of the program that runs.
static RUNNING: Mutex<Option<u32>> = Mutex::new(None);

/// Ends the program that runs, if one does, and those that it has started; nobody hears of it before `then` ends.
pub(crate) fn stop(then: impl FnOnce()) {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    running.iter().copied().for_each(kill);
    then();
}

#[cfg(unix)]
fn kill(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}

impl Program<'_> {
    /// Runs it with `input`, and passes each line that it prints to `take` as it comes, with its number, from 1.
    pub(crate) fn run(
        &self,
        input: Vec<u8>,
        take: &mut dyn FnMut(usize, &str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Self { flag, command, .. } = *self;
        let words = words(command);
        let Some((program, arguments)) = words.split_first() else {
            return trouble(format!("{flag} needs a program"));
        };
        let arguments = arguments.iter().map(|word| match word.as_str() {
            "{}" => self.folder.as_os_str(),
            word => word.as_ref(),
        });
        let mut process = Command::new(program);
        process.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        // With a group of its own it can be ended with all that it has started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let running = || RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        // An interrupt waits until its number is known.
        let mut number = running();
        let mut child = process.spawn().map_err(cannot_run(command))?;
        *number = Some(child.id());
        drop(number);
        // It may print before it has read all, or not read at all: its input has a thread, and nothing waits for that.
        let stdin = child.stdin.take();
        thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
        let taken = child.stdout.take().map_or(Ok(()), |stdout| self.lines(stdout, take));
        if taken.is_err() {
            stop(|| ());
            let _ = child.kill();
        }
        let status = child.wait().map_err(cannot_run(command));
        *running() = None;
        taken?;
        let status = status?;
        if status.success() { Ok(()) } else { trouble(format!("{flag} {command:?} failed: {status}")) }
    }

    fn lines(
        &self,
        stdout: impl Read,
        take: &mut dyn FnMut(usize, &str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let wrong = |what: &str| Error::run(format!("{} {:?}: {what}", self.flag, self.command));
        let mut lines = Lines::new(BufReader::new(stdout), LINE_LIMIT);
        while let Some(line) = lines.next_line() {
            let line = line.map_err(|error| wrong(&error.to_string()))?;
            let Ok(text) = str::from_utf8(line.bytes) else {
                return Err(wrong(&format!("line {} that it printed is not UTF-8", line.number)));
            };
            if !unicode::trim(text).is_empty() {
                take(line.number, text)?;
            }
        }
        Ok(())
    }
}

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
