//! Walks a folder: the files in it and below, without hidden ones, symbolic links, and what a `.gitignore` leaves out.

use crate::{
    beneath::Folder, console::say, error::cannot_read_it, gitignore::Rules, opened::identity,
    report::counted, shown::shown,
};
use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

const IGNORE_FILE: &str = ".gitignore";
/// The most bytes of one. Hostile rules take several hundred times as much memory.
const LONGEST: u64 = 128 << 10;
/// How many bad lines of an ignore file are shown.
const SHOWN: usize = 3;

/// What is found, by its path below the folder.
pub(crate) enum Walked {
    File(PathBuf),
    /// A folder that cannot be read, and why.
    Unreadable(PathBuf, io::Error),
}

/// The rules of folders, which hold below them, and whether a repository begins there: rules from above it do not hold in it.
type Levels = BTreeMap<PathBuf, (Rules, bool)>;

/// Walks `folder`, passing over what lies at the paths `outputs` and what the rules `exclude`, and hands what it finds to `take`, in no order.
/// Ignore files that cannot be used, or not wholly, are warned of.
pub(crate) fn walk(
    folder: &Folder,
    outputs: &[PathBuf],
    exclude: &Rules,
    take: &mut dyn FnMut(Walked),
) -> io::Result<()> {
    let real = fs::canonicalize(&folder.path)?;
    // An output whose folder does not exist yet cannot be found.
    let outputs: Vec<&Path> = outputs.iter().filter_map(|output| output.strip_prefix(&real).ok()).collect();
    let stdout = identity(io::stdout());
    let mut levels = levels_above(&real);
    let mut left = vec![PathBuf::new()];
    while let Some(inside) = left.pop() {
        let entries = match folder.entries(&inside) {
            Ok(entries) => entries,
            Err(error) if inside.as_os_str().is_empty() => return Err(error),
            Err(error) => {
                take(Walked::Unreadable(inside, error));
                continue;
            }
        };
        let here = real.join(&inside);
        let has = |name: &str| entries.iter().any(|entry| entry.name == name);
        let rules = if has(IGNORE_FILE) { rules(folder, &inside, &here) } else { Rules::default() };
        if !rules.is_empty() || has(".git") {
            levels.insert(here.clone(), (rules, has(".git")));
        }
        // The rule that is nearest to a path says whether it is taken, if any does.
        let mut nearest: Vec<_> = here.ancestors().filter_map(|folder| levels.get(folder)).collect();
        if let Some(top) = nearest.iter().position(|(_, is_repository)| *is_repository) {
            nearest.truncate(top + 1);
        }
        let is_left_out = |name: &OsStr, is_folder| {
            let path = here.join(name);
            let said = nearest.iter().find_map(|(rules, _)| rules.leave_out(&path, is_folder));
            said == Some(true) || name.as_encoded_bytes().starts_with(b".")
        };
        for entry in entries {
            let (path, is_folder) = (inside.join(&entry.name), entry.kind.is_dir());
            if !(is_folder || entry.kind.is_file())
                || is_left_out(&entry.name, is_folder)
                || outputs.contains(&&*path)
                || exclude.leave_out(&path, is_folder) == Some(true)
            {
                continue;
            }
            if is_folder {
                left.push(path);
            } else if stdout.is_none() || folder.identity_of(&path).ok() != stdout {
                take(Walked::File(path));
            }
        }
    }
    Ok(())
}

/// The rules of the folders above `real`, up to that of the repository that it lies in, if it lies in one.
fn levels_above(real: &Path) -> Levels {
    let mut levels = Levels::new();
    let mut is_repository = real.join(".git").exists();
    for path in real.ancestors().skip(1) {
        if is_repository {
            break;
        }
        is_repository = path.join(".git").exists();
        let opened = Folder::open(path);
        let rules = opened.map_or_else(|_| Rules::default(), |folder| rules(&folder, Path::new(""), path));
        levels.insert(path.to_owned(), (rules, is_repository));
    }
    levels
}

/// The rules of the folder at `inside` below an open one, which is really at the path `real`.
fn rules(folder: &Folder, inside: &Path, real: &Path) -> Rules {
    let inside = inside.join(IGNORE_FILE);
    let file = shown(&folder.path.join(&inside));
    let mut bad = 0;
    let mut note = |line: usize, what: String| {
        bad += 1;
        if bad <= SHOWN {
            say(&format!("warning: {file}: line {line}: {what}; the other lines hold"));
        }
    };
    let rules = match folder.read_at_most(&inside, LONGEST) {
        Ok(bytes) => Rules::read(real, &bytes, &mut note).map_err(str::to_owned),
        Err(error) => Err(cannot_read_it(&error, Path::new(&file))),
    };
    let rules = rules.unwrap_or_else(|what| {
        say(&format!("warning: {file}: {what}; nothing is left out for it"));
        Rules::default()
    });
    if bad > SHOWN {
        say(&format!("warning: {file}: and {}", counted(bad - SHOWN, "more such line")));
    }
    rules
}
