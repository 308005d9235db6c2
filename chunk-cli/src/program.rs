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
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Mutex, PoisonError,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

/// A program of the user.
pub(crate) struct Program<'p> {
    /// The option that names it, for messages.
    pub(crate) flag: &'static str,
    /// The program and its arguments, `{}` being the folder.
    pub(crate) command: &'p str,
    pub(crate) folder: &'p Path,
    /// How many seconds it may print nothing.
    pub(crate) patience: u64,
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
        let taken = self.lines(&mut child, input, take).and_then(|()| self.end(&mut child));
        if taken.is_err() {
            stop(|| ());
            let _ = child.kill();
            let _ = child.wait();
        }
        *running() = None;
        let status = taken?;
        if status.success() { Ok(()) } else { trouble(format!("{flag} {command:?} failed: {status}")) }
    }

    fn lines(
        &self,
        child: &mut Child,
        input: Vec<u8>,
        take: &mut dyn FnMut(usize, &str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let wrong = |what: &str| Error::run(format!("{} {:?}: {what}", self.flag, self.command));
        // It may print before it has read all, or read or print nothing at all: each pipe has a thread, and nothing waits for these.
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
        let (give, printed) = mpsc::sync_channel(64);
        thread::spawn(move || {
            let Some(stdout) = stdout else { return };
            let mut lines = Lines::new(BufReader::new(stdout), LINE_LIMIT);
            while let Some(line) = lines.next_line() {
                if give.send(line.map(|line| (line.number, line.bytes.to_vec()))).is_err() {
                    return;
                }
            }
        });
        loop {
            match printed.recv_timeout(Duration::from_secs(self.patience)) {
                Ok(line) => {
                    let (number, bytes) = line.map_err(|error| wrong(&error.to_string()))?;
                    let Ok(line) = str::from_utf8(&bytes) else {
                        return Err(wrong(&format!("line {number} that it printed is not UTF-8")));
                    };
                    if !unicode::trim(line).is_empty() {
                        take(number, line)?;
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.silent()),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    /// Waits for its end after it has closed its output.
    fn end(&self, child: &mut Child) -> Result<ExitStatus, Error> {
        const PAUSE: Duration = Duration::from_millis(5);
        for _ in 0..self.patience.saturating_mul(200) {
            if let Some(status) = child.try_wait().map_err(cannot_run(self.command))? {
                return Ok(status);
            }
            thread::sleep(PAUSE);
        }
        Err(self.silent())
    }

    fn silent(&self) -> Error {
        let Self { flag, command, patience, .. } = self;
        Error::run(format!(
            "{flag} {command:?} printed nothing for {patience} s, so it was ended; --patience SECONDS gives it more time"
        ))
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
