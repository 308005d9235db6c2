//! `cargo xtask clauses`: generates `fixtures/CLAUSES.md`, the table of clauses and the cases that show them.

use crate::{
    Answer, generated,
    policies::{ALL, Selection},
    root,
};
use std::{collections::BTreeMap, error::Error, fmt::Write, fs};

#[derive(clap::Args)]
pub struct Arguments {
    /// Write nothing; fail if the table is out of date
    #[arg(long)]
    check: bool,
}

const TITLE: &str = "\
# Clauses and their cases

Which cases show which clause: `cargo xtask clauses` makes this file of the `clauses` in each `case.toml` and of the list of
clauses in `docs/contracts/`. A clause that begins with C holds for all policies; a case may show how it does.
";

pub fn run(arguments: &Arguments) -> Answer {
    generated::file("fixtures/CLAUSES.md", &table()?, "cargo xtask clauses", arguments.check)
}

fn table() -> Result<String, Box<dyn Error>> {
    let mut table = TITLE.to_owned();
    let cases = Selection::default().cases()?;
    for policy in ALL {
        let contract = fs::read_to_string(root().join(format!("docs/contracts/{}.md", policy.name)))?;
        let mut by_clause: BTreeMap<Clause<'_>, Vec<String>> =
            listed(&contract).map(|clause| (clause, Vec::new())).collect();
        for (_, case) in cases.iter().filter(|(entry, _)| entry.name == policy.name) {
            for clause in &case.about.clauses {
                let clause = Clause::read(clause).ok_or_else(|| {
                    format!("{}/{}: {clause} is no clause: a letter and a number", policy.name, case.name())
                })?;
                by_clause.entry(clause).or_default().push(case.name());
            }
        }
        write!(table, "\n## {}\n\n| clause | cases |\n|---|---|\n", policy.name)?;
        for (Clause(letter, number), mut cases) in by_clause {
            cases.sort();
            cases.dedup();
            let names = if cases.is_empty() { "none".to_owned() } else { cases.join(", ") };
            writeln!(table, "| {letter}{number} | {names} |")?;
        }
    }
    Ok(table)
}

/// A clause's letter and number, which it is sorted by.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Clause<'c>(&'c str, u32);

impl<'c> Clause<'c> {
    fn read(text: &'c str) -> Option<Self> {
        let (letter, number) = text.split_at_checked(1)?;
        let number = number.parse().ok()?;
        letter.starts_with(|letter: char| letter.is_ascii_uppercase()).then_some(Self(letter, number))
    }
}

/// The clauses that a contract lists, as `- **T1 Text** …`.
fn listed(contract: &str) -> impl Iterator<Item = Clause<'_>> {
    let items = contract.lines().filter_map(|line| line.strip_prefix("- **"));
    items.filter_map(|item| {
        let end = item.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(item.len());
        Clause::read(item.get(..end)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found_and_in_order() {
        let contract = "- **T10** V1\n- **T2 Units**: a\n- **Bold** no clause\ntext\n- **T2** again\n";
        let found: std::collections::BTreeSet<_> = listed(contract).collect();
        assert!(found.into_iter().eq([Clause("T", 2), Clause("T", 10)]));
        assert_eq!(Clause::read("é1"), None);
        assert_eq!(Clause::read("T"), None);
    }
}
