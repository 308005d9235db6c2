//! Walks a folder: the files in it and below, without hidden ones, symbolic links, and what a `.gitignore` leaves out.

use crate::{
    beneath::{Entry, Folder, Kind},
    console::say,
    error::cannot_read_it,
    gitignore::Rules,
    report::counted,
    shown::shown,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
    rc::Rc,
};

const IGNORE_FILE: &str = ".gitignore";
/// How many bad lines of an ignore file are shown.
const SHOWN: usize = 3;

/// What is found, by its path below the folder.
pub(crate) enum Walked {
    File(PathBuf),
    /// A folder that cannot be read, and why.
    Unreadable(PathBuf, io::Error),
}

/// The rules of a folder, which hold below it, and those of the folders above.
struct Level {
    /// How many names of a path lead to the folder.
    depth: usize,
    rules: Rules,
    /// Whether a repository begins here: rules from above it do not hold in it.
    is_repository: bool,
    above: Above,
}

type Above = Option<Rc<Level>>;

/// Walks `folder`, passing over what lies at the paths `outputs` and what the rules `exclude`, and hands what it finds to `take`, in no order. Ignore files that cannot
/// be used, or not wholly, are warned of.
pub(crate) fn walk(
    folder: &Folder,
    outputs: &[PathBuf],
    exclude: &Rules,
    take: &mut dyn FnMut(Walked),
) -> io::Result<()> {
    let real =
        fs::canonicalize(if folder.path.as_os_str().is_empty() { Path::new(".") } else { &folder.path })?;
    // An output whose folder does not exist yet cannot be found.
    let outputs: Vec<&Path> = outputs.iter().filter_map(|output| output.strip_prefix(&real).ok()).collect();
    let stdout = stdout();
    let base: Vec<String> =
        real.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    let mut left = vec![(PathBuf::new(), levels_above(&real))];
    while let Some((inside, above)) = left.pop() {
        let entries = folder.subfolder(&inside).and_then(|opened| Ok((opened.entries()?, opened)));
        let (entries, opened) = match entries {
            Ok(entries) => entries,
            Err(error) if inside.as_os_str().is_empty() => return Err(error),
            Err(error) => {
                take(Walked::Unreadable(inside, error));
                continue;
            }
        };
        let mut names: Vec<String> = base.clone();
        names.extend(inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned()));
        let level = level(&opened, &entries, names.len(), above);
        for entry in entries {
            let is_folder = entry.kind == Kind::Folder;
            if entry.kind == Kind::Other || !is_taken(&entry, &mut names, is_folder, &level) {
                continue;
            }
            let path = inside.join(&entry.name);
            let is_excluded = || {
                let below: Vec<_> =
                    path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
                let below: Vec<&str> = below.iter().map(AsRef::as_ref).collect();
                exclude.leave_out(&below, is_folder) == Some(true)
            };
            if outputs.contains(&&*path) || !exclude.is_empty() && is_excluded() {
                continue;
            }
            if is_folder {
                left.push((path, level.clone()));
            } else if !is_stdout(stdout, &entry, folder, &path) {
                take(Walked::File(path));
            }
        }
    }
    Ok(())
}

/// The rules that hold in an open folder with these entries: its own, if it has any, and those `above`.
fn level(folder: &Folder, entries: &[Entry], depth: usize, above: Above) -> Above {
    let has = |name: &str| entries.iter().any(|entry| entry.name == name);
    let rules = if has(IGNORE_FILE) { rules(folder) } else { Rules::default() };
    if rules.is_empty() && !has(".git") {
        return above;
    }
    Some(Rc::new(Level { depth, rules, is_repository: has(".git"), above }))
}

/// The rules of the folders above `real`, up to that of the repository that it lies in, if it lies in one.
fn levels_above(real: &Path) -> Above {
    let mut folders = Vec::new();
    let mut is_repository = real.join(".git").exists();
    for path in real.ancestors().skip(1) {
        if is_repository {
            break;
        }
        is_repository = path.join(".git").exists();
        folders.push((path, is_repository));
    }
    folders.into_iter().rev().fold(None, |above, (path, is_repository)| {
        let rules = Folder::open(path).map_or_else(|_| Rules::default(), |folder| rules(&folder));
        if rules.is_empty() && !is_repository {
            return above;
        }
        Some(Rc::new(Level { depth: path.components().count(), rules, is_repository, above }))
    })
}

fn rules(folder: &Folder) -> Rules {
    let file = shown(&folder.path.join(IGNORE_FILE));
    let bytes = match folder.read_small(IGNORE_FILE) {
        Ok(bytes) => bytes.unwrap_or_default(),
        Err(error) => {
            say(&format!("warning: {file}: {}; nothing is left out for it", cannot_read_it(&error)));
            return Rules::default();
        }
    };
    let mut bad = 0;
    let rules = Rules::read(&bytes, &mut |line, what| {
        bad += 1;
        if bad <= SHOWN {
            say(&format!("warning: {file}: line {line}: {what}; the other lines hold"));
        }
    });
    if bad > SHOWN {
        say(&format!("warning: {file}: and {}", counted(bad - SHOWN, "more such line")));
    }
    rules
}

/// Whether an entry of the folder that `names` leads to is taken. The rule that is nearest to it says, if any does; hidden ones are not.
fn is_taken(entry: &Entry, names: &mut Vec<String>, is_folder: bool, level: &Above) -> bool {
    let name = entry.name.to_string_lossy();
    let is_hidden = name.starts_with('.');
    let mut at = level.as_deref();
    let mut said = None;
    if at.is_some() {
        names.push(name.into_owned());
        let path: Vec<&str> = names.iter().map(String::as_str).collect();
        while let (None, Some(level)) = (said, at) {
            said = level.rules.leave_out(path.get(level.depth..).unwrap_or_default(), is_folder);
            at = if level.is_repository { None } else { level.above.as_deref() };
        }
        names.pop();
    }
    !said.unwrap_or(is_hidden)
}

/// The file that stdout is written to: its numbers of the file system and in it.
#[cfg(unix)]
fn stdout() -> Option<(u64, u64)> {
    use std::os::{fd::AsFd, unix::fs::MetadataExt};
    let stdout = io::stdout()
        .as_fd()
        .try_clone_to_owned()
        .map(fs::File::from)
        .and_then(|file| file.metadata())
        .ok()?;
    stdout.is_file().then(|| (stdout.dev(), stdout.ino()))
}

/// Whether an entry is the file that stdout is written to. Only one of the same number is opened.
#[cfg(unix)]
fn is_stdout(stdout: Option<(u64, u64)>, entry: &Entry, folder: &Folder, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    stdout.is_some_and(|(device, number)| {
        number == entry.number
            && folder
                .read(path)
                .and_then(|file| file.metadata())
                .is_ok_and(|file| (file.dev(), file.ino()) == (device, number))
    })
}

#[cfg(not(unix))]
fn stdout() -> Option<(u64, u64)> {
    None
}

#[cfg(not(unix))]
fn is_stdout(_: Option<(u64, u64)>, _: &Entry, _: &Folder, _: &Path) -> bool {
    false
}
