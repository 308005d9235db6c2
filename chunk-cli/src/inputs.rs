//! Finds the documents of a command by its paths and options, and makes sure that no output is one of them.

use crate::{
    console::say,
    error::{Error, trouble},
    find::{Found, Place, Search},
    gitignore::Rules,
    options::{Format, ReadingOptions},
    profile::Profile,
    shown::{shown, shown_name},
};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    fs::{self, File, Metadata},
    path::{Path, PathBuf},
};
#[cfg(unix)]
use std::{
    io,
    os::{fd::AsFd, unix::fs::MetadataExt},
};

/// The documents that `paths` mean to a policy, without those in `outputs`.
pub(crate) fn find(
    profile: &Profile,
    paths: &[PathBuf],
    reading: &ReadingOptions,
    outputs: &[PathBuf],
    quiet: bool,
) -> Result<Vec<Found>, Error> {
    let near = RefCell::new(BTreeMap::new());
    let exports = Cell::new(0);
    let pass_over = |name: &str| {
        exports.set(exports.get() + usize::from(name.ends_with(".json") || name.ends_with(".jsonl")));
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        if let Some(ending) = profile.near.iter().find(|near| ending.eq_ignore_ascii_case(near)) {
            *near.borrow_mut().entry(*ending).or_insert(0) += 1;
        }
    };
    let search = Search {
        include: globs("--include", &reading.include)?,
        exclude: globs("--exclude", &reading.exclude)?,
        pass_over: &pass_over,
        root: reading.root.as_deref(),
        names_inside: profile.names_inside,
        selects: profile.selects,
        outputs,
        is_sorted: !profile.keys.is_stream,
    };
    let mut found = search.find(paths)?;
    if found.is_empty() {
        say(&format!(
            "warning: nothing to read: of a folder, {} takes {}, but no hidden ones and none that a .gitignore excludes",
            profile.contract.policy, profile.selected
        ));
        if exports.get() > 0 && !quiet {
            say(&format!(
                "note: there {} of JSON: exports of other programs are read by the policies that `chunk formats` names, \
                 tokens of all files of a folder, the others with --include '*.json*'; --from FORMAT says which format",
                if exports.get() == 1 {
                    "is 1 file".to_owned()
                } else {
                    format!("are {} files", exports.get())
                }
            ));
        }
    }
    let near = near.into_inner();
    if let Some(first) = near.keys().next().filter(|_| !quiet) {
        let counts: Vec<_> = near.iter().map(|(ending, count)| format!("{count} *.{ending}")).collect();
        say(&format!(
            "note: not read: {}; of a folder, {} takes {}; --include '*.{first}' takes these instead, and may be repeated",
            counts.join(", "),
            profile.contract.policy,
            profile.selected
        ));
    }
    if let Some(id) = &reading.id {
        match (found.as_mut_slice(), reading.input) {
            ([only], Format::Document) => only.name.clone_from(id),
            _ => return trouble("--id names one document: pass one file, or - for stdin"),
        }
    }
    Ok(found)
}

/// The rules that these globs are, as lines of a `.gitignore`.
fn globs(option: &str, globs: &[String]) -> Result<Rules, Error> {
    let mut bad = None;
    let rules = Rules::read(Path::new(""), globs.join("\n").as_bytes(), &mut |number, what| {
        bad.get_or_insert_with(|| {
            let glob = globs.get(number - 1).map_or("", String::as_str);
            format!("{option} {}: {what}", shown_name(glob))
        });
    });
    bad.map_or(Ok(rules), trouble)
}

/// Refuses an output that is also an input, which would be overwritten. `found` is what `paths` mean.
pub(crate) fn refuse_output(
    found: &[Found],
    paths: &[PathBuf],
    output: &Path,
    option: &str,
) -> Result<(), Error> {
    let Ok(output) = fs::canonicalize(output) else { return Ok(()) };
    let Ok(metadata) = fs::metadata(&output) else { return Ok(()) };
    if !metadata.is_file() {
        return Ok(());
    }
    if found.iter().any(|found| found.place == Place::Stdin) && is_stdin(&metadata) {
        return trouble(format!(
            "stdin is {}, and {option} would replace it; pass another file",
            shown(&output)
        ));
    }
    let files = found.iter().filter_map(|found| match &found.place {
        Place::File(located) => Some(&located.path),
        _ => None,
    });
    // What was found in a folder is no symbolic link, so only a file of the same name can be the output. Asking the system about each
    // file of a large folder would keep all threads waiting.
    let namesakes = files.filter(|path| path.file_name() == output.file_name());
    for path in paths.iter().chain(namesakes) {
        if fs::canonicalize(path).is_ok_and(|path| path == output) {
            return trouble(format!(
                "{} is an input, and {option} would replace it; pass another file",
                shown(path)
            ));
        }
    }
    Ok(())
}

/// Whether stdin is read from the file with this metadata.
#[cfg(unix)]
fn is_stdin(metadata: &Metadata) -> bool {
    let stdin = io::stdin().as_fd().try_clone_to_owned().map(File::from).and_then(|stdin| stdin.metadata());
    stdin.is_ok_and(|stdin| (stdin.dev(), stdin.ino()) == (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn is_stdin(_: &Metadata) -> bool {
    false
}
