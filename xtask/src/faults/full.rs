//! Runs the command with a limit on the length of its files, as on a full disk.

use super::{
    output::{Output, differences, neither, state},
    runs::{Faults, Scene, must},
};
use std::{error::Error, fs, path::Path, process::Command};

/// Starts from the output of the old documents and runs over the new ones, once for each of about `lengths` limits up to the
/// length of the longest output file.
pub fn faults(program: &Path, output: &Output, lengths: u64) -> Result<Faults, Box<dyn Error>> {
    let scene = Scene::new(program, output, 4, 4)?;
    scene.restore()?;
    must(scene.run())?;
    let longest = longest(&scene.out())?;
    let mut found = Vec::new();
    let (mut tried, mut failed) = (0, 0);
    let step = longest.div_ceil(lengths).max(1);
    for length in (0..=longest).step_by(usize::try_from(step)?) {
        scene.restore()?;
        let status = limited(&scene.run(), length).status()?;
        tried += 1;
        let left = state(&scene.out())?;
        let wrong = match status.code() {
            Some(0) => differences(&left, &scene.new),
            Some(2) => {
                failed += 1;
                neither(&left, &scene.old, &scene.new, |_| false)
            }
            _ => vec![format!("{status}")],
        };
        found.extend(wrong.into_iter().map(|fault| format!("full at {length}: {fault}")));
    }
    if failed < tried / 2 {
        found.push(format!("of {tried} runs only {failed} failed"));
    }
    Ok(Faults { tried: format!("{tried} lengths up to {longest} bytes, {failed} too short"), found })
}

fn longest(out: &Path) -> Result<u64, Box<dyn Error>> {
    let mut longest = 0;
    for entry in fs::read_dir(out)? {
        let path = entry?.path();
        let here = if path.is_dir() { self::longest(&path)? } else { fs::metadata(path)?.len() };
        longest = longest.max(here);
    }
    Ok(longest)
}

/// The same command, for which writing to a file beyond `length` bytes is an error, as on a full disk.
fn limited(command: &Command, length: u64) -> Command {
    let mut limited = Command::new("sh");
    limited.args(["-c", r#"trap "" XFSZ; exec prlimit --fsize="$0":"$0" "$@""#, &length.to_string()]);
    limited.arg(command.get_program()).args(command.get_args());
    limited.current_dir(command.get_current_dir().unwrap_or(Path::new(".")));
    limited.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    limited
}
