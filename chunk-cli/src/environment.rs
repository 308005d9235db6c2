//! The one place where the environment is read.

use std::{collections::BTreeMap, env, ffi::OsString};

/// The environment variables that this program looks at.
pub(crate) struct Environment(BTreeMap<OsString, OsString>);

/// A variable's value is no UTF-8, so it is no setting.
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
        self.0.get(name.as_ref() as &std::ffi::OsStr).map(|value| value.to_str().ok_or(NotUnicode))
    }

    /// The names that begin with `prefix`.
    pub(crate) fn names<'e>(&'e self, prefix: &'e str) -> impl Iterator<Item = &'e str> {
        self.0.keys().filter_map(|name| name.to_str()).filter(move |name| name.starts_with(prefix))
    }
}
