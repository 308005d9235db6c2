//! Reads the modules of a crate, and which of them each imports.

use super::paths::{Paths, collect};
use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// A crate: its modules by their paths (the root's is empty), and what each imports.
pub struct Crate {
    pub modules: BTreeMap<Vec<String>, Module>,
    pub imports: Imports,
}

/// The modules that each module imports.
pub type Imports = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

pub struct Module {
    file: PathBuf,
    paths: Paths,
}

/// How many re-exports are followed before they are taken for a cycle.
const MOST_ALIASES: usize = 32;

impl Crate {
    pub fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut modules = BTreeMap::new();
        for crate_root in ["src/lib.rs", "src/main.rs"] {
            let file = folder.join(crate_root);
            if file.is_file() {
                read_module(&file, file.parent().unwrap_or(folder), Vec::new(), &mut modules)?;
            }
        }
        let mut found = Self { modules, imports: BTreeMap::new() };
        found.imports = found.modules.keys().map(|name| (name.clone(), found.imported_by(name))).collect();
        Ok(found)
    }

    /// The modules that the module called `name` imports.
    fn imported_by(&self, name: &[String]) -> BTreeSet<Vec<String>> {
        let Some(module) = self.modules.get(name) else { return BTreeSet::new() };
        let used = module.paths.used.iter().map(|path| self.resolve(path, MOST_ALIASES));
        used.filter(|used| used != name).collect()
    }

    /// The module that defines what `path` names, following re-exports.
    fn resolve(&self, path: &[String], aliases: usize) -> Vec<String> {
        let mut place: Vec<String> = Vec::new();
        for (at, step) in path.iter().enumerate() {
            place.push(step.clone());
            if self.modules.contains_key(&place) {
                continue;
            }
            place.pop();
            let alias = self.modules.get(&place).and_then(|module| module.paths.aliases.get(step));
            return match (alias, aliases) {
                (Some(alias), 1..) => {
                    let rest = path.get(at + 1..).unwrap_or_default();
                    self.resolve(&[alias, rest].concat(), aliases - 1)
                }
                _ => place,
            };
        }
        place
    }

    /// A description of a cycle: its modules, and which of the others each imports.
    pub fn describe(&self, cycle: &[Vec<String>]) -> String {
        let mut text = format!("  {} modules import each other", cycle.len());
        for name in cycle {
            let imported = self.imports.get(name).into_iter().flatten();
            let others: Vec<_> =
                imported.filter(|other| cycle.contains(other)).map(|other| called(other)).collect();
            text += &format!("\n    {} imports {}", self.file_of(name), others.join(", "));
        }
        text
    }

    /// Every module with its imports, a line each.
    pub fn listing(&self) -> String {
        let line = |(name, imported): (&Vec<String>, &BTreeSet<Vec<String>>)| {
            let imported: Vec<_> = imported.iter().map(|name| called(name)).collect();
            format!("{}: {}\n", called(name), imported.join(" "))
        };
        self.imports.iter().map(line).collect()
    }

    fn file_of(&self, name: &[String]) -> String {
        self.modules.get(name).map(|module| module.file.display().to_string()).unwrap_or_default()
    }
}

/// A module's name, as it is printed.
pub fn called(name: &[String]) -> String {
    if name.is_empty() { "crate".to_owned() } else { name.join("::") }
}

fn read_module(
    file: &Path,
    children: &Path,
    name: Vec<String>,
    into: &mut BTreeMap<Vec<String>, Module>,
) -> Result<(), Box<dyn Error>> {
    let cannot = |error: &dyn Error| format!("{}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| cannot(&error))?;
    let paths = collect(&syn::parse_file(&text).map_err(|error| cannot(&error))?, &name);
    for child in &paths.children {
        let flat = children.join(child).with_extension("rs");
        let file = if flat.is_file() { flat } else { children.join(child).join("mod.rs") };
        let name = [name.as_slice(), std::slice::from_ref(child)].concat();
        read_module(&file, &children.join(child), name, into)?;
    }
    // A crate with a library and a binary has two roots: the binary's modules are added to the library's.
    into.entry(name).or_insert(Module { file: file.to_owned(), paths });
    Ok(())
}
