//! The inputs of the benchmarks: texts of this repository, generated texts, which are the same on every machine, and the files
//! of a folder.

use super::scripts;
use crate::root;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A text to measure on.
pub struct Input {
    pub name: String,
    pub text: String,
    /// Whether it shows one of many scripts, which differ in how fast their tokens are counted.
    pub is_script: bool,
}

/// About `bytes` bytes of this repository's pages, of its sources (fewer if they are shorter) and of each script, and the UTF-8
/// files of `folder`.
pub fn inputs(folder: Option<&Path>, bytes: usize) -> io::Result<Vec<Input>> {
    let input = |name: &str, text, is_script| Input { name: name.to_owned(), text, is_script };
    let mut inputs = vec![
        input("our pages", joined(&ours("md"), bytes)?, false),
        input("our sources", joined(&ours("rs"), bytes)?, false),
    ];
    inputs.extend(scripts::all().map(|script| input(script.name, script.text(bytes), true)));
    for path in folder.map(files).transpose()?.into_iter().flatten() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        inputs.push(input(&name, fs::read_to_string(path)?, false));
    }
    Ok(inputs)
}

/// The pages, repeated until they make a large document.
pub fn large() -> io::Result<Input> {
    const LARGE: usize = 10_000_000;
    let pages = joined(&ours("md"), usize::MAX)?;
    let text = pages.repeat(LARGE.div_ceil(pages.len().max(1)));
    Ok(Input { name: "our pages, again and again".to_owned(), text, is_script: false })
}

/// The files of this repository with this extension, without the fixtures, which are short or hostile.
pub fn ours(extension: &str) -> Vec<PathBuf> {
    let walk = ignore::WalkBuilder::new(root()).sort_by_file_path(Path::cmp).build();
    let paths = walk.filter_map(Result::ok).map(ignore::DirEntry::into_path);
    let is_wanted = |path: &PathBuf| path.extension().is_some_and(|end| end == extension);
    paths.filter(|path| is_wanted(path) && !path.starts_with(root().join("fixtures"))).collect()
}

fn joined(paths: &[PathBuf], bytes: usize) -> io::Result<String> {
    let mut text = String::new();
    for path in paths {
        if text.len() >= bytes {
            break;
        }
        text += &fs::read_to_string(path)?;
        text.push('\n');
    }
    Ok(text)
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.is_file());
    paths.sort();
    Ok(paths)
}
