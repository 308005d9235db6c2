//! Kills the command at moments that are spread over a run.

use super::{
    output::{Output, differences, neither, state},
    runs::{Faults, Scene, must},
};
use std::{error::Error, path::Path, thread};

/// Starts from the output of the old documents, kills a run over the new ones, and runs it again; once for each moment.
pub fn faults(program: &Path, output: &Output, moments: u32) -> Result<Faults, Box<dyn Error>> {
    let scene = Scene::new(program, output, 40, 60)?;
    let mut found = Vec::new();
    let (mut alive, mut between) = (0, 0);
    for moment in 0..moments {
        scene.restore()?;
        let mut child = scene.run().spawn()?;
        // The last moments are beyond the measured time, since no two runs take the same time.
        thread::sleep(scene.whole * moment * 11 / 10 / moments);
        alive += u32::from(child.try_wait()?.is_none());
        child.kill()?;
        child.wait()?;
        // Looking at a store repairs it, so every second one is left for the next run to open.
        if moment % 2 == 0 {
            let left = state(&scene.out())?;
            between += u32::from(left != scene.old && left != scene.new);
            let wrong = neither(&left, &scene.old, &scene.new, |name| name.contains(".chunk-"));
            found.extend(wrong.into_iter().map(|fault| format!("killed at moment {moment}: {fault}")));
        }
        must(scene.run())?;
        let wrong = differences(&state(&scene.out())?, &scene.new);
        found.extend(wrong.into_iter().map(|fault| format!("after a kill at moment {moment}: {fault}")));
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
