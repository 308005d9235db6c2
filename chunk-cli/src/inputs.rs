//! Finds the documents of a command by its paths and options, and makes sure that no output is one of them.

use crate::{
    console::{note, say},
    error::{Error, trouble},
    find::{Found, Place, Search},
    gitignore::Rules,
    opened::identity,
    options::{Format, ReadingOptions},
    profile::Profile,
    report::counted,
    shown::{shown, shown_name},
};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// Endings of documents that are no text until a program has converted them.
const DOCUMENTS: [&str; 8] = ["doc", "docx", "epub", "htm", "html", "odt", "pdf", "pptx"];

/// The documents that `paths` mean to a policy, without those in `outputs`; with notes of files that are not read, if these are wanted.
pub(crate) fn find(
    profile: &Profile,
    paths: &[PathBuf],
    reading: &ReadingOptions,
    outputs: &[PathBuf],
    has_notes: bool,
) -> Result<Vec<Found>, Error> {
    let mut search = Search {
        root: reading.root.as_deref(),
        profile,
        include: globs("--include", &reading.include)?,
        exclude: globs("--exclude", &reading.exclude)?,
        outputs,
        passed_over: Vec::new(),
    };
    let mut found = search.find(paths)?;
    let endings = || search.passed_over.iter().filter_map(|name| Some(name.rsplit_once('.')?.1));
    if found.is_empty() {
        let included: Vec<_> = reading.include.iter().map(|glob| format!("'{}'", shown_name(glob))).collect();
        let takes = match included.is_empty() {
            true => format!("{} takes {}", profile.contract.policy, profile.selected),
            false => format!("--include takes {}", included.join(" and ")),
        };
        say(&format!(
            "warning: nothing to read: of a folder, {takes}, but no hidden ones and none that --exclude or a .gitignore excludes"
        ));
        let exports = endings().filter(|ending| ["json", "jsonl"].contains(ending)).count();
        if exports > 0 && has_notes {
            let are = if exports == 1 { "is" } else { "are" };
            note(&format!(
                "note: there {are} {} of JSON: exports of other programs are read by the policies that `chunk formats` names, \
                 tokens of all files of a folder, the others with --include '*.json*'; --from FORMAT says which format",
                counted(exports, "file")
            ));
        }
    }
    if has_notes {
        let passed_over = |known| counts(endings(), known);
        let (near, documents) = (passed_over(profile.near), passed_over(&DOCUMENTS));
        if let Some((counts, first)) = near {
            note(&format!(
                "note: not read: {counts}; of a folder, {} takes {}; --include '*.{first}' takes these instead, and may be repeated",
                profile.contract.policy, profile.selected
            ));
        }
        if let Some((counts, first)) = documents {
            note(&format!(
                "note: not read: {counts}; convert them first, or have --pre CMD do it: --include '*.{first}' takes these instead"
            ));
        }
    }
    if let Some(id) = &reading.id {
        match (found.as_mut_slice(), reading.input) {
            ([only], Format::Document) => only.name.clone_from(id),
            _ => return trouble("--id names one document: pass one file, or - for stdin"),
        }
    }
    Ok(found)
}

/// The refusal of a run that has found no document, where `would` is what it would do to those of an earlier run: most likely the folder is
/// another one, or not mounted. `otherwise` says how to have that done.
pub(crate) fn nothing_found<T>(would: &str, otherwise: &str) -> Result<T, Error> {
    trouble(format!(
        "no document was found, and {would}; look whether it is the right folder, and mounted ({otherwise})"
    ))
}

/// How many files have each of the `known` endings, such as `2 *.pdf`, and the first of these endings; `None` if no file has one.
fn counts<'e>(
    endings: impl Iterator<Item = &'e str>,
    known: &[&'static str],
) -> Option<(String, &'static str)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for ending in endings.filter_map(|ending| known.iter().find(|it| ending.eq_ignore_ascii_case(it))) {
        *counts.entry(ending).or_default() += 1;
    }
    let shown: Vec<_> = counts.iter().map(|(ending, count)| format!("{count} *.{ending}")).collect();
    Some((shown.join(", "), *counts.keys().next()?))
}

/// The rules that these globs are, as lines of a `.gitignore`.
fn globs(option: &str, globs: &[String]) -> Result<Rules, Error> {
    let mut bad = None;
    if let Some(glob) = globs.iter().find(|glob| glob.contains('{') && glob.contains(',')) {
        note(&format!(
            "note: {option} {}: braces are characters like others here; repeat {option} for each of what they list",
            shown_name(glob)
        ));
    }
    let rules = Rules::read(Path::new(""), globs.join("\n").as_bytes(), &mut |number, what| {
        bad.get_or_insert_with(|| {
            let glob = globs.get(number - 1).map_or("", String::as_str);
            format!("{option} {}: {what}", shown_name(glob))
        });
    });
    match rules {
        Err(what) => trouble(format!("{option}: {what}")),
        Ok(rules) => bad.map_or(Ok(rules), trouble),
    }
}

/// Refuses an output that is also an input, which would be overwritten. `found` is what `paths` mean.
pub(crate) fn refuse_output(
    found: &[Found],
    paths: &[PathBuf],
    output: &Path,
    option: &str,
) -> Result<(), Error> {
    let Ok(output) = fs::canonicalize(output) else { return Ok(()) };
    if !output.is_file() {
        return Ok(());
    }
    let is_stdin =
        || File::open(&output).ok().and_then(identity).is_some_and(|it| identity(io::stdin()) == Some(it));
    if found.iter().any(|found| found.place == Place::Stdin) && is_stdin() {
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
