//! Kills at moments that are spread over a run.

use super::{
    output::{Output, copy, differences, neither, state},
    runs::{Documents, Faults, must},
};
use std::{error::Error, fs, path::Path, thread, time::Instant};

/// Kills a run over the new documents at each moment, where the old ones' output stood, and runs it again.
pub fn faults(program: &Path, output: &Output, moments: u32) -> Result<Faults, Box<dyn Error>> {
    let place = tempfile::tempdir()?;
    let (folder, out) = (place.path(), place.path().join("out"));
    let mut documents = Documents::write(folder, 40, 60)?;
    let mut run = |set| documents.run(program, set, output.arguments);
    fs::create_dir(&out)?;
    let begun = Instant::now();
    must(run("new")?)?;
    let whole = begun.elapsed();
    let new = state(&out)?;
    fs::remove_dir_all(&out)?;
    fs::create_dir(&out)?;
    must(run("old")?)?;
    let old = state(&out)?;
    let before = folder.join("before");
    fs::rename(&out, &before)?;

    let mut found = Vec::new();
    let (mut alive, mut between) = (0, 0);
    for moment in 0..moments {
        copy(&before, &out)?;
        let mut child = run("new")?.spawn()?;
        // A little beyond its end: no two runs take the same time.
        thread::sleep(whole * moment * 11 / 10 / moments);
        alive += u32::from(child.try_wait()?.is_none());
        child.kill()?;
        child.wait()?;
        // A store is mended when it is opened, so every second one is first opened by the next run.
        if moment % 2 == 0 {
            let left = state(&out)?;
            between += u32::from(left != old && left != new);
            found.extend(
                neither(&left, &old, &new, |name| name.contains(".chunk-"))
                    .into_iter()
                    .map(|fault| format!("killed at moment {moment}: {fault}")),
            );
        }
        must(run("new")?)?;
        let wrong = differences(&state(&out)?, &new);
        found.extend(wrong.into_iter().map(|fault| format!("after a kill at moment {moment}: {fault}")));
        fs::remove_dir_all(&out)?;
    }
    if alive < moments / 4 {
        found.push(format!("of {moments} kills only {alive} came before the end"));
    }
    Ok(Faults {
        tried: format!(
            "{moments} moments, {alive} before the end, {between} of {} between",
            moments.div_ceil(2)
        ),
        found,
    })
}
