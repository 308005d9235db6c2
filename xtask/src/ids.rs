//! `cargo xtask ids`: adds frozen cases to the ledger, and checks that they still match it. Where a clause that was decided
//! later demands other bytes of a case, another line is written by hand, with the reason after its digests.
// Holds: P1

use crate::{
    Answer,
    ledger::Ledger,
    policies::{Entry, Selection},
};
use chunk_core::ContentHash;
use chunk_testkit::{Case, State};
use std::{collections::BTreeMap, io};

#[derive(clap::Args)]
pub struct Arguments {
    /// Add nothing; fail if a frozen case is not in the ledger
    #[arg(long)]
    check: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let mut entered = 0;
    let mut failures = Vec::new();
    for (policy, (entry, cases)) in by_policy()? {
        let ledger = Ledger::read(policy)?;
        let named = |how: String| format!("{policy}/{how}");
        failures
            .extend(ledger.lost()?.into_iter().map(|how| named(format!("ids.lock: {how}\nwhich is gone"))));
        failures.extend(faults(&ledger, &cases).into_iter().map(named));
        let mut fresh = String::new();
        for case in cases.iter().filter(|case| case.about.state == State::Frozen) {
            let line = line(entry, case);
            match ledger.digests(&case.name()) {
                _ if case.about.is_blessed() => {
                    failures
                        .push(named(format!("{}: a frozen case says who derived its bytes", case.name())));
                }
                Some(known) if known == line => {}
                Some(known) => failures.push(named(format!(
                    "{}: the ledger has\n  {known}\nbut the case gives\n  {line}",
                    case.name()
                ))),
                None if arguments.check => failures.push(named(format!(
                    "{}: frozen, but not in the ledger; run `cargo xtask ids`",
                    case.name()
                ))),
                None => {
                    entered += 1;
                    fresh.push_str(&line);
                    fresh.push('\n');
                }
            }
        }
        if !fresh.is_empty() {
            ledger.append(&fresh)?;
        }
    }
    for failure in &failures {
        println!("{failure}");
    }
    println!("{entered} entered, {} failed", failures.len());
    Ok(failures.is_empty())
}

/// What is wrong with the ledger itself: lines without a reason, and cases that are no longer frozen.
fn faults(ledger: &Ledger, cases: &[Case]) -> Vec<String> {
    let frozen =
        |name: &str| cases.iter().any(|case| case.about.state == State::Frozen && case.name() == name);
    let unexplained =
        ledger.unexplained().map(|line| format!("ids.lock: a further line gives no reason:\n  {line}"));
    let gone = ledger.cases().filter(|name| !frozen(name));
    unexplained
        .chain(gone.map(|name| format!("{name}: in the ledger, but no frozen case any more")))
        .collect()
}

fn by_policy() -> io::Result<BTreeMap<&'static str, (&'static Entry, Vec<Case>)>> {
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
