//! Runs a case through a command line.

use crate::{root, target::Target};
use chunk_testkit::{Case, Outcome};
use serde_json::{Value, json};
use std::{
    error::Error,
    ffi::OsString,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// A program that takes the arguments of our command.
#[derive(Clone)]
pub struct Binary {
    program: PathBuf,
    arguments: Vec<String>,
    /// Whether it is somebody else's: it runs in the current folder, so that its path may be relative.
    is_foreign: bool,
}

/// How the documents reach the program.
#[derive(Clone, Copy, PartialEq)]
pub enum Input {
    /// As files in a folder.
    Files,
    /// Through a pipe: a single document as it is, several as JSONL.
    Pipe,
}

impl Binary {
    /// Our command, built in this profile.
    pub fn build_in(profile: &str) -> Result<Self, Box<dyn Error>> {
        Ok(Self { program: build(profile)?, arguments: Vec::new(), is_foreign: false })
    }

    /// Our command, built for another target and run under an emulator.
    pub fn build_for(target: &Target) -> Result<Self, Box<dyn Error>> {
        let mut cargo = cargo_build("dev");
        cargo.args(["--package", "chunk-cli"]);
        // SQLite would need a C compiler for each target, and has no influence on records.
        cargo.args(["--no-default-features", "--target", target.triple]);
        cargo.env(target.linker_variable(), target.linker);
        let program = executable(cargo)?.to_string_lossy().into_owned();
        let arguments = vec!["-L".to_owned(), target.system.to_owned(), program];
        Ok(Self { program: target.emulator.into(), arguments, is_foreign: false })
    }

    /// Another program: its path and first arguments, separated by spaces.
    pub fn of(command: &str) -> Result<Self, Box<dyn Error>> {
        let mut words = command.split_whitespace().map(str::to_owned);
        let program = words.next().ok_or("--impl needs a program")?.into();
        Ok(Self { program, arguments: words.collect(), is_foreign: true })
    }

    /// The `chunk_policies` package of the interpreter `python`, called by a script.
    pub fn python(python: &str) -> Result<Self, Box<dyn Error>> {
        let package = Command::new(python).args(["-I", "-c", "import chunk_policies"]).output()?;
        if !package.status.success() {
            let why = String::from_utf8_lossy(&package.stderr).into_owned();
            return Err(format!("{python} has no chunk_policies: pip install ./chunk-python\n{why}").into());
        }
        let program = root().join("chunk-python/tests/program.py").to_string_lossy().into_owned();
        Ok(Self { program: python.into(), arguments: vec!["-I".to_owned(), program], is_foreign: true })
    }

    /// The npm package by Node: this command of it, or that of the clone, which is built first.
    pub fn node(command: Option<&Path>) -> Result<Self, Box<dyn Error>> {
        let command = match command {
            Some(command) => command.to_owned(),
            None => {
                let build = root().join("chunk-wasm/build");
                if !Command::new(&build).status()?.success() {
                    return Err(format!("{} failed", build.display()).into());
                }
                root().join("chunk-wasm/npm/command.js")
            }
        };
        let node = Command::new("node").arg(&command).arg("--help").output()?;
        if !node.status.success() {
            return Err(String::from_utf8_lossy(&node.stderr).into());
        }
        let arguments = vec![command.to_string_lossy().into_owned()];
        Ok(Self { program: "node".into(), arguments, is_foreign: true })
    }

    /// The outcome of a case.
    pub fn run(&self, policy: &str, case: &Case, input: Input) -> Result<Outcome, String> {
        self.try_run(policy, case, input).map_err(|error| error.to_string())
    }

    fn try_run(&self, policy: &str, case: &Case, input: Input) -> Result<Outcome, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let mut command = self.command(policy);
        command.args(settings(&case.config)).args(metadata(case)).arg("--verbose");
        if !self.is_foreign {
            command.current_dir(folder.path());
        }
        // Turns are given in a line, and not every path can be that of a file: these go through the pipe.
        let is_file =
            case.turns.is_empty() && case.documents.iter().all(|document| is_inside(&document.path));
        let input = if is_file { input } else { Input::Pipe };
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
        outcome(&output(command, stdin)?)
    }

    /// The output for what is written to the program's standard input.
    pub fn pipe(&self, policy: &str, arguments: &[&str], stdin: Vec<u8>) -> Result<Output, Box<dyn Error>> {
        let mut command = self.command(policy);
        command.args(arguments);
        output(command, stdin)
    }

    fn command(&self, policy: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(policy);
        command
    }
}

