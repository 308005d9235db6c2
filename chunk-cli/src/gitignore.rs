//! The rules of a `.gitignore`, matched by the crate `ignore` as in ripgrep. Its walker is not used, which follows what takes a folder's place meanwhile.

use ignore::{
    Error, Match,
    gitignore::{Gitignore, GitignoreBuilder},
};
use std::path::Path;

/// The rules of one file.
pub(crate) struct Rules(Gitignore);

impl Default for Rules {
    fn default() -> Self {
        Self(Gitignore::empty())
    }
}

impl Rules {
    /// Reads the lines of the file in `folder`; what is wrong with one is handed to `bad` with its number, and the others hold.
    ///
    /// # Errors
    /// Why none of them can hold.
    pub(crate) fn read(
        folder: &Path,
        bytes: &[u8],
        bad: &mut dyn FnMut(usize, String),
    ) -> Result<Self, &'static str> {
        let mut builder = GitignoreBuilder::new(folder);
        builder.allow_unclosed_class(false);
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        for (line, number) in bytes.split(|byte| *byte == b'\n').zip(1..) {
            let line = str::from_utf8(line).map_err(|_| "it is not UTF-8".to_owned());
            if let Err(what) = line.and_then(|line| add(&mut builder, line)) {
                bad(number, what);
            }
        }
        builder.build().map(Self).map_err(|_| "it has more patterns with * than can be matched together")
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a path is left out: the last rule that matches says. `None` if none does.
    pub(crate) fn leave_out(&self, path: &Path, is_folder: bool) -> Option<bool> {
        match self.0.matched(path, is_folder) {
            Match::None => None,
            Match::Ignore(_) => Some(true),
            Match::Whitelist(_) => Some(false),
        }
    }
}

fn add(builder: &mut GitignoreBuilder, line: &str) -> Result<(), String> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    let pattern = line.strip_prefix('!').unwrap_or(line).trim_end_matches(' ');
    if line.starts_with('#') || matches!(pattern, "" | "/") {
        return Ok(());
    }
    if pattern.contains("[[:") {
        return Err(
            "a class of characters by its name, such as [:digit:], is not read; write it as [0-9]".to_owned()
        );
    }
    // To git, braces are characters like others; what is after a backslash is one already.
    let line = if line.contains('\\') { line.into() } else { line.replace('{', "\\{").replace('}', "\\}") };
    builder.add_line(None, &line).map(drop).map_err(|error| match error {
        Error::Glob { err, .. } => err,
        other => other.to_string(),
    })
}
