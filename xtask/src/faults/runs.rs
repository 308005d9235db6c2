//! Sets up old and new documents, and runs the command over them.

use super::output::{Output, State, copy, state};
use std::{
    error::Error,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// What was tried on a kind of output, and what went wrong.
pub struct Faults {
    pub tried: String,
    pub found: Vec<String>,
}

/// The new documents, the output of the old ones, and the state of the output of each. Some of the old documents are gone,
/// the others have changed.
pub struct Scene<'s> {
    program: &'s Path,
    output: &'s Output,
    folder: TempDir,
    pub old: State,
    pub new: State,
    /// How long a run over the new documents takes.
    pub whole: Duration,
}

impl<'s> Scene<'s> {
    /// Makes `count` old documents of at least `sentences` sentences each, and three quarters as many new ones.
    pub fn new(
        program: &'s Path,
        output: &'s Output,
        count: usize,
        sentences: usize,
    ) -> Result<Self, Box<dyn Error>> {
        let (old, new) = (State::new(), State::new());
        let mut scene =
            Self { program, output, folder: tempfile::tempdir()?, old, new, whole: Duration::ZERO };
        (scene.old, _) = scene.output_of("old", count, sentences)?;
        fs::rename(scene.out(), scene.before())?;
        // Documents are identified by their paths, so both sets use the same folder.
        fs::remove_dir_all(scene.folder.path().join("docs"))?;
        (scene.new, scene.whole) = scene.output_of("new", count - count / 4, sentences)?;
        fs::remove_dir_all(scene.out())?;
        Ok(scene)
    }

    /// Writes a set of documents, runs the command over it, and returns the state of the output and the time of the run.
    fn output_of(
        &self,
        set: &str,
        count: usize,
        sentences: usize,
    ) -> Result<(State, Duration), Box<dyn Error>> {
        let docs = self.folder.path().join("docs");
        fs::create_dir(&docs)?;
        for number in 0..count {
            let mut text = String::new();
            for sentence in 0..sentences * (1 + number % 3) {
                write!(text, "Word {sentence} of the {set} document. ")?;
            }
            fs::write(docs.join(format!("{number}.txt")), text)?;
        }
        fs::create_dir(self.out())?;
        let begun = Instant::now();
        must(self.run())?;
        let whole = begun.elapsed();
        Ok((state(&self.out())?, whole))
    }

    /// The folder of the output.
    pub fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    fn before(&self) -> PathBuf {
        self.folder.path().join("before")
    }

    /// Restores the output of the old documents, and nothing else.
    pub fn restore(&self) -> io::Result<()> {
        if self.out().exists() {
            fs::remove_dir_all(self.out())?;
        }
        copy(&self.before(), &self.out())
    }

    /// A run of the command.
    pub fn run(&self) -> Command {
        let mut command = Command::new(self.program);
        command.args(["tokens", "--quiet", "--max-tokens", "64", "--jobs", "2"]);
        command.args(self.output.arguments).arg("docs").current_dir(self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}

pub fn must(mut command: Command) -> Result<(), Box<dyn Error>> {
    let output = command.stderr(Stdio::piped()).output()?;
    match output.status.success() {
        true => Ok(()),
        false => {
            Err(format!("{command:?}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr)).into())
        }
    }
}
