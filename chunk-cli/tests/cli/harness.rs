//! Runs the real program in a folder of its own.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
};
use tempfile::TempDir;

/// A temporary folder with the files of a test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// A folder with these files.
    pub(crate) fn with<B: AsRef<[u8]>>(files: impl IntoIterator<Item = (&'static str, B)>) -> Self {
        let folder = Self::new();
        for (path, bytes) in files {
            folder.write(path, bytes);
        }
        folder
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// All files below `path`, with their bytes, in order.
    pub(crate) fn files(&self, path: &str) -> Vec<(String, Vec<u8>)> {
        fn collect(top: &Path, folder: &Path, into: &mut Vec<(String, Vec<u8>)>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    collect(top, &path, into);
                } else {
                    let name = path.strip_prefix(top).unwrap().to_str().unwrap().to_owned();
                    into.push((name, fs::read(&path).unwrap()));
                }
            }
        }
        let mut files = Vec::new();
        collect(&self.path(path), &self.path(path), &mut files);
        files.sort();
        files
    }

    /// The names of all files below `path`, in order.
    pub(crate) fn names(&self, path: &str) -> Vec<String> {
        self.files(path).into_iter().map(|(name, _)| name).collect()
    }

    /// `chunk` with these arguments (separated by white space), to be run in this folder with nothing of the machine's
    /// settings.
    pub(crate) fn chunk(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chunk"));
        command
            .args(arguments.split_whitespace())
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .env_clear();
        command
    }

    /// Runs `chunk` with these arguments.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        self.chunk(arguments).output().unwrap().into()
    }

    /// Runs `chunk` with these arguments and this on stdin.
    pub(crate) fn pipe(&self, arguments: &str, stdin: impl AsRef<[u8]>) -> Ran {
        pipe(self.chunk(arguments), stdin)
    }
}

/// Runs a command with this on its stdin.
pub(crate) fn pipe(mut command: Command, stdin: impl AsRef<[u8]>) -> Ran {
    let mut child = spawn(&mut command);
    let mut input = child.stdin.take().unwrap();
    let stdin = stdin.as_ref().to_vec();
    // The program need not read all of it.
    let writer = thread::spawn(move || drop(input.write_all(&stdin)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output.into()
}

/// Starts a command with pipes at all its ends.
pub(crate) fn spawn(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The most memory that a running program has had, in KiB.
#[cfg(target_os = "linux")]
pub(crate) fn peak_kib(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// The result of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    /// The exit status, `None` if a signal ended it.
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    /// What it wrote to stdout; it must have succeeded without a word on stderr.
    #[track_caller]
    pub(crate) fn well(self) -> String {
        assert_eq!((self.status, &*self.stderr), (Some(0), ""), "{}", self.stdout);
        self.stdout
    }

    /// What it wrote to stderr; it must have ended with `status` and nothing on stdout.
    #[track_caller]
    pub(crate) fn refused(self, status: i32) -> String {
        assert_eq!((self.status, &*self.stdout), (Some(status), ""), "{}", self.stderr);
        self.stderr
    }
}

/// The record of a text that is one chunk: below 100 tokens (T5), LF line ends, nothing to escape but LF.
pub(crate) fn record(id: &str, text: &str, tokens: usize) -> String {
    assert!(text.is_ascii() && !text.contains(['"', '\\', '\r']));
    let length = text.len();
    let text = text.replace('\n', "\\n");
    format!(
        r#"{{"interaction_id":"{id}","original_text":"{text}","chunks":[{{"chunk_index":0,"text":"{text}","start_pos":0,"end_pos":{length},"token_count":{tokens},"source_start_byte":0,"source_end_byte":{length}}}]}}"#,
    ) + "\n"
}
