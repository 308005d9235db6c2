//! Other programs: what they are given, and the lines that they print.

use crate::error::{Error, cannot, trouble};
use chunk_core::unicode;
use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
    thread,
};

/// Runs a command, split at spaces, `{}` being `folder`, with `input`, and passes each line that it prints to `take` as it comes, with its
/// number, from 1. `flag` is the option that names the command, for messages.
pub(super) fn run(
    flag: &str,
    command: &str,
    folder: &Path,
    input: &[u8],
    take: &mut dyn FnMut(usize, &str) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut words = unicode::split_white_space(command).map(|word| match word {
        "{}" => folder.as_os_str(),
        word => word.as_ref(),
    });
    let Some(program) = words.next() else { return trouble(format!("{flag} needs a program")) };
    let mut child = Command::new(program)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .map_err(cannot("run", command))?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    // It may print before it has read all: both pipes have to be served.
    let taken = thread::scope(|scope| {
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        let lines = stdout.into_iter().flat_map(|stdout| BufReader::new(stdout).lines());
        let taken = lines.enumerate().try_for_each(|(index, line)| {
            let line = line.map_err(cannot("read what was printed by", command))?;
            if unicode::trim(&line).is_empty() { Ok(()) } else { take(index + 1, &line) }
        });
        if taken.is_err() {
            let _ = child.kill();
        }
        taken
    });
    let status = child.wait().map_err(cannot("run", command))?;
    taken?;
    if status.success() { Ok(()) } else { trouble(format!("{flag} {command:?} failed: {status}")) }
}
