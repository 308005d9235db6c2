//! Running a case through a command line.

use crate::root;
use chunk_core::testkit::{Case, Outcome};
use serde_json::{Value, json};
use std::{
    error::Error,
    ffi::OsString,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// A command line that takes our arguments.
pub struct Binary {
    program: PathBuf,
    arguments: Vec<String>,
}

/// How the documents reach it.
#[derive(Clone, Copy, PartialEq)]
pub enum Input {
    /// As files in a folder.
    Files,
    /// Through a pipe: a single document as it is, several as JSONL.
    Pipe,
}

impl Binary {
    /// Ours, built from this workspace.
    pub fn build() -> Result<Self, Box<dyn Error>> {
        Ok(Self { program: build("dev")?, arguments: Vec::new() })
    }

    /// Another one: a program and its first arguments, separated by spaces.
    pub fn of(command: &str) -> Result<Self, Box<dyn Error>> {
        let mut words = command.split_whitespace().map(str::to_owned);
        let program = words.next().ok_or("--impl needs a program")?.into();
        Ok(Self { program, arguments: words.collect() })
    }

    /// What it makes of a case. Warnings are for people, so their codes are not compared.
    pub fn run(&self, policy: &str, case: &Case, input: Input) -> Result<Outcome, String> {
        self.try_run(policy, case, input).map_err(|error| error.to_string())
    }

    fn try_run(&self, policy: &str, case: &Case, input: Input) -> Result<Outcome, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(policy).args(settings(&case.config)).args(known(case));
        command.arg("--quiet").current_dir(folder.path());
        let stdin = match input {
            Input::Files => {
                for document in &case.documents {
                    write(&folder.path().join(&document.path), &document.bytes)?;
                }
                command.arg("--root").arg(folder.path()).args(files(folder.path(), case));
                Vec::new()
            }
            Input::Pipe => {
                let (arguments, stdin) = piped(case);
                command.args(arguments);
                stdin
            }
        };
        outcome(case, &output(command, stdin)?)
    }
}

/// Builds the command of this workspace and says where it is.
pub fn build(profile: &str) -> Result<PathBuf, Box<dyn Error>> {
    let output = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", "chunk-cli", "--profile", profile])
        .args(["--message-format", "json-render-diagnostics"])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()?;
    let executable = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find_map(|message| message.get("executable")?.as_str().map(PathBuf::from));
    executable.ok_or_else(|| "chunk-cli does not build".into())
}

/// The settings of a case as `--set key=value`.
fn settings(config: &Value) -> Vec<String> {
    fn leaves(prefix: &str, value: &Value, settings: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                for (key, value) in object {
                    let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                    leaves(&key, value, settings);
                }
            }
            leaf => settings.extend(["--set".to_owned(), format!("{prefix}={leaf}")]),
        }
    }
    let mut settings = Vec::new();
    leaves("", config, &mut settings);
    settings
}

/// What the caller knows of a case's documents.
fn known(case: &Case) -> Vec<String> {
    let about = &case.about;
    let options = [
        ("--source-version", about.revision.clone()),
        ("--created-at", about.created_at_ms.map(|ms| ms.to_string())),
        ("--modified-at", about.modified_at_ms.map(|ms| ms.to_string())),
    ];
    options.into_iter().filter_map(|(option, value)| Some(format!("{option}={}", value?))).collect()
}

/// A single document by its path, several by their folder.
fn files(folder: &Path, case: &Case) -> Vec<OsString> {
    match case.documents.as_slice() {
        [document] => vec![folder.join(&document.path).into()],
        _ => vec![folder.into()],
    }
}

fn piped(case: &Case) -> (Vec<String>, Vec<u8>) {
    if let [document] = case.documents.as_slice() {
        return (vec!["--id".to_owned(), document.path.clone(), "-".to_owned()], document.bytes.clone());
    }
    let arguments = ["--input", "jsonl", "--id-field", "id", "--text-field", "text", "-"].map(str::to_owned);
    let mut lines = Vec::new();
    for document in &case.documents {
        let text = String::from_utf8_lossy(&document.bytes);
        lines.extend(json!({"id": document.path, "text": text}).to_string().into_bytes());
        lines.push(b'\n');
    }
    (arguments.to_vec(), lines)
}

fn output(mut command: Command, stdin: Vec<u8>) -> Result<Output, Box<dyn Error>> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let pipe = child.stdin.take();
    let writer = std::thread::spawn(move || {
        // A program that has seen enough closes its end: that is its right.
        let _ = pipe.map(|mut pipe| pipe.write_all(&stdin));
    });
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "writing to the program's standard input panicked")?;
    Ok(output)
}

/// Reads the exit status and what was printed as an outcome.
fn outcome(case: &Case, output: &Output) -> Result<Outcome, Box<dyn Error>> {
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let jsonl = output.stdout.clone();
    match output.status.code() {
        Some(0) => Ok(Outcome { jsonl, ..Outcome::default() }),
        // One message for each refused document stands somewhere in the text; which is which, `differences` asks.
        Some(1) => {
            Ok(Outcome { jsonl, errors: vec![stderr; case.about.fails.len().max(1)], ..Outcome::default() })
        }
        Some(2) if jsonl.is_empty() => Ok(Outcome { config_error: Some(stderr), ..Outcome::default() }),
        code => Err(format!("exit status {code:?}, {} bytes of output: {stderr}", jsonl.len()).into()),
    }
}

fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, bytes)
}
