//! Walks a folder: the files in it and below, without hidden ones, symbolic links, and what a `.gitignore` leaves out.

use crate::{
    beneath::Folder, console::say, error::cannot_read_it, gitignore::Rules, report::counted, shown::shown,
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
    rules: Rules,
    /// Whether a repository begins here: rules from above it do not hold in it.
    is_repository: bool,
    above: Above,
}

type Above = Option<Rc<Level>>;

/// Walks `folder`, passing over what lies at the paths `outputs` and what the rules `exclude`, and hands what it finds to `take`, in no order.
/// Ignore files that cannot be used, or not wholly, are warned of.
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
    let mut left = vec![(PathBuf::new(), levels_above(&real))];
    while let Some((inside, above)) = left.pop() {
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
        let level = level(rules, has(".git"), above);
        for entry in entries {
            let (path, is_folder) = (inside.join(&entry.name), entry.kind.is_dir());
            if !(is_folder || entry.kind.is_file())
                || !is_taken(&here.join(&entry.name), is_folder, level.as_deref())
                || outputs.contains(&&*path)
                || exclude.leave_out(&path, is_folder) == Some(true)
            {
                continue;
            }
            if is_folder {
                left.push((path, level.clone()));
            } else if stdout.is_none() || folder.identity_of(&path).ok() != stdout {
                take(Walked::File(path));
            }
        }
    }
    Ok(())
}

/// The rules that hold in a folder: its own, if it has any, and those `above`.
fn level(rules: Rules, is_repository: bool, above: Above) -> Above {
    if rules.is_empty() && !is_repository {
        return above;
    }
    Some(Rc::new(Level { rules, is_repository, above }))
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
        let rules = Folder::open(path)
            .map_or_else(|_| Rules::default(), |folder| rules(&folder, Path::new(""), path));
        level(rules, is_repository, above)
    })
}

/// The rules of the folder at `inside` below an open one, which is really at the path `real`.
fn rules(folder: &Folder, inside: &Path, real: &Path) -> Rules {
    let inside = inside.join(IGNORE_FILE);
    let file = shown(&folder.path.join(&inside));
    let bytes = match folder.read_small(&inside) {
        Ok(bytes) => bytes.unwrap_or_default(),
        Err(error) => {
            say(&format!(
                "warning: {file}: {}; nothing is left out for it",
                cannot_read_it(&error, Path::new(&file))
            ));
            return Rules::default();
        }
    };
    let mut bad = 0;
    let rules = Rules::read(real, &bytes, &mut |line, what| {
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

/// Whether a path is taken. The rule that is nearest to it says, if any does; hidden ones are not.
fn is_taken(path: &Path, is_folder: bool, mut at: Option<&Level>) -> bool {
    while let Some(level) = at {
        if let Some(is_left_out) = level.rules.leave_out(path, is_folder) {
            return !is_left_out;
        }
        at = if level.is_repository { None } else { level.above.as_deref() };
    }
    !path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
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

#[cfg(not(unix))]
fn stdout() -> Option<(u64, u64)> {
    None
}
