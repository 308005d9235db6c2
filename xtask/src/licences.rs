//! `cargo xtask licences`: checks the dependencies against what deny.toml says of licences and of crates in two versions,
//! without the network access that `cargo deny` needs.

use crate::workspace::{Answer, root};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::Command,
};

#[derive(Deserialize)]
struct Deny {
    licenses: Licences,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licences {
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Bans {
    skip: Vec<Skip>,
}

/// A version that may be there besides another one.
#[derive(Deserialize)]
struct Skip {
    name: String,
    version: String,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
}

pub fn run() -> Answer {
    let deny: Deny = toml::from_str(&fs::read_to_string(root().join("deny.toml"))?)?;
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--all-features"])
        .current_dir(root())
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let Metadata { packages } = serde_json::from_slice(&output.stdout)?;
    let mut is_well = true;
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for Package { name, version, license } in &packages {
        let expression = license.as_deref().unwrap_or("none");
        if !allows(&deny.licenses.allow, expression) {
            is_well = false;
            println!("{name} {version}: its licence, {expression}, is not allowed");
        }
        let is_skipped = |skip: &Skip| skip.name == *name && matches_version(version, &skip.version);
        if !deny.bans.skip.iter().any(is_skipped) {
            versions.entry(name).or_default().push(version);
        }
    }
    for (name, versions) in versions.iter().filter(|(_, versions)| versions.len() > 1) {
        is_well = false;
        println!("{name} comes in {} versions: {}", versions.len(), versions.join(", "));
    }
    println!("{} packages looked at", packages.len());
    Ok(is_well)
}

/// Whether a version is one of those that `wanted` names, such as `2` or `1.4`.
fn matches_version(version: &str, wanted: &str) -> bool {
    version.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Whether allowed licences satisfy an SPDX expression. `/` is the old way to write OR; a licence's exception is ignored.
fn allows(allowed: &BTreeSet<String>, expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut words = words.as_slice();
    any_of(allowed, &mut words) && words.is_empty()
}

fn any_of(allowed: &BTreeSet<String>, words: &mut &[&str]) -> bool {
    let mut is_allowed = all_of(allowed, words);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        is_allowed |= all_of(allowed, words);
    }
    is_allowed
}

fn all_of(allowed: &BTreeSet<String>, words: &mut &[&str]) -> bool {
    let mut is_allowed = term(allowed, words);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        is_allowed &= term(allowed, words);
    }
    is_allowed
}

/// A licence, or an expression in parentheses.
fn term(allowed: &BTreeSet<String>, words: &mut &[&str]) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let is_allowed = any_of(allowed, words);
            *words = words.split_first().map_or(&[], |(_, rest)| rest);
            is_allowed
        }
        [licence, "WITH", _, rest @ ..] | [licence, rest @ ..] => {
            *words = rest;
            allowed.contains(*licence)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_read_as_spdx_has_them() {
        let allowed = BTreeSet::from(["MIT", "Zlib", "Apache-2.0"].map(str::to_owned));
        let of = |expression| allows(&allowed, expression);
        assert!(
            of("MIT") && of("MIT/GPL-3.0") && of("GPL-3.0 OR MIT") && of("Apache-2.0 WITH LLVM-exception")
        );
        assert!(of("(MIT OR GPL-3.0) AND Zlib") && of("GPL-3.0 AND X OR MIT"));
        assert!(
            !of("GPL-3.0") && !of("MIT AND GPL-3.0") && !of("(MIT OR Zlib) AND X") && !of("none") && !of("")
        );
        // AND binds closer.
        assert!(of("MIT OR X AND Y") && !of("(MIT OR X) AND Y"));
    }

    #[test]
    fn versions_are_compared_number_by_number() {
        assert!(matches_version("2.0.1", "2") && matches_version("2.0.1", "2.0.1"));
        assert!(!matches_version("20.1.0", "2"));
    }
}
