//! Finds import cycles: sets of modules each of which can be reached from every other.

use super::modules::Imports;
use std::collections::{BTreeMap, BTreeSet};

/// All cycles, each as its modules, sorted by name.
pub fn cycles(imports: &Imports) -> Vec<Vec<Vec<String>>> {
    let reached: BTreeMap<_, _> = imports.keys().map(|from| (from, reached(imports, from))).collect();
    let is_mutual = |a: &Vec<String>, b: &Vec<String>| {
        reached.get(a).is_some_and(|from| from.contains(b))
            && reached.get(b).is_some_and(|from| from.contains(a))
    };
    let mut cycles: Vec<Vec<Vec<String>>> = Vec::new();
    for module in imports.keys().filter(|module| is_mutual(module, module)) {
        let cycle =
            cycles.iter_mut().find(|cycle| cycle.first().is_some_and(|first| is_mutual(first, module)));
        match cycle {
            Some(cycle) => cycle.push(module.clone()),
            None => cycles.push(vec![module.clone()]),
        }
    }
    cycles
}

/// The modules that can be reached from `from` by one import or more.
fn reached<'i>(imports: &'i Imports, from: &'i Vec<String>) -> BTreeSet<&'i Vec<String>> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        open.extend(imports.get(module).into_iter().flatten().filter(|import| reached.insert(*import)));
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imports(edges: &[(&str, &str)]) -> Imports {
        let name = |name: &str| vec![name.to_owned()];
        let mut imports = Imports::new();
        for (from, to) in edges {
            imports.entry(name(to)).or_default();
            imports.entry(name(from)).or_default().insert(name(to));
        }
        imports
    }

    #[test]
    fn circles_are_found_and_nothing_else() {
        let diamond = [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")];
        assert!(cycles(&imports(&diamond)).is_empty());
        let two = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "d"), ("f", "a")];
        let found: Vec<String> = cycles(&imports(&two)).iter().map(|cycle| cycle.concat().concat()).collect();
        assert_eq!(found, ["abc", "de"]);
    }
}
