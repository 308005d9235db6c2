//! The ledger `fixtures/<policy>/ids.lock`, with a line for each frozen case. It only ever grows: a line that any commit of
//! this branch's history had in it is in it still.

use crate::root;
use std::{
    collections::BTreeSet,
    error::Error,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

/// The ledger of a policy.
///
/// A line is `CASE VERSION IDS EXPECTED`: the case, its contract's version, the digest of its ids, and that of its expected
/// bytes. A later line of the same case replaces the earlier one, and ends with the reason.
pub struct Ledger {
    path: PathBuf,
    text: String,
}

impl Ledger {
    pub fn read(policy: &str) -> io::Result<Self> {
        let path = root().join("fixtures").join(policy).join("ids.lock");
        let text = if path.exists() { fs::read_to_string(&path)? } else { String::new() };
        Ok(Self { path, text })
    }

    /// The last line of a case, without its reason.
    pub fn digests(&self, case: &str) -> Option<&str> {
        let line = self.text.lines().rfind(|line| case_of(line) == case)?;
        let end = line.match_indices(' ').nth(3).map_or(line.len(), |(end, _)| end);
        line.get(..end)
    }

    /// The names of all cases that were ever frozen.
    pub fn cases(&self) -> impl Iterator<Item = &str> {
        self.text.lines().map(case_of).collect::<BTreeSet<_>>().into_iter()
    }

    /// The later lines of a case that give no reason.
    pub fn unexplained(&self) -> impl Iterator<Item = &str> {
        let mut known = BTreeSet::new();
        self.text.lines().filter(move |line| !known.insert(case_of(line)) && line.split(' ').count() <= 4)
    }

    /// Writes the ledger with `lines` added at its end.
    pub fn append(self, lines: &str) -> io::Result<()> {
        fs::write(self.path, self.text + lines)
    }

    /// The lines that some commit had in the ledger and that are gone.
    pub fn lost(&self) -> Result<Vec<String>, Box<dyn Error>> {
        lost(&self.path, &self.text)
    }
}

fn case_of(line: &str) -> &str {
    line.split(' ').next().unwrap_or(line)
}

/// The lines that `path` had in any commit up to HEAD and that `text` lacks.
fn lost(path: &Path, text: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let folder = path.parent().ok_or("a ledger is in a folder")?;
    let name = path.file_name().ok_or("a ledger is a file")?.to_string_lossy();
    let now: BTreeSet<&str> = text.lines().collect();
    let mut lost = BTreeSet::new();
    let commits = git(folder, &["log", "--full-history", "--format=%h", "--", &name])?;
    for commit in commits.lines() {
        // `git show` fails for a commit that deleted the file.
        let Ok(before) = git(folder, &["show", &format!("{commit}:./{name}")]) else { continue };
        let gone = before.lines().filter(|line| !now.contains(line));
        lost.extend(gone.map(|line| format!("commit {commit} has the line\n  {line}")));
    }
    Ok(lost.into_iter().collect())
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("git {}: {}", arguments.join(" "), message.trim()).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_commit_had_is_missed() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let path = folder.join("ids.lock");
        git(folder, &["init", "--quiet"]).unwrap();
        let commit = |text: &str| {
            fs::write(&path, text).unwrap();
            git(folder, &["add", "ids.lock"]).unwrap();
            let name = ["-c", "user.name=n", "-c", "user.email=e"];
            git(folder, &[&name[..], &["commit", "--quiet", "-m", "m"]].concat()).unwrap();
        };
        commit("a v1 1 1\n");
        commit("a v1 1 1\nb v1 2 2\n");
        assert!(lost(&path, "a v1 1 1\nb v1 2 2\nc v1 3 3\n").unwrap().is_empty());
        let changed = lost(&path, "a v1 1 9\nb v1 2 2\n").unwrap();
        assert!(changed.iter().all(|line| line.ends_with("a v1 1 1")) && changed.len() == 2, "{changed:?}");
        // Committed, the change is found all the same.
        commit("a v1 1 9\n");
        assert_eq!(lost(&path, "a v1 1 9\n").unwrap().len(), 3, "a of two commits, b of one");
    }

    #[test]
    fn the_last_line_of_a_case_counts_and_says_why() {
        let text = "a v1 1 1\nb v1 2 2\na v1 1 3 C1 was decided: titles are bounded\nb v1 2 4\n";
        let ledger = Ledger { path: PathBuf::new(), text: text.to_owned() };
        assert_eq!(ledger.digests("a"), Some("a v1 1 3"));
        assert_eq!(ledger.digests("c"), None);
        assert!(ledger.cases().eq(["a", "b"]));
        assert!(ledger.unexplained().eq(["b v1 2 4"]));
    }
}
