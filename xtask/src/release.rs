//! `cargo xtask release`: whether the crates can be published (docs/dev/releasing.md). Nothing is published.

use crate::workspace::{Answer, root};
use serde::Deserialize;
use std::{error::Error, fs, process::Command};

#[derive(clap::Args)]
pub struct Arguments {
    /// Make the packages without building them, as ci does
    #[arg(long)]
    check: bool,
}

/// Checks what crates.io does not ask for, then has cargo make each package and, without `--check`, build it from its files alone.
pub fn run(arguments: &Arguments) -> Answer {
    let mut is_well = true;
    for package in packages()? {
        for problem in package.problems()? {
            is_well = false;
            println!("{}: {problem}", package.name);
        }
    }
    let mut publish = cargo(&["publish", "--quiet", "--workspace", "--dry-run", "--locked", "--allow-dirty"]);
    publish.args(arguments.check.then_some("--no-verify"));
    Ok(publish.status()?.success() && is_well)
}

/// A crate's manifest, as `cargo metadata` gives it.
#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    description: Option<String>,
    license: Option<String>,
    keywords: Vec<String>,
    categories: Vec<String>,
    metadata: Option<serde_json::Value>,
    /// The registries that it may be published in; `None` is any.
    publish: Option<Vec<String>>,
}

/// The crates that may be published.
fn packages() -> Result<Vec<Package>, Box<dyn Error>> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    let json = output(&["metadata", "--no-deps", "--format-version", "1", "--locked"])?;
    let all = serde_json::from_str::<Metadata>(&json)?.packages;
    Ok(all.into_iter().filter(|package| package.publish.is_none()).collect())
}

impl Package {
    /// What keeps it from being published.
    fn problems(&self) -> Result<Vec<&'static str>, Box<dyn Error>> {
        let all_features = self.metadata.as_ref().and_then(|all| all.pointer("/docs/rs/all-features"));
        let changes = fs::read_to_string(root().join(&self.name).join("CHANGELOG.md"))?;
        let listed = output(&["package", "--list", "--allow-dirty", "--locked", "--package", &self.name])?;
        let has = |file: &str| listed.lines().any(|line| line == file);
        let contract = format!("docs/contracts/{}.md", self.name.trim_start_matches("chunk-"));
        let wanted = [
            (self.description.is_some(), "no description"),
            (self.license.is_some(), "no license"),
            ((1..=5).contains(&self.keywords.len()), "one to five keywords"),
            (!self.categories.is_empty(), "no categories"),
            (all_features == Some(&true.into()), "docs.rs does not document all features"),
            (changes.contains(&format!("## {}", self.version)), "the CHANGELOG has no entry for the version"),
            (has("README.md"), "the package has no README.md"),
            (has("CHANGELOG.md"), "the package has no CHANGELOG.md"),
            (has("LICENSE"), "the package has no LICENSE"),
            (!root().join(contract).exists() || has("CONTRACT.md"), "the package has no CONTRACT.md"),
        ];
        Ok(wanted.into_iter().filter(|(is_there, _)| !is_there).map(|(_, problem)| problem).collect())
    }
}

fn output(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = cargo(arguments).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(arguments).current_dir(root());
    cargo
}