/// Builds the command and returns its path.
pub fn build(profile: &str) -> Result<PathBuf, Box<dyn Error>> {
    let mut cargo = cargo_build(profile);
    match profile {
        // Built as users build it, since this is what is measured.
        "release" => cargo.args(["--package", "chunk-cli"]),
        // Built with the workspace's features, so that what is compiled for the tests is used again.
        _ => cargo.args(["--workspace", "--bin", "chunk"]),
    };
    executable(cargo)
}

fn cargo_build(profile: &str) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--profile", profile]);
    cargo.args(["--message-format", "json-render-diagnostics"]).current_dir(root());
    cargo
}

fn executable(mut cargo: Command) -> Result<PathBuf, Box<dyn Error>> {
    let output = cargo.stderr(Stdio::inherit()).output()?;
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

/// The options for what the caller knows of a case's documents.
fn metadata(case: &Case) -> Vec<String> {
    let about = &case.about;
    let options = [
        ("--source-version", about.revision.clone()),
        ("--created-at", about.created_at_ms.map(|ms| ms.to_string())),
        ("--modified-at", about.modified_at_ms.map(|ms| ms.to_string())),
    ];
    options.into_iter().filter_map(|(option, value)| Some(format!("{option}={}", value?))).collect()
}

/// Whether a path can be that of a file in a folder, as it is written.
fn is_inside(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// The path of a single document, or the folder of several.
fn files(folder: &Path, case: &Case) -> Vec<OsString> {
    match case.documents.as_slice() {
        [document] => vec![folder.join(&document.path).into()],
        _ => vec![folder.into()],
    }
}

fn piped(case: &Case) -> (Vec<String>, Vec<u8>) {
    if let ([document], []) = (case.documents.as_slice(), case.turns.as_slice()) {
        return (vec!["--id".to_owned(), document.path.clone(), "-".to_owned()], document.bytes.clone());
    }
    let arguments = ["--input", "jsonl", "--id-field", "id", "--text-field", "text", "-"].map(str::to_owned);
    let mut lines = Vec::new();
    for document in &case.documents {
        let text = String::from_utf8_lossy(&document.bytes);
        let line = match case.turns.as_slice() {
            [] => json!({"id": document.path, "text": text}),
            turns => json!({"id": document.path, "text": text, "turns": turns}),
        };
        lines.extend(line.to_string().into_bytes());
        lines.push(b'\n');
    }
    (arguments.to_vec(), lines)
}

fn output(mut command: Command, stdin: Vec<u8>) -> Result<Output, Box<dyn Error>> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let pipe = child.stdin.take();
    let writer = std::thread::spawn(move || {
        // A program may close its end before it has read everything.
        let _ = pipe.map(|mut pipe| pipe.write_all(&stdin));
    });
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "writing to the program's standard input panicked")?;
    Ok(output)
}

/// Parses an outcome from the exit status and the output.
fn outcome(output: &Output) -> Result<Outcome, Box<dyn Error>> {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let jsonl = output.stdout.clone();
    match output.status.code() {
        Some(0 | 1) => {
            let (warnings, errors) = (warnings(&stderr)?, errors(&stderr));
            if (output.status.code() == Some(0)) != errors.is_empty() {
                return Err(format!("{}, but stderr says: {stderr}", output.status).into());
            }
            Ok(Outcome { jsonl, warnings, errors, config_error: None })
        }
        Some(2) if jsonl.is_empty() => {
            Ok(Outcome { config_error: Some(stderr.into_owned()), ..Outcome::default() })
        }
        code => Err(format!("exit status {code:?}, {} bytes of output: {stderr}", jsonl.len()).into()),
    }
}

/// The codes of the lines `warning: … [code]`.
fn warnings(stderr: &str) -> Result<Vec<String>, String> {
    let code = |line: &str| Some(line.strip_suffix(']')?.rsplit_once('[')?.1.to_owned());
    let lines = stderr.lines().filter(|line| line.starts_with("warning: "));
    lines.map(|line| code(line).ok_or_else(|| format!("a warning without its code: {line}"))).collect()
}

/// The messages of `error: …`, one for each refused document, each with the lines after it that start no other message.
fn errors(stderr: &str) -> Vec<String> {
    let mut errors: Vec<String> = Vec::new();
    let mut in_error = false;
    for line in stderr.lines() {
        if let Some(message) = line.strip_prefix("error: ") {
            errors.push(message.to_owned());
            in_error = true;
        } else if line.starts_with("warning: ") {
            in_error = false;
        } else if let (true, Some(error)) = (in_error, errors.last_mut()) {
            *error += "\n";
            *error += line;
        }
    }
    errors
}

fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, bytes)
}
