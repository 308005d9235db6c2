//! The one place where the environment and a clock are read; the clock for progress and statistics, never for records.

use std::{collections::BTreeSet, env, ffi::OsString, time::Instant};

/// The value of a variable, if it is set; one that is not UTF-8 is an error.
#[expect(clippy::disallowed_methods, reason = "settings of the command line are read here, and nowhere else")]
pub(crate) fn variable(name: &str) -> Option<Result<String, OsString>> {
    env::var_os(name).map(OsString::into_string)
}

/// The names of the variables that begin with `prefix`.
#[expect(clippy::disallowed_methods, reason = "settings of the command line are read here, and nowhere else")]
pub(crate) fn names(prefix: &str) -> BTreeSet<String> {
    let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    names.filter(|name| name.starts_with(prefix)).collect()
}

/// The moment, from which the time that work takes is told.
#[expect(
    clippy::disallowed_methods,
    reason = "progress and statistics tell how long work takes; no record depends on it"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}
