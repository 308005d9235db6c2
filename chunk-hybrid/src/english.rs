//! What is known of words: the classes that `english.tsv` gives them, and their stems.

pub(crate) mod class;
pub(crate) mod lexicon;
pub(crate) mod stem;
pub(crate) mod word_list;
