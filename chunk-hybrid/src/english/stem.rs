//! Stems of English words, by the Porter2 algorithm.

use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;

/// Words of more bytes are their own stems: no English word is that long.
const LONGEST: usize = 48;

thread_local! {
    static PORTER2: Stemmer = Stemmer::create(Algorithm::English);
}

/// A lowercase word without `'s`.
pub(crate) fn base(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

/// The English Porter2 stem of a lowercase word. A word that is not all ASCII letters is its own stem.
pub(crate) fn stem(word: &str) -> Cow<'_, str> {
    let word = base(word);
    let is_plain = || word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'\'');
    if word.len() > LONGEST || !has_ending(word) || !is_plain() {
        return Cow::Borrowed(word);
    }
    PORTER2.with(|stemmer| stemmer.stem(word))
}

/// Whether a word ends like one that Porter2 changes. Half of all words do not, and the algorithm takes thousands of instructions a word:
/// without this, the first document would take 5% more of them, and later ones 2%.
fn has_ending(word: &str) -> bool {
    const LONGER: [&str; 9] = ["ed", "ing", "er", "ator", "ion", "ic", "ism", "ant", "ent"];
    word.ends_with(['e', 'i', 'l', 's', 'y']) || LONGER.iter().any(|ending| word.ends_with(ending))
}
