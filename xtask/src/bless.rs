//! `cargo xtask bless`: writes the library's output as the expected bytes of draft cases whose provenance is `blessed`.
//! Bytes that somebody derived from the contract are never overwritten: where the library gives others, one of the two is
//! wrong, and that is what the case is for.

use crate::{
    Answer,
    policies::{Entry, Selection},
};
use chunk_testkit::{Case, State};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    selection: Selection,
}

#[derive(Debug, PartialEq)]
enum Blessing {
    Same,
    Written,
    Refused,
}

pub fn run(arguments: &Arguments) -> Answer {
    let (mut changed, mut refused) = (0, 0);
    for (entry, case) in arguments.selection.cases()? {
        match bless(entry, &case)? {
            Blessing::Same => {}
            Blessing::Written => {
                println!("{}/{}", entry.name, case.name());
                changed += 1;
            }
            Blessing::Refused => {
                println!(
                    "{}/{}: refused, for its bytes were derived ({}) and the library gives others",
                    entry.name,
                    case.name(),
                    case.about.provenance
                );
                refused += 1;
            }
        }
    }
    println!("{changed} changed, {refused} refused");
    Ok(refused == 0)
}

fn bless(entry: &Entry, case: &Case) -> std::io::Result<Blessing> {
    let outcome = (entry.run)(case);
    if outcome.config_error.is_some() || outcome.jsonl == case.expected {
        return Ok(Blessing::Same);
    }
    if case.about.state == State::Frozen || !case.about.is_blessed() {
        return Ok(Blessing::Refused);
    }
    std::fs::write(case.folder.join("expected.jsonl"), outcome.jsonl)?;
    Ok(Blessing::Written)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policies::ALL;
    use std::fs;

    #[test]
    fn derived_bytes_are_never_overwritten() {
        let tokens = ALL.iter().find(|entry| entry.name == "tokens").unwrap();
        for (provenance, state, expected) in [
            ("blessed", "draft", Blessing::Written),
            ("by hand: counted", "draft", Blessing::Refused),
            ("oracle: a reading", "draft", Blessing::Refused),
            ("blessed", "frozen", Blessing::Refused),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let write = |file: &str, text: &str| fs::write(folder.path().join(file), text).unwrap();
            let about = format!(
                "title = \"t\"\nclauses = [\"T1\"]\nprovenance = \"{provenance}\"\nstate = \"{state}\"\n"
            );
            write("case.toml", &about);
            write("input.txt", "text");
            write("expected.jsonl", "{}\n");
            let case = Case::read(folder.path()).unwrap();
            assert_eq!(bless(tokens, &case).unwrap(), expected, "{provenance}, {state}");
            let is_kept = fs::read_to_string(folder.path().join("expected.jsonl")).unwrap() == "{}\n";
            assert_eq!(is_kept, expected == Blessing::Refused);
            let again = bless(tokens, &Case::read(folder.path()).unwrap()).unwrap();
            assert_eq!(again == Blessing::Same, expected == Blessing::Written);
        }
    }
}
