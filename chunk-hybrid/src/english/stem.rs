use rust_stemmers::{Algorithm, Stemmer};
use std::borrow::Cow;

/// The longest word that has a stem, in bytes: no English word is longer.
const LONGEST: usize = 48;

thread_local! {
    static PORTER2: Stemmer = Stemmer::create(Algorithm::English);
}

/// A lowercase word without `'s`.
pub(crate) fn base(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

/// The English Porter2 stem of a lowercase word. What is no word of ASCII letters is its own stem.
pub(crate) fn stem(word: &str) -> Cow<'_, str> {
    let word = base(word);
    if word.len() > LONGEST || !word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'\'') {
        return Cow::Borrowed(word);
    }
    PORTER2.with(|stemmer| stemmer.stem(word))
}
