//! Finds the documents that the arguments on the command line mean, in the order of the bytes of their paths.

use crate::{
    beneath::{Folder, Located, Root},
    error::{Error, cannot, cannot_read_it, trouble},
    gitignore::Rules,
    profile::Profile,
    shown::{shown, shown_name},
    walk::{Walked, walk},
};
use globset::{GlobBuilder, GlobMatcher};
use std::{
    fs, io,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

/// A document to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its path in the corpus, `/`-separated: policies are given it, and the output is ordered by it.
    pub(crate) name: String,
    pub(crate) place: Place,
}

/// Where the bytes of a document are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Stdin,
    File(Located),
    /// It cannot be read, which is reported when its turn comes.
    Unreadable {
        path: PathBuf,
        error: Error,
    },
}

/// How to find documents.
pub(crate) struct Search<'s> {
    /// What names are relative to. Without a root, names are relative to the folder given, and a file given is named by its path.
    pub(crate) root: Option<&'s Path>,
    /// The policy, which says what is taken from a folder, and how documents are named and ordered.
    pub(crate) profile: &'s Profile,
    /// What alone is taken from a folder, if it has any rules, and what is left out of one.
    pub(crate) include: Rules,
    pub(crate) exclude: Rules,
    /// What this run writes: in a folder given, it is passed over.
    pub(crate) outputs: &'s [PathBuf],
    /// The files of folders that the policy does not take.
    pub(crate) passed_over: Vec<String>,
}

impl Search<'_> {
    /// Finds the documents that `arguments` mean: files, folders, globs, `-`.
    pub(crate) fn find(&mut self, arguments: &[PathBuf]) -> Result<Vec<Found>, Error> {
        let root = self.root.map(opened_root).transpose()?;
        let mut found = Vec::new();
        for argument in arguments {
            let known = found.len();
            if let Err(message) = self.find_one(argument, root.as_ref(), &mut found) {
                // One bad argument does not stop the others; an only argument that is bad is a mistake in the call.
                if arguments.len() == 1 {
                    return trouble(format!("{}: {message}", shown(argument)));
                }
                found.push(Found::unreadable(argument.clone(), Error::refused(message)));
            }
            in_order(found.get_mut(known..).unwrap_or_default());
        }
        if !self.profile.keys.is_stream {
            in_order(&mut found);
            remove_duplicates(&mut found)?;
        }
        Ok(found)
    }

    /// Adds the documents that `argument` means to `found`, or returns what is wrong with it, without naming it.
    fn find_one(
        &mut self,
        argument: &Path,
        root: Option<&(PathBuf, Arc<Root>)>,
        found: &mut Vec<Found>,
    ) -> Result<(), String> {
        if argument.as_os_str() == "-" {
            found.push(Found { name: "-".to_owned(), place: Place::Stdin });
            return Ok(());
        }
        let name_of = |path: &Path, without_root: &Path| match root {
            Some((real, _)) => name_in(real, path),
            None => Ok(without_root.to_owned()),
        };
        match fs::metadata(argument) {
            Ok(metadata) if metadata.is_dir() => {
                let prefix = name_of(argument, Path::new(""))?;
                self.walk(argument, &prefix, None, found)
            }
            Ok(_) => {
                let own = argument.file_name().filter(|_| self.leads_out(argument));
                let name = slashed(&name_of(argument, own.map_or(argument, Path::new))?)?;
                let located = match root {
                    None => Located::at(argument.to_owned()),
                    Some((top, root)) => {
                        let real =
                            fs::canonicalize(argument).map_err(|error| cannot_read_it(&error, argument))?;
                        let inside = real.strip_prefix(top).map_err(|_| not_inside(top))?.to_owned();
                        Located::below(root, inside, argument.to_owned())
                    }
                };
                found.push(Found { name, place: Place::File(located) });
                Ok(())
            }
            Err(error) => {
                let Some((base, matcher)) = glob(argument)? else {
                    return Err(cannot_read_it(&error, argument));
                };
                let before = found.len();
                let prefix = if self.leads_out(&base) { Path::new("") } else { &base };
                self.walk(&base, &name_of(&base, prefix)?, Some(&matcher), found)?;
                if found.len() == before {
                    return Err("no file matches".to_owned());
                }
                Ok(())
            }
        }
    }

    /// Whether `path` leads out of the folder that names are relative to, although it must not.
    fn leads_out(&self, path: &Path) -> bool {
        let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        self.profile.names_inside && !path.components().all(is_inside)
    }

    /// Adds the files below `folder` that `pattern`, or without one the policy, takes.
    fn walk(
        &mut self,
        folder: &Path,
        prefix: &Path,
        pattern: Option<&GlobMatcher>,
        found: &mut Vec<Found>,
    ) -> Result<(), String> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut prefix = slashed(prefix)?;
        if !prefix.is_empty() && !prefix.ends_with('/') {
            prefix.push('/');
        }
        let opened = Folder::open(folder).map_err(|error| cannot_read_it(&error, folder))?;
        let root = Arc::new(Root::of(&opened).map_err(|error| cannot_read_it(&error, folder))?);
        let outputs: Vec<_> = self.outputs.iter().filter_map(|output| placed(output).ok()).collect();
        let mut take = |walked| match walked {
            Walked::Unreadable(inside, error) => {
                found.push(Found::unreadable(folder.join(inside), Error::reading(&error)));
            }
            Walked::File(inside) => {
                let below = match slashed(&inside) {
                    Ok(name) => name,
                    Err(message) => {
                        return found.push(Found::unreadable(folder.join(inside), Error::refused(message)));
                    }
                };
                let name = format!("{prefix}{below}");
                let is_taken = match pattern {
                    Some(pattern) if !pattern.is_match(&inside) => return,
                    _ if !self.include.is_empty() => self.include.leave_out(&inside, false) == Some(true),
                    Some(_) => true,
                    None => (self.profile.selects)(&name),
                };
                if is_taken {
                    let path = folder.join(&inside);
                    let located = Located::below(&root, inside, path).found();
                    found.push(Found { name, place: Place::File(located) });
                } else if self.include.is_empty() {
                    self.passed_over.push(name);
                }
            }
        };
        walk(&opened, &outputs, &self.exclude, &mut take).map_err(|error| cannot_read_it(&error, folder))
    }
}

