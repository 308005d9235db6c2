//! CPU time, which is what counts on a shared machine.

use std::error::Error;

/// The CPU seconds, user and system, of all child processes that have ended.
#[cfg(unix)]
pub fn of_children() -> Result<f64, Box<dyn Error>> {
    use nix::sys::resource::{UsageWho, getrusage};

    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let (user, system) = (usage.user_time(), usage.system_time());
    #[expect(clippy::cast_precision_loss, reason = "seconds and microseconds are few")]
    let seconds = (user.tv_sec() + system.tv_sec()) as f64 + (user.tv_usec() + system.tv_usec()) as f64 / 1e6;
    Ok(seconds)
}

#[cfg(not(unix))]
pub fn of_children() -> Result<f64, Box<dyn Error>> {
    Err("what a process took is only known on Unix".into())
}
