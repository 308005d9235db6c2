//! `cargo xtask release --dry-run`: whether each crate can be published (docs/releasing.md). Nothing is ever published from
//! here: the commands that do are printed.

use crate::workspace::{Answer, root};
use serde::Deserialize;
use std::{error::Error, fs, path::PathBuf, process::Command};

/// What is published, in the order of dependencies.
pub const CRATES: [&str; 7] = [
    "chunk-core",
    "chunk-recorder",
    "chunk-tokens",
    "chunk-markdown",
    "chunk-backlog",
    "chunk-hybrid",
    "chunk-cli",
];

/// What a package cannot be without, beside its manifest.
const FILES: [&str; 3] = ["README.md", "CHANGELOG.md", "LICENSE"];

#[derive(clap::Args)]
pub struct Arguments {
    /// Make, build and test the packages, and print the commands that publish them
    #[arg(long)]
    dry_run: bool,
    /// Look at manifests and lists of files alone, as ci does: building all packages takes minutes
    #[arg(long, conflicts_with = "dry_run")]
    check: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    if !arguments.dry_run && !arguments.check {
        return Err("nothing is published from here: --dry-run prints the commands that do".into());
    }
    let packages = packages()?;
    let mut is_well = true;
    for package in &packages {
        for lack in package.lacks()? {
            is_well = false;
            println!("{}: {lack}", package.name);
        }
    }
    if !is_well || arguments.check || !package_all()? {
        return Ok(is_well && arguments.check);
    }
    for package in &packages {
        if !package.test()? {
            println!("{}: a test of the package fails", package.name);
            return Ok(false);
        }
    }
    println!("\nTo publish, in this order:");
    for Package { name, version, .. } in &packages {
        println!("cargo publish --locked --package {name} && git tag {name}-v{version}");
    }
    let homeless: Vec<&str> = packages
        .iter()
        .filter(|package| package.repository.is_none())
        .map(|package| &*package.name)
        .collect();
    if !homeless.is_empty() {
        println!("\nnot to be published yet: no `repository` in {}", homeless.join(", "));
    }
    Ok(true)
}

/// A crate as cargo reads its manifest.
#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    description: Option<String>,
    license: Option<String>,
    keywords: Vec<String>,
    categories: Vec<String>,
    repository: Option<String>,
    metadata: Option<serde_json::Value>,
}

fn packages() -> Result<Vec<Package>, Box<dyn Error>> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    let output = cargo().args(["metadata", "--no-deps", "--format-version", "1", "--locked"]).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let mut found: Vec<Package> = serde_json::from_slice::<Metadata>(&output.stdout)?.packages;
    let mut order = Vec::new();
    for name in CRATES {
        let at = found.iter().position(|package| package.name == name);
        order.push(found.swap_remove(at.ok_or_else(|| format!("{name} is no crate of the workspace"))?));
    }
    Ok(order)
}

impl Package {
    /// What keeps it from being published.
    fn lacks(&self) -> Result<Vec<String>, Box<dyn Error>> {
        let mut lacks = Vec::new();
        let mut want = |is_there: bool, what: &str| {
            if !is_there {
                lacks.push(what.to_owned());
            }
        };
        want(self.description.is_some(), "no description");
        want(self.license.is_some(), "no license");
        want((1..=5).contains(&self.keywords.len()), "one to five keywords");
        want(!self.categories.is_empty(), "no categories");
        let all_features = self.metadata.as_ref().and_then(|all| all.pointer("/docs/rs/all-features"));
        want(all_features == Some(&true.into()), "docs.rs does not document all features");
        let changes = fs::read_to_string(root().join(&self.name).join("CHANGELOG.md"))?;
        want(changes.contains(&format!("## {}", self.version)), "the CHANGELOG has no entry for the version");
        let listed = cargo()
            .args(["package", "--list", "--allow-dirty", "--locked", "--package", &self.name])
            .output()?;
        let listed = String::from_utf8(listed.stdout)?;
        let has = |file: &str| listed.lines().any(|line| line == file);
        for file in FILES {
            want(has(file), &format!("the package has no {file}"));
        }
        let is_policy = root().join("docs/contracts").join(contract_page(&self.name)).exists();
        want(!is_policy || has("CONTRACT.md"), "the package has no CONTRACT.md");
        Ok(lacks)
    }

    /// Runs the tests that the package brings, where it was unpacked, against the others as they are packaged.
    fn test(&self) -> Answer {
        println!("$ cargo test, in the package of {}", self.name);
        let folder = packaged(&self.name, &self.version);
        let mut test = Command::new(env!("CARGO"));
        test.args(["test", "--quiet", "--all-features", "--target-dir"]).arg(root().join("target"));
        for name in CRATES.iter().filter(|name| **name != self.name) {
            let path = packaged(name, &self.version);
            test.arg("--config").arg(format!("patch.crates-io.{name}.path='{}'", path.display()));
        }
        Ok(test.current_dir(folder).status()?.success())
    }
}

/// The page of a policy's contract.
fn contract_page(name: &str) -> String {
    format!("{}.md", name.trim_start_matches("chunk-"))
}

/// Where cargo unpacks a package to build it.
fn packaged(name: &str, version: &str) -> PathBuf {
    root().join("target/package").join(format!("{name}-{version}"))
}

/// Makes all packages and builds each from what is in it.
fn package_all() -> Answer {
    println!("$ cargo package");
    let mut package = cargo();
    package.args(["package", "--quiet", "--locked", "--allow-dirty"]);
    for name in CRATES {
        package.args(["--package", name]);
    }
    Ok(package.status()?.success())
}

fn cargo() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root());
    cargo
}
