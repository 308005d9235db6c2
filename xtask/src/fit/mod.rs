//! `cargo xtask fit`: fits the models of chunk-hybrid again, and writes their weights.

pub mod chain;
pub mod corpus;
pub mod kind;
mod minimize;
pub mod phases;
pub mod train;

use crate::workspace::{Answer, root};
use chain::Sequence;
use std::{fs, path::PathBuf};

#[derive(clap::Args)]
pub struct Arguments {
    /// Folders of real documents to fit to, beside the repository's own
    #[arg(long, value_name = "FOLDER")]
    from: Vec<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Answer {
    let mut documents = corpus::own()?;
    for folder in &arguments.from {
        documents.extend(corpus::read_documents(folder)?);
    }
    let vocabulary = kind::vocabulary(&documents);
    let mut file = String::from("# Made by `cargo xtask fit`.\n[vocabulary]\n");
    for word in (0..).map_while(|number| vocabulary.word(number)) {
        file += word;
        file.push('\n');
    }
    file += &kind::sections_of(&documents, &vocabulary);
    let layouts = phases::Layouts::new(&vocabulary);
    let sequences: Vec<Sequence> =
        documents.iter().filter_map(|known| phases::sequence(known, 0, &layouts)).collect();
    let fitted = phases::fit(&sequences.iter().collect::<Vec<_>>(), &layouts);
    file += &phases::sections(&fitted, &layouts);
    fs::write(root().join("chunk-hybrid/src/model/weights.tsv"), file)?;
    Ok(true)
}
