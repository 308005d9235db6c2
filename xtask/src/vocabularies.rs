//! `cargo xtask vocabularies`: the vocabularies of tiktoken's encodings as the command holds them, from tiktoken-rs, which holds them in
//! nearly three times as many bytes.

use crate::{Answer, made};
use std::num::TryFromIntError;
use tiktoken_rs::CoreBPE;

#[derive(clap::Args)]
pub struct Arguments {
    /// Write nothing; the answer is whether the files are those that would be written
    #[arg(long)]
    check: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let encodings = [
        ("o200k_base", tiktoken_rs::o200k_base_singleton()),
        ("p50k_base", tiktoken_rs::p50k_base_singleton()),
    ];
    let mut is_well = true;
    for (name, encoding) in encodings {
        let file = format!("chunk-cli/src/encoding/{name}.tokens");
        is_well &= made::file(&file, &tokens(encoding)?, "cargo xtask vocabularies", arguments.check)?;
    }
    Ok(is_well)
}

/// The tokens in the order of their ranks, each behind a byte of its length; an empty one in the place of a special token.
fn tokens(encoding: &CoreBPE) -> Result<Vec<u8>, TryFromIntError> {
    let special = encoding.special_tokens();
    let mut bytes = Vec::new();
    for mut token in (0..).map_while(|rank| encoding.decode_bytes(&[rank]).ok()) {
        if special.iter().any(|special| special.as_bytes() == token) {
            token.clear();
        }
        bytes.push(u8::try_from(token.len())?);
        bytes.append(&mut token);
    }
    Ok(bytes)
}
