//! Exact cl100k_base counts of a whole text.

use super::{
    contest::{self, Contestant, Row},
    corpus::Input,
};
use chunk_core::{Cl100k, TokenCounter};

pub fn contest(input: &Input, rounds: usize) -> Result<Vec<Row>, String> {
    let tiktoken = tiktoken_rs::cl100k_base_singleton();
    let contestants = [
        Contestant { name: "chunk-core", run: Box::new(|text| Cl100k::default().count(text)) },
        Contestant { name: "tiktoken-rs", run: Box::new(|text| tiktoken.count_ordinary(text)) },
    ];
    contest::run("counting", input, rounds, &contestants, |first, other| first == other)
}
