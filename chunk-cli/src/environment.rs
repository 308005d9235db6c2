//! The one place where the environment is read.

use std::{collections::BTreeSet, env, ffi::OsString};

/// The environment variables and their values.
pub(crate) struct Environment(Vec<(OsString, OsString)>);

/// The value of a variable is not UTF-8, so it cannot be a setting.
pub(crate) struct NotUnicode;

impl Environment {
    #[expect(
        clippy::disallowed_methods,
        reason = "the command line hands the environment to those who need it"
    )]
    pub(crate) fn read() -> Self {
        Self(env::vars_os().collect())
    }

    pub(crate) fn get(&self, name: &str) -> Option<Result<&str, NotUnicode>> {
        let (_, value) = self.0.iter().rfind(|(known, _)| known == name)?;
        Some(value.to_str().ok_or(NotUnicode))
    }

    /// The names that begin with `prefix`.
    pub(crate) fn names(&self, prefix: &str) -> BTreeSet<&str> {
        let names = self.0.iter().filter_map(|(name, _)| name.to_str());
        names.filter(|name| name.starts_with(prefix)).collect()
    }
}
