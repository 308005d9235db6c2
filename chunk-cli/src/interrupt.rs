//! Handles the signals that end a run (Ctrl-C, a request to terminate, a terminal that goes away): removes all temporary
//! files, and exits with status 130.

use crate::{error::INTERRUPTED, program, whole_file};
use chunk_core::unicode;
#[cfg(unix)]
use std::sync::Arc;

/// Ends the program with status 130 on such a signal. If no handler can be installed, the signal ends the program as it
/// would without one.
#[cfg(unix)]
pub(crate) fn watch() {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
        flag,
        iterator::Signals,
    };
    use std::{sync::mpsc, thread};
    // Where files may not be as long as one becomes, its writer gets an error, and the run ends as at any other.
    let _ = flag::register(SIGXFSZ, Arc::default());
    let (give, given) = mpsc::channel::<Signals>();
    let handler = thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if given.recv().is_ok_and(|mut signals| signals.forever().next().is_some()) {
            end();
        }
    });
    // Signals are caught only if the thread that waits for them has started.
    if handler.is_ok() {
        let mut wanted = vec![SIGINT, SIGTERM];
        // `nohup` has a run outlive its terminal.
        wanted.extend(Some(SIGHUP).filter(|&signal| !is_ignored(signal)));
        let _ = Signals::new(wanted).map(|signals| give.send(signals));
    }
}

#[cfg(not(unix))]
pub(crate) fn watch() {
    let _ = ctrlc::set_handler(end);
}

fn end() {
    #[expect(clippy::exit, reason = "the handler's thread cannot return from main")]
    program::stop(|| whole_file::remove_all(|| std::process::exit(i32::from(INTERRUPTED))));
}

/// Whether the program was started with `signal` ignored, as far as the system tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(unicode::trim(mask), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
