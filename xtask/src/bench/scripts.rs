//! Texts of many scripts, as long as anybody wants: `sentences.txt` has some of the Universal Declaration of Human Rights in
//! each, which is in the public domain, and what follows what in them is followed at random. So words come that are seldom or
//! new beside those that come all the time, as in what people write.

use chunk_core::testkit::generate::Rng;
use std::collections::BTreeMap;

const SENTENCES: &str = include_str!("sentences.txt");

/// What is written in one script: a line with its name and on how many characters the next one depends, then sentences.
pub struct Script {
    pub name: &'static str,
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
    /// At least `bytes` bytes of it, the same at each call.
    pub fn text(&self, bytes: usize) -> String {
        // Behind the end the sentences begin again, so that something follows everything.
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
