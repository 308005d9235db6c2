//! `cargo xtask vocabularies`: generates the vocabularies of tiktoken's encodings that are built into chunk-core, from
//! tiktoken-rs, in a fifth of the bytes.

use crate::{Answer, generated};
use std::{collections::BTreeMap, iter};
use tiktoken_rs::CoreBPE;

#[derive(clap::Args)]
pub struct Arguments {
    /// Write nothing; fail if a file is not what would be written
    #[arg(long)]
    check: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let encodings = [
        ("cl100k_base", tiktoken_rs::cl100k_base_singleton()),
        ("o200k_base", tiktoken_rs::o200k_base_singleton()),
        ("p50k_base", tiktoken_rs::p50k_base_singleton()),
    ];
    let mut is_well = true;
    for (name, encoding) in encodings {
        let file = format!("chunk-core/build/{name}.tokens");
        is_well &= generated::file(&file, tokens(encoding), "cargo xtask vocabularies", arguments.check)?;
    }
    Ok(is_well)
}

/// The tokens in the order of their ranks: first those of one byte, as they are; then, for each other token, the ranks of two
/// earlier tokens that it consists of, the pair that takes the fewest bytes. A special token has its own rank, twice.
fn tokens(encoding: &CoreBPE) -> Vec<u8> {
    let special = encoding.special_tokens();
    let mut bytes = Vec::new();
    let mut ranks = BTreeMap::new();
    for (rank, token) in (0..).map_while(|rank| Some((rank, encoding.decode_bytes(&[rank]).ok()?))) {
        if let [byte] = *token {
            bytes.push(byte);
        } else {
            let is_special = special.iter().any(|special| special.as_bytes() == token);
            let cuts = (1..token.len()).filter(|_| !is_special).map(|cut| token.split_at(cut));
            let pairs = cuts.filter_map(|(first, second)| Some([*ranks.get(first)?, *ranks.get(second)?]));
            let pairs = pairs.chain([[rank; 2]]).map(|pair| pair.into_iter().flat_map(varint).collect());
            bytes.extend(pairs.min_by_key(Vec::len).unwrap_or_default());
        }
        ranks.insert(token, rank);
    }
    bytes
}

/// LEB128: seven bits a byte, the lowest first; the eighth is set in all but the last.
fn varint(number: u32) -> impl Iterator<Item = u8> {
    let bytes = iter::successors(Some(number), |rest| Some(rest >> 7).filter(|&rest| rest > 0));
    bytes.map(|rest| rest as u8 & 0x7F | if rest >= 0x80 { 0x80 } else { 0 })
}