impl Found {
    fn unreadable(path: PathBuf, error: Error) -> Self {
        Self { name: path.to_string_lossy().into_owned(), place: Place::Unreadable { path, error } }
    }
}

/// The real path of a root, and the root.
fn opened_root(path: &Path) -> Result<(PathBuf, Arc<Root>), Error> {
    let real = fs::canonicalize(path).map_err(cannot("read", shown(path)))?;
    if !real.is_dir() {
        return trouble(format!("the root {} is no folder", shown(path)));
    }
    let root =
        Folder::open(&real).and_then(|folder| Root::of(&folder)).map_err(cannot("read", shown(path)))?;
    Ok((real, Arc::new(root)))
}

/// The folder that holds all matches of a glob, and what the path below it has to look like; `None` if `argument` has no special character of globs.
fn glob(argument: &Path) -> Result<Option<(PathBuf, GlobMatcher)>, String> {
    let is_special = |component: &Component<'_>| {
        component.as_os_str().as_encoded_bytes().iter().any(|byte| b"*?[{".contains(byte))
    };
    let base: PathBuf = argument.components().take_while(|component| !is_special(component)).collect();
    let rest: PathBuf = argument.components().skip_while(|component| !is_special(component)).collect();
    if rest.as_os_str().is_empty() {
        return Ok(None);
    }
    let glob = GlobBuilder::new(&slashed(&rest)?).literal_separator(true).build();
    let glob = glob.map_err(|error| format!("cannot read the pattern: {}", error.kind()))?;
    Ok(Some((base, glob.compile_matcher())))
}

/// The path of a file or folder relative to `root` (which is canonical), with symbolic links in its folders resolved. It must not
/// lead out of the root, nor may it be a symbolic link that does.
pub(crate) fn name_in(root: &Path, path: &Path) -> Result<PathBuf, String> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let real = fs::canonicalize(path).map_err(|error| cannot_read_it(&error, path))?;
    let named = placed(path).map_err(|error| cannot_read_it(&error, path))?;
    match named.strip_prefix(root) {
        Ok(name) if real.starts_with(root) => Ok(name.to_owned()),
        _ if real.is_dir() && real == root => Ok(PathBuf::new()),
        _ => Err(not_inside(root)),
    }
}

fn not_inside(root: &Path) -> String {
    format!("not inside the root {}", shown(root))
}

/// A path with symbolic links in its folders resolved; its last part may be a symbolic link, or not exist yet.
pub(crate) fn placed(path: &Path) -> io::Result<PathBuf> {
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if parent.as_os_str().is_empty() => Ok(fs::canonicalize(".")?.join(name)),
        (Some(parent), Some(name)) => Ok(fs::canonicalize(parent)?.join(name)),
        _ => fs::canonicalize(path),
    }
}

/// A path as a name: `/`-separated, without `.` components.
pub(crate) fn slashed(path: &Path) -> Result<String, String> {
    let parts = path.components().filter(|part| *part != Component::CurDir);
    let parts: Option<Vec<&str>> = parts.map(|part| part.as_os_str().to_str()).collect();
    let name = parts.ok_or("the path is not UTF-8; rename it")?.join("/");
    // The root is a part of its own, which is a slash.
    Ok(name.strip_prefix('/').filter(|rest| rest.starts_with('/')).unwrap_or(&name).to_owned())
}

fn in_order(documents: &mut [Found]) {
    documents.sort_by(|a, b| a.name.as_bytes().cmp(b.name.as_bytes()));
}

/// Removes documents that are given twice. Two documents with one name are an error: their records could not be told apart.
fn remove_duplicates(documents: &mut Vec<Found>) -> Result<(), Error> {
    let mut clash = None;
    documents.dedup_by(|next, first| {
        if next.name != first.name {
            return false;
        }
        let same = match (&next.place, &first.place) {
            (Place::File(a), Place::File(b)) => {
                matches!((fs::canonicalize(&a.path), fs::canonicalize(&b.path)), (Ok(a), Ok(b)) if a == b)
            }
            (a, b) => a == b,
        };
        if !same && clash.is_none() {
            clash = Some(format!(
                "{} and {} would both be called `{}`; pass --root with a folder that holds both",
                first.place,
                next.place,
                shown_name(&next.name)
            ));
        }
        same
    });
    clash.map_or(Ok(()), trouble)
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stdin => f.write_str("stdin"),
            Self::File(Located { path, .. }) | Self::Unreadable { path, .. } => f.write_str(&shown(path)),
        }
    }
}
