//! Generates texts of any length in many scripts, by a Markov chain over characters. `sentences.txt` has some sentences of the
//! Universal Declaration of Human Rights, which is in the public domain, in each script. The texts have rare and new words
//! among frequent ones, as people's do.

use chunk_testkit::generate::Rng;
use std::collections::BTreeMap;

const SENTENCES: &str = include_str!("sentences.txt");

/// A script, read from a line with its name and the order of its chain, and the sentences below it.
pub struct Script {
    pub name: &'static str,
    /// On how many characters the next one depends.
    order: usize,
    sentences: &'static str,
}

pub fn all() -> impl Iterator<Item = Script> {
    SENTENCES.split("\n\n").filter_map(|script| {
        let (head, sentences) = script.split_once('\n')?;
        let (name, order) = head.split_once(' ')?;
        Some(Script { name, order: order.parse().ok()?, sentences })
    })
}

impl Script {
    /// A text of at least `bytes` bytes, the same at each call.
    pub fn text(&self, bytes: usize) -> String {
        // The sentences begin again after the end, so that every sequence has a follower.
        let mut characters: Vec<char> = self.sentences.trim_end().chars().chain(['\n']).collect();
        characters.extend_from_within(..self.order.min(characters.len()));
        let mut followers: BTreeMap<&[char], Vec<char>> = BTreeMap::new();
        for window in characters.windows(self.order + 1) {
            if let Some((follower, before)) = window.split_last() {
                followers.entry(before).or_default().push(*follower);
            }
        }
        let mut random = Rng::with_seed(1);
        let mut last: Vec<char> = characters.iter().take(self.order).copied().collect();
        let mut text: String = last.iter().collect();
        while text.len() < bytes {
            let Some(next) = followers.get(last.as_slice()).and_then(|next| random.choice(next)) else {
                break;
            };
            text.push(*next);
            last.rotate_left(1);
            if let Some(end) = last.last_mut() {
                *end = *next;
            }
        }
        text
    }
}
