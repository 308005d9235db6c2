//! `cargo xtask clauses`: generates `fixtures/CLAUSES.md`, the table of clauses and the cases that show them.

use crate::{
    Answer, generated,
    policies::{ALL, Selection},
    root,
};
use std::{
    collections::BTreeMap,
    error::Error,
    fmt::{self, Display, Formatter, Write},
    fs,
};

#[derive(clap::Args)]
pub struct Arguments {
    /// Write nothing; fail if the table is out of date
    #[arg(long)]
    check: bool,
}

/// Clauses that no case can show, and their tests.
const TESTS: &str = "fixtures/tests.tsv";

const TITLE: &str = "\
# Clauses and their cases

Which cases show which clause: `cargo xtask clauses` makes this file of the `clauses` in each `case.toml` and of the list of
clauses in `docs/contracts/`. The clauses of all policies (C) come first, with the policy before each case. Where no case can show a
clause, the tests are named that do (`tests.tsv`).
";

pub fn run(arguments: &Arguments) -> Answer {
    generated::file("fixtures/CLAUSES.md", &table()?, "cargo xtask clauses", arguments.check)
}

fn table() -> Result<String, Box<dyn Error>> {
    let common = contract("common")?;
    let mut shared = by_clause(&common);
    let pages = ALL.iter().map(|policy| contract(policy.name)).collect::<Result<Vec<_>, _>>()?;
    let cases = Selection::default().cases()?;
    let tests = fs::read_to_string(root().join(TESTS))?;
    let mut tests = tests_of(&tests)?;
    let mut tables = String::new();
    for (policy, page) in ALL.iter().zip(&pages) {
        let mut own = by_clause(page);
        for (_, case) in cases.iter().filter(|(entry, _)| entry.name == policy.name) {
            for name in &case.about.clauses {
                let clause = Clause::read(name);
                let (table, shown) = match &clause {
                    Some(Clause("C", ..)) => (&mut shared, format!("{}/{}", policy.name, case.name())),
                    _ => (&mut own, case.name()),
                };
                let names = clause.and_then(|clause| table.get_mut(&clause)).ok_or_else(|| {
                    format!("{}/{}: docs/contracts has no clause {name}", policy.name, case.name())
                })?;
                names.push(shown);
            }
        }
        write_table(&mut tables, policy.name, own, &mut tests)?;
    }
    let mut text = TITLE.to_owned();
    write_table(&mut text, "common", shared, &mut tests)?;
    match tests.first_key_value() {
        Some((clause, _)) => Err(format!("{TESTS}: docs/contracts has no clause {clause}").into()),
        None => Ok(text + &tables),
    }
}

/// The tests that show clauses which no case can show, by these.
fn tests_of(table: &str) -> Result<BTreeMap<String, Vec<String>>, Box<dyn Error>> {
    let mut tests: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let (clause, file, function) = match row.split('\t').collect::<Vec<_>>()[..] {
            [clause, file, function] => (Clause::read(clause), file, function),
            _ => return Err(format!("{TESTS}: three columns are wanted: {row}").into()),
        };
        let clause = clause.ok_or_else(|| format!("{TESTS}: no clause: {row}"))?;
        if !fs::read_to_string(root().join(file))?.contains(&format!("fn {function}(")) {
            return Err(format!("{TESTS}: {file} has no test {function}").into());
        }
        tests.entry(clause.to_string()).or_default().push(format!("test {function} in {file}"));
    }
    Ok(tests)
}

fn contract(name: &str) -> std::io::Result<String> {
    fs::read_to_string(root().join(format!("docs/contracts/{name}.md")))
}

fn by_clause(contract: &str) -> BTreeMap<Clause<'_>, Vec<String>> {
    listed(contract).map(|clause| (clause, Vec::new())).collect()
}

fn write_table(
    text: &mut String,
    name: &str,
    clauses: BTreeMap<Clause<'_>, Vec<String>>,
    tests: &mut BTreeMap<String, Vec<String>>,
) -> Result<(), Box<dyn Error>> {
    write!(text, "\n## {name}\n\n| clause | cases |\n|---|---|\n")?;
    for (clause, mut cases) in clauses {
        cases.sort();
        cases.dedup();
        cases.extend(tests.remove(&clause.to_string()).unwrap_or_default());
        if cases.is_empty() {
            return Err(format!("{name}: nothing shows {clause}: add a case, or a test to {TESTS}").into());
        }
        writeln!(text, "| {clause} | {} |", cases.join(", "))?;
    }
    Ok(())
}

/// A clause's letter and number, and the number of a sub-clause (`T2.1`) or 0. It is sorted by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Clause<'c>(&'c str, u32, u32);

impl<'c> Clause<'c> {
    fn read(text: &'c str) -> Option<Self> {
        let (letter, numbers) = text.split_at_checked(1)?;
        let (number, part) = numbers.split_once('.').unwrap_or((numbers, "0"));
        let (number, part) = (number.parse().ok()?, part.parse().ok()?);
        letter.starts_with(|letter: char| letter.is_ascii_uppercase()).then_some(Self(letter, number, part))
    }
}

impl Display for Clause<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self(letter, number, 0) => write!(f, "{letter}{number}"),
            Self(letter, number, part) => write!(f, "{letter}{number}.{part}"),
        }
    }
}

/// The clauses that a contract lists, as `- **T1 Text** …` and `  - **T1.1** …`.
fn listed(contract: &str) -> impl Iterator<Item = Clause<'_>> {
    let items = contract.lines().filter_map(|line| line.trim_start().strip_prefix("- **"));
    items.filter_map(|item| {
        let end = item.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(item.len());
        Clause::read(item.get(..end)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found_and_in_order() {
        let contract =
            "- **T10** V1\n- **T2 Units**: a\n  - **T2.1** b\n- **Bold** no clause\ntext\n- **T2** again\n";
        let found: Vec<_> = by_clause(contract).into_keys().map(|clause| clause.to_string()).collect();
        assert_eq!(found, ["T2", "T2.1", "T10"]);
        assert_eq!(Clause::read("é1"), None);
        assert_eq!(Clause::read("T"), None);
    }
}
