//! What is known of English words: the classes that `english.tsv` gives them (`lexicon`, `class`), their stems, and lists of words that
//! single rules ask for (`word_list`).

pub(crate) mod class;
pub(crate) mod lexicon;
pub(crate) mod stem;
pub(crate) mod word_list;
