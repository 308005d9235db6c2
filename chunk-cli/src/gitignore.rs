//! The rules of a `.gitignore`, which the crate `ignore` reads and matches.

use ignore::{
    Error, Match,
    gitignore::{Gitignore, GitignoreBuilder},
};
use std::path::Path;

/// The rules of one file, for paths below its folder.
pub(crate) struct Rules(Gitignore);

impl Rules {
    /// Reads the lines of the file in `folder`; what is wrong with one is handed to `bad` with its number, and the others hold. If they are
    /// too many to be matched, none does, which is said of line 1.
    pub(crate) fn read(folder: &Path, bytes: &[u8], bad: &mut dyn FnMut(usize, &str)) -> Self {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let mut rules = GitignoreBuilder::new(folder);
        for (line, number) in bytes.split(|byte| *byte == b'\n').zip(1..) {
            let Ok(line) = str::from_utf8(line) else {
                bad(number, "it is not UTF-8");
                continue;
            };
            if let Err(error) = rules.add_line(None, line.strip_suffix('\r').unwrap_or(line)) {
                bad(number, &what(error));
            }
        }
        Self(rules.build().unwrap_or_else(|error| {
            bad(1, &what(error));
            Gitignore::empty()
        }))
    }

    pub(crate) fn none() -> Self {
        Self(Gitignore::empty())
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

fn what(error: Error) -> String {
    match error {
        Error::Glob { err, .. } => err,
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn leaves_out(rules: &str, path: &str) -> bool {
        let (names, is_folder) = path.strip_suffix('/').map_or((path, false), |path| (path, true));
        let rules = Rules::read(Path::new("r"), rules.as_bytes(), &mut |line, what| panic!("{line}: {what}"));
        rules.leave_out(&Path::new("r").join(names), is_folder) == Some(true)
    }

    /// Expected values are those of `git check-ignore` 2.47.
    #[rstest]
    #[case("a", &["a", "a/", "x/a", "x/y/a/"], &["b", "ab", "A"])]
    #[case("/a", &["a"], &["x/a"])]
    #[case("a/", &["a/", "x/a/"], &["a"])]
    #[case("a/b", &["a/b"], &["x/a/b", "a/c"])]
    #[case("*.md", &["a.md", "x/.md", "x/a.md"], &["a.md5"])]
    #[case("a*b*c", &["abc", "axbxc", "aabbcc"], &["abcd", "acb", "x"])]
    #[case("x/*.md", &["x/a.md"], &["x/y/a.md", "a.md"])]
    #[case("**/x", &["x", "a/x", "a/b/x"], &["xx"])]
    #[case("a/**", &["a/b", "a/b/c"], &["a/", "b"])]
    #[case("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["ab", "a/bb"])]
    #[case("a**b", &["axxb", "ab"], &["a/b"])]
    #[case("?", &["a"], &["ab"])]
    #[case("[a-cx].t", &["a.t", "b.t", "x.t"], &["d.t", "-.t"])]
    #[case("[!a-c]", &["d"], &["a"])]
    #[case("[]-]", &["]", "-"], &["a"])]
    #[case("\\#a\n\\!b\n\\*", &["#a", "!b", "*"], &["a", "x"])]
    #[case("# a\n\n  \nb  \nc\\ \r\nd\r", &["b", "c ", "d"], &["# a", "c", "a"])]
    #[case("*\n!a\n!b/\n", &["x", "b"], &["a", "b/"])]
    #[case("\u{feff}a", &["a"], &[])]
    fn rules_are_those_of_git(#[case] rules: &str, #[case] out: &[&str], #[case] taken: &[&str]) {
        for path in out {
            assert!(leaves_out(rules, path), "{path} is left out");
        }
        for path in taken {
            assert!(!leaves_out(rules, path), "{path} is taken");
        }
    }

    #[test]
    fn a_bad_line_is_named_and_the_others_hold() {
        let mut bad = Vec::new();
        let rules = Rules::read(Path::new(""), b"[z-a]\na\nx\\\n\xFF\nc", &mut |line, _| bad.push(line));
        assert_eq!(bad, [1, 3, 4]);
        let left_out = |name: &str| rules.leave_out(Path::new(name), false);
        assert_eq!((left_out("a"), left_out("c"), left_out("z")), (Some(true), Some(true), None));
    }
}
