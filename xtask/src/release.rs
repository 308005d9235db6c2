//! `cargo xtask release --dry-run`: checks whether each crate can be published (docs/releasing.md). It never publishes
//! anything, but prints the commands that do.

use crate::{
    semver,
    workspace::{Answer, CRATES, root},
};
use serde::Deserialize;
use std::{error::Error, fs, path::PathBuf, process::Command};

/// The files that every package must have, besides its manifest.
const FILES: [&str; 3] = ["README.md", "CHANGELOG.md", "LICENSE"];

#[derive(clap::Args)]
pub struct Arguments {
    /// Do all of --check, compare APIs with those of the last tags, run each package's own tests, and print the commands that
    /// publish the packages
    #[arg(long)]
    dry_run: bool,
    /// Check manifests and lists of files, make the packages, and build each from its own files alone, as ci does
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
        for problem in package.problems()? {
            is_well = false;
            println!("{}: {problem}", package.name);
        }
    }
    if arguments.dry_run {
        is_well &= semver::run()?;
    }
    is_well = is_well && make(&packages)?;
    for package in &packages {
        is_well = is_well && package.build(&packages)?;
    }
    for package in packages.iter().filter(|_| arguments.dry_run) {
        is_well = is_well && package.test(&packages)?;
    }
    if is_well && arguments.dry_run {
        println!("\nTo publish, in this order:");
        for Package { name, version, .. } in &packages {
            println!("cargo publish --locked --package {name} && git tag {name}-v{version}");
        }
    }
    if packages.iter().any(|package| package.repository.is_none()) {
        println!(
            "Not to be published before `repository` is set (docs/releasing.md): nobody knows yet where that is."
        );
    }
    Ok(is_well)
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
    repository: Option<String>,
    metadata: Option<serde_json::Value>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
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
    fn problems(&self) -> Result<Vec<String>, Box<dyn Error>> {
        let mut problems = Vec::new();
        let mut want = |is_there: bool, problem: &str| {
            if !is_there {
                problems.push(problem.to_owned());
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
        Ok(problems)
    }

    /// Unpacks the package, and builds it from its own files alone.
    fn build(&self, packages: &[Self]) -> Answer {
        let archive = self.folder().with_added_extension("crate");
        if self.folder().exists() {
            fs::remove_dir_all(self.folder())?;
        }
        println!(
            "$ cargo build, in the package of {} ({} kB)",
            self.name,
            fs::metadata(&archive)?.len() / 1_000
        );
        let mut tar = Command::new("tar");
        // -m sets the files' times to now: cargo relies on them, and in the package they are of 2006.
        tar.arg("-xzmf").arg(archive).current_dir(packaged());
        let mut build = self.cargo("build", packages);
        // Neither optimized nor with debug information: it only has to build.
        for Package { name, .. } in packages {
            build.arg("--config").arg(format!("profile.dev.package.{name}.opt-level=0"));
            build.arg("--config").arg(format!("profile.dev.package.{name}.debug=0"));
        }
        Ok(tar.status()?.success() && build.status()?.success())
    }

    /// Runs the tests and doctests that are in the package.
    fn test(&self, packages: &[Self]) -> Answer {
        println!("$ cargo test, in the package of {}", self.name);
        Ok(self.cargo("test", packages).arg("--all-features").status()?.success())
    }

    /// Cargo in the unpacked package. Our other crates are patched to their unpacked packages; the settings are those of the
    /// workspace's profile for third-party crates, so that what is compiled of them is used again.
    fn cargo(&self, command: &str, packages: &[Self]) -> Command {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([command, "--quiet"]).current_dir(self.folder());
        cargo.env("CARGO_BUILD_BUILD_DIR", root().join("target")).env("CARGO_INCREMENTAL", "0");
        cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1").env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
        let is_needed = |other: &&Self| self.dependencies.iter().any(|on| on.name == other.name);
        for other in packages.iter().filter(is_needed).filter(|other| other.name != self.name) {
            let patch = format!("patch.crates-io.{}.path='{}'", other.name, other.folder().display());
            cargo.arg("--config").arg(patch);
        }
        cargo
    }

    /// Where the package is unpacked.
    fn folder(&self) -> PathBuf {
        packaged().join(format!("{}-{}", self.name, self.version))
    }
}

/// Makes all packages, without building them: cargo would let them find each other in a registry that does not notice when a
/// package has changed but its version has not.
fn make(packages: &[Package]) -> Answer {
    println!("$ cargo package");
    let mut package = cargo();
    package.args(["package", "--quiet", "--locked", "--allow-dirty", "--no-verify"]);
    for Package { name, .. } in packages {
        package.args(["--package", name]);
    }
    Ok(package.status()?.success())
}

/// The folder in which cargo puts packages.
fn packaged() -> PathBuf {
    root().join("target/package")
}

/// The file name of a policy's contract.
fn contract_page(name: &str) -> String {
    format!("{}.md", name.trim_start_matches("chunk-"))
}

fn cargo() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root());
    cargo
}
