//! `cargo xtask ids`: the ledger `fixtures/<policy>/ids.lock`, one line for each frozen case. It only ever grows: where a
//! clause that was decided later demands other bytes of a case, a further line says so, with the reason behind its digests.

use crate::{
    Answer,
    policies::{Entry, Selection},
    root,
};
use chunk_core::{
    ContentHash,
    testkit::{Case, CaseError, State},
};
use std::{collections::BTreeMap, fs, io, path::PathBuf};

#[derive(clap::Args)]
pub struct Arguments {
    /// Enter nothing; a frozen case that is not in the ledger is a failure
    #[arg(long)]
    check: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let mut failures = 0;
    let mut entered = 0;
    for (policy, (entry, cases)) in by_policy()? {
        let ledger = Ledger::read(policy)?;
        let mut fresh = String::new();
        let mut frozen: Vec<String> = Vec::new();
        for case in cases.iter().filter(|case| case.about.state == State::Frozen) {
            frozen.push(case.name());
            let line = line(entry, case);
            match ledger.lines.get(&case.name()) {
                Some(known) if is_entry(known, &line) => {}
                Some(known) => {
                    failures += 1;
                    println!(
                        "{policy}/{}: the ledger has\n  {known}\nbut the case gives\n  {line}",
                        case.name()
                    );
                }
                None if arguments.check => {
                    failures += 1;
                    println!(
                        "{policy}/{}: frozen, but not in the ledger; run `cargo xtask ids`",
                        case.name()
                    );
                }
                None => {
                    entered += 1;
                    fresh.push_str(&line);
                    fresh.push('\n');
                }
            }
        }
        for gone in ledger.lines.keys().filter(|name| !frozen.contains(name)) {
            failures += 1;
            println!("{policy}/{gone}: in the ledger, but no frozen case any more");
        }
        if !fresh.is_empty() {
            fs::write(&ledger.path, ledger.text + &fresh)?;
        }
    }
    println!("{entered} entered, {failures} failed");
    Ok(failures == 0)
}

fn by_policy() -> Result<BTreeMap<&'static str, (&'static Entry, Vec<Case>)>, CaseError> {
    let mut by_policy = BTreeMap::new();
    for (entry, case) in Selection::default().cases()? {
        by_policy.entry(entry.name).or_insert_with(|| (entry, Vec::new())).1.push(case);
    }
    Ok(by_policy)
}

/// The case's line: name, contract version, digest of the ids, digest of the expected bytes.
fn line(entry: &Entry, case: &Case) -> String {
    let (ids, expected) = ((entry.ids)(case), ContentHash::of(&case.expected));
    format!("{} {} {ids} {expected}", case.name(), entry.version)
}

/// Whether the ledger's line is the case's; the reason for another line of the case may stand behind it.
fn is_entry(known: &str, line: &str) -> bool {
    known.strip_prefix(line).is_some_and(|reason| reason.is_empty() || reason.starts_with(' '))
}

struct Ledger {
    path: PathBuf,
    text: String,
    /// Of each case the last line.
    lines: BTreeMap<String, String>,
}

impl Ledger {
    fn read(policy: &str) -> io::Result<Self> {
        let path = root().join("fixtures").join(policy).join("ids.lock");
        let text = if path.exists() { fs::read_to_string(&path)? } else { String::new() };
        let lines =
            text.lines().map(|line| (line.split(' ').next().unwrap_or(line).to_owned(), line.to_owned()));
        Ok(Self { lines: lines.collect(), path, text })
    }
}
