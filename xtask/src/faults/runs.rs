//! The documents, and runs of the command over them.

use std::{
    error::Error,
    fmt::Write as _,
    fs,
    path::Path,
    process::{Command, Stdio},
};

/// What was tried of an output, and what was wrong.
pub struct Faults {
    pub tried: String,
    pub found: Vec<String>,
}

/// Two sets of documents, `old` and `new`: some go, the others change. Both are seen under the name `docs`, since a document
/// is known by its path; the set that is not seen waits beside it.
pub struct Documents<'f> {
    folder: &'f Path,
    seen: &'static str,
}

impl<'f> Documents<'f> {
    pub fn write(folder: &'f Path, count: usize, words: usize) -> Result<Self, Box<dyn Error>> {
        for (set, count) in [("docs", count), ("new", count - count / 4)] {
            fs::create_dir(folder.join(set))?;
            for number in 0..count {
                let mut text = String::new();
                for word in 0..words * (1 + number % 3) {
                    write!(text, "Word {word} of a document in {set}. ")?;
                }
                fs::write(folder.join(set).join(format!("{number}.txt")), text)?;
            }
        }
        Ok(Self { folder, seen: "old" })
    }

    /// A run of the command over this set.
    pub fn run(&mut self, program: &Path, set: &'static str, output: &[&str]) -> std::io::Result<Command> {
        if self.seen != set {
            fs::rename(self.folder.join("docs"), self.folder.join(self.seen))?;
            fs::rename(self.folder.join(set), self.folder.join("docs"))?;
            self.seen = set;
        }
        let mut command = Command::new(program);
        command.args(["tokens", "--quiet", "--max-tokens", "64", "--jobs", "2"]).args(output).arg("docs");
        command.current_dir(self.folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(command)
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
