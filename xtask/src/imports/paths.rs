//! Collects the paths in a file: what it imports, what it uses by its full path, and what it re-exports. Tests are left out,
//! since they may import anything.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;
use syn::{
    Attribute, File, Item, ItemMod, ItemUse, Macro, Meta, UseTree, Visibility,
    visit::{self, Visit},
};

/// The paths of a module, each from the root of the crate.
#[derive(Default)]
pub struct Paths {
    /// The paths that it imports or uses.
    pub used: Vec<Vec<String>>,
    /// The names that it imports or re-exports, and the paths that they stand for.
    pub aliases: BTreeMap<String, Vec<String>>,
    /// Its submodules in files of their own.
    pub children: Vec<String>,
}

/// The paths in `file`, which is the module called `name`.
pub fn collect(file: &File, name: &[String]) -> Paths {
    let children = file.items.iter().filter_map(|item| match item {
        Item::Mod(child) if child.content.is_none() && !is_test(&child.attrs) && !is_elsewhere(child) => {
            Some(child.ident.to_string())
        }
        _ => None,
    });
    let paths = Paths { children: children.collect(), ..Paths::default() };
    let mut collector = Collector { name, depth: 0, paths };
    collector.visit_file(file);
    collector.paths
}

struct Collector<'n> {
    name: &'n [String],
    /// The number of inline modules around the current item.
    depth: usize,
    paths: Paths,
}

impl Collector<'_> {
    /// The path from the crate's root, if it is in this crate.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let mut steps = path.iter().peekable();
        let mut place = self.name.to_vec();
        match steps.peek().map(|step| step.as_str()) {
            Some("crate" | "$crate") => {
                place.clear();
                steps.next();
            }
            Some("self") => drop(steps.next()),
            Some("super") => {
                let mut depth = self.depth;
                while steps.next_if(|step| *step == "super").is_some() {
                    match depth.checked_sub(1) {
                        Some(outer) => depth = outer,
                        None => drop(place.pop()),
                    }
                }
            }
            Some(first) if self.paths.children.iter().any(|child| child == first) => {}
            _ => return None,
        }
        place.extend(steps.cloned());
        Some(place)
    }

    fn name(&mut self, path: &[String]) {
        // A single step is `pub(crate)`, or a name in the file itself.
        if path.len() > 1 {
            self.paths.used.extend(self.absolute(path));
        }
    }

    fn import(&mut self, prefix: &mut Vec<String>, tree: &UseTree, is_private: bool) {
        let (ident, alias) = match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.import(prefix, &path.tree, is_private);
                prefix.pop();
                return;
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(prefix, tree, is_private));
                return;
            }
            UseTree::Name(name) => (Some(&name.ident), Some(&name.ident)),
            UseTree::Rename(rename) => (Some(&rename.ident), Some(&rename.rename)),
            _ => (None, None),
        };
        let mut path = prefix.clone();
        path.extend(ident.filter(|ident| *ident != "self").map(ToString::to_string));
        let Some(absolute) = self.absolute(&path) else { return };
        if let Some(alias) = alias {
            let alias = match (alias.to_string().as_str(), path.last()) {
                ("self", Some(last)) => last.clone(),
                (alias, _) => alias.to_owned(),
            };
            self.paths.aliases.insert(alias, absolute.clone());
        }
        // A re-export is for other modules; its own module does not depend on it.
        if is_private {
            self.paths.used.push(absolute);
        }
    }

    /// Macros are not parsed; whatever looks like a path in them is taken for one.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.name(&path);
                        path.clear();
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.name(&path);
                    path.clear();
                    self.tokens(group.stream());
                }
                _ => {
                    self.name(&path);
                    path.clear();
                }
            }
        }
        self.name(&path);
    }
}

impl<'f> Visit<'f> for Collector<'_> {
    fn visit_item(&mut self, item: &'f Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'f ItemMod) {
        self.depth += 1;
        visit::visit_item_mod(self, item);
        self.depth -= 1;
    }

    fn visit_item_use(&mut self, item: &'f ItemUse) {
        let is_private = matches!(item.vis, Visibility::Inherited);
        self.import(&mut Vec::new(), &item.tree, is_private);
    }

    fn visit_path(&mut self, path: &'f syn::Path) {
        let steps: Vec<_> = path.segments.iter().map(|step| step.ident.to_string()).collect();
        self.name(&steps);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'f Macro) {
        self.tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }
}

/// Whether a module has a `#[path]`: its file is in another crate's folder.
fn is_elsewhere(module: &ItemMod) -> bool {
    module.attrs.iter().any(|attribute| attribute.path().is_ident("path"))
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        Meta::NameValue(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_wherever_they_stand() {
        let file = syn::parse_file(
            r#"
            mod child;
            #[cfg(test)] mod tests { use crate::never::Never; }
            use super::{sibling::{self, A as B}, super_name};
            pub use crate::elsewhere::Public;
            pub(crate) fn run() -> crate::result::Answer { child::go(); format!("{}", crate::inside::a_macro()) }
            mod inner { use super::super::outer::X; }
            "#,
        )
        .unwrap();
        let paths = collect(&file, &["a".to_owned(), "b".to_owned()]);
        let mut used: Vec<_> = paths.used.iter().map(|path| path.join("::")).collect();
        used.sort();
        let expected = [
            "a::b::child::go",
            "a::outer::X",
            "a::sibling",
            "a::sibling::A",
            "a::super_name",
            "inside::a_macro",
            "result::Answer",
        ];
        assert_eq!(used, expected);
        assert_eq!(paths.children, ["child"]);
        assert_eq!(paths.aliases["Public"], ["elsewhere", "Public"]);
        assert_eq!(paths.aliases["B"], ["a", "sibling", "A"]);
    }
}
