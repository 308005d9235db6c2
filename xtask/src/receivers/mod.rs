//! `cargo xtask receivers`: runs every command of the pages in docs/receivers against the real databases and libraries, and
//! compares its output with the page's.
#![allow(clippy::disallowed_methods, reason = "programs are looked for where a command of ours is told")]

mod page;

use crate::{Answer, binary, root};
use page::Page;
use std::{
    collections::BTreeSet,
    env,
    error::Error,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The page whose steps come before those of every other page.
const FIRST: &str = "README.md";

#[derive(clap::Args)]
pub struct Arguments {
    /// Only these pages, such as qdrant; by default, all of them
    pages: Vec<String>,
    /// Keep the Python packages in this folder, and use those that are there; by default, they are installed afresh
    #[arg(long)]
    venv: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Answer {
    let docs = root().join("docs/receivers");
    let (first, others) = pages(&docs, &arguments.pages)?;
    let place = tempfile::tempdir()?;
    let path = path(place.path(), arguments.venv.as_deref(), &others)?;
    let base = place.path().join("base");
    copy(&docs.join("notes"), &base.join("notes"))?;
    let mut is_well = first.run(&base, &path)?;
    for other in others {
        let folder = place.path().join(&other.name);
        copy(&base, &folder)?;
        is_well &= other.run(&folder, &path)?;
    }
    Ok(is_well)
}

/// The first page, and those of the others that are wanted.
fn pages(docs: &Path, wanted: &[String]) -> Result<(Page, Vec<Page>), Box<dyn Error>> {
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(docs)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let is_wanted = wanted.is_empty() || wanted.iter().any(|page| name.strip_suffix(".md") == Some(page));
        if name.ends_with(".md") && name != FIRST && is_wanted {
            names.push(name);
        }
    }
    names.sort();
    if names.is_empty() || names.len() < wanted.len() {
        return Err(format!("{}: there is no such page", docs.display()).into());
    }
    let others = names.iter().map(|name| Page::read(docs, name)).collect::<Result<_, _>>()?;
    Ok((Page::read(docs, FIRST)?, others))
}

/// The PATH of the commands: our program, then Python with the packages that the pages name.
fn path(place: &Path, venv: Option<&Path>, pages: &[Page]) -> Result<OsString, Box<dyn Error>> {
    let bin = place.join("bin");
    fs::create_dir(&bin)?;
    fs::copy(binary::build("dev")?, bin.join("chunk"))?;
    let venv = venv.map_or_else(|| place.join("venv"), Path::to_owned);
    if !venv.join("bin/pip").is_file() {
        succeed(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
    }
    let packages: BTreeSet<&str> =
        pages.iter().flat_map(|page| page.packages.iter().map(String::as_str)).collect();
    if !packages.is_empty() {
        succeed(Command::new(venv.join("bin/pip")).args(["install", "--quiet"]).args(packages))?;
    }
    let system = env::var_os("PATH").unwrap_or_default();
    let own = [bin, fs::canonicalize(&venv)?.join("bin")];
    Ok(env::join_paths(own.into_iter().chain(env::split_paths(&system)))?)
}

fn succeed(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}").into()) }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}
