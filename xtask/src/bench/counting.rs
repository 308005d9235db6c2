//! The contest of token counters: exact counts of a whole text in cl100k_base and in o200k_base. A contestant's memo of pre-tokens is either
//! empty or filled by the same text.

use super::{
    contest::{self, Contestant},
    corpus::Input,
    record::Row,
};
use chunk_core::{
    TokenCounter,
    counters::{Cl100k, O200k},
};
use splintr::{Backend, pretrained::from_pretrained};

pub fn contest(input: &Input, rounds: usize) -> Result<Vec<Row>, String> {
    let tiktoken = tiktoken_rs::cl100k_base_singleton();
    let splintr = match from_pretrained("cl100k_base").map(|any| any.into_backend()) {
        Ok(Backend::Bpe(splintr)) => splintr,
        Ok(_) => return Err("splintr does not have cl100k_base as byte pairs".to_owned()),
        Err(error) => return Err(error.to_string()),
    };
    let ours = |text: &str| Cl100k::default().count(text);
    let peer = |text: &str| splintr.encode_ordinary(text).len();
    let contestants = [
        Contestant::new("chunk-core", ours),
        Contestant::new("chunk-core", ours).warm(),
        Contestant::new("tiktoken-rs", |text| tiktoken.count_ordinary(text)),
        // Its memo is shared by all threads.
        Contestant::new("splintr", peer).forgetting(|| splintr.clear_cache()),
        Contestant::new("splintr", peer).warm(),
    ];
    let mut rows = contest::run("counting", input, rounds, &contestants, |first, other| first == other)?;

    let tiktoken = tiktoken_rs::o200k_base_singleton();
    let ours = |text: &str| O200k::default().count(text);
    let contestants = [
        Contestant::new("chunk-core", ours),
        Contestant::new("chunk-core", ours).warm(),
        Contestant::new("tiktoken-rs", |text| tiktoken.count_ordinary(text)),
    ];
    let name = format!("{}, o200k_base", input.name);
    let input = Input { name, text: input.text.clone(), is_script: input.is_script };
    rows.extend(contest::run("counting", &input, rounds, &contestants, |first, other| first == other)?);
    Ok(rows)
}
