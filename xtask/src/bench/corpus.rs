//! What is measured on: generated text, the same on every machine, and the files of a folder.

use chunk_core::testkit::generate::{Alphabet, Rng, text};
use std::{fs, io, path::Path};

/// One text.
pub struct Input {
    pub name: String,
    pub text: String,
}

/// Generated prose, code and CJK of about `bytes` bytes each, and the UTF-8 files of `folder`.
pub fn inputs(folder: Option<&Path>, bytes: usize) -> io::Result<Vec<Input>> {
    let mut inputs: Vec<_> = [("prose", Alphabet::Prose), ("code", Alphabet::Code), ("CJK", Alphabet::Cjk)]
        .into_iter()
        .map(|(name, alphabet)| Input {
            name: format!("generated {name}"),
            text: text(&mut Rng::with_seed(1), alphabet, bytes),
        })
        .collect();
    let mut paths = Vec::new();
    for entry in folder.map(fs::read_dir).transpose()?.into_iter().flatten() {
        paths.push(entry?.path());
    }
    paths.sort();
    for path in paths.iter().filter(|path| path.is_file()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        inputs.push(Input { name, text: fs::read_to_string(path)? });
    }
    Ok(inputs)
}
