//! A page with commands: what it installs, the files it shows, and what its commands have to print.
//!
//! A `console` block has commands after `$ ` and, below each, its exact output. A `python` block whose first line is a comment
//! with a file's name is that file. Packages are named in the text as `pip install …`.

use std::{error::Error, ffi::OsStr, fs, path::Path, process::Command};

pub struct Page {
    pub name: String,
    pub packages: Vec<String>,
    steps: Vec<Step>,
}

#[derive(Debug, PartialEq)]
enum Step {
    File { name: String, text: String },
    Command { line: String, expected: String },
}

impl Page {
    pub fn read(docs: &Path, name: &str) -> Result<Self, Box<dyn Error>> {
        let text = fs::read_to_string(docs.join(name))?;
        let steps = steps(&text);
        if !steps.iter().any(|step| matches!(step, Step::Command { .. })) {
            return Err(format!("{name}: there is no command in it").into());
        }
        Ok(Self { name: name.trim_end_matches(".md").to_owned(), packages: packages(&text), steps })
    }

    /// Runs the page in a folder; returns whether all its commands succeeded and printed what they should.
    pub fn run(&self, folder: &Path, path: &OsStr) -> Result<bool, Box<dyn Error>> {
        let mut commands = 0;
        for step in &self.steps {
            match step {
                Step::File { name, text } => fs::write(folder.join(name), text)?,
                Step::Command { line, expected } => {
                    commands += 1;
                    let mut shell = Command::new("sh");
                    shell.args(["-c", line]).current_dir(folder).env("PATH", path);
                    let output = shell.env_remove("DATABASE_URL").output()?;
                    let printed = String::from_utf8_lossy(&output.stdout);
                    if !output.status.success() || printed != *expected {
                        println!("{}: $ {line}\n{}, printed:\n{printed}", self.name, output.status);
                        println!("expected:\n{expected}\n{}", String::from_utf8_lossy(&output.stderr));
                        return Ok(false);
                    }
                }
            }
        }
        println!("{:10} {commands} commands", self.name);
        Ok(true)
    }
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut parts = text.split("\n```");
    parts.next();
    // Every second part is a block: its language, then its lines.
    while let Some(block) = parts.next() {
        let (language, body) = block.split_once('\n').unwrap_or((block, ""));
        match language {
            "console" => {
                for command in format!("\n{body}\n").split("\n$ ").skip(1) {
                    let (line, expected) = command.split_once('\n').unwrap_or((command, ""));
                    let expected = expected.strip_suffix('\n').unwrap_or(expected);
                    let expected = if expected.is_empty() { String::new() } else { format!("{expected}\n") };
                    steps.push(Step::Command { line: line.to_owned(), expected });
                }
            }
            "python" => {
                let name = body.lines().next().and_then(|line| line.strip_prefix("# "));
                if let Some(name) = name.filter(|name| name.ends_with(".py") && !name.contains(' ')) {
                    steps.push(Step::File { name: name.to_owned(), text: format!("{body}\n") });
                }
            }
            _ => {}
        }
        parts.next();
    }
    steps
}

fn packages(text: &str) -> Vec<String> {
    let commands = text.split("`pip install ").skip(1);
    let words =
        commands.filter_map(|rest| rest.split_once('`')).flat_map(|(words, _)| words.split_whitespace());
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const PAGE: &str = "# Page\n\n`pip install a==1 b==2`, and `pip install c`.\n\n```python\n# go.py\nprint(1)\n```\n\n```console\n$ python go.py\n1\n\n2\n$ true\n```\n\n```sh\nnot run\n```\n";

    #[test]
    fn files_and_commands_are_taken_in_order() {
        let command = |line: &str, expected: &str| Step::Command {
            line: line.to_owned(),
            expected: expected.to_owned(),
        };
        let file = Step::File { name: "go.py".to_owned(), text: "# go.py\nprint(1)\n".to_owned() };
        assert_eq!(steps(PAGE), [file, command("python go.py", "1\n\n2\n"), command("true", "")]);
        assert_eq!(packages(PAGE), ["a==1", "b==2", "c"]);
    }

    #[test]
    fn what_a_command_prints_is_compared() {
        let folder = tempfile::tempdir().unwrap();
        let path = std::env::var_os("PATH").unwrap();
        let page = |expected: &str| {
            fs::write(folder.path().join("a.md"), format!("\n```console\n$ printf 'x\\n'\n{expected}```\n"))
                .unwrap();
            Page::read(folder.path(), "a.md").unwrap().run(folder.path(), &path).unwrap()
        };
        assert!(page("x\n"));
        assert!(!page("y\n") && !page("x\nx\n") && !page(""));
        fs::write(folder.path().join("a.md"), "\n```console\n$ false\n```\n").unwrap();
        assert!(!Page::read(folder.path(), "a.md").unwrap().run(folder.path(), &path).unwrap());
    }
}
