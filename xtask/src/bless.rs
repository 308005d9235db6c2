//! `cargo xtask bless`: what the library gives becomes the expected bytes of draft cases. A frozen case is never
//! touched; read every blessed file before it is committed, for it proves nothing by itself.

use crate::{Answer, policies::Selection};
use chunk_core::testkit::State;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    selection: Selection,
}

pub fn run(arguments: &Arguments) -> Answer {
    let mut changed = 0;
    for (entry, case) in arguments.selection.cases()? {
        let outcome = (entry.run)(&case);
        if case.about.state == State::Draft
            && outcome.config_error.is_none()
            && outcome.jsonl != case.expected
        {
            std::fs::write(case.folder.join("expected.jsonl"), outcome.jsonl)?;
            println!("{}/{}", entry.name, case.name());
            changed += 1;
        }
    }
    println!("{changed} changed");
    Ok(true)
}
